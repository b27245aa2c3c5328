import { expect, test } from "vitest";
import { aimsOf, phaseEnd } from "../src/panels/GoalCard";
import { shapesOf, stepAt } from "../src/seat/guide";
import type { LessonStep } from "../src/server/shapes.gen";
import { moment, option, piece } from "./helpers";

const step = (state: LessonStep["state"], name = "go 1205"): LessonStep => ({
  title: "Move it",
  text: "Choose a lit hex.",
  state,
  pointer: { kind: "do", name },
});

test("a lesson stands at its first step that is neither done nor read", () => {
  const steps = [step("passed"), step("done"), step("open"), step("open")];
  expect(stepAt(steps, [])).toBe(2);
  expect(stepAt(steps, [2])).toBe(3);
  expect(stepAt(steps, [2, 3])).toBeNull();
});

test("a step that points at a button of the page draws nothing over the board", () => {
  const screen = moment({ options: [option("done", "button")] });
  expect(shapesOf(screen, step("open", "done"))).toEqual([]);
});

test("a step that points at a place draws an arrow to it from the piece that moves", () => {
  const screen = moment({
    pieces: [piece("2Pz", "1206")],
    prompt: { kind: "move", title: "Choose where 2 Pz goes", step: "move", pieces: ["2Pz"] },
    options: [option("go 1205", "place")],
  });
  expect(shapesOf(screen, step("open"))).toEqual([
    { kind: "circle", name: "here", at: "1205", tone: "act" },
    { kind: "arrow", name: "there", from: "2Pz", to: "1205", tone: "act" },
  ]);
});

test("one's own aim comes first, and only those of the scenario", () => {
  const screen = moment({ viewer: "allied" });
  const aim = (side: string, scenarios: string[] = []) => ({ side, text: side, rule: "X-1", scenarios });
  const aims = [aim("german"), aim("allied"), aim("allied", ["elsewhere"])];
  expect(aimsOf(screen, aims).map((one) => one.side)).toEqual(["allied", "german"]);
});

test("the goal card says what the phase ends with", () => {
  expect(phaseEnd(moment({}), "Done moving", true)).toBe("It ends with “Done moving”.");
  expect(phaseEnd(moment({}), undefined, false)).toBe("It is the other side’s move.");
});
