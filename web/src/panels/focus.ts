/** Where the keyboard is: it is never lost with what has gone, and goes from one part of the page to the next. */
import { useLayoutEffect } from "preact/hooks";

/** The parts of the page that F6 goes through, in the order in which they stand there. */
const PARTS = ".end, .goal, .why, .choice, .board-grid, .prompt, .sheet, .phone-sheet, .side, .top";

/** Where the keyboard goes on when what it stood on has gone: at the sheet whose buttons answer, else at the prompt. */
const NEXT = [".curtain button", ".end", ".sheet:has(.sheet-foot .button)", ".prompt", ".phone-sheet", ".board-grid"];

function isReachable(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.closest("[inert]");
}

function find(selector: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(selector);
  return found && isReachable(found) ? found : null;
}

/** Give a part the keyboard, whether or not Tab stops at it. */
function enter(part: HTMLElement): void {
  if (part.tabIndex < 0 && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** Go to the next part of the page, or to the one before. */
export function nextPart(back: boolean): boolean {
  const focus = document.activeElement ?? document.body;
  const isPast = (part: Element): boolean =>
    part.contains(focus) || Boolean(part.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING);
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].filter(isReachable);
  const at = focus === document.body ? -1 : parts.findLastIndex(isPast);
  const part = parts.at(back ? Math.max(at, 0) - 1 : (at + 1) % parts.length);
  if (part) enter(part);
  return part !== undefined;
}

/** Give the board the keyboard. */
export function enterBoard(): void {
  find(".board-grid")?.focus({ preventScroll: true });
}

/** Give the card that asks for a choice the keyboard. Whether there is one. */
export function enterCard(): boolean {
  const button = find(".choice .button");
  button?.focus();
  return button !== null;
}

const STOPS = "button, a[href], input, select, textarea, summary, [tabindex='0']";

/** The places in a card at which Tab stops. */
function stopsIn(card: HTMLElement): HTMLElement[] {
  return [...card.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && isReachable(one),
  );
}

/** After the last stop of a card comes its first one. */
function goRound(card: HTMLElement, event: KeyboardEvent): void {
  const stops = stopsIn(card);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.key !== "Tab" || !to || document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}

/** A card takes the keyboard while it is open, at its first stop that `first` selects, and gives it back. */
export function useTrappedFocus(card: { current: HTMLElement | null }, first = "button"): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const keyed = (event: KeyboardEvent): void => goRound(element, event);
    element.querySelector<HTMLElement>(first)?.focus();
    element.addEventListener("keydown", keyed);
    return () => {
      element.removeEventListener("keydown", keyed);
      const still = document.activeElement === document.body || element.contains(document.activeElement);
      if (still && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(":disabled");
}

/** Follow the keyboard: when what it stands on goes or can no longer be used, it goes on at what is asked now. */
export function useKeptFocus(): void {
  useLayoutEffect(() => {
    let last = document.activeElement; // a curtain has taken it already
    let asked = 0;
    const took = (event: FocusEvent): void => void (last = event.target as Element);
    const pointed = (): void => void (last = null);
    const look = (): void => {
      asked = 0;
      if (!last || document.activeElement !== document.body || !isGone(last)) return;
      const next = NEXT.map(find).find(Boolean);
      if (next) enter(next);
    };
    const watch = new MutationObserver(() => (asked ||= requestAnimationFrame(look)));
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    addEventListener("focusin", took);
    addEventListener("pointerdown", pointed, true);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(asked);
      removeEventListener("focusin", took);
      removeEventListener("pointerdown", pointed, true);
    };
  }, []);
}
