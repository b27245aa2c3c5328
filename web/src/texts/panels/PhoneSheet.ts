/** The texts of panels/PhoneSheet.tsx. */
import type { Value } from "../value";

export const details = "Details";
export const makeTheSheetSmaller = "Make the sheet smaller";
export const makeTheSheetLarger = "Make the sheet larger";
export const forText = (cost: Value): string => ` for ${cost}`;
export const tapAgain = (label: Value, cost: Value, detail: Value): string => `Tap again: ${label}${cost}${detail}`;
export const undo = (reason: Value): string => `Undo: ${reason}`;
export const hint = "Hint";
export const mapLayers = "Map layers";
