/** Mouse, touch and wheel turned into pans, zooms, hovers, clicks and long presses. */
import type { Point } from "./geometry";

/** What a hand does. `T` is what lies under a point: found when the button goes down, since the map may move before it
 * comes up again. */
export interface Hands<T> {
  under(at: Point): T | null;
  isSame(one: T, other: T): boolean;
  pan(dx: number, dy: number): void;
  zoom(at: Point, factor: number): void;
  glide(vx: number, vy: number): void; // window pixels a millisecond at which the hand let go
  settle(): void; // a gesture has ended
  hover(at: Point | null): void;
  click(on: T, touch: boolean, shift: boolean): void;
  twice(at: Point): void;
  /** Whether a long press comes to something; if not, it is a slow click. */
  hold(on: T, touch: boolean): boolean;
  /** Whether a drag that begins here carries a piece: with a mouse, with a finger at once, or after a long press. Then
   * `carry` tells that it has begun and where the hand is, and `drop` ends it: over nothing, if it was broken off. */
  lift(on: T, by: Grip): boolean;
  carry(on: T, at: Point, by: Grip, shift: boolean): void;
  drop(at: Point | null): void;
  magnify(at: Point | null): void; // a finger that searches a small hex
}

export type Grip = "mouse" | "finger" | "held";

const STILL = 6; // window pixels that a click may stray
const STILL_TOUCH = 12;
const LONG = 480;
const TWICE = 320;

interface Held {
  start: Point;
  last: Point;
  time: number;
}

export class Gestures<T> {
  private readonly gone = new AbortController();
  private readonly held = new Map<number, Held>();
  private pressed: T | null = null; // what lay under the first finger when it came down
  private strayed = false;
  private carrying: Grip | null = null;
  private carried = false; // whether the carrying has begun
  private pinched = false;
  private searching = false;
  private holdTimer = 0;
  private lastClick: { on: T; at: Point; time: number } | null = null;
  private speed: { vx: number; vy: number; time: number } = { vx: 0, vy: 0, time: 0 };

