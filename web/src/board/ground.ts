/** The ground: the map in tiles that the server has drawn. What is seen is held, and the whole map at its coarsest. */
import { get } from "../server/http";
import type { Labels } from "../server/shapes.gen";
import type { View, Window } from "./camera";
import { toBoard } from "./camera";
import type { Geometry, Point } from "./geometry";
import type { Name, Value } from "./placing";
import { levelFor, type Part, type TileAt, type TileLevel, tilesIn } from "./tiling";

const DETAIL_FROM = 40; // window pixels a hex
const AT_ONCE = 3; // tiles that are fetched side by side: what the player does must find a free line
const SOON = 90; // milliseconds between two looks for what is missing
const AGAIN = 3000; // milliseconds until a tile that did not come is asked for again
const ASIDE = 0.3; // of a tile: what lies so near to the edge is fetched ahead
const KEPT = 1; // of a tile: what lies farther out is given back

interface Tile {
  canvas: HTMLCanvasElement;
  at: Point; // its corner in the board's pixels
  ready: boolean;
  asked: AbortController | null;
  failed: number; // when, or 0
}

interface Level extends TileLevel {
  box: HTMLDivElement;
  side: number; // of a tile in the board's pixels
  tiles: Map<string, Tile>;
}

export class Ground {
  readonly element = document.createElement("div");
  private readonly levels: Level[];
  private labels: Labels = { far: [], near: [], values: [] };
  private shown: Level | null = null; // the level of the present zoom
  private fetching = 0;
  private looked = 0; // a timer
  private view: View = { x: 0, y: 0, zoom: 1 };
  private window: Window = { width: 1, height: 1, left: 0, right: 0, top: 0, bottom: 0 };
  private gone = false;
  onReady: () => void = () => undefined; // called when the labels, or the first picture, are there

  constructor(
    private readonly game: string,
    private readonly geometry: Geometry,
    private dark: boolean,
  ) {
    this.element.className = "ground";
    this.element.setAttribute("aria-hidden", "true");
    const side = geometry.info.tiles?.side ?? 1;
    const sorted = [...(geometry.info.tiles?.levels ?? [])].sort((a, b) => a.scale - b.scale);
    this.levels = sorted.map((level) => {
      const box = document.createElement("div");
      box.className = `ground-${level.fine ? "near" : "far"}`;
      this.element.append(box);
      return { ...level, box, side: side / level.scale, tiles: new Map() };
    });
  }

  async load(): Promise<void> {
    this.look();
    this.labels = await get<Labels>(`/api/games/${this.game}/labels`);
    if (!this.gone) this.onReady();
  }

  /** What towns are worth. */
  get values(): Value[] {
    return this.labels.values;
  }

  /** The names that belong on the map at a zoom. */
  namesAt(zoom: number): Name[] {
    return this.isFine(zoom) ? this.labels.near : this.labels.far;
  }

  private isFine(zoom: number): boolean {
    return zoom * this.geometry.unit >= DETAIL_FROM;
  }

  drop(): void {
    this.gone = true;
    clearTimeout(this.looked);
    for (const level of this.levels) this.clear(level);
    this.element.remove();
  }

  darken(dark: boolean): void {
    if (dark === this.dark) return;
    this.dark = dark;
    for (const level of this.levels) this.clear(level);
    this.look();
  }

  /** Follow the camera. What is there is shifted at once; what is missing is looked for soon. */
  place(view: View, window: Window): void {
    this.view = view;
    this.window = window;
    const at = toBoard(view, window, { x: 0, y: 0 });
    this.element.style.transform = `matrix(${view.zoom},0,0,${view.zoom},${-at.x * view.zoom},${-at.y * view.zoom})`;
    this.lookSoon(SOON);
  }

  private lookSoon(after: number): void {
    if (this.looked || this.gone) return;
    this.looked = window.setTimeout(() => {
      this.looked = 0;
      this.look();
    }, after);
  }

  /** Ask for what is missed most, and give back what nobody sees. */
  private look(): void {
    const [base] = this.levels;
    if (!base || this.gone) return;
    const fine = this.isFine(this.view.zoom);
    const found = levelFor(this.levels, fine, this.view.zoom * Math.min(2, devicePixelRatio)) as Level | null;
    this.shown = found ?? base;
    const { width, height } = this.geometry;
    const all = { left: 0, top: 0, right: width, bottom: height };
    const whole = this.ask(base, tilesIn(all, base.side, width, height, this.view));
    const seen = this.ask(this.shown, this.seen(this.shown, ASIDE));
    this.giveBack(whole && seen);
  }

