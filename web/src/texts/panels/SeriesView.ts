/** The texts of panels/SeriesView.tsx. */

export const matchRecord = "Match record";
export const game = ", game";
export const ofThisMatch = "of this match";
export const goToTheRematch = "Go to the rematch";
export const rematchWithSidesSwapped = "Rematch with sides swapped";
