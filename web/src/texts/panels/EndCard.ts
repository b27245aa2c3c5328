/** The texts of panels/EndCard.tsx. */
import type { Value } from "../value";

export const showTheResult = ": show the result";
export const theEndOfTheGame = "The end of the game";
/** Whose victory it is: sides are named by an adjective, but for the Allies. */
export const victory = (label: Value): string => `${label === "Allies" ? "Allied" : label} victory`;
export const aDraw = "A draw";
export const closeAndLookAtThe = "Close and look at the map";
export const downloadTheGame = "Download the game";
export const replay = "Replay";
export const tryAnotherEnding = "Try another ending";
export const newGame = "New game";
