/** The goal card: how each side wins, how it stands, what ends this phase. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import type { Screen } from "../screen.gen";
import type { Aim } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import type { Seat } from "../seat/seat";
import { Standings } from "./ForcesTab";
import { RuleChip, SideMark } from "./parts";
import * as texts from "../texts/panels/GoalCard";

/** The aims of both sides in this scenario, one's own first. */
export function aimsOf(screen: Screen, aims: Aim[]): Aim[] {
  const here = aims.filter((aim) => !aim.scenarios?.length || aim.scenarios.includes(screen.scenario.id));
  return [...here.filter((aim) => aim.side === screen.viewer), ...here.filter((aim) => aim.side !== screen.viewer)];
}

/** What is still owed before the phase can end, and how it ends. */
export function phaseEnd(screen: Screen, main: string | undefined, decides: boolean): string {
  const owed = (screen.obligations ?? []).filter((one) => one.state === "open" && one.side === screen.decides).length;
  if (!decides) return texts.itIsTheOtherSides;
  if (owed) return owed === 1 ? texts.oneThingMustBeDone : texts.thingsMustBeDoneBefore(owed);
  return main ? texts.itEndsWith(main) : texts.answerTheQuestionToContinue;
}

export function GoalCard(): JSX.Element | null {
  const seat = useSeat();
  const screen = seat.screen.value;
  if (!screen || !seat.desk.goal.value || screen.result) return null;
  const now = screen.phases.steps.find((step) => step.state === "now");
  return (
    <section class="goal floats" data-floats role="dialog" aria-label={texts.theGoalOfTheGame}>
      <header class="block-head">
        <h2 class="serif">{texts.howToWin}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.close}
          onClick={() => (seat.desk.goal.value = false)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="goal-body">
        {aimsOf(screen, seat.rules.value?.aims ?? []).map((aim) => (
          <p class={aim.side === screen.viewer ? "own" : "quiet"}>
            <SideMark side={aim.side} /> {aim.text} <RuleChip id={aim.rule} />
          </p>
        ))}
        <p>
          {now && (
            <>
              <b>{now.label}</b> <RuleChip id={now.rule} />{" "}
            </>
          )}
          {phaseEnd(screen, endOf(seat), seat.decides)}
        </p>
        {screen.standing?.length ? (
          <details>
            <summary>{texts.howItStands}</summary>
            <Standings standing={screen.standing} />
          </details>
        ) : null}
      </div>
      <p class="small quiet wide-only">
        {texts.press} <kbd class="kbd">G</kbd> {texts.toSeeThisAgain}
      </p>
    </section>
  );
}

/** The button that ends the phase, in its own words. */
function endOf(seat: Seat): string | undefined {
  return seat.offers.value.buttons.find((option) => option.action === "done")?.label ?? seat.offers.value.main?.label;
}
