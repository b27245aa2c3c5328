/** The ground: the map in tiles that the server has drawn. What is seen is held, and the whole map at its coarsest. */
import type { Labels } from "../server/shapes.gen";
import type { View, Viewport } from "./camera";
import { toBoard } from "./camera";
import type { Geometry, Point } from "./geometry";
import type { Name, Value } from "./lettering";
import { release } from "./release";
import { levelFor, type Part, type TileAt, type TileLevel, tilesIn } from "./tiling";

const DETAIL_FROM = 40; // window pixels a hex
const AT_ONCE = 3; // tiles that are fetched side by side: what the player does must find a free line
const SOON = 90; // milliseconds between two looks for what is missing
const AGAIN = 1000; // milliseconds until what did not come is asked for again; twice as many after each failure
const DRAWN = 500; // milliseconds until what the server is drawing is asked for again
const SELDOM = 30_000; // and at most
const PATIENT = 700; // milliseconds after which it is said that the map is being loaded
const LATE = 60_000; // milliseconds after which a tile is given up
const NOT_YET = 202; // the answer to a tile that is being drawn
const ASIDE = 0.3; // of a tile: what lies so near to the edge is fetched ahead
const KEPT = 0.5; // of a tile: what lies farther out is given back
const RESTS = 120; // milliseconds without a change of zoom, after which another level is fetched, or at least …
const PASSES = 400; // … if it has been wanted for so long: one that a zoom only passes through is not

interface Tile {
  canvas: HTMLCanvasElement;
  at: Point; // its corner in the board's pixels
  ready: boolean;
  asked: AbortController | null;
  failures: number; // in a row
  due: number; // when it may be asked for again
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
  private shown: Level | null = null; // the level that is fetched and held
  private wanted: Level | null = null; // that of the present zoom
  private wantedSince = -Infinity;
  private zoomedAt = -Infinity;
  private fetching = 0;
  private looked = 0; // a timer, which runs until …
  private lookAt = Infinity;
  private late = 0; // a timer, while the map is not there
  private view: View = { x: 0, y: 0, zoom: 1 };
  private viewport: Viewport = { width: 1, height: 1, left: 0, right: 0, top: 0, bottom: 0 };
  private followed = false; // whether the camera has told what is seen
  private gone = false;
  onReady: () => void = () => undefined; // called when the labels, or the first picture, are there
  onWait: (waits: boolean) => void = () => undefined; // called when the map is long in coming, and when it is there

  private readonly address: string; // where labels and tiles are fetched
  private readonly leaving = new AbortController();
  private readonly hurry = (): void => this.retryNow();

  constructor(
    private readonly geometry: Geometry,
    private dark: boolean,
  ) {
    this.address = `/api/games/${geometry.info.game}`;
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
    window.addEventListener("online", this.hurry);
  }

