/** The report of a game: how it stood by turn, the luck of the dice, what turned it, the front beside history's. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Screen } from "../screen.gen";
import { useSeat } from "../seat/context";
import { Fault, get } from "../server/http";
import type { Analysis, Condition, Fortune, TurningPoint } from "../server/shapes.gen";
import { useTrappedFocus } from "./focus";
import { FrontMap } from "./FrontMap";
import { RuleChip, SideMark } from "./parts";
import * as texts from "../texts/panels/ReportCard";

/** The way to the report. */
export function ReportButton({ look = "button" }: { look?: string }): JSX.Element | null {
  const seat = useSeat();
  if (!seat.token) return null;
  return (
    <button type="button" class={look} onClick={() => (seat.desk.report.value = true)}>
      <Icon name="chart" />
      <span>{texts.analysis}</span>
    </button>
  );
}

/** The report, over the table while it is open. */
export function ReportCard(): JSX.Element | null {
  const seat = useSeat();
  const [found, setFound] = useState<Analysis | null>(null);
  const [fault, setFault] = useState("");
  const revision = seat.shown.value!.revision;
  useEffect(() => {
    let gone = false;
    get<Analysis>(`/api/seats/${seat.token}/analysis`).then(
      (answer) => !gone && setFound(answer),
      (error: unknown) => !gone && setFault(error instanceof Fault ? error.message : String(error)),
    );
    return () => void (gone = true);
  }, [seat, revision]);
  const close = (): void => void (seat.desk.report.value = false);
  const card = useRef<HTMLElement>(null);
  useTrappedFocus(card);
  return (
    <section
      ref={card}
      class="analysis floats"
      data-floats
      role="dialog"
      aria-label={texts.analysis}
      aria-busy={!found && !fault}
    >
      <header class="block-head">
        <h2 class="serif">{texts.analysis}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="analysis-body">
        {fault && <p role="alert">{fault}</p>}
        {!found && !fault && <p class="quiet">{texts.workingItOut}</p>}
        {found && <Report found={found} screen={seat.shown.value!.screen} onLeave={close} />}
      </div>
    </section>
  );
}

function Report({ found, screen, onLeave }: { found: Analysis; screen: Screen; onLeave: () => void }): JSX.Element {
  const { replay } = useSeat();
  const jump = (line: number): void => {
    onLeave();
    void replay.begin(line);
  };
  const turnTo = (line: number): void => {
    onLeave();
    void replay.turnTo(line);
  };
  const turns = found.turns.map((turn) => String(turn.number));
  return (
    <>
      <Points points={found.points} screen={screen} unit={found.unit} onJump={turnTo} />
      <Luck found={found} screen={screen} turns={turns} onTurn={(n) => jump(found.turns[n]!.line)} />
      {found.front && <FrontMap front={found.front} turns={found.turns} screen={screen} onJump={jump} />}
      <section class="block">
        <h3 class="caps">{texts.theScoreAtTheEnd}</h3>
        <div class="plots">
          {found.standing.map((one) => (
            <Curve
              label={one.name}
              rule={one.rule}
              turns={turns}
              lines={[{ side: one.side, values: one.values }]}
              goal={one.needed}
              screen={screen}
              onTurn={(n) => jump(found.turns[n]!.line)}
            />
          ))}
          {(found.estimates ?? []).map((one) => (
            <Curve
              label={one.label}
              turns={turns}
              lines={[{ side: one.side, values: one.values }]}
              goal={null}
              screen={screen}
              onTurn={(n) => jump(found.turns[n]!.line)}
            />
          ))}
        </div>
      </section>
    </>
  );
}

// ---- what turned it ----

/** What a turning point is about, in a few words. */
function about({ kind, size }: TurningPoint, side: string, unit: string): string {
  return kind === "dice" ? texts.betterThanExpected(side, size.toFixed(1), unit) : texts.victoryCondition(side);
}

