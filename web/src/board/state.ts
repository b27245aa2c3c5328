/** Everything that a board is given, in one record. */
import type { Option, Screen } from "../screen.gen";
import type { Shape } from "../shape";

/** Window pixels along each edge of the board that lie under panels. */
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface BoardState {
  screen: Screen | null; // the position: pieces, boxes, tints, lines, markers, the battle
  pieces: ReadonlySet<string>; // pieces that may be clicked: they wear a badge
  places: ReadonlyMap<string, readonly Option[]>; // places that may be clicked, and what may be done there: they are lit
  moving: string | null; // the piece that is in motion or asked about
  cleared: readonly string[]; // hexes that a battle has emptied, while somebody may advance
  looked: string | null; // the piece whose card lies open
  fan: string | null; // the place whose stack is fanned out
  overlays: ReadonlySet<string>; // the ids of what is laid over the map
  terrain: boolean; // whether the terrain effects chart is laid over it
  hovered: string | null; // the place under the pointer; the board finds it itself
  preview: string | null; // a lit place to which the way is shown, as if the pointer were there
  cursor: string | null; // the hex that the keyboard stands on
  carried: ReadonlySet<string>; // pieces that are being dragged: their places look left
  shapes: readonly Shape[]; // rings, arrows and paths over everything, by name
  dark: boolean; // whether colours are those of the dark theme
  covered: Covered; // how much of the board panels cover: the camera looks at the rest
  viewOnly: boolean; // whether it can be looked at only: it pans and zooms, and gives back no click
}

/** A board with nothing on it. */
export const EMPTY: BoardState = {
  screen: null,
  pieces: new Set(),
  places: new Map(),
  moving: null,
  cleared: [],
  looked: null,
  fan: null,
  overlays: new Set(),
  terrain: false,
  hovered: null,
  preview: null,
  cursor: null,
  carried: new Set(),
  shapes: [],
  dark: false,
  covered: { left: 0, right: 0, top: 0, bottom: 0 },
  viewOnly: false,
};

/** What a change of lays the scene out anew. */
export const LAID_OUT = [
  "screen",
  "pieces",
  "places",
  "moving",
  "cleared",
  "looked",
  "fan",
  "overlays",
  "terrain",
] as const satisfies (keyof BoardState)[];

/** What a scene is laid out from. */
export type SceneState = Pick<BoardState, Exclude<(typeof LAID_OUT)[number], "screen">> & { screen: Screen };
