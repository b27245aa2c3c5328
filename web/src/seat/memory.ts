/** The seats that this browser has sat at. The link is the seat; here it is only remembered. */

import { discard } from "../server/kept";
import type { Offer } from "../server/shapes.gen";
import { read, write } from "../server/storage";

export interface Remembered {
  token: string;
  game: string;
  title: string;
  invite?: Offer[]; // invitations that were sent to friends
  at: number;
  seen?: boolean; // whether its board has been looked at
}

const KEY = "ardennes.seats";
const MOST = 40;

export function remembered(): Remembered[] {
  try {
    const found: unknown = JSON.parse(read(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Remembered[]).filter((one) => typeof one.token === "string") : [];
  } catch {
    return [];
  }
}

export function remember(seat: Remembered): void {
  const others = remembered().filter((one) => one.token !== seat.token);
  write(KEY, JSON.stringify([seat, ...others].slice(0, MOST)));
}

/** Remember a seat that was opened by its link; what is known of it already is kept. */
export function visit(token: string, game: string, title: string): void {
  const known = remembered().find((one) => one.token === token);
  remember({ ...known, token, game, title, at: Date.now(), seen: true });
}

/** Whether this browser has looked at the board of a seat before. */
export function greeted(token: string): boolean {
  return remembered().some((one) => one.token === token && one.seen);
}

/** Forget a seat, and its screen with it. */
export function forget(token: string): void {
  void discard(token);
  write(KEY, JSON.stringify(remembered().filter((one) => one.token !== token)));
}

/** The link of a seat was replaced: remember the new one in the place of the old. */
export function renew(token: string, fresh: string): void {
  void discard(token);
  const seats = remembered().map((one) => (one.token === token ? { ...one, token: fresh } : one));
  write(KEY, JSON.stringify(seats));
}
