/** The texts of panels/TerrainCard.tsx. */

export const terrainEffects = "Terrain effects";
export const close = "Close";
export const ground = "Ground";
export const movement = "Movement";
export const combat = "Combat";
