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
import * as texts from "../texts/panels/ReplayBar";

export function ReplayBar(): JSX.Element {
  const seat = useSeat();
  const { replay } = seat;
  const turn = seat.screen.value!.turn;
  const latest = replay.last;
  const humans = Object.values(seat.shown.value!.players).filter((player) => player === "human").length;
  const may = seat.shown.value!.seat.player === "human" && !seat.shown.value!.screen.result;
  return (
    <section class="replay floats" data-floats aria-label={texts.replay}>
      <div class="replay-words">
        <b>{turn.label}</b>
        <span class="quiet">{replay.text || texts.theStart}</span>
      </div>
      <Remarks />
      <div class="replay-row">
        <button type="button" class="icon-button" aria-label={texts.toTheStart} onClick={() => void replay.show(0)}>
          <Icon name="start" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.oneStepBack}
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
          aria-label={replay.playing.value ? texts.pause : texts.play}
          onClick={() => (replay.playing.value ? replay.pause() : replay.play())}
        >
          <Icon name={replay.playing.value ? "pause" : "play"} />
        </button>
        <button
          type="button"
          class="icon-button turned"
          aria-label={texts.oneStepForward}
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
          aria-label={texts.positionInTheGame}
          aria-valuetext={texts.stepOf(replay.at.value, latest)}
          onInput={(event) => {
            replay.pause();
            void replay.show(Number(event.currentTarget.value));
          }}
        />
        <span class="figure">
          {replay.at.value} / {latest}
        </span>
        <span class="speeds" role="group" aria-label={texts.turns}>
          <button type="button" class="button small" onClick={() => void replay.jump(-1)}>
            {texts.turn}
          </button>
          <button type="button" class="button small" onClick={() => void replay.jump(1)}>
            {texts.turn2}
          </button>
        </span>
        <span class="speeds" role="group" aria-label={texts.speed}>
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
        <TryButton words={texts.tryItFromHere} />
        <ReportButton look="button small" />
        <button type="button" class="button small main" onClick={() => replay.close()}>
          {texts.backToTheGame}
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
      <div class="go-back" role="alertdialog" aria-label={texts.goBackAndPlayOn}>
        <p>
          {texts.goBack} {lines === 1 ? texts.oneStep : texts.steps(lines)} {texts.andPlayOnTheMoves}
        </p>
        <button type="button" class="button small" onClick={() => setAsked(null)}>
          {texts.cancel}
        </button>
        <button type="button" class="button small main" onClick={goBack}>
          {texts.goBack}
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
        {alone ? texts.goBackToHereAnd : texts.proposeToGoBackTo}
      </button>
      {branches.map((branch) => (
        <button
          key={branch.number}
          type="button"
          class="place-link small"
          data-branch={branch.number}
          title={texts.theGameAsItWent}
          onClick={() => {
            replay.close();
            void seat.takeUp(branch.number);
          }}
        >
          {alone ? texts.returnText : texts.proposeToReturn} {texts.toTheLineAbandoned} {momentOf(branch)}
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
  return texts.inTurn(turn, day, time);
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
  const what = proposal.branch ? texts.toReturnToAnEarlier : texts.toGoBackSteps(back);
  const words = mine ? texts.youProposeTheOtherSide(what) : texts.thePlayerProposes(side, what);
  const draw = mine ? texts.youHaveOfferedADraw : texts.thePlayerOffersADraw(side);
  const agree = (): Promise<boolean> => {
    if (proposal.draw) return seat.end("draw");
    return proposal.branch ? seat.takeUp(proposal.branch) : seat.rewind(proposal.line);
  };
  return (
    <section class="proposal floats" data-floats role="status">
      <p>{proposal.draw ? draw : words}</p>
      {!mine && shown.seat.player === "human" && (
        <button type="button" class="button main" onClick={() => void agree()}>
          {proposal.draw ? texts.acceptTheDraw : texts.agree}
        </button>
      )}
      {shown.seat.player === "human" && (
        <button type="button" class="button" onClick={() => void seat.refuse()}>
          {mine ? texts.withdraw : proposal.draw ? texts.decline : texts.decline}
        </button>
      )}
    </section>
  );
}
