/** The texts of pages/SeatPage.tsx. */

export const gameNotFound = "Game not found";
export const allGames = "All games";
export const loadingTheMap = "Loading the map…";
