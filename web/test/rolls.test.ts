import { expect, test } from "vitest";
import type { Screen } from "../src/screen.gen";
import { isRollFresh } from "../src/seat/desk";
import { Seat } from "../src/seat/seat";
import { moment } from "./helpers";

const roll = { rule: "X-1", text: "The die", dice: [{ value: 3, faces: 6 }] };
const phase = (now: number): Partial<Screen> => ({
  phases: { label: "Turn", steps: [0, 1].map((n) => ({ label: `Phase ${n}`, state: n === now ? "now" : "done" })) },
});
const asks = (kind: Screen["prompt"]["kind"]): Partial<Screen> => ({ prompt: { kind, title: "What now?" } });

function fresh(...screens: Screen[]): boolean {
  const { desk } = new Seat("token");
  screens.forEach((screen, n) => desk.changed(screens[n - 1] ?? null, screen));
  return isRollFresh(screens.at(-1)!, desk.rolledIn.value);
}

test("the dice lie beside the unit's card in the phase in which they fell, and not in the next one", () => {
  const before = moment(phase(0));
  const after = moment({ ...phase(0), roll });
  const next = moment({ ...phase(1), roll });
  expect(fresh(before, after)).toBe(true);
  expect(fresh(before, after, moment({ ...phase(0), roll, ...asks("target") }))).toBe(true);
  expect(fresh(before, after, next)).toBe(false);
});

test("whoever comes back sees the dice only while their result is being carried out", () => {
  expect(fresh(moment({ ...phase(0), roll }))).toBe(false);
  expect(fresh(moment({ ...phase(0), roll, ...asks("retreat") }))).toBe(true);
});
