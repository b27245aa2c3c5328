/** What lies on the board beside pieces: markers on hexes and hexsides, boxes beside the map, names of held towns. */
import { badgeColours } from "../look/signs";
import type { Marker } from "../screen.gen";
import { paintBadge, paintStrokes, signOf } from "./counter";
import { CONDENSED, type Frame, inSight } from "./frame";
import type { Point } from "./geometry";
import type { BoxCard } from "./boxes";

/** Each marker in sight: on its hexside, or in a hex, where it is the nth. */
function each(frame: Frame, markers: readonly Marker[], inHex: (marker: Marker, at: Point, n: number) => void): void {
  const { scene } = frame;
  const before = new Map<string, number>();
  for (const marker of markers) {
    const at = scene.middle(marker.at);
    if (!at || !inSight(frame, at, scene.geometry.unit)) continue;
    if (marker.at.includes("/")) {
      onSide(frame, marker, at);
      continue;
    }
    const n = before.get(marker.at) ?? 0;
    before.set(marker.at, n + 1);
    inHex(marker, at, n);
  }
}

/** Markers: round on a hex, across a hexside, an arrow pointing out of the first hex. */
export function paintMarkers(frame: Frame): void {
  const { unit } = frame.scene.geometry;
  each(frame, frame.scene.markers, (marker, at, n) => {
    const angle = (0.25 + n * 0.5) * Math.PI * 0.5;
    disc(frame, marker, { x: at.x + Math.cos(angle) * unit * 0.42, y: at.y + Math.sin(angle) * unit * 0.42 }, 0.15);
  });
}

const CHIP = 0.17; // radius of a chip, of a hex
const CHIP_LEAST = 8; // window pixels

/** What an overlay lays on the hexes: a chip above the pieces, square or round as its side is, at the right edge, where no name stands. */
export function paintOverlaid(frame: Frame): void {
  const { unit } = frame.scene.geometry;
  const r = Math.max(unit * CHIP, CHIP_LEAST / frame.view.zoom);
  each(frame, frame.scene.overlaid, (marker, at, n) => {
    chip(frame, marker, { x: at.x + unit * 0.45 - n * 2.2 * r, y: at.y }, r);
  });
}

function chip(frame: Frame, marker: Marker, at: Point, r: number): void {
  const { ctx, scene, paints, view, ratio, sprites } = frame;
  const style = scene.screen.sides.find((side) => side.id === marker.side)?.style;
  const text = marker.text && marker.text.length <= 3 ? marker.text : "";
  if (!style || !text) {
    disc(frame, marker, at, r / scene.geometry.unit);
    return;
  }
  const wide = r * 2.3;
  const picture = sprites.get(`chip ${style} ${text}`, wide * view.zoom * ratio, (s, n) => {
    const [edge, size] = [n * 0.07, n * 0.86];
    s.beginPath();
    s.roundRect(edge, edge, size, size, style === "allied" ? size / 2 : size * 0.16);
    s.fillStyle = paints.sides[style].line;
    s.fill();
    s.strokeStyle = "#FBF8EF";
    s.lineWidth = n * 0.08;
    s.stroke();
    s.font = `700 ${n * (text.length < 2 ? 0.66 : 0.52)}px ${CONDENSED}`;
    s.textAlign = "center";
    s.fillStyle = "#FBF8EF";
    s.fillText(text, n / 2, n * (text.length < 2 ? 0.73 : 0.68));
  });
  ctx.drawImage(picture, at.x - wide / 2, at.y - wide / 2, wide, wide);
}

