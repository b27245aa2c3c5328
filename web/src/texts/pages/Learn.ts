/** The texts of pages/Learn.tsx. */
import type { Value } from "../value";

export const continueAtStep = "Continue at step";
export const startingTheLesson = "Starting the lesson…";
export const startAgain = "Start again";
export const learn = (title: Value): string => `Learn ${title}`;
