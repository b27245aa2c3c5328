/** Light and shade: tints, the range with its veil and costs, targets, the cursor. */
import type { Tint } from "../screen.gen";
import { CONDENSED, type Frame, inSight, outlined, through } from "./frame";
import { distance, type Point } from "./geometry";
import { paintArrow } from "./shapes";

/** Colours and patterns of hexes, each with its own second sign. */
export function paintTints(frame: Frame): void {
  for (const tint of frame.scene.tints) {
    const hexes = tint.places.filter((place) => frame.scene.geometry.hex(place));
    if (hexes.length) paintTint(frame, tint, outlined(frame, hexes));
  }
}

function paintTint(frame: Frame, tint: Tint, path: Path2D): void {
  const { ctx, paints, px, scene } = frame;
  const style = scene.screen.sides.find((side) => side.id === tint.side)?.style ?? "german";
  const edge = (colour: string, width: number, dash: number[] = []): void => {
    ctx.setLineDash(dash.map((d) => d * px));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * px;
    ctx.stroke(path);
    ctx.setLineDash([]);
  };
  const fill = (paint: string | CanvasPattern | null): void => {
    if (paint) ctx.fillStyle = paint;
    ctx.fill(path, "evenodd");
  };
  switch (tint.kind) {
    case "control":
      fill(paints.sides[style].tint);
      edge(paints.sides[style].line, 1.6);
      break;
    case "enemy-zone":
      fill(frame.stripes("rgba(180,65,26,.62)", 1));
      break;
    case "friendly-zone":
      fill(frame.stripes("rgba(15,108,168,.5)", -1));
      break;
    case "target":
      break; // outlined above the counters
    case "danger":
      fill("rgba(180,65,26,.2)");
      edge(paints.vermilion, 1.5, [5, 4]);
      break;
    case "interdicted":
      fill(frame.stripes("rgba(180,65,26,.62)", 1));
      fill(frame.stripes("rgba(180,65,26,.4)", -1));
      break;
    case "unsupplied":
      fill("rgba(224,161,0,.26)");
      edge("#B98500", 1.8, [3, 3]);
      break;
    case "supplied":
      fill("rgba(44,112,104,.3)");
      edge("rgba(44,112,104,.8)", 1.4);
      break;
    case "objective":
      edge("rgba(251,247,236,.9)", 5);
      edge("#B98500", 2.6);
      break;
    case "range":
      fill("rgba(15,108,168,.12)");
      edge(paints.azure, 1.6, [7, 4]);
      break;
    case "area":
      fill("rgba(43,38,33,.1)");
      edge("rgba(43,38,33,.55)", 1.4, [2, 3]);
      break;
    case "in-play":
      veilBut(frame, path, { left: 0, top: 0, right: scene.geometry.width, bottom: scene.geometry.height });
      edge("rgba(43,38,33,.8)", 2.2);
      break;
  }
}

/** A veil over a part of the board, or over all that is seen of it, but what a path encloses. */
function veilBut(frame: Frame, path: Path2D, part: Frame["seen"] = frame.seen): void {
  const { ctx, paints } = frame;
  const veil = new Path2D();
  veil.rect(part.left - 10, part.top - 10, part.right - part.left + 20, part.bottom - part.top + 20);
  veil.addPath(path);
  ctx.fillStyle = paints.veil;
  ctx.fill(veil, "evenodd");
}

/** Everything that is not lit falls under a veil; the range is outlined white, then azure. */
export function paintRange(frame: Frame): void {
  const { ctx, scene, paints, px } = frame;
  if (!scene.veiled) return;
  const bright = new Set(scene.litHexes);
  for (const place of [...scene.attackers, ...scene.targets]) if (scene.geometry.hex(place)) bright.add(place);
  const moving = scene.screen.pieces.find((piece) => piece.id === scene.inMotion)?.at;
  if (moving && scene.geometry.hex(moving) && scene.litHexes.size) bright.add(moving);
  const path = outlined(frame, bright);
  veilBut(frame, path);
  if (!scene.litHexes.size) return;
  const range =
    moving && bright.has(moving) ? outlined(frame, [...scene.litHexes, moving]) : outlined(frame, scene.litHexes);
  ctx.lineJoin = "round";
  ctx.strokeStyle = "rgba(255,255,255,.95)";
  ctx.lineWidth = 5.5 * px;
  ctx.stroke(range);
  ctx.strokeStyle = scene.screen.prompt.kind === "target" ? paints.vermilion : paints.azure;
  ctx.lineWidth = 2.8 * px;
  ctx.stroke(range);
}

const LEGIBLE = 26; // window pixels of a hex in which a figure or a spot leaves anything of the map to be seen

/** The cost of every lit place in a pill; a hexside without one gets a ring, a hex a spot. From far away the lit area
 * says enough. */
