/** The texts of pages/RuleOptions.tsx. */
import type { Value } from "../value";

export const optionalRules = "Optional rules";
export const ofInPlay = (count: Value, count2: Value): string => `${count} of ${count2} in play`;
export const noneOfInPlay = (count: Value): string => `None of ${count} in play`;
export const reset = "Reset";
export const readTheRule = (title: Value): string => `Read the rule: ${title}`;
export const fixedInThisScenario = "Fixed in this scenario.";
export const noEffectInThisScenario = "No effect in this scenario:";
export const cannotBePlayedWith = "cannot be played with";
export const switchOff = (title: Value): string => `Switch off ${title}`;
export const switchText = (wants: Value, title: Value): string => `Switch ${wants} ${title}`;
export const replaces = "Replaces";
