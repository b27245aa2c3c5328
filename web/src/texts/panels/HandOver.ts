/** The texts of panels/HandOver.tsx. */
import type { Value } from "../value";

export const onlyThePlayerMayLook = (label: Value): string => `Only the ${label} player may look now`;
export const aSecretChoice = ": a secret choice";
export const everyoneElsePleaseLookAway = "Everyone else, please look away. The button brings the map back.";
export const showThe = "Show the";
