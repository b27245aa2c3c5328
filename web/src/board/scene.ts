/** What is to be painted: a screen laid out on a board, once for every change and not for every frame. */
import type { Line, Marker, Option, Screen, Sheet, Tint } from "../screen.gen";
import type { Land } from "./camera";
import type { Geometry, Point } from "./geometry";
import { type BoxCard, boxCards, inBox, middleOf } from "./boxes";
import { costOf, waysOf } from "./costs";
import { COUNTER, faceOf, fanned, laid, type Laid, type Stack, stacksOf } from "./stacks";
import type { BoardState, SceneState } from "./state";
import { type TerrainKind, terrainOf } from "./terrain";

export interface Lit {
  place: string;
  at: Point;
  options: readonly Option[];
  cost: string;
  covered: boolean; // whether pieces lie there, so that the pill moves to the foot
}

export interface Blow {
  from: Point;
  to: Point;
  counts: string;
  first: boolean; // whether the figure is shown here (once for a group)
}

export interface Scene {
  screen: Screen;
  geometry: Geometry;
  stacks: Map<string, Stack>;
  counters: Laid[];
  fan: Laid[];
  boxes: BoxCard[];
  lit: Lit[];
  litHexes: Set<string>;
  veiled: boolean;
  terrain: TerrainKind[]; // the terrain effects chart, where it is laid over the map
  tints: Tint[];
  lines: Line[];
  markers: Marker[];
  overlaid: Marker[]; // those of overlays, which lie above the pieces
  blows: Blow[];
  attackers: string[];
  targets: string[];
  active: ReadonlySet<string>; // pieces that can be clicked
  inMotion: string | null;
  looked: string | null;
  crowded: boolean; // whether pieces lie side by side in a hex and not in a pile
  land: Land;
  middle: (place: string) => Point | null;
}

/** Lay a screen out; `zoom` is how large a fan must be. */
export function sceneOf(state: SceneState, geometry: Geometry, zoom: number): Scene {
  const { screen, places } = state;
  const boxes = boxCards(screen, geometry, places);
  const cards = new Map(boxes.map((card) => [card.box.id, card]));
  const middle = (place: string): Point | null => geometry.middle(place) ?? middleOf(cards.get(place));
  const stacks = stacksOf(screen, (place) => (geometry.hex(place) ? geometry.middle(place) : null));
  const counters = [...stacks.values()]
    .sort((a, b) => a.at.y - b.at.y)
    .filter((stack) => stack.place !== state.fan)
    .flatMap((stack) => laid(stack, screen, geometry.unit, Boolean(geometry.hex(stack.place)?.town)));
  counters.push(...boxes.flatMap((card) => inBox(card, geometry.unit)));
  const fan = state.fan ? stacks.get(state.fan) : undefined;
  const lit = litPlaces(places, middle, stacks, geometry);
  const on = (screen.overlays ?? []).filter((overlay) => state.overlays.has(overlay.id));
  const sheet = current(screen);
  const declared = (screen.lines ?? []).filter((line) => line.kind === "attack").map((line) => line.hexes ?? []);
  const litHexes = new Set(lit.map((one) => one.place).filter((place) => geometry.hex(place)));
  return {
    screen,
    geometry,
    stacks,
    counters,
    fan: fan ? fanned(fan, geometry.unit, zoom) : [],
    boxes,
    lit,
    litHexes,
    veiled: (litHexes.size > 0 && screen.prompt.kind !== "place") || sheet?.stage === "building",
    terrain: state.terrain ? terrainOf(geometry) : [],
    tints: [...(screen.tints ?? []), ...on.flatMap((overlay) => overlay.tints ?? [])],
    lines: [
      ...(screen.lines ?? []).filter((line) => line.kind !== "attack"),
      ...on.flatMap((overlay) => overlay.lines ?? []),
    ],
    markers: screen.markers ?? [],
    overlaid: on.flatMap((overlay) => overlay.markers ?? []),
    blows: sheet ? blowsOf(sheet, middle) : declared.flatMap((one) => blowOf(one, middle)),
    attackers: sheet
      ? sheet.attackers.filter(takesPart).flatMap((group) => group.at ?? [])
      : declared.flatMap((one) => one[0] ?? []),
    targets: sheet?.targets ?? [...state.cleared, ...declared.flatMap((one) => one.at(-1) ?? [])],
    active: state.pieces,
    inMotion: state.moving,
    looked: state.looked,
    crowded: counters.some((one) => one.size < geometry.unit * 0.5 && geometry.hex(one.place)),
    land: landOf(geometry, boxes, inPlay(screen)),
    middle,
  };
}

