/** The lessons that this browser has begun. A browser that refuses to remember only forgets them. */

export interface Begun {
  token: string;
  game: string;
  read: number[]; // steps that were read or skipped
  left: boolean;
  at: number; // how many steps are behind
  of: number; // how many there are; 0 while that is not known
}

const KEY = "ardennes.lessons";
const MOST = 10;

function stored(): Begun[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Begun[]).filter((one) => Array.isArray(one.read)) : [];
  } catch {
    return [];
  }
}

export function rememberLesson(begun: Begun): void {
  const others = stored().filter((one) => one.token !== begun.token);
  try {
    localStorage.setItem(KEY, JSON.stringify([begun, ...others].slice(0, MOST)));
  } catch {
    // it is followed all the same, as long as the page is open
  }
}

export function lessonOf(token: string): Begun | null {
  return stored().find((one) => one.token === token) ?? null;
}

/** The last lesson of a game, and whether it was finished. */
export function lastLesson(game: string): Begun | null {
  return stored().find((one) => one.game === game) ?? null;
}

export function isFinished({ at, of }: Begun): boolean {
  return of > 0 && at >= of;
}