export function paintCosts(frame: Frame): void {
  const { scene, view } = frame;
  const unit = scene.geometry.unit;
  const room = unit * view.zoom;
  const size = Math.min(23, Math.max(12, room * 0.3));
  for (const lit of scene.lit) {
    if (!inSight(frame, lit.at, unit)) continue;
    const onSide = lit.place.includes("/");
    if (room < LEGIBLE && !onSide && scene.geometry.hex(lit.place)) continue;
    const low = lit.covered && !onSide ? unit * 0.42 : 0;
    if (lit.cost) pill(frame, { x: lit.at.x, y: lit.at.y + low }, lit.cost, size);
    else if (onSide) ring(frame, lit.at, Math.min(11, room * 0.25));
    else if (scene.geometry.hex(lit.place) && !lit.covered) spot(frame, lit.at);
  }
}

function ring(frame: Frame, at: Point, r: number): void {
  const { ctx, px, paints } = frame;
  ctx.beginPath();
  ctx.arc(at.x, at.y, r * px, 0, 2 * Math.PI);
  ctx.fillStyle = "rgba(255,255,255,.85)";
  ctx.fill();
  ctx.strokeStyle = paints.azure;
  ctx.lineWidth = 2.6 * px;
  ctx.stroke();
}

function spot(frame: Frame, at: Point): void {
  const { ctx, px, paints } = frame;
  ctx.beginPath();
  ctx.arc(at.x, at.y, 5 * px, 0, 2 * Math.PI);
  ctx.fillStyle = "#fff";
  ctx.fill();
  ctx.strokeStyle = paints.azure;
  ctx.lineWidth = 2.4 * px;
  ctx.stroke();
}

/** A figure in a pill, `size` window pixels high. */
export function pill(frame: Frame, at: Point, words: string, size: number): void {
  const { ctx, px, ratio, sprites, paints } = frame;
  const side = size * 2.4;
  const picture = sprites.get(`pill ${words}`, side * ratio, (s, n) => {
    const h = n / 2.4;
    s.font = `700 ${h * 0.8}px ${CONDENSED}`;
    const wide = Math.max(h, s.measureText(words).width + h * 0.56);
    s.beginPath();
    s.roundRect((n - wide) / 2, (n - h) / 2, wide, h, h / 2);
    s.fillStyle = paints.pill;
    s.fill();
    s.strokeStyle = paints.azure;
    s.lineWidth = h * 0.1;
    s.stroke();
    s.fillStyle = paints.pillInk;
    s.textAlign = "center";
    s.fillText(words, n / 2, n / 2 + h * 0.28);
  });
  const wide = side * px;
  ctx.drawImage(picture, at.x - wide / 2, at.y - wide / 2, wide, wide);
}

/** Attackers and targets outlined, arrows from one to the other with what each counts. */
export function paintBattle(frame: Frame): void {
  const { scene, paints } = frame;
  const hexes = (places: string[]): string[] => places.filter((place) => scene.geometry.hex(place));
  const tinted = scene.tints.filter((tint) => tint.kind === "target").flatMap((tint) => tint.places);
  outlineHexes(frame, hexes(scene.attackers), paints.azure);
  outlineHexes(frame, hexes([...new Set([...scene.targets, ...tinted])]), paints.vermilion);
}

function outlineHexes(frame: Frame, hexes: string[], colour: string): void {
  const { ctx, px } = frame;
  for (const hex of new Set(hexes)) {
    const path = frame.path(`ring ${hex}`, () => through(frame.scene.geometry.ring(hex, 0.985), true));
    ctx.lineJoin = "round";
    ctx.strokeStyle = "rgba(255,255,255,.95)";
    ctx.lineWidth = 5.5 * px;
    ctx.stroke(path);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 3 * px;
    ctx.stroke(path);
  }
}

/** The arrows lie over the counters. */
export function paintBlows(frame: Frame): void {
  const { scene, view, paints } = frame;
  const size = Math.min(24, Math.max(13, scene.geometry.unit * view.zoom * 0.32));
  for (const blow of scene.blows) paintArrow(frame, blow.from, blow.to, paints.vermilion);
  for (const blow of scene.blows) {
    if (!blow.first) continue;
    const far = distance(blow.from, blow.to) || 1;
    const out = { x: (blow.from.x - blow.to.x) / far, y: (blow.from.y - blow.to.y) / far };
    const reach = scene.geometry.unit * 0.5;
    pill(frame, { x: blow.from.x + out.x * reach, y: blow.from.y + out.y * reach }, blow.counts, size);
  }
}

/** The hex that the keyboard stands on. */
export function paintCursor(frame: Frame): void {
  const { ctx, px, paints, scene, cursor } = frame;
  if (!cursor) return;
  const ringOf = scene.geometry.ring(cursor, 0.9);
  if (!ringOf.length) return;
  const path = through(ringOf, true);
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 7 * px;
  ctx.stroke(path);
  ctx.strokeStyle = paints.azure;
  ctx.lineWidth = 3 * px;
  ctx.stroke(path);
}

/** A thin line round the hex under the pointer. */
export function paintHover(frame: Frame): void {
  const { ctx, px, scene, hovered, paints } = frame;
  if (!hovered || !scene.geometry.hex(hovered)) return;
  const path = frame.path(`ring ${hovered}`, () => through(scene.geometry.ring(hovered, 0.985), true));
  const lit = scene.litHexes.has(hovered);
  ctx.strokeStyle = lit ? paints.azure : "rgba(43,38,33,.55)";
  ctx.lineWidth = (lit ? 3.4 : 1.4) * px;
  ctx.stroke(path);
}
