/** The texts of seat/desk.ts. */
import type { Value } from "../value";

export const doneForOf = (done: Value, all: Value): string => `Done for ${done} of ${all}.`;
export const theOthersCannotGoThere = (said: Value): string => `${said} The others cannot go there.`;
export const whyNot = (named: Value): string => `Why not ${named}?`;
