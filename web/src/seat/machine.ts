/** The machine at the table: how fast it plays, what it says of its play, and what it would do in the player's place. */
import { computed, signal } from "@preact/signals";
import type { Screen } from "../screen.gen";
import type { Patch, Shown } from "../server/document";
import { Fault, get, post } from "../server/http";
import type { Hint, Remark, Report, SetPace, Whole } from "../server/shapes.gen";
import type { Seat } from "./seat";

type Pace = SetPace["pace"];

export const PACES: [Pace, string][] = [
  ["slow", "Slow"],
  ["normal", "Normal"],
  ["fast", "Fast"],
  ["skip", "Skip"],
];

/** What the machine does now, as a sentence; null while it is not its turn. */
export function doing(shown: Shown): string | null {
  const { screen, players, thinking, working } = shown;
  if (!thinking || screen.result) return null;
  const side = screen.sides.find((one) => one.id === screen.decides)?.label ?? "Computer";
  const player = players[screen.decides ?? ""] ?? "";
  const name = player ? ` (${player.charAt(0).toUpperCase()}${player.slice(1)})` : "";
  return `${side}${name} ${working === "playing" ? "is playing" : "is thinking"}`;
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
  const does = first ? `${hint.player} would: ${first.label}.` : `${hint.player} has no suggestion.`;
  return [does, ...hint.remarks.slice(0, 2).map((remark) => remark.text)];
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

  constructor(private readonly seat: Seat) {}

  async pace(pace: Pace): Promise<void> {
    const { token } = this.seat;
    await this.saying(async () =>
      this.seat.hear(await post<Whole | Patch>(`/api/seats/${token}/pace`, { pace }, this.seat.has())),
    );
  }

  /** Ask what the machine would do, and point at the first thing of it. */
  async askHint(): Promise<void> {
    if (this.asking.value || !this.seat.decides || !this.seat.token) return;
    this.asking.value = true;
    await this.saying(async () => {
      this.asked.value = await get<Hint>(`/api/seats/${this.seat.token}/hint`, { limit: THINKS });
      this.point();
    });
    this.asking.value = false;
  }

  private point(): void {
    const { screen, desk } = this.seat;
    const first = screen.value?.options.find((option) => option.action === this.hint.value?.actions[0]);
    if (!first?.thing) return;
    if (first.kind === "piece") desk.looked.value = first.thing;
    desk.pointed.value = first.kind === "piece" ? desk.placesOf([first.thing], []) : [first.thing];
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
