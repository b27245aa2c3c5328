/** The texts of seat/machine.ts. */
import type { Value } from "../value";

export const slow = "Slow";
export const normal = "Normal";
export const fast = "Fast";
export const skip = "Skip";
export const computer = "Computer";
export const isPlaying = "is playing";
export const isThinking = "is thinking";
export const would = (player: Value, label: Value): string => `${player} would: ${label}.`;
export const hasNoSuggestion = (player: Value): string => `${player} has no suggestion.`;
