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
import { NoteLine } from "./parts";

const GAP = 14;

/** Keep an element beside a place of the board, inside the window. */
export function usePinned(board: Board | null, place: string | undefined): { current: HTMLDivElement | null } {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !board) return undefined;
    const follow = (): void => {
      if (!board.scene) return;
      const at = place ? board.scene?.middle(place) : null;
      const { width, height, left, right, top, bottom } = board.window;
      element.style.maxHeight = `${height - top - bottom - 16}px`;
      const [w, h] = [element.offsetWidth, element.offsetHeight];
      const reach = (board.geometry.unit * board.view.zoom) / 2;
      const p = at ? board.place(at) : { x: (width - right + left) / 2, y: height / 2 };
      let x = p.x + reach + GAP;
      if (x + w > width - right - 8) x = p.x - reach - GAP - w;
      if (x < left + 8) x = Math.max(left + 8, Math.min(width - right - w - 8, p.x - w / 2));
      const y = Math.max(top + 8, Math.min(height - bottom - h - 8, p.y - h / 2));
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
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
    if (card.at) board?.reveal(card.at);
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
      {sheet?.odds ? <Odds odds={sheet.odds} /> : <p>Dice fall next: {reason}</p>}
      {sheet?.outcomes && <Chances outcomes={sheet.outcomes} row={null} />}
      {sheet?.measures && <Measures measures={sheet.measures} />}
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
  useLayoutEffect(() => ref.current?.querySelector<HTMLButtonElement>("button.button")?.focus(), [asked]);
  return (
    <div ref={ref} class="card floats choice" data-floats role="dialog" aria-label={one ? one.label : "Choose"}>
      <h2>{one?.commits ? "This cannot be taken back" : `What shall be done${piece ? ` with ${piece.name}` : ""}?`}</h2>
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
            title={`As many of the ${many} as may`}
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
