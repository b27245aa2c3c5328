/** Pieces gathered by place and laid out: stacks, lots side by side, fans. */
import type { Face, Piece, Screen } from "../screen.gen";
import type { Point } from "./geometry";

export const COUNTER = 0.7; // of the distance between hex centres
const SHIFT = 0.07; // of a counter, up and to the left for every piece
const DEEPEST = 4; // pieces of a stack that are seen
const FAN_GAP = 6; // window pixels between the pieces of a fan

export interface Stack {
  place: string;
  at: Point;
  pieces: Piece[]; // from the bottom
}

/** A counter to be drawn: its centre and size in the board's pixels. */
export interface Laid {
  piece: Piece;
  x: number;
  y: number;
  size: number;
  place: string;
  top: boolean; // whether a click on the stack means this piece
  depth: number; // how many lie on it
  stack: number; // how many lie in the stack
}

const LOTS = new Set<Face["symbol"]>(["soldier", "tank", "gun", "truck", "fighter", "bomber", "supply"]);

export function faceOf(screen: Screen, face: Piece["face"]): Face {
  if (typeof face !== "string") return face;
  return screen.faces?.[face] ?? { nation: "neutral", symbol: "none" };
}

/** Every stack on the board, by place. Carried pieces lie in no stack. */
export function stacksOf(screen: Screen, middle: (place: string) => Point | null): Map<string, Stack> {
  const stacks = new Map<string, Stack>();
  for (const piece of screen.pieces) {
    if (!piece.at) continue;
    const at = middle(piece.at);
    if (!at) continue;
    const stack = stacks.get(piece.at);
    if (stack) stack.pieces.push(piece);
    else stacks.set(piece.at, { place: piece.at, at, pieces: [piece] });
  }
  for (const stack of stacks.values()) stack.pieces.sort((a, b) => rank(a) - rank(b));
  return stacks;
}

/** From the bottom; whatever is lit now lies on top. */
function rank(piece: Piece): number {
  const lit = piece.states?.some((s) => s === "in-motion" || s === "selected" || s === "arriving") ? 1000 : 0;
  return lit + (piece.order ?? 0);
}

/** Whether all of a stack are lots, which lie side by side and not in a pile. */
export function areLots(stack: Stack, screen: Screen): boolean {
  return stack.pieces.every((piece) => LOTS.has(faceOf(screen, piece.face).symbol));
}

/** The counters of a stack in the order in which they are drawn; `named`: whether a name stands at the foot of its hex. */
export function laid(stack: Stack, screen: Screen, unit: number, named = false): Laid[] {
  return areLots(stack, screen) ? sideBySide(stack, unit, named) : piled(stack, unit * COUNTER);
}

function piled(stack: Stack, size: number): Laid[] {
  const n = stack.pieces.length;
  const seen = stack.pieces.slice(Math.max(0, n - DEEPEST));
  const shift = size * SHIFT;
  return seen.map((piece, i) => {
    const off = ((seen.length - 1) / 2 - i) * shift;
    const depth = seen.length - 1 - i;
    return {
      piece,
      x: stack.at.x + off,
      y: stack.at.y + off,
      size,
      place: stack.place,
      top: depth === 0,
      depth,
      stack: n,
    };
  });
}

const LARGEST = [0.52, 0.43] as const; // of a hex, a lot that lies alone, and one of several
const WIDE = 0.97; // of a hex, what lots side by side take: they lie off their neighbours
const [TOP, FOOT, NAMED] = [-0.43, 0.43, 0.26] as const; // and from where to where, with a name at the foot or without
const APART = 1.05; // from one lot to the next, of its size

/** As large as there is room, in the fewest rows. */
function sideBySide(stack: Stack, unit: number, named: boolean): Laid[] {
  const n = stack.pieces.length;
  const [top, foot] = [unit * TOP, unit * (named ? NAMED : FOOT)];
  const sizeOf = (columns: number): number =>
    Math.min(
      unit * LARGEST[n > 1 ? 1 : 0],
      (unit * WIDE) / (columns * APART),
      (foot - top) / (Math.ceil(n / columns) * APART),
    );
  const choices = stack.pieces.map((_, i) => n - i);
  const columns = choices.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best));
  const [rows, size] = [Math.ceil(n / columns), sizeOf(columns)];
  const step = size * APART;
  return stack.pieces.map((piece, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, n - row * columns);
    const x = stack.at.x + ((i % columns) - (inRow - 1) / 2) * step;
    const y = stack.at.y + (top + foot) / 2 + (row - (rows - 1) / 2) * step;
    return { piece, x, y, size, place: stack.place, top: true, depth: 0, stack: 1 };
  });
}

/** A stack fanned out on an arc above its hex, in the board's pixels; `zoom` turns window pixels into them. */
export function fanned(stack: Stack, unit: number, zoom: number): Laid[] {
  const n = stack.pieces.length;
  const size = Math.max(unit * COUNTER, 46 / zoom);
  const step = size + FAN_GAP / zoom;
  return stack.pieces.map((piece, i) => {
    const t = i - (n - 1) / 2;
    const x = stack.at.x + t * step;
    const y = stack.at.y - size * 1.15 + (t * t * size * 0.16) / Math.max(1, n / 2);
    return { piece, x, y, size, place: stack.place, top: true, depth: 0, stack: 1 };
  });
}

const DISC = { left: -0.62, top: 0.3, wide: 0.3 }; // where the number of a stack stands, of a counter from its middle

/** The disc with the number of a stack: its corner and width, in the board's pixels. */
export function discOf(counter: Point & { size: number }): Point & { wide: number } {
  const { x, y, size } = counter;
  return { x: x + DISC.left * size, y: y + DISC.top * size, wide: DISC.wide * size };
}

/** The top counter of the stack whose disc lies under a point. */
export function discAt(counters: Laid[], p: Point): Laid | null {
  const isHit = (one: Laid): boolean => {
    const { x, y, wide } = discOf(one);
    return p.x >= x && p.x <= x + wide && p.y >= y && p.y <= y + wide;
  };
  return counters.findLast((one) => one.top && one.stack > 1 && isHit(one)) ?? null;
}

/** The topmost counter under a point. */
export function pieceAt(counters: Laid[], p: Point): Laid | null {
  for (let i = counters.length - 1; i >= 0; i--) {
    const c = counters[i]!;
    const half = c.size / 2;
    if (Math.abs(p.x - c.x) <= half && Math.abs(p.y - c.y) <= half) return c;
  }
  return null;
}
