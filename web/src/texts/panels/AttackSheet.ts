/** The texts of panels/AttackSheet.tsx. */
import type { Value } from "../value";

export const suggestedChooseAnotherTargetOn = "Suggested. Choose another target on the map to attack that one instead.";
export const closeTheSheet = "Close the sheet";
export const tickWhoAttacks = "tick who attacks";
export const mayStillChange = "May still change.";
export const atMost = "At most";
export const oneQuestionAtATime = "One question at a time:";
export const all = "All";
export const attackAtOnce = "Attack at once";
export const lowerOdds = "Lower odds";
export const odds = (shown: Value): string => `Odds ${shown}`;
export const howTheOddsAreWorked = "How the odds are worked out";
export const otherAttacksThisPhase = "Other attacks this phase";
export const notDeclaredYet = "not declared yet";
