/** The shapes that are drawn over the board: rings, arrows and paths, and how they enter. */
import type { Paints } from "../look/palette";
import type { Shape, Tone } from "../shape";
import { easeOut } from "./camera";
import { type Frame, through } from "./frame";
import { distance, type Point } from "./geometry";
import type { Scene } from "./scene";

/** A shape, and how many milliseconds it has been there. */
export interface Drawn {
  shape: Shape;
  age: number;
}

const ENTERS = 420; // milliseconds until a shape is whole
const BEAT = 1400; // milliseconds that a ring takes to swell and shrink
const BEATS = 3; // how often a hint swells, so that the eye finds it
const SETTLED = ENTERS + BEAT * BEATS;
const STRENGTH = 54; // window pixels a hex at which lines have the width that is given here
const INSET = 0.29; // of a hex between an arrow's end and the middle of its place
const SHAFT = 0.084; // half the width of an arrow, of a hex
const BARB = 0.176; // half the width of its head
const HEAD = 0.21; // the length of its head

/** The shapes that are on the board and since when: one that stays under its name does not enter again. */
export class Drawings {
  private shown = new Map<string, { shape: Shape; since: number }>();

  set(shapes: readonly Shape[], now: number): void {
    const before = this.shown;
    this.shown = new Map();
    for (const shape of shapes) {
      const known = before.get(shape.name);
      const same = known && JSON.stringify(known.shape) === JSON.stringify(shape);
      this.shown.set(shape.name, { shape, since: same ? known.since : now });
    }
  }

  /** Every shape at a moment; all of them whole where nothing may move. */
  at(now: number, calm: boolean): Drawn[] {
    return [...this.shown.values()].map(({ shape, since }) => ({ shape, age: calm ? SETTLED : now - since }));
  }
}

/** Whether a shape still moves. */
export function isEntering({ shape, age }: Drawn): boolean {
  return age < (shape.kind === "circle" && shape.tone === "hint" ? SETTLED : ENTERS);
}

/** Where a place or a piece lies on the board, if it lies there. */
export function pointOf(scene: Scene, thing: string): Point | null {
  return scene.middle(thing) ?? scene.counters.find((one) => one.piece.id === thing) ?? null;
}

/** All shapes, above the counters. */
export function paintShapes(frame: Frame): void {
  for (const drawn of frame.shapes) paintShape(frame, drawn);
}

function paintShape(frame: Frame, { shape, age }: Drawn): void {
  const grown = easeOut(age / ENTERS);
  const colour = colourOf(frame.paints, shape.tone);
  if (shape.kind === "circle") {
    const at = pointOf(frame.scene, shape.at);
    if (at) ring(frame, shape.at, at, colour, swelling(age, shape.tone));
    return;
  }
  const places = shape.kind === "arrow" ? [shape.from, shape.to] : shape.through;
  const points = places.flatMap((place) => pointOf(frame.scene, place) ?? []);
  if (points.length < 2) return;
  if (shape.kind === "path") paintPath(frame, partOf(points, grown), colour);
  else if (points.length === places.length) paintArrow(frame, points[0]!, points[1]!, colour, grown);
}

function colourOf(paints: Paints, tone: Tone): string {
  return tone === "act" ? paints.azure : tone === "fight" ? paints.vermilion : paints.amber;
}

/** How large a ring is: it closes round its place, and a hint breathes a few times more. */
function swelling(age: number, tone: Tone): number {
  if (age < ENTERS) return 1 + 0.35 * (1 - easeOut(age / ENTERS));
  const beats = (age - ENTERS) / BEAT;
  return tone !== "hint" || beats >= BEATS ? 1 : 1 + 0.05 * Math.sin(beats * Math.PI) ** 2;
}

/** The board's pixels for a pixel of a line, which grows with the map but slower than it. */
function strength(frame: Frame): number {
  const { unit } = frame.scene.geometry;
  return frame.px * Math.max(0.7, ((unit * frame.view.zoom) / STRENGTH) ** 0.72);
}

function ring(frame: Frame, thing: string, at: Point, colour: string, size: number): void {
  const { ctx, scene } = frame;
  const { unit } = scene.geometry;
  const path = new Path2D();
  const card = scene.boxes.find((one) => one.box.id === thing);
  if (card) {
    const pad = unit * 0.1 * size;
    path.roundRect(card.x - pad, card.y - pad, card.width + 2 * pad, card.height + 2 * pad, unit * 0.2);
  } else path.arc(at.x, at.y, unit * (thing.includes("/") ? 0.3 : 0.56) * size, 0, 2 * Math.PI);
  const px = strength(frame);
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 7 * px;
  ctx.stroke(path);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 4 * px;
  ctx.stroke(path);
}

/** A block arrow from place to place that leaves both of them to be seen; `grown`: how much of it is there. */
export function paintArrow(frame: Frame, from: Point, to: Point, colour: string, grown = 1): void {
  const { ctx, scene } = frame;
  const { unit } = scene.geometry;
  const far = distance(from, to);
  const inset = Math.min(unit * INSET, far * 0.3);
  const tip = inset + (far - 2 * inset) * grown;
  const neck = Math.max(inset, tip - Math.min(unit * HEAD, (far - 2 * inset) / 2));
  const [w, b] = [unit * SHAFT, unit * BARB];
  ctx.save();
  ctx.translate(from.x, from.y);
  ctx.rotate(Math.atan2(to.y - from.y, to.x - from.x));
  ctx.beginPath();
  ctx.moveTo(inset, -w);
  for (const [x, y] of [
    [neck, -w],
    [neck, -b],
    [tip, 0],
    [neck, b],
    [neck, w],
    [inset, w],
  ] as const)
    ctx.lineTo(x, y);
  ctx.closePath();
  ctx.lineJoin = "round";
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 3.5 * strength(frame);
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.restore();
}

/** A way through places: a line on white, with a spot at every place between its ends. */
export function paintPath(frame: Frame, points: Point[], colour: string): void {
  const { ctx } = frame;
  const px = strength(frame);
  const line = through(points);
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 9 * px;
  ctx.stroke(line);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 5 * px;
  ctx.stroke(line);
  for (const p of points.slice(1, -1)) {
    ctx.beginPath();
    ctx.arc(p.x, p.y, 5 * px, 0, 2 * Math.PI);
    ctx.fillStyle = "#fff";
    ctx.fill();
    ctx.lineWidth = 2.4 * px;
    ctx.stroke();
  }
}

/** The first part of a line, by its length. */
export function partOf(points: Point[], share: number): Point[] {
  if (share >= 1) return points;
  const whole = points.slice(1).reduce((sum, p, i) => sum + distance(points[i]!, p), 0);
  const part = [points[0]!];
  let left = whole * share;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const far = distance(a, b);
    if (far >= left) {
      const t = far ? left / far : 0;
      return [...part, { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }];
    }
    part.push(b);
    left -= far;
  }
  return part;
}
