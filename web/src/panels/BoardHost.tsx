/** The board in its place on the page: it is given scenes, and its clicks go to the desk. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Board, type Click } from "../board/board";
import { EMPTY } from "../board/state";
import type { Grip } from "../board/gestures";
import { hurry } from "../look/fonts";
import { theme } from "../look/theme";
import type { Screen } from "../screen.gen";
import type { PagePoint } from "../seat/carrying";
import { useSeat } from "../seat/context";
import { aboutOf, asksFor, cleared, piecesAt, type Spot } from "../seat/intents";
import { TERRAIN } from "../seat/overlays";
import type { Seat } from "../seat/seat";
import type { Shape } from "../shape";
import { spoken } from "../seat/spoken";
import { placeUnder } from "./carry";
import * as texts from "../texts/panels/BoardHost";

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

/** Whether a drag carries a counter: with a finger the one in motion at once, any other after a long press. */
function lifted(seat: Seat, { counter }: Click, by: Grip): boolean {
  const id = counter?.piece.id;
  return by === "finger" ? seat.carrying.isMoving(id) : seat.carrying.can(id);
}

/** A counter goes with the hand: the whole stack, if its disc was gripped, with Shift, or after a long press. */
function carried(seat: Seat, { counter, whole, fanned }: Click, at: PagePoint, by: Grip, shift: boolean): void {
  const { carrying } = seat;
  const all = whole || shift || (by === "held" && !fanned && counter!.stack > 1);
  if (carrying.now.value) carrying.move(at);
  else carrying.lift(counter!.piece.id, all, at);
}

function makeBoard(seat: Seat, host: HTMLElement, wait: (waits: boolean) => void): Board {
  const { desk } = seat;
  const board: Board = new Board(
    host,
    seat.info.value!,
    seat.symbols.value!,
    {
      click(click, touch, shift) {
        desk.cursor.value = null;
        desk.goal.value = false;
        desk.click({ ...spotOf(click), all: shift, adds: desk.ctrl }, touch);
      },
      hold: (click, touch) => held(seat, click, touch),
      hover(place) {
        desk.hovered.value = place;
      },
      lift: (click, by) => lifted(seat, click, by),
      carry: (click, at, by, shift) => carried(seat, click, at, by, shift),
      drop(at) {
        seat.carrying.drop(at && placeUnder(board, at));
      },
      wait,
    },
    { dark: theme.value === "dark", covered: { ...EMPTY.covered, bottom: coveredBelow(host) } },
  );
  return board;
}

/** The ring round a place that a log line or a reason speaks of. */
function pointer(at: string): Shape {
  return { kind: "circle", name: `pointed ${at}`, at, tone: "hint" };
}

/** The ring round units of which one is asked for. */
function asker(at: string): Shape {
  return { kind: "circle", name: `asked ${at}`, at, tone: "act" };
}

