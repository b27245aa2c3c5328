/** The last roll: every die, and where it went. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Die, Roll } from "../screen.gen";
import { useSeat } from "../seat/context";
import { PieceCounter, RuleChip, SideMark } from "./parts";
import * as texts from "../texts/panels/RollCard";

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [7.5, 7.5],
    [16.5, 16.5],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7.5, 7.5],
    [16.5, 7.5],
    [7.5, 16.5],
    [16.5, 16.5],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7.5, 6.5],
    [16.5, 6.5],
    [7.5, 12],
    [16.5, 12],
    [7.5, 17.5],
    [16.5, 17.5],
  ],
};

export function DieFace({ die, rolling }: { die: Die; rolling?: boolean }): JSX.Element {
  const six = die.faces === 6;
  const said = [
    texts.die(die.value),
    die.state && die.state !== "counts" ? die.state.replace("-", " ") : "",
    die.text ?? "",
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <span
      class={`die ${die.state ?? "counts"} ${rolling ? "rolling" : ""}`}
      title={[die.label, die.text].filter(Boolean).join(": ") || undefined}
    >
      <svg viewBox="0 0 24 24" role="img" aria-label={said}>
        <rect x="1" y="1" width="22" height="22" rx={six ? 5 : 11} />
        {six ? (
          PIPS[die.value]?.map(([x, y]) => <circle cx={x} cy={y} r="2.1" />)
        ) : (
          <text x="12" y="16.4">
            {die.value}
          </text>
        )}
      </svg>
      {die.text && <small>{die.text}</small>}
    </span>
  );
}

export function RollCard({ roll }: { roll: Roll }): JSX.Element {
  const { desk, screen: shown } = useSeat();
  const screen = shown.value!;
  const key = JSON.stringify(roll.dice ?? roll.drawn) + roll.text;
  const [rolling, setRolling] = useState(desk.rolled.value !== key);
  useEffect(() => {
    if (desk.rolled.value === key) return undefined;
    desk.rolled.value = key;
    setRolling(true);
    const timer = setTimeout(() => setRolling(false), 700);
    return () => clearTimeout(timer);
  }, [key]);
  const drawn = (roll.drawn ?? [])
    .map((id) => screen.pieces.find((piece) => piece.id === id))
    .filter((piece) => piece !== undefined);
  return (
    <section
      class={`block roll ${rolling ? "rolling" : ""}`}
      onClick={() => setRolling(false)}
      aria-label={texts.theLastRoll}
    >
      <header class="block-head">
        <h3 class="caps">
          <SideMark side={roll.side} /> {roll.dice?.length ? texts.dice : texts.draw}
        </h3>
        <span>
          {roll.private && <span class="small quiet">{texts.onlyYouSeeThis} </span>}
          <RuleChip id={roll.rule} />
        </span>
      </header>
      <p class="quiet">{roll.text}</p>
      {roll.dice && (
        <div class="dice">
          {roll.dice.map((die) => (
            <DieFace die={die} rolling={rolling} />
          ))}
        </div>
      )}
      {drawn.length > 0 && (
        <div class="dice">
          {drawn.map((piece) => (
            <PieceCounter piece={piece} size={44} />
          ))}
        </div>
      )}
      {roll.tally?.map((line) => (
        <p class={`small ${line.struck ? "struck" : ""}`}>
          {line.text}: {line.change ?? line.after} <RuleChip id={line.rule} />
        </p>
      ))}
      {roll.result && <p class="roll-result">{roll.result}</p>}
    </section>
  );
}
