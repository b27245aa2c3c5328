/** A seat at a table: what the server last sent, and what the player does about it. */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Option, Overlay, Screen } from "../screen.gen";
import type { Shape } from "../shape";
import { Copy, type Patch, type Shown } from "../server/document";
import { Fault, get, OFFLINE } from "../server/http";
import { discard } from "../server/kept";
import { type Feed, type FeedState, follow, PAGE } from "../server/live";
import { reachable } from "../server/reach";
import { isReadable } from "../server/version";
import type { Ahead, BoardInfo, Move, Rules, Symbols, Whole, Why } from "../server/shapes.gen";
import { Carrying } from "./carrying";
import { Delivery, newId, type Outcome } from "./delivery";
import { Desk, isRollFresh } from "./desk";
import { Guide } from "./guide";
import { HandOver } from "./handover";
import { type Offers, offersOf, type Seen, type SeenOption } from "./intents";
import { after, Keeper } from "./keeping";
import { MachineDesk } from "./machine";
import { Onward, withOffer } from "./onward";
import { terrainOverlay } from "./overlays";
import { Replay } from "./replay";
import { hasUsual, Strokes } from "./several";
import { Shortcuts, withSteps } from "./shortcuts";
import * as texts from "../texts/seat/seat";

/** Whether two documents say the same: an action is answered, and told over the line as well. */
function isSame(a: Shown, b: Shown): boolean {
  return a.revision === b.revision && headOf(a) === headOf(b);
}

/** What is said beside the screen, which belongs to its revision and viewer. */
function headOf(shown: Shown): string {
  return JSON.stringify({ ...shown, screen: shown.screen.viewer });
}

/** How many lines the journal has after an answer, if that has changed. */
function linesOf(answer: Whole | Patch): number | undefined {
  return "patch" in answer ? (answer.patch.lines as number | undefined) : answer.lines;
}

/** Where the piece is that an action is about. */
function atOf(screen: Screen, action: string): string | undefined {
  return screen.pieces.find((piece) => piece.id === action.split(" ")[1])?.at;
}

const ANSWERED = 1000; // milliseconds that an answer may come later than the line's word that it was sent
const BOUND = new Set(["actions", "undo", "redo", "retract", "resume"]); // changes that belong to one revision

/** Whether something was done: known at once, or when the server has answered. */
type Answer = boolean | Promise<boolean>;

export class Seat {
  readonly shown = signal<Shown | null>(null);
  readonly feed = signal<FeedState>("lost");
  readonly busy = signal(false);
  readonly info = signal<BoardInfo | null>(null); // the board that the game is played on
  readonly symbols = signal<Symbols | null>(null);
  readonly rules = signal<Rules | null>(null);
  readonly shapes = signal<Shape[]>([]); // what is drawn over the board, by name
  readonly missing = signal(""); // why there is nothing to show
  readonly trying = signal<Seat | null>(null); // the sandbox that is shown in place of the game
  readonly keptAt = signal<number | null>(null); // when the screen was sent that is shown for want of a newer one
  readonly delivery = new Delivery();
  private readonly keeper = new Keeper(this);
  readonly replay: Replay;
  readonly desk: Desk;
  readonly machine: MachineDesk;
  readonly guide: Guide;
  readonly handOver = new HandOver();
  readonly strokes = new Strokes();
  readonly carrying = new Carrying(this);
  readonly onward = new Onward(this);
  readonly shortcuts = new Shortcuts(this);
  readonly screen: ReadonlySignal<Seen | null>;
  readonly offers: ReadonlySignal<Offers>;
  readonly overlays: ReadonlySignal<Overlay[]>; // what can be laid over the map
  readonly copy = new Copy();
  private looking: Promise<void> | null = null; // while the whole screen is asked for
  private following: Feed | null = null;
  protected flight: Promise<boolean> | null = null; // the change that the server has not answered yet
  private last: Promise<boolean> = Promise.resolve(true); // the last thing that waits for it: whether it was done
  private waiting = 0; // how many things wait, or are being done
  private turn = false; // whether one of them begins just now

  constructor(readonly token: string) {
    this.replay = new Replay(this);
    this.desk = new Desk(this);
    this.machine = new MachineDesk(this);
    this.guide = new Guide(this);
    this.screen = computed(() => this.replay.shown.value?.screen ?? this.present());
    this.overlays = computed(() => [...(this.screen.value?.overlays ?? []), ...terrainOverlay(this.info.value?.chart)]);
    this.offers = computed(() => {
      const shown = this.canPlay ? this.screen.value : null;
      const offers = offersOf(shown, Boolean(shown?.roll) && isRollFresh(shown!, this.desk.rolledIn.value));
      const offered = this.canPlay && this.screen.value?.offered;
      return offered ? { ...offers, main: this.mainBeside(offers) } : offers;
    });
  }

