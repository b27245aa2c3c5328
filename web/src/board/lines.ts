/** Lines on the board: fronts with teeth, supply, boundaries, the front of history. */
import type { Line } from "../screen.gen";
import { CONDENSED, type Frame, through } from "./frame";
import { distance, type Point } from "./geometry";

/** The points of a line, in one or several runs. */
function runs(frame: Frame, line: Line): Point[][] {
  const { geometry, middle } = frame.scene;
  if (line.sides) return geometry.chains(line.sides);
  if (line.hexes) return [line.hexes.map(middle).filter((p): p is Point => p !== null)];
  return [(line.lonlat ?? []).map(([lon, lat]) => geometry.earth(lon!, lat!))];
}

export function paintLines(frame: Frame): void {
  for (const line of frame.scene.lines) {
    if (line.kind === "start") continue; // the ground has it, with its teeth
    for (const run of runs(frame, line)) if (run.length > 1) paintLine(frame, line, run);
  }
}

interface Style {
  halo: string;
  haloWidth: number;
  colour: string;
  width: number;
  dash: number[];
}

const STYLES: Record<Line["kind"], Style> = {
  front: { halo: "#F6F0E0", haloWidth: 6.5, colour: "#9E2B25", width: 3.4, dash: [] },
  start: { halo: "#F6F0E0", haloWidth: 4.5, colour: "#9E2B25", width: 2.2, dash: [7, 4] },
  boundary: { halo: "rgba(122,75,107,.25)", haloWidth: 8, colour: "#7A4B6B", width: 2, dash: [10, 4, 2, 4] },
  supply: { halo: "#fff", haloWidth: 7, colour: "#2C7068", width: 3.6, dash: [] },
  cut: { halo: "#fff", haloWidth: 7, colour: "#B4411A", width: 3.2, dash: [4, 6] },
  path: { halo: "#fff", haloWidth: 9, colour: "#0F6CA8", width: 5, dash: [] },
  retreat: { halo: "#fff", haloWidth: 8, colour: "#B4411A", width: 4, dash: [9, 5] },
  advance: { halo: "#fff", haloWidth: 8, colour: "#0F6CA8", width: 4, dash: [9, 5] },
  attack: { halo: "#fff", haloWidth: 8, colour: "#B4411A", width: 4.5, dash: [] },
  history: { halo: "rgba(255,250,235,.9)", haloWidth: 8, colour: "#5B2A86", width: 3.6, dash: [12, 6] },
};

function paintLine(frame: Frame, line: Line, run: Point[]): void {
  const { ctx, px } = frame;
  const style = STYLES[line.kind];
  const curved = line.kind === "history" ? rounded(run) : through(run);
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = style.halo;
  ctx.lineWidth = style.haloWidth * px;
  ctx.stroke(curved);
  ctx.setLineDash(style.dash.map((d) => d * px));
  if (style.dash.length) ctx.lineCap = "butt";
  ctx.strokeStyle = style.colour;
  ctx.lineWidth = style.width * px;
  ctx.stroke(curved);
  ctx.setLineDash([]);
  if (line.kind === "front") teeth(frame, line, run, style.colour);
  if (line.kind === "supply" || line.kind === "attack" || line.kind === "retreat" || line.kind === "advance") {
    head(frame, run, style.colour);
  }
  if (line.kind === "cut") cross(frame, run[Math.floor(run.length / 2)]!, style.colour);
  if (line.kind === "history" && line.label) named(frame, run, line.label, style.colour);
}

/** A smooth curve through points. */
function rounded(run: Point[]): Path2D {
  const path = new Path2D();
  path.moveTo(run[0]!.x, run[0]!.y);
  for (let i = 0; i < run.length - 1; i++) {
    const [a, b, c, d] = [run[Math.max(0, i - 1)]!, run[i]!, run[i + 1]!, run[Math.min(run.length - 1, i + 2)]!];
    path.bezierCurveTo(
      b.x + (c.x - a.x) / 6,
      b.y + (c.y - a.y) / 6,
      c.x - (d.x - b.x) / 6,
      c.y - (d.y - b.y) / 6,
      c.x,
      c.y,
    );
  }
  return path;
}

/** Small triangles along a front, towards the side whose front it is. */
function teeth(frame: Frame, line: Line, run: Point[], colour: string): void {
  const { ctx, scene } = frame;
  const unit = scene.geometry.unit;
  const home = centre(scene.screen.pieces.filter((p) => p.side === line.side).map((p) => p.at && scene.middle(p.at)));
  if (!home) return;
  const size = unit * 0.085;
  let towards = 0;
  for (let i = 1; i < run.length; i++) {
    const [a, b] = [run[i - 1]!, run[i]!];
    towards += Math.sign((b.x - a.x) * (home.y - a.y) - (b.y - a.y) * (home.x - a.x));
  }
  const sign = towards >= 0 ? 1 : -1;
  ctx.fillStyle = colour;
  ctx.beginPath();
  for (let i = 1; i < run.length; i++) {
    const [a, b] = [run[i - 1]!, run[i]!];
    const far = distance(a, b) || 1;
    const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    const [nx, ny] = [-uy * sign, ux * sign];
    const m = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    ctx.moveTo(m.x - ux * size, m.y - uy * size);
    ctx.lineTo(m.x + nx * size * 1.7, m.y + ny * size * 1.7);
    ctx.lineTo(m.x + ux * size, m.y + uy * size);
    ctx.closePath();
  }
  ctx.fill();
}

function centre(points: (Point | null | undefined | "")[]): Point | null {
  const known = points.filter((p): p is Point => Boolean(p));
  if (!known.length) return null;
  const sum = known.reduce((s, p) => ({ x: s.x + p.x, y: s.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / known.length, y: sum.y / known.length };
}

function head(frame: Frame, run: Point[], colour: string): void {
  const { ctx, px } = frame;
  const [a, b] = [run[run.length - 2]!, run[run.length - 1]!];
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  ctx.save();
  ctx.translate(b.x, b.y);
  ctx.rotate(angle);
  ctx.scale(px, px);
  ctx.beginPath();
  ctx.moveTo(9, 0);
  ctx.lineTo(-6, -8);
  ctx.lineTo(-6, 8);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

function cross(frame: Frame, at: Point, colour: string): void {
  const { ctx, px } = frame;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(px, px);
  ctx.beginPath();
  ctx.arc(0, 0, 10, 0, 2 * Math.PI);
  ctx.fillStyle = "#fff";
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(-4.5, -4.5);
  ctx.lineTo(4.5, 4.5);
  ctx.moveTo(4.5, -4.5);
  ctx.lineTo(-4.5, 4.5);
  ctx.stroke();
  ctx.restore();
}

function named(frame: Frame, run: Point[], label: string, colour: string): void {
  const { ctx, px } = frame;
  const at = run[Math.floor(run.length / 2)]!;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(px, px);
  ctx.font = `600 14px ${CONDENSED}`;
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
  ctx.strokeStyle = "rgba(255,250,235,.95)";
  ctx.lineWidth = 4;
  ctx.strokeText(label, 10, -8);
  ctx.fillStyle = colour;
  ctx.fillText(label, 10, -8);
  ctx.restore();
}
