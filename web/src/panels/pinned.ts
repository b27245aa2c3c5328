/** Where a card lies that belongs to a place of the board: beside it, off what may be clicked. */

export interface Spot {
  x: number;
  y: number;
}

export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 14; // window pixels between the place and the card
const EDGE = 8; // and between the card and the edge of the room

function within(at: number, size: number, least: number, most: number): number {
  return Math.max(least + EDGE, Math.min(most - size - EDGE, at));
}

/** How many of some spots lie under a card, those of them counted twice that matter most. */
function hidden(card: Spot, wide: number, high: number, spots: Spot[], reach: number): number {
  return spots.filter(
    (one) =>
      one.x > card.x - reach &&
      one.x < card.x + wide + reach &&
      one.y > card.y - reach &&
      one.y < card.y + high + reach,
  ).length;
}

/** Whether a card would lie over another one. */
function overlaps(card: Spot, wide: number, high: number, other: Room): boolean {
  return card.x < other.right && card.x + wide > other.left && card.y < other.bottom && card.y + high > other.top;
}

/** The corner of a card beside a place: to its right if nothing is hidden there, else where the least of the `spots` is,
 * and off what else lies on the map if it can be had. */
export function pinnedAt(
  place: Spot,
  { wide, high }: { wide: number; high: number },
  room: Room,
  reach: number,
  spots: Spot[],
  taken: Room[] = [],
): Spot {
  const far = reach + GAP;
  const wanted: Spot[] = [
    { x: place.x + far, y: place.y - high / 2 },
    { x: place.x - far - wide, y: place.y - high / 2 },
    { x: place.x - wide / 2, y: place.y - far - high },
    { x: place.x - wide / 2, y: place.y + far },
    { x: room.left, y: room.top },
    { x: room.right, y: room.top },
    { x: room.left, y: room.bottom },
    { x: room.right, y: room.bottom },
  ];
  let best: { at: Spot; cost: number } | null = null;
  for (const one of wanted) {
    const at = {
      x: Math.round(within(one.x, wide, room.left, room.right)),
      y: Math.round(within(one.y, high, room.top, room.bottom)),
    };
    const covers = hidden(at, wide, high, [place], reach) * 2; // the place itself, if there is no room beside it
    const over = taken.filter((one) => overlaps(at, wide, high, one)).length * 3;
    const cost = covers + over + hidden(at, wide, high, spots, reach * 0.6);
    if (!best || cost < best.cost) best = { at, cost };
    if (!cost) break;
  }
  return best!.at;
}
