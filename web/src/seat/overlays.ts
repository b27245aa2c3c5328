/** What can be laid over the map beside what a screen declares. */
import type { Overlay } from "../screen.gen";
import type { Chart } from "../server/shapes.gen";
import * as texts from "../texts/seat/overlays";

export const TERRAIN = "terrain"; // the id of the terrain effects chart

/** The overlay that a chart makes, for the list of all; none without a chart. */
export function terrainOverlay(chart: Chart | undefined): Overlay[] {
  if (!chart?.terrain?.length) return [];
  return [{ id: TERRAIN, label: texts.terrainEffects, key: "T", text: texts.movementCostsAndCombatEffects }];
}
