/** Two players at one screen: whoever is asked next is told, and a secret waits behind a curtain until he looks. */
import { signal } from "@preact/signals";
import type { Shown } from "../server/document";

const STAYS = 2600; // milliseconds that the banner is shown

/** Whether several people play at this screen. */
export function isShared(shown: Shown): boolean {
  return shown.seat.side === "*";
}

/** Whether somebody must look away now: another side is asked, or a secret begins. */
export function wantsCurtain(before: Shown | null, now: Shown): boolean {
  if (!isShared(now) || !now.secret || now.screen.result) return false;
  return !before?.secret || before.screen.decides !== now.screen.decides;
}

/** Whether the choice has gone to this seat from another side. */
export function wantsBanner(before: Shown | null, now: Shown): boolean {
  const { decides, viewer, result } = now.screen;
  return Boolean(before && decides && decides === viewer && before.screen.decides !== decides && !result);
}

export class HandOver {
  readonly banner = signal<string | null>(null); // the side that is asked now
  readonly curtain = signal<string | null>(null); // the side that alone may look
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A new screen has come. */
  changed(before: Shown | null, now: Shown): void {
    const side = now.screen.decides ?? null;
    if (wantsCurtain(before, now)) this.curtain.value = side;
    else if (!now.secret) this.curtain.value = null;
    if (wantsBanner(before, now)) this.tell(side);
  }

  /** The player whom the curtain waits for is there. */
  open(): void {
    this.tell(this.curtain.value);
    this.curtain.value = null;
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private tell(side: string | null): void {
    clearTimeout(this.timer);
    this.banner.value = side;
    this.timer = setTimeout(() => (this.banner.value = null), STAYS);
  }
}
