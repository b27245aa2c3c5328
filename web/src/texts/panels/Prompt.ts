/** The texts of panels/Prompt.tsx. */
import type { Value } from "../value";

export const n1Forgotten = "1 forgotten";
export const forgotten = (value: Value): string => `${value} forgotten`;
export const pressAgain = (label: Value, value: Value): string => `${label}: ${value}. Press again`;
export const enter = "Enter";
export const theNextHexYouChoose =
  "The next hex you choose is for the whole stack, as far as it can go there (A, or Shift-click)";
export const all = "All";
export const forAllOrAsMany = (value: Value): string => `For all ${value}, or as many as can (Shift-click)`;
export const chooseSeveralUnitsThenA =
  "Choose several units, then a hex: they march there in order, each as far as it can (M, or Ctrl-click)";
export const marchTogether = (many: Value): string => `${many} march together`;
export const marchTogether2 = "March together";
export const placeAllAsUsual = (places: Value): string => `Place all ${places} as usual`;
export const placeAsUsual = "Place as usual";
export const putTheSuggestionAwayK = "Put the suggestion away (K, or Escape).";
export const thisUnitStaysWhereIt = "This unit stays where it is for now: show the next one (K). Escape puts it away.";
export const notThisAttack = "Not this attack";
export const skipThisUnit = "Skip this unit";
export const undoAll = (size: Value): string => `Undo all ${size}`;
export const undo = "Undo";
export const yourMove = "Your move";
export const theUnitsWaitInThe = "The units wait in the list beside the map.";
export const nothingElseCanBeDone = "Nothing else can be done in this phase.";
export const undo2 = (label: Value): string => `Undo: ${label}`;
export const undo3 = "Undo:";
export const forText = (label: Value, cost: Value): string => `${label} for ${cost}`;
