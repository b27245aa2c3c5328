/** The board: ground, canvas and camera together. It is given a state and gives back clicks; it knows no rule. */
import { DARK, LIGHT } from "../look/palette";
import type { BoardInfo, Symbols } from "../server/shapes.gen";
import { toBoard, toWindow, type View, type Viewport } from "./camera";
import { Geometry, type Point } from "./geometry";
import { Gestures, type Grip, type Hands } from "./gestures";
import { Ground } from "./ground";
import { Lens } from "./lens";
import { type Journey, Journeys } from "./journeys";
import { Painter } from "./painter";
import { placeAt, type Scene, sceneOf } from "./scene";
import { Drawings, isEntering } from "./shapes";
import { discAt, type Laid, pieceAt } from "./stacks";
import { type BoardState, EMPTY, LAID_OUT } from "./state";
import { Camera } from "./steering";

const LETTERS = ["500 16px 'Alegreya Sans'", "700 16px 'Alegreya Sans'"]; // of the towns' names
const FINGER = 44; // window pixels a hex that a finger hits

export interface Click {
  place: string | null;
  counter: Laid | null;
  fanned: boolean;
  whole: boolean; // whether the disc with the number of a stack was hit: all of it is meant
}

/** What a board tells. */
export interface BoardEvents {
  click(click: Click, touch: boolean, shift: boolean): void;
  hold(click: Click, touch: boolean): boolean; // whether a long press comes to something; if not, it is a slow click
  hover(place: string | null): void;
  lift(click: Click, by: Grip): boolean; // whether a drag that begins here carries something
  carry(click: Click, at: Point, by: Grip, shift: boolean): void; // a drag has begun or gone on, at a point of the page
  drop(at: Point | null): void; // it has ended at a point of the page, or was broken off
  wait(waits: boolean): void; // whether the map is long in coming
}

const DEAF: BoardEvents = {
  click: () => undefined,
  hold: () => false,
  hover: () => undefined,
  lift: () => false,
  carry: () => undefined,
  drop: () => undefined,
  wait: () => undefined,
};

export class Board {
  scene: Scene | null = null;
  readonly geometry: Geometry;
  readonly camera: Camera;
  readonly canvas = document.createElement("canvas");
  readonly ground: Ground;
  readonly painter: Painter;
  /** Called whenever the camera moves, for what is pinned to the board. */
  readonly pins = new Set<() => void>();
  private now: BoardState;
  private asked = 0; // the frame that is waited for
  private painted = false;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly observer = new ResizeObserver(() => this.camera.measure());
  private readonly lens = new Lens();
  private readonly drawings = new Drawings();
  private readonly journeys = new Journeys();
  private readonly gestures: Gestures<Click>;

  constructor(
    readonly host: HTMLElement,
    info: BoardInfo,
    symbols: Symbols,
    private readonly events: BoardEvents = DEAF,
    state: Partial<BoardState> = {},
  ) {
    this.now = { ...EMPTY, ...state };
    const { dark } = this.now;
    this.geometry = new Geometry(info);
    this.ground = new Ground(this.geometry, dark);
    this.canvas.className = "pieces";
    this.canvas.setAttribute("aria-hidden", "true");
    host.prepend(this.ground.element, this.canvas);
    this.painter = new Painter(this.canvas, symbols, dark ? DARK : LIGHT, this.geometry);
    this.camera = new Camera({
      host,
      unit: this.geometry.unit,
      scene: () => this.scene,
      isCalm: () => this.calm.matches,
      moved: () => this.followCamera(),
      ask: () => this.ask(),
    });
    this.gestures = new Gestures(host, this.hands(), () => this.view.zoom * this.geometry.unit < FINGER);
    this.observer.observe(host);
    this.camera.measure(this.now.covered);
    this.load();
    if (this.now.screen) this.layOut();
    this.drawings.set(this.now.shapes, performance.now());
  }

  /** Fetch the ground and the letters; without them the pieces can still be played. */
  private load(): void {
    this.ground.onReady = () => {
      this.painter.names.values = this.ground.values;
      this.ask();
    };
    this.ground.onWait = (waits) => this.events.wait(waits);
    void this.ground.load().catch(() => undefined);
    void Promise.all([document.fonts.ready, ...LETTERS.map((font) => document.fonts.load(font))]).then(() => {
      this.painter.clear();
      this.ask();
    });
  }

  /** Take everything off the page again, and give back what it held. */
  destroy(): void {
    cancelAnimationFrame(this.asked);
    this.asked = -1; // nothing is painted any more
    this.observer.disconnect();
    this.gestures.destroy();
    this.camera.destroy();
    this.ground.destroy();
    this.painter.destroy();
    this.lens.hide();
    this.pins.clear();
    this.canvas.remove();
    this.scene = null;
    this.now = EMPTY;
  }

