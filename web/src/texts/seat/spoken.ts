/** The texts of seat/spoken.ts. */
import type { Value } from "../value";

export const lit = (label: Value): string => `; lit: ${label}`;
