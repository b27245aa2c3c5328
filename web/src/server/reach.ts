/** Whether the server can be reached, as the last request or the live line has shown. */
import { signal } from "@preact/signals";

export const reachable = signal(typeof navigator === "undefined" || navigator.onLine !== false);

/** Do something once, as soon as the server can be reached again. What is returned calls it off. */
export function onceReachable(work: () => void): () => void {
  const stop = reachable.subscribe((now) => {
    if (!now) return;
    queueMicrotask(() => stop());
    work();
  });
  return stop;
}
