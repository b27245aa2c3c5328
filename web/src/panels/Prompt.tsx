/** What is expected now, and the buttons that answer it. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import type { Barred, Note } from "../screen.gen";
import { useSeat } from "../seat/context";
import { forgotten, type Seen, type SeenOption, toneOf, warningOf } from "../seat/intents";
import { doing } from "../seat/machine";
import { answeredOffBoard } from "../seat/desk";
import type { Seat } from "../seat/seat";
import { lots, together } from "../seat/several";
import { HintButton, HintLine } from "./MachineBar";
import { NoteLine, RuleChip, SideMark, Unbroken } from "./parts";
import * as texts from "../texts/panels/Prompt";

/** The words of a button that has warned once: how many would be forgotten. */
function warning(option: SeenOption, note: Note): string {
  const n = forgotten(note);
  return texts.pressAgain(option.label, n === 1 ? texts.n1Forgotten : texts.forgotten(n));
}

export function ActionButton({ option, wide }: { option: SeenOption; wide?: boolean }): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const offers = seat.offers.value;
  const warned = desk.pressed.value === option.action ? warningOf(option, seat.screen.value!) : null;
  const main = option === offers.main;
  const tone = warned ? "warned" : toneOf(option, offers);
  const beside = tone === "fight" && !main && offers.main?.tone === "fight" ? "beside" : "";
  return (
    <button
      type="button"
      class={`button ${tone} ${beside} ${wide ? "wide" : ""}`}
      data-action={option.action}
      aria-disabled={(main && desk.held.value) || undefined}
      title={option.detail}
      onClick={(event) => event.detail < 2 && desk.press(option)}
    >
      {tone === "fight" && !beside && <Icon name="dice" />}
      <span>{warned ? warning(option, warned) : option.label}</span>
      {main && <kbd class="wide-only">{texts.enter}</kbd>}
    </button>
  );
}

/** A button that may not be pressed yet: a click tells why. */
export function ShutButton({ barred, at }: { barred: Barred; at?: string }): JSX.Element {
  const { desk } = useSeat();
  const { action, label, reasons } = barred;
  return (
    <button
      type="button"
      class="button shut"
      aria-disabled="true"
      title={reasons[0]?.text}
      onClick={() => (desk.card.value = { action, title: `Why not: ${label}?`, reasons, at })}
    >
      {label}
    </button>
  );
}

/** What is barred and belongs to no unit's card. */
export function barredHere(seat: Seat): Barred[] {
  return seat.decides ? (seat.screen.value!.barred ?? []).filter((one) => !one.card) : [];
}

/** All numbers of one verb are one stepper. */
export function Stepper({ options }: { options: SeenOption[] }): JSX.Element {
  const seat = useSeat();
  const verb = options[0]!.action.split(" ")[0]!;
  return (
    <fieldset class="stepper">
      <legend>{options[0]!.group ?? verb}</legend>
      {options.map((option) => (
        <button
          type="button"
          class="button small"
          title={option.label}
          data-action={option.action}
          onClick={() => seat.desk.press(option)}
        >
          {option.thing}
        </button>
      ))}
    </fieldset>
  );
}

/** One gesture for several: the next place is for the whole stack or lot, or all of a lot is taken. */
export function Together(): JSX.Element | null {
  const seat = useSeat();
  const { desk } = seat;
  const screen = seat.screen.value!;
  if (!seat.decides) return null;
  const many = together(screen);
  return (
    <>
      {many > 1 && (
        <button
          type="button"
          class="button small together"
          aria-pressed={desk.together.value}
          title={texts.theNextHexYouChoose}
          onClick={() => (desk.together.value = !desk.together.value)}
        >
          {texts.all} {many} together
        </button>
      )}
      {lots(screen).map(({ option, many: of }) => (
        <button
          key={option.action}
          type="button"
          class="button small"
          data-each={option.action}
          title={texts.forAllOrAsMany(of)}
          onClick={() => desk.chooseEach(option)}
        >
          {option.label} (all {of})
        </button>
      ))}
    </>
  );
}

/** A click on a unit lets it march with the one that is shown. */
export function March(): JSX.Element | null {
  const seat = useSeat();
  const { desk, onward } = seat;
  const many = desk.column.value.length;
  const may = seat.decides && seat.token && (onward.unit || many > 0 || desk.marching.value);
  if (!may) return null;
  return (
    <button
      type="button"
      class="button small"
      data-march
      aria-pressed={desk.marching.value || many > 1}
      title={texts.chooseSeveralUnitsThenA}
      onClick={() => desk.musters()}
    >
      {many > 1 ? texts.marchTogether(many) : texts.marchTogether2}
    </button>
  );
}

/** Units are placed where they usually are. */
export function AsUsual(): JSX.Element | null {
  const { shortcuts, screen } = useSeat();
  const { usual } = shortcuts;
  if (!usual.length) return null;
  const places = usual.filter((action) => isPlaced(screen.value!, action)).length;
  return (
    <button type="button" class="button main" data-usual onClick={() => shortcuts.placeAll()}>
      {places > 1 ? texts.placeAllAsUsual(places) : texts.placeAsUsual}
    </button>
  );
}

/** Whether an action puts a unit somewhere. */
function isPlaced(screen: Seen, action: string): boolean {
  return !screen.pieces.some((piece) => piece.id === action.split(" ")[1]);
}

/** The unit that is offered is not to move now, or the battle not to be fought. */
export function PassOver(): JSX.Element | null {
  const { onward } = useSeat();
  if (!onward.actions.length) return null;
  const battle = onward.isBattle;
  if (!battle && !onward.unit) return null;
  return (
    <button
      type="button"
      class="button small"
      data-pass
      title={battle ? texts.putTheSuggestionAwayK : texts.thisUnitStaysWhereIt}
      onClick={() => onward.pass()}
    >
      {battle ? texts.notThisAttack : texts.skipThisUnit}
    </button>
  );
}

