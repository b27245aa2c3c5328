/** The sandbox: its branches and moves, the dice that fall next, and the odds of a plan. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Board } from "../board/board";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { hasDice, Sandbox, tryOut } from "../seat/sandbox";
import type { Seat } from "../seat/seat";
import type { DiceDue, Plan } from "../server/shapes.gen";
import type { Circle } from "../shape";
import { percent } from "./Chances";
import { RuleChip, SideMark } from "./parts";
import { DieFace } from "./RollCard";
import { usePinned } from "./usePinned";
import * as texts from "../texts/panels/SandboxBar";

/** The way into a sandbox, wherever a position is shown. */
export function TryButton({ words, look = "button small" }: { words: string; look?: string }): JSX.Element | null {
  const seat = useSeat();
  if (!seat.token) return null;
  return (
    <button
      type="button"
      class={look}
      title={texts.tryMovesOutInA}
      aria-label={look === "icon-button" ? words : undefined}
      data-try
      onClick={() => void tryOut(seat)}
    >
      <Icon name="branch" />
      {look !== "icon-button" && <span>{words}</span>}
    </button>
  );
}

export function SandboxBar(): JSX.Element | null {
  const seat = useSeat();
  return seat instanceof Sandbox ? <Bar sandbox={seat} /> : null;
}

function Bar({ sandbox }: { sandbox: Sandbox }): JSX.Element {
  const [moves, setMoves] = useState(false);
  const list = sandbox.branch.value.moves;
  const since = list.slice(sandbox.planned.value);
  return (
    <section class="sandbox-bar" aria-label={texts.sandbox}>
      <p class="sandbox-title">
        <Icon name="branch" />
        <b>{texts.sandbox}</b>
        <span>{texts.nothingHereCounts}</span>
      </p>
      <div class="sandbox-tools">
        <Branches sandbox={sandbox} />
        <button type="button" class="button small" aria-expanded={moves} onClick={() => setMoves(!moves)}>
          {list.length === 1 ? texts.n1Move : texts.moves(list.length)}
        </button>
        <button
          type="button"
          class="button small"
          aria-pressed={sandbox.byChance.value}
          title={texts.rollDiceAutomaticallyOtherwiseYou}
          onClick={() => (sandbox.byChance.value = !sandbox.byChance.value)}
        >
          <Icon name="dice" />
          {texts.randomDice}
        </button>
        <button
          type="button"
          class="button small"
          disabled={!hasDice(since) || sandbox.working.value}
          aria-busy={sandbox.working.value}
          title={texts.howLikelyThePlanIs}
          data-odds
          onClick={() => void sandbox.askOdds()}
        >
          {sandbox.working.value ? texts.workingItOut : texts.oddsOfThePlan}
        </button>
        {sandbox.guessed.value && (
          <span class="sandbox-guess">
            {texts.hiddenUnitsAreGuesses}
            <button type="button" class="button small" onClick={() => void sandbox.next(() => sandbox.guessAgain())}>
              {texts.guessAgain}
            </button>
          </span>
        )}
      </div>
      {sandbox.behind.value && <span class="sandbox-news">{texts.theGameHasMovedOn}</span>}
      <button type="button" class="button small main sandbox-exit" onClick={() => sandbox.exit()}>
        {texts.backToTheGame}
      </button>
      {moves && <Moves sandbox={sandbox} />}
    </section>
  );
}

function Branches({ sandbox }: { sandbox: Sandbox }): JSX.Element {
  return (
    <span class="speeds" role="group" aria-label={texts.branches}>
      {sandbox.branches.value.map((branch, n) => (
        <button
          type="button"
          class="button small"
          aria-pressed={n === sandbox.at.value}
          onClick={() => void sandbox.next(() => sandbox.goTo(n))}
        >
          {texts.branch} {branch.number}
        </button>
      ))}
      <button
        type="button"
        class="button small"
        title={texts.startAnotherBranchFromHere}
        onClick={() => void sandbox.next(() => sandbox.fork())}
      >
        <Icon name="plus" />
        {texts.newBranch}
      </button>
    </span>
  );
}

