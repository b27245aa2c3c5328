/** The texts of server/http.ts. */
import type { Value } from "../value";

export const youAreOfflineOrThe = "You are offline, or the server is down. Nothing was sent.";
export const theServerDidNotAnswer = "The server did not answer in time. Try again in a moment.";
export const theServerAnswered = (status: Value): string => `The server answered ${status}.`;
