/** A sandbox: the position as the seat sees it, tried out by one player for all sides. Nothing of it counts. */
import { batch, computed, signal } from "@preact/signals";
import { shownBy } from "../server/document";
import { Fault, post } from "../server/http";
import type { Ahead, DiceDue, Plan, TriedMove, TriedOut, Why } from "../server/shapes.gen";
import { Seat } from "./seat";
import * as texts from "../texts/seat/sandbox";

/** One way to go on from where the sandbox begins. */
export interface Branch {
  number: number;
  moves: TriedMove[];
  undone: TriedMove[]; // taken back, the last one first
}

/** A number from 1 to so many, by the browser's own randomness. */
function chosen(most: number): number {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % most);
}

/** Dice or a draw by chance, as the move that says it. */
export function fallen(due: DiceDue, pick: (most: number) => number = chosen): string {
  if (due.dice?.length) return `roll ${due.dice.map((die) => pick(die.sides)).join(" ")}`;
  const pool = [...(due.pool ?? [])];
  const drawn = Array.from({ length: due.draws ?? 0 }, () => pool.splice(pick(pool.length) - 1, 1)[0]!);
  return `roll ${drawn.join(" ")}`;
}

/** Whether dice fall in some moves, so that there are odds to ask for. */
export function hasDice(moves: TriedMove[]): boolean {
  return moves.some((one) => !one.side);
}

export class Sandbox extends Seat {
  readonly branches = signal<Branch[]>([{ number: 1, moves: [], undone: [] }]);
  readonly at = signal(0); // which of them is shown
  readonly due = signal<DiceDue | null>(null); // the dice that fall next
  readonly byChance = signal(false); // whether they fall by themselves
  readonly guessed = signal(false); // whether something is hidden, and guessed
  readonly guess = signal(1);
  readonly plan = signal<Plan | null>(null);
  readonly planned = signal(0); // after how many moves the plan begins
  readonly working = signal(false); // whether its odds are being worked out
  readonly branch = computed(() => this.branches.value[this.at.value]!);
  readonly behind = computed(() => (this.from.shown.value?.revision ?? 0) !== this.began); // whether the game went on
  private base = "";
  private serial = 0;
  private readonly began: number;

  constructor(
    readonly from: Seat,
    private readonly start: number, // the line of the game after which it begins
  ) {
    super("");
    this.began = from.shown.value?.revision ?? 0;
    this.feed.value = "open";
    batch(() => {
      this.info.value = from.info.value;
      this.symbols.value = from.symbols.value;
      this.rules.value = from.rules.value;
      this.desk.overlays.value = from.desk.overlays.value;
    });
  }

  override async furnish(): Promise<void> {} // the seat that it came from has all of it

  /** Begin; whether there is something to show. */
  async open(): Promise<boolean> {
    return this.request([], {});
  }

  // ---- moves ----

  protected override async change(what: string, body: Record<string, unknown>): Promise<boolean> {
    const { moves, undone } = this.branch.value;
    const said = moves.map((one) => one.move);
    const times = (body.times as number | undefined) ?? 1;
    if (what === "undo") return this.shownAfter(moves.length - times);
    if (what === "redo") return this.request([...said, ...undone.slice(0, times).map((one) => one.move)], {}, true);
    if (what === "retract") return this.request(said, { retract: body.action });
    return what === "actions" ? this.request(said, body) : false;
  }

  /** Go back to after so many moves of the branch, or on to those that were taken back. */
  async shownAfter(count: number): Promise<boolean> {
    const { moves, undone } = this.branch.value;
    const all = [...moves, ...undone].map((one) => one.move);
    return this.request(all.slice(0, Math.max(0, count)), {}, true);
  }

  /** Let the dice fall as a move says. */
  async roll(move: string): Promise<boolean> {
    return this.next(() => this.change("actions", { actions: [move] }));
  }

  async rollByChance(): Promise<boolean> {
    return this.due.value ? this.roll(fallen(this.due.value)) : false;
  }

  /** Ask for the sandbox after some moves, and what is done next; `keeps` what was taken back. */
  private async request(moves: string[], next: Record<string, unknown>, keeps = false): Promise<boolean> {
    if (this.flight) return false;
    this.flight = this.ask(moves, next, keeps).finally(() => {
      this.flight = null;
      this.busy.value = false;
    });
    const done = await this.flight;
    if (done && this.due.value && this.byChance.value && !keeps) return this.rollByChance();
    return done;
  }

