/** The front at the end of each turn, beside the true one of that day. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Screen } from "../screen.gen";
import { useSeat } from "../seat/context";
import type { FrontDay, FrontOf, TurnEnd } from "../server/shapes.gen";
import * as texts from "../texts/panels/FrontMap";

const WIDE = 640; // of the picture
const EDGE = 6;

type Course = FrontDay["lines"][number];

/** A day as it is written: 20 December. */
export function dayWords(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(at.getTime())
    ? ""
    : at.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}

/** How degrees become points of the picture: as wide as it is, true to the land in its middle. */
export function projection([west, south, east, north]: FrontOf["frame"]): {
  high: number;
  at: (point: Course[number]) => [number, number];
} {
  const squeeze = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const unit = (WIDE - 2 * EDGE) / ((east - west) * squeeze);
  return {
    high: (north - south) * unit + 2 * EDGE,
    at: ([lon, lat]) => [EDGE + (lon - west) * squeeze * unit, EDGE + (north - lat) * unit],
  };
}

function said(day: FrontDay, side: string): string {
  const held = texts.groundHexes(side, day.held);
  if (day.true_held == null || day.same == null) return `${held}.`;
  return texts.historicallyOfTheMapIs(held, day.true_held, Math.round(100 * day.same));
}

export function FrontMap({
  front,
  turns,
  screen,
  onJump,
}: {
  front: FrontOf;
  turns: TurnEnd[];
  screen: Screen;
  onJump: (line: number) => void;
}): JSX.Element {
  const { desk } = useSeat();
  const [chosen, setChosen] = useState(front.days.length - 1);
  const day = front.days[chosen]!;
  const turn = turns[chosen]!;
  const { high, at } = projection(front.frame);
  const path = (line: Course): string =>
    line
      .map(at)
      .map((point) => point.map((v) => v.toFixed(1)).join(","))
      .join(" ");
  const side = screen.sides.find((one) => one.id === front.side)?.label ?? front.side;
  return (
    <section class="block front">
      <h3 class="caps">{texts.theFrontComparedWithHistory}</h3>
      <label class="front-days">
        <span>
          <b>
            {texts.endOfTurn} {turn.number}
          </b>{" "}
          {dayWords(turn.day)}
        </span>
        <input
          type="range"
          min={0}
          max={front.days.length - 1}
          value={chosen}
          aria-label={texts.turnShown}
          aria-valuetext={texts.turn(turn.number)}
          onInput={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </label>
      <svg class="front-map" viewBox={`0 0 ${WIDE} ${high.toFixed(0)}`} role="img" aria-label={said(day, side)}>
        <rect x="1" y="1" width={WIDE - 2} height={high - 2} class="land" />
        {front.towns.map((town) => {
          const [x, y] = at([town.lon, town.lat]);
          const right = x > WIDE * 0.85;
          return (
            <g class="town">
              <circle cx={x} cy={y} r="2.5" />
              <text x={right ? x - 6 : x + 6} y={y + 4} text-anchor={right ? "end" : "start"}>
                {town.name}
              </text>
            </g>
          );
        })}
        {day.true.map((line) => (
          <polyline class="front-true" points={path(line)} />
        ))}
        {day.lines.map((line) => (
          <polyline class="front-here" points={path(line)} />
        ))}
      </svg>
      <p class="front-legend small">
        <span>
          <svg viewBox="0 0 32 8">
            <path class="front-here" d="M1 4H31" />
          </svg>
          {texts.thisGame}
        </span>
        <span>
          <svg viewBox="0 0 32 8">
            <path class="front-true" d="M1 4H31" />
          </svg>
          {day.true.length ? texts.historyThatEvening : texts.historyUnknownForThisDay}
        </span>
        <button
          type="button"
          class="button small"
          onClick={() => {
            if (!desk.isOn("history")) desk.toggle("history");
            onJump(turn.line);
          }}
        >
          {texts.showOnTheMap}
        </button>
      </p>
      <p class="small">{said(day, side)}</p>
    </section>
  );
}
