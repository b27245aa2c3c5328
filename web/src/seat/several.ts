/** One gesture for several units: whom it is for, and how it is taken back in one. */
import { signal } from "@preact/signals";
import type { Option, Piece, Screen } from "../screen.gen";
import { pickedOnly, type Seen } from "./intents";

const AGAIN = new Set<Screen["prompt"]["kind"]>(["load", "move", "place", "setup"]); // where a lot is taken piece by piece

const countOf = (piece: Piece): number => piece.count ?? 1;

/** The same choices once more for each other unit that is like the one an option is about: those of its lot; where
 * units have names, those of its hex. Whether each may is the server's word. */
export function othersOf(screen: Seen, option: Option): string[][] {
  if (option.commits || option.sheet || !AGAIN.has(screen.prompt.kind)) return [];
  if (option.kind === "piece") return again(screen, option);
  return option.kind === "place" ? followers(screen, option) : [];
}

/** The same piece of a lot again, as often as the lot has others. */
function again(screen: Screen, option: Option): string[][] {
  const lot = screen.pieces.find((piece) => piece.id === option.thing);
  return lot ? times(countOf(lot) - 1, [option.action]) : [];
}

/** Whoever could be picked as well, and go to the same place. */
function followers(screen: Seen, option: Option): string[][] {
  const pick = screen.offered?.action ?? screen.undo?.action;
  const unit = screen.offered?.action.split(" ")[1] ?? pickedOnly(screen);
  const picked = screen.pieces.find((piece) => piece.id === unit);
  if (!picked?.at || !pick) return [];
  if (countOf(picked) > 1) return times(countOf(picked) - 1, [pick, option.action]);
  const hasLots = screen.pieces.some((piece) => countOf(piece) > 1);
  const inBox = (screen.boxes ?? []).some((box) => box.id === picked.at);
  if (hasLots || inBox) return [];
  const verb = pick.split(" ")[0]!;
  return screen.pieces
    .filter((one) => one.at === picked.at && one.id !== picked.id && one.side === picked.side && !one.hidden)
    .map((one) => [`${verb} ${one.id}`, option.action]);
}

function times(n: number, actions: string[]): string[][] {
  return Array.from({ length: Math.max(0, n) }, () => actions);
}

/** How many units the next place could be for at once; 0 where it is for one. */
export function together(screen: Seen): number {
  const place = screen.options.find((option) => option.kind === "place" && !option.commits);
  const others = place ? othersOf(screen, place).length : 0;
  return others ? others + 1 : 0;
}

/** The options that take one piece of a lot, each with how many it has. */
export function lots(screen: Seen): { option: Option; many: number }[] {
  return screen.options
    .filter((option) => option.kind === "piece")
    .map((option) => ({ option, many: othersOf(screen, option).length + 1 }))
    .filter((one) => one.many > 1);
}

/** Whether a choice brings the usual ones with it: a target its obliged and sensible attackers, an attack its support, a
 * cost whoever pays it. They are an offer: each can be dropped, and nothing is declared by them. */
export function hasUsual(screen: Screen, option: Option): boolean {
  if (option.commits) return false;
  const { kind } = screen.prompt;
  return kind === "target" || kind === "pay" || (kind === "join" && option.action === "done");
}

interface Stroke {
  end: number; // the journal's lines when it was made
  size: number; // how many of them are its own
  single: boolean; // whether it was for one unit
}

/** The gestures of several lines that this page has made. */
export class Strokes {
  private readonly made = signal<Stroke[]>([]);
  private readonly undone = signal<Stroke[]>([]);

  /** How many lines an undo takes back. */
  back(lines: number): number {
    return this.made.value.find((one) => one.end === lines)?.size ?? 1;
  }

  /** Whether the last gesture was for several units. */
  several(lines: number): boolean {
    return this.made.value.some((one) => one.end === lines && !one.single);
  }

  /** How many lines a redo makes again. */
  again(lines: number): number {
    return this.undone.value.find((one) => one.end - one.size === lines)?.size ?? 1;
  }

  /** Lines were added. */
  add(before: number, after: number, single = false): void {
    const older = this.made.value.filter((one) => one.end <= before);
    this.made.value = after - before > 1 ? [...older, { end: after, size: after - before, single }] : older;
    this.undone.value = [];
  }

  /** Lines were taken back, or made again. */
  went(before: number, after: number): void {
    const { made, undone } = this;
    const passed = (one: Stroke): boolean => one.end > Math.min(before, after) && one.end <= Math.max(before, after);
    if (after < before) undone.value = [...undone.value, ...made.value.filter(passed)];
    else made.value = [...made.value, ...undone.value.filter(passed)];
    made.value = made.value.filter((one) => one.end <= after);
    undone.value = undone.value.filter((one) => one.end > after);
  }

  /** The journal has been cut elsewhere, or something new stands in it. */
  forget(): void {
    this.made.value = [];
    this.undone.value = [];
  }
}
