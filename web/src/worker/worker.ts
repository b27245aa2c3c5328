/** The service worker: the client, the rules and the maps that were seen open without a network.
 *
 * It keeps one build of the client whole, so that a page of that build never misses a file of it, and hands it out only
 * where the network does not answer. A newer build waits beside it until the player loads it. Nothing of a seat passes
 * through here: its screens, moves and links are left to the page. */
export {};
declare const self: ServiceWorkerGlobalScope;
declare const __FILES__: string[]; // written in by the build

const FILES = __FILES__;
const BUILD = `ardennes-client-${FILES.find((name) => name.endsWith(".js"))}`;
const SEEN = "ardennes-seen"; // rules, boards, covers
const TILES = "ardennes-tiles-2";
const MOST_TILES = 400; // about 40 MB
const PATIENCE = 4000; // milliseconds that the network has while there is something to show instead
const KEPT = "Ardennes-Kept";
const SHELL = "/";

const isTile = (path: string): boolean => /^\/api\/games\/[^/]+\/tiles\//.test(path);
const isSeen = (path: string): boolean =>
  /^\/api\/(games|symbols)(\/|$)/.test(path) || /^\/(icons\/|manifest)/.test(path);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll([SHELL, ...FILES])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldBuilds().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(BUILD, request));
  else if (isTile(pathname)) event.respondWith(tile(event, request));
  else if (isSeen(pathname)) event.respondWith(fresh(request));
});

async function dropOldBuilds(): Promise<void> {
  const stale = /^ardennes-(client-|tiles)/;
  const old = (await caches.keys()).filter((name) => stale.test(name) && name !== BUILD && name !== TILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A page: as the network has it; else the client of this build, which finds out by itself what it can show. */
async function page(request: Request): Promise<Response> {
  const shell = await caches.match(SHELL, { cacheName: BUILD });
  try {
    return await fetch(request, shell ? { signal: AbortSignal.timeout(PATIENCE) } : {});
  } catch (error) {
    if (shell) return shell;
    throw error;
  }
}

/** A file of the client. */
async function kept(name: string, request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: name })) ?? fetch(request);
}

/** A tile never changes under its address. */
async function tile(event: FetchEvent, request: Request): Promise<Response> {
  const cache = await caches.open(TILES);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(put(cache, request, answer.clone()).then(() => limit(cache)));
  return answer;
}

/** The newest that can be had; what was kept is marked as such. */
async function fresh(request: Request): Promise<Response> {
  const cache = await caches.open(SEEN);
  const known = await cache.match(request);
  try {
    const answer = await fetch(request, known ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.ok) void put(cache, request, answer.clone());
    return answer;
  } catch (error) {
    if (!known) throw error;
    const headers = new Headers(known.headers);
    headers.set(KEPT, "yes");
    return new Response(known.body, { status: known.status, headers });
  }
}

/** Keep an answer, if there is room. */
async function put(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await cache.put(request, answer);
  } catch {
    // full, or refused: it is fetched again next time
  }
}

async function limit(cache: Cache): Promise<void> {
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_TILES))) await cache.delete(old);
}
