/** The service worker, and how a newer client is loaded. */
import { newer, probe } from "./version";
import { reachable } from "./reach";

const LATER = 3000; // milliseconds: the first page comes first
const SELDOM = 600_000; // milliseconds between two questions of a page that is looked at again

/** Have the client kept for the time without a network, and hear of newer ones. */
export function install(): void {
  addEventListener("offline", () => (reachable.value = false));
  addEventListener("online", () => void probe());
  let asked = Date.now();
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < SELDOM) return;
    asked = Date.now();
    void probe();
  });
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  setTimeout(() => void register(), LATER);
}

async function register(): Promise<void> {
  try {
    const found = await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    const waits = (): void => {
      if (found.waiting && navigator.serviceWorker.controller && !newer.value) newer.value = "ready";
    };
    waits();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", waits));
  } catch {
    // refused by the browser: then there is no client without a network
  }
}

/** Load the newest client, with the service worker that belongs to it. */
export async function reload(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  found?.waiting?.postMessage("take over");
  location.reload();
}
