/** The texts of pages/ImportPage.tsx. */

export const importAGameArdennes = "Import a game · Ardennes";
export const importAGame = "Import a game";
export const aJournalIsAComplete =
  "A journal is a complete game as text. Import one to replay it, or to play on from where it ends, with both sides on this screen.";
export const chooseAFile = "Choose a file";
export const theJournal = "The journal";
export const orPasteItHere = "… or paste it here";
export const replayingIt = "Replaying it…";
export const importText = "Import";
