/** The slider over the whole game, with its speed. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { SPEEDS } from "../seat/replay";
import { Remarks } from "./MachineBar";

export function ReplayBar(): JSX.Element {
  const seat = useSeat();
  const { replay } = seat;
  const turn = seat.screen.value!.turn;
  const latest = replay.last;
  const humans = Object.values(seat.shown.value!.players).filter((player) => player === "human").length;
  const may = seat.shown.value!.seat.player === "human" && !seat.shown.value!.screen.result;
  return (
    <section class="replay floats" data-floats aria-label="Replay">
      <div class="replay-words">
        <b>{turn.label}</b>
        <span class="quiet">{replay.text || "The beginning"}</span>
      </div>
      <Remarks />
      <div class="replay-row">
        <button type="button" class="icon-button" aria-label="To the beginning" onClick={() => void replay.show(0)}>
          <Icon name="start" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="One line back"
          onClick={() => {
            replay.pause();
            void replay.show(replay.at.value - 1);
          }}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={replay.playing.value ? "Pause" : "Play"}
          onClick={() => (replay.playing.value ? replay.pause() : replay.play())}
        >
          <Icon name={replay.playing.value ? "pause" : "play"} />
        </button>
        <button
          type="button"
          class="icon-button turned"
          aria-label="One line on"
          onClick={() => {
            replay.pause();
            void replay.show(replay.at.value + 1);
          }}
        >
          <Icon name="back" />
        </button>
        <input
          type="range"
          min={0}
          max={latest}
          value={replay.at.value}
          aria-label="Line of the journal"
          aria-valuetext={`line ${replay.at.value} of ${latest}`}
          onInput={(event) => {
            replay.pause();
            void replay.show(Number(event.currentTarget.value));
          }}
        />
        <span class="figure">
          {replay.at.value} / {latest}
        </span>
        <span class="speeds" role="group" aria-label="Turns">
          <button type="button" class="button small" onClick={() => void replay.jump(-1)}>
            Turn −
          </button>
          <button type="button" class="button small" onClick={() => void replay.jump(1)}>
            Turn +
          </button>
        </span>
        <span class="speeds" role="group" aria-label="Speed">
          {SPEEDS.map((speed) => (
            <button
              type="button"
              class="button small"
              aria-pressed={replay.speed.value === speed}
              onClick={() => (replay.speed.value = speed)}
            >
              {speed}×
            </button>
          ))}
        </span>
        <button type="button" class="button small main" onClick={() => replay.close()}>
          Back to the game
        </button>
      </div>
      {may && (
        <button
          type="button"
          class="place-link small rewind"
          disabled={replay.at.value >= latest}
          onClick={() => {
            const line = replay.at.value;
            replay.close();
            void seat.rewind(line);
          }}
        >
          {humans > 1 && seat.shown.value!.seat.side !== "*"
            ? "Propose to go back to here"
            : "Go back to here and play on"}
        </button>
      )}
    </section>
  );
}

/** A rewind that one side has proposed. */
export function Proposal(): JSX.Element | null {
  const seat = useSeat();
  const shown = seat.shown.value!;
  const { proposal } = shown;
  if (!proposal) return null;
  const side = shown.screen.sides.find((one) => one.id === proposal.side)?.label ?? proposal.side;
  const mine = proposal.side === shown.seat.side;
  const back = shown.lines - proposal.line;
  return (
    <section class="proposal floats" data-floats role="status">
      <p>
        {mine
          ? `You propose to go back by ${back} lines. The other side must agree.`
          : `${side} proposes to go back by ${back} lines.`}
      </p>
      {!mine && shown.seat.player === "human" && (
        <button type="button" class="button main" onClick={() => void seat.rewind(proposal.line)}>
          Agree
        </button>
      )}
      {shown.seat.player === "human" && (
        <button type="button" class="button" onClick={() => void seat.refuse()}>
          {mine ? "Withdraw" : "Refuse"}
        </button>
      )}
    </section>
  );
}
