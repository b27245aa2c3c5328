/** The unit that is offered after the one that has just moved: it is shown as if it were picked, and nothing is sent until
 * the player says where it goes. A click on any other unit takes that one instead. */
import { signal } from "@preact/signals";
import type { Option, Screen } from "../screen.gen";
import { listed } from "../server/document";
import { Fault, post } from "../server/http";
import type { Onward as Answer } from "../server/shapes.gen";
import type { Seen } from "./intents";
import type { Seat } from "./seat";

const BEGINS = new Set<Screen["prompt"]["kind"]>(["pick", "setup", "advance"]); // one unit after the other is picked

const INSTEAD = "Or choose another unit.";

export interface Offered {
  revision: number;
  action: string; // the choice that takes the unit
  screen: Screen; // what would be shown then
}

interface Moved {
  stage: string;
  unit: string;
  near: string;
}

/** Who picks when, in which step. */
function stageOf(screen: Screen): string {
  return `${screen.decides} ${screen.turn.number} ${screen.prompt.step}`;
}

/** The option that takes a unit, where one unit after the other is picked. */
function pickOf(screen: Screen, action: string | undefined): Option | undefined {
  if (!BEGINS.has(screen.prompt.kind)) return undefined;
  return screen.options.find((one) => one.kind === "piece" && one.action === action);
}

/** A screen as if the offered unit were picked. What could be done before can be done still. */
export function withOffer(base: Screen, { action, screen }: Offered): Seen {
  const known = new Set(base.options.map((one) => one.action));
  const asks = [...(screen.prompt.asks ?? []), ...(base.prompt.asks ?? [])];
  const options = [...screen.options.filter((one) => !known.has(one.action)), ...base.options];
  const { pieces, tints } = screen;
  return {
    ...base,
    faces: { ...base.faces, ...screen.faces },
    pieces,
    tints,
    options,
    prompt: { ...screen.prompt, text: [screen.prompt.text, INSTEAD].filter(Boolean).join(" "), asks },
    offered: { action, kind: base.prompt.kind },
  };
}

export class Onward {
  readonly now = signal<Offered | null>(null);
  private moved: Moved | null = null; // the unit that was picked last
  private passed: string[] = []; // those that the player would not move now
  private changes = 0; // how many have been made: an offer belongs to the last one

  constructor(private readonly seat: Seat) {}

  /** Actions as they are sent: with the offered unit, if they are about it. */
  completed(actions: string[]): string[] {
    const [screen, offer] = [this.seat.shown.value?.screen, this.now.value];
    const known = screen?.options.some((one) => one.action === actions[0]);
    return offer && !known ? [offer.action, ...actions] : actions;
  }

  /** Actions are on their way: whom they pick, and from where. */
  sent(actions: string[]): void {
    const screen = this.seat.shown.value?.screen;
    const pick = screen && pickOf(screen, actions[0]);
    if (!screen || !pick) return;
    const stage = stageOf(screen);
    if (this.moved?.stage !== stage) this.passed = [];
    const near = screen.pieces.find((one) => one.id === pick.thing)?.at ?? "";
    this.moved = { stage, unit: pick.thing ?? "", near };
  }

  /** A change has been made: offer the next unit, or the one whose whole move was taken back. */
  done(what: string, lines: number): void {
    const screen = this.seat.shown.value?.screen;
    this.changes += 1;
    if (!screen) return;
    if (what === "actions") void this.offer();
    const back = what === "undo" && lines > 1 ? pickOf(screen, screen.redo?.action) : undefined;
    if (!back) return;
    this.sent([back.action]);
    void this.offer();
  }

  /** The unit is not to move now: the next one is offered. */
  pass(): void {
    const unit = this.now.value?.action.split(" ")[1];
    if (!unit) return;
    this.passed = [...this.passed, unit];
    void this.offer();
  }

  /** No unit is offered until another one has moved. */
  withdraw(): void {
    this.now.value = null;
  }

  /** Whether a question is about what the offered unit could do. */
  isAskedFor(question: string): boolean {
    const verb = question.split(" ")[0];
    const asks = this.seat.shown.value?.screen.prompt.asks;
    return this.now.value !== null && !asks?.some((ask) => ask.verb === verb);
  }

  /** Pick the offered unit. */
  async pick(): Promise<boolean> {
    return this.seat.next(() => (this.now.value ? this.seat.send([this.now.value.action]) : false));
  }

  private async offer(): Promise<void> {
    this.now.value = null;
    const { seat, moved, passed, changes } = this;
    await new Promise((soon) => setTimeout(soon)); // what was asked for meanwhile begins first
    if (seat.engaged || changes !== this.changes) return;
    const shown = seat.shown.value;
    if (!shown || !moved || !seat.token || !seat.canPlay || !seat.decides || seat.guide.on.value) return;
    const { revision, screen } = shown;
    if (stageOf(screen) !== moved.stage || !BEGINS.has(screen.prompt.kind)) return;
    try {
      const path = `/api/seats/${seat.token}/onward`;
      const found = await post<Answer>(path, { revision, near: moved.near, last: moved.unit, passed });
      if (!found.action || !found.screen || seat.shown.value?.revision !== revision || seat.engaged) return;
      this.now.value = { revision, action: found.action, screen: listed(found.screen) };
      seat.desk.question.value += 1;
    } catch (error) {
      if (!(error instanceof Fault)) throw error; // without an offer the player picks the unit himself
    }
  }
}
