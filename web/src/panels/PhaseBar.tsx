/** The sequence of play: what is over, what is now, what comes. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { SideMark } from "./parts";
import { useRow } from "./row";
import * as texts from "../texts/panels/PhaseBar";

export function PhaseBar(): JSX.Element {
  const seat = useSeat();
  const { phases, sides } = seat.screen.value!;
  const at = phases.steps.findIndex((step) => step.state === "now");
  const row = useRow<HTMLOListElement>(`${phases.label} ${at}`);
  const style = (id: string | undefined): string =>
    sides.find((side) => side.id === (id ?? phases.side))?.style ?? "german";
  return (
    <nav class="phases" aria-label={texts.sequenceOfPlay}>
      <div class="phases-side">
        <SideMark side={phases.side} /> {phases.label}
      </div>
      <ol ref={row}>
        {phases.steps.map((step) => (
          <li
            class={`phase ${step.state} ${style(step.side)}`}
            aria-current={step.state === "now" ? "step" : undefined}
          >
            <button
              type="button"
              onClick={() => step.rule && seat.desk.open(step.rule)}
              title={step.rule ? texts.rule(step.rule) : undefined}
            >
              {step.state === "done" && <Icon name="check" />}
              {step.side && step.side !== phases.side && <SideMark side={step.side} />}
              <span>{step.label}</span>
              {step.state === "skipped" && <span class="hidden-text"> (skipped)</span>}
            </button>
          </li>
        ))}
      </ol>
      {phases.after && !seat.screen.value!.result && (
        <div class="phases-after wide-only">
          <SideMark side={phases.after.side} /> {phases.after.text}
        </div>
      )}
    </nav>
  );
}
