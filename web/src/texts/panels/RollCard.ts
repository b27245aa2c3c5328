/** The texts of panels/RollCard.tsx. */
import type { Value } from "../value";

export const die = (die: Value): string => `die ${die}`;
export const theLastRoll = "The last roll";
export const dice = "Dice";
export const draw = "Draw";
export const onlyYouSeeThis = "only you see this";
