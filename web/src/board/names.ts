/** The names of towns and what they are worth, lettered over the map, so that a held town keeps them in sight. */
import { CONDENSED, type Frame, inSight } from "./frame";
import type { Geometry } from "./geometry";
import { type Label, labelsOf, type Name, type Value } from "./lettering";
import type { Scene } from "./scene";

const LETTERS = '"Alegreya Sans", "Segoe UI", sans-serif';
const STEP = 1.12; // sizes are kept in steps
const MOST = 700;
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

interface Picture {
  canvas: HTMLCanvasElement;
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
  private readonly kept = new Map<string, Picture>();

  constructor(private readonly geometry: Geometry) {
    this.towns = townsOf(geometry);
  }

  /** What the places of the map are worth. */
  set values(values: Value[]) {
    this.layout = null;
    this.worth = new Map(values.map((value) => [this.geometry.hexAt(value.x, value.y) ?? "", value]));
  }

  /** Give every picture back, with its pixels at once. */
  clear(): void {
    for (const { canvas } of this.kept.values()) canvas.width = canvas.height = 0;
    this.kept.clear();
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
    const { canvas, scale } = this.picture(frame, name, size * view.zoom * ratio);
    const fit = Math.min(1, (widest * scale) / (canvas.width * size));
    const k = (size * fit) / scale;
    const [wide, high] = [canvas.width * k, canvas.height * k];
    ctx.drawImage(canvas, x - wide / 2, y - high * 0.72, wide, high);
    return wide;
  }

  private picture(frame: Frame, name: Name, px: number): Picture {
    const size = Math.max(6, Math.ceil(STEP ** Math.ceil(Math.log(px) / Math.log(STEP))));
    const key = `${size} ${name.weight} ${name.words}`;
    const known = this.kept.get(key);
    if (known) return known;
    if (this.kept.size > MOST) this.kept.clear();
    const made = { canvas: lettered(name, size, frame.paints.named), scale: size };
    this.kept.set(key, made);
    return made;
  }
}

/** A name in its halo; its foot stands at 72 of 100 of the height. */
function lettered(name: Name, size: number, halo: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d")!;
  const font = `${name.weight} ${size}px ${LETTERS}`;
  ctx.font = font;
  canvas.width = Math.ceil(ctx.measureText(name.words).width + size * 0.5);
  canvas.height = Math.ceil(size * 1.5);
  ctx.font = font;
  ctx.textAlign = "center";
  ctx.lineJoin = "round";
  ctx.strokeStyle = halo;
  ctx.lineWidth = size * 0.24;
  ctx.strokeText(name.words, canvas.width / 2, canvas.height * 0.72);
  ctx.fillStyle = "#241F1A";
  ctx.fillText(name.words, canvas.width / 2, canvas.height * 0.72);
  return canvas;
}
