/** The texts of pages/StartForm.tsx. */
import type { Value } from "../value";

export const computer = "Computer";
export const sameScreen = "Same screen";
export const byLink = "By link";
export const watch = "Watch";
export const newGameOf = "New game of";
export const scenario = "Scenario";
export const startHere = (title: Value): string => `${title} (start here)`;
export const youPlay = "You play";
export const opponent = "Opponent";
export const level = "Level";
export const twoComputerPlayersPlayEach = "Two computer players play each other; they pause while nobody is watching.";
export const thisGameHasHiddenInformation =
  "This game has hidden information: look away during the other side’s secret choices.";
export const startingTheGame = "Starting the game…";
export const startTheGame = "Start the game";
export const inviteAFriendTo = "Invite a friend to";
export const sendThisInvitationToYour =
  "Send this invitation to your friend. The first person to accept it takes the seat and gets a private link of their own.";
export const goToTheGame = "Go to the game";
