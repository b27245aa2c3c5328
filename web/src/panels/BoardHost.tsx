/** The board in its place on the page: it is given scenes, and its clicks go to the desk. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Board, type Click } from "../board/board";
import { piecesAt, sceneOf, spoken } from "../board/scene";
import { hurry } from "../look/fonts";
import { theme } from "../look/theme";
import { useSeat } from "../seat/context";
import { aboutOf, type Spot } from "../seat/intents";
import type { Seat } from "../seat/seat";

const UNHURRIED = new Set<string>(["slow", "normal"]); // paces at which the camera follows a machine

function spotOf({ place, counter, fanned }: Click): Spot {
  return { place, piece: counter?.piece.id ?? null, fanned, apart: counter?.stack === 1 };
}

/** A long press: a stack fans out, and a finger looks at what it would otherwise take. Elsewhere it is a slow click. */
function held(seat: Seat, { place }: Click, touch: boolean): boolean {
  const { desk, offers } = seat;
  const stack = place ? piecesAt(seat.screen.value!, place) : [];
  if (stack.length > 1 && (touch || !offers.value.places.has(place!))) {
    desk.fan.value = place;
    return true;
  }
  if (touch && stack[0]) desk.lookAt(stack[0].id);
  return touch && stack.length > 0;
}

/** A counter that was dragged: it is taken, if it is not in motion already, and goes where it was let go. */
function dragged(seat: Seat, from: Click, to: Click): void {
  const { desk, offers } = seat;
  const piece = from.counter?.piece.id ?? "";
  const [taken, ...others] = offers.value.pieces.get(piece) ?? [];
  const moves = piece === aboutOf(seat.screen.value!);
  if (!moves && taken && !others.length && !taken.commits) desk.choose(taken);
  else if (!moves || !to.place || !offers.value.places.has(to.place)) return;
  desk.click({ place: to.place, piece: null, fanned: false });
}

function makeBoard(seat: Seat, host: HTMLElement): Board {
  const { desk } = seat;
  return new Board(
    host,
    seat.geometry.value!,
    seat.symbols.value!,
    seat.shown.value!.screen.game.id,
    theme.value === "dark",
    {
      click(click, touch, shift) {
        desk.cursor.value = null;
        desk.click({ ...spotOf(click), all: shift }, touch);
      },
      hold: (click, touch) => held(seat, click, touch),
      hover(place) {
        desk.hovered.value = place;
      },
      lift(click) {
        const id = click.counter?.piece.id;
        return Boolean(id && (seat.offers.value.pieces.has(id) || id === aboutOf(seat.screen.value!)));
      },
      drop: (from, to) => dragged(seat, from, to),
    },
  );
}

/** How much of the board the sheet at the foot of a phone covers. */
function coveredBelow(host: HTMLElement): number {
  const sheet = document.querySelector(".phone-sheet")?.getBoundingClientRect();
  return sheet ? Math.max(0, host.getBoundingClientRect().bottom - sheet.top) : 0;
}

/** The board of the present seat, once its ground is known. */
export function BoardHost({
  onBoard,
  children,
}: {
  onBoard: (board: Board | null) => void;
  children?: ComponentChildren;
}): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const host = useRef<HTMLDivElement>(null);
  const made = useSignal<Board | null>(null);
  const said = useSignal("");
  const ready = useComputed(() => Boolean(seat.geometry.value && seat.symbols.value && seat.shown.value));

  useEffect(() => {
    if (!ready.value || !host.current) return undefined;
    let gone = false;
    void hurry().finally(() => {
      if (gone || !host.current) return;
      const board = makeBoard(seat, host.current);
      board.measure({ bottom: coveredBelow(host.current) });
      made.value = board;
      Object.assign(host.current, { board, seat }); // where a test finds the places of the window
      onBoard(board);
    });
    return () => {
      gone = true;
      made.value?.drop();
      made.value = null;
      onBoard(null);
    };
  }, [ready.value]);

  useSignalEffect(() => {
    const [board, screen, offers] = [made.value, seat.screen.value, seat.offers.value];
    const [fan, looked] = [desk.fan.value, desk.looked.value];
    void desk.overlays.value;
    if (!board || !screen) return;
    const desktop = { fan, looked, overlays: (id: string) => desk.isOn(id), zoom: board.view.zoom };
    board.show(sceneOf(screen, board.geometry, offers, desktop));
  });
  useSignalEffect(() => made.value?.travel(desk.travels.value));
  useSignalEffect(() => {
    const [board, question] = [made.value, desk.question.value];
    if (!board || !question) return undefined;
    board.tabbed = 0;
    const frame = requestAnimationFrame(() => board.attend()); // when prompt and sheet have their places
    return () => cancelAnimationFrame(frame);
  });
  useSignalEffect(() => {
    const [board, travels, frame] = [made.value, desk.travels.value, seat.replay.frame.value];
    const watched = frame || (seat.shown.value?.thinking && UNHURRIED.has(seat.shown.value.pace ?? ""));
    if (!board || !watched) return;
    const told = frame?.screen.log?.lines.findLast((line) => line.places?.length)?.places?.[0];
    const place = travels[0]?.path.at(-1) ?? told;
    if (place) board.reveal(place);
  });
  useSignalEffect(() => made.value?.darken(theme.value === "dark"));
  useSignalEffect(() => {
    const board = made.value;
    const [preview, pointed, cursor] = [desk.preview.value, desk.pointed.value, desk.cursor.value];
    void seat.screen.value;
    if (!board) return;
    Object.assign(board, { preview, pointed, cursor });
    board.ask();
    if (board.scene && cursor) said.value = spoken(board.scene, cursor);
  });
  useSignalEffect(() => {
    if (desk.place.value) made.value?.reveal(desk.place.value);
  });

  useLayoutEffect(() => {
    const keyed = (event: KeyboardEvent): void => {
      host.current?.classList.add("by-keys"); // only then the board's focus is framed
      if (event.key === "Tab") desk.byKeys = true;
    };
    const pointed = (): void => {
      host.current?.classList.remove("by-keys");
      desk.byKeys = false;
    };
    addEventListener("keydown", keyed, true);
    addEventListener("pointerdown", pointed, true);
    return () => {
      removeEventListener("keydown", keyed, true);
      removeEventListener("pointerdown", pointed, true);
    };
  }, []);

  const focused = (event: FocusEvent): void => {
    const board = made.value;
    if (board) board.tabbed = 0;
    if (!board || desk.cursor.value || !(event.currentTarget as HTMLElement).matches(":focus-visible")) return;
    desk.cursor.value = desk.piece.value?.at ?? board.geometry.hexAt(board.view.x, board.view.y);
  };
  return (
    <div
      ref={host}
      class="board"
      tabIndex={0}
      role="grid"
      aria-label="The board. Arrow keys move the cursor, Enter acts, question mark asks why not."
      aria-activedescendant="hex-cursor"
      onFocus={focused}
    >
      <div role="row" class="hidden-text">
        <div role="gridcell" id="hex-cursor" aria-live="polite">
          {said.value}
        </div>
      </div>
      {children}
    </div>
  );
}
