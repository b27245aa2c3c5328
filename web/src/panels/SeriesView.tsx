/** At the end of a game: the way to the rematch, and the totals where a record is kept. */
import type { JSX } from "preact";
import { go } from "../route";
import { useSeat } from "../seat/context";
import { added } from "../words/series";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/SeriesView";

export function Totals(): JSX.Element | null {
  const series = useSeat().shown.value?.series;
  if (!series?.totals.length) return null;
  return (
    <section class="totals" aria-label={texts.matchRecord}>
      <h3 class="caps">
        {series.label}
        {texts.game} {series.number} {texts.ofThisMatch} {series.rule && <RuleChip id={series.rule} />}
      </h3>
      <dl>
        {series.totals.map((player) => (
          <div>
            <dt>{player.label}</dt>
            <dd>{added(player)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Rematch(): JSX.Element | null {
  const seat = useSeat();
  const series = seat.shown.value?.series;
  if (!series?.next && !series?.may_begin) return null;
  const begin = async (): Promise<void> => {
    if (!series.next) await seat.rematch();
    const token = seat.shown.value?.series?.next;
    if (token) go(`/seat/${token}`);
  };
  return (
    <button type="button" class="button" onClick={() => void begin()}>
      {series.next ? texts.goToTheRematch : texts.rematchWithSidesSwapped}
    </button>
  );
}
