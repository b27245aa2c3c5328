/** Small pictures that are painted once and then only copied. */

const MOST = 900; // sprites; the one not used for longest goes first
const STEP = 1.12; // sizes are kept in steps, so that zooming paints few new ones
const A_FRAME = 8; // sprites that one frame may repaint at a better size, once the camera rests

/** The size at which a sprite is kept for a wanted size. */
export function keptSize(px: number): number {
  return Math.max(8, Math.ceil(STEP ** Math.ceil(Math.log(px) / Math.log(STEP))));
}

function square(size: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  return canvas;
}

type Paint = (ctx: CanvasRenderingContext2D, px: number) => void;

export class Sprites {
  private readonly kept = new Map<string, HTMLCanvasElement>(); // least recently used first
  private readonly latest = new Map<string, string>(); // the last full key of each subject
  private left = Infinity; // how many subjects may still be repainted in this frame
  private isLate = false;

  constructor(private readonly blank: (size: number) => HTMLCanvasElement = square) {}

  /** A frame begins. While the camera moves, a subject keeps the sprite it has, at whatever size. */
  begin(moving: boolean): void {
    this.left = moving ? 0 : A_FRAME;
    this.isLate = false;
  }

  /** Whether something was shown at another size than wanted, so that a further frame should repaint it. */
  get late(): boolean {
    return this.isLate;
  }

  /** The sprite of a subject at a size, painted if it is not there. `paint` draws on a square of that many pixels.
   *
   * `detail` tells apart what is painted differently at different sizes. A subject that has a sprite at another size
   * or detail keeps that for now, if the frame may not repaint any more.
   */
  get(subject: string, px: number, paint: Paint, detail = ""): HTMLCanvasElement {
    const size = keptSize(px);
    const full = `${size}${detail}:${subject}`;
    const found = this.use(full);
    if (found) {
      this.latest.set(subject, full);
      return found;
    }
    const other = this.use(this.latest.get(subject) ?? "");
    if (other) {
      if (this.left <= 0) {
        this.isLate = true;
        return other;
      }
      this.left--;
    }
    return this.add(subject, full, size, paint);
  }

  /** A sprite that is there, as the one used last. */
  private use(full: string): HTMLCanvasElement | undefined {
    const found = this.kept.get(full);
    if (!found) return undefined;
    this.kept.delete(full);
    this.kept.set(full, found);
    return found;
  }

  private add(subject: string, full: string, size: number, paint: Paint): HTMLCanvasElement {
    if (this.kept.size >= MOST) this.kept.delete(this.kept.keys().next().value!);
    if (this.latest.size >= 2 * MOST) this.latest.clear();
    const canvas = this.blank(size);
    const ctx = canvas.getContext("2d");
    if (ctx) paint(ctx, size);
    this.kept.set(full, canvas);
    this.latest.set(subject, full);
    return canvas;
  }

  /** Give every picture back, with its pixels at once. */
  clear(): void {
    for (const canvas of this.kept.values()) canvas.width = canvas.height = 0;
    this.kept.clear();
    this.latest.clear();
  }
}
