/** Pieces that have changed place between two screens, and the way they went. */
import type { Piece, Roll, Screen } from "../screen.gen";
import type { Move } from "../server/shapes.gen";

export interface Travel {
  piece: string;
  path: string[];
  slow: boolean; // a retreat or an advance
}

const MOST = 12; // more pieces than this at once would be a flurry, not a story

const FORCED = new Set(["retreat", "advance"]);

/** The journeys between two screens, as the record tells them; along the way that the option gave where it was one. A
 * unit that steps into the next hex is told by its place alone. */
export function travels(before: Screen, now: Screen, moves: Move[] = []): Travel[] {
  const was = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
  const told = routes(moves);
  const found: Travel[] = [];
  for (const piece of now.pieces) {
    const from = was.get(piece.id);
    if (!from || !piece.at || from === piece.at || piece.hidden) continue;
    const route = told.get(piece.id);
    const whole = route && route.path[0] === from && route.path[route.path.length - 1] === piece.at;
    const way = before.options.find((o) => o.path && o.path[0] === from && o.path[o.path.length - 1] === piece.at);
    const path = way?.path ?? (whole ? route.path : [from, piece.at]);
    found.push({ piece: piece.id, path, slow: route?.slow ?? false });
  }
  return found.length > MOST ? [] : found;
}

/** The moves of each piece as one route. */
function routes(moves: Move[]): Map<string, Travel> {
  const found = new Map<string, Travel>();
  for (const { piece, from, to, kind } of moves) {
    const route = found.get(piece);
    const path = route ? [...route.path, to] : [from, to];
    found.set(piece, { piece, path, slow: FORCED.has(kind) || Boolean(route?.slow) });
  }
  return found;
}

/** A piece that is gone, and where it stood. */
export interface Lost {
  piece: Piece;
  at: string;
}

/** What the log has told since another screen. */
function news(before: Screen, now: Screen): NonNullable<Screen["log"]>["lines"] {
  const last = Math.max(-1, ...(before.log?.lines ?? []).map((line) => line.number));
  return (now.log?.lines ?? []).filter((line) => line.number > last);
}

/** The pieces that the log calls lost and that are no longer there. */
export function losses(before: Screen, now: Screen): Lost[] {
  if (!news(before, now).some((line) => line.icon === "lost")) return [];
  const dead = new Set((now.boxes ?? []).filter((box) => box.kind === "dead").map((box) => box.id));
  const still = new Set(now.pieces.filter((piece) => piece.at && !dead.has(piece.at)).map((piece) => piece.id));
  const gone = before.pieces.filter((piece) => piece.at && !dead.has(piece.at) && !still.has(piece.id));
  const found = gone.map((piece) => ({ piece, at: piece.at! }));
  return found.length > MOST ? [] : found;
}

/** A roll that has just fallen, and the hex that it was about. */
export interface Fallen {
  roll: Roll;
  at: string;
}

/** The roll between two screens, if it was about a place. */
export function fallen(before: Screen, now: Screen): Fallen | null {
  const { roll } = now;
  if (!roll?.dice?.length || JSON.stringify(roll) === JSON.stringify(before.roll)) return null;
  const at = before.sheets?.[0]?.targets[0] ?? now.sheets?.[0]?.targets[0] ?? roll.dice[0]!.place;
  return at ? { roll, at } : null;
}
