/** Where the names of towns stand: where the map has them, or at the foot of their hex if pieces lie over them. */
import type { Scene } from "./scene";
import { areLots } from "./stacks";

const GROWTH = 0.72; // letters grow slower than the ground when one comes nearer
const LEAST = 10; // window pixels of a name
const FOOT = [9.5, 14] as const; // window pixels of a name at the foot of its hex, at least and at most
const TIGHTEST = 0.8; // how much smaller such a name is set at most, so that it keeps to its hex
const ROOMY = 40; // window pixels a hex from which it must, and may say what the town is worth
const DISC = 0.56; // radius of the disc beside it, of its size
const FOOT_AT = 0.55; // of a hex, below its middle
const BELOW_LOTS = { size: 12, share: 0.19, at: 0.41 }; // the same where lots fill the hex: between them and those below it
const CORE = 0.93; // how much of a name is more than its halo
const LETTER = 0.5; // about how wide a letter is, of its size

/** A name on the map: the middle of its foot and its size, in the board's pixels. */
export interface Name {
  words: string;
  x: number;
  y: number;
  size: number;
  weight: number;
}

/** What a place is worth, in a disc on the map. */
export interface Value {
  words: string;
  x: number;
  y: number;
  r: number;
}

/** A name where it stands. */
export interface Label {
  name: Name;
  x: number;
  y: number;
  size: number;
  widest: number; // the name is set smaller rather than wider
  above: boolean; // whether it stands above the pieces
  disc: number; // radius of the disc at its end that says what the town is worth; 0 without one
}

/** What the names are set upon. */
export interface Setting {
  scene: Scene;
  zoom: number;
  hexOf: (name: Name) => string | undefined;
  isWorth: (hex: string) => boolean; // whether a hex has a value
}

interface Patch {
  x: number;
  y: number; // the middle
  wide: number;
  high: number;
}

function patchOf(name: Name, x: number, y: number, size: number, widest = Infinity): Patch {
  const wide = Math.min(widest, name.words.length * size * LETTER);
  return { x, y: y - size * 0.3, wide, high: size };
}

function touch(a: Patch, b: Patch): boolean {
  return Math.abs(a.x - b.x) * 2 < a.wide + b.wide && Math.abs(a.y - b.y) * 2 < a.high + b.high;
}

/** A name at the foot of a held hex, with the disc of its value: both together are as wide as the hex. */
function atFoot(name: Name, place: string, { scene, zoom, isWorth }: Setting): Label | null {
  const hex = scene.geometry.hex(place);
  if (!hex) return null;
  const { unit } = scene.geometry;
  const stack = scene.stacks.get(place);
  const lots = stack && areLots(stack, scene.screen);
  const most = lots ? Math.max(FOOT[0], Math.min(BELOW_LOTS.size, BELOW_LOTS.share * unit * zoom)) : FOOT[1];
  const size = Math.min(most, Math.max(FOOT[0], name.size * zoom * 0.8)) / zoom;
  const roomy = unit * zoom >= ROOMY;
  const disc = roomy && stack && isWorth(place) ? size * DISC : 0;
  const least = name.words.length * size * LETTER * TIGHTEST;
  const widest = roomy ? Math.max(unit * 1.02 - 1.7 * disc, least) : Infinity;
  const at = lots ? BELOW_LOTS.at : FOOT_AT;
  return { name, x: hex.x - disc * 0.85, y: hex.y + unit * at, size, widest, above: true, disc };
}

/** What a name takes of the map; its halo may be touched. */
function taking({ name, x, y, size, widest, disc }: Label): Patch {
  const patch = patchOf(name, x, y, size, widest);
  return { ...patch, x: x + disc * 0.85, wide: (patch.wide + disc * 1.7) * CORE };
}

/** Every name that has a place. The names come in the order of their weight: who comes first, stands. */
export function labelsOf(names: Name[], setting: Setting): Label[] {
  const { scene, zoom, hexOf } = setting;
  const counters = scene.counters.map(({ x, y, size }): Patch => ({ x, y, wide: size, high: size }));
  const taken: Patch[] = [];
  const found: Label[] = [];
  const stand = (one: Label, always = false): void => {
    const patch = taking(one);
    if (!always && taken.some((other) => touch(patch, other))) return; // it waits for closer zoom
    taken.push(patch);
    found.push(one);
  };
  for (const name of names) {
    const size = Math.max(name.size * Math.min(1, zoom ** (GROWTH - 1)), LEAST / zoom);
    const y = name.y - (name.size - size) * 0.3;
    const patch = patchOf(name, name.x, y, size);
    const place = hexOf(name);
    const covered = (place && scene.stacks.has(place)) || counters.some((one) => touch(patch, one));
    const own = { name, x: name.x, y, size, widest: Infinity, above: false, disc: 0 };
    const foot = covered && place ? atFoot(name, place, setting) : null;
    if (!covered) stand(own, size <= name.size);
    else if (foot) stand(foot);
  }
  return found;
}
