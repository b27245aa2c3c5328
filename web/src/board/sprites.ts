/** Small pictures that are painted once and then only copied. */

const MOST = 900;
const STEP = 1.12; // sizes are kept in steps, so that zooming paints few new ones

/** The size at which a sprite is kept for a wanted size. */
export function keptSize(px: number): number {
  return Math.max(8, Math.ceil(STEP ** Math.ceil(Math.log(px) / Math.log(STEP))));
}

export class Sprites {
  private readonly kept = new Map<string, HTMLCanvasElement>();

  /** The sprite of a key at a size, painted if it is not there. `paint` draws on a square of that many pixels. */
  get(key: string, px: number, paint: (ctx: CanvasRenderingContext2D, px: number) => void): HTMLCanvasElement {
    const size = keptSize(px);
    const full = `${size}:${key}`;
    const found = this.kept.get(full);
    if (found) return found;
    if (this.kept.size > MOST) this.kept.clear();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const ctx = canvas.getContext("2d");
    if (ctx) paint(ctx, size);
    this.kept.set(full, canvas);
    return canvas;
  }

  clear(): void {
    this.kept.clear();
  }
}
