/** The texts of panels/LogTab.tsx. */

export const nothingHasHappenedYet = "Nothing has happened yet.";
export const log = "Log";
export const sinceYourLastMove = "Since your last move";
export const journal = "Journal";
export const replayFromTheStart = "Replay from the start";
