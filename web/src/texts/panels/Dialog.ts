/** The texts of panels/Dialog.tsx. */

export const close = "Close";
