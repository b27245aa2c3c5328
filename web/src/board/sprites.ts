/** Small pictures that are painted once and then only copied. */
import { bytesOf, type Ink, painted } from "./pictures";

const MOST = 32_000_000; // bytes; the sprite not used for longest goes first
const STEP = 1.12; // sizes are kept in steps, so that zooming paints few new ones
const A_FRAME = 8; // sprites that one frame may repaint at a better size, once the camera rests
const SUBJECTS = 2000; // of which the last size is remembered

/** The size at which a sprite is kept for a wanted size. */
export function keptSize(px: number): number {
  return Math.max(8, Math.ceil(STEP ** Math.ceil(Math.log(px) / Math.log(STEP))));
}

type Paint = (ctx: Ink, px: number) => void;

interface Sprite {
  picture: ImageBitmap;
  frame: number; // the last one that showed it
}

function square(size: number, paint: Paint): ImageBitmap {
  return painted(size, size, (ink) => paint(ink, size));
}

export class Sprites {
  private readonly kept = new Map<string, Sprite>(); // least recently used first
  private readonly latest = new Map<string, string>(); // the last full key of each subject
  private left = Infinity; // how many subjects may still be repainted in this frame
  private isLate = false;
  private frame = 0;
  private held = 0;

  constructor(private readonly make = square) {}

  /** A frame begins. While the camera moves, a subject keeps the sprite it has, at whatever size. */
  begin(moving: boolean): void {
    this.left = moving ? 0 : A_FRAME;
    this.isLate = false;
    this.frame++;
  }

  /** Whether something was shown at another size than wanted, so that a further frame should repaint it. */
  get late(): boolean {
    return this.isLate;
  }

  /** How many bytes all sprites take. */
  get bytes(): number {
    return this.held;
  }

  /** The sprite of a subject at a size, painted if it is not there. `paint` draws on a square of that many pixels.
   *
   * `detail` tells apart what is painted differently at different sizes. A subject that has a sprite at another size
   * or detail keeps that for now, if the frame may not repaint any more.
   */
  get(subject: string, px: number, paint: Paint, detail = ""): ImageBitmap {
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
  private use(full: string): ImageBitmap | undefined {
    const found = this.kept.get(full);
    if (!found) return undefined;
    this.kept.delete(full);
    this.kept.set(full, found);
    found.frame = this.frame;
    return found.picture;
  }

  private add(subject: string, full: string, size: number, paint: Paint): ImageBitmap {
    if (this.latest.size >= SUBJECTS) this.latest.clear();
    const picture = this.make(size, paint);
    this.kept.set(full, { picture, frame: this.frame });
    this.latest.set(subject, full);
    this.held += bytesOf(picture);
    this.makeRoom();
    return picture;
  }

  /** Give back what was not used for longest; never what this frame or the last one has shown. */
  private makeRoom(): void {
    for (const [full, { picture, frame }] of this.kept) {
      if (this.held <= MOST || frame >= this.frame - 1) return;
      this.kept.delete(full);
      this.held -= bytesOf(picture);
      picture.close();
    }
  }

  /** Give every picture back at once. */
  clear(): void {
    for (const { picture } of this.kept.values()) picture.close();
    this.kept.clear();
    this.latest.clear();
    this.held = 0;
  }
}
