/** The texts of panels/FrontMap.tsx. */
import type { Value } from "../value";

export const groundHexes = (side: Value, held: Value): string => `${side} ground: ${held} hexes`;
export const historicallyOfTheMapIs = (held: Value, true_held: Value, same: Value): string =>
  `${held} (historically ${true_held}); ${same}% of the map is in the same hands as it was then.`;
export const theFrontComparedWithHistory = "The front, compared with history";
export const endOfTurn = "End of turn";
export const turnShown = "Turn shown";
export const turn = (number: Value): string => `turn ${number}`;
export const thisGame = "this game";
export const historyThatEvening = "history, that evening";
export const historyUnknownForThisDay = "history: unknown for this day";
export const showOnTheMap = "Show on the map";
