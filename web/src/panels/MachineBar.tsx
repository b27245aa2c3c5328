/** The machine at the table: what it does and how fast, its hints, and what it says of its moves. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { doing, hintWords, isShow, mayPace, mayReview, PACES, remarksAt } from "../seat/machine";
import * as texts from "../texts/panels/MachineBar";

/** While a machine plays: who, and how fast; afterwards the way to look at it again. */
export function MachineBar(): JSX.Element | null {
  const seat = useSeat();
  const shown = seat.shown.value!;
  const does = doing(shown);
  if (seat.replay.open.value) return null;
  if (!does)
    return mayReview(shown) ? (
      <section class="machine floats" data-floats aria-label={texts.computerPlayer}>
        <button type="button" class="button small" onClick={() => void seat.replay.sinceLast()}>
          <Icon name="history" />
          <span>{texts.reviewTheComputersTurn}</span>
        </button>
      </section>
    ) : null;
  return (
    <section class="machine floats" data-floats aria-label={texts.computerPlayer}>
      <Icon name="machine" />
      <span role="status">{does}</span>
      {isShow(shown) && <span class="quiet small">{texts.pausesWhenThisPageIs}</span>}
      {mayPace(shown) && (
        <span class="speeds" role="group" aria-label={texts.speedOfTheComputerPlayer}>
          {PACES.map(([pace, label]) => (
            <button
              type="button"
              class="button small"
              aria-pressed={shown.pace === pace}
              data-pace={pace}
              onClick={() => void seat.machine.pace(pace)}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </section>
  );
}

export function HintButton(): JSX.Element | null {
  const seat = useSeat();
  if (!seat.decides || !seat.token) return null;
  return (
    <button
      type="button"
      class="button undo"
      disabled={seat.machine.asking.value}
      aria-busy={seat.machine.asking.value}
      title={texts.whatWouldTheComputerDo}
      data-hint
      onClick={() => void seat.machine.askHint()}
    >
      <Icon name="hint" />
      <span>{texts.hint}</span>
    </button>
  );
}

/** The hint that was asked for, in place of the prompt's own words. */
export function HintLine(): JSX.Element | null {
  const seat = useSeat();
  const hint = seat.machine.hint.value;
  if (!hint) return null;
  return (
    <span class="hint-words" role="status">
      {hintWords(hint, seat.screen.value!).map((sentence) => (
        <span>{sentence} </span>
      ))}
    </span>
  );
}

/** Beside the slider: what the machine said of the line that is shown. */
export function Remarks(): JSX.Element | null {
  const seat = useSeat();
  const { machine, replay, desk } = seat;
  useEffect(() => {
    if (seat.shown.value?.pace) void machine.load();
  }, [seat]);
  const found = remarksAt(machine.reports.value, replay.at.value);
  if (!found) return null;
  const side = seat.screen.value!.sides.find((one) => one.id === found.report.side)?.label ?? found.report.side;
  return (
    <ul class="remarks" aria-label={texts.comments(side)}>
      {found.remarks.map((remark) => (
        <li
          onPointerEnter={() => (desk.pointed.value = desk.placesOf(remark.pieces, remark.places))}
          onPointerLeave={() => (desk.pointed.value = [])}
        >
          {remark.text}
        </li>
      ))}
    </ul>
  );
}
