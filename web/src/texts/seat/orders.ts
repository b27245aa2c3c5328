/** The texts of seat/orders.ts. */
import type { Value } from "../value";

export const when = (name: Value, action: Value): string => `when ${name}: ${action}`;
export const ifText = (where: Value): string => `, if ${where}`;
export const whenAsked = (question: Value, only: Value, action: Value): string =>
  `When asked “${question}”${only}: ${action}`;
