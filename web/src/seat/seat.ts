/** A seat at a table: what the server last sent, and what the player does about it. */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { Geometry } from "../board/geometry";
import { terrainOverlay } from "../board/terrain";
import type { Option, Overlay, Screen } from "../screen.gen";
import { Copy, type Patch, type Shown } from "../server/document";
import { Fault, get, post } from "../server/http";
import { follow, LINE, type Line, type LineState } from "../server/live";
import type { Ahead, BoardInfo, Move, Rules, Symbols, Whole, Why } from "../server/shapes.gen";
import { Desk } from "./desk";
import { HandOver } from "./handover";
import { type Offers, offersOf } from "./intents";
import { MachineDesk } from "./machine";
import { Replay } from "./replay";
import { Strokes } from "./several";

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

/** Whether something was done: known at once, or when the server has answered. */
type Answer = boolean | Promise<boolean>;

export class Seat {
  readonly shown = signal<Shown | null>(null);
  readonly line = signal<LineState>("lost");
  readonly busy = signal(false);
  readonly geometry = signal<Geometry | null>(null);
  readonly symbols = signal<Symbols | null>(null);
  readonly rules = signal<Rules | null>(null);
  readonly missing = signal(""); // why there is nothing to show
  readonly replay: Replay;
  readonly desk: Desk;
  readonly machine: MachineDesk;
  readonly handOver = new HandOver();
  readonly strokes = new Strokes();
  readonly screen: ReadonlySignal<Screen | null>;
  readonly offers: ReadonlySignal<Offers>;
  readonly overlays: ReadonlySignal<Overlay[]>; // what can be laid over the map
  private readonly copy = new Copy();
  private looking: Promise<void> | null = null; // while the whole screen is asked for
  private following: Line | null = null;
  private flight: Promise<boolean> | null = null; // the change that the server has not answered yet
  private last: Promise<boolean> = Promise.resolve(true); // the last thing that waits for it: whether it was done
  private waiting = 0; // how many things wait, or are being done
  private turn = false; // whether one of them begins just now

  constructor(readonly token: string) {
    this.replay = new Replay(this);
    this.desk = new Desk(this);
    this.machine = new MachineDesk(this);
    this.screen = computed(() => this.replay.frame.value?.screen ?? this.shown.value?.screen ?? null);
    this.overlays = computed(() => [
      ...(this.screen.value?.overlays ?? []),
      ...terrainOverlay(this.geometry.value?.info.chart),
    ]);
    this.offers = computed(() => offersOf(this.replay.frame.value ? null : (this.shown.value?.screen ?? null)));
  }

  /** Sit down: follow the table, and fetch what its game is drawn with. */
  sit(): void {
    this.following = follow(
      this.token,
      (told) => void this.overhear(told),
      (state) => {
        this.line.value = state;
        if (state === "unknown") this.missing.value = "There is no seat under this link.";
      },
    );
  }

  leave(): void {
    this.following?.close();
    this.replay.close();
    this.handOver.leave();
  }

  /** Take what comes over the line. A patch that changes nothing stands for what an answer has brought: that may still
   * be under way. */
  private async overhear(told: Whole | Patch): Promise<void> {
    if ("patch" in told && told.base === told.hash) await this.flight;
    await this.hear(told);
  }

  /** Take what the server tells: a document, or what has changed of the one that is there. If that does not fit what is
   * there, the whole is asked for. */
  async hear(told: Whole | Patch): Promise<void> {
    if (!("patch" in told)) {
      const known = this.shown.value?.revision ?? -1;
      if (told.revision >= known) this.take(this.copy.take(told), told.moves);
      return;
    }
    const shown = this.copy.apply(told);
    if (shown === "lost") await this.look();
    else if (shown !== "old") this.take(shown, told.moves);
  }

  /** Show a document, unless it or a newer one is shown already. */
  take(shown: Shown, moves: Move[] = []): void {
    const before = this.shown.value;
    if (before && (shown.revision < before.revision || isSame(before, shown))) return;
    const fresh = !before || shown.revision !== before.revision;
    batch(() => {
      this.shown.value = shown;
      if (fresh) this.desk.changed(before?.screen ?? null, shown.screen, moves);
      if (fresh) this.handOver.changed(before, shown);
    });
    if (!before) void this.furnish(shown.screen.game.id);
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
        this.geometry.value = new Geometry(b);
      });
    } catch (error) {
      this.missing.value = error instanceof Error ? error.message : String(error);
    }
  }

  // ---- deciding ----

  get decides(): boolean {
    const screen = this.shown.value?.screen;
    return Boolean(screen && !this.replay.frame.value && screen.decides === screen.viewer);
  }

  /** Send an option; one that commits has been asked for by its button or its card. */
  async act(option: Option): Promise<boolean> {
    return this.send([option.action]);
  }

  async send(actions: string[]): Promise<boolean> {
    return this.change("actions", { actions });
  }

  /** Send a choice, and the like choices for whoever else may; what may not be is left out, and said. */
  async gesture(actions: string[], also: string[][]): Promise<boolean> {
    const was = this.shown.value;
    if (!was || !(await this.change("actions", { actions, also }))) return false;
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

  /** Play on where a corrected rule has stopped the game. */
  async resume(): Promise<boolean> {
    return this.next(() => this.change("resume", {}));
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
  async orderAll(texts: string[]): Promise<boolean> {
    return this.next(async () => {
      for (const order of texts) if (!(await this.change("orders", { order }))) return false;
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
  private async change(what: string, body: Record<string, unknown>): Promise<boolean> {
    const now = this.shown.value;
    if (!now || this.flight) return false;
    this.flight = this.fly(what, { revision: now.revision, ...body });
    return this.flight;
  }

  private async fly(what: string, body: Record<string, unknown>): Promise<boolean> {
    this.busy.value = true;
    const start = performance.now();
    const before = this.shown.value?.lines ?? 0;
    try {
      const answer = await post<Whole | Patch>(`/api/seats/${this.token}/${what}`, body, this.has());
      this.stroke(what, body, before, linesOf(answer) ?? before);
      await this.hear(answer);
      performance.measure("ardennes:action", { start });
      return true;
    } catch (error) {
      await this.refused(error);
      return false;
    } finally {
      this.flight = null;
      this.busy.value = false;
    }
  }

  /** The headers that say which document is there, and by which line changes are heard of. */
  has(): Record<string, string> {
    const { base } = this.copy;
    return base === null ? {} : { "Ardennes-Base": String(base), "Ardennes-Line": LINE };
  }

  /** Remember which lines belong together. */
  private stroke(what: string, body: Record<string, unknown>, before: number, after: number): void {
    const several = Boolean(body.also) || (body.actions as string[] | undefined)?.length !== 1;
    if (what === "actions") this.strokes.add(before, several ? after : before + 1);
    else if (what === "undo" || what === "redo") this.strokes.went(before, after);
    else if (after !== before) this.strokes.forget();
  }

  private async refused(error: unknown): Promise<void> {
    if (!(error instanceof Fault)) throw error;
    if (error.status === 409) {
      this.desk.tell("The table has changed meanwhile. Look again, then decide.", "");
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
    return get<Why>(`/api/seats/${this.token}/why?action=${encodeURIComponent(action)}`);
  }

  /** What the dice would be thrown for if an action were taken. */
  async ahead(action: string): Promise<Ahead> {
    return get<Ahead>(`/api/seats/${this.token}/ahead?action=${encodeURIComponent(action)}`);
  }
}
