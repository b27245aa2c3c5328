import { expect, test } from "vitest";
import { added } from "../src/words/series";

test("a total names the games that it is made of", () => {
  expect(added({ label: "You", points: 31, games: [22, 9] })).toBe("31 = 22 + 9");
  expect(added({ label: "You", points: 22, games: [22] })).toBe("22");
  expect(added({ label: "You", points: 0, games: [] })).toBe("0");
});