  /** Fetch the map at its coarsest, and what is lettered over it, however often that fails at first. */
  async load(): Promise<void> {
    this.look();
    for (let failures = 0; !this.gone;) {
      try {
        const answer = await fetch(`${this.address}/labels`, { signal: this.leaving.signal });
        if (!answer.ok) throw new Error(`${answer.status}`);
        this.labels = (await answer.json()) as Labels;
        break;
      } catch {
        if (!this.gone) await new Promise((go) => setTimeout(go, pauseAfter(++failures)));
      }
    }
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

  destroy(): void {
    this.gone = true;
    this.leaving.abort(); // a request that is still open would hold the whole board
    clearTimeout(this.looked);
    clearTimeout(this.late);
    window.removeEventListener("online", this.hurry);
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
  follow(view: View, viewport: Viewport): void {
    if (this.followed && view.zoom !== this.view.zoom) this.zoomedAt = performance.now();
    this.view = view;
    this.viewport = viewport;
    this.followed = true;
    const at = toBoard(view, viewport, { x: 0, y: 0 });
    this.element.style.transform = `matrix(${view.zoom},0,0,${view.zoom},${-at.x * view.zoom},${-at.y * view.zoom})`;
    this.lookSoon(SOON);
  }

  /** Look after so many milliseconds, unless that happens earlier anyway. */
  private lookSoon(after: number): void {
    const at = performance.now() + after;
    if (this.gone || this.lookAt <= at) return;
    clearTimeout(this.looked);
    this.lookAt = at;
    this.looked = window.setTimeout(() => this.look(), after);
  }

  /** The network is back: what did not come is asked for at once. */
  private retryNow(): void {
    for (const level of this.levels) for (const tile of level.tiles.values()) tile.due = 0;
    this.look();
  }

  /** Ask for what is missed most, and give back what nobody sees. */
  private look(): void {
    const [base] = this.levels;
    if (!base || this.gone) return;
    clearTimeout(this.looked);
    this.lookAt = Infinity;
    const { width, height } = this.geometry;
    const all = { left: 0, top: 0, right: width, bottom: height };
    const whole = this.ask(base, tilesIn(all, base.side, width, height, this.view));
    this.tellOf(!whole);
    if (!this.followed) return;
    const wait = this.choose(base);
    if (wait > 0) this.lookSoon(wait);
    const seen = wait <= 0 && this.ask(this.shown!, this.seen(this.shown!, ASIDE));
    this.giveBack(whole && seen);
  }

  /** Find the level to be shown; in how many milliseconds, if the zoom may only be passing through it. */
  private choose(base: Level): number {
    const { zoom } = this.view;
    const found = levelFor(this.levels, this.isFine(zoom), zoom * Math.min(2, devicePixelRatio)) as Level | null;
    const now = performance.now();
    if ((found ?? base) !== this.wanted) this.wantedSince = now;
    this.wanted = found ?? base;
    const wait = Math.min(this.zoomedAt + RESTS, this.wantedSince + PASSES) - now;
    if (!this.shown || wait <= 0) this.shown = this.wanted;
    return this.wanted === this.shown ? 0 : wait;
  }

  /** Tell if the map is long in coming, and when it is there. */
  private tellOf(waits: boolean): void {
    if (waits) this.late ||= window.setTimeout(() => this.onWait(true), PATIENT);
    if (waits || !this.late) return;
    clearTimeout(this.late);
    this.late = 0;
    this.onWait(false);
  }

  /** The tiles of a level that the window shows, and some beyond its edges. */
  private seen(level: Level, beyond: number): TileAt[] {
    const [a, b] = [
      toBoard(this.view, this.viewport, { x: 0, y: 0 }),
      toBoard(this.view, this.viewport, { x: this.viewport.width, y: this.viewport.height }),
    ];
    const more = beyond * level.side;
    const part: Part = { left: a.x - more, top: a.y - more, right: b.x + more, bottom: b.y + more };
    return tilesIn(part, level.side, this.geometry.width, this.geometry.height, this.view);
  }

  /** Fetch what is missing, and look again when what did not come may be asked for. Whether all is there. */
  private ask(level: Level, wanted: TileAt[]): boolean {
    let complete = true;
    for (const at of wanted) {
      const tile = level.tiles.get(`${at.column}-${at.row}`) ?? this.add(level, at);
      if (tile.ready) continue;
      complete = false;
      if (tile.asked) continue;
      const wait = tile.due - performance.now();
      if (wait > 0) this.lookSoon(wait);
      else if (this.fetching < AT_ONCE) void this.fetch(level, at, tile);
    }
    return complete;
  }

  private add(level: Level, { column, row }: TileAt): Tile {
    const canvas = document.createElement("canvas");
    const at = { x: column * level.side, y: row * level.side };
    canvas.style.cssText = `left:${at.x}px;top:${at.y}px`;
    const tile = { canvas, at, ready: false, asked: null, failures: 0, due: 0 };
    level.tiles.set(`${column}-${row}`, tile);
    return tile;
  }

  private async fetch(level: Level, { column, row }: TileAt, tile: Tile): Promise<void> {
    this.fetching++;
    const { signal } = (tile.asked = new AbortController());
    const { version } = this.geometry.info.tiles!;
    const theme = this.dark ? "dark" : "light";
    const address = `${this.address}/tiles/${version}/${theme}/${level.id}/${column}-${row}.webp`;
    try {
      const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(LATE)]) });
      if (answer.status === NOT_YET) tile.due = performance.now() + DRAWN;
      else if (answer.ok) await decode(answer, tile, level, signal);
      else throw new Error(`${answer.status}`);
    } catch {
      tile.due = performance.now() + pauseAfter(++tile.failures);
    } finally {
      this.fetching--;
      tile.asked = null;
    }
    this.look();
  }

  /** Forget tiles out of sight, and other levels once this one covers what is seen. */
  private giveBack(covered: boolean): void {
    const [base] = this.levels;
    for (const level of this.levels) {
      if (level === base || !level.tiles.size) continue;
      const isShown = level === this.shown;
      const beyond = isShown ? KEPT : 0;
      const near = isShown || !covered ? this.seen(level, beyond).map(({ column, row }) => `${column}-${row}`) : [];
      for (const [key, tile] of level.tiles) if (!near.includes(key)) this.forget(level, key, tile);
    }
  }

  private clear(level: Level): void {
    for (const [key, tile] of level.tiles) this.forget(level, key, tile);
  }

  private forget(level: Level, key: string, tile: Tile): void {
    tile.asked?.abort();
    if (tile.ready) void release(tile.canvas);
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

/** Milliseconds until what has failed so often is asked for again. */
function pauseAfter(failures: number): number {
  return Math.min(SELDOM, AGAIN * 2 ** (failures - 1));
}

async function decode(answer: Response, tile: Tile, level: Level, signal: AbortSignal): Promise<void> {
  const picture = await createImageBitmap(await answer.blob());
  if (signal.aborted)
    picture.close(); // it was given back while it was decoded
  else show(tile, picture, level);
}

/** Put a picture on its canvas without a copy, and the canvas on the map. Throws where there is no memory for it. */
function show(tile: Tile, picture: ImageBitmap, level: Level): void {
  const { canvas } = tile;
  const context = canvas.getContext("bitmaprenderer");
  if (!context) throw new Error("There is no canvas for the map.");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.style.width = `${picture.width / level.scale}px`;
  canvas.style.height = `${picture.height / level.scale}px`;
  context.transferFromImageBitmap(picture);
  level.box.append(canvas);
  tile.ready = true;
}
