/** The names of towns and what they are worth, lettered over the map, so that a held town keeps them in sight. */
import { CONDENSED, type Frame, inSight } from "./frame";
import type { Geometry } from "./geometry";
import { type Label, labelsOf, type Name, type Value } from "./lettering";
import { bytesOf, painted, widthOf } from "./pictures";
import type { Scene } from "./scene";

const LETTERS = '"Alegreya Sans", "Segoe UI", sans-serif';
const STEP = 1.12; // sizes are kept in steps
const A_FRAME = 8; // names that one frame may repaint at a better size, once the camera rests
const MOST = 16_000_000; // bytes of pictures
const [INK, PALE] = ["#2B2621", "#F6F0E0"];

/** The hex that each name belongs to. */
export function townsOf(geometry: Geometry): Map<string, string> {
  const towns = new Map<string, string>();
  for (const hex of geometry.names) {
    const town = geometry.hex(hex)?.town;
    if (town) towns.set(town.toLowerCase(), hex);
  }
  return towns;
}

interface Lettered {
  picture: ImageBitmap;
  scale: number; // pixels of the picture for a pixel of the letters' size
}

/** What the names were placed for, and where they stand. */
interface Layout {
  names: Name[];
  scene: Scene;
  zoom: number;
  labels: Label[];
}

/** Names painted once for a size and then only copied. */
export class Names {
  names: Name[] = [];
  private worth = new Map<string, Value>(); // by hex
  private layout: Layout | null = null;
  private readonly towns: Map<string, string>;
  private readonly kept = new Map<string, Lettered>();
  private readonly latest = new Map<string, Lettered>(); // the last picture of each name
  private held = 0; // bytes of what is kept
  private left = Infinity; // how many names may still be repainted in this frame
  late = false; // whether a name was shown at another size than wanted

  constructor(private readonly geometry: Geometry) {
    this.towns = townsOf(geometry);
  }

  /** What the places of the map are worth. */
  set values(values: Value[]) {
    this.layout = null;
    this.worth = new Map(values.map((value) => [this.geometry.hexAt(value.x, value.y) ?? "", value]));
  }

  /** A frame begins. While the camera moves, a name keeps the picture it has, at whatever size. */
  begin(moving: boolean): void {
    this.left = moving ? 0 : A_FRAME;
    this.late = false;
  }

  /** Give every picture back at once. */
  clear(): void {
    this.latest.clear();
    for (const { picture } of this.kept.values()) picture.close();
    this.kept.clear();
    this.held = 0;
  }

  /** What lies on the map itself, below the pieces. */
  paint(frame: Frame): void {
    const { unit } = frame.scene.geometry;
    const names = this.labels(frame);
    const told = new Set(names.filter((one) => one.disc).map((one) => this.hexOf(one.name))); // beside a name instead
    for (const [hex, value] of this.worth) {
      if (!told.has(hex) && inSight(frame, value, unit)) this.disc(frame, value, value.x, value.y, value.r);
    }
    for (const one of names) if (!one.above && inSight(frame, one, unit * 2)) this.put(frame, one);
  }

  /** The names of held towns, and what they are worth, above the pieces. */
  paintHeld(frame: Frame): void {
    const { unit } = frame.scene.geometry;
    for (const one of this.labels(frame)) {
      if (!one.above || !inSight(frame, one, unit)) continue;
      const wide = this.put(frame, one);
      const value = one.disc ? this.worth.get(this.hexOf(one.name)!) : undefined;
      if (value) this.disc(frame, value, one.x + wide / 2 + one.disc * 0.7, one.y - one.size * 0.3, one.disc);
    }
  }

  /** Where the names stand; thought out anew only if something has changed. */
  private labels({ scene, view }: Frame): Label[] {
    const { layout, names } = this;
    if (layout?.scene === scene && layout.zoom === view.zoom && layout.names === names) return layout.labels;
    const { zoom } = view;
    const hexOf = (name: Name): string | undefined => this.hexOf(name);
    const isWorth = (hex: string): boolean => this.worth.has(hex);
    this.layout = { names, scene, zoom, labels: labelsOf(names, { scene, zoom, hexOf, isWorth }) };
    return this.layout.labels;
  }

  private hexOf(name: Name): string | undefined {
    return this.towns.get(name.words.toLowerCase());
  }

  private disc(frame: Frame, { words }: Value, x: number, y: number, r: number): void {
    const { ctx, sprites, view, ratio } = frame;
    const picture = sprites.get(`value ${words}`, r * 2.2 * view.zoom * ratio, (s, n) => {
      s.beginPath();
      s.arc(n / 2, n / 2, n * 0.44, 0, 2 * Math.PI);
      s.fillStyle = INK!;
      s.fill();
      s.strokeStyle = PALE!;
      s.lineWidth = n * 0.07;
      s.stroke();
      const size = n * (words.length < 3 ? 0.65 : 0.5);
      s.font = `700 ${size}px ${CONDENSED}`;
      s.textAlign = "center";
      s.fillStyle = PALE!;
      s.fillText(words, n / 2, n / 2 + size * 0.345);
    });
    ctx.drawImage(picture, x - r * 1.1, y - r * 1.1, r * 2.2, r * 2.2);
  }

  /** Paint a name; how wide it has become. */
  private put(frame: Frame, { name, x, y, size, widest }: Label): number {
    const { ctx, view, ratio } = frame;
    const { picture, scale } = this.lettered(frame, name, size * view.zoom * ratio);
    const fit = Math.min(1, (widest * scale) / (picture.width * size));
    const k = (size * fit) / scale;
    const [wide, high] = [picture.width * k, picture.height * k];
    ctx.drawImage(picture, x - wide / 2, y - high * 0.72, wide, high);
    return wide;
  }

  private lettered(frame: Frame, name: Name, px: number): Lettered {
    const size = Math.max(6, Math.ceil(STEP ** Math.ceil(Math.log(px) / Math.log(STEP))));
    const subject = `${name.weight} ${name.words}`;
    const key = `${size} ${subject}`;
    const known = this.kept.get(key) ?? this.standIn(subject);
    if (known) {
      this.latest.set(subject, known);
      return known;
    }
    if (this.held > MOST) this.clear();
    const made = { picture: lettered(name, size, frame.paints.named), scale: size };
    this.kept.set(key, made);
    this.latest.set(subject, made);
    this.held += bytesOf(made.picture);
    return made;
  }

  /** The picture of a name at another size, if this frame may not repaint it. */
  private standIn(subject: string): Lettered | undefined {
    const other = this.latest.get(subject);
    if (other && this.left-- > 0) return undefined;
    this.late ||= other !== undefined;
    return other;
  }
}

/** A name in its halo; its foot stands at 72 of 100 of the height. */
function lettered(name: Name, size: number, halo: string): ImageBitmap {
  const font = `${name.weight} ${size}px ${LETTERS}`;
  const wide = Math.ceil(widthOf(name.words, font) + size * 0.5);
  const high = Math.ceil(size * 1.5);
  return painted(wide, high, (ink) => {
    ink.font = font;
    ink.textAlign = "center";
    ink.lineJoin = "round";
    ink.strokeStyle = halo;
    ink.lineWidth = size * 0.24;
    ink.strokeText(name.words, wide / 2, high * 0.72);
    ink.fillStyle = "#241F1A";
    ink.fillText(name.words, wide / 2, high * 0.72);
  });
}