/** Everything that was done in the branch: a click goes back to there, or on again. */
function Moves({ sandbox }: { sandbox: Sandbox }): JSX.Element {
  const { moves, undone } = sandbox.branch.value;
  const all = [...moves, ...undone];
  const went = (count: number) => () => void sandbox.next(() => sandbox.shownAfter(count));
  return (
    <div class="sandbox-moves floats" data-floats>
      <ol aria-label={texts.movesOfThisBranch}>
        <li>
          <button type="button" aria-current={moves.length === 0 || undefined} onClick={went(0)}>
            {texts.startOfTheSandbox}
          </button>
        </li>
        {all.map((one, n) => (
          <li class={n >= moves.length ? "undone" : ""}>
            <button type="button" aria-current={n === moves.length - 1 || undefined} onClick={went(n + 1)}>
              {one.side ? <SideMark side={one.side} /> : <Icon name="dice" />}
              <span>{one.text}</span>
            </button>
          </li>
        ))}
      </ol>
      <p>
        <button type="button" class="button small" onClick={() => (sandbox.planned.value = moves.length)}>
          {texts.startThePlanHere}
        </button>
        <span class="quiet small">
          {sandbox.planned.value ? texts.thePlanStartsAfterMove(sandbox.planned.value) : texts.thePlanStartsWithThe}
        </span>
      </p>
    </div>
  );
}

// ---- dice ----

/** In the place of the prompt while dice are due: how shall they fall? */
export function DiceCard(): JSX.Element | null {
  const seat = useSeat();
  const due = seat instanceof Sandbox ? seat.due.value : null;
  if (!due) return null;
  const sandbox = seat as Sandbox;
  return (
    <section class="dice-due floats" data-floats tabIndex={-1} aria-label={texts.chooseTheDieRoll}>
      <header>
        <h2>{texts.chooseTheDieRoll}</h2>
        <p>
          {due.reason} <RuleChip id={due.rule} />
        </p>
      </header>
      {due.falls?.length ? (
        <Falls sandbox={sandbox} due={due} />
      ) : (
        <Faces key={due.reason} sandbox={sandbox} due={due} />
      )}
      <p class="dice-foot">
        <button type="button" class="button small" onClick={() => void seat.undo()}>
          <Icon name="undo" />
          {texts.undo}
        </button>
        <button type="button" class="button small main" data-chance onClick={() => void sandbox.rollByChance()}>
          <Icon name="dice" />
          {texts.rollAtRandom}
        </button>
      </p>
    </section>
  );
}

