/** The texts of seat/sandbox.ts. */

export const nothingWasUndone = "Nothing was undone.";
