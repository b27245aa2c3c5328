/** The texts of seat/keeping.ts. */

export const youAreOfflineAndThis =
  "You are offline, and this browser has no copy of this game. It opens when the connection returns.";
