/** The texts of panels/EdgeArrows.tsx. */
import type { Value } from "../value";

export const moreToChooseFrom = (count: Value): string => `${count} more to choose from`;
export const moreToChooseFromOff = (count: Value, edge: Value): string =>
  `${count} more to choose from, off the ${edge} edge`;
