/** What every layer of a frame is given. */
import type { Paints } from "../look/palette";
import type { Symbols } from "../server/shapes.gen";
import type { View, Viewport } from "./camera";
import type { Point } from "./geometry";
import type { Scene } from "./scene";
import type { Drawn } from "./shapes";
import type { Sprites } from "./sprites";

export interface Frame {
  ctx: CanvasRenderingContext2D;
  scene: Scene;
  view: View;
  viewport: Viewport;
  ratio: number; // device pixels for a window pixel
  px: number; // the board's pixels for a window pixel
  paints: Paints;
  symbols: Symbols;
  sprites: Sprites;
  path: (key: string, make: () => Path2D) => Path2D; // outlines kept for the scene
  stripes: (colour: string, slope: 1 | -1) => CanvasPattern | null;
  hovered: string | null;
  preview: string | null;
  shapes: Drawn[];
  cursor: string | null;
  carried: ReadonlySet<string>;
  moving: Map<string, Point>; // pieces on their way, and where they are
  seen: { left: number; top: number; right: number; bottom: number }; // in the board's pixels
}

export const CONDENSED = '"Barlow Condensed", "Arial Narrow", sans-serif';

export function through(points: Point[], close = false): Path2D {
  const path = new Path2D();
  points.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
  if (close) path.closePath();
  return path;
}

/** The outline of a set of hexes as one path. */
export function outlined(frame: Frame, hexes: Iterable<string>): Path2D {
  const names = [...hexes];
  return frame.path(`rings ${names.join(" ")}`, () => {
    const path = new Path2D();
    for (const ring of frame.scene.geometry.rings(names)) path.addPath(through(ring, true));
    return path;
  });
}

/** Whether anything about a point may be seen. */
export function inSight(frame: Frame, p: Point, margin: number): boolean {
  const { seen } = frame;
  return p.x > seen.left - margin && p.x < seen.right + margin && p.y > seen.top - margin && p.y < seen.bottom + margin;
}
