/** The texts of panels/parts.tsx. */
import type { Value } from "../value";

export const readRule = (value: Value): string => `Read rule ${value}`;
