/** Battles that can be declared in one press: the ways from the attackers straight to the die, as the server finds them
 * for the present question. */
import { signal } from "@preact/signals";
import type { Screen } from "../screen.gen";
import { Fault, get } from "../server/http";
import type { Through as Way, Throughs } from "../server/shapes.gen";
import type { Seat } from "./seat";

export type { Way };

const ASKED = new Set<Screen["prompt"]["kind"]>(["target", "join", "support"]);

/** Whether a question may have such ways: a battle is being declared, and a button leads on. */
export function mayLeadThrough(screen: Screen): boolean {
  const stage = screen.sheets?.[0]?.stage;
  if (screen.decides !== screen.viewer || !ASKED.has(screen.prompt.kind)) return false;
  return (
    (stage === "building" || stage === "declared") &&
    screen.options.some((one) => one.kind === "button" && !one.commits)
  );
}

export class Through {
  private readonly found = signal<{ revision: number; ways: Way[] } | null>(null);

  constructor(private readonly seat: Seat) {}

  /** The ways of the question that is shown. */
  get ways(): Way[] {
    const { found, seat } = this;
    return seat.canPlay && found.value?.revision === seat.shown.value?.revision ? (found.value?.ways ?? []) : [];
  }

  /** A new screen has come. */
  async changed(): Promise<void> {
    const { seat } = this;
    const shown = seat.shown.value;
    if (!shown || !seat.token || !seat.canPlay || seat.guide.on.value || !mayLeadThrough(shown.screen)) return;
    try {
      const { ways } = await get<Throughs>(`/api/seats/${seat.token}/through`);
      this.found.value = { revision: shown.revision, ways };
    } catch (error) {
      if (!(error instanceof Fault)) throw error; // the battle is declared question by question then
    }
  }

  /** Declare the battle, if the question is still the one that was seen. */
  press(way: Way): void {
    const { seat } = this;
    const seen = this.found.value?.revision; // the question that the way belongs to
    if (seat.desk.sending) return;
    void seat.next(() => (seat.shown.value?.revision === seen ? seat.desk.pressedFor(seat.send(way.actions)) : false));
  }
}
