/** The texts of panels/MachineBar.tsx. */
import type { Value } from "../value";

export const computerPlayer = "Computer player";
export const reviewTheComputersTurn = "Review the computer’s turn";
export const pausesWhenThisPageIs = "Pauses when this page is closed.";
export const speedOfTheComputerPlayer = "Speed of the computer player";
export const whatWouldTheComputerDo = "What would the computer do here? (I)";
export const hint = "Hint";
export const comments = (side: Value): string => `${side} comments`;
