/** The ground: the map painted once into bitmaps, at two degrees of detail, and again where one comes very near. */
import { getText } from "../server/http";
import type { View, Window } from "./camera";
import { toBoard } from "./camera";
import type { Geometry, Point } from "./geometry";
import { pictured } from "./mapfonts";
import { lifted } from "./names";
import type { Name, Value } from "./placing";

const DETAIL_FROM = 40; // window pixels a hex
const TILE = 512; // device pixels of a side of what is painted at once
const SEEN_AFTER = 4; // tiles after which what is painted is shown
const TILES = 4; // tiles along a side of a sheet
const MOST_PIXELS = 16_000_000;
const FAR_SCALE = 0.75;
const DIMMED = "brightness(.76) contrast(1.03) saturate(.85)";

/** A bitmap of a part of the map. Few and large, for each costs the browser something in every frame. */
interface Sheet {
  canvas: HTMLCanvasElement; // what is painted
  shown: HTMLCanvasElement; // a still copy of it: a canvas that may change is copied again in every frame
  x: number; // in the board's pixels
  y: number;
  stale: boolean;
}

interface Level {
  image: HTMLImageElement;
  scale: number; // device pixels for a pixel of the board
  box: HTMLDivElement;
  sheets: Map<string, Sheet>;
  painted: Set<string>; // the tiles that are there
}

/** One task after the other in the browser's spare time, the most urgent first. */
function whenIdle(task: () => void): number {
  return "requestIdleCallback" in globalThis
    ? requestIdleCallback(task, { timeout: 400 })
    : window.setTimeout(task, 30);
}

export class Ground {
  readonly element = document.createElement("div");
  private far: Level | null = null;
  private near: Level | null = null;
  private close: Level | null = null; // only what is seen, at the present zoom
  private waiting = false;
  private moving = false;
  private view: View = { x: 0, y: 0, zoom: 1 };
  private window: Window = { width: 1, height: 1, left: 0, right: 0, top: 0, bottom: 0 };
  private gone = false;
  private unseen = 0; // tiles painted since the sheets were shown
  values: Value[] = []; // what towns are worth
  private readonly names: { far: Name[]; near: Name[] } = { far: [], near: [] };
  onReady: () => void = () => undefined; // called when a picture is there

  constructor(
    private readonly game: string,
    private readonly geometry: Geometry,
    private dark: boolean,
  ) {
    this.element.className = "ground";
    this.element.setAttribute("aria-hidden", "true");
  }

