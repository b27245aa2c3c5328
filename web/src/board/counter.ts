/** One counter, painted on a grid of 80: body, symbol, figures, names, badges. */
import { badgeColours, SIGNS } from "../look/signs";
import { BRANCHES, STRIPES, type Branch } from "../look/palette";
import type { Badge, Face, Icon } from "../screen.gen";
import type { SymbolPart, Symbols } from "../server/shapes.gen";

export const GRID = 80;
export const MARGIN = 12; // room around the body for shadow and badges, on the grid
const SMALL = 40; // px under which only symbol and strength are shown
const TINY = 24; // px under which it is a flat tile
const TINY_FIGURE = 12; // a plastic piece is known by its outline
const EDGE = "rgba(20,16,10,.72)";
const PALE = "#FBF8EF";
const STANDING: Face["symbol"][] = ["soldier", "tank", "gun", "truck", "fighter", "bomber", "supply"];
const CONDENSED = '"Barlow Condensed", "Arial Narrow", sans-serif';

export interface Painted {
  face: Face;
  badges?: Badge[];
  count?: number;
}

type Ink = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Paint a counter with its top left corner at the origin of the grid; `px` is its size on the screen. */
export function paintCounter(ctx: Ink, symbols: Symbols, what: Painted, px: number): void {
  const { face } = what;
  const colours = BRANCHES[face.nation];
  const round = colours.german ? 5 : 14;
  if (px < (STANDING.includes(face.symbol) ? TINY_FIGURE : TINY)) {
    plate(ctx, colours.body, round, false);
    return;
  }
  plate(ctx, colours.body, round, true);
  if (face.reduced) foot(ctx, round);
  const lot = (what.count ?? 1) > 1 && STANDING.includes(face.symbol);
  middle(ctx, symbols, face, colours, lot);
  figures(ctx, face, colours, px < SMALL);
  if (px >= SMALL) {
    stripe(ctx, face);
    head(ctx, face, colours);
    if (face.corner) disc(ctx, face.corner, 69, 11, 9, PALE, "#221D0C");
  }
  const small = px < SMALL;
  (what.badges ?? []).slice(0, 2).forEach((badge, i) => {
    if (!small || i === 0) paintBadge(ctx, symbols, badge.icon, 77, i === 0 ? 49 : 26, small ? 14 : 11, badge.text);
  });
  if (lot) number(ctx, String(what.count), colours);
  else if ((what.count ?? 1) > 1) disc(ctx, String(what.count), 6, 75, small ? 15 : 11, "#221D0C", PALE);
}

function plate(ctx: Ink, fill: string, round: number, shadow: boolean): void {
  if (shadow) {
    for (const [dx, dy, opacity] of [
      [1.4, 3.4, 0.16],
      [0.6, 1.4, 0.3],
    ] as const) {
      ctx.fillStyle = `rgba(50,35,8,${opacity})`;
      box(ctx, dx, dy, GRID, GRID, round);
      ctx.fill();
    }
  }
  box(ctx, 0.8, 0.8, GRID - 1.6, GRID - 1.6, round - 0.8);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = EDGE;
  ctx.lineWidth = 1.6;
  ctx.stroke();
  const inner = Math.max(2, round - 2);
  ctx.beginPath();
  ctx.moveTo(2 + inner, 2.4);
  ctx.lineTo(78 - inner, 2.4);
  ctx.strokeStyle = "rgba(255,255,255,.36)";
  ctx.lineWidth = 1.3;
  ctx.lineCap = "round";
  ctx.stroke();
}

function box(ctx: Ink, x: number, y: number, w: number, h: number, r: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
}

function foot(ctx: Ink, round: number): void {
  const r = round - 1.6;
  ctx.beginPath();
  ctx.roundRect(1.6, 53, 76.8, 25.4, [0, 0, r, r]);
  ctx.fillStyle = PALE;
  ctx.fill();
}

