/** Where things lie: hexes, hexsides, outlines and points of the Earth, in the picture's own pixels. */
import type { BoardInfo, HexInfo } from "../server/shapes.gen";

export interface Point {
  x: number;
  y: number;
}

const DIRECTIONS = {
  pointy: ["E", "NE", "NW", "W", "SW", "SE"],
  flat: ["N", "NW", "SW", "S", "SE", "NE"],
} as const;

/** The unit vector of a direction, y to the south. */
function vector(orientation: "pointy" | "flat", index: number): Point {
  const turn = orientation === "pointy" ? 0 : 90;
  const angle = ((turn + 60 * index) * Math.PI) / 180;
  return { x: Math.cos(angle), y: -Math.sin(angle) };
}

export class Geometry {
  readonly unit: number;
  readonly width: number;
  readonly height: number;
  readonly corners: Point[];
  readonly names: string[];
  private readonly vectors: Point[];
  private readonly edges: [Point, Point][]; // for each direction the two corners of that side, around the centre
  private readonly buckets = new Map<number, string[]>();

  constructor(readonly info: BoardInfo) {
    this.unit = info.unit;
    this.width = info.width;
    this.height = info.height;
    this.corners = info.corners.map(([x, y]) => ({ x, y }));
    this.names = Object.keys(info.hexes);
    this.vectors = [0, 1, 2, 3, 4, 5].map((d) => vector(info.orientation, d));
    this.edges = this.vectors.map((v) => this.edge(v));
    for (const name of this.names) {
      const hex = info.hexes[name]!;
      const key = this.bucket(hex.x, hex.y);
      const held = this.buckets.get(key);
      if (held) held.push(name);
      else this.buckets.set(key, [name]);
    }
  }

  private edge(v: Point): [Point, Point] {
    const middle = { x: (v.x * this.unit) / 2, y: (v.y * this.unit) / 2 };
    const near = [...this.corners].sort((a, b) => distance(a, middle) - distance(b, middle));
    const [a, b] = [near[0]!, near[1]!];
    // always the same way round the hex, so that outlines can be stitched end to end
    return v.x * (b.y - a.y) - v.y * (b.x - a.x) > 0 ? [a, b] : [b, a];
  }

  private bucket(x: number, y: number): number {
    return bucketKey(Math.floor(x / this.unit), Math.floor(y / this.unit));
  }

  /** Whether the centre of any hex lies within a distance of a rectangle. */
  hasHexWithin(reach: number, left: number, top: number, width: number, height: number): boolean {
    const first = (least: number): number => Math.floor((least - reach) / this.unit);
    const last = (most: number): number => Math.floor((most + reach) / this.unit);
    for (let i = first(left); i <= last(left + width); i++) {
      for (let j = first(top); j <= last(top + height); j++) {
        for (const name of this.buckets.get(bucketKey(i, j)) ?? []) {
          const hex = this.info.hexes[name]!;
          const dx = Math.max(left - hex.x, 0, hex.x - left - width);
          const dy = Math.max(top - hex.y, 0, hex.y - top - height);
          if (dx * dx + dy * dy < reach * reach) return true;
        }
      }
    }
    return false;
  }

  hex(name: string): HexInfo | undefined {
    return this.info.hexes[name];
  }

