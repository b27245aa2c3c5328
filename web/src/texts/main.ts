/** The texts of main.tsx. */

export const pageNotFound = "Page not found";
export const allGames = "All games";
