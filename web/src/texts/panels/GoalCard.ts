/** The texts of panels/GoalCard.tsx. */
import type { Value } from "../value";

export const itIsTheOtherSides = "It is the other side’s move.";
export const oneThingMustBeDone = "One thing must be done before you can end it.";
export const thingsMustBeDoneBefore = (owed: Value): string => `${owed} things must be done before you can end it.`;
export const itEndsWith = (main: Value): string => `It ends with “${main}”.`;
export const answerTheQuestionToContinue = "Answer the question to continue.";
export const theGoalOfTheGame = "The goal of the game";
export const howToWin = "How to win";
export const close = "Close";
export const howItStands = "How it stands";
export const press = "Press";
export const toSeeThisAgain = "to see this again.";
