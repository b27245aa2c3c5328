/** Boxes beside the map: how large their cards are, and where they lie without covering a hex or each other. */
import type { Box, Piece, Screen } from "../screen.gen";
import type { Geometry, Point } from "./geometry";
import type { Laid } from "./stacks";
import type { BoardState } from "./state";

export interface BoxCard {
  box: Box;
  x: number; // the card's corner and size, in the board's pixels
  y: number;
  width: number;
  height: number;
  pieces: Piece[];
  lit: boolean;
}

const PAD = 0.16; // of a hex
const HEAD = 0.5;
const SLOT = 0.62;
const WIDEST = 6;
const GAP = 0.12; // between two cards
const STEP = 0.1; // by which a card is pushed out
const FURTHEST = 12; // hexes
const REACH = 0.52; // of a hex from its centre: what a card must leave free

/** The cards of all boxes that lie on the board itself. */
export function boxCards(screen: Screen, geometry: Geometry, places: BoardState["places"]): BoxCard[] {
  const inGrid = new Set((screen.grids ?? []).flatMap((grid) => grid.cells.flat()));
  const cards: BoxCard[] = [];
  for (const box of screen.boxes ?? []) {
    if (inGrid.has(box.id) && !box.near && !box.at) continue;
    const at = boxAt(box, geometry);
    if (!at) continue;
    const pieces = screen.pieces.filter((piece) => piece.at === box.id);
    const [width, height] = sizeOf(box, pieces, geometry);
    const card = {
      box,
      x: at.x - width / 2,
      y: at.y - height / 2,
      width,
      height,
      pieces,
      lit: places.has(box.id),
    };
    cards.push(box.near && !box.at ? pushedOut(card, box.near, cards, geometry) : card);
  }
  return cards;
}

export function middleOf(card: BoxCard | undefined): Point | null {
  return card ? { x: card.x + card.width / 2, y: card.y + card.height / 2 } : null;
}

function sizeOf(box: Box, pieces: Piece[], geometry: Geometry): [width: number, height: number] {
  const u = geometry.unit;
  const columns = Math.min(WIDEST, Math.max(1, pieces.length));
  const rows = Math.ceil(pieces.length / WIDEST);
  const words = Math.max(box.label.length * 0.155, (box.text ?? "").length * 0.3);
  const printed = geometry.info.boxes.some((one) => one.id === box.id); // the ground has a frame for it
  return [
    Math.max(words * u + 2 * PAD * u, columns * SLOT * u + 2 * PAD * u, (printed ? 2.7 : 1.2) * u),
    Math.max((HEAD + (box.text ? 0.42 : 0) + rows * SLOT + PAD * 1.4) * u, printed ? 1.9 * u : 0),
  ];
}

function boxAt(box: Box, geometry: Geometry): Point | null {
  if (box.at) return geometry.plane(box.at[0]!, box.at[1]!);
  if (box.near) return geometry.middle(box.near);
  const known = geometry.info.boxes.find((one) => one.id === box.id);
  return known && known.at.length === 2 ? geometry.plane(known.at[0]!, known.at[1]!) : null;
}

/** The card outside the map, by the shortest way, with every hex and every earlier card left free. */
function pushedOut(card: BoxCard, near: string, others: BoxCard[], geometry: Geometry): BoxCard {
  const ways = waysOut(near, geometry).map((way) => pushed(card, way, others, geometry));
  const found = ways.filter((one) => one !== null).sort((a, b) => a.far - b.far)[0];
  return found?.card ?? card;
}

function pushed(
  card: BoxCard,
  way: Point,
  others: BoxCard[],
  geometry: Geometry,
): { card: BoxCard; far: number } | null {
  const { unit } = geometry;
  for (let far = 0; far < FURTHEST * unit; far += STEP * unit) {
    const moved = { ...card, x: card.x + way.x * far, y: card.y + way.y * far };
    if (!others.some((other) => overlaps(moved, other, GAP * unit)) && !isOnMap(moved, geometry))
      return { card: moved, far };
  }
  return null;
}

/** Up, down, left or right: those that lead away from the middle of the map, and not back across the hexside. */
function waysOut(near: string, geometry: Geometry): Point[] {
  const at = geometry.middle(near)!;
  const across = near.includes("/") ? geometry.across(near) : { x: 0, y: 0 };
  const ways = [
    { x: Math.sign(at.x - geometry.width / 2) || 1, y: 0 },
    { x: 0, y: Math.sign(at.y - geometry.height / 2) || 1 },
  ];
  const ahead = ways.filter((way) => way.x * across.x + way.y * across.y >= -0.01);
  return ahead.length ? ahead : ways;
}

function overlaps(one: BoxCard, other: BoxCard, gap: number): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  );
}

function isOnMap(card: BoxCard, geometry: Geometry): boolean {
  return geometry.hasHexWithin(geometry.unit * REACH, card.x, card.y, card.width, card.height);
}

/** The counters in a box. */
export function inBox(card: BoxCard, unit: number): Laid[] {
  const size = unit * SLOT * 0.92;
  const top = card.y + (HEAD + (card.box.text ? 0.42 : 0)) * unit;
  const n = card.pieces.length;
  return card.pieces.map((piece, i) => {
    const inRow = Math.min(WIDEST, n - Math.floor(i / WIDEST) * WIDEST);
    const x = card.x + card.width / 2 + ((i % WIDEST) - (inRow - 1) / 2) * SLOT * unit;
    const y = top + (Math.floor(i / WIDEST) + 0.5) * SLOT * unit;
    return { piece, x, y, size, place: card.box.id, top: true, depth: 0, stack: 1 };
  });
}
