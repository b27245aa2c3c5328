/** The texts of words/terrain.ts. */
import type { Value } from "../value";

export const n1VictoryPoint = "1 victory point";
export const victoryPoints = (value: Value): string => `${value} victory points`;
