/** What the server answers, beside the screen itself. */
import type { Screen, Sheet, WhyNot } from "../screen.gen";

export interface Shown {
  revision: number;
  lines: number;
  seat: { side: string; player: string; looks: string };
  players: Record<string, string>;
  thinking: boolean;
  working?: "" | "thinking" | "playing"; // what the machine does that is asked
  pace?: Pace | null; // how fast machines play here; null where there are none
  proposal: { side: string; line: number } | null;
  secret?: boolean; // whether this position holds something that not every side may see
  orders?: string[]; // the standing orders of this seat
  stopped?: Stopped | null; // where a corrected rule has stopped the game
  originals?: number; // journals that corrected rules have cut
  series?: Series | null; // rematches, once the game is over
  screen: Screen;
}

/** The line that a corrected rule forbids: the game stands before it until somebody plays on. */
export interface Stopped {
  line: number;
  turn: number;
  text: string;
  rule: string;
  may_resume: boolean; // whether this seat may have the game played on
}

/** The games of a table and its rematches. */
export interface Series {
  number: number; // which of them this game is
  next: string | null; // the token of this seat in the rematch
  may_begin: boolean; // whether this seat may ask for one
  label: string; // what the totals count
  rule: string;
  totals: { label: string; points: number; games: number[] }[]; // by player; empty where no record is kept
}

export type Pace = "slow" | "normal" | "fast" | "skip";

/** A sentence of a machine, and what it is about. */
export interface Remark {
  text: string;
  places: string[];
  pieces: string[];
}

/** What a machine would do here. */
export interface Hint {
  revision: number;
  player: string;
  actions: string[];
  remarks: Remark[];
}

/** What a machine says of some lines that it played. */
export interface Report {
  first: number;
  last: number;
  side: string;
  player: string;
  remarks: Remark[];
}

export interface Scenario {
  name: string;
  title: string;
  text: string;
  rule: string;
  turns: number;
}

export interface RuleOption {
  name: string;
  title: string;
  rule: string;
  summary: string; // what it changes, in a sentence
  text: string; // of its first case
  cases: string[]; // the ids of all its cases
  default: string;
  choices: string[];
  byScenario: Record<string, string>;
  fixedIn: string[];
  needs: string[];
  replaces: string[];
  excludes: string[];
  group: string; // under which heading it is listed
  withoutEffect: Record<string, string>; // scenario where nothing of it can happen -> why
  unless: string[]; // options beside which it has an effect there all the same
}

export interface GameInfo {
  name: string;
  title: string;
  version: string;
  sides: string[];
  hides: boolean;
  scenarios: Scenario[];
  options: RuleOption[];
  about: {
    km: number;
    hexes: number;
    turns: number;
    rules: number;
    published: string;
    scale: string;
    hours: number;
  };
}

export interface Machine {
  name: string;
  title: string;
  text: string;
}

export interface Games {
  games: GameInfo[];
  machines: Machine[];
}

export interface Case {
  id: string;
  title: string;
  text: string;
  kind: string;
  reason: string;
  see: string[];
}

export interface Rules {
  title: string;
  version: string;
  cases: Case[];
  foreseen?: Foreseen[];
}

/** A question that may be answered in advance, with the orders of each answer. */
export interface Foreseen {
  question: string;
  rule: string;
  answers: { label: string; orders: string[] }[];
}

export interface HexInfo {
  x: number;
  y: number;
  terrain: string;
  features: string[];
  town?: string;
}

/** A kind of ground: what it asks of who enters it, and what it gives in combat. */
export interface ChartRow {
  kind: string; // the board's word for it
  label: string;
  move: string;
  fight?: string;
  mark?: string; // what is written into its hexes
  along?: boolean; // hexsides and roads: told, not tinted
  words?: string; // how it stands in a sentence, where that is not the label in small letters
  rule: string;
}

export interface Chart {
  move?: string; // the headings
  fight?: string;
  terrain?: ChartRow[];
}

export interface BoardInfo {
  game: string;
  width: number;
  height: number;
  unit: number;
  x0: number;
  y0: number;
  orientation: "pointy" | "flat";
  corners: [number, number][];
  hexes: Record<string, HexInfo>;
  neighbours: Record<string, string[]>;
  earth: { lon: number[]; lat: number[] };
  boxes: { id: string; label: string; at: number[]; near: string[] }[];
  chart?: Chart;
}

export interface Shape {
  d?: string;
  paint: "fill" | "stroke" | "hole";
  text?: string;
  x?: number;
  y?: number;
  size?: number;
}

export interface Symbols {
  credit: string;
  box: [number, number, number, number];
  grid: number;
  symbols: Record<string, Shape[]>;
  badges: Record<string, Shape[]>;
}

export interface Begun {
  table: string;
  seats: { side: string; player: string; token: string }[];
}

export interface Why {
  possible: boolean;
  card?: WhyNot;
}

/** What the dice would be thrown for if an action were taken. */
export interface Ahead {
  reason?: string;
  sheet?: Sheet | null;
}

/** Something that a side has lost. */
export interface Loss {
  turn: number;
  side: string;
  count: number;
  text: string;
  rule: string;
}

/** One line of the journal in the list that a replay is steered by. */
export interface Moment {
  line: number;
  turn: number;
  side: string;
  text: string;
}
