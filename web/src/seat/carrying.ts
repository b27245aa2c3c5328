/** Counters under the hand: taken when a drag begins, put down where they may go, else put back with the reason. */
import { signal } from "@preact/signals";
import { aboutOf, litAt, pickedOnly, piecesAt, questionOf } from "./intents";
import type { Seat } from "./seat";

/** A point of the page. */
export interface PagePoint {
  x: number;
  y: number;
}

export interface Carried {
  pieces: string[]; // the one that was gripped first
  home: string | null; // where they lie
  at: PagePoint;
  taken: boolean; // whether they were taken when they were lifted, or are in motion
}

export class Carrying {
  readonly now = signal<Carried | null>(null);

  constructor(private readonly seat: Seat) {}

  /** Whether a drag that begins on a piece carries it. */
  can(piece: string | undefined): boolean {
    const screen = this.seat.screen.value;
    if (!piece || !screen || !this.seat.decides) return false;
    return this.seat.offers.value.pieces.has(piece) || this.isMoving(piece);
  }

  /** Whether a piece is in motion, so that a finger carries it at once. */
  isMoving(piece: string | undefined): boolean {
    const screen = this.seat.screen.value;
    return Boolean(piece && screen && this.seat.decides && piece === aboutOf(screen));
  }

  /** Lift a piece, or with `all` every piece of its side that lies with it. It is taken at once, so that the places where
   * it may go are lit while it is carried. */
  lift(piece: string, all: boolean, at: PagePoint): void {
    const screen = this.seat.screen.value;
    const gripped = screen?.pieces.find((one) => one.id === piece);
    if (!screen || !gripped) return;
    const home = gripped.at ?? null;
    const stack = all && home ? piecesAt(screen, home).filter((one) => one.side === gripped.side) : [];
    const others = stack.filter((one) => one.id !== piece).map((one) => one.id);
    const [only, ...more] = this.seat.offers.value.pieces.get(piece) ?? [];
    const moving = this.isMoving(piece);
    const takes = !moving && only !== undefined && !more.length && !only.commits;
    this.now.value = { pieces: [piece, ...others], home, at, taken: moving || takes };
    if (takes) this.seat.desk.click({ place: home, piece, fanned: true, all });
    else if (moving && all) this.seat.desk.together.value = true;
  }

  move(at: PagePoint): void {
    if (this.now.value) this.now.value = { ...this.now.value, at };
  }

  /** Let go over a place; over nothing, everything goes back. */
  drop(place: string | null): void {
    const carried = this.now.value;
    this.now.value = null;
    if (!carried || place === carried.home) return;
    if (carried.taken) void this.putDown(carried.pieces[0]!, place);
    else if (place) this.seat.desk.take(carried.pieces[0]!); // several things may be done with it: that is asked first
  }

  private async putDown(piece: string, place: string | null): Promise<void> {
    const { seat } = this;
    if (!(await seat.next((done) => done))) return; // it could not be taken, and that has been said
    const screen = seat.screen.value;
    if (!screen || !seat.decides) return;
    if (place && this.isMoving(piece) && litAt(screen, seat.offers.value, place).length)
      seat.desk.click({ place, piece: null, fanned: false });
    else if (this.isMoving(piece)) await this.putBack(place);
  }

  /** Back to where it was, and a card that says why it could not go there. */
  private async putBack(place: string | null): Promise<void> {
    const { seat } = this;
    const screen = seat.screen.value!;
    const question = place ? questionOf(screen, "place", place) : null;
    const card = question ? await seat.desk.reason(question, place!) : null;
    if (pickedOnly(screen)) await seat.undo();
    if (card) seat.desk.card.value = card;
  }
}
