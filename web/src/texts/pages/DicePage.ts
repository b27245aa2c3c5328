/** The texts of pages/DicePage.tsx. */
import type { Value } from "../value";

export const diceArdennes = "Dice · Ardennes";
export const theDice = "The dice";
export const everyDieIsRolledWith =
  "Every die is rolled with the random number generator of the server's operating system, written into the journal and counted. No player, human or computer, can see a roll in advance.";
export const noDiceHaveBeenRolled = "No dice have been rolled yet.";
export const diceWith = "Dice with";
export const times = (value: Value): string => `${value} times`;
export const expected = (expected: Value): string => `${expected} expected`;
export const expected2 = "Expected";
export const eachChiSquared = "each. Chi-squared";
export const degreesOfFreedomFairDice = "degrees of freedom: fair dice stray at least this far in";
export const of100SuchSeries = "of 100 such series.";
