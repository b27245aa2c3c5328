/** The names of towns. They are lifted out of the map's picture, so that a held town keeps its name in sight. */
import { type Frame, inSight } from "./frame";
import type { Geometry } from "./geometry";

const LETTERS = '"Alegreya Sans", "Segoe UI", sans-serif';
const GROWTH = 0.72; // letters grow slower than the ground when one comes nearer
const STEP = 1.12; // sizes are kept in steps
const MOST = 700;
const LEAST = 10; // window pixels of a name
const FOOT_FROM = 40; // window pixels a hex at which a held town is named
const FOOT = [10.5, 14] as const; // window pixels of such a name, at least and at most
const TOWN =
  /<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="middle" font-family="'Alegreya Sans'[^"]*" font-weight="(\d+)" font-size="([\d.]+)">([^<]+)<\/text>/g;

/** A name on the map: the middle of its foot and its size, in the board's pixels. */
export interface Name {
  words: string;
  x: number;
  y: number;
  size: number;
  weight: string;
}

/** The names of towns in the text of a map, and the map without them. */
export function lifted(svg: string): { svg: string; names: Name[] } {
  const names: Name[] = [];
  const rest = svg.replace(TOWN, (_, x: string, y: string, weight: string, size: string, words: string) => {
    names.push({ words: plain(words), x: Number(x), y: Number(y), size: Number(size), weight });
    return "";
  });
  return { svg: rest, names };
}

function plain(words: string): string {
  return words.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The hex that each name belongs to. */
export function townsOf(geometry: Geometry): Map<string, string> {
  const towns = new Map<string, string>();
  for (const hex of geometry.names) {
    const town = geometry.hex(hex)?.town;
    if (town) towns.set(town.toLowerCase(), hex);
  }
  return towns;
}

/** Whether two names would stand in each other's way; the letters are about half as wide as high. */
function touches(a: Name, b: Name): boolean {
  const wide = (a.words.length * a.size + b.words.length * b.size) * 0.26;
  return Math.abs(a.x - b.x) < wide && Math.abs(a.y - b.y) < (a.size + b.size) * 0.5;
}

interface Picture {
  canvas: HTMLCanvasElement;
  scale: number; // pixels of the picture for a pixel of the letters' size
}

/** Names painted once for a size and then only copied. */
export class Names {
  names: Name[] = [];
  private readonly towns: Map<string, string>;
  private readonly kept = new Map<string, Picture>();

  constructor(geometry: Geometry) {
    this.towns = townsOf(geometry);
  }

  clear(): void {
    this.kept.clear();
  }

  /** The names of towns that nobody holds, where the map has them. */
  paint(frame: Frame): void {
    const { view, scene } = frame;
    const smaller = view.zoom > 1 ? view.zoom ** (GROWTH - 1) : 1;
    const taken: Name[] = [];
    for (const name of this.names) {
      if (!inSight(frame, name, scene.geometry.unit * 2)) continue;
      if (this.isHeld(frame, name)) continue;
      const size = Math.max(name.size * smaller, LEAST / view.zoom);
      const grown = { ...name, size };
      if (size > name.size && taken.some((other) => touches(grown, other))) continue; // waits for closer zoom
      taken.push(grown);
      this.put(frame, name, name.x, name.y - (name.size - size) * 0.3, size);
    }
  }

  /** The name of a held town at the foot of its hex, above the pieces. */
  paintHeld(frame: Frame): void {
    const { view, scene } = frame;
    const { unit } = scene.geometry;
    if (unit * view.zoom < FOOT_FROM) return;
    for (const name of this.names) {
      if (!this.isHeld(frame, name)) continue;
      const hex = scene.geometry.hex(this.hexOf(name)!)!;
      if (!inSight(frame, hex, unit)) continue;
      const px = Math.min(FOOT[1], Math.max(FOOT[0], name.size * view.zoom * 0.8));
      this.put(frame, name, hex.x, hex.y + unit * 0.55, px / view.zoom, unit * 1.02);
    }
  }

  private hexOf(name: Name): string | undefined {
    return this.towns.get(name.words.toLowerCase());
  }

  private isHeld(frame: Frame, name: Name): boolean {
    const hex = this.hexOf(name);
    return hex !== undefined && frame.scene.stacks.has(hex) && frame.scene.geometry.unit * frame.view.zoom >= FOOT_FROM;
  }

  private put(frame: Frame, name: Name, x: number, y: number, size: number, widest = Infinity): void {
    const { ctx, view, ratio } = frame;
    const { canvas, scale } = this.picture(frame, name, size * view.zoom * ratio);
    const fit = Math.min(1, (widest * scale) / (canvas.width * size));
    const k = (size * fit) / scale;
    const [wide, high] = [canvas.width * k, canvas.height * k];
    ctx.drawImage(canvas, x - wide / 2, y - high * 0.72, wide, high);
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