/** How an undo is called: a gesture of several choices goes back as one. */
export function undoWords(seat: Seat): string {
  const lines = seat.shown.value?.lines ?? 0;
  const size = seat.strokes.back(lines);
  return seat.strokes.several(lines) && seat.screen.value?.undo?.can ? texts.undoAll(size) : texts.undo;
}

/** The buttons of the prompt: those that stand on no sheet, and on no card that is shown. */
export function promptButtons(seat: Seat, sheetShown: boolean, cardShown: boolean): SeenOption[] {
  const { buttons, main } = seat.offers.value;
  const card = cardShown && seat.desk.tab.value === "unit" ? seat.desk.piece.value?.id : undefined;
  return buttons.filter((option) => {
    if (option.sheet && sheetShown) return false;
    return option === main || !option.card || option.card !== card;
  });
}

const MANY = 5;

export function PromptBar({ sheetShown }: { sheetShown: boolean }): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value!;
  const { prompt, undo } = screen;
  const offers = seat.offers.value;
  const buttons = promptButtons(seat, sheetShown, true);
  const waiting = prompt.kind === "wait" || seat.shown.value?.thinking;
  const warned = warnedOf(seat, buttons);
  const grouped = buttons.length > MANY;
  return (
    <section
      class={`prompt floats ${grouped ? "many" : ""}`}
      data-floats
      tabIndex={-1}
      aria-label={texts.yourMove}
      aria-busy={seat.busy.value}
    >
      <div class="prompt-words">
        <Asked />
        <h2>
          <Unbroken text={prompt.title} />
        </h2>
        <p>
          {warned ? (
            <span class="warned-text">
              <NoteLine note={warned} />
            </span>
          ) : (
            <>
              {prompt.text} {isBeside(seat) && texts.theUnitsWaitInThe} {onlyEnds(seat) && texts.nothingElseCanBeDone}{" "}
              <RuleChip id={prompt.rule} />
            </>
          )}
          <HoverLine />
          {waiting && <Waiting />}
          <HintLine />
        </p>
      </div>
      <div class="prompt-buttons">
        {seat.decides && (
          <button
            type="button"
            class="button undo"
            disabled={!undo?.can}
            onClick={() => void seat.undo()}
            data-undo
            title={undo?.can ? texts.undo2(undo.label ?? "") : undo?.reason}
          >
            <Icon name="undo" />
            <span>{undoWords(seat)}</span>
          </button>
        )}
        <HintButton />
        {[...offers.steppers.values()].map((options) => (
          <Stepper options={options} />
        ))}
        <PassOver />
        <Together />
        <March />
        <AsUsual />
        {sortedButtons(buttons, offers.main).map((option) => (
          <ActionButton key={option.action} option={option} />
        ))}
        {!sheetShown && barredHere(seat).map((one) => <ShutButton barred={one} />)}
      </div>
      {!undo?.can && undo?.reason && seat.decides && (
        <p class="undo-reason">
          {texts.undo3} {undo.reason}
        </p>
      )}
    </section>
  );
}

/** Whether nothing is left but to end the phase. */
function onlyEnds(seat: Seat): boolean {
  const { options, prompt } = seat.screen.value!;
  return (
    seat.decides && ["pick", "target"].includes(prompt.kind) && options.length === 1 && options[0]!.action === "done"
  );
}

/** Whether all that may be chosen lies in the list of forces. */
function isBeside(seat: Seat): boolean {
  const screen = seat.screen.value!;
  return seat.decides && screen.prompt.kind !== "target" && answeredOffBoard(screen);
}

/** What a click under the pointer would do, and what follows from it. */
function HoverLine(): JSX.Element | null {
  const seat = useSeat();
  const { places, pieces } = seat.offers.value;
  const hovered = seat.desk.hovered.value ?? "";
  const lying = seat.screen.value!.pieces.filter((piece) => hovered && piece.at === hovered);
  const detailed = lying.flatMap((piece) => pieces.get(piece.id) ?? []).filter((option) => option.detail);
  const options = [...(places.get(hovered) ?? []), ...detailed];
  const words = options.map((option) =>
    [
      option.cost ? texts.forText(option.label, option.cost) : option.label,
      ...(option.detail ? [option.detail] : []),
      ...(option.notes ?? []).map((n) => n.text),
    ].join("; "),
  );
  return words.length ? <span class="hover-line">{words.join(" · ")}</span> : null;
}

/** What the button that has warned would leave undone. */
export function warnedOf(seat: Seat, buttons: SeenOption[]): Note | null {
  const pressed = buttons.find((option) => option.action === seat.desk.pressed.value);
  return pressed ? warningOf(pressed, seat.screen.value!) : null;
}

/** Who is asked: it may be the other side in the middle of a turn, and two people may share the screen. */
export function Asked(): JSX.Element | null {
  const { screen } = useSeat();
  const side = screen.value?.sides.find((one) => one.id === screen.value?.decides);
  if (!side) return null;
  return (
    <p class="asked">
      <SideMark side={side.id} /> {side.label}
    </p>
  );
}

/** The main button last, at the right, where the hand finds it. */
function sortedButtons(buttons: SeenOption[], main: SeenOption | null): SeenOption[] {
  return [...buttons.filter((option) => option !== main), ...buttons.filter((option) => option === main)];
}

function Waiting(): JSX.Element {
  const seat = useSeat();
  const shown = seat.shown.value!;
  return (
    <span class="waiting">
      <i />
      <i />
      <i /> {doing(shown)}
    </span>
  );
}
