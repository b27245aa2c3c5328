/** The camera: which point of the board lies in the middle of the viewport, and how large a hex is. */
import type { Point } from "./geometry";

export const NEAREST = 4;
export const FURTHEST = 0.25;

export interface View {
  x: number; // the board's point in the middle of the window
  y: number;
  zoom: number; // window pixels for a pixel of the picture
}

export interface Viewport {
  width: number;
  height: number;
  left: number; // how much of each edge is covered by panels
  right: number;
  top: number;
  bottom: number;
}

export interface Land {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The middle of what is not covered. */
function middle(viewport: Viewport): Point {
  return {
    x: (viewport.left + viewport.width - viewport.right) / 2,
    y: (viewport.top + viewport.height - viewport.bottom) / 2,
  };
}

export function toWindow(view: View, viewport: Viewport, p: Point): Point {
  const m = middle(viewport);
  return { x: (p.x - view.x) * view.zoom + m.x, y: (p.y - view.y) * view.zoom + m.y };
}

export function toBoard(view: View, viewport: Viewport, p: Point): Point {
  const m = middle(viewport);
  return { x: (p.x - m.x) / view.zoom + view.x, y: (p.y - m.y) / view.zoom + view.y };
}

/** The same view kept within bounds: the land never leaves the viewport. `slack`: how much of it may be empty. */
export function kept(view: View, viewport: Viewport, land: Land, slack = 0.3): View {
  const zoom = Math.min(NEAREST, Math.max(floor(viewport, land), view.zoom));
  const wide = (viewport.width - viewport.left - viewport.right) / zoom;
  const high = (viewport.height - viewport.top - viewport.bottom) / zoom;
  return {
    x: within(view.x, land.left, land.right, wide, slack),
    y: within(view.y, land.top, land.bottom, high, slack),
    zoom,
  };
}

/** As far out as one may go: a quarter, or further if the whole board would not be seen
 * beside what floats over the map. */
function floor(viewport: Viewport, land: Land): number {
  return Math.min(FURTHEST, fitted(viewport, land).zoom * 0.7);
}

function within(at: number, low: number, high: number, span: number, share: number): number {
  const slack = span * share;
  if (high - low + 2 * slack < span) return Math.min(low + span / 2, Math.max(high - span / 2, at));
  const [least, most] = [low + span / 2 - slack, high - span / 2 + slack];
  return least > most ? (low + high) / 2 : Math.min(most, Math.max(least, at));
}

/** The whole land in the viewport. */
export function fitted(viewport: Viewport, land: Land, margin = 12): View {
  const wide = viewport.width - viewport.left - viewport.right - 2 * margin;
  const high = viewport.height - viewport.top - viewport.bottom - 2 * margin;
  const zoom = Math.min(wide / (land.right - land.left), high / (land.bottom - land.top));
  return { x: (land.left + land.right) / 2, y: (land.top + land.bottom) / 2, zoom: Math.max(0.05, zoom) };
}

/** Nearer or further by a factor, so that the point under the pointer stays there. */
export function zoomed(view: View, viewport: Viewport, land: Land, at: Point, factor: number): View {
  const fixed = toBoard(view, viewport, at);
  const zoom = Math.min(NEAREST, Math.max(floor(viewport, land), view.zoom * factor));
  const m = middle(viewport);
  return kept({ x: fixed.x - (at.x - m.x) / zoom, y: fixed.y - (at.y - m.y) / zoom, zoom }, viewport, land);
}

/** Moved by so many pixels of the viewport. */
export function panned(view: View, viewport: Viewport, land: Land, dx: number, dy: number): View {
  return kept({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom }, viewport, land);
}

/** Between two views; `t` from 0 to 1. Zoom goes by equal factors. */
export function between(a: View, b: View, t: number): View {
  const zoom = a.zoom * (b.zoom / a.zoom) ** t;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, zoom };
}

/** The curve by which everything here moves: fast at first, then settling. */
export function easeOut(t: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, t))) ** 3;
}
