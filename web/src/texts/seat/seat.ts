/** The texts of seat/seat.ts. */

export const noGameWasFoundAt = "No game was found at this link.";
export const yourMoveWasNotPlayed = "Your move was not played: the game has moved on. Check the map and choose again.";
export const yourMoveWasPlayed = "Your move was played.";
