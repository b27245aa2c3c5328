/** What moves the camera: hands, keys and questions; and what it may show beside the panels. */
import {
  type Beyond,
  beyond,
  centred,
  isInSight,
  isSeen,
  type Matter,
  matterOf,
  openingOf,
  shifted,
  viewOf,
} from "./attention";
import { between, easeOut, fitted, kept, panned, toWindow, type View, type Viewport, zoomed } from "./camera";
import type { Point } from "./geometry";
import type { Scene } from "./scene";
import type { Covered } from "./state";

const FLIGHT = 320; // milliseconds
const OPENING = 66; // window pixels a hex at the start
const OPENING_LOTS = 88; // where several lots share a hex
const LEAST_LOTS = 66; // and if all that is asked about cannot be seen so near
const ROOMY = 700; // window pixels
const EDGE = 40; // window pixels: what floats nearer to an edge than this covers it
const SMALLEST = 160; // window pixels that must be left free
const HANDS_OFF = 400; // milliseconds after the player moved the map
const QUIET = 160; // milliseconds after the last turn of the wheel until counters are painted sharp

/** What the camera looks at, and whom it tells. */
interface Stage {
  host: HTMLElement;
  unit: number;
  scene(): Scene | null;
  isCalm(): boolean; // whether nothing may move by itself
  moved(): void; // the view has changed
  ask(): void; // a frame is wanted
}

export class Camera {
  view: View = { x: 0, y: 0, zoom: 1 };
  viewport: Viewport = { width: 1, height: 1, left: 0, right: 0, top: 0, bottom: 0 };
  moves = false; // whether it moves: counters keep the pictures they have until it rests
  private flight: { from: View; to: View; start: number } | null = null;
  private glide: { vx: number; vy: number; last: number } | null = null;
  private quiet = 0; // a timer
  private handled = -Infinity; // when the player last moved it
  private blind = false; // whether it was opened on nothing, and still looks at the whole map for that

  constructor(private readonly stage: Stage) {}

  /** The size of the window, and how much of it panels cover. */
  measure(covered?: Covered): void {
    const box = this.stage.host.getBoundingClientRect();
    this.viewport = { ...this.viewport, ...covered, width: box.width, height: box.height };
    this.set(this.view);
  }

  /** Look at what is asked about, as near as one likes to look; at the whole map where that is as near. */
  open(): void {
    const scene = this.stage.scene()!;
    this.blind = !openingOf(scene).length;
    this.view = this.opening(scene);
  }

  private opening(scene: Scene): View {
    const whole = this.whole();
    const { unit } = this.stage;
    const wanted = scene.crowded && this.viewport.width > ROOMY ? OPENING_LOTS : OPENING;
    if (whole.zoom * unit >= wanted) return whole;
    const points = openingOf(scene);
    if (!points.length) return whole;
    const least = scene.crowded ? LEAST_LOTS : undefined;
    return this.full(viewOf(points, this.free(), this.viewport, unit, wanted / unit, least));
  }

  /** The window, and how much of it panels and whatever floats along its edges cover. */
  free(): Viewport {
    const free = { ...this.viewport };
    const { host } = this.stage;
    const box = host.getBoundingClientRect();
    for (const float of host.querySelectorAll<HTMLElement>(":scope > [data-floats]")) {
      const { left, right, top, bottom, width, height } = float.getBoundingClientRect();
      if (!width || !height) continue;
      if (width > height && box.bottom - bottom < EDGE) free.bottom = Math.max(free.bottom, box.bottom - top);
      else if (height > width && left - box.left < EDGE) free.left = Math.max(free.left, right - box.left);
    }
    return free.height - free.top - free.bottom < SMALLEST ? { ...this.viewport } : free;
  }

  private whole(): View {
    const free = this.free();
    return shifted(fitted(free, this.stage.scene()!.land), free, this.viewport);
  }

  /** Show the whole map. */
  fit(): void {
    this.fly(this.whole());
  }

  /** Bring what is asked about into sight, if it is not there and the player is not moving the map himself. */
  attend(): void {
    const scene = this.stage.scene();
    if (!scene || performance.now() - this.handled < HANDS_OFF) return;
    const matter = matterOf(scene);
    const sees = !this.blind || matter.points.length > 0;
    this.blind = false;
    if (!sees && openingOf(scene).length) this.fly(this.opening(scene));
    const [free, { unit }] = [this.free(), this.stage];
    const view = this.flight?.to ?? this.view;
    if (!matter.points.length || isInSight(matter, view, free, this.viewport, unit)) return;
    this.flyTo(matter, viewOf(matter.points, free, this.viewport, unit, view.zoom));
  }

  /** Fly to a view that shows something; if that is possible, to one with hardly anything beside the map. */
  private flyTo(matter: Matter, wanted: View): void {
    const full = this.full(wanted);
    this.fly(isInSight(matter, full, this.free(), this.viewport, this.stage.unit) ? full : wanted);
  }

  /** The same view with hardly anything beside the map in the free part of the window, and no edge under a tool. */
  private full(view: View): View {
    const [free, { land }] = [this.free(), this.stage.scene()!];
    const bounded = kept(shifted(view, this.viewport, free), free, land, 0.06);
    return centred(shifted(bounded, free, this.viewport), free, this.viewport, land);
  }

  /** What is asked about and lies out of sight, for each edge of the window. */
  beyond(): Beyond[] {
    const scene = this.stage.scene();
    return scene ? beyond(matterOf(scene).points, this.view, this.free(), this.viewport) : [];
  }

  /** Come nearer by a factor, towards the middle. */
  nearer(factor: number): void {
    this.flyNearer(toWindow(this.view, this.viewport, this.view), factor);
  }