function onSide(frame: Frame, marker: Marker, at: Point): void {
  const { ctx, scene } = frame;
  if (marker.icon !== "arrow") {
    disc(frame, marker, at, 0.16);
    return;
  }
  const out = scene.geometry.across(marker.at);
  const unit = scene.geometry.unit;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate(Math.atan2(out.y, out.x));
  ctx.scale(unit / 54, unit / 54);
  ctx.beginPath();
  ctx.moveTo(-11, -4.5);
  ctx.lineTo(1, -4.5);
  ctx.lineTo(1, -10);
  ctx.lineTo(13, 0);
  ctx.lineTo(1, 10);
  ctx.lineTo(1, 4.5);
  ctx.lineTo(-11, 4.5);
  ctx.closePath();
  const style = scene.screen.sides.find((side) => side.id === marker.side)?.style ?? "german";
  ctx.fillStyle = frame.paints.sides[style].line;
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 2.4;
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

function disc(frame: Frame, marker: Marker, at: Point, size: number): void {
  const { ctx, scene, symbols, ratio, view, sprites } = frame;
  const r = scene.geometry.unit * size;
  const style = scene.screen.sides.find((side) => side.id === marker.side)?.style;
  const text = marker.text && marker.text.length <= 3 ? marker.text : undefined;
  const key = `marker ${marker.icon} ${text ?? ""} ${style ?? ""}`;
  const picture = sprites.get(key, r * 2.3 * view.zoom * ratio, (s, n) => {
    const radius = n / 2.3;
    paintBadge(s, symbols, marker.icon, n / 2, n / 2, radius, text);
    if (!style) return;
    s.beginPath();
    s.arc(n / 2, n / 2, radius * 0.98, 0, 2 * Math.PI);
    s.strokeStyle = frame.paints.sides[style].line;
    s.lineWidth = radius * 0.22;
    s.stroke();
  });
  const wide = r * 2.3;
  ctx.drawImage(picture, at.x - wide / 2, at.y - wide / 2, wide, wide);
}

/** Boxes beside the map, as cards with their name, their figure and what lies in them. */
export function paintBoxes(frame: Frame): void {
  for (const card of frame.scene.boxes) {
    if (!isBare(frame, card)) paintBox(frame, card);
  }
}

/** Whether the ground's own frame says all there is to say: nothing lies in the box, and nothing may be put there. */
function isBare(frame: Frame, card: BoxCard): boolean {
  const printed = frame.scene.geometry.info.boxes.some((one) => one.id === card.box.id);
  return printed && !card.pieces.length && !card.lit && !card.box.text && card.box.count === undefined;
}

function paintBox(frame: Frame, card: BoxCard): void {
  const { ctx, paints, px, scene } = frame;
  const u = scene.geometry.unit;
  const side = scene.screen.sides.find((one) => one.id === card.box.side);
  ctx.beginPath();
  ctx.roundRect(card.x, card.y, card.width, card.height, u * 0.14);
  ctx.fillStyle = paints.paper === "#221F1A" ? "rgba(43,39,33,.96)" : "rgba(251,247,236,.96)";
  ctx.fill();
  ctx.strokeStyle = card.lit ? paints.azure : side ? paints.sides[side.style].line : "#8F8468";
  ctx.lineWidth = (card.lit ? 3.4 : 1.4) * px;
  ctx.stroke();
  const dark = paints.paper === "#221F1A";
  ctx.textAlign = "center";
  ctx.fillStyle = dark ? "#F0E8D6" : "#2B2621";
  ctx.font = `600 ${u * 0.27}px ${CONDENSED}`;
  const middle = card.x + card.width / 2;
  ctx.fillText(card.box.label, middle, card.y + u * 0.34, card.width - u * 0.1);
  const counted = card.box.shows === "counted" || (card.box.count !== undefined && !card.pieces.length);
  const words = card.box.text ?? (counted && card.box.count !== undefined ? String(card.box.count) : "");
  if (words) {
    ctx.font = `700 ${u * 0.42}px ${CONDENSED}`;
    ctx.fillText(words, middle, card.y + u * 0.8, card.width - u * 0.1);
  }
  if (card.box.kind === "exit") exitSign(frame, card);
}

function exitSign(frame: Frame, card: BoxCard): void {
  const { ctx, scene, symbols } = frame;
  const u = scene.geometry.unit;
  const { fill, sign } = badgeColours("exit");
  ctx.save();
  ctx.translate(card.x, card.y);
  ctx.beginPath();
  ctx.arc(0, 0, u * 0.17, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.translate(-u * 0.12, -u * 0.12);
  ctx.scale((u * 0.24) / 24, (u * 0.24) / 24);
  paintStrokes(ctx, signOf(symbols, "exit"), sign, fill, 2.4);
  ctx.restore();
}
