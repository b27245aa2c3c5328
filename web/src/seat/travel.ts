/** Pieces that have changed place between two screens, and the way they went. */
import type { Piece, Roll, Screen } from "../screen.gen";

export interface Travel {
  piece: string;
  path: string[];
  slow: boolean; // a retreat or an advance
}

const MOST = 12; // more pieces than this at once would be a flurry, not a story

/** The journeys between two screens, along the way that the option gave where it was one. */
export function travels(before: Screen, now: Screen): Travel[] {
  const was = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
  const found: Travel[] = [];
  for (const piece of now.pieces) {
    const from = was.get(piece.id);
    if (!from || !piece.at || from === piece.at || piece.hidden) continue;
    const way = before.options.find((o) => o.path && o.path[0] === from && o.path[o.path.length - 1] === piece.at);
    found.push({ piece: piece.id, path: way?.path ?? [from, piece.at], slow: isForced(before) });
  }
  return found.length > MOST ? [] : found;
}

function isForced(screen: Screen): boolean {
  return screen.prompt.kind === "retreat" || screen.prompt.kind === "advance";
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
