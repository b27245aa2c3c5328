/** The texts of panels/Chances.tsx. */

export const chanceOfEachResult = "Chance of each result";
export const rarerResults = "rarer results:";
export const whatToExpect = "What to expect";
