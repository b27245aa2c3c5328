/** The board: ground, canvas and camera together. It takes a scene and gives back clicks; it knows no rule. */
import { DARK, LIGHT } from "../look/palette";
import type { Symbols } from "../server/shapes.gen";
import type { Travel } from "../seat/travel";
import {
  type Beyond,
  beyond,
  centred,
  isInSight,
  isSeen,
  type Matter,
  matterOf,
  pieceMiddles,
  shifted,
  viewOf,
} from "./attention";
import { between, easeOut, fitted, kept, panned, toBoard, toWindow, type View, type Window, zoomed } from "./camera";
import type { Moving } from "./frame";
import type { Geometry, Point } from "./geometry";
import { Gestures, type Hands } from "./gestures";
import { Ground } from "./ground";
import { Lens } from "./lens";
import { Painter } from "./painter";
import { placeAt, type Scene } from "./scene";
import { type Laid, pieceAt } from "./stacks";

const CAMERA = 320;
const HEX = 90; // milliseconds a hex
const LONGEST = 900;
const FORCED = 260;
const OPENING = 66; // window pixels a hex at the start
const OPENING_LOTS = 88; // where several lots share a hex
const LEAST_LOTS = 66; // and if all that is asked about cannot be seen so near
const ROOMY = 700; // window pixels
const LETTERS = ["500 16px 'Alegreya Sans'", "700 16px 'Alegreya Sans'"]; // of the towns' names
const EDGE = 40; // window pixels: what floats nearer to an edge than this covers it
const SMALLEST = 160; // window pixels that must be left free
const HANDS_OFF = 400; // milliseconds after the player moved the map
const QUIET = 160; // milliseconds after the last turn of the wheel until counters are painted sharp

export interface Click {
  place: string | null;
  counter: Laid | null;
  fanned: boolean;
}

export interface BoardEvents {
  click(click: Click, touch: boolean, shift: boolean): void;
  hold(click: Click, touch: boolean): boolean;
  hover(place: string | null): void;
  lift(click: Click): boolean;
  drop(from: Click, to: Click): void;
}

interface Journey {
  points: Point[];
  start: number;
  lasts: number;
}

export class Board {
  view: View = { x: 0, y: 0, zoom: 1 };
  window: Window = { width: 1, height: 1, left: 0, right: 0, top: 0, bottom: 0 };
  scene: Scene | null = null;
  readonly canvas = document.createElement("canvas");
  readonly ground: Ground;
  readonly painter: Painter;
  /** Called whenever the camera moves, for what is pinned to the board. */
  readonly pins = new Set<() => void>();
  hovered: string | null = null;
  preview: string | null = null;
  pointed: string[] = [];
  cursor: string | null = null;
  zigzag = false; // which way the keyboard's cursor leans at its next slanting step
  tabbed = 0; // how many units Tab has gone through since the keyboard came to the board
  private journeys = new Map<string, Journey>();
  private flight: { from: View; to: View; start: number } | null = null;
  private glide: { vx: number; vy: number; last: number } | null = null;
  private asked = 0;
  private quiet = 0;
  private handled = -Infinity; // when the player last moved the camera
  private touched = false;
  private cameraMoves = false; // counters keep the pictures they have until it rests
  private calm = matchMedia("(prefers-reduced-motion: reduce)");
  private observer: ResizeObserver;
  private readonly lens = new Lens();

  constructor(
    readonly host: HTMLElement,
    readonly geometry: Geometry,
    symbols: Symbols,
    game: string,
    dark: boolean,
    private readonly events: BoardEvents,
  ) {
    this.ground = new Ground(game, geometry, dark);
    this.canvas.className = "pieces";
    this.canvas.setAttribute("aria-hidden", "true");
    host.prepend(this.ground.element, this.canvas);
    this.painter = new Painter(this.canvas, symbols, dark ? DARK : LIGHT, geometry);
    this.ground.onReady = () => {
      this.painter.names.values = this.ground.values;
      this.ask();
    };
    new Gestures(host, this.hands(), () => this.view.zoom * geometry.unit < 44);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(host);
    this.measure();
    void this.ground.load().catch(() => undefined); // without a picture the pieces can still be played
    void Promise.all([document.fonts.ready, ...LETTERS.map((font) => document.fonts.load(font))]).then(() => {
      this.painter.clear();
      this.ask();
    });
  }

  drop(): void {
    this.observer.disconnect();
    this.ground.drop();
    this.canvas.remove();
    this.lens.show(null, this);
    cancelAnimationFrame(this.asked);
  }

  darken(dark: boolean): void {
    this.painter.paints = dark ? DARK : LIGHT;
    this.painter.clear();
    this.ground.darken(dark);
    this.ask();
  }

  /** The size of the window, and how much of it panels cover. */
  measure(covered?: Partial<Window>): void {
    const box = this.host.getBoundingClientRect();
    this.window = { ...this.window, ...covered, width: box.width, height: box.height };
    if (this.scene) this.set(this.view);
  }