  private async ask(moves: string[], next: Record<string, unknown>, keeps: boolean): Promise<boolean> {
    this.busy.value = true;
    try {
      const found = await post<TriedOut>(this.address, { ...this.where(moves), ...next });
      this.showTried(found, keeps);
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const desk = this.shown.value ? this.desk : this.from.desk;
      desk.tell(error.message, error.rule);
      return false;
    }
  }

  private get address(): string {
    return `/api/seats/${this.from.token}/sandbox`;
  }

  private where(moves: string[]): Record<string, unknown> {
    return { line: this.start, guess: this.guess.value, base: this.base, moves };
  }

  private showTried(found: TriedOut, keeps: boolean): void {
    const { moves, undone } = this.branch.value;
    const count = found.moves.length;
    if (keeps) this.strokes.went(moves.length, count);
    else this.strokes.add(moves.length, count);
    const left = keeps ? [...moves, ...undone].slice(count) : [];
    this.base = found.base;
    const shown = shownBy(found.shown);
    const [first] = left;
    shown.screen.redo = first ? { can: true, label: first.text } : { can: false, reason: texts.nothingWasUndone };
    batch(() => {
      this.put({ ...this.branch.value, moves: found.moves, undone: left });
      this.due.value = found.due ?? null;
      this.guessed.value = found.guessed ?? false;
      this.plan.value = null;
      if (this.planned.value > count) this.planned.value = 0;
      this.take({ ...shown, revision: ++this.serial });
    });
  }

  // ---- branches ----

  private put(branch: Branch): void {
    this.branches.value = this.branches.value.map((one, n) => (n === this.at.value ? branch : one));
  }

  /** Another branch that goes on from here; what was taken back stays in the old one. */
  async fork(): Promise<boolean> {
    const { moves } = this.branch.value;
    const number = Math.max(...this.branches.value.map((one) => one.number)) + 1;
    this.branches.value = [...this.branches.value, { number, moves, undone: [] }];
    return this.goTo(this.branches.value.length - 1);
  }

  /** Show another branch as it was left. */
  async goTo(at: number): Promise<boolean> {
    if (this.flight) return false;
    this.strokes.forget();
    this.at.value = at;
    return this.request(
      this.branch.value.moves.map((one) => one.move),
      {},
      true,
    );
  }

  /** Begin anew with another guess of what is hidden. */
  async guessAgain(): Promise<boolean> {
    if (this.flight) return false;
    batch(() => {
      this.guess.value += 1;
      this.branches.value = [{ number: 1, moves: [], undone: [] }];
      this.at.value = 0;
    });
    return this.request([], {});
  }

  // ---- questions ----

  override async why(action: string): Promise<Why> {
    return post<Why>(`${this.address}/why`, { ...this.here(), action });
  }

  override async ahead(action: string): Promise<Ahead> {
    return post<Ahead>(`${this.address}/ahead`, { ...this.here(), action });
  }

  /** What comes of the moves since the plan began. */
  async askOdds(): Promise<void> {
    if (this.working.value) return;
    this.working.value = true;
    try {
      this.plan.value = await post<Plan>(`${this.address}/odds`, { ...this.here(), since: this.planned.value });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.desk.tell(error.message, error.rule);
    } finally {
      this.working.value = false;
    }
  }

  private here(): Record<string, unknown> {
    return this.where(this.branch.value.moves.map((one) => one.move));
  }

  /** Back to the game. */
  exit(): void {
    this.leave();
    this.from.trying.value = null;
  }
}

/** Try the position out that a seat shows: of a game that is over, the one before its last line. */
export async function tryOut(seat: Seat): Promise<void> {
  const past = seat.replay.shown.value;
  const shown = past ?? seat.shown.value;
  if (!shown || !seat.token || seat.trying.value) return;
  const sandbox = new Sandbox(seat, shown.screen.result ? Math.max(0, shown.lines - 1) : shown.lines);
  seat.replay.pause();
  if (await sandbox.open()) seat.trying.value = sandbox;
}
