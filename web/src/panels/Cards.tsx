/** Cards that float beside a place of the board: why not, and several things that may be done here. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
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
import { usePinned } from "./usePinned";
import * as texts from "../texts/panels/Cards";

const FIRST = "button.button"; // what Enter presses

/** Bring what a card is about into sight. */
function useRevealed(card: WhyNot, board: Board | null): void {
  useEffect(() => {
    if (card.at) board?.camera.reveal(card.at);
  }, [card]);
}

/** Why not, beside the place that was clicked. */
export function WhyCard({ card, board }: { card: WhyNot; board: Board | null }): JSX.Element {
  const ref = usePinned(board, card.at);
  useRevealed(card, board);
  return (
    <div ref={ref} class="card floats why" data-floats role="alertdialog" aria-label={card.title}>
      <Reasons card={card} />
    </div>
  );
}

interface InSheet {
  card: WhyNot;
  board: Board | null;
  onRule: () => void;
}

/** The same in the sheet of a phone, as there is no room on its map. `onRule`: a rule is to be read in its place. */
export function WhyInSheet({ card, board, onRule }: InSheet): JSX.Element {
  useRevealed(card, board);
  const clicked = (event: MouseEvent): void => void ((event.target as Element).closest(".chip") && onRule());
  return (
    <div class="card in-sheet why" role="alertdialog" aria-label={card.title} onClickCapture={clicked}>
      <Reasons card={card} />
    </div>
  );
}

function Reasons({ card }: { card: WhyNot }): JSX.Element {
  const { desk } = useSeat();
  return (
    <>
      <header>
        <h2>{card.title}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={() => (desk.card.value = null)}>
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
          <b>{texts.whatWouldHelp}</b> <NoteLine note={help} />
        </p>
      ))}
    </>
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
      {sheet?.odds ? (
        <Odds odds={sheet.odds} />
      ) : (
        <p>
          {texts.nextDieRoll} {reason}
        </p>
      )}
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
    <div ref={ref} class="card floats choice" data-floats role="dialog" aria-label={one ? one.label : texts.choose}>
      <h2>{one?.commits ? texts.thisCannotBeUndone : piece ? texts.whatShouldDo(piece.name) : texts.chooseOne}</h2>
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
            title={texts.forAllOrAsMany(many)}
            onClick={() => seat.desk.chooseEach(option)}
          >
            {option.label} (all {many})
          </button>
        ))}
        <button type="button" class="button" onClick={() => (seat.desk.choice.value = null)}>
          {texts.cancel} <kbd class="wide-only">{texts.esc}</kbd>
        </button>
      </div>
    </div>
  );
}
