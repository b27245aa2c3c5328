/** A row that may be longer than its place: what is now stays in sight, and its ends show that more follows. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** Where a row must be scrolled to for an item to lie in its middle. */
export function scrolledTo(row: DOMRect, scrolled: number, item: DOMRect): number {
  return scrolled + item.left - row.left - (row.width - item.width) / 2;
}

/** At which ends more follows. */
export function endsOf(scrolled: number, width: number, whole: number): string {
  return [scrolled > 4 ? "left" : "", scrolled + width < whole - 4 ? "right" : ""].filter(Boolean).join(" ");
}

/** To which side the figure of a mark on a scale gives way to its neighbours; values from the lowest, `close` is too near. */
export function givesWay(values: readonly number[], at: number, close: number): "" | "before" | "after" {
  const [left, here, right] = [values[at - 1] ?? -Infinity, values[at]!, values[at + 1] ?? Infinity];
  if (right - here < close && right - here <= here - left) return "before";
  return here - left < close ? "after" : "";
}

/** The row itself; its present item carries `aria-current`. `at`: where that is, so that the row follows it. */
export function useRow<Row extends HTMLElement>(at: string | number): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const buttons = row.querySelector("button") !== null; // by which the keyboard scrolls it
    const mark = (): void => {
      row.dataset.more = endsOf(row.scrollLeft, row.clientWidth, row.scrollWidth);
      if (row.dataset.more && !buttons) row.tabIndex = 0;
      else row.removeAttribute("tabindex");
    };
    const follow = (): void => {
      const now = row.querySelector("[aria-current]");
      if (now) row.scrollLeft = scrolledTo(row.getBoundingClientRect(), row.scrollLeft, now.getBoundingClientRect());
      mark();
    };
    follow();
    row.addEventListener("scroll", mark, { passive: true });
    const observer = new ResizeObserver(follow);
    for (const one of [row, ...row.children]) observer.observe(one); // letters that come later make an item wider
    return () => {
      row.removeEventListener("scroll", mark);
      observer.disconnect();
    };
  }, [at]);
  return ref;
}
