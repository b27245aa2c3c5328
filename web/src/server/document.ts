/** The document of a seat: it comes whole once, and after that what changes of it, as a merge patch (RFC 7396). */
import { KEYED, type Option, type Screen, type ScreenDocument } from "../screen.gen";
import type { Patch as Sent, Whole } from "./shapes.gen";

type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** What is shown: a document with a screen that has lists. */
export type Shown = Omit<Whole, "screen" | "hash" | "moves"> & { screen: Screen };

/** What is sent of a change: from the document with the checksum `base` to the one with `hash`. */
export type Patch = Omit<Sent, "patch"> & { patch: JsonObject };

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
const utf8 = new TextEncoder();

function crc32(text: string): number {
  let c = 0xffffffff;
  for (const byte of utf8.encode(text)) c = TABLE[(c ^ byte) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects whose entries are items of their own: maps by key, and what holds them. */
const MAPS = new Set([
  ...["", "/screen", "/screen/faces", "/screen/order", "/screen/log", "/screen/log/lines"],
  ...KEYED.map((name) => `/screen/${name}`),
]);

/** A value as text with sorted names. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!)}`).join(",")}}`;
}

/** The checksum of a document: the sum of the CRC-32 of every item, written `path=JSON` with sorted names. */
export function checksum(value: Json, path = ""): number {
  if (!MAPS.has(path) || !isObject(value)) return crc32(`${path}=${canonical(value)}`);
  let sum = 0;
  for (const name of Object.keys(value)) sum = (sum + checksum(value[name]!, `${path}/${name}`)) >>> 0;
  return sum;
}

/** A document with a patch applied (RFC 7396); what has not changed is the same object as before. */
export function merged(document: JsonObject, patch: JsonObject): JsonObject {
  const found = { ...document };
  for (const name of Object.keys(patch)) {
    const [old, put] = [found[name], patch[name]!];
    if (put === null) delete found[name];
    else found[name] = isObject(put) ? merged(isObject(old) ? old : {}, put) : put;
  }
  return found;
}

/** By how much a checksum changes when a patch has made one map of another. */
function change(before: JsonObject, now: JsonObject, patch: JsonObject, path = ""): number {
  let sum = 0;
  for (const name of Object.keys(patch)) {
    const [old, put, inside, where] = [before[name], now[name], patch[name], `${path}/${name}`];
    if (MAPS.has(where) && isObject(old) && isObject(put) && isObject(inside)) {
      sum += change(old, put, inside, where);
      continue;
    }
    if (old !== undefined) sum -= checksum(old, where);
    if (put !== undefined) sum += checksum(put, where);
  }
  return sum;
}

/** The document that a seat has, and what is shown of it. */
export class Copy {
  private document: JsonObject | null = null;
  private hash = -1;

  /** The checksum of what is there; null if nothing is, or nobody has told it. */
  get base(): number | null {
    return this.hash >= 0 ? this.hash : null;
  }

  /** The whole document as it was sent; null if there is none. */
  get whole(): Whole | null {
    return this.document as unknown as Whole | null;
  }

  /** Take a whole document. */
  take(whole: Whole): Shown {
    const { hash = -1, moves, ...document } = whole;
    this.document = document as unknown as JsonObject;
    this.hash = hash;
    return this.shown();
  }

  /** Apply a patch: what is shown now; "old" if it is known already, "lost" if it does not fit what is there. */
  apply(told: Patch): Shown | "old" | "lost" {
    const revision = this.document?.revision as number | undefined;
    if (told.hash === this.hash || (revision !== undefined && told.revision < revision)) return "old";
    if (!this.document || told.base !== this.hash) return "lost";
    const now = merged(this.document, told.patch);
    const sum = told.base + change(this.document, now, told.patch);
    this.hash = (sum - told.hash) % 2 ** 32 === 0 ? told.hash : -1;
    if (this.hash < 0) return "lost";
    this.document = now;
    return this.shown();
  }

  private shown(): Shown {
    return shownBy(this.document as unknown as Whole);
  }
}

/** What a document shows, with lists in the place of maps by key. */
export function shownBy(whole: Whole): Shown {
  return { ...whole, screen: listed(whole.screen) };
}

/** The hexes from where a piece stands to a place, both included. */
function pathTo(place: string, before: Map<string, string>): string[] {
  const path = [place];
  for (let at = before.get(place); at !== undefined; at = before.get(at)) path.unshift(at);
  return path;
}

/** The options of the ranges: one for each thing, with the path to a place. */
function ranged(document: ScreenDocument): Option[] {
  const ways = new Map(
    (document.ways ?? []).map((way) => [way.verb, new Map(way.hexes.map((hex, n) => [hex, way.before[n]!]))]),
  );
  return (document.ranges ?? []).flatMap(({ verb, kind, label, commits, things, costs, group, notes }) => {
    const before = ways.get(verb);
    return things.map((thing, n) => {
      return {
        action: `${verb} ${thing}`,
        kind,
        label: label.replace("{}", () => (kind === "piece" ? document.pieces[thing]!.name : thing)),
        commits,
        thing,
        ...(costs && { cost: costs[n]! }),
        ...(before && { path: pathTo(thing, before) }),
        ...(group && { group }),
        ...(notes && { notes }),
      };
    });
  });
}

/** A document of a screen with lists, in their order, where it has maps by key or ranges. */
export function listed(document: ScreenDocument): Screen {
  const { order, log, ranges, ways, ...rest } = document;
  const lists = Object.fromEntries(
    KEYED.flatMap((name) => {
      const map = document[name] as Record<string, unknown> | undefined;
      return map ? [[name, (order?.[name] ?? []).map((key) => map[key])]] : [];
    }),
  );
  const options = [...(lists.options as Option[]), ...ranged(document)];
  const lines = Object.values(log?.lines ?? {}).sort((a, b) => a.number - b.number);
  return { ...rest, ...lists, options, ...(log && { log: { ...log, lines } }) } as unknown as Screen;
}
