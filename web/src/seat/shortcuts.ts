/** What may be done in one press, as the server finds it for the present question: the ways from the attackers straight
 * to the die, places that a unit comes to in several steps, and where units are usually placed. */
import { signal } from "@preact/signals";
import type { Screen } from "../screen.gen";
import { Fault, get } from "../server/http";
import type { Farther, Shortcuts as Found, Through as Way } from "../server/shapes.gen";
import type { Seen, SeenOption } from "./intents";
import type { Seat } from "./seat";

export type { Way };

type Kind = Screen["prompt"]["kind"];

const FOUGHT = new Set<Kind>(["target", "join", "support"]);
const STEPPED = new Set<Kind>(["retreat", "advance"]);
const PLACED = new Set<Kind>(["setup", "place", "load"]);

/** Whether a question may have shortcuts: a battle is being declared and a button leads on, a unit goes hex by hex, or
 * units are placed. */
export function mayHaveShortcuts(screen: Screen): boolean {
  const { kind, pieces } = screen.prompt;
  if (screen.decides !== screen.viewer) return false;
  if (STEPPED.has(kind)) return Boolean(pieces?.length);
  if (PLACED.has(kind)) return true;
  const stage = screen.sheets?.[0]?.stage;
  const declaring = stage === "building" || stage === "declared";
  return declaring && FOUGHT.has(kind) && screen.options.some((one) => one.kind === "button" && !one.commits);
}

/** Places that lie several steps away as options: the last step, and those before it. */
export function steppedTo(farther: Farther[]): SeenOption[] {
  return farther.map(({ place, actions, label, commits = false, cost }) => ({
    action: actions.at(-1)!,
    kind: "place",
    thing: place,
    label,
    commits,
    ...(cost ? { cost } : {}),
    via: actions.slice(0, -1),
  }));
}

/** A screen with the places that lie several steps away. */
export function withSteps(screen: Screen, farther: Farther[]): Seen {
  return farther.length ? { ...screen, options: [...screen.options, ...steppedTo(farther)] } : screen;
}

export class Shortcuts {
  private readonly found = signal<{ revision: number; found: Found } | null>(null);

  constructor(private readonly seat: Seat) {}

  /** The shortcuts of the question that is shown. */
  private get now(): Found | null {
    const { found, seat } = this;
    return found.value?.revision === seat.shown.value?.revision ? found.value!.found : null;
  }

  /** The ways to the die: of the battle that is being declared, or of the one that is offered. */
  get ways(): Way[] {
    const { seat, now } = this;
    if (!seat.canPlay) return [];
    return seat.onward.isBattle ? seat.onward.now.value!.ways : (now?.ways ?? []);
  }

  /** Places that the unit comes to in several steps. */
  get farther(): Farther[] {
    return this.now?.farther ?? [];
  }

  /** The choices that place units as usual. */
  get usual(): string[] {
    return this.seat.canPlay ? (this.now?.usual ?? []) : [];
  }

  /** A new screen has come. */
  async changed(): Promise<void> {
    const { seat } = this;
    const shown = seat.shown.value;
    if (!shown || !seat.token || !seat.canPlay || seat.guide.on.value || !mayHaveShortcuts(shown.screen)) return;
    try {
      const found = await get<Found>(`/api/seats/${seat.token}/shortcuts`);
      this.found.value = { revision: shown.revision, found };
    } catch (error) {
      if (!(error instanceof Fault)) throw error; // every choice is made by itself then
    }
  }

  /** Declare the battle, if the question is still the one that was seen. */
  press(way: Way): void {
    const { onward, desk } = this.seat;
    if (!onward.isBattle) return this.send(way.actions, this.found.value?.revision);
    if (!desk.held.value) this.send([...onward.actions, ...way.actions], onward.now.value!.revision);
  }

  /** Place what is to be placed as usual. */
  placeAll(): void {
    this.send(this.usual, this.found.value?.revision);
  }

  /** Send choices, if the question that they belong to is still asked. */
  private send(actions: string[], seen: number | undefined): void {
    const { seat } = this;
    if (seat.desk.sending || !actions.length) return;
    void seat.next(() => (seat.shown.value?.revision === seen ? seat.desk.pressedFor(seat.send(actions)) : false));
  }
}
