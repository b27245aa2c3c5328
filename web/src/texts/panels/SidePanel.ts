/** The texts of panels/SidePanel.tsx. */

export const unit = "Unit";
export const forces = "Forces";
export const log = "Log";
export const rules = "Rules";
export const panels = "Panels";
export const details = "Details";
