/** The machine at the table: how fast it plays, what it says of its play, and what it would do in the player's place. */
import { computed, signal } from "@preact/signals";
import type { Screen } from "../screen.gen";
import type { Patch, Shown } from "../server/document";
import { Fault, get, post } from "../server/http";
import type { Hint, Remark, Report, SetPace, Whole } from "../server/shapes.gen";
import type { Shape } from "../shape";
import { aboutOf } from "./intents";
import type { Seat } from "./seat";
import * as texts from "../texts/seat/machine";

type Pace = SetPace["pace"];

export const PACES: [Pace, string][] = [
  ["slow", texts.slow],
  ["normal", texts.normal],
  ["fast", texts.fast],
  ["skip", texts.skip],
];

/** What the machine does now, as a sentence; null while it is not its turn. */
export function doing(shown: Shown): string | null {
  const { screen, players, thinking, working } = shown;
  if (!thinking || screen.result) return null;
  const side = screen.sides.find((one) => one.id === screen.decides)?.label ?? texts.computer;
  const player = players[screen.decides ?? ""] ?? "";
  const name = player ? ` (${player.charAt(0).toUpperCase()}${player.slice(1)})` : "";
  return `${side}${name} ${working === "playing" ? texts.isPlaying : texts.isThinking}`;
}

/** Whether only machines play here: they wait while nobody watches. */
export function isShow(shown: Shown): boolean {
  return !Object.values(shown.players).includes("human");
}

/** Whether this seat sets the pace: a player's own does, and an onlooker's where only machines play. */
export function mayPace(shown: Shown): boolean {
  if (!shown.pace || shown.screen.result) return false;
  return shown.seat.player === "human" || isShow(shown);
}

/** Whether a machine has played since this seat's last own choice, so that there is something to review. */
export function mayReview(shown: Shown): boolean {
  const { log, result } = shown.screen;
  if (!shown.pace || shown.thinking || result || !log || shown.seat.player !== "human") return false;
  const isMachine = (side?: string): boolean => Boolean(side && (shown.players[side] ?? "human") !== "human");
  return log.lines.some((line) => line.number >= (log.since ?? 0) && isMachine(line.side));
}

/** What was said of a line of the journal. */
export function remarksAt(reports: Report[], line: number): { report: Report; remarks: Remark[] } | null {
  const report = reports.find((one) => one.first <= line && line <= one.last);
  return report ? { report, remarks: report.remarks } : null;
}

/** A hint as sentences: what is to be done first, in the words of its option, then why. */
export function hintWords(hint: Hint, screen: Screen): string[] {
  const first = screen.options.find((option) => option.action === hint.actions[0]);
  const does = first ? texts.would(hint.player, first.label) : texts.hasNoSuggestion(hint.player);
  return [does, ...hint.remarks.slice(0, 2).map((remark) => remark.text)];
}

/** What a hint draws over the board: a ring round the first thing that it names, and the way of the piece that would
 * move. What comes after that piece is left to the next hint. */
export function hintShapes(hint: Hint, screen: Screen, isPlace: (thing: string) => boolean): Shape[] {
  const things = hint.actions.map((action) => action.split(" ")[1] ?? "");
  const isPiece = (thing: string): boolean => screen.pieces.some((one) => one.id === thing);
  const [first] = things;
  if (!first || !(isPiece(first) || isPlace(first))) return [];
  const ring: Shape = { kind: "circle", name: "here", at: first, tone: "hint" };
  const mover = isPiece(first) ? first : aboutOf(screen);
  const after = isPiece(first) ? things.slice(1) : things;
  const stop = after.findIndex((thing) => !isPlace(thing));
  const way = stop < 0 ? after : after.slice(0, stop);
  if (!mover || !way.length) return [ring];
  const to = way.at(-1)!;
  if (way.length === 1) return [ring, { kind: "arrow", name: "there", from: mover, to, tone: "hint" }];
  return [ring, { kind: "path", name: "there", through: [mover, ...way], tone: "hint" }];
}

const THINKS = 90_000; // milliseconds that a hint may take

export class MachineDesk {
  readonly asked = signal<Hint | null>(null);
  readonly asking = signal(false);
  readonly reports = signal<Report[]>([]);
  /** The hint, as long as nothing has changed since it was given. */
  readonly hint = computed(() => {
    const { asked, seat } = this;
    return asked.value && asked.value.revision === seat.shown.value?.revision ? asked.value : null;
  });

  /** What it draws over the board. */
  readonly shapes = computed(() => {
    const [hint, { screen, info }] = [this.hint.value, this.seat];
    if (!hint || !screen.value) return [];
    const boxes = new Set(screen.value.boxes?.map((box) => box.id));
    const isPlace = (thing: string): boolean =>
      Boolean(info.value?.hexes[thing]) || boxes.has(thing) || thing.includes("/");
    return hintShapes(hint, screen.value, isPlace);
  });

  constructor(private readonly seat: Seat) {}

  async pace(pace: Pace): Promise<void> {
    const { token } = this.seat;
    await this.saying(async () =>
      this.seat.hear(await post<Whole | Patch>(`/api/seats/${token}/pace`, { pace }, this.seat.has())),
    );
  }

  /** Ask what the machine would do, and look at the piece that it names first. */
  async askHint(): Promise<void> {
    if (this.asking.value || !this.seat.decides || !this.seat.token) return;
    this.asking.value = true;
    await this.saying(async () => {
      this.asked.value = await get<Hint>(`/api/seats/${this.seat.token}/hint`, { limit: THINKS });
      this.lookAtFirst();
    });
    this.asking.value = false;
  }

  private lookAtFirst(): void {
    const { screen, desk } = this.seat;
    const first = screen.value?.options.find((option) => option.action === this.hint.value?.actions[0]);
    if (first?.thing && first.kind === "piece") desk.looked.value = first.thing;
  }

  /** Fetch what the machines say of the lines that they played. */
  async load(): Promise<void> {
    await this.saying(async () => {
      this.reports.value = (await get<{ reports: Report[] }>(`/api/seats/${this.seat.token}/reports`)).reports;
    });
  }

  private async saying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.seat.desk.tell(error.message, error.rule);
    }
  }
}