  show(scene: Scene): void {
    const first = !this.scene;
    this.scene = scene;
    this.painter.show(scene);
    if (first) this.view = this.opening();
    this.set(this.view);
  }

  travel(travels: Travel[]): void {
    if (!this.scene || this.calm.matches) return;
    for (const { piece, path, slow } of travels) {
      const points = path.map((place) => this.scene!.middle(place)).filter((p): p is Point => p !== null);
      if (points.length < 2) continue;
      const lasts = slow ? FORCED * (points.length - 1) : Math.min(LONGEST, HEX * Math.max(2, points.length - 1));
      this.journeys.set(piece, { points, start: performance.now(), lasts });
    }
    this.ask();
  }

  // ---- the camera ----

  /** What is asked about, as near as one likes to look; the whole map where that is as near. */
  private opening(): View {
    const scene = this.scene!;
    const whole = this.whole();
    const wanted = scene.crowded && this.window.width > ROOMY ? OPENING_LOTS : OPENING;
    if (whole.zoom * this.geometry.unit >= wanted) return whole;
    const asked = matterOf(scene).points;
    const points = asked.length ? asked : pieceMiddles(scene);
    if (!points.length) return whole;
    const [free, { unit }] = [this.free(), this.geometry];
    const least = scene.crowded ? LEAST_LOTS : undefined;
    return this.full(viewOf(points, free, this.window, unit, wanted / unit, least));
  }

  /** The window, and how much of it panels and whatever floats along its edges cover. */
  free(): Window {
    const free = { ...this.window };
    const box = this.host.getBoundingClientRect();
    for (const float of this.host.querySelectorAll<HTMLElement>(":scope > [data-floats]")) {
      const { left, right, top, bottom, width, height } = float.getBoundingClientRect();
      if (!width || !height) continue;
      if (width > height && box.bottom - bottom < EDGE) free.bottom = Math.max(free.bottom, box.bottom - top);
      else if (height > width && left - box.left < EDGE) free.left = Math.max(free.left, right - box.left);
    }
    return free.height - free.top - free.bottom < SMALLEST ? { ...this.window } : free;
  }

  private whole(): View {
    const free = this.free();
    return shifted(fitted(free, this.scene!.land), free, this.window);
  }

  fit(): void {
    this.fly(this.whole());
  }

  /** Bring what is asked about into sight, if it is not there and the player is not moving the map himself. */
  attend(): void {
    const { scene, window } = this;
    if (!scene || performance.now() - this.handled < HANDS_OFF) return;
    const matter = matterOf(scene);
    const [free, { unit }] = [this.free(), this.geometry];
    const view = this.flight?.to ?? this.view;
    if (!matter.points.length || isInSight(matter, view, free, window, unit)) return;
    this.flyTo(matter, viewOf(matter.points, free, window, unit, view.zoom));
  }

  /** Fly to a view that shows something; if that is possible, to one with hardly anything beside the map. */
  private flyTo(matter: Matter, wanted: View): void {
    const full = this.full(wanted);
    const free = this.free();
    this.fly(isInSight(matter, full, free, this.window, this.geometry.unit) ? full : wanted);
  }

  /** The same view with hardly anything beside the map in the free part of the window, and no edge under a tool. */
  private full(view: View): View {
    const [free, { land }] = [this.free(), this.scene!];
    const bounded = kept(shifted(view, this.window, free), free, land, 0.06);
    return centred(shifted(bounded, free, this.window), free, this.window, land);
  }

  /** What is asked about and lies out of sight, for each edge of the window. */
  beyond(): Beyond[] {
    return this.scene ? beyond(matterOf(this.scene).points, this.view, this.free(), this.window) : [];
  }

  nearer(factor: number): void {
    const { window, view, scene } = this;
    const at = toWindow(view, window, view);
    this.fly(zoomed(view, window, scene!.land, at, factor));
  }

  push(dx: number, dy: number): void {
    this.set(panned(this.view, this.window, this.scene!.land, dx, dy));
  }

  /** Bring a place into sight, if it is not. */
  reveal(place: string, always = false): void {
    const at = this.scene?.middle(place);
    if (!at || !this.scene) return;
    const [free, { unit }] = [this.free(), this.geometry];
    const view = this.flight?.to ?? this.view;
    if (!always && isSeen(view, free, this.window, at, Math.min(60, unit * view.zoom))) return;
    this.approach(at);
  }

  /** Fly to a point of the board. */
  approach(at: Point): void {
    const { zoom } = this.flight?.to ?? this.view;
    this.flyTo({ points: [at], every: true }, shifted({ x: at.x, y: at.y, zoom }, this.free(), this.window));
  }

  fly(to: View): void {
    const target = kept(to, this.window, this.scene!.land);
    if (this.calm.matches) {
      this.set(target);
      return;
    }
    this.glide = null;
    this.flight = { from: this.view, to: target, start: performance.now() };
    this.ask();
  }

