/** The texts of pages/InvitationPage.tsx. */
import type { Value } from "../value";

export const invitationArdennes = "Invitation · Ardennes";
export const youAreInvitedTo = (title: Value): string => `You are invited to ${title}`;
export const invitation = "Invitation";
export const thisInvitationHasAlreadyBeen =
  "This invitation has already been accepted. If that was you, open the game from the front page of the browser you used.";
export const youPlayThe = "You play the";
export const sideWhenYouAcceptYou =
  "side. When you accept, you get a link of your own: it is the key to your seat, so keep it to yourself.";
export const acceptAndPlay = "Accept and play";
