/** Pieces that have changed place between two screens, and the way they went. */
import type { Screen } from "../screen.gen";

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
