/** What happened: one line an event; to hover a line shows its place. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import type { LogLine } from "../screen.gen";
import { useSeat } from "../seat/context";
import { RuleChip, Said, Sign } from "./parts";
import { RollCard } from "./RollCard";
import { Originals } from "./StoppedCard";
import * as texts from "../texts/panels/LogTab";

function Entry({ line, fresh }: { line: LogLine; fresh: boolean }): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const point = (): void => {
    desk.pointed.value = desk.placesOf(line.pieces ?? [], line.places ?? []);
  };
  const style = seat.screen.value!.sides.find((side) => side.id === line.side)?.style ?? "";
  return (
    <li class={`log-line ${fresh ? "fresh" : ""}`} onMouseEnter={point} onMouseLeave={() => (desk.pointed.value = [])}>
      <span class={`log-sign ${style}`}>
        <Sign icon={line.icon ?? "plain"} />
      </span>
      <span>
        <Said text={line.text} places={line.places} /> <RuleChip id={line.rule} />
      </span>
    </li>
  );
}

/** The last events, the newest first. */
export function LogLines({ most }: { most?: number }): JSX.Element {
  const log = useSeat().screen.value!.log;
  const lines = [...(log?.lines ?? [])].reverse().slice(0, most);
  const since = log?.since ?? Infinity;
  if (!lines.length) return <p class="quiet small">{texts.nothingHasHappenedYet}</p>;
  return (
    <ol class="log">
      {lines.map((line) => (
        <Entry key={line.number} line={line} fresh={line.number >= since} />
      ))}
    </ol>
  );
}

export function LogTab(): JSX.Element {
  const seat = useSeat();
  const { roll } = seat.screen.value!;
  const { replay } = seat;
  return (
    <>
      {roll && <RollCard roll={roll} />}
      <section class="block">
        <header class="block-head">
          <h3 class="caps">{texts.log}</h3>
          {seat.token && (
            <button type="button" class="button small" onClick={() => void replay.sinceLast()}>
              <Icon name="play" />
              {texts.sinceYourLastMove}
            </button>
          )}
        </header>
        <LogLines />
        {seat.token && (
          <p class="log-foot">
            <a class="button small" href={`/api/seats/${seat.token}/journal`} download>
              <Icon name="download" />
              {texts.journal}
            </a>
            <Originals look="button small" />
            <button type="button" class="button small" onClick={() => void replay.begin(0)}>
              <Icon name="history" />
              {texts.replayFromTheStart}
            </button>
          </p>
        )}
      </section>
    </>
  );
}
