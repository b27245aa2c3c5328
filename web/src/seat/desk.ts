/** What lies on the player's desk: the card that is looked at, the fan, the open rule, what is switched on. */
import { computed, signal } from "@preact/signals";
import type { Piece, Screen, WhyNot } from "../screen.gen";
import type { Move } from "../server/shapes.gen";
import { Fault } from "../server/http";
import {
  aboutOf,
  type Clicked,
  type Intent,
  intentOf,
  piecesAt,
  type Seen,
  type SeenOption,
  type Spot,
  warningOf,
} from "./intents";
import type { Seat } from "./seat";
import { behind, othersOf } from "./several";
import { type Fallen, fallen, type Lost, losses, type Travel, travels } from "./travel";
import * as texts from "../texts/seat/desk";

export type Tab = "unit" | "forces" | "log" | "rules";

export interface Told {
  text: string;
  rule: string;
  at: number;
}

export interface Asked {
  options: SeenOption[];
  at: string; // the place or piece beside which it is asked
}

const PAUSE = 600; // milliseconds
const LASTS = 3400; // milliseconds that a die and a loss are shown on the map

/** Who decides in which step: what a button may change. */
function stageOf(screen: Seen): string {
  return `${screen.decides} ${screen.turn.number} ${screen.phases.label} ${screen.phases.steps.findIndex((step) => step.state === "now")}`;
}

/** Whether what may be clicked lies in boxes beside the map and not on it. */
export function answeredOffBoard(screen: Seen): boolean {
  const beside = new Set((screen.boxes ?? []).filter((box) => !box.near && !box.at).map((box) => box.id));
  const at = new Map(screen.pieces.map((piece) => [piece.id, piece.at]));
  const places = screen.options
    .filter((option) => !option.sheet && (option.kind === "place" || option.kind === "piece"))
    .map((option) => (option.kind === "place" ? option.thing : at.get(option.thing ?? "")))
    .filter((place): place is string => Boolean(place));
  return places.length > 0 && places.every((place) => beside.has(place));
}

function isNew(before: Screen["roll"], now: Screen["roll"]): boolean {
  return Boolean(now) && JSON.stringify(now) !== JSON.stringify(before);
}

const OF_A_ROLL = new Set<Screen["prompt"]["kind"]>(["roll", "loss", "retreat", "advance"]);

/** Whether the last roll still concerns what is asked: it fell in this stage, or its result is being carried out. */
export function isRollFresh(screen: Seen, rolledIn: string): boolean {
  return rolledIn === stageOf(screen) || OF_A_ROLL.has(screen.prompt.kind);
}

/** What lies where a click was made. */
function clickedAt(screen: Seen, { place, piece, fanned, apart }: Spot): Clicked {
  const stack = place ? piecesAt(screen, place) : [];
  return { place, piece: stack.find((one) => one.id === piece) ?? null, stack, fanned, apart };
}

/** The same option of a later screen: with the same words, if it can be after the same choices. */
function sameOf(now: Seen, option: SeenOption): SeenOption | undefined {
  const via = String(option.via ?? "");
  const same = now.options.filter((one) => one.action === option.action && one.label === option.label);
  return same.find((one) => String(one.via ?? "") === via) ?? same[0];
}

export class Desk {
  readonly tab = signal<Tab>("unit");
  readonly looked = signal<string | null>(null); // the piece whose card is open
  readonly place = signal<string | null>(null); // the hex that was clicked last
  readonly fan = signal<string | null>(null);
  readonly card = signal<WhyNot | null>(null);
  readonly choice = signal<Asked | null>(null); // several options in one place, or one that commits
  readonly preview = signal<string | null>(null); // a lit place whose path is shown
  readonly hovered = signal<string | null>(null); // the hex under the pointer
  readonly pressed = signal<string | null>(null); // a button that has warned once
  readonly held = signal(false); // the main button waits: the phase or the side has just changed under the hand
  readonly rule = signal<string | null>(null);
  readonly search = signal("");
  readonly overlays = signal<Record<string, boolean>>({});
  readonly pointed = signal<string[]>([]); // places that a log line or a reason points at
  readonly told = signal<Told | null>(null);
  readonly travels = signal<Travel[]>([]);
  readonly sheetOpen = signal(true); // the attack sheet, unless the player closed it
  readonly together = signal(false); // whether the next place is for every like unit
  readonly marching = signal(false); // whether a click on a unit lets it march with the one that is shown
  readonly column = signal<string[]>([]); // units that march in order to the next place
  readonly cursor = signal<string | null>(null); // the hex that the keyboard stands on
  readonly help = signal(false);
  readonly goal = signal(false); // whether the goal card lies open
  readonly layers = signal(false); // whether the list of what can be laid over the map is open
  readonly orders = signal(false); // whether the card of standing orders lies open
  readonly players = signal(false); // whether the card of players and links lies open
  readonly report = signal(false); // whether the report of the game lies open
  tabbed = 0; // how many units Tab has gone through since the keyboard came to the board
  zigzag = false; // which way the keyboard's cursor leans at its next slanting step
  ctrl = false; // whether Ctrl was held when the mouse was pressed
  byKeys = true; // whether the keyboard chose what has the focus, so that Enter is meant for it
  readonly question = signal(0); // counts the questions that were put, for the camera
  readonly rolled = signal(""); // the last roll whose fall has been shown
  readonly rolledIn = signal(""); // the stage in which the last roll fell
  readonly losses = signal<Lost[]>([]); // units that have just gone
  readonly fallen = signal<Fallen | null>(null); // the roll that is shown beside its hex

