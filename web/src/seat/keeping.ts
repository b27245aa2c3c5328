/** What is kept of a seat for the time without a network, and how it is shown then. */
import { shownBy } from "../server/document";
import { keep, kept } from "../server/kept";
import { onceReachable, reachable } from "../server/reach";
import { isReadable } from "../server/version";
import type { Seat } from "./seat";
import * as texts from "../texts/seat/keeping";

const PATIENT = 4000; // milliseconds until a kept screen is shown
const KEEPING = 3000; // milliseconds until a new screen is kept, with those that come meanwhile
const NOT_KEPT = texts.youAreOfflineAndThis;

/** A promise of some time. */
export function after(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

export class Keeper {
  private timer: ReturnType<typeof setTimeout> | undefined; // until the screen is kept
  private begun = false;

  constructor(private readonly seat: Seat) {}

  begin(): void {
    this.begun = true;
    void this.recall();
    addEventListener("pagehide", this.now);
    addEventListener("visibilitychange", this.now);
  }

  end(): void {
    this.now();
    this.begun = false;
    removeEventListener("pagehide", this.now);
    removeEventListener("visibilitychange", this.now);
  }

  /** There is something new to keep. */
  soon(): void {
    if (this.begun) this.timer ??= setTimeout(this.now, KEEPING);
  }

  private readonly now = (): void => {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const { whole } = this.seat.copy;
    if (whole && !this.seat.missing.value) void keep(this.seat.token, whole);
  };

  /** Show the screen that was kept, if the server does not answer. */
  private async recall(): Promise<void> {
    const { seat } = this;
    const found = await kept(seat.token);
    await Promise.race([after(PATIENT), new Promise<void>((lost) => reachable.subscribe((now) => now || lost()))]);
    if (!this.begun || seat.shown.value || seat.missing.value) return;
    if (found && isReadable(found.whole.screen.schema)) seat.take(shownBy(found.whole), [], found.at);
    else if (!reachable.value) this.waitFor(NOT_KEPT, () => undefined);
  }

  /** Say why there is nothing to show, until the server can be reached again. */
  waitFor(why: string, then: () => void): void {
    this.seat.missing.value = why;
    onceReachable(() => {
      this.seat.missing.value = "";
      then();
    });
  }
}
