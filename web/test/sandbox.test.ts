import { expect, test } from "vitest";
import { dayWords, projection } from "../src/panels/FrontMap";
import { battlesOf, found } from "../src/panels/SandboxBar";
import { fallen, hasDice } from "../src/seat/sandbox";

const PLAN = { exact: true, trials: 1296, carried: 0.5, low: 0.5, high: 0.5, stops: [], battles: [], losses: [] };

test("dice by chance are written as the move that says them", () => {
  const dice = [
    { label: "german", sides: 6 },
    { label: "allied", sides: 12 },
  ];
  expect(fallen({ reason: "", rule: "", dice }, (most) => most)).toBe("roll 6 12");
});

test("a draw takes nothing twice", () => {
  expect(fallen({ reason: "", rule: "", pool: ["a", "b", "c"], draws: 2 }, () => 1)).toBe("roll a b");
});

test("only moves without a side are dice", () => {
  expect(hasDice([{ move: "done", text: "Done", side: "german" }])).toBe(false);
  expect(hasDice([{ move: "roll 3", text: "Roll: 3" }])).toBe(true);
});

test("the odds of a plan say how they were found", () => {
  expect(found(PLAN)).toBe("Exact: all 1,296 possible rolls.");
  expect(found({ ...PLAN, exact: false, trials: 900, low: 0.47, high: 0.53 })).toBe(
    "Simulated: 900 trials; 95% confidence: 47% to 53%.",
  );
});

test("the places where a plan is fought are marked on the map, each once", () => {
  const battle = { label: "Attack on 0304", place: "0304", chance: 1, results: [], holds: [] };
  const battles = [battle, { ...battle, label: "Bombardment on 0304" }, { ...battle, place: "" }];
  expect(battlesOf({ ...PLAN, battles })).toEqual([{ kind: "circle", name: "0304", at: "0304", tone: "fight" }]);
});

test("the map of the front is true to the land", () => {
  const { high, at } = projection([5, 50, 6, 50.5]);
  const [[west, south], [east, north]] = [at([5, 50]), at([6, 50.5])];
  expect(south).toBeCloseTo(high - 6);
  expect((east - west) / (south - north)).toBeCloseTo(Math.cos((50.25 * Math.PI) / 180) * 2);
});

test("days are written out", () => {
  expect(dayWords("1944-12-20")).toBe("20 December");
  expect(dayWords("")).toBe("");
});
