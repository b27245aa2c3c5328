/** Whether this page is as old as it is: the server says which client it serves, and which screens it sends. */
import { signal } from "@preact/signals";
import { SCHEMA } from "../screen.gen";
import { get } from "./http";
import type { Version } from "./shapes.gen";

/** Whether a newer client is there: it can be loaded, or must be, since this one cannot read what the server sends. */
export const newer = signal<"" | "ready" | "needed">("");

const LIMIT = 5000;
const OWN = /\/assets\/([\w.-]+\.js)/.exec(import.meta.url)?.[1]; // none while a developer's server runs

/** Compare what the server says with this page. */
export function compare({ schema, build }: Version, own = OWN): void {
  if (schema !== SCHEMA) newer.value = "needed";
  else if (own && build && build !== own && !newer.value) newer.value = "ready";
}

/** Ask the server which version it is; with that it is also known whether it can be reached. */
export async function probe(): Promise<void> {
  try {
    compare(await get<Version>("/api/version", { limit: LIMIT }));
  } catch {
    // whether it can be reached is known now, and that is all
  }
}

/** A screen that this page may not be able to read: the player is asked to load the newer client. */
export function isReadable(schema: number): boolean {
  if (schema !== SCHEMA) newer.value = "needed";
  return schema === SCHEMA;
}
