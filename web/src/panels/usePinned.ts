/** Cards of the page that lie over the board, kept off what may be clicked, off what they are about and off tools. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board";
import { type Kept, MATTERS, pinnedAt, type Room, type Spot } from "./pinned";

const EDGES = 16; // window pixels that stay free above and below the highest card
const TARGET = 0.6; // how far something that may be clicked reaches, of half a hex
const PIECE = 0.75; // how far a counter reaches
const RING = 1.2; // how far a ring with its line reaches

/** What a card should not hide: places that may be clicked, the battle, and the unit that is selected or in motion. */
function keptFree(board: Board, others: readonly string[], half: number): Kept[] {
  const { lit, counters, active, targets, attackers, middle, looked, inMotion } = board.scene!;
  const kept: Kept[] = lit.map((one) => ({ ...board.inWindow(one.at), reach: half * TARGET, weight: 1 }));
  for (const one of counters) {
    const selected = one.piece.id === looked || one.piece.id === inMotion;
    if (!selected && !active.has(one.piece.id)) continue;
    kept.push({ ...board.inWindow(one), reach: half * (selected ? PIECE : TARGET), weight: selected ? MATTERS : 1 });
  }
  for (const place of new Set([...targets, ...attackers, ...others])) {
    const at = middle(place);
    if (at) kept.push({ ...board.inWindow(at), reach: half * RING, weight: MATTERS });
  }
  return kept;
}

/** Where tools and other cards lie, as seen from the corner of the board. */
function taken(card: HTMLElement, host: HTMLElement): Room[] {
  const from = host.getBoundingClientRect();
  return [...host.querySelectorAll<HTMLElement>("[data-floats]")].flatMap((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (one === card || card.contains(one) || !width || !height) return [];
    return [{ left: left - from.left, top: top - from.top, right: right - from.left, bottom: bottom - from.top }];
  });
}

/** Keep an element beside a place of the board, inside the window, and off the rings round `others`; without a place in
 * a corner, where it waits for the camera to rest. `share`: how much of the board's height it may take. */
export function usePinned(
  board: Board | null,
  place: string | undefined,
  others: readonly string[] = [],
  share = 1,
): { current: HTMLDivElement | null } {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<{ place: string | undefined; off: Spot } | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !board) return undefined;
    const follow = (): void => {
      if (!board.scene || (!place && board.camera.isUnderWay)) return;
      const { width, height, left, right, top, bottom } = board.viewport;
      element.style.maxHeight = `${(height - top - bottom) * share - EDGES}px`;
      const half = (board.geometry.unit * board.view.zoom) / 2;
      const middle = place ? board.scene.middle(place) : null;
      const at = middle && board.inWindow(middle);
      const [x0, y0] = [at?.x ?? 0, at?.y ?? 0];
      const before = place && last.current?.place === place ? last.current : null;
      const { x, y } = pinnedAt(
        at,
        { wide: element.offsetWidth, high: element.offsetHeight },
        { left, top, right: width - right, bottom: height - bottom },
        half * RING,
        keptFree(board, others, half),
        taken(element, board.host),
        before && { x: before.off.x + x0, y: before.off.y + y0 },
      );
      last.current = { place, off: { x: x - x0, y: y - y0 } };
      element.style.transform = `translate(${x}px, ${y}px)`;
    };
    follow();
    board.pins.add(follow);
    const grown = new ResizeObserver(follow); // what it says may come later
    grown.observe(element);
    return () => {
      board.pins.delete(follow);
      grown.disconnect();
    };
  });
  return ref;
}
