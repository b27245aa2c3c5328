/** The texts of panels/BoardHost.tsx. */

export const mapArrowKeysMoveThe = "Map. Arrow keys move the cursor, Enter acts, question mark opens help.";
export const loadingTheMap = "Loading the map…";
