/** The record of a series in words. */
import type { Series } from "../server/shapes.gen";

/** A player's total, with the games that it is made of where there are several: "31 = 22 + 9". */
export function added({ points, games }: Series["totals"][number]): string {
  return games.length > 1 ? `${points} = ${games.join(" + ")}` : String(points);
}