/** The battle that is being built or fought. */
export function current(screen: Screen): Sheet | null {
  const first = screen.sheets?.[0];
  return first && first.stage !== "resolved" ? first : null;
}

function takesPart(group: Sheet["attackers"][number]): boolean {
  return group.fighters.some((fighter) => fighter.tick === "in" || fighter.tick === "fixed");
}

/** An attack that is drawn as a line from hex to hex: one arrow, over the counters. */
function blowOf(hexes: string[], middle: (place: string) => Point | null): Blow[] {
  const [from, to] = [hexes[0] && middle(hexes[0]), hexes.at(-1) && middle(hexes.at(-1)!)];
  return hexes.length > 1 && from && to ? [{ from, to, counts: "", first: false }] : [];
}

function blowsOf(sheet: Sheet, middle: (place: string) => Point | null): Blow[] {
  const blows: Blow[] = [];
  for (const group of sheet.attackers.filter(takesPart)) {
    const from = group.at ? middle(group.at) : null;
    if (!from) continue;
    (group.targets ?? sheet.targets).forEach((target, i) => {
      const to = middle(target);
      if (to) blows.push({ from, to, counts: group.counts, first: i === 0 });
    });
  }
  return blows;
}

function litPlaces(
  places: BoardState["places"],
  middle: (place: string) => Point | null,
  stacks: Map<string, Stack>,
  geometry: Geometry,
): Lit[] {
  const lit: Lit[] = [];
  const ways = waysOf(places);
  for (const [place, options] of places) {
    const at = middle(place);
    if (!at) continue;
    const cost = costOf(options, ways);
    lit.push({ place, at, options, cost, covered: stacks.has(place) || !geometry.hex(place) });
  }
  return lit;
}

/** The hexes by which the board is framed, where a scenario does not use the whole map. */
function inPlay(screen: Screen): string[] {
  return (screen.tints ?? []).filter((tint) => tint.kind === "in-play").flatMap((tint) => tint.places);
}

function landOf(geometry: Geometry, boxes: BoxCard[], hexes: string[]): Land {
  const land = boundsOf(geometry, hexes);
  for (const card of boxes) {
    land.left = Math.min(land.left, card.x);
    land.top = Math.min(land.top, card.y);
    land.right = Math.max(land.right, card.x + card.width);
    land.bottom = Math.max(land.bottom, card.y + card.height);
  }
  return land;
}

/** What holds some hexes and what surrounds them; the whole map if there are none. */
function boundsOf(geometry: Geometry, hexes: string[]): Land {
  const { width, height, unit } = geometry;
  const points = hexes.flatMap((place) => geometry.middle(place) ?? []);
  if (!points.length) return { left: 0, top: 0, right: width, bottom: height };
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return {
    left: Math.max(0, Math.min(...xs) - unit),
    top: Math.max(0, Math.min(...ys) - unit),
    right: Math.min(width, Math.max(...xs) + unit),
    bottom: Math.min(height, Math.max(...ys) + unit),
  };
}

/** The place under a point: a box before a hexside that is lit, then the hex. */
export function placeAt(scene: Scene, p: Point): string | null {
  for (const card of scene.boxes) {
    if (p.x >= card.x && p.x <= card.x + card.width && p.y >= card.y && p.y <= card.y + card.height) return card.box.id;
  }
  const reach = scene.geometry.unit * 0.2;
  for (const one of scene.lit) {
    if (one.place.includes("/") && Math.hypot(one.at.x - p.x, one.at.y - p.y) < reach) return one.place;
  }
  return scene.geometry.hexAt(p.x, p.y);
}

export { COUNTER, faceOf };