  get state(): Readonly<BoardState> {
    return this.now;
  }

  get view(): View {
    return this.camera.view;
  }

  get viewport(): Viewport {
    return this.camera.viewport;
  }

  /** Change some of what the board shows; the rest stays. */
  set(change: Partial<BoardState>): void {
    const before = this.now;
    this.now = { ...before, ...change };
    const differs = (key: keyof BoardState): boolean => before[key] !== this.now[key];
    if (differs("dark")) this.darken(this.now.dark);
    if (differs("covered")) this.camera.measure(this.now.covered);
    if (LAID_OUT.some(differs)) this.layOut();
    if (differs("shapes")) this.drawings.set(this.now.shapes, performance.now());
    this.ask();
  }

  private darken(dark: boolean): void {
    this.painter.paints = dark ? DARK : LIGHT;
    this.painter.clear();
    this.ground.darken(dark);
  }

  private layOut(): void {
    const { screen } = this.now;
    if (!screen) return;
    const first = !this.scene;
    this.scene = sceneOf({ ...this.now, screen }, this.geometry, this.view.zoom);
    this.painter.show(this.scene);
    if (first) this.camera.open();
    this.camera.set(this.view);
  }

  /** Let pieces that have changed place be seen on their way. */
  travel(journeys: readonly Journey[]): void {
    if (!this.scene || this.calm.matches) return;
    this.journeys.begin(journeys, this.scene.middle);
    this.ask();
  }

  private followCamera(): void {
    this.ground.follow(this.view, this.viewport);
    this.ask();
    for (const follow of this.pins) follow();
  }

  /** Where a point of the board lies in the window. */
  inWindow(p: Point): Point {
    return toWindow(this.view, this.viewport, p);
  }

  // ---- frames ----

  /** Paint soon: however often it is asked, once a frame. */
  ask(): void {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.asked = 0;
    const flying = this.camera.step(now);
    const moving = this.journeys.at(now);
    const shapes = this.drawings.at(now, this.calm.matches);
    this.painter.names.names = this.ground.namesAt(this.view.zoom);
    const late = this.painter.paint(this.view, this.viewport, { ...this.now, shapes, moving }, this.camera.moves);
    if (!this.painted) {
      this.painted = true;
      performance.mark("ardennes:board");
    }
    if (flying || this.journeys.any || shapes.some(isEntering) || (late && !this.camera.moves)) this.ask();
  }

  // ---- hands ----

  /** What lies under a point of the window. */
  under(at: Point): Click {
    const p = toBoard(this.view, this.viewport, at);
    const scene = this.scene!;
    const fan = pieceAt(scene.fan, p);
    if (fan) return { place: fan.place, counter: fan, fanned: true, whole: false };
    const place = placeAt(scene, p);
    const disc = place?.includes("/") ? null : discAt(scene.counters, p); // a lit hexside may lie under a disc
    if (disc) return { place: disc.place, counter: disc, fanned: false, whole: true };
    const counter = pieceAt(scene.counters, p);
    return { place: counter?.place ?? place, counter, fanned: false, whole: false };
  }

  /** A point of the board's window as one of the page. */
  private onPage({ x, y }: Point): Point {
    const box = this.host.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }

  private hands(): Hands<Click> {
    const { camera } = this;
    const told = (): BoardEvents => (this.now.viewOnly ? DEAF : this.events);
    return {
      pan: (dx, dy) => camera.pan(dx, dy),
      zoom: (at, factor) => camera.zoom(at, factor),
      glide: (vx, vy) => camera.glideOn(vx, vy),
      settle: () => camera.settle(),
      hover: (at) => this.scene && this.hoverAt(at),
      under: (at) => (this.scene ? this.under(at) : null),
      isSame: (one, other) =>
        one.place === other.place && one.fanned === other.fanned && one.counter?.piece.id === other.counter?.piece.id,
      click: (on, touch, shift) => told().click(on, touch, shift),
      twice: (at) => camera.flyNearer(at, 1.7),
      hold: (on, touch) => told().hold(on, touch),
      lift: (on, by) => told().lift(on, by),
      carry: (on, at, by, shift) => told().carry(on, this.onPage(at), by, shift),
      drop: (at) => told().drop(at && this.onPage(at)),
      magnify: (at) => this.magnify(at),
    };
  }

  private hoverAt(at: Point | null): void {
    const hovered = at ? this.under(at).place : null;
    if (hovered === this.now.hovered) return;
    this.set({ hovered });
    this.events.hover(hovered);
  }

  /** What a finger that searches would hit is previewed, and seen in the lens. */
  private magnify(at: Point | null): void {
    const found = at && this.scene ? at : null;
    this.set({ preview: found ? this.under(found).place : null });
    if (found) this.lens.show(found, this);
    else this.lens.hide();
  }
}
