/** How a change reaches the server: it is sent until it is known what has become of it, and played once at most.
 *
 * Every change has an id, which the server stores with it. Where no answer comes, the same is sent again; the server
 * plays it if it has not yet, and answers. News of the seat settle it too: they name the ids of its last changes. */
import { signal } from "@preact/signals";
import type { Patch } from "../server/document";
import { Fault, post } from "../server/http";
import { patience } from "../server/patience";
import { onceReachable, reachable } from "../server/reach";
import type { Whole } from "../server/shapes.gen";

const LIMIT = 8000; // milliseconds until a change is sent again

/** What is known of the change under way. */
export type Progress = "" | "sending" | "again" | "offline";

/** What has become of a change: the server's answer, or what its news say. */
export type Outcome = { answer: Whole | Patch } | "played" | "overtaken";

export interface Change {
  path: string;
  body: Record<string, unknown> & { id: string; revision: number };
  headers: () => Record<string, string>; // as they are when it is sent
  bound: boolean; // whether it can be played at its revision only
}

/** A new id for a change. */
export function newId(): string {
  return Math.random().toString(36).slice(2, 12);
}

export class Delivery {
  readonly progress = signal<Progress>("");
  tries = 0; // how often the last change was sent
  private change: Change | null = null;
  private settle: (outcome: Outcome) => void = () => undefined;

  /** Send a change until its outcome is known. Throws Fault where the server refuses it. */
  async send(change: Change): Promise<Outcome> {
    this.change = change;
    this.tries = 0;
    const cut = new AbortController();
    const news = new Promise<Outcome>((resolve) => (this.settle = resolve));
    try {
      return await Promise.race([news, this.insist(change, cut.signal)]);
    } finally {
      this.change = null;
      this.progress.value = "";
      cut.abort();
    }
  }

  /** News of the seat: its revision, and the ids of its last changes. */
  heard(revision: number, done: string[]): void {
    const { change } = this;
    if (!change) return;
    if (done.includes(change.body.id)) this.settle("played");
    else if (change.bound && revision > change.body.revision) this.settle("overtaken");
  }

  private async insist(change: Change, signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      this.tries += 1;
      this.progress.value = this.tries === 1 ? "sending" : "again";
      try {
        return {
          answer: await post<Whole | Patch>(change.path, change.body, change.headers(), { limit: LIMIT, signal }),
        };
      } catch (error) {
        if (signal.aborted) return "overtaken"; // nobody waits for this any more
        if (!(error instanceof Fault) || !error.open) throw error;
        this.progress.value = reachable.value ? "again" : "offline";
        await pause(patience(this.tries), signal);
      }
    }
  }
}

/** Wait a while; not longer than until the server, once lost, can be reached again. */
async function pause(time: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = reachable.value ? () => undefined : onceReachable(resolve);
    setTimeout(() => {
      stop();
      resolve();
    }, time);
    signal.addEventListener("abort", () => resolve());
  });
}
