/** The texts of panels/GuideCard.tsx. */

export const guide = "Guide";
export const step = "Step";
export const leaveTheLesson = "Leave the lesson";
export const leave = "Leave";
export const back = "Back";
export const finish = "Finish";
export const next = "Next";
export const skip = "Skip";
