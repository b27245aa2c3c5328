/** The card of the guided first turn: one step, and where to look. */
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board";
import { Icon } from "../look/Icon";
import type { LessonStep } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { HAND, optionOf, shapesOf } from "../seat/guide";
import type { Seat } from "../seat/seat";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/GuideCard";

const PARTS: Record<string, string> = {
  prompt: ".prompt, .phone-sheet",
  button: ".prompt .button.main, .prompt .button.fight",
  sheet: ".sheet",
  standing: ".scores",
  tracks: ".tracks",
  phases: ".phases",
  log: "#tab-log",
  rules: "[data-tool=rules]",
  goal: "[data-tool=goal], .top .narrow-only",
  overlays: ".rail",
};

/** The elements of the page that a step points at. */
function marked(seat: Seat, step: LessonStep): Element[] {
  const { pointer } = step;
  if (pointer?.kind === "part") return [...document.querySelectorAll(PARTS[pointer.name] ?? "")];
  const option = optionOf(seat.screen.value!, step);
  if (!option) return [];
  const button = `[data-action="${CSS.escape(option.action)}"]`;
  const piece = option.kind === "piece" ? `, [data-piece="${CSS.escape(option.thing ?? "")}"]` : "";
  return [...document.querySelectorAll(button + piece)];
}

const MARK = "guided";

/** Mark what the step points at, as long as it is shown. The marks are set on whatever is on the page by then. */
function useMarks(seat: Seat, step: LessonStep | null): void {
  useLayoutEffect(() => {
    if (!step) return undefined;
    let found: Element[] = [];
    const frame = requestAnimationFrame(() => {
      found = marked(seat, step);
      for (const one of found) one.classList.add(MARK);
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const one of found) one.classList.remove(MARK);
    };
  });
}

/** Move the map, if need be, so that the card does not lie over what it points at. */
function uncover(board: Board, place: string): void {
  const from = board.host.getBoundingClientRect();
  const card = board.host.querySelector(".guide")?.getBoundingClientRect();
  if (!card) return;
  const { left, top, right, bottom } = card;
  board.camera.uncover(place, {
    left: left - from.left,
    top: top - from.top,
    right: right - from.left,
    bottom: bottom - from.top,
  });
}

export function GuideCard({ board }: { board: Board | null }): JSX.Element | null {
  const seat = useSeat();
  const { guide } = seat;
  useSignalEffect(() => {
    if (guide.on.value && seat.shown.value) void guide.follow();
  });
  useSignalEffect(() => {
    const [screen, step] = [seat.screen.value, guide.step.value];
    const fits = guide.on.value && screen && step && guide.lesson.value!.revision === seat.shown.value?.revision;
    const shapes = fits && seat.decides ? shapesOf(screen, step) : [];
    seat.draw(HAND, shapes);
    const ring = shapes.find((shape) => shape.kind === "circle");
    const place = screen?.pieces.find((piece) => piece.id === ring?.at)?.at ?? ring?.at;
    if (!place || !board?.geometry.hex(place)) return undefined;
    board.camera.reveal(place);
    const frame = requestAnimationFrame(() => uncover(board, place)); // when the card has its place
    return () => cancelAnimationFrame(frame);
  });
  const step = guide.on.value ? guide.step.value : null;
  useMarks(seat, step);
  if (!step || seat.replay.open.value) return null;
  return <StepCard step={step} />;
}

const MARGINS = 16; // window pixels above and below the card, where it pushes the sheet of a phone down

function StepCard({ step }: { step: LessonStep }): JSX.Element {
  const { guide } = useSeat();
  const [at, of] = [guide.at.value!, guide.lesson.value!.steps.length];
  const again = guide.back.value !== null;
  const last = at === of - 1 && !again;
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = card.current!.closest<HTMLElement>(".table")!;
    const grown = new ResizeObserver(([seen]) =>
      style.setProperty("--guide", `${seen!.borderBoxSize[0]!.blockSize + MARGINS}px`),
    );
    grown.observe(card.current!);
    return () => {
      grown.disconnect();
      style.removeProperty("--guide");
    };
  }, []);
  return (
    <section ref={card} class="guide floats" data-floats aria-label={texts.guide} data-step={at + 1}>
      <header>
        <p class="caps quiet">
          {texts.step} {at + 1} of {of}
        </p>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.leaveTheLesson}
          title={texts.leave}
          onClick={() => guide.leave()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div aria-live="polite">
        <h2>{step.title}</h2>
        <p>
          {step.text} <RuleChip id={step.rule} />
        </p>
      </div>
      <footer>
        <button type="button" class="button small" disabled={at === 0} onClick={() => guide.previous()}>
          {texts.back}
        </button>
        <i style={{ width: `${((at + 1) / of) * 100}%` }} aria-hidden="true" />
        <button
          type="button"
          class={`button small ${step.reads || again ? "main" : ""}`}
          data-guide="next"
          onClick={() => guide.next()}
        >
          {last ? texts.finish : step.reads || again ? texts.next : texts.skip}
        </button>
      </footer>
    </section>
  );
}
