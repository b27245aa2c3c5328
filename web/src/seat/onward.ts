/** What is offered next: the unit after the one that has just moved, shown as if it were picked, or the battle after the
 * last one, shown as if its target were chosen. Nothing is sent until the player says where the unit goes, or presses
 * the button that declares the battle. A click on any other unit or target takes that one instead. */
import { signal } from "@preact/signals";
import type { Option, Screen } from "../screen.gen";
import { listed } from "../server/document";
import { Fault, post } from "../server/http";
import type { Farther, Next, Onward as Answer, Through } from "../server/shapes.gen";
import type { Seen, SeenOption } from "./intents";
import type { Seat } from "./seat";
import { steppedTo } from "./shortcuts";
import * as texts from "../texts/seat/onward";

type Kind = Screen["prompt"]["kind"];

const BEGINS = new Set<Kind>(["pick", "setup", "advance"]); // one unit after the other is picked
const OFFERS = new Set<Kind>([...BEGINS, "target"]); // where something may be offered

const INSTEAD: Partial<Record<Kind, string>> = { target: texts.orChooseAnotherTarget };
const ANOTHER = texts.orChooseAnotherUnit;

export interface Offered {
  revision: number;
  skipped: string[]; // ends of phases in which nothing else can be done
  actions: string[]; // the choices that take the unit, or begin the battle
  kind: Kind; // of the question that they answer
  screen: Screen; // what would be shown then
  question: Screen | null; // what would be asked after what was skipped
  ways: Through[]; // to the die of the battle
  farther: Farther[];
}

interface Acted {
  turn: string;
  stage: string;
  unit: string; // the unit that was picked last; none where a battle was fought
  near: string;
}

/** Whose turn it is. */
function turnOf(screen: Screen): string {
  return `${screen.decides} ${screen.turn.number}`;
}

/** Who picks when, in which step. */
function stageOf(screen: Screen): string {
  return `${turnOf(screen)} ${screen.prompt.step}`;
}

/** The option that takes a unit, where one unit after the other is picked. */
function pickOf(screen: Screen, kind: Kind, action: string | undefined): Option | undefined {
  if (!BEGINS.has(kind)) return undefined;
  return screen.options.find((one) => one.kind === "piece" && one.action === action);
}

/** Whether of what the offer brings an option may stand beside what could be done before: units and places may, and what
 * belongs to the battle that is shown. A word that means the end of the phase keeps that meaning. */
function standsBeside(option: Option, known: Set<string>): boolean {
  return !known.has(option.action) || Boolean(option.sheet);
}

/** What the present phase is called. */
function phaseOf(screen: Screen): string {
  return screen.phases.steps.find((step) => step.state === "now")?.label ?? screen.phases.label;
}

/** Whether an option is a word that belongs to nothing on the board or the sheet: the ways of a battle stand for it. */
function isBare(option: Option): boolean {
  return option.kind === "button" && !option.sheet && !option.card;
}

/** A screen as if the offered unit were picked, or the offered battle begun. What could be done before can be done still,
 * but the end of a phase in which nothing else could be done. */
export function withOffer(now: Screen, offer: Offered): Seen {
  const { skipped, actions, screen, kind, question } = offer;
  const kept = { log: now.log, undo: now.undo, redo: now.redo, roll: now.roll, phases: now.phases };
  const before: Screen = question ? { ...question, ...kept } : now;
  const open = new Set(now.options.map((one) => one.action));
  const later: SeenOption[] = question
    ? question.options.filter((one) => !open.has(one.action)).map((one) => ({ ...one, via: skipped }))
    : [];
  const instead = [...later, ...now.options];
  const ended = question ? texts.nothingElseCanBeDone(phaseOf(now)) : "";
  if (!actions.length) {
    const prompt = { ...before.prompt, text: [ended, before.prompt.text].filter(Boolean).join(" ") };
    return { ...before, prompt, options: instead, offered: offer };
  }
  const known = new Set(instead.map((one) => one.action));
  const all = [...skipped, ...actions];
  const own: SeenOption[] = screen.options
    .filter((one) => standsBeside(one, known) && !(offer.ways.length && isBare(one)))
    .map((one) => ({ ...one, via: all }));
  const farther = steppedTo(offer.farther).map((one) => ({ ...one, via: [...all, ...(one.via ?? [])] }));
  const asks = [...(screen.prompt.asks ?? []), ...(before.prompt.asks ?? [])];
  const words = [ended, screen.prompt.text, INSTEAD[kind] ?? ANOTHER].filter(Boolean).join(" ");
  return {
    ...before,
    faces: { ...before.faces, ...screen.faces },
    pieces: screen.pieces,
    tints: screen.tints,
    sheets: screen.sheets,
    options: [...own, ...farther, ...instead],
    prompt: { ...screen.prompt, text: words, asks },
    offered: offer,
  };
}

export class Onward {
  readonly now = signal<Offered | null>(null);
  private acted: Acted | null = null; // what was done last
  private fought = ""; // the turn in which a battle was declared
  private passed: string[] = []; // those that the player would not move now
  private changes = 0; // how many have been made: an offer belongs to the last one

  constructor(private readonly seat: Seat) {}

  /** Whether what is offered is a battle. */
  get isBattle(): boolean {
    return this.now.value?.kind === "target" && this.now.value.actions.length > 0;
  }