function Points({
  points,
  screen,
  unit,
  onJump,
}: {
  points: TurningPoint[];
  screen: Screen;
  unit: string;
  onJump: (line: number) => void;
}): JSX.Element {
  return (
    <section class="block">
      <h3 class="caps">{texts.turningPoints}</h3>
      {points.length === 0 && <p class="quiet small">{texts.noTurningPointsYet}</p>}
      <ol class="turnings">
        {points.map((point) => (
          <li>
            <button type="button" class="turning" data-line={point.line} onClick={() => onJump(point.line)}>
              <span class="turning-turn">
                {texts.turn} {point.turn}
              </span>
              <Icon name={point.kind === "dice" ? "dice" : "flag"} />
              <span>
                {point.text}
                <small>
                  <SideMark side={point.side} />{" "}
                  {about(point, screen.sides.find((one) => one.id === point.side)?.label ?? point.side, unit)}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

// ---- luck ----

const signed = (value: number): string =>
  `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(1).replace(/\.0$/, "")}`;

function Luck({
  found,
  screen,
  turns,
  onTurn,
}: {
  found: Analysis;
  screen: Screen;
  turns: string[];
  onTurn: (n: number) => void;
}): JSX.Element {
  const label = (side: string): string => screen.sides.find((one) => one.id === side)?.label ?? side;
  const [first] = found.luck;
  const inColumns = found.luck.some((one) => one.columns !== null);
  const row = (one: Fortune): JSX.Element => (
    <tr>
      <th scope="row">
        <SideMark side={one.side} /> {label(one.side)}
      </th>
      <td>{one.throws}</td>
      <td>{one.expected.toFixed(1)}</td>
      <td>{one.suffered.toFixed(1)}</td>
      <td>{signed(one.luck)}</td>
      {inColumns && <td>{one.columns === null ? "–" : signed(one.columns)}</td>}
      <td>{signed(one.pips)}</td>
    </tr>
  );
  return (
    <section class="block">
      <h3 class="caps">{texts.luckOfTheDice}</h3>
      <div class="luck">
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.inBattles}</th>
              <th scope="col">attacks</th>
              <th scope="col">{texts.expectedLosses}</th>
              <th scope="col">losses</th>
              <th scope="col">
                {texts.luckIn} {found.unit}
              </th>
              {inColumns && <th scope="col">{texts.luckInColumnShifts}</th>}
              <th scope="col">{texts.luckInPips}</th>
            </tr>
          </thead>
          <tbody>{found.luck.map(row)}</tbody>
        </table>
        {first && (
          <Curve
            label={texts.luckOfTheSideIn(label(first.side), found.unit)}
            turns={turns}
            lines={[{ side: first.side, values: found.curve }]}
            goal={0}
            screen={screen}
            onTurn={onTurn}
          />
        )}
      </div>
      <p class="quiet small">
        {texts.lossesIn} {found.unit}
        {texts.fromBattleResultsEachRoll}
        {inColumns && texts.columnShiftsHowManyShifts} {texts.pipsHowMuchBetterThan}
        {found.others > 0 && texts.otherDiceWereRolledOutside(found.others)}
      </p>
    </section>
  );
}

// ---- curves ----

const W = 320;
const H = 120;

interface Drawn {
  side: string;
  values: Condition["values"];
}

/** A figure by turn, with what is needed as a line across; a click on a turn goes to its end. */
export function Curve({
  label,
  rule,
  turns,
  lines,
  goal,
  screen,
  onTurn,
}: {
  label: string;
  rule?: string;
  turns: string[];
  lines: Drawn[];
  goal: number | null;
  screen: Screen;
  onTurn: (n: number) => void;
}): JSX.Element {
  const values = lines.flatMap((one) => one.values).filter((value): value is number => value !== null);
  const low = Math.min(0, ...values, goal ?? 0);
  const high = Math.max(goal || 0, ...values, low + 1);
  const x = (i: number): number => 34 + (i * (W - 46)) / Math.max(1, turns.length - 1);
  const y = (value: number): number => 8 + ((high - value) * (H - 28)) / (high - low);
  const every = Math.ceil(turns.length / 10);
  const wide = (W - 46) / Math.max(1, turns.length - 1);
  return (
    <figure class="plot curve">
      <figcaption>
        {label} <RuleChip id={rule} />
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={texts.byTurn(label, values.join(", "))}>
        {[low, high].map((value) => (
          <g>
            <line x1="34" x2={W - 8} y1={y(value)} y2={y(value)} class="axis" />
            <text x="30" y={y(value) + 4} class="tick-y">
              {`${value < 0 ? "−" : ""}${Math.round(Math.abs(value) * 10) / 10}`}
            </text>
          </g>
        ))}
        {goal !== null && (
          <g class="goal">
            <line x1="34" x2={W - 8} y1={y(goal)} y2={y(goal)} />
            {goal !== low && goal !== high && (
              <text x="30" y={y(goal) + 4} class="tick-y">
                {goal}
              </text>
            )}
          </g>
        )}
        {turns.map(
          (turn, i) =>
            i % every === 0 && (
              <text x={x(i)} y={H - 4} class="tick-x">
                {turn}
              </text>
            ),
        )}
        {lines.map((one) => (
          <Series line={one} screen={screen} x={x} y={y} />
        ))}
        {turns.map((turn, i) => (
          <rect class="hit" x={x(i) - wide / 2} y="0" width={wide} height={H} onClick={() => onTurn(i)}>
            <title>{texts.turn2(turn, lines[0]?.values[i] ?? "–")}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}

function Series({
  line,
  screen,
  x,
  y,
}: {
  line: Drawn;
  screen: Screen;
  x: (i: number) => number;
  y: (value: number) => number;
}): JSX.Element {
  const style = screen.sides.find((side) => side.id === line.side)?.style ?? "plain";
  const points = line.values
    .map((value, i) => (value === null ? null : ([x(i), y(value)] as const)))
    .filter((point) => point !== null);
  return (
    <g class={`series ${style}`}>
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      {points.map(([px, py]) =>
        style === "allied" ? (
          <circle cx={px} cy={py} r="3" />
        ) : (
          <rect x={px - 2.8} y={py - 2.8} width="5.6" height="5.6" />
        ),
      )}
    </g>
  );
}