  /** Come nearer by a factor, towards a point of the window. */
  flyNearer(at: Point, factor: number): void {
    const scene = this.stage.scene();
    if (scene) this.fly(zoomed(this.view, this.viewport, scene.land, at, factor));
  }

  /** Move the map by so many window pixels. */
  push(dx: number, dy: number): void {
    const scene = this.stage.scene();
    if (scene) this.set(panned(this.view, this.viewport, scene.land, dx, dy));
  }

  /** Bring a place into sight, if it is not. */
  reveal(place: string, always = false): void {
    const at = this.stage.scene()?.middle(place);
    if (!at) return;
    const view = this.flight?.to ?? this.view;
    const room = Math.min(60, this.stage.unit * view.zoom);
    if (always || !isSeen(view, this.free(), this.viewport, at, room)) this.approach(at);
  }

  /** Bring all of some places into sight beside something that covers more of the window. */
  clear(places: readonly string[], more: Partial<Covered>): void {
    const scene = this.stage.scene();
    const points = scene ? places.flatMap((place) => scene.middle(place) ?? []) : [];
    if (!points.length) return;
    const free = this.free();
    for (const edge of ["left", "right", "top", "bottom"] as const) free[edge] += more[edge] ?? 0;
    const view = this.flight?.to ?? this.view;
    if (isInSight({ points, every: true }, view, free, this.viewport, this.stage.unit)) return;
    this.fly(viewOf(points, free, this.viewport, this.stage.unit, view.zoom));
  }

  /** Bring a place out from under something that lies over a part of the window. */
  uncover(place: string, { left, top, right, bottom }: Covered): void {
    const at = this.stage.scene()?.middle(place);
    if (!at) return;
    const view = this.flight?.to ?? this.view;
    const p = toWindow(view, this.viewport, at);
    const room = Math.min(60, this.stage.unit * view.zoom * 0.7);
    if (p.x < left - room || p.x > right + room || p.y < top - room || p.y > bottom + room) return;
    const free = this.free();
    const beside = free.width - free.right - right > free.height - free.bottom - bottom;
    const [dx, dy] = beside ? [right + room - p.x, 0] : [0, bottom + room - p.y];
    this.fly({ ...view, x: view.x - dx / view.zoom, y: view.y - dy / view.zoom });
  }

  /** Fly to a point of the board. */
  approach(at: Point): void {
    const { zoom } = this.flight?.to ?? this.view;
    this.flyTo({ points: [at], every: true }, shifted({ x: at.x, y: at.y, zoom }, this.free(), this.viewport));
  }

  fly(to: View): void {
    const target = kept(to, this.viewport, this.stage.scene()!.land);
    if (this.stage.isCalm()) {
      this.set(target);
      return;
    }
    this.glide = null;
    this.flight = { from: this.view, to: target, start: performance.now() };
    this.stage.ask();
  }

  /** Look at something else at once. */
  set(view: View, moves = false): void {
    const scene = this.stage.scene();
    if (!scene) return;
    this.moves = moves;
    this.view = kept(view, this.viewport, scene.land);
    this.stage.moved();
    if (moves) this.settle();
  }

  // ---- hands ----

  /** The player drags the map: whatever moved it before gives way. */
  pan(dx: number, dy: number): void {
    const scene = this.stage.scene();
    if (scene) this.handle(panned(this.view, this.viewport, scene.land, dx, dy));
  }

  /** The player turns the wheel or pinches. */
  zoom(at: Point, factor: number): void {
    const scene = this.stage.scene();
    if (scene) this.handle(zoomed(this.view, this.viewport, scene.land, at, factor));
  }

  private handle(view: View): void {
    this.handled = performance.now();
    this.flight = null;
    this.blind = false;
    this.set(view, true);
  }

  /** Go on by itself at the speed at which a hand let go; with none, stand still. */
  glideOn(vx: number, vy: number): void {
    this.flight = null;
    const still = Math.hypot(vx, vy) < 0.05 || this.stage.isCalm();
    this.glide = still ? null : { vx, vy, last: performance.now() };
    if (this.glide) this.stage.ask();
    else this.settle();
  }

  /** Rest soon, unless something moves it again. */
  settle(): void {
    clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => {
      if (this.isUnderWay) return;
      this.moves = false;
      this.stage.ask();
    }, QUIET);
  }

  // ---- frames ----

  /** Whether it moves by itself. */
  get isUnderWay(): boolean {
    return Boolean(this.flight ?? this.glide);
  }

  /** Go on with what is under way. Whether a further frame is wanted. */
  step(now: number): boolean {
    const flies = this.fliesOn(now);
    return this.glidesOn(now) || flies;
  }

  private fliesOn(now: number): boolean {
    const { flight } = this;
    if (!flight) return false;
    const t = (now - flight.start) / FLIGHT;
    const done = t >= 1;
    if (done) this.flight = null;
    this.set(between(flight.from, flight.to, easeOut(t)), true);
    return !done;
  }

  private glidesOn(now: number): boolean {
    const { glide } = this;
    const scene = this.stage.scene();
    if (!glide || !scene) return false;
    const passed = Math.min(40, now - glide.last);
    const slower = Math.exp(-passed / 170);
    glide.vx *= slower;
    glide.vy *= slower;
    glide.last = now;
    if (Math.hypot(glide.vx, glide.vy) < 0.02) {
      this.glide = null;
      this.settle();
      return false;
    }
    this.set(panned(this.view, this.viewport, scene.land, glide.vx * passed, glide.vy * passed), true);
    return true;
  }

  destroy(): void {
    clearTimeout(this.quiet);
    this.flight = this.glide = null;
  }
}
