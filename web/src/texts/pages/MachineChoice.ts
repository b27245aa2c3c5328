/** The texts of pages/MachineChoice.tsx. */

export const takesItsTime = " (takes its time)";
