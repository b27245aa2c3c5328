/** The texts of words/overlays.ts. */
import type { Value } from "../value";

export const mapLayers = (label: Value): string => `map layers: ${label}`;
