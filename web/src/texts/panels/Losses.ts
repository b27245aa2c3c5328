/** The texts of panels/Losses.tsx. */
import type { Value } from "../value";

export const lossesByTurn = "Losses by turn";
export const readingTheLog = "Reading the log…";
export const noLossesYet = "No losses yet.";
export const turn = "Turn";
export const noLosses = "no losses";
export const n1PieceLost = "1 piece lost";
export const piecesLost = (count: Value): string => `${count} pieces lost`;
