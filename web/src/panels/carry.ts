/** Dragging from a panel: a counter in a list is carried to the board as one on the board is. */
import type { Board } from "../board/board";
import type { Carrying, PagePoint } from "../seat/carrying";

const STRAY = 6; // window pixels that a click may stray
const HOLD = 260; // milliseconds after which a finger carries, and scrolls no more

/** The place under a point of the page: a box in a panel, or what the board has there. */
export function placeUnder(board: Board | null, { x, y }: PagePoint): string | null {
  const element = document.elementFromPoint(x, y);
  const listed = element?.closest<HTMLElement>("[data-place]")?.dataset.place;
  if (listed) return listed;
  if (!board?.scene || !element || !board.host.contains(element) || element.closest("[data-floats]")) return null;
  const box = board.host.getBoundingClientRect();
  return board.under({ x: x - box.left, y: y - box.top }).place;
}

/** Let lit counters in panels be dragged to the board. Returns what ends that. */
export function carryFromPanels(carrying: Carrying, board: () => Board | null): () => void {
  let ends = new AbortController();
  const grip = (event: PointerEvent): void => {
    const button = (event.target as Element).closest<HTMLElement>("[data-piece]");
    const piece = button?.dataset.piece;
    if (!button || event.button !== 0 || !carrying.can(piece)) return;
    ends.abort();
    ends = new AbortController();
    follow(event, button, piece!, carrying, board, ends);
  };
  document.addEventListener("pointerdown", grip);
  return () => {
    ends.abort();
    document.removeEventListener("pointerdown", grip);
  };
}

/** Follow one pointer from its grip until it lets go. */
function follow(
  { pointerId, pointerType, clientX, clientY, shiftKey }: PointerEvent,
  button: HTMLElement,
  piece: string,
  carrying: Carrying,
  board: () => Board | null,
  ends: AbortController,
): void {
  const { signal } = ends;
  let [ready, lifted] = [pointerType === "mouse", false];
  const timer = setTimeout(() => (ready = true), HOLD);
  signal.addEventListener("abort", () => clearTimeout(timer));
  const hovers = (at: PagePoint): void => board()?.set({ hovered: placeUnder(board(), at) });
  const moved = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    const at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(at.x - clientX, at.y - clientY) > STRAY;
    if (!ready) {
      if (far) ends.abort(); // a finger that scrolls
      return;
    }
    if (!lifted && !far) return;
    if (!lifted) {
      lifted = true;
      button.closest(".table")?.setPointerCapture(pointerId); // the list may go while the counter is carried
      carrying.lift(piece, shiftKey, at);
    } else carrying.move(at);
    hovers(at);
  };
  const over = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    ends.abort();
    if (!lifted) return;
    const at = { x: event.clientX, y: event.clientY };
    carrying.drop(event.type === "pointerup" ? placeUnder(board(), at) : null);
    board()?.set({ hovered: null });
  };
  document.addEventListener("pointermove", moved, { signal });
  document.addEventListener("pointerup", over, { signal });
  document.addEventListener("pointercancel", over, { signal });
  button.addEventListener("touchmove", (event) => ready && event.preventDefault(), { passive: false, signal });
}
