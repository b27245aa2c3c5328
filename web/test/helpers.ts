/** A small board of pointed hexes, and the screens that were written by hand. */
import { readFileSync } from "node:fs";
import { Geometry } from "../src/board/geometry";
import { KEYED, type Option, type Piece, type Screen, type ScreenDocument } from "../src/screen.gen";
import { type Scene, sceneOf } from "../src/board/scene";
import { type BoardState, EMPTY } from "../src/board/state";
import { aboutOf, cleared, offersOf } from "../src/seat/intents";
import { listed } from "../src/server/document";
import type { BoardInfo, HexInfo } from "../src/server/shapes.gen";

const ROWS = 5;
const COLUMNS = 6;
const UNIT = 54;
const name = (r: number, c: number): string => `0${r}0${c}`;

/** Five rows of six hexes, even rows half a hex to the east; directions E NE NW W SW SE. */
export function board(): Geometry {
  const hexes: Record<string, HexInfo> = {};
  const neighbours: Record<string, string[]> = {};
  const there = (r: number, c: number): string => (r > 0 && r <= ROWS && c > 0 && c <= COLUMNS ? name(r, c) : "");
  for (let r = 1; r <= ROWS; r++) {
    for (let c = 1; c <= COLUMNS; c++) {
      const shift = r % 2 ? 0 : 0.5;
      hexes[name(r, c)] = { x: (c + shift) * UNIT, y: r * UNIT * 0.866, terrain: "clear", features: [] };
      const e = r % 2 ? 0 : 1;
      neighbours[name(r, c)] = [
        there(r, c + 1),
        there(r - 1, c + e),
        there(r - 1, c - 1 + e),
        there(r, c - 1),
        there(r + 1, c - 1 + e),
        there(r + 1, c + e),
      ];
    }
  }
  const corners = [30, 90, 150, 210, 270, 330].map((d): [number, number] => {
    const a = (d * Math.PI) / 180;
    return [(UNIT / Math.sqrt(3)) * Math.cos(a), (UNIT / Math.sqrt(3)) * Math.sin(a)];
  });
  const info: BoardInfo = {
    game: "small",
    width: 7.5 * UNIT,
    height: 5.5 * UNIT,
    unit: UNIT,
    x0: 0,
    y0: 0,
    orientation: "pointy",
    corners,
    hexes,
    neighbours,
    earth: { lon: [5, 0.04, 0], lat: [51, 0, -0.03] },
    boxes: [],
  };
  return new Geometry(info);
}

export function screen(game: string): Screen {
  const text = readFileSync(new URL(`../../tests/screens/${game}.json`, import.meta.url), "utf8");
  return listed(JSON.parse(text) as ScreenDocument);
}

export const GAMES = ["ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge"];

export function piece(id: string, at: string, more: Partial<Piece> = {}): Piece {
  return { id, side: "german", face: { nation: "heer", symbol: "infantry" }, name: id, at, ...more };
}

export function option(action: string, kind: Option["kind"], more: Partial<Option> = {}): Option {
  return { action, kind, label: action, commits: false, thing: action.split(" ")[1], ...more };
}

/** A screen of a few pieces and options. */
export function moment(more: Partial<Screen>): Screen {
  return {
    schema: 2,
    game: { id: "small", label: "Small" },
    scenario: { id: "1", label: "One" },
    sides: [
      { id: "german", label: "German", style: "german" },
      { id: "allied", label: "Allied", style: "allied" },
    ],
    viewer: "german",
    decides: "german",
    turn: { number: 1, label: "Turn 1" },
    phases: { label: "Turn", steps: [{ label: "Movement", state: "now" }] },
    prompt: {
      kind: "pick",
      title: "Choose",
      asks: [
        { verb: "pick", takes: "piece" },
        { verb: "go", takes: "place" },
      ],
    },
    pieces: [],
    options: [],
    ...more,
  };
}

/** A screen laid out as the page of a seat has it laid out. */
export function sceneFor(screen: Screen, geometry: Geometry = board(), more: Partial<BoardState> = {}): Scene {
  const { pieces, places } = offersOf(screen);
  const asked = { moving: aboutOf(screen), cleared: cleared(screen) };
  return sceneOf({ ...EMPTY, pieces: new Set(pieces.keys()), places, ...asked, ...more, screen }, geometry, 1);
}

/** A screen as it is sent: maps by key in the place of lists. */
export function keyed(screen: Screen): ScreenDocument {
  const order: Record<string, string[]> = {};
  const maps = KEYED.flatMap((name) => {
    const list = screen[name] as (Piece | Option)[] | undefined;
    const key = (each: Piece | Option): string => ("action" in each ? each.action : each.id);
    if (list?.length) order[name] = list.map(key);
    return list ? [[name, Object.fromEntries(list.map((each) => [key(each), each]))]] : [];
  });
  const lines = Object.fromEntries((screen.log?.lines ?? []).map((line) => [line.number, line]));
  const log = screen.log && { log: { ...screen.log, lines } };
  return { ...screen, ...Object.fromEntries(maps), ...log, order } as unknown as ScreenDocument;
}

/** An answer as it is sent: a document with its screen, or anything else as it is. */
export function message(answer: unknown): string {
  const { screen } = answer as { screen?: Screen };
  return JSON.stringify(screen ? { ...(answer as object), screen: keyed(screen) } : answer);
}
