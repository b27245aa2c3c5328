/** The texts of panels/UnitTab.tsx. */
import type { Value } from "../value";

export const log = "Log";
export const showWhatHappenedSinceYour = "Show what happened since your last move";
export const sinceYourLastMove = "since your last move";
export const rule = (rule: Value): string => `Rule ${rule}`;
export const whyNot = "Why not?";
export const carries = "Carries";
export const alsoIn = (piece: Value): string => `Also in ${piece}`;
export const here = "Here";
export const selectAUnitToSee = "Select a unit to see its card, or anything unlit to see why not.";
export const stillToDo = "Still to do";
export const done = "Done: ";
export const lapsed = "Lapsed: ";
export const by = "By";
export const showFewer = "Show fewer";
export const showMore = (rOW: Value): string => `Show ${rOW} more`;
