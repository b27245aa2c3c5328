/** The live feed of a seat: it brings every change, and is connected again when it breaks. */
import type { Patch } from "./document";
import { patience } from "./patience";
import { reachable } from "./reach";
import type { Whole } from "./shapes.gen";
import { probe } from "./version";

export type FeedState = "open" | "lost" | "closed" | "unknown";

const SILENT = 40_000; // the server says something at least every 25 s

export interface Feed {
  close(): void;
}

/** The name of this page, so that the server need not send over its feed what an answer has brought already. */
export const PAGE = Math.random().toString(36).slice(2, 14);

/** Follow a seat until closed. `heard` gets each message, `changed` each change of the feed. */
export function follow(token: string, heard: (told: Whole | Patch) => void, changed: (state: FeedState) => void): Feed {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/seats/${token}/live?line=${PAGE}`;
  let socket: WebSocket | null = null;
  let tries = 0;
  let timer = 0;
  let watch = 0;
  let ended = false;

  function again(): void {
    clearTimeout(watch);
    if (ended) return;
    changed("lost");
    tries += 1;
    void probe(); // the feed may be lost and the server well, or the other way round
    timer = window.setTimeout(open, patience(tries));
  }

  function stillThere(): void {
    clearTimeout(watch);
    watch = window.setTimeout(() => socket?.close(), SILENT);
  }

  function open(): void {
    socket = new WebSocket(address);
    socket.onmessage = (message) => {
      stillThere();
      reachable.value = true;
      const told = JSON.parse(String(message.data)) as (Whole | Patch) & { error?: string; still?: boolean };
      if (told.still) return;
      if (told.error) {
        ended = true;
        changed("unknown");
        return;
      }
      if (tries) void probe(); // the server may have been replaced by a newer one
      tries = 0;
      changed("open");
      heard(told);
    };
    socket.onclose = again;
  }

  function back(): void {
    if (!ended && socket?.readyState !== WebSocket.OPEN && socket?.readyState !== WebSocket.CONNECTING) {
      clearTimeout(timer);
      open();
    }
  }

  addEventListener("online", back);
  open();
  return {
    close() {
      ended = true;
      clearTimeout(timer);
      clearTimeout(watch);
      removeEventListener("online", back);
      socket?.close();
      changed("closed");
    },
  };
}
