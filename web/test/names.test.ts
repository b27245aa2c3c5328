import { expect, test } from "vitest";
import { lifted, townsOf } from "../src/board/names";
import { board } from "./helpers";

const TOWN = `<text x="819.7" y="617.3" text-anchor="middle" font-family="'Alegreya Sans', 'Segoe UI'" font-weight="700" font-size="15.5">BASTOGNE</text>`;
const RIVER = `<text x="12" y="34" text-anchor="middle" font-family="'Alegreya', serif" font-size="11">Our</text>`;

test("the names of towns are lifted out of the map, all else stays in it", () => {
  const { svg, names } = lifted(`<svg><g>${TOWN}${RIVER}</g></svg>`);
  expect(names).toEqual([{ words: "BASTOGNE", x: 819.7, y: 617.3, size: 15.5, weight: "700" }]);
  expect(svg).toBe(`<svg><g>${RIVER}</g></svg>`);
});

test("what is written for XML is read as it is spoken", () => {
  expect(lifted(TOWN.replace("BASTOGNE", "Fays &amp; Les")).names[0]!.words).toBe("Fays & Les");
});

test("a name finds its hex however it is written", () => {
  const geometry = board();
  geometry.info.hexes["0303"] = { ...geometry.info.hexes["0303"]!, town: "Bastogne" };
  expect(townsOf(geometry).get("BASTOGNE".toLowerCase())).toBe("0303");
});
