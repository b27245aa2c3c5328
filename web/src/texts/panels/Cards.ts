/** The texts of panels/Cards.tsx. */
import type { Value } from "../value";

export const close = "Close";
export const whatWouldHelp = "What would help.";
export const nextDieRoll = "Next die roll:";
export const choose = "Choose";
export const thisCannotBeUndone = "This cannot be undone";
export const whatShouldDo = (name: Value): string => `What should ${name} do?`;
export const chooseOne = "Choose one";
export const forAllOrAsMany = (many: Value): string => `For all ${many}, or as many as can`;
export const cancel = "Cancel";
export const esc = "Esc";
