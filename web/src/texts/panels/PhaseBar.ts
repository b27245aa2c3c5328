/** The texts of panels/PhaseBar.tsx. */
import type { Value } from "../value";

export const sequenceOfPlay = "Sequence of play";
export const rule = (rule: Value): string => `Rule ${rule}`;
