/** How often each face fell here, beside what chance expects. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../server/http";
import { PageHead } from "./layout";
import { chiSquare, surprise } from "./fairness";
import * as texts from "../texts/pages/DicePage";

type Dice = Record<string, Record<string, number>>;

export function DicePage(): JSX.Element {
  const [dice, setDice] = useState<Dice | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = texts.diceArdennes;
    void get<{ dice: Dice }>("/api/dice").then(
      (found) => setDice(found.dice),
      (error: Error) => setFault(error.message),
    );
  }, []);
  const kinds = Object.keys(dice ?? {})
    .map(Number)
    .sort((a, b) => a - b);
  return (
    <div class="page">
      <PageHead />
      <main class="text-page">
        <h1>{texts.theDice}</h1>
        <p>{texts.everyDieIsRolledWith}</p>
        {fault && (
          <p class="page-fault" role="alert">
            {fault}
          </p>
        )}
        {dice && !kinds.length && <p class="quiet">{texts.noDiceHaveBeenRolled}</p>}
        {kinds.map((sides) => (
          <Faces sides={sides} counts={dice![String(sides)]!} />
        ))}
      </main>
    </div>
  );
}

function Faces({ sides, counts }: { sides: number; counts: Record<string, number> }): JSX.Element {
  const faces = Array.from({ length: sides }, (_, i) => counts[String(i + 1)] ?? 0);
  const total = faces.reduce((sum, n) => sum + n, 0);
  const most = Math.max(...faces, 1);
  const expected = total / sides;
  const chi = chiSquare(faces);
  return (
    <section class="page-card dice-card">
      <h2>
        {texts.diceWith} {sides} faces <span class="quiet small">{total} rolls</span>
      </h2>
      <div class="dice-bars">
        {faces.map((n, i) => (
          <div title={texts.times(n)}>
            <span class="bar-figure">{n}</span>
            <i style={{ height: `${(n / most) * 110}px` }} />
            <b>{i + 1}</b>
          </div>
        ))}
        <hr style={{ bottom: `${24 + (expected / most) * 110}px` }} title={texts.expected(expected.toFixed(1))} />
      </div>
      <p class="small quiet">
        {texts.expected2} {expected.toFixed(1)} {texts.eachChiSquared} {chi.toFixed(2)} with {sides - 1}{" "}
        {texts.degreesOfFreedomFairDice} {Math.round(surprise(chi, sides - 1) * 100)} {texts.of100SuchSeries}
      </p>
    </section>
  );
}
