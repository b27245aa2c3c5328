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

/** The link that a friend is sent: whoever accepts the invitation is given a link of his own. */
export function invitationLink(code: string): string {
  return `${location.origin}/invitation/${code}`;
}

/** The page that a pasted link, or a bare token, leads to; "" if it leads nowhere here. */
export function pathOf(text: string): string {
  const [, kind, key] = text.match(/(seat|invitation)\/([\w-]+)/) ?? [];
  if (kind) return `/${kind}/${key}`;
  return /^[\w-]{16,}$/.test(text) ? `/seat/${text}` : "";
}
