/** What each side has lost, by turn: for every game, from what its log has told. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Side } from "../screen.gen";
import { get } from "../server/http";
import type { Loss } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { RuleChip, SideMark } from "./parts";
import * as texts from "../texts/panels/Losses";

export function Losses(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="army" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{texts.lossesByTurn}</b>
      </summary>
      {open && <LossList />}
    </details>
  );
}

function LossList(): JSX.Element {
  const seat = useSeat();
  const [losses, setLosses] = useState<Loss[] | null>(null);
  const { revision } = seat.shown.value!;
  useEffect(() => {
    void get<{ losses: Loss[] }>(`/api/seats/${seat.token}/losses`).then(
      (found) => setLosses(found.losses),
      () => setLosses([]),
    );
  }, [revision]);
  if (!losses)
    return (
      <p class="small quiet" aria-busy="true">
        {texts.readingTheLog}
      </p>
    );
  if (!losses.length) return <p class="small quiet">{texts.noLossesYet}</p>;
  return (
    <>
      {seat.screen.value!.sides.map((side) => (
        <SideLosses side={side} losses={losses.filter((one) => one.side === side.id)} />
      ))}
    </>
  );
}

function SideLosses({ side, losses }: { side: Side; losses: Loss[] }): JSX.Element {
  const turns = [...new Set(losses.map((one) => one.turn))];
  return (
    <section class="losses">
      <h4>
        <SideMark side={side.id} /> {side.label}: {lost(losses)}
      </h4>
      {turns.map((turn) => {
        const then = losses.filter((one) => one.turn === turn);
        return (
          <details>
            <summary>
              {texts.turn} {turn}: {lost(then)}
            </summary>
            {then.map((one) => (
              <p class="small">
                {one.text} <RuleChip id={one.rule} />
              </p>
            ))}
          </details>
        );
      })}
    </section>
  );
}

/** How much was lost, in words. */
export function lost(losses: Loss[]): string {
  const count = losses.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? texts.noLosses : count === 1 ? texts.n1PieceLost : texts.piecesLost(count);
}
