/** What a battle may bring: the table with its column, the chance of each result, what is to be expected. */
import type { JSX } from "preact";
import type { Measure, Outcome, ResultTable } from "../screen.gen";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/Chances";

export function Table({ table, rolled }: { table: ResultTable; rolled: boolean }): JSX.Element {
  const lit = (column: number): string =>
    column === table.column ? "lit" : column === table.unshifted ? "unshifted" : "";
  return (
    <section class={`crt ${rolled ? "rolled" : ""}`}>
      <header class="block-head">
        <h3 class="caps">{table.label}</h3>
        <RuleChip id={table.rule} />
      </header>
      <div class="grid-scroll">
        <table>
          <thead>
            <tr>
              <td />
              {table.columns.map((column, i) => (
                <th scope="col" class={lit(i)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, r) => (
              <tr class={r === table.row ? "fell" : ""}>
                <th scope="row">{row.label}</th>
                {row.cells.map((cell, i) => (
                  <td class={lit(i)}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function percent(chance: number): string {
  const whole = chance * 100;
  if (whole > 0 && whole < 1) return "<1%";
  if (whole > 99 && whole < 100) return ">99%";
  return `${Math.round(whole)}%`;
}

const MOST_BARS = 10;
const FEW_BARS = 4; // results that are read without unfolding them
const SHORT = 6; // letters of a result that has a column of its own

/** The chance of each result; a long list is `folded` where measures say what matters. */
export function Chances({
  outcomes,
  row,
  folded = false,
}: {
  outcomes: Outcome[];
  row: string | null;
  folded?: boolean;
}): JSX.Element {
  if (!folded || outcomes.length <= FEW_BARS) return <Bars outcomes={outcomes} row={row} />;
  return (
    <details class="all-results">
      <summary class="caps">
        {texts.chanceOfEachResult} <span class="small quiet">{outcomes.length} results</span>
      </summary>
      <Bars outcomes={outcomes} row={row} />
    </details>
  );
}

function Bars({ outcomes, row }: { outcomes: Outcome[]; row: string | null }): JSX.Element {
  const wordy = outcomes.some((outcome) => outcome.label.length > SHORT);
  const kept = wordy ? outcomes.slice(0, MOST_BARS) : outcomes;
  const rest = outcomes.slice(kept.length);
  return (
    <section class={`chances ${wordy ? "wordy" : ""}`}>
      <header class="block-head">
        <h3 class="caps">{texts.chanceOfEachResult}</h3>
      </header>
      {kept.map((outcome) => (
        <div class={`chance ${outcome.favours ?? "neither"} ${outcome.label === row ? "fell" : ""}`}>
          {!wordy && <b>{outcome.label}</b>}
          <span class="bar">
            <i style={{ width: `${outcome.chance * 100}%` }} />
          </span>
          <b class="figure">{percent(outcome.chance)}</b>
          <span class="small">
            {outcome.text || outcome.label} <RuleChip id={outcome.rule} />
          </span>
        </div>
      ))}
      {rest.length > 0 && (
        <p class="small quiet">
          {rest.length} {texts.rarerResults} {percent(rest.reduce((sum, outcome) => sum + outcome.chance, 0))} together
        </p>
      )}
    </section>
  );
}

export function Measures({ measures }: { measures: Measure[] }): JSX.Element {
  return (
    <section class="measures">
      <header class="block-head">
        <h3 class="caps">{texts.whatToExpect}</h3>
      </header>
      {measures.map((measure) => (
        <div class="measure">
          <span>{measure.label}</span>
          <b>{measure.value}</b>
          {measure.chances && (
            <span
              class="columns"
              role="img"
              aria-label={measure.chances.map((chance, n) => `${n}: ${percent(chance)}`).join(", ")}
            >
              {measure.chances.map((chance, n) => (
                <i title={`${n}: ${percent(chance)}`}>
                  <u style={{ height: `${Math.max(3, chance * 100)}%` }} />
                  <small>{n}</small>
                </i>
              ))}
            </span>
          )}
        </div>
      ))}
    </section>
  );
}
