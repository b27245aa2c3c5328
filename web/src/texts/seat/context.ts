/** The texts of seat/context.ts. */

export const thisPartOfThePage = "This part of the page needs a seat around it.";
