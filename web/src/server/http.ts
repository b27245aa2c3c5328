/** Requests to the server. Every refusal is a sentence, mostly with a rule. */

export class Fault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly rule: string,
  ) {
    super(message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  let sentence = `The server answered ${response.status}.`;
  let rule = "";
  try {
    const told = (await response.json()) as { error?: string; rule?: string };
    sentence = told.error ?? sentence;
    rule = told.rule ?? "";
  } catch {
    // not JSON: the sentence above says all that is known
  }
  throw new Fault(response.status, sentence, rule);
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new Fault(0, "The server cannot be reached. Your last move is safe; we keep trying.", "");
  }
}

/** The JSON at an address. Throws Fault. */
export async function get<T>(path: string): Promise<T> {
  return answer<T>(await reach(path));
}

/** The text at an address. Throws Fault. */
export async function getText(path: string): Promise<string> {
  const response = await reach(path);
  if (!response.ok) return answer<string>(response);
  return response.text();
}

/** The answer to a JSON body. Throws Fault. */
export async function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const sent = { "Content-Type": "application/json", ...headers };
  const init = { method: "POST", headers: sent, body: JSON.stringify(body) };
  return answer<T>(await reach(path, init));
}
