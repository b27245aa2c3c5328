/** What a click means: options by what carries them, and questions about what carries none. */
import type { Note, Option, Piece, Screen } from "../screen.gen";
import * as texts from "../texts/seat/intents";

/** An option, with the choices that are sent before it: those of an offer, or the first steps of a way. */
export type SeenOption = Option & { via?: string[] };

/** What is offered: the choices that would be sent, and the kind of the question that they answer. */
export interface Offer {
  skipped: string[];
  actions: string[];
  kind: Kind;
}

/** A screen on which a unit may be shown as if it were picked, or a battle as if it were begun. */
export type Seen = Omit<Screen, "options"> & { options: SeenOption[]; offered?: Offer };

type Kind = Screen["prompt"]["kind"];

export interface Offers {
  pieces: Map<string, SeenOption[]>;
  places: Map<string, SeenOption[]>;
  buttons: SeenOption[];
  steppers: Map<string, SeenOption[]>; // the number options of each verb, in order
  main: SeenOption | null; // the one that Enter presses
}

const NONE: Offers = { pieces: new Map(), places: new Map(), buttons: [], steppers: new Map(), main: null };

/** The options of a screen, by what carries them; `afterDie` says that a die has just fallen in this phase. */
export function offersOf(screen: Seen | null, afterDie = false): Offers {
  if (!screen) return NONE;
  const offers: Offers = { pieces: new Map(), places: new Map(), buttons: [], steppers: new Map(), main: null };
  for (const option of screen.options) {
    if (option.kind === "piece") put(offers.pieces, option.thing ?? "", option);
    else if (option.kind === "place") put(offers.places, option.thing ?? "", option);
    else if (option.kind === "number") put(offers.steppers, option.action.split(" ")[0]!, option);
    else offers.buttons.push(option);
  }
  offers.main = mainOf(offers, screen.prompt.kind, afterDie);
  return offers;
}

function put(map: Map<string, SeenOption[]>, key: string, option: SeenOption): void {
  const held = map.get(key);
  if (held) held.push(option);
  else map.set(key, [option]);
}

/** The button that Enter presses. It gives nothing up: where units may still advance there is none, nor where more may be
 * attacked right after a die; and where something is lit, a button that the game does not name as the main one is pressed
 * by hand. */
function mainOf({ buttons, pieces, places }: Offers, kind: Kind, afterDie: boolean): SeenOption | null {
  const lit = pieces.size + places.size > 0;
  const fight = buttons.find((o) => o.tone === "fight") ?? null;
  if (lit && (kind === "advance" || (kind === "target" && afterDie))) return fight;
  const only = buttons.length === 1 && (!lit || buttons[0]!.action === "done") ? buttons[0]! : null;
  return buttons.find((o) => o.tone === "main" || o.tone === "fight") ?? buttons.find((o) => o.default) ?? only;
}

/** The tone of a button; the only sensible one counts as the main one. */
export function toneOf(option: Option, offers: Offers): "plain" | "main" | "fight" {
  if (option.tone === "main" && !offers.main) return "plain"; // it would give something up
  if (option.tone) return option.tone;
  return option === offers.main ? "main" : "plain";
}

const FEW = 8; // units that are ringed where one of them is asked for

/** Where the few units are that a question after a battle is about: rings show them, since their badges are small. */
export function asksFor(screen: Seen, offers: Offers): string[] {
  const { kind } = screen.prompt;
  if (!["advance", "retreat", "loss"].includes(kind) || offers.pieces.size > FEW || screen.offered) return [];
  const at = screen.pieces.flatMap((piece) => (offers.pieces.has(piece.id) && piece.at ? [piece.at] : []));
  return [...new Set(at)];
}

/** The question that a click on something unlit asks, or null if nothing of its kind is asked for. */
export function questionOf(screen: Seen, kind: "piece" | "place", thing: string): string | null {
  const ask = (screen.prompt.asks ?? []).find((one) => one.takes === kind);
  return ask ? `${ask.verb} ${thing}` : null;
}

export type Intent =
  | { do: "act"; option: SeenOption } // send it
  | { do: "choose"; options: SeenOption[]; at: string } // several things may be done here
  | { do: "fan"; place: string }
  | { do: "look"; piece: string; question: string | null } // show its card, and why it is not lit
  | { do: "switch"; piece: string } // put the piece in motion back and take this one
  | { do: "release" } // put it back
  | { do: "retract"; action: string; piece: string } // take the choice back that set the piece up
  | { do: "ask"; question: string; at: string }
  | { do: "nothing" };

/** What was clicked, by name: it may be judged by a later screen than the one on which it was seen. */
export interface Spot {
  place: string | null;
  piece: string | null;
  fanned: boolean;
  apart?: boolean; // whether the piece lies beside the others of its place, not above them
  all?: boolean; // whether it is meant for every unit that is like it
  adds?: boolean; // whether it lets a unit march with others
}

export interface Clicked {
  place: string | null;
  piece: Piece | null; // the piece under the pointer
  stack: Piece[]; // all in that place
  fanned: boolean; // whether this stack is fanned out
  apart?: boolean; // whether its pieces lie side by side: then each is itself
}