  /** The tiles of a level that the window shows, and some beyond its edges. */
  private seen(level: Level, beyond: number): TileAt[] {
    const [a, b] = [
      toBoard(this.view, this.window, { x: 0, y: 0 }),
      toBoard(this.view, this.window, { x: this.window.width, y: this.window.height }),
    ];
    const more = beyond * level.side;
    const part: Part = { left: a.x - more, top: a.y - more, right: b.x + more, bottom: b.y + more };
    return tilesIn(part, level.side, this.geometry.width, this.geometry.height, this.view);
  }

  /** Fetch what is missing. Whether all is there. */
  private ask(level: Level, wanted: TileAt[]): boolean {
    let complete = true;
    for (const at of wanted) {
      const tile = level.tiles.get(`${at.column}-${at.row}`) ?? this.add(level, at);
      if (tile.ready) continue;
      complete = false;
      const waits = tile.failed && performance.now() - tile.failed < AGAIN;
      if (!tile.asked && !waits && this.fetching < AT_ONCE) void this.fetch(level, at, tile);
    }
    return complete;
  }

  private add(level: Level, { column, row }: TileAt): Tile {
    const canvas = document.createElement("canvas");
    const at = { x: column * level.side, y: row * level.side };
    canvas.style.cssText = `left:${at.x}px;top:${at.y}px`;
    const tile = { canvas, at, ready: false, asked: null, failed: 0 };
    level.tiles.set(`${column}-${row}`, tile);
    return tile;
  }

  private async fetch(level: Level, { column, row }: TileAt, tile: Tile): Promise<void> {
    this.fetching++;
    tile.asked = new AbortController();
    const { version } = this.geometry.info.tiles!;
    const theme = this.dark ? "dark" : "light";
    const address = `/api/games/${this.game}/tiles/${version}/${theme}/${level.id}/${column}-${row}.webp`;
    try {
      const answer = await fetch(address, { signal: tile.asked.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      show(tile, await createImageBitmap(await answer.blob()), level);
      tile.failed = 0;
    } catch {
      if (!tile.asked.signal.aborted) tile.failed = performance.now();
    } finally {
      this.fetching--;
      tile.asked = null;
    }
    if (this.gone) return;
    if (tile.failed) this.lookSoon(AGAIN);
    else this.look();
  }

  /** Forget tiles out of sight, and other levels once this one covers what is seen. */
  private giveBack(covered: boolean): void {
    const [base] = this.levels;
    for (const level of this.levels) {
      if (level === base) continue;
      if (level !== this.shown) {
        if (covered) this.clear(level);
        continue;
      }
      const near = new Set(this.seen(level, KEPT).map(({ column, row }) => `${column}-${row}`));
      for (const [key, tile] of level.tiles) if (!near.has(key)) this.forget(level, key, tile);
    }
  }

  private clear(level: Level): void {
    for (const [key, tile] of level.tiles) this.forget(level, key, tile);
  }

  private forget(level: Level, key: string, tile: Tile): void {
    tile.asked?.abort();
    tile.canvas.remove();
    tile.canvas.width = tile.canvas.height = 0; // gives its pixels back at once
    level.tiles.delete(key);
  }

  /** Copy what is there about a point into a square of a canvas, for the lens. */
  copy(ctx: CanvasRenderingContext2D, at: Point, scale: number, side: number): void {
    ctx.fillStyle = this.dark ? "#171512" : "#efe8d2";
    ctx.fillRect(0, 0, side, side);
    for (const level of this.levels) {
      for (const { canvas, at: corner, ready } of level.tiles.values()) {
        if (!ready) continue;
        const size = [(canvas.width / level.scale) * scale, (canvas.height / level.scale) * scale] as const;
        ctx.drawImage(canvas, (corner.x - at.x) * scale + side / 2, (corner.y - at.y) * scale + side / 2, ...size);
      }
    }
  }
}

/** Put a picture on its canvas without a copy, and the canvas on the map. */
function show(tile: Tile, picture: ImageBitmap, level: Level): void {
  const { canvas } = tile;
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.style.width = `${picture.width / level.scale}px`;
  canvas.style.height = `${picture.height / level.scale}px`;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
  level.box.append(canvas);
  tile.ready = true;
}