/** Every way in which the dice can fall, with what comes of it. */
function Falls({ sandbox, due }: { sandbox: Sandbox; due: DiceDue }): JSX.Element {
  return (
    <ol class={`falls ${due.falls!.length > 6 ? "many" : ""}`}>
      {due.falls!.map((fall) => (
        <li>
          <button type="button" data-roll={fall.move} onClick={() => void sandbox.roll(fall.move)}>
            {fall.move
              .split(" ")
              .slice(1)
              .map((face, n) => (
                <DieFace die={{ value: Number(face), faces: due.dice?.[n]?.sides ?? 6 }} />
              ))}
            <span>{fall.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A choice for each die, or for each piece that is drawn. */
function Faces({ sandbox, due }: { sandbox: Sandbox; due: DiceDue }): JSX.Element {
  const names = [...new Set(due.pool ?? [])].sort();
  const dice = due.dice?.map((die) => [die.label, Array.from({ length: die.sides }, (_, n) => `${n + 1}`)] as const);
  const rows = dice ?? Array.from({ length: due.draws ?? 0 }, (_, n) => [texts.draw(n + 1), names] as const);
  const [faces, setFaces] = useState(rows.map(([, choices], n) => (dice ? choices[0]! : (due.pool![n] ?? ""))));
  return (
    <div class="faces">
      {rows.map(([label, choices], n) => (
        <label>
          <span class="quiet small">{label || texts.die(n + 1)}</span>
          <select
            value={faces[n]}
            onChange={(event) => setFaces(faces.map((one, k) => (k === n ? event.currentTarget.value : one)))}
          >
            {choices.map((choice) => (
              <option value={choice}>{choice}</option>
            ))}
          </select>
        </label>
      ))}
      <button type="button" class="button small" onClick={() => void sandbox.roll(`roll ${faces.join(" ")}`)}>
        {dice ? texts.rollThese : texts.drawThese}
      </button>
    </div>
  );
}

// ---- the odds of a plan ----

function sideLabel(seat: Seat, id: string): string {
  return seat.screen.value?.sides.find((side) => side.id === id)?.label ?? id;
}

/** How the odds were found: counted, or tried so many times. */
export function found(plan: Plan): string {
  const many = plan.trials.toLocaleString("en-GB");
  if (plan.exact) return texts.exactAllPossibleRolls(many);
  return texts.simulatedTrials95ConfidenceTo(many, percent(plan.low), percent(plan.high));
}

/** Rings round the places where a plan is fought. */
export function battlesOf(plan: Plan): Circle[] {
  const places = new Set(plan.battles.map((battle) => battle.place).filter(Boolean));
  return [...places].map((at) => ({ kind: "circle", name: at, at, tone: "fight" }));
}

const BESIDE = 16; // window pixels between the card of a plan and what it speaks of
const SHARE = 0.8; // of the board's height that the card may take

/** The plan whose odds are shown. */
export function planOf(seat: Seat): Plan | null {
  return seat instanceof Sandbox ? seat.plan.value : null;
}

/** Draw rings round the battles of a plan, and bring them into sight beside what covers so much more of the board. */
function useRings(plan: Plan, board: Board | null, covers: () => number): string[] {
  const seat = useSeat();
  const rings = battlesOf(plan);
  const places = rings.map((ring) => ring.at);
  useEffect(() => {
    seat.draw("plan", rings);
    return () => seat.draw("plan");
  }, [seat, plan]);
  useLayoutEffect(() => board?.camera.clear(places, { right: covers() }), [board, plan]);
  return places;
}

/** The odds of the plan, off the rings round its battles. */
export function PlanCard({ plan, board }: { plan: Plan; board: Board | null }): JSX.Element {
  const places = useRings(plan, board, () => ref.current!.offsetWidth + BESIDE); // before the card is laid beside them
  const ref = usePinned(board, undefined, places, SHARE);
  return (
    <section ref={ref} class="card floats plan" data-floats role="dialog" aria-label={texts.oddsOfThePlan}>
      <PlanOdds plan={plan} />
    </section>
  );
}

/** The same in the sheet of a phone. */
export function PlanInSheet({ plan, board }: { plan: Plan; board: Board | null }): JSX.Element {
  useRings(plan, board, () => 0);
  return (
    <section class="card in-sheet plan" role="dialog" aria-label={texts.oddsOfThePlan}>
      <PlanOdds plan={plan} />
    </section>
  );
}

function PlanOdds({ plan }: { plan: Plan }): JSX.Element {
  const sandbox = useSeat() as Sandbox;
  return (
    <>
      <header class="block-head">
        <h2 class="serif">{texts.oddsOfThePlan}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={() => (sandbox.plan.value = null)}>
          <Icon name="close" />
        </button>
      </header>
      <p class="plan-carried">
        <b>{percent(plan.carried)}</b> {texts.chanceThatEveryMoveOf}
      </p>
      <p class="quiet small">{found(plan)}</p>
      {plan.stops.length > 0 && (
        <p class="small">
          {texts.itFailsMostOftenAt}
          {plan.stops[0]!.label}”: {percent(plan.stops[0]!.chance)}.
        </p>
      )}
      {plan.battles.map((battle) => (
        <section class="plan-battle">
          <h3 class="caps">
            {battle.label}
            {battle.chance < 0.9995 && (
              <span class="quiet">
                {" "}
                fought {percent(battle.chance)} {texts.ofTheTime}
              </span>
            )}
          </h3>
          <ul>
            {battle.results.slice(0, 8).map((result) => (
              <li>
                <span class="plan-label">{result.label}</span>
                <span class="plan-bar">
                  <i style={{ width: `${100 * result.chance}%` }} />
                </span>
                <span class="figure">{percent(result.chance)}</span>
              </li>
            ))}
          </ul>
          {battle.holds.length > 0 && (
            <p class="small">
              {texts.holdsTheHexAfterwards}{" "}
              {battle.holds.map((one) => `${sideLabel(sandbox, one.label)} ${percent(one.chance)}`).join(", ")}
            </p>
          )}
        </section>
      ))}
      <h3 class="caps">{texts.averageLossesInUnits}</h3>
      <p class="plan-lost">
        {plan.losses.map((lost) => (
          <span>
            <SideMark side={lost.side} /> {sideLabel(sandbox, lost.side)} <b>{lost.mean.toFixed(2)}</b>
            {lost.error > 0 && <span class="quiet"> ± {lost.error.toFixed(2)}</span>}
          </span>
        ))}
      </p>
      <p class="quiet small">
        {texts.retreatsLossesAndSupportThat}
        {sandbox.guessed.value && texts.hiddenUnitsAreAsGuessed}
      </p>
    </>
  );
}
