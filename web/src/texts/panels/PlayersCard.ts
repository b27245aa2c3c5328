/** The texts of panels/PlayersCard.tsx. */
import type { Value } from "../value";

export const computer = (player: Value): string => `${player} (computer)`;
export const nobodyYet = "nobody yet";
export const atThisScreen = "at this screen";
export const joinedByLink = "joined by link";
export const playersAndLinks = "Players and links";
export const theFirstPersonToAccept = "The first person to accept this invitation takes the seat.";
export const anyoneWithThisLinkCan = "Anyone with this link can watch, without seeing hidden information.";
export const spectators = "Spectators";
export const waitingForThePlayerTo = (capital: Value): string => `Waiting for the ${capital} player to agree.`;
export const resign = "Resign";
export const agreeADraw = "Agree a draw";
export const offerADraw = "Offer a draw";
export const replaceMyLink = "Replace my link";
export const deleteThisGame = "Delete this game";
export const resignTheOtherSideWins = "Resign? The other side wins. This cannot be undone.";
export const playOn = "Play on";
export const yourOldLinkStopsWorking =
  "Your old link stops working at once, everywhere. This browser switches to the new one.";
export const replaceIt = "Replace it";
export const deleteThisGameForGood = "Delete this game for good? The other player must agree, if there is one.";
export const deleteIt = "Delete it";
export const keepIt = "Keep it";