  /** The unit that is offered. */
  get unit(): string | null {
    const offer = this.now.value;
    return offer && !this.isBattle ? (offer.actions[0]?.split(" ")[1] ?? null) : null;
  }

  /** Every choice that is offered. */
  get actions(): string[] {
    const offer = this.now.value;
    return offer ? [...offer.skipped, ...offer.actions] : [];
  }

  /** Actions are on their way: whom they pick, and from where; or what they attack. */
  sent(actions: string[]): void {
    const screen = this.seat.screen.value;
    if (!screen) return;
    const offer = this.now.value;
    const kind = offer?.actions.length ? offer.kind : screen.prompt.kind;
    const turn = turnOf(screen);
    const stage = stageOf(offer?.question ?? this.seat.shown.value!.screen);
    const took = offer && kind !== "target" && offer.actions.find((one) => actions.includes(one));
    const pick = took ?? actions.find((one) => pickOf(screen, kind, one));
    const target = kind === "target" && actions.find((one) => isTarget(screen, offer, one));
    if (pick) {
      if (this.acted?.stage !== stage) this.passed = [];
      const unit = pick.split(" ")[1] ?? "";
      const near = this.seat.shown.value?.screen.pieces.find((one) => one.id === unit)?.at ?? "";
      this.acted = { turn, stage, unit, near };
    } else if (target) {
      this.fought = turn;
      this.acted = { turn, stage, unit: "", near: target.split(" ")[1] ?? "" };
    }
  }

  /** A change has been made: offer what comes next, or the unit whose whole move was taken back. */
  done(what: string, lines: number): void {
    const screen = this.seat.shown.value?.screen;
    this.changes += 1;
    if (!screen) return;
    if (what === "actions") void this.offer();
    const back = what === "undo" && lines > 1 ? pickOf(screen, screen.prompt.kind, screen.redo?.action) : undefined;
    if (!back) return;
    this.sent([back.action]);
    void this.offer();
  }

  /** Somebody else has answered: this seat may be asked again. */
  heard(): void {
    this.changes += 1;
    if (this.acted) void this.offer();
  }

  /** The unit is not to move now: the next one is offered. A battle that is not wanted makes room for the player's own. */
  pass(): void {
    const { now, isBattle } = this;
    const unit = now.value?.actions[0]?.split(" ")[1];
    if (!unit || isBattle) return this.withdraw();
    this.passed = [...this.passed, unit];
    void this.offer();
  }

  /** Nothing is offered until something else has been done. */
  withdraw(): void {
    this.now.value = null;
  }

  /** Whether a question is about what the offered unit could do. */
  isAskedFor(question: string): boolean {
    const verb = question.split(" ")[0];
    const asks = this.seat.shown.value?.screen.prompt.asks;
    return this.now.value !== null && !asks?.some((ask) => ask.verb === verb);
  }

  /** Take what is offered, so that it can be asked about or changed. */
  async take(): Promise<boolean> {
    return this.seat.next(() => (this.now.value ? this.seat.send(this.actions) : false));
  }

  private async offer(): Promise<void> {
    this.now.value = null;
    const { seat, changes } = this;
    await new Promise((soon) => setTimeout(soon)); // what was asked for meanwhile begins first
    if (seat.engaged || changes !== this.changes) return;
    const { acted, passed, fought } = this;
    const shown = seat.shown.value;
    if (!shown || !acted || !seat.token || !seat.canPlay || !seat.decides || seat.guide.on.value) return;
    const { revision, screen } = shown;
    if (turnOf(screen) !== acted.turn || !OFFERS.has(screen.prompt.kind)) return;
    const again = stageOf(screen) === acted.stage;
    await this.ask(revision, screen, {
      near: acted.near,
      last: again ? acted.unit : "",
      passed: again ? passed : [],
      fought: fought === acted.turn,
    });
  }

  /** Show a unit of the player's choice as if it were picked. */
  async show(unit: string): Promise<void> {
    const shown = this.seat.shown.value;
    if (!shown || !this.seat.token) return;
    await this.ask(shown.revision, shown.screen, { unit });
  }

  /** Ask the server for an offer, and show it if nothing else has happened meanwhile. */
  private async ask(revision: number, base: Screen, about: Omit<Next, "revision">): Promise<void> {
    const { seat } = this;
    try {
      const found = await post<Answer>(`/api/seats/${seat.token}/onward`, { revision, ...about });
      if (!found.screen || seat.shown.value?.revision !== revision || seat.engaged) return;
      const { skipped = [], actions = [], ways = [], farther = [] } = found;
      const screen = listed(found.screen);
      const question = found.question ? listed(found.question) : null;
      const kind = (found.kind || base.prompt.kind) as Kind;
      this.now.value = { revision, skipped, actions, kind, screen, question, ways, farther };
      seat.desk.question.value += 1;
      if (this.isBattle) seat.desk.hold();
    } catch (error) {
      if (!(error instanceof Fault)) throw error; // without an offer the player picks the unit himself
    }
  }
}

/** Whether an action chooses what is attacked. */
function isTarget(screen: Seen, offer: Offered | null, action: string): boolean {
  if (offer?.actions[0] === action) return true;
  return screen.options.some((one) => one.kind === "place" && one.action === action);
}
