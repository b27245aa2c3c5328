/** The texts of seat/onward.ts. */
import type { Value } from "../value";

export const orChooseAnotherTarget = "Or choose another target.";
export const orChooseAnotherUnit = "Or choose another unit.";
export const nothingElseCanBeDone = (now: Value): string => `Nothing else can be done in “${now}”; this ends it.`;
