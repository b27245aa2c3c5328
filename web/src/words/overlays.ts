/** What can be laid over the map, in the list of keys. */
import type { Overlay } from "../screen.gen";
import * as texts from "../texts/words/overlays";

/** The keys of what can be laid over the map, as the game and its board declare them. */
export function overlayKeys(overlays: Overlay[]): [string, string][] {
  const keyed = overlays.filter((overlay) => overlay.key);
  if (!keyed.length) return [];
  const keys = keyed.map((overlay) => overlay.key).join("  ");
  return [[keys, texts.mapLayers(keyed.map((overlay) => overlay.label).join(", "))]];
}
