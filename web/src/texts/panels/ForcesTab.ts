/** The texts of panels/ForcesTab.tsx. */
import type { Value } from "../value";

export const boxes = "Boxes";
export const orderOfBattle = "Order of battle";
export const mapLayers = "Map layers";
export const onTheMap = "On the map";
export const offTheMap = "Off the map";
export const lost = "Lost";
export const onTheMap2 = "on the map";
export const howItStands = "How it stands";
export const ofText = (needed: Value): string => ` of ${needed}`;
export const by = (by: Value): string => `, by ${by}`;
export const outOfReach = "out of reach";
