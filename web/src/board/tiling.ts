/** Which tiles of a map are wanted: the level for a zoom, and the rectangle of tiles that a view shows. */
import type { Point } from "./geometry";

export interface TileLevel {
  id: string;
  fine: boolean; // with every detail, or for a glance
  scale: number; // pixels of the tile for a pixel of the board
}

export interface TileAt {
  column: number;
  row: number;
}

/** A part of the board, in its own pixels. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SHARP = 0.8; // a level may be enlarged by a quarter before the next one is taken

/** The level to show: no coarser than needed, of the detail that is wanted. */
export function levelFor(levels: TileLevel[], fine: boolean, pixels: number): TileLevel | null {
  const fitting = levels.filter((level) => level.fine === fine).sort((a, b) => a.scale - b.scale);
  return fitting.find((level) => level.scale >= pixels * SHARP) ?? fitting.at(-1) ?? null;
}

/** The tiles that touch a part of the board, those nearest to a point first. */
export function tilesIn(part: Part, side: number, width: number, height: number, near: Point): TileAt[] {
  const found: (TileAt & { far: number })[] = [];
  const last = { column: Math.ceil(width / side) - 1, row: Math.ceil(height / side) - 1 };
  for (let row = Math.max(0, Math.floor(part.top / side)); row <= Math.min(last.row, part.bottom / side); row++) {
    const first = Math.max(0, Math.floor(part.left / side));
    for (let column = first; column <= Math.min(last.column, part.right / side); column++) {
      const far = Math.hypot((column + 0.5) * side - near.x, (row + 0.5) * side - near.y);
      found.push({ column, row, far });
    }
  }
  return found.sort((a, b) => a.far - b.far).map(({ column, row }) => ({ column, row }));
}
