/** One gesture for several units: whom it is for, and how it is taken back in one. */
import { signal } from "@preact/signals";
import type { Piece, Screen } from "../screen.gen";
import { pickedOnly, type Seen, type SeenOption } from "./intents";

const AGAIN = new Set<Screen["prompt"]["kind"]>(["load", "move", "place", "setup"]); // where a lot is taken piece by piece

const LONGEST = 40; // places of a way that are tried

const countOf = (piece: Piece): number => piece.count ?? 1;

/** The same choices once more for each other unit that is like the one an option is about: those of its lot; where
 * units have names, those of its hex, and those that march with it. Whether each may is the server's word. */
export function othersOf(screen: Seen, option: SeenOption, column: string[] = []): string[][] {
  if (option.commits || option.sheet || !AGAIN.has(screen.prompt.kind)) return [];
  if (option.kind === "piece") return again(screen, option);
  return option.kind === "place" ? followers(screen, option, column) : [];
}

/** The same piece of a lot again, as often as the lot has others. */
function again(screen: Seen, option: SeenOption): string[][] {
  const lot = screen.pieces.find((piece) => piece.id === option.thing);
  return lot ? times(countOf(lot) - 1, [option.action]) : [];
}

/** The unit that was picked, or is offered as if it were, and the choice that picks it. */
function pickedBy(screen: Seen): { pick: string; unit: string } | null {
  const { offered, undo } = screen;
  if (offered?.actions.length === 1) return { pick: offered.actions[0]!, unit: offered.actions[0]!.split(" ")[1]! };
  const unit = pickedOnly(screen);
  return unit && undo?.action ? { pick: undo.action, unit } : null;
}

/** Whoever could be picked as well, and go to the same place: the rest of a stack, or those of a column. */
function followers(screen: Seen, option: SeenOption, column: string[]): string[][] {
  const found = pickedBy(screen);
  const picked = screen.pieces.find((piece) => piece.id === found?.unit);
  if (!found || !picked?.at) return [];
  const goes = [...(option.via ?? []).filter((one) => !isOfOffer(screen, one)), option.action];
  if (countOf(picked) > 1) return times(countOf(picked) - 1, [found.pick, ...goes]);
  const verb = found.pick.split(" ")[0]!;
  const after = (unit: string): string[] => [`${verb} ${unit}`, ...goes];
  if (column.length) return column.filter((unit) => unit !== found.unit).map(after);
  const hasLots = screen.pieces.some((piece) => countOf(piece) > 1);
  const inBox = (screen.boxes ?? []).some((box) => box.id === picked.at);
  if (hasLots || inBox) return [];
  return screen.pieces
    .filter((one) => one.at === picked.at && one.id !== picked.id && one.side === picked.side && !one.hidden)
    .map((one) => after(one.id));
}

function isOfOffer({ offered }: Seen, action: string): boolean {
  return Boolean(offered && (offered.skipped.includes(action) || offered.actions.includes(action)));
}

/** Where whoever cannot go to a place as well may stop instead: on the way there, as near to it as can be. */
export function behind(option: SeenOption): string[] {
  const verb = option.action.split(" ")[0]!;
  const way = (option.path ?? []).slice(1, -1).reverse();
  return way.slice(0, LONGEST).map((place) => `${verb} ${place}`);
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
export function lots(screen: Seen): { option: SeenOption; many: number }[] {
  return screen.options
    .filter((option) => option.kind === "piece")
    .map((option) => ({ option, many: othersOf(screen, option).length + 1 }))
    .filter((one) => one.many > 1);
}

/** Whether a choice brings the usual ones with it: a target its obliged and sensible attackers, an attack its support, a
 * cost whoever pays it. They are an offer: each can be dropped, and nothing is declared by them. */
export function hasUsual(screen: Seen, option: SeenOption): boolean {
  if (option.commits) return false;
  const beside = screen.offered && !isOfOffer(screen, option.via?.at(-1) ?? "");
  const kind = beside ? screen.offered!.kind : screen.prompt.kind;
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
