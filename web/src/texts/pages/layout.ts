/** The texts of pages/layout.tsx. */

export const games = "Games";
export const importText = "Import";
export const dice = "Dice";
export const thatIsNotALink = "That is not a link to a game. It should look like …/seat/… or …/invitation/…";
export const pasteTheLinkYouWere = "Paste the link you were given first.";
export const ardennes = "Ardennes";
export const linkToAGame = "Link to a game";
export const pasteALinkToA = "Paste a link to a game";
export const join = "Join";
export const pages = "Pages";
