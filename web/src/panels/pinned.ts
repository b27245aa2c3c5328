/** Where a card lies that belongs to a place of the board: beside it, off what may be clicked and what must be seen. */

export interface Spot {
  x: number;
  y: number;
}

/** Something on the board that a card should not hide, and how far it reaches about its middle. */
export interface Kept extends Spot {
  reach: number;
  weight: number;
}

export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  wide: number;
  high: number;
}

const GAP = 14; // window pixels between the place and the card
const EDGE = 8; // and between the card and the edge of the room
const STRIDE = 20; // from one spot to the next where a free one is searched for
export const OVER_ANOTHER = 30; // what it weighs to lie over another card or a tool
export const MATTERS = 20; // to hide what it is about, or what is selected; a place that may be clicked weighs 1

function within(at: number, size: number, least: number, most: number): number {
  return Math.round(Math.max(least + EDGE, Math.min(most - size - EDGE, at)));
}

/** What a card at a spot would hide, by its weight. */
function hidden(at: Spot, { wide, high }: Size, kept: Kept[], taken: Room[]): number {
  let sum = 0;
  for (const { x, y, reach, weight } of kept) {
    if (x > at.x - reach && x < at.x + wide + reach && y > at.y - reach && y < at.y + high + reach) sum += weight;
  }
  for (const { left, top, right, bottom } of taken) {
    if (at.x < right && at.x + wide > left && at.y < bottom && at.y + high > top) sum += OVER_ANOTHER;
  }
  return sum;
}

/** The spots beside a place, the likeliest first; without a place the corners of the room. */
function beside(place: Spot | null, { wide, high }: Size, { left, top, right, bottom }: Room, reach: number): Spot[] {
  const far = reach + GAP;
  const sides = place && [
    { x: place.x + far, y: place.y - high / 2 },
    { x: place.x - far - wide, y: place.y - high / 2 },
    { x: place.x - wide / 2, y: place.y - far - high },
    { x: place.x - wide / 2, y: place.y + far },
  ];
  return [...(sides ?? []), { x: right, y: top }, { x: left, y: top }, { x: right, y: bottom }, { x: left, y: bottom }];
}

/** The corner of a card beside a place: to its right if nothing is hidden there, else at the nearest spot where nothing
 * is, else where the least is. Where it lay `last` beside that place it stays, as long as it hides nothing there. */
export function pinnedAt(
  place: Spot | null,
  size: Size,
  room: Room,
  reach: number,
  kept: Kept[],
  taken: Room[] = [],
  last: Spot | null = null,
): Spot {
  const inRoom = ({ x, y }: Spot): Spot => ({
    x: within(x, size.wide, room.left, room.right),
    y: within(y, size.high, room.top, room.bottom),
  });
  const own = place ? [...kept, { ...place, reach, weight: MATTERS }] : kept;
  let best: { at: Spot; cost: number } | null = null;
  for (const one of [...(last ? [last] : []), ...beside(place, size, room, reach)]) {
    const at = inRoom(one);
    const cost = hidden(at, size, own, taken);
    if (!best || cost < best.cost) best = { at, cost };
    if (!cost) return at;
  }
  const near = place
    ? { x: place.x - size.wide / 2, y: place.y - size.high / 2 }
    : inRoom({ x: room.right, y: room.top });
  const farthest = room.right - room.left + room.bottom - room.top;
  let least = best!.cost + Math.hypot(best!.at.x - near.x, best!.at.y - near.y) / farthest / 2;
  for (let y = room.top + EDGE; y <= Math.max(room.top, room.bottom - size.high) - EDGE; y += STRIDE) {
    for (let x = room.left + EDGE; x <= Math.max(room.left, room.right - size.wide) - EDGE; x += STRIDE) {
      const cost = hidden({ x, y }, size, own, taken) + Math.hypot(x - near.x, y - near.y) / farthest / 2;
      if (cost < least) [least, best] = [cost, { at: { x, y }, cost }];
    }
  }
  return best!.at;
}