  constructor(
    private readonly element: HTMLElement,
    private readonly hands: Hands<T>,
    private readonly small: () => boolean, // whether hexes are too small for a finger
  ) {
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void): void =>
      element.addEventListener(name, act as EventListener, { passive: false, signal: this.gone.signal });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.cancel(event));
    on("lostpointercapture", (event) => this.held.has(event.pointerId) && this.cancel(event));
    on("pointerleave", (event) => event.pointerType === "mouse" && hands.hover(null));
    on("wheel", (event) => this.wheel(event));
    on("contextmenu", (event) => event.preventDefault());
  }

  /** Hear nothing any more. */
  destroy(): void {
    this.gone.abort();
    clearTimeout(this.holdTimer);
  }

  private at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if ((event.target as HTMLElement).closest("[data-floats]")) return;
    const at = this.at(event);
    this.element.setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, { start: at, last: at, time: event.timeStamp });
    this.speed = { vx: 0, vy: 0, time: event.timeStamp };
    this.hands.glide(0, 0);
    clearTimeout(this.holdTimer);
    if (this.held.size > 1) {
      this.pinched = this.strayed = true;
      this.drop(null);
      this.carrying = null;
      this.endSearch();
      return;
    }
    this.strayed = this.pinched = false;
    const on = (this.pressed = this.hands.under(at));
    const touch = event.pointerType !== "mouse";
    const by = touch ? "finger" : "mouse";
    this.carried = false;
    this.carrying = event.button === 0 && on !== null && this.hands.lift(on, by) ? by : null;
    this.holdTimer = window.setTimeout(() => this.hold(at, touch), touch && this.small() ? 180 : LONG);
  }

  private hold(at: Point, touch: boolean): void {
    if (this.strayed || this.held.size !== 1) return;
    if (touch && this.small()) {
      this.searching = true;
      this.hands.magnify(at);
      return;
    }
    if (touch && this.pressed !== null && this.hands.lift(this.pressed, "held")) this.carrying = "held";
    // If it came to something, the finger's lifting is no click any more.
    if (this.pressed !== null && this.hands.hold(this.pressed, touch)) this.strayed = true;
  }

  private endSearch(): void {
    if (!this.searching) return;
    this.searching = false;
    this.hands.magnify(null);
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    const held = this.held.get(event.pointerId);
    if (!held) {
      if (event.pointerType === "mouse") this.hands.hover(at);
      return;
    }
    if (this.searching) {
      held.last = at;
      this.hands.magnify(at);
      return;
    }
    if (this.held.size === 2) {
      this.pinch(event.pointerId, held, at);
      return;
    }
    const limit = event.pointerType === "mouse" ? STILL : STILL_TOUCH;
    if (!this.strayed && Math.hypot(at.x - held.start.x, at.y - held.start.y) < limit) return;
    if (!this.strayed) {
      this.strayed = true;
      held.last = at;
      clearTimeout(this.holdTimer);
    }
    if (this.carrying) this.carry(at, this.carrying, event.shiftKey);
    else this.drag(event, held, at);
    held.last = at;
  }

  private carry(at: Point, by: Grip, shift: boolean): void {
    this.carried = true;
    this.hands.carry(this.pressed!, at, by, shift);
    this.hands.hover(at);
  }

  private drag(event: PointerEvent, held: Held, at: Point): void {
    const [dx, dy] = [at.x - held.last.x, at.y - held.last.y];
    this.hands.pan(dx, dy);
    const passed = Math.max(1, event.timeStamp - this.speed.time);
    const fresh = Math.min(1, passed / 60);
    this.speed = {
      vx: this.speed.vx * (1 - fresh) + (dx / passed) * fresh,
      vy: this.speed.vy * (1 - fresh) + (dy / passed) * fresh,
      time: event.timeStamp,
    };
  }

  private pinch(id: number, held: Held, at: Point): void {
    const other = [...this.held].find(([key]) => key !== id)![1].last;
    const before = Math.hypot(held.last.x - other.x, held.last.y - other.y) || 1;
    const now = Math.hypot(at.x - other.x, at.y - other.y) || 1;
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.hands.pan((at.x - held.last.x) / 2, (at.y - held.last.y) / 2);
    this.hands.zoom(middle, now / before);
    held.last = at;
  }

  private up(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (!held) return;
    this.held.delete(event.pointerId);
    clearTimeout(this.holdTimer);
    const at = this.at(event);
    const touch = event.pointerType !== "mouse";
    if (this.searching) {
      this.endSearch();
      const found = this.hands.under(at);
      if (found !== null) this.hands.click(found, touch, false);
      return;
    }
    if (this.held.size) return;
    if (!this.strayed) this.clicked(held.start, touch, event);
    else if (this.carrying) this.drop(at);
    else if (!this.pinched && event.timeStamp - this.speed.time < 60) this.hands.glide(this.speed.vx, this.speed.vy);
    else this.hands.settle();
    this.carrying = null;
  }

  private clicked(at: Point, touch: boolean, { timeStamp: time, shiftKey }: PointerEvent): void {
    const [on, last] = [this.pressed, this.lastClick];
    if (on === null) return;
    const near = last && time - last.time < TWICE && Math.hypot(at.x - last.at.x, at.y - last.at.y) < 20;
    if (near && !touch && this.hands.isSame(last.on, on)) {
      this.lastClick = null;
      this.hands.twice(at);
      return;
    }
    this.lastClick = { on, at, time };
    this.hands.click(on, touch, shiftKey);
  }

  private drop(at: Point | null): void {
    if (this.carried) this.hands.drop(at);
    this.carried = false;
  }

  private cancel(event: PointerEvent): void {
    this.held.delete(event.pointerId);
    clearTimeout(this.holdTimer);
    this.endSearch();
    this.drop(null);
    this.carrying = null;
    this.hands.settle();
  }

  private wheel(event: WheelEvent): void {
    if ((event.target as HTMLElement).closest("[data-floats]")) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    const strength = event.ctrlKey ? 0.011 : 0.0016;
    this.hands.zoom(this.at(event), Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * strength));
  }
}
