/** The slider over the whole game, with its speed. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Branch } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { SPEEDS } from "../seat/replay";
import { Remarks } from "./MachineBar";
import { ReportButton } from "./ReportCard";
import { TryButton } from "./SandboxBar";

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
        <span class="quiet">{replay.text || "The start"}</span>
      </div>
      <Remarks />
      <div class="replay-row">
        <button type="button" class="icon-button" aria-label="To the start" onClick={() => void replay.show(0)}>
          <Icon name="start" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="One step back"
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
          aria-label="One step forward"
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
          aria-label="Position in the game"
          aria-valuetext={`step ${replay.at.value} of ${latest}`}
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
        <TryButton words="Try it from here" />
        <ReportButton look="button small" />
        <button type="button" class="button small main" onClick={() => replay.close()}>
          Back to the game
        </button>
      </div>
      {may && <GoBack alone={humans === 1 || seat.shown.value!.seat.side === "*"} />}
    </section>
  );
}

/** Go back and play on: where nobody else is asked, the player is; and the lines of play that were left so. */
function GoBack({ alone }: { alone: boolean }): JSX.Element {
  const seat = useSeat();
  const { replay } = seat;
  const line = replay.at.value;
  const [asked, setAsked] = useState<number | null>(null); // the line that the question is about
  const goBack = (): void => {
    replay.close();
    void seat.rewind(line);
  };
  const branches = seat.shown.value!.branches ?? [];
  const lines = replay.last - line;
  if (asked === line)
    return (
      <div class="go-back" role="alertdialog" aria-label="Go back and play on?">
        <p>
          Go back {lines === 1 ? "one step" : `${lines} steps`} and play on? The moves since then are kept: you can
          return to it from here.
        </p>
        <button type="button" class="button small" onClick={() => setAsked(null)}>
          Cancel
        </button>
        <button type="button" class="button small main" onClick={goBack}>
          Go back
        </button>
      </div>
    );
  return (
    <div class="go-back">
      <button
        type="button"
        class="place-link small rewind"
        disabled={line >= replay.last}
        onClick={() => (alone ? setAsked(line) : goBack())}
      >
        {alone ? "Go back to here and play on" : "Propose to go back to here"}
      </button>
      {branches.map((branch) => (
        <button
          key={branch.number}
          type="button"
          class="place-link small"
          data-branch={branch.number}
          title="The game as it went before you went back. The current line is kept too."
          onClick={() => {
            replay.close();
            void seat.takeUp(branch.number);
          }}
        >
          {alone ? "Return" : "Propose to return"} to the line abandoned {momentOf(branch)}
        </button>
      ))}
    </div>
  );
}

/** When a line of play was left: in which turn, and at what time; the day if it was not today. */
function momentOf({ turn, at }: Branch): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const today = then.toDateString() === new Date().toDateString();
  const day = today ? "" : `${then.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, `;
  return `in turn ${turn} (${day}${time})`;
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
  const what = proposal.branch ? "to return to an earlier line of play" : `to go back ${back} steps`;
  const words = mine ? `You propose ${what}. The other side must agree.` : `The ${side} player proposes ${what}.`;
  const draw = mine
    ? "You have offered a draw. The offer lapses with the next move."
    : `The ${side} player offers a draw.`;
  const agree = (): Promise<boolean> => {
    if (proposal.draw) return seat.end("draw");
    return proposal.branch ? seat.takeUp(proposal.branch) : seat.rewind(proposal.line);
  };
  return (
    <section class="proposal floats" data-floats role="status">
      <p>{proposal.draw ? draw : words}</p>
      {!mine && shown.seat.player === "human" && (
        <button type="button" class="button main" onClick={() => void agree()}>
          {proposal.draw ? "Accept the draw" : "Agree"}
        </button>
      )}
      {shown.seat.player === "human" && (
        <button type="button" class="button" onClick={() => void seat.refuse()}>
          {mine ? "Withdraw" : proposal.draw ? "Decline" : "Decline"}
        </button>
      )}
    </section>
  );
}
