/** The texts of panels/Tracks.tsx. */

export const tracks = "Tracks";