  /** The hex that a point lies in, if it lies in one. */
  hexAt(x: number, y: number): string | null {
    const cx = Math.floor(x / this.unit);
    const cy = Math.floor(y / this.unit);
    let best: string | null = null;
    let least = this.unit * 0.6;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const name of this.buckets.get(bucketKey(cx + i, cy + j)) ?? []) {
          const far = distance(this.info.hexes[name]!, { x, y });
          if (far < least) [best, least] = [name, far];
        }
      }
    }
    return best;
  }

  neighbour(name: string, direction: number): string {
    return this.info.neighbours[name]?.[direction] ?? "";
  }

  /** The neighbour that lies most nearly in a direction given as a vector. */
  towards(name: string, dx: number, dy: number): string {
    const here = this.info.hexes[name];
    if (!here) return name;
    let best = name;
    let most = 0.2;
    for (const other of this.info.neighbours[name] ?? []) {
      const there = this.info.hexes[other];
      if (!there) continue;
      const far = distance(here, there);
      const along = ((there.x - here.x) * dx + (there.y - here.y) * dy) / far;
      if (along > most + 1e-6) [best, most] = [other, along];
    }
    return best;
  }

  private directionOf(side: string): [string, number] {
    const [a = "", b = ""] = side.split("/");
    const compass = (DIRECTIONS[this.info.orientation] as readonly string[]).indexOf(b);
    return [a, compass >= 0 ? compass : (this.info.neighbours[a] ?? []).indexOf(b)];
  }

  /** The two ends of a hexside, or null if it is none of this board. */
  side(side: string): [Point, Point] | null {
    const [name, direction] = this.directionOf(side);
    const hex = this.info.hexes[name];
    if (!hex || direction < 0) return null;
    const [a, b] = this.edges[direction]!;
    return [
      { x: hex.x + a.x, y: hex.y + a.y },
      { x: hex.x + b.x, y: hex.y + b.y },
    ];
  }

  /** The direction out of the first hex across a hexside. */
  across(side: string): Point {
    return this.vectors[Math.max(0, this.directionOf(side)[1])]!;
  }

  /** The middle of a hex or hexside. */
  middle(place: string): Point | null {
    const hex = this.info.hexes[place];
    if (hex) return hex;
    if (!place.includes("/")) return null;
    const ends = this.side(place);
    return ends && { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 };
  }

  /** A point given in plane units of the board. */
  plane(x: number, y: number): Point {
    return { x: (x - this.info.x0) * this.unit, y: (y - this.info.y0) * this.unit };
  }

  /** A point given in degrees. */
  earth(lon: number, lat: number): Point {
    const [a = 0, b = 1, c = 0] = this.info.earth.lon;
    const [d = 0, e = 0, f = 1] = this.info.earth.lat;
    const det = b * f - c * e;
    return this.plane(((lon - a) * f - (lat - d) * c) / det, ((lat - d) * b - (lon - a) * e) / det);
  }

  /** The outlines of a set of hexes: closed rings of corners. */
  rings(hexes: Iterable<string>): Point[][] {
    const inside = new Set(hexes);
    const from = new Map<string, Point[]>();
    for (const name of inside) {
      const hex = this.info.hexes[name];
      if (!hex) continue;
      for (let d = 0; d < 6; d++) {
        if (inside.has(this.neighbour(name, d))) continue;
        const [a, b] = this.edges[d]!;
        const start = { x: hex.x + a.x, y: hex.y + a.y };
        const key = corner(start);
        const out = from.get(key) ?? [];
        out.push({ x: hex.x + b.x, y: hex.y + b.y });
        from.set(key, out);
      }
    }
    return stitched(from);
  }

  /** The outline of one hex, shrunk or grown about its centre. */
  ring(name: string, scale = 1): Point[] {
    const hex = this.info.hexes[name];
    if (!hex) return [];
    return this.corners.map((c) => ({ x: hex.x + c.x * scale, y: hex.y + c.y * scale }));
  }

  /** A chain of hexsides as few long lines. */
  chains(sides: Iterable<string>): Point[][] {
    const pieces = [...sides].map((s) => this.side(s)).filter((s): s is [Point, Point] => s !== null);
    return joined(pieces);
  }
}

/** One number for a square of the map, negative columns and rows included. */
function bucketKey(column: number, row: number): number {
  return column * 65536 + row;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function corner(p: Point): string {
  return `${Math.round(p.x / 2)},${Math.round(p.y / 2)}`;
}

/** The key of a corner that may have been rounded to either side. */
function keyNear(from: Map<string, Point[]>, p: Point): string | null {
  const [cx, cy] = [Math.round(p.x / 2), Math.round(p.y / 2)];
  for (const [i, j] of NEAR) {
    const key = `${cx + i},${cy + j}`;
    if (from.get(key)?.length) return key;
  }
  return null;
}

const NEAR: [number, number][] = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
];

function stitched(from: Map<string, Point[]>): Point[][] {
  const rings: Point[][] = [];
  for (const start of from.keys()) {
    while (from.get(start)?.length) {
      const ring: Point[] = [];
      let key: string | null = start;
      while (key) {
        const next: Point = from.get(key)!.pop()!;
        ring.push(next);
        key = keyNear(from, next);
      }
      rings.push(ring);
    }
  }
  return rings;
}

/** Segments joined end to end into lines as long as possible. */
export function joined(pieces: [Point, Point][]): Point[][] {
  const near = (a: Point, b: Point): boolean => distance(a, b) < 3;
  const left = [...pieces];
  const lines: Point[][] = [];
  while (left.length) {
    const line: Point[] = [...left.shift()!];
    for (let grown = true; grown;) {
      grown = false;
      for (let i = 0; i < left.length; i++) {
        const [a, b] = left[i]!;
        const [head, tail] = [line[0]!, line[line.length - 1]!];
        if (near(a, tail)) line.push(b);
        else if (near(b, tail)) line.push(a);
        else if (near(b, head)) line.unshift(a);
        else if (near(a, head)) line.unshift(b);
        else continue;
        left.splice(i, 1);
        grown = true;
        break;
      }
    }
    lines.push(line);
  }
  return lines;
}
