/** The three heights of the sheet on a phone. */

export type Height = "low" | "middle" | "full";
export const HEIGHTS: Record<Height, number> = { low: 88, middle: 316, full: 0 };
export const ORDER: Height[] = ["low", "middle", "full"];

/** The height that a drag ends at. */
export function settled(from: Height, dragged: number): Height {
  const at = ORDER.indexOf(from);
  if (dragged < -60) return ORDER[Math.min(2, at + (dragged < -260 ? 2 : 1))]!;
  if (dragged > 60) return ORDER[Math.max(0, at - (dragged > 260 ? 2 : 1))]!;
  return from;
}
