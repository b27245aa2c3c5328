/** The texts of seat/overlays.ts. */

export const terrainEffects = "Terrain effects";
export const movementCostsAndCombatEffects = "Movement costs and combat effects of the terrain";
