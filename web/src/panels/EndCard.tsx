/** The end of a game: who won, the rule that decided it, figures by turn, the journal. */
import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Plot, Result, Screen } from "../screen.gen";
import { useSeat } from "../seat/context";
import { RuleChip, SideMark } from "./parts";
import { Standings } from "./ForcesTab";
import { ReportButton } from "./ReportCard";
import { TryButton } from "./SandboxBar";
import { Rematch, Totals } from "./SeriesView";
import * as texts from "../texts/panels/EndCard";

export function EndCard({ result, screen }: { result: Result; screen: Screen }): JSX.Element | null {
  const seat = useSeat();
  const [open, setOpen] = useState(true);
  useLayoutEffect(() => {
    const closes = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpen(false);
    };
    addEventListener("keydown", closes);
    return () => removeEventListener("keydown", closes);
  }, []);
  if (!open) {
    return (
      <button type="button" class="button main end-reopen" data-floats onClick={() => setOpen(true)}>
        {result.level}
        {texts.showTheResult}
      </button>
    );
  }
  const winner = screen.sides.find((side) => side.id === result.winner);
  return (
    <section class="end floats" data-floats role="dialog" tabIndex={-1} aria-label={texts.theEndOfTheGame}>
      <header>
        <div>
          <p class="caps quiet">{screen.turn.label}</p>
          <h2>
            {winner && <SideMark side={winner.id} />} {winner ? texts.victory(winner.label) : texts.aDraw}
          </h2>
          {winner && !result.text.toLowerCase().startsWith(result.level.toLowerCase()) && (
            <p class="level">{result.level}</p>
          )}
        </div>
        <button type="button" class="icon-button" aria-label={texts.closeAndLookAtThe} onClick={() => setOpen(false)}>
          <Icon name="close" />
        </button>
      </header>
      <div class="end-body">
        <p>
          {result.text} <RuleChip id={result.rule} />
        </p>
        <Totals />
        <div class="plots">
          {(screen.plots ?? []).map((plot) => (
            <PlotView plot={plot} screen={screen} />
          ))}
        </div>
        <Standings standing={screen.standing ?? []} />
      </div>
      {seat.token && (
        <footer>
          <a class="button" href={`/api/seats/${seat.token}/journal`} download>
            <Icon name="download" />
            {texts.downloadTheGame}
          </a>
          <button
            type="button"
            class="button"
            onClick={() => {
              setOpen(false);
              void seat.replay.begin(0, true);
            }}
          >
            <Icon name="play" />
            {texts.replay}
          </button>
          <ReportButton />
          <TryButton words={texts.tryAnotherEnding} look="button" />
          <Rematch />
          <a class="button main" href="/">
            {texts.newGame}
          </a>
        </footer>
      )}
    </section>
  );
}

const W = 320;
const H = 120;

/** Lines by turn: square points for one side, round for the other, so that hue is not needed. */
function PlotView({ plot, screen }: { plot: Plot; screen: Screen }): JSX.Element {
  const values = plot.series.flatMap((line) => line.values).filter((value): value is number => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (i: number): number => 28 + (i * (W - 40)) / Math.max(1, plot.turns.length - 1);
  const y = (value: number): number => 8 + ((high - value) * (H - 28)) / (high - low || 1);
  const every = Math.ceil(plot.turns.length / 9);
  return (
    <figure class="plot">
      <figcaption class="caps">{plot.label}</figcaption>
      <svg
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-label={plot.series
          .map((line) => `${line.label}: ${line.values.filter((v) => v !== null).join(", ")}`)
          .join("; ")}
      >
        {[low, (low + high) / 2, high].map((value) => (
          <g>
            <line x1="28" x2={W - 8} y1={y(value)} y2={y(value)} class="axis" />
            <text x="24" y={y(value) + 4} class="tick-y">
              {Math.round(value * 10) / 10}
            </text>
          </g>
        ))}
        {plot.turns.map(
          (turn, i) =>
            i % every === 0 && (
              <text x={x(i)} y={H - 4} class="tick-x">
                {turn}
              </text>
            ),
        )}
        {plot.series.map((line) => {
          const style = screen.sides.find((side) => side.id === line.side)?.style ?? "plain";
          const points = line.values
            .map((value, i) => (value === null ? null : ([x(i), y(value)] as const)))
            .filter((p) => p !== null);
          return (
            <g class={`series ${style}`}>
              <polyline points={points.map((p) => p.join(",")).join(" ")} />
              {points.map(([px, py]) =>
                style === "allied" ? (
                  <circle cx={px} cy={py} r="3" />
                ) : (
                  <rect x={px - 2.8} y={py - 2.8} width="5.6" height="5.6" />
                ),
              )}
            </g>
          );
        })}
      </svg>
      <p class="small">
        {plot.series.map((line) => (
          <span class="legend">
            <SideMark side={line.side} /> {line.label}
          </span>
        ))}
      </p>
    </figure>
  );
}