  /** What is shown of the present, with the unit in hand or the battle that is offered. */
  private present(): Seen | null {
    const [shown, offer] = [this.shown.value, this.onward.now.value];
    if (!shown) return null;
    if (offer?.revision === shown.revision) return withOffer(shown.screen, offer);
    return withSteps(shown.screen, this.shortcuts.farther);
  }

  /** The button that Enter presses beside an offer: never one that takes what is offered. */
  private mainBeside(offers: Offers): Option | null {
    const { screen } = this.shown.value!;
    const main = offersOf(screen, isRollFresh(screen, this.desk.rolledIn.value)).main;
    return offers.buttons.find((one) => one.action === main?.action && !one.via) ?? null;
  }

  /** Sit down: follow the table, and fetch what its game is drawn with. */
  sit(): void {
    this.following = follow(
      this.token,
      (told) => void this.overhear(told),
      (state) => {
        this.feed.value = state;
        if (state === "unknown") this.vanished();
      },
    );
    this.keeper.begin();
  }

  leave(): void {
    this.keeper.end();
    this.following?.close();
    this.replay.close();
    this.handOver.leave();
  }

  /** Take what comes over the line. A patch that changes nothing stands for what an answer has brought: that may still
   * be under way. */
  private async overhear(told: Whole | Patch): Promise<void> {
    if ("patch" in told && told.base === told.hash) await Promise.race([this.flight, after(ANSWERED)]);
    const [before, own] = [this.shown.value?.revision, this.flight !== null];
    await this.hear(told);
    if (!own && this.shown.value?.revision !== before) this.onward.heard();
  }

  /** Take what the server tells: a document, or what has changed of the one that is there. If that does not fit what is
   * there, the whole is asked for. */
  async hear(told: Whole | Patch): Promise<void> {
    if (!("patch" in told)) {
      const known = this.keptAt.value ? -1 : (this.shown.value?.revision ?? -1);
      if (isReadable(told.screen.schema) && told.revision >= known) this.take(this.copy.take(told), told.moves);
      return;
    }
    const shown = this.copy.apply(told);
    if (shown === "lost") await this.look();
    else if (shown !== "old") this.take(shown, told.moves);
  }

  /** Show a document, unless it or a newer one is shown already. */
  take(shown: Shown, moves: Move[] = [], keptAt: number | null = null): void {
    const before = this.keptAt.value && !keptAt ? null : this.shown.value;
    this.delivery.heard(shown.revision, shown.done ?? []);
    this.keptAt.value = keptAt;
    if (before && (shown.revision < before.revision || isSame(before, shown))) return;
    const fresh = !before || shown.revision !== before.revision;
    batch(() => {
      this.shown.value = shown;
      if (fresh) this.desk.changed(before?.screen ?? null, shown.screen, moves);
      if (fresh) this.handOver.changed(before, shown);
    });
    if (!before && !this.info.value) void this.furnish(shown.screen.game.id);
    this.keeper.soon();
    if (fresh) void this.shortcuts.changed();
  }

  /** The link leads nowhere any more: what was kept of the seat goes with it. */
  private vanished(): void {
    this.missing.value = texts.noGameWasFoundAt;
    void discard(this.token);
  }