  private set(view: View, moving = false): void {
    if (!this.scene) return;
    this.cameraMoves = moving;
    this.view = kept(view, this.window, this.scene.land);
    this.ground.place(this.view, this.window);
    this.ask();
    for (const follow of this.pins) follow();
    if (moving) this.settleSoon();
  }

  /** The player moves the camera: whatever moved it before gives way. */
  private handle(view: View): void {
    this.handled = performance.now();
    this.flight = null;
    this.set(view, true);
  }

  private settleSoon(): void {
    clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => {
      if (this.flight || this.glide) return;
      this.cameraMoves = false;
      this.ask();
    }, QUIET);
  }

  place(p: Point): Point {
    return toWindow(this.view, this.window, p);
  }

  // ---- frames ----

  /** Paint soon: however often it is asked, once a frame. */
  ask(): void {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.asked = 0;
    const flying = this.fliesOn(now);
    const gliding = this.glidesOn(now);
    const moving = this.travelled(now);
    const { hovered, preview, pointed, cursor } = this;
    this.painter.names.names = this.ground.namesAt(this.view.zoom);
    const late = this.painter.paint(
      this.view,
      this.window,
      { hovered, preview, pointed, cursor, moving },
      this.cameraMoves,
    );
    if (!this.touched) {
      this.touched = true;
      performance.mark("ardennes:board");
    }
    if (flying || gliding || moving.size || (late && !this.cameraMoves)) this.ask();
  }

  private fliesOn(now: number): boolean {
    const { flight } = this;
    if (!flight) return false;
    const t = (now - flight.start) / CAMERA;
    const done = t >= 1;
    if (done) this.flight = null;
    this.set(between(flight.from, flight.to, easeOut(t)), true);
    return !done;
  }

  private glidesOn(now: number): boolean {
    const { glide } = this;
    if (!glide) return false;
    const passed = Math.min(40, now - glide.last);
    const slower = Math.exp(-passed / 170);
    glide.vx *= slower;
    glide.vy *= slower;
    glide.last = now;
    if (Math.hypot(glide.vx, glide.vy) < 0.02) {
      this.glide = null;
      this.settleSoon();
      return false;
    }
    this.set(panned(this.view, this.window, this.scene!.land, glide.vx * passed, glide.vy * passed), true);
    return true;
  }

  private travelled(now: number): Map<string, Moving> {
    const moving = new Map<string, Moving>();
    for (const [piece, journey] of this.journeys) {
      const t = (now - journey.start) / journey.lasts;
      if (t >= 1) {
        this.journeys.delete(piece);
        this.ask();
        continue;
      }
      const along = easeOut(t) * (journey.points.length - 1);
      const i = Math.min(journey.points.length - 2, Math.floor(along));
      const [a, b] = [journey.points[i]!, journey.points[i + 1]!];
      const f = along - i;
      moving.set(piece, { at: { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f } });
    }
    return moving;
  }

  // ---- hands ----

  /** What lies under a point of the window. */
  under(at: Point): Click {
    const p = toBoard(this.view, this.window, at);
    const scene = this.scene!;
    const fan = pieceAt(scene.fan, p);
    if (fan) return { place: fan.place, counter: fan, fanned: true };
    const place = placeAt(scene, p);
    const counter = pieceAt(scene.counters, p);
    return { place: counter?.place ?? place, counter, fanned: false };
  }

  private hands(): Hands<Click> {
    const land = (): Scene["land"] => this.scene!.land;
    return {
      pan: (dx, dy) => this.handle(panned(this.view, this.window, land(), dx, dy)),
      zoom: (at, factor) => this.handle(zoomed(this.view, this.window, land(), at, factor)),
      glide: (vx, vy) => {
        this.flight = null;
        const still = Math.hypot(vx, vy) < 0.05 || this.calm.matches;
        this.glide = still ? null : { vx, vy, last: performance.now() };
        if (this.glide) this.ask();
        else this.settleSoon();
      },
      settle: () => this.settleSoon(),
      hover: (at) => this.scene && this.hoverAt(at),
      under: (at) => (this.scene ? this.under(at) : null),
      isSame: (one, other) =>
        one.place === other.place && one.fanned === other.fanned && one.counter?.piece.id === other.counter?.piece.id,
      click: (on, touch, shift) => this.events.click(on, touch, shift),
      twice: (at) => this.scene && this.fly(zoomed(this.view, this.window, land(), at, 1.7)),
      hold: (on, touch) => this.events.hold(on, touch),
      lift: (on) => this.events.lift(on),
      drop: (from, to) =>
        from.place === to.place ? this.events.click(from, false, false) : this.events.drop(from, to),
      magnify: (at) => this.magnify(at),
    };
  }

  private hoverAt(at: Point | null): void {
    const place = at ? this.under(at).place : null;
    if (place === this.hovered) return;
    this.hovered = place;
    this.events.hover(place);
    this.ask();
  }

  /** What a finger that searches would hit is previewed, and seen in the lens. */
  private magnify(at: Point | null): void {
    const found = at && this.scene ? at : null;
    this.preview = found ? this.under(found).place : null;
    this.lens.show(found, this);
    this.ask();
  }
}