  readonly piece = computed<Piece | null>(() => {
    const screen = this.seat.screen.value;
    const id = this.looked.value ?? (screen && aboutOf(screen));
    return screen?.pieces.find((one) => one.id === id) ?? null;
  });

  private timer: ReturnType<typeof setTimeout> | undefined;
  private waits: ReturnType<typeof setTimeout> | undefined;
  private keeps = false; // whether the next question is about a whole stack
  private sent = false; // whether a button of this screen is on its way
  private asked = 0; // how often it was asked why not, or something went that such a question belonged to

  constructor(private readonly seat: Seat) {}

  /** A new screen has come: what belonged to the old one goes. */
  changed(before: Screen | null, now: Screen, moves: Move[] = []): void {
    this.clear();
    this.pressed.value = null;
    this.together.value = this.keeps;
    this.keeps = false;
    this.marching.value = false;
    this.column.value = [];
    this.happened(before, now, moves);
    const about = aboutOf(now);
    const changedPiece = about !== (before && aboutOf(before));
    if (changedPiece) this.looked.value = null;
    const carries = this.seat.carrying.now.value !== null; // from a list that must stay
    if (changedPiece && about && !carries && this.tab.value !== "unit" && this.tab.value !== "rules")
      this.tab.value = "unit";
    if (answeredOffBoard(now)) this.tab.value = "forces";
    if (now.sheets?.[0]?.id !== before?.sheets?.[0]?.id) this.sheetOpen.value = true;
    if (now.why_not) this.card.value = now.why_not;
    if (now.result && !before?.result) this.tab.value = "log";
    if (before && now.decides === now.viewer) this.question.value += 1;
    if (before && this.sent && stageOf(before) !== stageOf(now)) this.hold();
  }

  /** Let the main button wait a moment, so that a double press does not answer two questions. */
  hold(): void {
    this.held.value = true;
    clearTimeout(this.waits);
    this.waits = setTimeout(() => (this.held.value = false), PAUSE);
  }

  replayed(before: Screen | null, now: Screen, moves: Move[] = []): void {
    this.clear();
    this.happened(before, now, moves);
  }

