/** Links to seats, in words and as addresses. */

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Whether an address means the computer itself, so that a link to it is of no use elsewhere. */
export function isLocal(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

export function seatLink(token: string): string {
  return `${location.origin}/seat/${token}`;
}
