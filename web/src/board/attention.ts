/** What the camera looks at: where the question lies, whether it is seen, and the view that shows it. */
import type { Screen } from "../screen.gen";
import { type Land, toWindow, type View, type Viewport } from "./camera";
import type { Point } from "./geometry";
import { current, type Scene } from "./scene";

const AT_LEAST = 48; // window pixels a hex: no view that is chosen for the player is further away
const MOST = 150; // places that are weighed against each other

export interface Matter {
  points: Point[];
  every: boolean; // whether all of them must be seen, or one is enough
}

/** What a question is about: the battle, else what may be clicked, else the pieces that it names. */
export function matterOf(scene: Scene): Matter {
  const { screen } = scene;
  if (current(screen) && scene.targets.length)
    return { points: pointsOf(scene, [...scene.targets, ...scene.attackers]), every: true };
  const lit = [...placesOf(screen, scene.active), ...scene.lit.map((one) => one.place)];
  const asked = lit.length ? lit : placesOf(screen, new Set(screen.prompt.pieces ?? []));
  return { points: pointsOf(scene, asked), every: false };
}

function placesOf(screen: Screen, pieces: ReadonlySet<string>): string[] {
  return screen.pieces.filter((piece) => pieces.has(piece.id)).flatMap((piece) => piece.at ?? []);
}

function pointsOf(scene: Scene, places: string[]): Point[] {
  return [...new Set(places)].flatMap((place) => scene.middle(place) ?? []);
}

/** The units that stand next to an enemy: where the game is fought. */
export function frontOf(scene: Scene): Point[] {
  const { screen, geometry } = scene;
  const held = new Map(screen.pieces.flatMap((piece) => (piece.at ? [[piece.at, piece.side] as const] : [])));
  const facing = [...held].filter(([place, side]) =>
    (geometry.info.neighbours[place] ?? []).some((next) => held.has(next) && held.get(next) !== side),
  );
  return pointsOf(
    scene,
    facing.map(([place]) => place),
  );
}

/** What a game is opened with: what is asked about, but the front where that is only a unit's arrival. */
export function openingOf(scene: Scene): Point[] {
  const front = scene.screen.prompt.kind === "place" ? frontOf(scene) : [];
  const asked = front.length ? front : matterOf(scene).points;
  return asked.length ? asked : pieceMiddles(scene);
}

/** Everything on the board, for a question that is about nothing on it. */
export function pieceMiddles(scene: Scene): Point[] {
  return pointsOf(
    scene,
    scene.screen.pieces.flatMap((piece) => piece.at ?? []),
  );
}

/** Whether a point lies in the free part of the viewport, with room about it. */
export function isSeen(view: View, free: Viewport, viewport: Viewport, point: Point, room: number): boolean {
  const p = toWindow(view, viewport, point);
  return (
    p.x >= free.left + room &&
    p.x <= free.width - free.right - room &&
    p.y >= free.top + room &&
    p.y <= free.height - free.bottom - room
  );
}

/** Whether what a question is about is in sight. */
export function isInSight(matter: Matter, view: View, free: Viewport, viewport: Viewport, unit: number): boolean {
  const room = Math.min(unit * view.zoom * 0.5, 40);
  const seen = (point: Point): boolean => isSeen(view, free, viewport, point, room);
  return matter.every ? matter.points.every(seen) : matter.points.some(seen);
}

/** The view in whose free part some points lie: as near as `nearest`, or as far away as all of them need. */
export function viewOf(
  points: Point[],
  free: Viewport,
  viewport: Viewport,
  unit: number,
  nearest: number,
  least = AT_LEAST,
): View {
  const wide = free.width - free.left - free.right;
  const high = free.height - free.top - free.bottom;
  const box = around(points);
  const whole = Math.min(wide / (box.wide + 2 * unit), high / (box.high + 2 * unit));
  const zoom = Math.min(nearest, Math.max(whole, Math.min(nearest, least / unit)));
  const fits = zoom <= whole;
  const at = fits ? box : crowd(points, wide / zoom - 2 * unit, high / zoom - 2 * unit);
  return shifted({ x: at.x, y: at.y, zoom }, free, viewport);
}

/** The same view with the land in the middle of the free part, where that holds its whole width or height. */
export function centred(view: View, free: Viewport, viewport: Viewport, land: Land): View {
  const middle = shifted(
    { x: (land.left + land.right) / 2, y: (land.top + land.bottom) / 2, zoom: view.zoom },
    free,
    viewport,
  );
  const wide = (land.right - land.left) * view.zoom <= free.width - free.left - free.right;
  const high = (land.bottom - land.top) * view.zoom <= free.height - free.top - free.bottom;
  return { x: wide ? middle.x : view.x, y: high ? middle.y : view.y, zoom: view.zoom };
}

/** The same view, so that its point lies in the middle of the free part. */
export function shifted(view: View, free: Viewport, viewport: Viewport): View {
  const x = (free.left - free.right - viewport.left + viewport.right) / 2;
  const y = (free.top - free.bottom - viewport.top + viewport.bottom) / 2;
  return { ...view, x: view.x - x / view.zoom, y: view.y - y / view.zoom };
}

function around(points: Point[]): Point & { wide: number; high: number } {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, wide: right - left, high: bottom - top };
}

/** The middle of the most points that one window holds. */
function crowd(points: Point[], wide: number, high: number): Point {
  let best: Point[] = [];
  for (const p of points.slice(0, MOST)) {
    const near = points.filter((q) => Math.abs(q.x - p.x) <= wide / 2 && Math.abs(q.y - p.y) <= high / 2);
    if (near.length > best.length) best = near;
  }
  return around(best);
}

export type Edge = "left" | "right" | "top" | "bottom";

/** Points out of sight beyond one edge of the free part of the viewport. */
export interface Beyond {
  edge: Edge;
  count: number;
  along: number; // where on that edge a sign for them stands, in window pixels
  nearest: Point;
}

const CORNER = 48; // window pixels from a corner at which no sign stands

/** What lies out of sight, by the edge beyond which it lies. */
export function beyond(points: Point[], view: View, free: Viewport, viewport: Viewport): Beyond[] {
  const [right, bottom] = [free.width - free.right, free.height - free.bottom];
  const found = new Map<Edge, { point: Point; far: number; along: number }[]>();
  for (const point of points) {
    const p = toWindow(view, viewport, point);
    const sideways = Math.max(free.left - p.x, p.x - right);
    const upright = Math.max(free.top - p.y, p.y - bottom);
    if (sideways <= 0 && upright <= 0) continue;
    const level = sideways > upright;
    const edge = level ? (p.x < free.left ? "left" : "right") : p.y < free.top ? "top" : "bottom";
    const along = level
      ? Math.min(bottom - CORNER, Math.max(free.top + CORNER, p.y))
      : Math.min(right - CORNER, Math.max(free.left + CORNER, p.x));
    const there = found.get(edge) ?? [];
    found.set(edge, [...there, { point, far: Math.max(sideways, upright), along }]);
  }
  return [...found].map(([edge, all]) => {
    const first = all.reduce((a, b) => (b.far < a.far ? b : a));
    return { edge, count: all.length, along: Math.round(first.along), nearest: first.point };
  });
}
