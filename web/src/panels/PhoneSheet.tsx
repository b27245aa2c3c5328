/** On a narrow window: the sheet at the foot, in three heights. */
import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../board/board";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import type { Seat } from "../seat/seat";
import { WhyInSheet } from "./Cards";
import { type Height, HEIGHTS, ORDER, settled } from "./heights";
import { HintLine } from "./MachineBar";
import { PieceCounter, RuleChip, Unbroken } from "./parts";
import {
  ActionButton,
  AsUsual,
  barredHere,
  March,
  PassOver,
  promptButtons,
  ShutButton,
  Stepper,
  Together,
  undoWords,
  warnedOf,
} from "./Prompt";
import { PlanInSheet, planOf } from "./SandboxBar";
import { TabBody, Tabs } from "./SidePanel";
import { Tracks } from "./Tracks";
import { ToAct } from "./UnitTab";
import * as texts from "../texts/panels/PhoneSheet";

/** How much of the board a sheet covers; over a full one nobody looks at it. */
const covers = (height: Height): number => (height === "full" ? HEIGHTS.middle : HEIGHTS[height]);

export function PhoneSheet({ sheetShown, board }: { sheetShown: boolean; board: Board | null }): JSX.Element {
  const seat = useSeat();
  const [height, setHeight] = useState<Height>("middle");
  const carries = useComputed(() => seat.carrying.now.value !== null);
  const card = seat.desk.card.value;
  const plan = planOf(seat);
  const opened = card || (plan && height === "low") ? "middle" : height; // where something else lies open in it
  const shown = carries.value && height === "full" ? "low" : opened; // while the map is needed
  const [drag, setDrag] = useState(0);
  const start = useRef<number | null>(null);
  const { tab } = seat.desk;
  const reads = (): void => {
    seat.desk.card.value = null;
    setHeight("full");
  };
  const bottom = covers(opened);
  useLayoutEffect(() => board?.set({ covered: { ...board.state.covered, bottom } }), [board, bottom]);
  useLayoutEffect(() => {
    if (tab.value === "rules" || tab.value === "log") setHeight("full");
  }, [tab.value]);
  const over = Boolean(seat.screen.value!.result);
  useLayoutEffect(() => {
    if (over) setHeight("low"); // how it ended lies on the board
  }, [over]);
  const grip = {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientY;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) setDrag(event.clientY - start.current);
    },
    onPointerUp: () => {
      if (Math.abs(drag) < 6) setHeight(height === "full" ? "low" : ORDER[ORDER.indexOf(height) + 1]!);
      else setHeight(settled(height, drag));
      start.current = null;
      setDrag(0);
    },
  };
  const style = shown === "full" ? { top: "64px" } : { height: `${Math.max(80, HEIGHTS[shown] - drag)}px` };
  return (
    <section class={`phone-sheet ${shown}`} style={style} data-floats tabIndex={-1} aria-label={texts.details}>
      <button
        type="button"
        class="grip"
        aria-label={height === "full" ? texts.makeTheSheetSmaller : texts.makeTheSheetLarger}
        {...grip}
      >
        <i />
      </button>
      <div class="phone-body">
        {card ? (
          <WhyInSheet card={card} board={board} onRule={reads} />
        ) : plan ? (
          <PlanInSheet plan={plan} board={board} />
        ) : shown === "low" ? (
          <Brief sheetShown={sheetShown} />
        ) : height === "middle" ? (
          <Middle sheetShown={sheetShown} />
        ) : (
          <>
            <Tabs />
            <TabBody />
            <Tracks />
          </>
        )}
      </div>
    </section>
  );
}

/** What a second tap on the place that is previewed would do. */
function tapAgain(seat: Seat): string | null {
  const [option] = seat.offers.value.places.get(seat.desk.preview.value ?? "") ?? [];
  if (!option) return null;
  const cost = option.cost ? texts.forText(option.cost) : "";
  const detail = option.detail ? ` (${option.detail})` : "";
  return texts.tapAgain(option.label, cost, detail);
}

function Brief({ sheetShown }: { sheetShown: boolean }): JSX.Element {
  const seat = useSeat();
  const { prompt } = seat.screen.value!;
  const main = promptButtons(seat, sheetShown, false).find((option) => option === seat.offers.value.main);
  return (
    <div class="brief">
      <b class="serif">
        <Unbroken text={tapAgain(seat) ?? prompt.title} />
      </b>
      {main && <ActionButton option={main} />}
    </div>
  );
}

function Middle({ sheetShown }: { sheetShown: boolean }): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value!;
  const piece = seat.desk.piece.value;
  const buttons = promptButtons(seat, sheetShown, false);
  const facts = piece?.facts?.map((fact) => `${fact.label} ${fact.value}`).join(", ");
  const warned = warnedOf(seat, buttons);
  return (
    <div class="phone-middle">
      {piece ? (
        <div class="unit-head">
          <PieceCounter piece={piece} size={62} />
          <div>
            <h2>{piece.name}</h2>
            <p class="quiet">{piece.lines?.[0] ?? piece.at}</p>
            <p class="quiet">{facts}</p>
          </div>
        </div>
      ) : (
        <h2 class="serif">
          <Unbroken text={screen.prompt.title} />
        </h2>
      )}
      <p class="phone-text">
        {warned ? (
          <span class="warned-text">{warned.text}</span>
        ) : tapAgain(seat) ? (
          <b class="tap-again">{tapAgain(seat)}</b>
        ) : (
          <>
            {piece ? <b>{screen.prompt.title}. </b> : null}
            {screen.prompt.text} <RuleChip id={screen.prompt.rule} />
          </>
        )}
        <HintLine />
      </p>
      <div class="phone-buttons">
        {[...seat.offers.value.steppers.values()].map((options) => (
          <Stepper options={options} />
        ))}
        <PassOver />
        <Together />
        <March />
        <AsUsual />
        {buttons
          .filter((option) => option !== seat.offers.value.main)
          .map((option) => (
            <ActionButton key={option.action} option={option} />
          ))}
        {buttons
          .filter((option) => option === seat.offers.value.main)
          .map((option) => (
            <ActionButton key={option.action} option={option} wide />
          ))}
        {!sheetShown && barredHere(seat).map((one) => <ShutButton barred={one} />)}
      </div>
      {!piece && <ToAct screen={screen} />}
      <Tracks only={(track) => track.id !== "turns" || Boolean(track.cells?.some((cell) => cell.icon))} />
    </div>
  );
}

/** Undo and overlays, above the sheet. */
export function PhoneTools({ onLayers }: { onLayers: () => void }): JSX.Element {
  const seat = useSeat();
  const undo = seat.screen.value!.undo;
  return (
    <div class="phone-tools">
      <button
        type="button"
        class="icon-button floats"
        data-floats
        disabled={!undo?.can}
        aria-label={undo?.can ? undoWords(seat) : texts.undo(undo?.reason ?? "")}
        data-undo
        onClick={() => void seat.undo()}
      >
        <Icon name="undo" />
      </button>
      {seat.decides && seat.token && (
        <button
          type="button"
          class="icon-button floats phone-hint"
          data-floats
          disabled={seat.machine.asking.value}
          aria-label={texts.hint}
          data-hint
          onClick={() => void seat.machine.askHint()}
        >
          <Icon name="hint" />
        </button>
      )}
      <button type="button" class="icon-button floats" data-floats aria-label={texts.mapLayers} onClick={onLayers}>
        <Icon name="layers" />
      </button>
    </div>
  );
}