/** Everything in a place, from the bottom, hexes and boxes alike. */
export function piecesAt(screen: Seen, place: string): Piece[] {
  return screen.pieces.filter((piece) => piece.at === place).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/** What may be done at a place; a box that may lie over its lit hex stands for that hex. */
export function litAt(screen: Seen, offers: Offers, place: string): SeenOption[] {
  const near = screen.boxes?.find((box) => box.id === place)?.near;
  return offers.places.get(place) ?? (near ? offers.places.get(near) : undefined) ?? [];
}

/** The piece that a question is about, or that is in motion while it is asked. */
export function aboutOf(screen: Seen): string | null {
  const moving = screen.prompt.kind === "move" ? screen.pieces.find((one) => one.states?.includes("in-motion")) : null;
  return screen.prompt.pieces?.[0] ?? moving?.id ?? null;
}

/** The hex that a battle has emptied, while somebody may advance into it. */
export function cleared(screen: Seen): string[] {
  if (screen.prompt.kind !== "advance") return [];
  const tinted = (screen.tints ?? []).filter((tint) => tint.kind === "target").flatMap((tint) => tint.places);
  return screen.sheets?.[0]?.targets ?? tinted;
}

/** What a click on the board means. */
export function intentOf(screen: Seen, offers: Offers, clicked: Clicked): Intent {
  const { place, piece, stack, fanned, apart } = clicked;
  const own = piece ? (offers.pieces.get(piece.id) ?? []) : [];
  const here = place ? litAt(screen, offers, place) : [];
  if (fanned && piece) return own.length ? several(own, piece.id) : look(screen, piece);
  if (own.length && here.length) return { do: "choose", options: [...own, ...here], at: place ?? piece!.id };
  if (own.length) return several(own, piece!.id);
  const moving = pickedOnly(screen);
  const home = moving && stack.some((one) => one.id === moving);
  if (home && here.length) return { do: "choose", options: here, at: place! }; // or to put it back
  if (here.length) return several(here, place!);
  if (home && piece?.id === moving) return { do: "release" };
  const lit = apart && piece ? [] : stack.filter((one) => offers.pieces.has(one.id));
  if (lit.length === 1) return several(offers.pieces.get(lit[0]!.id)!, lit[0]!.id);
  if (lit.length > 1) return { do: "fan", place: place! };
  const setUp = piece && setUpBy(screen, piece);
  if (setUp) return { do: "retract", action: setUp, piece: piece.id };
  if (piece && movesBack(screen, piece)) return { do: "switch", piece: piece.id };
  if (piece) return look(screen, piece);
  if (place && offers.pieces.size && cleared(screen).includes(place))
    return several([...offers.pieces.values()].flat(), place);
  const question = place ? questionOf(screen, "place", place) : null;
  return question && place ? { do: "ask", question, at: place } : { do: "nothing" };
}

function several(options: SeenOption[], at: string): Intent {
  return options.length === 1 ? { do: "act", option: options[0]! } : { do: "choose", options, at };
}

function look(screen: Seen, piece: Piece): Intent {
  const [self, there] = [
    questionOf(screen, "piece", piece.id),
    piece.at ? questionOf(screen, "place", piece.at) : null,
  ];
  const question = piece.side === screen.viewer ? (self ?? there) : (there ?? self); // an enemy is asked about as a target
  return { do: "look", piece: piece.id, question: piece.hidden ? null : question };
}

const PUT_BACK = new Set<Screen["prompt"]["kind"]>(["move", "place", "setup"]);

/** The piece that was picked and has done nothing yet, so that it can be put back. */
export function pickedOnly(screen: Seen): string | null {
  const moving = screen.prompt.pieces?.[0];
  if (!moving || !PUT_BACK.has(screen.prompt.kind) || screen.decides !== screen.viewer) return null;
  return screen.undo?.can && screen.undo.action?.split(" ")[1] === moving ? moving : null;
}

/** Whether another piece was only picked, so that this one may be picked in its place. */
function movesBack(screen: Seen, piece: Piece): boolean {
  const moving = pickedOnly(screen);
  return moving !== null && moving !== piece.id && piece.side === screen.viewer;
}

/** The choice by which a piece of one's own was set up, while the set-up lasts and it stands on the map. */
function setUpBy(screen: Seen, piece: Piece): string | null {
  const { prompt, undo, decides, viewer, boxes = [] } = screen;
  const stands = piece.side === viewer && piece.at && !boxes.some((box) => box.id === piece.at);
  if (prompt.kind !== "setup" || decides !== viewer || !stands) return null;
  const [last, where] = (undo?.can && undo.action ? undo.action : "").split(" ");
  const placed = screen.pieces.some((one) => one.at && one.at === where); // not a piece that was picked
  const asked = prompt.asks?.find((ask) => ask.takes === "place")?.verb;
  const verb = pickedOnly(screen) ? asked : placed ? last : null;
  return verb ? `${verb} ${piece.at}` : null;
}

/** Whether a button ends the picking of units: it takes nothing, and belongs to no unit and no battle. */
function endsPicking(option: Option, screen: Seen): boolean {
  const bare = option.kind === "button" && !option.action.includes(" ") && !option.sheet && !option.card;
  return bare && (screen.offered?.kind ?? screen.prompt.kind) === "pick";
}

/** What a button would leave undone: what the game warns of, else the units that could still act. */
export function warningOf(option: Option, screen: Seen): Note | null {
  if (option.warns) return option.warns;
  const left = screen.to_act?.pieces ?? [];
  if (!left.length || !endsPicking(option, screen)) return null;
  const text = left.length === 1 ? texts.oneUnitCouldStillAct : texts.unitsCouldStillAct(left.length);
  return { text, pieces: left };
}

/** How many things a warning is about. */
export function forgotten(warning: Note): number {
  return Math.max(1, warning.pieces?.length ?? 1);
}
