/** The texts of panels/SandboxBar.tsx. */
import type { Value } from "../value";

export const tryMovesOutInA = "Try moves out in a sandbox: nothing counts, and nobody else sees it (X)";
export const sandbox = "Sandbox";
export const nothingHereCounts = "nothing here counts";
export const n1Move = "1 move";
export const moves = (count: Value): string => `${count} moves`;
export const rollDiceAutomaticallyOtherwiseYou = "Roll dice automatically; otherwise you choose each result";
export const randomDice = "Random dice";
export const howLikelyThePlanIs = "How likely the plan is to succeed: all its moves, over every possible die roll";
export const workingItOut = "Working it out…";
export const oddsOfThePlan = "Odds of the plan";
export const hiddenUnitsAreGuesses = "Hidden units are guesses.";
export const guessAgain = "Guess again";
export const theGameHasMovedOn = "The game has moved on";
export const backToTheGame = "Back to the game";
export const branches = "Branches";
export const branch = "Branch";
export const startAnotherBranchFromHere = "Start another branch from here; this one is kept";
export const newBranch = "New branch";
export const movesOfThisBranch = "Moves of this branch";
export const startOfTheSandbox = "Start of the sandbox";
export const startThePlanHere = "Start the plan here";
export const thePlanStartsAfterMove = (planned: Value): string => ` The plan starts after move ${planned}.`;
export const thePlanStartsWithThe = " The plan starts with the first move.";
export const chooseTheDieRoll = "Choose the die roll";
export const undo = "Undo";
export const rollAtRandom = "Roll at random";
export const draw = (value: Value): string => `Draw ${value}`;
export const die = (value: Value): string => `Die ${value}`;
export const rollThese = "Roll these";
export const drawThese = "Draw these";
export const exactAllPossibleRolls = (many: Value): string => `Exact: all ${many} possible rolls.`;
export const simulatedTrials95ConfidenceTo = (many: Value, low: Value, high: Value): string =>
  `Simulated: ${many} trials; 95% confidence: ${low} to ${high}.`;
export const close = "Close";
export const chanceThatEveryMoveOf = "chance that every move of the plan is possible";
export const itFailsMostOftenAt = "It fails most often at “";
export const ofTheTime = "of the time";
export const holdsTheHexAfterwards = "Holds the hex afterwards:";
export const averageLossesInUnits = "Average losses in units";
export const retreatsLossesAndSupportThat =
  "Retreats, losses and support that the plan leaves open are decided in the simplest way.";
export const hiddenUnitsAreAsGuessed = " Hidden units are as guessed here.";
