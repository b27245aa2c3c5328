/** The texts of panels/Legend.tsx. */

export const enemyZoneOfControl = "enemy zone of control";
export const friendlyZoneOfControl = "friendly zone of control";
export const inDanger = "in danger";
export const inSupply = "in supply";
export const outOfSupply = "out of supply";
export const withinReach = "within reach";
export const inPlay = "in play";
export const startLine = "start line";
export const supplyLine = "supply line";
export const cutSupplyLine = "cut supply line";
export const historicalFront = "historical front";
export const legend = "Legend";
