/** The texts of seat/intents.ts. */
import type { Value } from "../value";

export const oneUnitCouldStillAct = "One unit could still act.";
export const unitsCouldStillAct = (count: Value): string => `${count} units could still act.`;
