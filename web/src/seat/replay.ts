/** Looking back: the game as it was after any line, at any speed. */
import { computed, signal } from "@preact/signals";
import { type Shown, shownBy } from "../server/document";
import { Fault, get } from "../server/http";
import type { Moment, Move, Whole } from "../server/shapes.gen";
import type { Shape } from "../shape";
import type { Seat } from "./seat";
import * as texts from "../texts/seat/replay";

export const SPEEDS = [1, 4, 16] as const;
const PACE = 900; // milliseconds a line at speed 1
const KEPT = 200;

/** The game after some line, and which pieces the line moved. */
interface Past {
  shown: Shown;
  moves: Move[];
}

/** The line at which a turn begins, after or before another line; null if there is none. */
export function turnFrom(moments: Moment[], line: number, step: 1 | -1): number | null {
  const first = moments.filter((moment, i) => moment.turn !== moments[i - 1]?.turn).map((moment) => moment.line);
  const there = first.filter((one) => (step > 0 ? one > line : one < line));
  return (step > 0 ? there[0] : there[there.length - 1]) ?? null;
}

export class Replay {
  readonly moments = signal<Moment[]>([]);
  readonly shown = signal<Shown | null>(null); // what is shown in place of the present
  readonly at = signal(0);
  readonly until = signal<number | null>(null); // where playing stops; null: at the end
  readonly playing = signal(false);
  readonly speed = signal<number>(1);
  readonly open = signal(false);
  readonly text = computed(() => this.moments.value.find((m) => m.line === this.at.value)?.text ?? "");
  private readonly turning = signal<number | null>(null); // the line of the turning point that was asked for
  /** Rings round the places of a turning point, as long as it is looked at. */
  readonly marks = computed<Shape[]>(() => {
    const shown = this.shown.value;
    if (!shown || shown.lines !== this.turning.value) return [];
    const told = shown.screen.log?.lines.findLast((line) => line.places?.length)?.places ?? [];
    return [...new Set(told)].map((at) => ({ kind: "circle", name: at, at, tone: "hint" }));
  });
  private known = new Map<number, Past>();
  private timer = 0;
  private asked = 0;

  constructor(private readonly seat: Seat) {}

  get last(): number {
    return this.seat.shown.value?.lines ?? 0;
  }

  /** Open the slider at a line; without one, at the beginning. */
  async begin(line = 0, play = false): Promise<void> {
    try {
      const found = await get<{ moments: Moment[] }>(`/api/seats/${this.seat.token}/frames`);
      this.known.clear();
      this.moments.value = found.moments;
      this.open.value = true;
      await this.show(line);
      if (play) this.play();
    } catch (error) {
      if (error instanceof Fault) this.seat.desk.tell(error.message, error.rule);
    }
  }

  /** Look at a turning point, and mark where it lay. */
  async turnTo(line: number): Promise<void> {
    this.turning.value = line;
    await this.begin(line);
  }

  /** Play what others did since this seat's last own line. */
  async sinceLast(): Promise<void> {
    const { looks } = this.seat.shown.value!.seat;
    await this.begin(this.last);
    const own = this.moments.value.filter((moment) => moment.side === looks);
    const from = own.length ? own[own.length - 1]!.line : 0;
    if (from >= this.last) {
      this.close();
      this.seat.desk.tell(texts.nothingHasHappenedSinceYour, "");
      return;
    }
    await this.show(from);
    this.play();
  }

  /** Back to the present. */
  close(): void {
    this.pause();
    this.open.value = false;
    this.shown.value = null;
    this.until.value = this.turning.value = null;
  }

  /** Show the game after so many lines. */
  async show(line: number): Promise<void> {
    const wanted = Math.min(this.last, Math.max(0, line));
    this.at.value = wanted;
    const asked = ++this.asked;
    const from = this.shown.value?.lines;
    const { shown, moves } = await this.fetched(wanted);
    if (asked !== this.asked || !this.open.value) return;
    const before = this.seat.screen.value;
    this.shown.value = shown;
    this.seat.desk.replayed(before, shown.screen, from === wanted - 1 ? moves : []);
  }

  /** To the beginning of the next turn, or of this one, or of the one before. */
  async jump(step: 1 | -1): Promise<void> {
    this.pause();
    await this.show(turnFrom(this.moments.value, this.at.value, step) ?? (step > 0 ? this.last : 0));
  }

  private async fetched(line: number): Promise<Past> {
    const kept = this.known.get(line);
    if (kept) return kept;
    const past = await get<Whole>(`/api/seats/${this.seat.token}/frames/${line}`);
    if (this.known.size > KEPT) this.known.clear();
    const shown = { shown: shownBy(past), moves: past.moves ?? [] };
    this.known.set(line, shown);
    return shown;
  }

  play(): void {
    if (this.at.value >= this.end) this.at.value = 0;
    this.playing.value = true;
    this.next();
  }

  pause(): void {
    this.playing.value = false;
    clearTimeout(this.timer);
  }

  get end(): number {
    return this.until.value ?? this.last;
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.forward(), PACE / this.speed.value);
  }

  private async forward(): Promise<void> {
    if (!this.playing.value) return;
    try {
      await this.show(this.at.value + 1);
    } catch (error) {
      this.pause();
      if (error instanceof Fault) this.seat.desk.tell(error.message, error.rule);
      return;
    }
    if (this.at.value >= this.end) this.pause();
    else this.next();
  }
}
