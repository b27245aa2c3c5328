/** The last screens of one's own games, kept in the browser so that they can be looked at without a network.
 *
 * They lie in a cache of this site that no one else can read, under addresses that are never asked of the server. */
import type { Whole } from "./shapes.gen";

const CACHE = "ardennes-games";
const MOST = 12;

export interface Kept {
  at: number; // when the server sent it, in milliseconds
  whole: Whole;
}

function addressOf(token: string): string {
  return `/kept/${token}`;
}

/** Work with the cache; where the browser has none, or refuses it, nothing is kept. */
async function within<T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return typeof caches === "undefined" ? otherwise : await work(await caches.open(CACHE));
  } catch {
    return otherwise;
  }
}

/** Keep a seat's screen in the place of the one before; the oldest of too many goes.
 *
 * One step, which also puts it at the end of the list: a page that is being left may not come to a second one. */
export async function keep(token: string, whole: Whole): Promise<void> {
  const text = JSON.stringify({ at: Date.now(), whole } satisfies Kept);
  await within(async (cache) => {
    await cache.put(addressOf(token), new Response(text, { headers: { "Content-Type": "application/json" } }));
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
  }, undefined);
}

/** The screen that was kept of a seat. */
export async function kept(token: string): Promise<Kept | null> {
  return within(
    async (cache) => ((await (await cache.match(addressOf(token)))?.json()) as Kept | undefined) ?? null,
    null,
  );
}

/** Forget the screen of a seat. */
export async function discard(token: string): Promise<void> {
  await within((cache) => cache.delete(addressOf(token)), false);
}
