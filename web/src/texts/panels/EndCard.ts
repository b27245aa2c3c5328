/** The texts of panels/EndCard.tsx. */
import type { Value } from "../value";

export const showTheResult = ": show the result";
export const theEndOfTheGame = "The end of the game";
export const victory = (label: Value): string => `${label} victory`;
export const aDraw = "A draw";
export const closeAndLookAtThe = "Close and look at the map";
export const downloadTheGame = "Download the game";
export const replay = "Replay";
export const tryAnotherEnding = "Try another ending";
export const newGame = "New game";
