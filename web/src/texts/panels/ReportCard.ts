/** The texts of panels/ReportCard.tsx. */
import type { Value } from "../value";

export const analysis = "Analysis";
export const close = "Close";
export const workingItOut = "Working it out…";
export const theScoreAtTheEnd = "The score at the end of each turn";
export const betterThanExpected = (side: Value, size: Value, unit: Value): string =>
  `${side}: ${size} ${unit} better than expected`;
export const victoryCondition = (side: Value): string => `${side} victory condition`;
export const turningPoints = "Turning points";
export const noTurningPointsYet = "No turning points yet.";
export const turn = "Turn";
export const luckOfTheDice = "Luck of the dice";
export const inBattles = "In battles";
export const expectedLosses = "expected losses";
export const luckIn = "luck in";
export const luckInColumnShifts = "luck in column shifts";
export const luckInPips = "luck in pips";
export const luckOfTheSideIn = (side: Value, unit: Value): string => `Luck of the ${side} side, in ${unit}`;
export const lossesIn = "Losses in";
export const fromBattleResultsEachRoll = ", from battle results: each roll against its exact expectation.";
export const columnShiftsHowManyShifts =
  " Column shifts: how many shifts that luck was worth, at the average value of one shift in these battles.";
export const pipsHowMuchBetterThan = "Pips: how much better than average a side’s own dice rolled.";
export const otherDiceWereRolledOutside = (others: Value): string =>
  ` ${others} other dice were rolled outside battles.`;
export const byTurn = (label: Value, values: Value): string => `${label} by turn: ${values}`;
export const turn2 = (turn: Value, value: Value): string => `Turn ${turn}: ${value}`;
