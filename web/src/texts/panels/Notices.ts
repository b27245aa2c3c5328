/** The texts of panels/Notices.tsx. */

export const close = "Close";
export const howToWin = "How to win";
export const guide = "Guide";
export const help = "Help";
export const rules = "Rules";
export const log = "Log";
export const tryIt = "Try it";
export const replay = "Replay";
export const playersAndLinks = "Players and links";
export const standingOrders = "Standing orders";
export const lightOrDarkTheme = "Light or dark theme";
export const journal = "Journal";