/** What is asked, for the ear. */
function promptWords(screen: Screen | null): string {
  return screen ? [screen.prompt.title, screen.prompt.text].filter(Boolean).join(". ") : "";
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
  const drawing = useSignal(false); // whether the map is long in coming
  const asked = useComputed(() => promptWords(seat.screen.value));
  const ready = useComputed(() => Boolean(seat.info.value && seat.symbols.value && seat.shown.value));

  useEffect(() => {
    if (!ready.value || !host.current) return undefined;
    let gone = false;
    void hurry().finally(() => {
      if (gone || !host.current) return;
      const board = makeBoard(seat, host.current, (waits) => (drawing.value = waits));
      made.value = board;
      Object.assign(host.current, { board, seat }); // where a test finds the places of the window
      onBoard(board);
    });
    return () => {
      gone = true;
      made.value?.destroy();
      if (host.current) Object.assign(host.current, { board: null, seat: null });
      made.value = null;
      onBoard(null);
    };
  }, [ready.value]);

  useSignalEffect(() => {
    const [board, screen, offers] = [made.value, seat.screen.value, seat.offers.value];
    const [fan, looked] = [desk.fan.value, desk.looked.value];
    void desk.overlays.value;
    if (!board || !screen) return;
    const on = seat.overlays.value.filter((overlay) => desk.isOn(overlay.id)).map((overlay) => overlay.id);
    board.set({
      screen,
      pieces: new Set(offers.pieces.keys()),
      places: offers.places,
      moving: aboutOf(screen),
      cleared: cleared(screen),
      fan,
      looked,
      overlays: new Set(on),
      terrain: on.includes(TERRAIN),
    });
  });
  useSignalEffect(() => made.value?.set({ carried: new Set(seat.carrying.now.value?.pieces) }));
  useSignalEffect(() => made.value?.travel(desk.travels.value));
  useSignalEffect(() => seat.draw("hint", seat.machine.shapes.value));
  useSignalEffect(() => seat.draw("turn", seat.replay.marks.value));
  useSignalEffect(() => {
    const marching = desk.column.value.flatMap(
      (id) => seat.screen.value?.pieces.find((one) => one.id === id)?.at ?? [],
    );
    const shapes = [...new Set([...desk.pointed.value, ...marching])].map(pointer);
    const screen = seat.screen.value;
    const asked = screen && !seat.guide.on.value ? asksFor(screen, seat.offers.value).map(asker) : [];
    made.value?.set({ shapes: [...seat.shapes.value, ...asked, ...shapes] });
  });
  useSignalEffect(() => {
    const [board, question] = [made.value, desk.question.value];
    if (!board || !question) return undefined;
    desk.tabbed = 0;
    const frame = requestAnimationFrame(() => board.camera.attend()); // when prompt and sheet have their places
    return () => cancelAnimationFrame(frame);
  });
  useSignalEffect(() => {
    const [board, travels, past] = [made.value, desk.travels.value, seat.replay.shown.value];
    const watched = past || (seat.shown.value?.thinking && UNHURRIED.has(seat.shown.value.pace ?? ""));
    if (!board || !watched) return;
    const told = past?.screen.log?.lines.findLast((line) => line.places?.length)?.places?.[0];
    const place = travels[0]?.path.at(-1) ?? told;
    if (place) board.camera.reveal(place);
  });
  useSignalEffect(() => made.value?.set({ dark: theme.value === "dark" }));
  useSignalEffect(() => {
    const board = made.value;
    const [preview, cursor] = [desk.preview.value, desk.cursor.value];
    const screen = seat.screen.value;
    if (!board) return;
    board.set({ preview, cursor });
    if (screen && cursor) said.value = spoken(screen, seat.info.value!, cursor, seat.offers.value.places.get(cursor));
  });
  useSignalEffect(() => {
    if (desk.place.value) made.value?.camera.reveal(desk.place.value);
  });

  useLayoutEffect(() => {
    const keyed = (event: KeyboardEvent): void => {
      host.current?.classList.add("by-keys"); // only then the board's focus is framed
      if (event.key === "Tab") desk.byKeys = true;
    };
    const pointed = (event: PointerEvent): void => {
      host.current?.classList.remove("by-keys");
      desk.byKeys = false;
      desk.ctrl = event.ctrlKey || event.metaKey;
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
    desk.tabbed = 0;
    if (!board || desk.cursor.value || !(event.currentTarget as HTMLElement).matches(":focus-visible")) return;
    desk.cursor.value = desk.piece.value?.at ?? board.geometry.hexAt(board.view.x, board.view.y);
  };
  return (
    <div ref={host} class="board">
      <div
        class="board-grid"
        tabIndex={0}
        role="grid"
        aria-label={texts.mapArrowKeysMoveThe}
        aria-activedescendant="hex-cursor"
        onFocus={focused}
      >
        <div role="row" class="hidden-text">
          <div role="gridcell" id="hex-cursor">
            {said.value}
          </div>
        </div>
      </div>
      <p class="hidden-text" aria-live="polite">
        {said.value}
      </p>
      <p class="hidden-text" aria-live="polite" data-asked>
        {asked.value}
      </p>
      <p class="drawing quiet" role="status">
        {drawing.value && texts.loadingTheMap}
      </p>
      {children}
    </div>
  );
}
