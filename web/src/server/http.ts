/** Requests to the server. Every one has a time limit, and every refusal is a sentence, mostly with a rule. */
import { reachable } from "./reach";
import * as texts from "../texts/server/http";

export const OFFLINE = texts.youAreOfflineOrThe;
const SLOW = texts.theServerDidNotAnswer;
const LIMIT = 30_000; // milliseconds: a map may have to be drawn, a long game to be replayed
const BUSY = new Set([408, 502, 503, 504]); // statuses that leave it open what has become of a request

/** The header of an answer that a service worker has kept from before: the network did not answer. */
export const KEPT = "Ardennes-Kept";

export interface Limits {
  limit?: number; // milliseconds
  signal?: AbortSignal;
}

export class Fault extends Error {
  constructor(
    readonly status: number, // 0: nobody answered
    message: string,
    readonly rule: string,
  ) {
    super(message);
  }

  /** Whether it is not known what has become of the request. */
  get open(): boolean {
    return this.status === 0 || BUSY.has(this.status);
  }
}

async function fault(response: Response): Promise<Fault> {
  let sentence = texts.theServerAnswered(response.status);
  let rule = "";
  try {
    const told = (await response.json()) as { error?: string; rule?: string };
    sentence = told.error ?? sentence;
    rule = told.rule ?? "";
  } catch {
    // not JSON: the sentence above says all that is known
  }
  return new Fault(response.status, sentence, rule);
}

/** Ask, and read the answer, all within the time limit. Throws Fault. */
async function ask<T>(
  path: string,
  read: (answer: Response) => Promise<T>,
  init: RequestInit,
  limits: Limits,
): Promise<T> {
  const late = AbortSignal.timeout(limits.limit ?? LIMIT);
  const signal = limits.signal ? AbortSignal.any([limits.signal, late]) : late;
  try {
    const response = await fetch(path, { ...init, signal });
    if (response.headers.has(KEPT)) reachable.value = false;
    else if (response.status < 502) reachable.value = true;
    if (!response.ok) throw await fault(response);
    return await read(response);
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (late.aborted) throw new Fault(0, SLOW, "");
    if (!signal.aborted) reachable.value = false;
    throw new Fault(0, OFFLINE, "");
  }
}

/** The JSON at an address. Throws Fault. */
export async function get<T>(path: string, limits: Limits = {}): Promise<T> {
  return ask(path, (answer) => answer.json() as Promise<T>, {}, limits);
}

/** The answer to a JSON body. Throws Fault. */
export async function post<T>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  limits: Limits = {},
): Promise<T> {
  const sent = { "Content-Type": "application/json", ...headers };
  const init = { method: "POST", headers: sent, body: JSON.stringify(body) };
  return ask(path, (answer) => answer.json() as Promise<T>, init, limits);
}
