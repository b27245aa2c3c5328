/** The texts of seat/replay.ts. */

export const nothingHasHappenedSinceYour = "Nothing has happened since your last move.";