  async load(): Promise<void> {
    const fetched = getText(`/api/games/${this.game}/ground.svg?detail=near`);
    const whole = lifted(await getText(`/api/games/${this.game}/ground.svg?detail=far`));
    const far = await pictured(whole.svg);
    if (this.gone) return;
    this.names.far = this.names.near = whole.names;
    this.values = whole.values;
    this.far = this.level(far, FAR_SCALE * Math.min(2, devicePixelRatio), "far");
    this.fillWhole(this.far);
    this.onReady();
    const fine = lifted(await fetched);
    const near = await pictured(fine.svg);
    if (this.gone) return;
    this.names.near = fine.names;
    const { width, height } = this.geometry;
    const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)));
    this.near = this.level(near, scale, "near");
    this.place(this.view, this.window, false);
    this.onReady();
  }

  private level(image: HTMLImageElement, scale: number, name: string): Level {
    const box = document.createElement("div");
    box.className = `ground-${name}`;
    this.element.append(box);
    return { image, scale, box, sheets: new Map(), painted: new Set() };
  }

  /** The names that belong on the map at a zoom. */
  namesAt(zoom: number): Name[] {
    return zoom * this.geometry.unit < DETAIL_FROM ? this.names.far : this.names.near;
  }

  drop(): void {
    this.gone = true;
    for (const level of [this.far, this.near, this.close]) if (level) URL.revokeObjectURL(level.image.src);
    this.element.remove();
  }

  darken(dark: boolean): void {
    if (dark === this.dark) return;
    this.dark = dark;
    for (const level of [this.far, this.near, this.close]) {
      if (!level) continue;
      level.sheets.clear();
      level.painted.clear();
      level.box.replaceChildren();
    }
    if (this.far) this.fillWhole(this.far);
    this.settle();
  }

  private fillWhole(level: Level): void {
    const { width, height } = this.geometry;
    const sheet = this.sheet(level, "whole", 0, 0, width, height);
    this.paint(level, sheet, 0, 0, width, height);
    this.reveal();
  }

  private sheet(level: Level, key: string, x: number, y: number, w: number, h: number): Sheet {
    const known = level.sheets.get(key);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(w * level.scale);
    canvas.height = Math.ceil(h * level.scale);
    const [wide, high] = [canvas.width / level.scale, canvas.height / level.scale];
    const shown = document.createElement("canvas");
    shown.style.cssText = `left:${x}px;top:${y}px;width:${wide}px;height:${high}px`;
    const made = { canvas, shown, x, y, stale: false };
    level.sheets.set(key, made);
    level.box.append(shown);
    return made;
  }

  /** Show what has been painted since the last time. */
  private reveal(): void {
    for (const level of [this.far, this.near, this.close]) {
      for (const sheet of level?.sheets.values() ?? []) {
        if (!sheet.stale) continue;
        sheet.stale = false;
        void createImageBitmap(sheet.canvas).then((bitmap) => {
          [sheet.shown.width, sheet.shown.height] = [bitmap.width, bitmap.height];
          sheet.shown.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
        });
      }
    }
  }

  /** Paint a part of the map, given in the board's pixels, onto its sheet. */
  private paint(level: Level, sheet: Sheet, x: number, y: number, w: number, h: number): void {
    const ctx = sheet.canvas.getContext("2d");
    if (!ctx) return;
    const at = [Math.round((x - sheet.x) * level.scale), Math.round((y - sheet.y) * level.scale)] as const;
    const size = [Math.ceil(w * level.scale), Math.ceil(h * level.scale)] as const;
    ctx.fillStyle = this.dark ? "#171512" : "#efe8d2";
    ctx.filter = "none";
    ctx.fillRect(...at, ...size);
    if (this.dark) ctx.filter = DIMMED;
    const k = level.image.naturalWidth / this.geometry.width;
    const [wide, high] = [size[0] / level.scale, size[1] / level.scale];
    ctx.drawImage(level.image, x * k, y * k, wide * k, high * k, ...at, ...size);
    sheet.stale = true;
  }

  /** Follow the camera. While it moves, nothing is painted, only shifted. */
  place(view: View, window: Window, moving: boolean): void {
    this.view = view;
    this.window = window;
    this.moving = moving;
    const at = toBoard(view, window, { x: 0, y: 0 });
    this.element.style.transform = `matrix(${view.zoom},0,0,${view.zoom},${-at.x * view.zoom},${-at.y * view.zoom})`;
    const detailed = view.zoom * this.geometry.unit >= DETAIL_FROM;
    if (this.near) this.near.box.hidden = !detailed;
    if (this.close) this.close.box.hidden = !detailed;
    if (!moving) this.settle();
  }

  private settle(): void {
    if (this.waiting || this.gone || !this.near) return;
    this.waiting = true;
    whenIdle(() => {
      this.waiting = false;
      if (this.moving || this.gone) return;
      const more = this.paintNext();
      if (!more || ++this.unseen >= SEEN_AFTER) {
        this.unseen = 0;
        this.reveal();
      }
      if (more) this.settle();
    });
  }

  /** Paint the tile that is missed most. Whether there was one. */
  private paintNext(): boolean {
    const near = this.near!;
    if (this.view.zoom * this.geometry.unit >= DETAIL_FROM) {
      if (this.paintSeen(near)) return true;
      if (this.paintSeen(this.closeLevel())) return true;
    }
    return this.paintAny(near);
  }

  /** The level for the present zoom, if the near one is too coarse for it. */
  private closeLevel(): Level | null {
    const near = this.near!;
    const wanted = this.view.zoom * devicePixelRatio;
    if (wanted <= near.scale * 1.2) {
      this.forget();
      return null;
    }
    const scale = 2 ** (Math.ceil(Math.log2(wanted) * 2) / 2);
    if (!this.close || Math.abs(this.close.scale - scale) > 0.01) {
      this.forget();
      this.close = this.level(near.image, scale, "close");
    }
    return this.close;
  }

  private forget(): void {
    this.close?.box.remove();
    this.close = null;
  }

  private paintSeen(level: Level | null): boolean {
    if (!level) return false;
    const a = toBoard(this.view, this.window, { x: 0, y: 0 });
    const b = toBoard(this.view, this.window, { x: this.window.width, y: this.window.height });
    return this.paintWithin(level, a.x, a.y, b.x, b.y);
  }

  private paintAny(level: Level): boolean {
    return this.paintWithin(level, 0, 0, this.geometry.width, this.geometry.height);
  }

  private paintWithin(level: Level, x0: number, y0: number, x1: number, y1: number): boolean {
    const side = TILE / level.scale;
    const last = { i: Math.ceil(this.geometry.width / side) - 1, j: Math.ceil(this.geometry.height / side) - 1 };
    let best: [number, number] | null = null;
    let least = Infinity;
    for (let j = Math.max(0, Math.floor(y0 / side)); j <= Math.min(last.j, Math.floor(y1 / side)); j++) {
      for (let i = Math.max(0, Math.floor(x0 / side)); i <= Math.min(last.i, Math.floor(x1 / side)); i++) {
        if (level.painted.has(`${i},${j}`)) continue;
        const far = Math.hypot((i + 0.5) * side - this.view.x, (j + 0.5) * side - this.view.y);
        if (far < least) [best, least] = [[i, j], far];
      }
    }
    if (best) this.paintTile(level, ...best);
    return best !== null;
  }

  private paintTile(level: Level, i: number, j: number): void {
    const side = TILE / level.scale;
    const { width, height } = this.geometry;
    const [a, b] = [Math.floor(i / TILES), Math.floor(j / TILES)];
    const [left, top] = [a * side * TILES, b * side * TILES];
    const [wide, high] = [Math.min(side * TILES, width - left), Math.min(side * TILES, height - top)];
    const sheet = this.sheet(level, `${a},${b}`, left, top, wide, high);
    this.paint(level, sheet, i * side, j * side, Math.min(side, width - i * side), Math.min(side, height - j * side));
    level.painted.add(`${i},${j}`);
  }

  /** Copy what is painted about a point into a square of a canvas, for the lens. */
  copy(ctx: CanvasRenderingContext2D, at: Point, scale: number, side: number): void {
    ctx.fillStyle = this.dark ? "#171512" : "#efe8d2";
    ctx.fillRect(0, 0, side, side);
    for (const level of [this.far, this.near]) {
      for (const { canvas, x, y } of level?.sheets.values() ?? []) {
        const size = [(canvas.width / level!.scale) * scale, (canvas.height / level!.scale) * scale] as const;
        ctx.drawImage(canvas, (x - at.x) * scale + side / 2, (y - at.y) * scale + side / 2, ...size);
      }
    }
  }
}
