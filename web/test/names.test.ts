import { expect, test } from "vitest";
import { townsOf } from "../src/board/names";
import { board } from "./helpers";

test("a name finds its hex however it is written", () => {
  const geometry = board();
  geometry.info.hexes["0303"] = { ...geometry.info.hexes["0303"]!, town: "Bastogne" };
  expect(townsOf(geometry).get("BASTOGNE".toLowerCase())).toBe("0303");
});