/** How many plastic pieces lie in a lot: as large as there is room. */
function number(ctx: Ink, count: string, colours: Branch): void {
  ctx.font = `700 ${count.length > 1 ? 38 : 44}px ${CONDENSED}`;
  ctx.textAlign = "right";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colours.body;
  ctx.lineWidth = 9;
  ctx.strokeText(count, 75, 74);
  ctx.fillStyle = colours.text;
  ctx.fillText(count, 75, 74);
}

function middle(ctx: Ink, symbols: Symbols, face: Face, colours: Branch, lot: boolean): void {
  if (face.symbol === "none" || face.symbol === "chit") return;
  const shapes = symbols.symbols[face.symbol] ?? [];
  const [bx, by, bw, bh] = symbols.box;
  ctx.save();
  if (STANDING.includes(face.symbol)) {
    const scale = (lot ? 58 : 62) / bw;
    const top = lot ? 8 : face.figures || face.text ? 12 : 19;
    ctx.translate((lot ? 1 : 9) - bx * scale, top - by * scale);
    ctx.scale(scale, scale);
    paintStrokes(ctx, shapes, colours.text, colours.body, 8.5);
  } else if (face.symbol === "leader") {
    const scale = 40 / bh;
    ctx.fillStyle = colours.box;
    box(ctx, 18, 10, 44, 40, 3);
    ctx.fill();
    ctx.clip();
    ctx.translate(40 - (bx + bw / 2) * scale, 50 - (by + bh) * scale);
    ctx.scale(scale, scale);
    paintStrokes(ctx, shapes, colours.ink, colours.box, 8.5);
  } else {
    const scale = 44 / bw;
    ctx.fillStyle = colours.box;
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 8.5 * scale;
    ctx.beginPath();
    ctx.rect(18, 20, 44, 29);
    ctx.fill();
    ctx.stroke();
    ctx.translate(18 - bx * scale, 49.3 - (by + bh) * scale);
    ctx.scale(scale, scale);
    paintStrokes(ctx, shapes, colours.ink, colours.box, 8.5);
  }
  ctx.restore();
}

/** Shapes of the symbol file in their own coordinates. */
export function paintStrokes(ctx: Ink, shapes: SymbolPart[], ink: string, hole: string, weight: number): void {
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const shape of shapes) {
    if (shape.text) {
      ctx.fillStyle = ink;
      ctx.font = `600 ${shape.size}px ${CONDENSED}`;
      ctx.textAlign = "center";
      ctx.fillText(shape.text, shape.x ?? 0, shape.y ?? 0);
    } else if (shape.paint === "fill") {
      ctx.fillStyle = ink;
      ctx.fill(new Path2D(shape.d), "evenodd");
    } else {
      ctx.strokeStyle = shape.paint === "hole" ? hole : ink;
      ctx.lineWidth = weight;
      ctx.stroke(new Path2D(shape.d));
    }
  }
}

function figures(ctx: Ink, face: Face, colours: Branch, large: boolean): void {
  const words = face.text ?? face.figures?.join("-") ?? "";
  if (!words) return;
  let size = (face.figures?.length ?? 0) > 2 ? 22.5 : 26;
  let base = 73;
  if (face.symbol === "leader") size = 16.5;
  if (face.symbol === "chit") [size, base] = [44, 55];
  if (large) size *= 1.12;
  ctx.font = `700 ${size}px ${CONDENSED}`;
  const wide = ctx.measureText(words).width;
  if (wide > 70) {
    const shrunk = (size * 70) / wide;
    if (face.symbol === "chit") base -= (size - shrunk) * 0.34;
    ctx.font = `700 ${shrunk}px ${CONDENSED}`;
  }
  ctx.textAlign = "center";
  ctx.fillStyle = face.reduced ? "#221D0C" : colours.text;
  ctx.fillText(words, 40, base);
}

function stripe(ctx: Ink, face: Face): void {
  if (!face.stripe) return;
  box(ctx, 7, 19.5, 5.6, 30, 1.2);
  ctx.fillStyle = STRIPES[face.stripe.colour];
  ctx.fill();
  ctx.strokeStyle = "rgba(20,16,10,.45)";
  ctx.lineWidth = 0.7;
  ctx.stroke();
}

