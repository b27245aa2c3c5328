/** The texts of panels/StoppedCard.tsx. */
import type { Value } from "../value";

export const stoppedByARuleCorrection = "Stopped by a rule correction";
export const ruleCorrection = "Rule correction";
export const aRuleCorrectionStopsThis = "A rule correction stops this game";
export const close = "Close";
export const playOnFromHere = "Play on from here";
export const watchFromTheStart = "Watch from the start";
export const originalJournal = (number: Value): string => `Original journal ${number}`;
export const originalJournal2 = "Original journal";
