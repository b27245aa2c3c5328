/** How patient a lost line is. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

/** How long to wait before the nth try, in milliseconds. */
export function patience(tries: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, tries - 1));
}
