/** A game that a corrected rule has stopped: which line, why, and how to go on; and the journals that were cut. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/StoppedCard";

export function StoppedCard(): JSX.Element | null {
  const seat = useSeat();
  const [open, setOpen] = useState(true);
  const { stopped } = seat.shown.value!;
  if (!stopped || seat.replay.open.value) return null;
  if (!open) {
    return (
      <button type="button" class="button stopped-reopen" data-floats onClick={() => setOpen(true)}>
        {texts.stoppedByARuleCorrection}
      </button>
    );
  }
  return (
    <section class="stopped floats" data-floats role="status" aria-label={texts.ruleCorrection}>
      <header>
        <h3>{texts.aRuleCorrectionStopsThis}</h3>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={() => setOpen(false)}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        {stopped.text} <RuleChip id={stopped.rule} />
      </p>
      <footer>
        {stopped.may_resume && (
          <button type="button" class="button main" data-resume onClick={() => void seat.resume()}>
            {texts.playOnFromHere}
          </button>
        )}
        <button type="button" class="button" onClick={() => void seat.replay.begin(0, true)}>
          <Icon name="play" />
          {texts.watchFromTheStart}
        </button>
        <Originals look="button" />
      </footer>
    </section>
  );
}

/** Links to the journals as they were before rules were corrected. */
export function Originals({ look, role }: { look?: string; role?: "menuitem" }): JSX.Element {
  const seat = useSeat();
  const count = seat.shown.value!.originals ?? 0;
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return (
    <>
      {numbers.map((number) => (
        <a class={look} role={role} href={`/api/seats/${seat.token}/originals/${number}`} download>
          <Icon name="download" />
          {count > 1 ? texts.originalJournal(number) : texts.originalJournal2}
        </a>
      ))}
    </>
  );
}