const GAPS: Record<string, number> = { I: 4.6, X: 7.6 };

/** Unit at the left, formation at the right, the size mark in the middle or in what room they leave. */
function head(ctx: Ink, face: Face, colours: Branch): void {
  const mark = [...(face.size ?? "")].reduce((sum, letter) => sum + (GAPS[letter] ?? 0), 0);
  const room = 68 - mark - (mark ? 4 : 0) - (face.corner ? 14 : 0);
  ctx.font = `600 14px ${CONDENSED}`;
  const [left, right] = [ctx.measureText(face.unit ?? "").width, ctx.measureText(face.formation ?? "").width];
  const size = 14 * Math.min(1, room / Math.max(left + right + 4, 1));
  ctx.font = `600 ${size}px ${CONDENSED}`;
  ctx.fillStyle = colours.text;
  ctx.textAlign = "left";
  if (face.unit) ctx.fillText(face.unit, 6, 16);
  ctx.textAlign = "right";
  if (face.formation) ctx.fillText(face.formation, 74, 16);
  if (!mark) return;
  const [a, b] = [6 + (left * size) / 14, 74 - (right * size) / 14 - (face.corner ? 14 : 0)];
  let centre = Math.min(Math.max(40, a + 3 + mark / 2), Math.max(b - 3 - mark / 2, a + 2 + mark / 2));
  if (!face.formation && a > 34) centre = (face.corner ? 58 : 72) - mark / 2;
  sizeMark(ctx, face.size ?? "", centre - mark / 2, 12, colours.text);
}

function sizeMark(ctx: Ink, size: string, x: number, y: number, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.9;
  ctx.lineCap = "butt";
  ctx.beginPath();
  for (const letter of size) {
    const wide = GAPS[letter] ?? 0;
    const cx = x + wide / 2;
    if (letter === "I") {
      ctx.moveTo(cx, y - 4.2);
      ctx.lineTo(cx, y + 4.2);
    } else {
      ctx.moveTo(cx - 2.7, y - 3.4);
      ctx.lineTo(cx + 2.7, y + 3.4);
      ctx.moveTo(cx - 2.7, y + 3.4);
      ctx.lineTo(cx + 2.7, y - 3.4);
    }
    x += wide;
  }
  ctx.stroke();
}

function disc(ctx: Ink, words: string, x: number, y: number, r: number, fill: string, ink: string): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = "#14100A";
  ctx.lineWidth = 1.1;
  ctx.stroke();
  const size = words.length > 2 ? r * 1.1 : r * 1.45;
  ctx.font = `700 ${size}px ${CONDENSED}`;
  ctx.textAlign = "center";
  ctx.fillStyle = ink;
  ctx.fillText(words, x, y + size * 0.35);
}

/** The shapes of an icon, from the symbol file or our own. */
export function signOf(symbols: Symbols, icon: Icon): SymbolPart[] {
  return symbols.badges[icon] ?? SIGNS[icon] ?? [];
}

/** A round badge with its centre at (x, y). */
export function paintBadge(
  ctx: Ink,
  symbols: Symbols,
  icon: Icon,
  x: number,
  y: number,
  r: number,
  text?: string,
): void {
  const colours = badgeColours(icon);
  if (text) {
    disc(ctx, text, x, y, r, colours.fill, colours.sign);
    return;
  }
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fillStyle = colours.fill;
  ctx.fill();
  ctx.strokeStyle = "#14100A";
  ctx.lineWidth = r * 0.11;
  ctx.stroke();
  const scale = (r * 1.49) / symbols.grid;
  ctx.save();
  ctx.translate(x - 12 * scale, y - 12 * scale);
  ctx.scale(scale, scale);
  paintStrokes(ctx, signOf(symbols, icon), colours.sign, colours.fill, 2.1);
  ctx.restore();
}
