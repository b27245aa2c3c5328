/** The texts of panels/Connection.tsx. */
import type { Value } from "../value";

export const sendingYourMove = "Sending your move…";
export const theServerHasNotAnswered = "The server has not answered. Sending your move again…";
export const youAreOfflineYourMove =
  "You are offline. Your move is not confirmed; it will be sent again when the connection returns.";
export const youAreOfflineThisIs = (keptAt: Value): string =>
  `You are offline. This is the game as you last saw it, on ${keptAt}; you can look but not play.`;
export const youAreOfflineYouCan =
  "You are offline. You can look at the board; you can play when the connection returns.";
export const liveUpdatesAreInterruptedReconnecting =
  "Live updates are interrupted; reconnecting. Your moves still reach the server.";
export const thisPageIsOlderThan = "This page is older than the server. Reload to continue.";
export const aNewVersionIsReady = "A new version is ready.";
export const reload = "Reload";
export const later = "Later";
