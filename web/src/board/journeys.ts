/** Pieces on their way from place to place. */
import { easeOut } from "./camera";
import type { Point } from "./geometry";

const HEX = 90; // milliseconds a hex
const LONGEST = 900;
const FORCED = 260; // milliseconds a hex of a retreat or an advance

/** A piece that has changed place, and the way it went. */
export interface Journey {
  piece: string;
  path: string[];
  slow: boolean; // a retreat or an advance
}

interface Leg {
  points: Point[];
  start: number;
  lasts: number;
}

export class Journeys {
  private readonly legs = new Map<string, Leg>();

  begin(journeys: readonly Journey[], middle: (place: string) => Point | null): void {
    for (const { piece, path, slow } of journeys) {
      const points = path.flatMap((place) => middle(place) ?? []);
      if (points.length < 2) continue;
      const lasts = slow ? FORCED * (points.length - 1) : Math.min(LONGEST, HEX * Math.max(2, points.length - 1));
      this.legs.set(piece, { points, start: performance.now(), lasts });
    }
  }

  /** Whether one was under way when it was last looked. */
  get any(): boolean {
    return this.legs.size > 0;
  }

  /** Where each piece is that is still under way; those that have arrived are forgotten. */
  at(now: number): Map<string, Point> {
    const found = new Map<string, Point>();
    for (const [piece, { points, start, lasts }] of this.legs) {
      const t = (now - start) / lasts;
      if (t >= 1) {
        this.legs.delete(piece);
        continue;
      }
      const along = easeOut(t) * (points.length - 1);
      const i = Math.min(points.length - 2, Math.floor(along));
      const [a, b] = [points[i]!, points[i + 1]!];
      const f = along - i;
      found.set(piece, { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f });
    }
    return found;
  }
}
