/** Cards that float beside a place of the board: why not, and several things that may be done here. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../board/board";
import { Icon } from "../look/Icon";
import type { Option, WhyNot } from "../screen.gen";
import type { Ahead } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import type { Asked } from "../seat/desk";
import { othersOf } from "../seat/several";
import { Chances, Measures } from "./Chances";
import { Odds } from "./AttackSheet";
import { useTrappedFocus } from "./focus";
import { NoteLine } from "./parts";
import { pinnedAt, type Room } from "./pinned";

const FIRST = "button.button"; // what Enter presses

/** Where something may be clicked, in the window: lit places, and the counters that can be chosen. */
function asked(board: Board): { x: number; y: number }[] {
  const { lit, counters, active } = board.scene!;
  const chosen = counters.filter((one) => active.has(one.piece.id));
  return [...lit.map((one) => one.at), ...chosen].map((at) => board.inWindow(at));
}

/** Where the guide lies, as seen from a card's own corner: a card must not lie under it. */
function guides(card: HTMLElement): Room[] {
  const from = card.offsetParent?.getBoundingClientRect();
  return [...document.querySelectorAll(".guide")].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [from?.left ?? 0, from?.top ?? 0];
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  });
}

/** Keep an element beside a place of the board, inside the window. */
export function usePinned(board: Board | null, place: string | undefined): { current: HTMLDivElement | null } {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !board) return undefined;
    const follow = (): void => {
      if (!board.scene) return;
      const at = place ? board.scene?.middle(place) : null;
      const { width, height, left, right, top, bottom } = board.viewport;
      element.style.maxHeight = `${height - top - bottom - 16}px`;
      const reach = (board.geometry.unit * board.view.zoom) / 2;
      const p = at ? board.inWindow(at) : { x: (width - right + left) / 2, y: height / 2 };
      const { x, y } = pinnedAt(
        p,
        { wide: element.offsetWidth, high: element.offsetHeight },
        { left, top, right: width - right, bottom: height - bottom },
        reach,
        asked(board),
        guides(element),
      );
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

export function WhyCard({ card, board }: { card: WhyNot; board: Board | null }): JSX.Element {
  const { desk } = useSeat();
  const ref = usePinned(board, card.at);
  useEffect(() => {
    if (card.at) board?.camera.reveal(card.at);
  }, [card]);
  return (
    <div ref={ref} class="card floats why" data-floats role="alertdialog" aria-label={card.title}>
      <header>
        <h2>{card.title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => (desk.card.value = null)}>
          <Icon name="close" />
        </button>
      </header>
      {card.reasons.map((reason) => (
        <p>
          <NoteLine note={reason} />
        </p>
      ))}
      {card.helps?.map((help) => (
        <p class="helps">
          <b>What would help.</b> <NoteLine note={help} />
        </p>
      ))}
    </div>
  );
}

/** What the die decides if this is done: the odds and the chances, before there is no way back. */
function AheadOf({ option }: { option: Option }): JSX.Element | null {
  const seat = useSeat();
  const [found, setFound] = useState<Ahead | null>(null);
  useEffect(() => {
    let gone = false;
    void seat.ahead(option.action).then(
      (ahead) => gone || setFound(ahead),
      () => undefined, // the card asks all the same
    );
    return () => void (gone = true);
  }, [option]);
  if (!found?.reason) return null;
  const { reason, sheet } = found;
  return (
    <div class="ahead">
      {sheet?.odds ? <Odds odds={sheet.odds} /> : <p>Next die roll: {reason}</p>}
      {sheet?.measures && <Measures measures={sheet.measures} />}
      {sheet?.outcomes && <Chances outcomes={sheet.outcomes} row={null} folded={Boolean(sheet.measures)} />}
    </div>
  );
}

export function ChoiceCard({ asked, board }: { asked: Asked; board: Board | null }): JSX.Element {
  const seat = useSeat();
  const piece = seat.screen.value?.pieces.find((one) => one.id === asked.at);
  const ref = usePinned(board, piece?.at ?? asked.at);
  const one = asked.options.length === 1 ? asked.options[0]! : null;
  const each = asked.options
    .map((option) => ({ option, many: othersOf(seat.screen.value!, option).length + 1 }))
    .filter(({ many }) => many > 1);
  useTrappedFocus(ref, FIRST);
  useLayoutEffect(() => ref.current?.querySelector<HTMLButtonElement>(FIRST)?.focus(), [asked]);
  return (
    <div ref={ref} class="card floats choice" data-floats role="dialog" aria-label={one ? one.label : "Choose"}>
      <h2>{one?.commits ? "This cannot be undone" : piece ? `What should ${piece.name} do?` : "Choose one"}</h2>
      {one?.detail && <p>{one.detail}</p>}
      {one?.notes?.map((note) => (
        <p class="small">
          <NoteLine note={note} />
        </p>
      ))}
      {one?.commits && <AheadOf option={one} />}
      <div class="choice-buttons">
        {asked.options.map((option) => (
          <button
            type="button"
            class={`button ${one ? "main" : ""}`}
            data-action={option.action}
            onClick={() => seat.desk.confirm(option)}
          >
            <span>{option.label}</span>
            {option.cost && <span class="quiet">{option.cost}</span>}
          </button>
        ))}
        {each.map(({ option, many }) => (
          <button
            type="button"
            class="button"
            data-each={option.action}
            title={`For all ${many}, or as many as can`}
            onClick={() => seat.desk.chooseEach(option)}
          >
            {option.label} (all {many})
          </button>
        ))}
        <button type="button" class="button" onClick={() => (seat.desk.choice.value = null)}>
          Cancel <kbd class="wide-only">Esc</kbd>
        </button>
      </div>
    </div>
  );
}