  /** Board, symbols and rules of a game. */
  async furnish(game: string): Promise<void> {
    try {
      const board = get<BoardInfo>(`/api/games/${game}/board`);
      const symbols = get<Symbols>("/api/symbols");
      void get<Rules>(`/api/games/${game}/rules`).then(
        (rules) => (this.rules.value = rules),
        () => undefined, // a board without a catalogue can be looked at all the same
      );
      const [b, s] = await Promise.all([board, symbols]);
      batch(() => {
        this.symbols.value = s;
        this.info.value = b;
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof Fault && error.open) this.keeper.waitFor(why, () => void this.furnish(game));
      else this.missing.value = why;
    }
  }

  /** Draw shapes over the board in place of all that the same hand drew; with none, they go. A hand is a word that the
   * names of its shapes begin with, so that a lesson and a hint leave each other's alone. */
  draw(hand: string, shapes: Shape[] = []): void {
    const others = this.shapes.peek().filter((shape) => !shape.name.startsWith(`${hand} `));
    const named = shapes.map((shape) => ({ ...shape, name: `${hand} ${shape.name}` }));
    if (named.length || others.length < this.shapes.peek().length) this.shapes.value = [...others, ...named];
  }

  // ---- deciding ----

  /** Whether anything can be decided here now: the present is shown, and the server can be reached. */
  get canPlay(): boolean {
    return !this.replay.shown.value && !this.keptAt.value && reachable.value;
  }

  get decides(): boolean {
    const screen = this.shown.value?.screen;
    return Boolean(screen && !this.replay.shown.value && screen.decides === screen.viewer);
  }

  /** Send an option, after whatever comes before it; one that commits has been asked for by its button or its card. */
  async act(option: SeenOption): Promise<boolean> {
    const screen = this.screen.value;
    const actions = [...(option.via ?? []), option.action];
    return screen && hasUsual(screen, option)
      ? this.change("actions", { actions, usual: true })
      : this.change("actions", { actions });
  }

  async send(actions: string[]): Promise<boolean> {
    return this.change("actions", { actions });
  }

  /** Send choices, and each of the others that may still be after them. */
  async sendAll(actions: string[], others: string[]): Promise<boolean> {
    if (!others.length) return this.send(actions);
    return this.change("actions", { actions, also: others.map((one) => [one]) });
  }

  /** Send a choice, and the like choices for whoever else may, if need be with one that is `behind` in place of the
   * last; what may not be is left out, and said. */
  async gesture(actions: string[], also: string[][], behind: string[] = []): Promise<boolean> {
    const was = this.shown.value;
    const more = behind.length ? { behind } : {};
    if (!was || !(await this.change("actions", { actions, also, ...more }))) return false;
    const now = this.shown.value!;
    const followed = Math.floor((now.lines - was.lines - actions.length) / (also[0]?.length ?? 1));
    const stayed = also.find(([first]) => atOf(was.screen, first!) === atOf(now.screen, first!));
    if (followed < also.length) void this.desk.leftOut(followed + 1, also.length + 1, stayed?.[0]);
    return true;
  }

  /** Take the last choice or gesture back, if it can be taken back when its turn comes. */
  async undo(): Promise<boolean> {
    return this.next(() => this.back("undo"));
  }

  /** Do again what was undone last. */
  async redo(): Promise<boolean> {
    return this.next(() => this.back("redo"));
  }

  private async back(what: "undo" | "redo"): Promise<boolean> {
    if (!this.screen.value?.[what]?.can) return false;
    const lines = this.shown.value?.lines ?? 0;
    const times = what === "undo" ? this.strokes.back(lines) : this.strokes.again(lines);
    const done = await this.change(what, times > 1 ? { times } : {});
    if (!done) this.strokes.forget(); // the next press is for one choice
    return done;
  }

  async retract(action: string): Promise<boolean> {
    return this.next(() => this.change("retract", { action }));
  }

  async rewind(line: number): Promise<boolean> {
    return this.next(() => this.change("rewind", { line }));
  }

  /** Take up a line of play again that was left. */
  async takeUp(branch: number): Promise<boolean> {
    return this.next(() => this.change("rewind", { branch }));
  }

  /** Play on where a corrected rule has stopped the game. */
  async resume(): Promise<boolean> {
    return this.next(() => this.change("resume", {}));
  }

  /** Resign, or offer a draw or take the one that is offered. */
  async end(how: "resign" | "draw"): Promise<boolean> {
    return this.next(() => this.change("end", { how }));
  }

  /** Begin the next game with the sides exchanged, or find the one that was begun. */
  async rematch(): Promise<boolean> {
    return this.next(() => this.change("rematch", {}));
  }

  /** Leave a standing order; "none" withdraws all. */
  async order(text: string): Promise<boolean> {
    return this.next(() => this.change("orders", { order: text }));
  }

  /** Leave several orders, one after the other. */
  async orderAll(orders: string[]): Promise<boolean> {
    return this.next(async () => {
      for (const order of orders) if (!(await this.change("orders", { order }))) return false;
      return true;
    });
  }

  async refuse(): Promise<boolean> {
    return this.next(() => this.change("rewind", { refuse: true }));
  }

  /** Put the piece in motion back, and take another one. */
  async switchTo(piece: string): Promise<boolean> {
    return this.next(async () => {
      if (!(await this.back("undo"))) return false;
      const option = this.offers.value.pieces.get(piece)?.[0];
      return option ? this.act(option) : false;
    });
  }

  /** Whether something that was asked for has not been answered yet. */
  get engaged(): boolean {
    return this.flight !== null || (this.waiting > 0 && !this.turn);
  }

  /** Do something as soon as all that was asked for before has been answered, in the order in which it was asked:
   * at once if nothing was. It is told whether the last of that was done; whether it was done itself is the answer. */
  async next(work: (done: boolean) => Answer): Promise<boolean> {
    const before = this.waiting ? this.last : (this.flight ?? Promise.resolve(true));
    const free = !this.engaged;
    this.waiting += 1;
    const done = free ? this.begin(work, true) : before.catch(() => false).then((did) => this.begin(work, did));
    this.last = Promise.resolve(done).finally(() => (this.waiting -= 1));
    return this.last;
  }

  /** Begin something whose turn has come; what it asks for meanwhile is part of it, and need not wait. */
  private begin(work: (done: boolean) => Answer, done: boolean): Answer {
    const within = this.turn;
    this.turn = true;
    try {
      return work(done);
    } finally {
      this.turn = within;
    }
  }

  /** Ask the server for a change. One that is asked for while another is in flight belongs to an old screen: dropped. */
  protected async change(what: string, body: Record<string, unknown>): Promise<boolean> {
    const now = this.shown.value;
    if (!now || this.flight) return false;
    if (!reachable.value || this.keptAt.value) {
      this.desk.tell(OFFLINE, "");
      return false;
    }
    this.flight = this.fly(what, { revision: now.revision, ...body });
    return this.flight;
  }

  private async fly(what: string, body: Record<string, unknown> & { revision: number }): Promise<boolean> {
    this.busy.value = true;
    const start = performance.now();
    const before = this.shown.value?.lines ?? 0;
    if (what === "actions") this.onward.sent(body.actions as string[]);
    try {
      const path = `/api/seats/${this.token}/${what}`;
      const sent = { ...body, id: newId() };
      const outcome = await this.delivery.send({ path, body: sent, headers: () => this.has(), bound: BOUND.has(what) });
      return await this.settled(outcome, what, body, before, start);
    } catch (error) {
      await this.refused(error);
      return false;
    } finally {
      this.flight = null;
      this.busy.value = false;
    }
  }

  /** Take over what has become of a change. Whether it was played. */
  private async settled(
    outcome: Outcome,
    what: string,
    body: Record<string, unknown>,
    before: number,
    start: number,
  ): Promise<boolean> {
    if (outcome === "overtaken") {
      this.desk.tell(texts.yourMoveWasNotPlayed, "");
      return false;
    }
    if (outcome === "played") {
      this.stroke(what, body, before, this.shown.value?.lines ?? before);
    } else {
      this.stroke(what, body, before, linesOf(outcome.answer) ?? before);
      await this.hear(outcome.answer);
    }
    this.onward.done(what, Math.abs((this.shown.value?.lines ?? before) - before));
    performance.measure("ardennes:action", { start });
    if (outcome === "played" || this.delivery.tries > 1) this.desk.tell(texts.yourMoveWasPlayed, "");
    return true;
  }

  /** The headers that say which document is there, and by which line changes are heard of. */
  has(): Record<string, string> {
    const { base } = this.copy;
    return base === null ? {} : { "Ardennes-Base": String(base), "Ardennes-Line": PAGE };
  }

  /** Remember which lines belong together. */
  private stroke(what: string, body: Record<string, unknown>, before: number, after: number): void {
    const several = Boolean(body.also ?? body.usual) || (body.actions as string[] | undefined)?.length !== 1;
    if (what === "actions") this.strokes.add(before, several ? after : before + 1, !body.also && !body.usual);
    else if (what === "undo" || what === "redo") this.strokes.went(before, after);
    else if (after !== before) this.strokes.forget();
  }

  private async refused(error: unknown): Promise<void> {
    if (!(error instanceof Fault)) throw error;
    if (error.status === 409) {
      this.desk.tell(texts.yourMoveWasNotPlayed, "");
      await this.look();
    } else {
      this.desk.tell(error.message, error.rule);
    }
  }

  /** Ask for the screen as it is now, once at a time. */
  async look(): Promise<void> {
    this.looking ??= this.fetch().finally(() => (this.looking = null));
    return this.looking;
  }

  private async fetch(): Promise<void> {
    try {
      await this.hear(await get<Whole>(`/api/seats/${this.token}`));
    } catch (error) {
      if (error instanceof Fault) this.desk.tell(error.message, error.rule);
    }
  }

  /** Why an action is not possible; null if it is. */
  async why(action: string): Promise<Why> {
    if (!reachable.value) throw new Fault(0, OFFLINE, "");
    return get<Why>(`/api/seats/${this.token}/why?action=${encodeURIComponent(action)}`);
  }

  /** What the dice would be thrown for if an action were taken. */
  async ahead(action: string): Promise<Ahead> {
    return get<Ahead>(`/api/seats/${this.token}/ahead?action=${encodeURIComponent(action)}`);
  }
}
