/** What the browser remembers for us, if it does: where storage is refused or full, this page alone remembers it. */

const unstored = new Map<string, string>();

/** What was stored under a name; null if nothing was, or the browser does not tell. */
export function read(name: string): string | null {
  try {
    return unstored.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Store a text under a name. */
export function write(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}