  /** Show what lies between two screens: journeys, losses, the die. */
  private happened(before: Screen | null, now: Screen, moves: Move[]): void {
    this.travels.value = before ? travels(before, now, moves) : [];
    this.losses.value = before ? losses(before, now) : [];
    if (before && isNew(before.roll, now.roll)) this.rolledIn.value = stageOf(now);
    const roll = before ? fallen(before, now) : null;
    if (roll) this.fallen.value = roll;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.losses.value = [];
      this.fallen.value = null;
    }, LASTS);
  }

  /** Close whatever floats. Whether anything did. */
  clear(): boolean {
    const floats = [this.card, this.choice, this.preview, this.fan] as const;
    const any = floats.some((one) => one.value !== null);
    for (const one of floats) one.value = null;
    this.pointed.value = [];
    this.asked += 1;
    return any;
  }

  tell(text: string, rule: string): void {
    this.told.value = { text, rule, at: Date.now() };
  }

  /** Show a tab: the attack sheet, which may lie over it, gives way. */
  turnTo(tab: Tab): void {
    this.tab.value = tab;
    this.sheetOpen.value = false;
  }

  open(rule: string): void {
    this.rule.value = rule;
    this.search.value = "";
    this.turnTo("rules");
  }

  // ---- clicks ----

  /** Do something now, or once the change in flight has landed: unless it was refused, or another player is asked then. */
  soon(work: (now: Seen) => boolean | Promise<boolean>): void {
    const asked = this.seat.screen.value;
    if (!asked) return;
    void this.seat.next((done) => {
      const now = this.seat.screen.value;
      const still = done && now?.decides === asked.decides && now?.viewer === asked.viewer;
      return still ? work(now!) : false;
    });
  }

  /** A click on the board; while a change is in flight it waits, and is judged by the screen that comes of it.
   * `touch`: the first tap previews, the second one commits. */
  click(spot: Spot, touch = false): void {
    this.soon((now) => this.clickOn(now, clickedAt(now, spot), touch, spot));
  }

  private clickOn(
    screen: Seen,
    clicked: Clicked,
    touch: boolean,
    { all = false, adds = false }: Partial<Spot>,
  ): boolean | Promise<boolean> {
    this.place.value = clicked.place;
    const { fan, preview } = this;
    const wasFanned = fan.value;
    const wasPreviewed = preview.value;
    this.clear();
    const joins = adds || this.marching.value ? this.marcherAt(clicked) : null;
    if (joins) return this.march(joins);
    const intent = intentOf(screen, this.seat.offers.value, clicked);
    if (touch && intent.do === "act" && intent.option.kind === "place" && wasPreviewed !== intent.option.thing) {
      preview.value = intent.option.thing ?? null;
      return true;
    }
    if (
      intent.do === "look" &&
      clicked.stack.length > 1 &&
      !clicked.fanned &&
      this.looked.value === intent.piece &&
      wasFanned !== clicked.place
    ) {
      fan.value = clicked.place;
      return true;
    }
    return this.carryOut(intent, all);
  }

  /** The unit of a click that could march with others: one that may be picked now. */
  private marcherAt({ piece, stack }: Clicked): string | null {
    const { pieces } = this.seat.offers.value;
    const may = (one: Piece): boolean => pieces.has(one.id) || this.column.value.includes(one.id);
    const found = piece && may(piece) ? piece : stack.findLast(may);
    return found?.id ?? null;
  }

  /** A unit joins the column, or leaves it; the first of the column leads, and its reach is shown. */
  private march(unit: string): boolean {
    const led = this.seat.onward.unit;
    const known = this.column.value.length || !led ? this.column.value : [led];
    this.column.value = known.includes(unit) ? known.filter((one) => one !== unit) : [...known, unit];
    const leader = this.column.value[0];
    if (leader && leader !== led) void this.seat.onward.show(leader);
    return true;
  }

  /** Begin to choose units that march together, or let them go. */
  musters(): void {
    const begins = !this.marching.value && this.column.value.length < 2;
    const led = this.seat.onward.unit;
    this.marching.value = begins;
    this.column.value = begins && led ? [led] : [];
  }

  /** Do what a click means; whether it was done. */
  private carryOut(intent: Intent, all: boolean): boolean | Promise<boolean> {
    switch (intent.do) {
      case "act":
        return this.taken(intent.option, all);
      case "choose":
        this.choice.value = { options: intent.options, at: intent.at };
        return true;
      case "fan":
        this.fan.value = intent.place;
        return true;
      case "look":
        this.lookAt(intent.piece);
        if (intent.question) void this.ask(intent.question, intent.piece);
        return true;
      case "switch":
        return this.seat.switchTo(intent.piece);
      case "release":
        return this.seat.undo();
      case "retract":
        this.lookAt(intent.piece);
        return this.seat.retract(intent.action);
      case "ask":
        void this.ask(intent.question, intent.at);
        return true;
      case "nothing":
        return true;
    }
  }

  /** Do with a piece or a box what may be done with it; where that is several things, ask. */
  take(thing: string): void {
    this.soon(() => {
      const { pieces, places } = this.seat.offers.value;
      const options = pieces.get(thing) ?? places.get(thing) ?? [];
      if (options.length > 1) this.choice.value = { options, at: thing };
      return options.length === 1 ? this.taken(options[0]!) : options.length > 1;
    });
  }

  lookAt(piece: string): void {
    this.looked.value = piece;
    this.tab.value = "unit";
  }

  /** An option that was clicked, in a list or on a sheet: if it is still there when its turn comes. */
  choose(option: SeenOption): void {
    this.soon((now) => {
      const same = sameOf(now, option);
      return same ? this.taken(same) : false;
    });
  }

  /** One that commits asks once. With `all`, every like unit follows that may; a column marches in order. */
  private taken(option: SeenOption, all = false): boolean | Promise<boolean> {
    const column = option.kind === "place" && this.column.value.length > 1 ? this.column.value : [];
    const wanted = all || column.length > 0 || (option.kind === "place" && this.together.value);
    const others = wanted ? othersOf(this.seat.screen.value!, option, column) : [];
    if (others.length) return this.seat.gesture([...(option.via ?? []), option.action], others, behind(option));
    this.keeps = all && option.kind === "piece"; // a whole stack was meant: its next place is for all of it
    if (!option.commits || option.kind === "button") return this.seat.act(option);
    this.choice.value = { options: [option], at: option.thing ?? "" };
    return true;
  }

  /** An option of the card that asked: it is done without another question. */
  confirm(option: SeenOption): void {
    this.choice.value = null;
    this.soon((now) => {
      const same = sameOf(now, option);
      return same ? this.seat.act(same) : false;
    });
  }

  /** An option for every like unit that may. */
  chooseEach(option: SeenOption): void {
    this.choice.value = null;
    this.soon((now) => {
      const same = sameOf(now, option);
      return same ? this.taken(same, true) : false;
    });
  }

  /** Say for how many of all a gesture was done, and why one of the others could not take its first step. */
  async leftOut(done: number, all: number, first: string | undefined): Promise<void> {
    const said = texts.doneForOf(done, all);
    try {
      const why = first ? await this.seat.why(first) : null;
      const reason = why?.card?.reasons[0];
      this.tell(reason ? `${said} ${reason.text}` : texts.theOthersCannotGoThere(said), reason?.rule ?? "");
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.tell(said, "");
    }
  }

  /** Several choices at once, as many as may be: one may bring another in with it, or leave no room for it. */
  chooseAll(actions: string[]): void {
    this.soon((now) => {
      const still = actions.flatMap((action) => now.options.find((one) => one.action === action) ?? []);
      const [first, ...others] = still;
      if (!first) return false;
      return this.seat.sendAll(
        [...(first.via ?? []), first.action],
        others.map((one) => one.action),
      );
    });
  }

  /** A button: it names what will happen, and warns once if something would be forgotten. It is pressed only if it still
   * says the same when its turn comes as when it was `seen`. A second press while the first is on its way, or right
   * after a phase has ended, is none. */
  press(option: SeenOption, seen = this.seat.screen.value): void {
    if (!seen || this.sent || (this.held.value && option.action === this.seat.offers.value.main?.action)) return;
    this.soon((now) => {
      const same = sameOf(now, option);
      return same && stageOf(now) === stageOf(seen) ? this.pressNow(same, now) : false;
    });
  }

  /** Whether a button was pressed that the server has not answered yet. */
  get sending(): boolean {
    return this.sent;
  }

  private async pressNow(option: SeenOption, screen: Seen): Promise<boolean> {
    const warning = warningOf(option, screen);
    if (warning && this.pressed.value !== option.action) {
      this.pressed.value = option.action;
      this.pointed.value = this.placesOf(warning.pieces ?? [], warning.places ?? []);
      return true;
    }
    return this.pressedFor(this.seat.act(option));
  }

  /** A button's work is under way: no other button is pressed meanwhile. */
  async pressedFor(work: Promise<boolean>): Promise<boolean> {
    this.sent = true;
    return work.finally(() => (this.sent = false));
  }

  placesOf(pieces: string[], places: string[]): string[] {
    const at = new Map(this.seat.screen.value?.pieces.map((p) => [p.id, p.at]));
    return [...places, ...pieces.map((id) => at.get(id)).filter((p): p is string => Boolean(p))];
  }

  /** Why not? The answer is a card beside the thing, unless something else has been asked or done meanwhile. */
  async ask(question: string, beside: string): Promise<void> {
    if (!this.seat.decides) return;
    if (this.seat.onward.isAskedFor(question) && !(await this.seat.onward.take())) return;
    const asked = ++this.asked;
    const card = await this.reason(question, beside);
    if (card && asked === this.asked) this.card.value = card;
  }

  /** The card that says why something may not be, to lie beside a thing; null if it may. */
  async reason(question: string, beside: string): Promise<WhyNot | null> {
    try {
      const { possible, card } = await this.seat.why(question);
      if (possible || !card) return null;
      const at = this.seat.screen.value?.pieces.find((one) => one.id === beside)?.at ?? beside;
      return { ...card, title: this.titled(card), at: card.at ?? at };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.tell(error.message, error.rule);
      return null;
    }
  }

  /** The heading of a card, with the piece's own name where it asks about one. */
  private titled(card: WhyNot): string {
    const thing = card.action.split(" ")[1];
    const screen = this.seat.screen.value;
    const piece = screen?.pieces.find((one) => one.id === thing);
    const named = piece?.name ?? screen?.boxes?.find((one) => one.id === thing)?.label;
    return named ? texts.whyNot(named) : card.title;
  }

  // ---- overlays ----

  isOn(id: string): boolean {
    const set = this.overlays.value[id];
    if (set !== undefined) return set;
    return Boolean(this.seat.overlays.value.find((one) => one.id === id)?.shown);
  }

  toggle(id: string): void {
    this.overlays.value = { ...this.overlays.value, [id]: !this.isOn(id) };
  }
}
