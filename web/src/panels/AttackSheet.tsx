/** The attack sheet: who attacks, who defends, the arithmetic, the table, the chances, one button. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import type { Comparison, Fighter, Group, Note, Option, Reason, Screen, Sheet, TallyLine } from "../screen.gen";
import { useSeat } from "../seat/context";
import { isRollFresh } from "../seat/desk";
import type { Seat } from "../seat/seat";
import { Chances, Measures, Table } from "./Chances";
import { GridTable } from "./ForcesTab";
import type { SeenOption } from "../seat/intents";
import type { Way } from "../seat/shortcuts";
import { NoteLine, PieceCounter, RuleChip, SideMark, useSideLabel } from "./parts";
import { ActionButton, barredHere, promptButtons, ShutButton, Stepper, warnedOf } from "./Prompt";
import { RollCard } from "./RollCard";
import * as texts from "../texts/panels/AttackSheet";

interface SheetProps {
  sheet: Sheet;
  narrow: boolean; // whether it lies over everything else that can be pressed
  onClose: () => void;
}

export function AttackSheet({ sheet, narrow, onClose }: SheetProps): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value!;
  const label = useSideLabel();
  const others = (screen.sheets ?? []).filter((one) => one.id !== sheet.id);
  const building = sheet.stage === "building";
  const { onward } = seat;
  const offered = onward.isBattle;
  const rolled =
    screen.roll && (screen.roll.sheet === sheet.id || (offered && isRollFresh(screen, seat.desk.rolledIn.value)));
  return (
    <section class="sheet" data-floats aria-label={sheet.title}>
      <header class="sheet-head">
        <div>
          <h2>{sheet.title}</h2>
          {offered && <p class="quiet">{texts.suggestedChooseAnotherTargetOn}</p>}
          {(sheet.notes ?? []).map((note) => (
            <p class="quiet">
              <NoteLine note={note} />
            </p>
          ))}
        </div>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.closeTheSheet}
          onClick={offered ? () => onward.withdraw() : onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="sheet-body">
        {rolled && <RollCard roll={screen.roll!} />}
        <Groups
          title={label(sheet.attacker)}
          groups={sheet.attackers}
          hint={building && isOpen(sheet) ? texts.tickWhoAttacks : STAGES[sheet.stage]}
          screen={screen}
        />
        <Groups title={label(sheet.defender)} groups={sheet.defenders} screen={screen} />
        {sheet.odds && <Odds odds={sheet.odds} />}
        {(sheet.measures ?? []).length > 0 && <Measures measures={sheet.measures!} />}
        {(sheet.outcomes ?? []).length > 0 && (
          <Chances outcomes={sheet.outcomes!} row={rolledLabel(sheet)} folded={(sheet.measures ?? []).length > 0} />
        )}
        {(sheet.next ?? []).map((note) => (
          <p class="small next">
            <NoteLine note={note} />
          </p>
        ))}
        {(sheet.may_change ?? []).map((one) => (
          <p class="may-change">
            <SideMark side={one.side} />{" "}
            <span>
              <b>{texts.mayStillChange}</b> {one.text}{" "}
              {one.shown && (
                <b>
                  {texts.atMost} {one.shown}.
                </b>
              )}{" "}
              <RuleChip id={one.rule} />
            </span>
          </p>
        ))}
        {sheet.table && <Table table={sheet.table} rolled={sheet.stage === "rolled" || sheet.stage === "resolved"} />}
        {(sheet.tally ?? []).length > 0 && <Tally lines={sheet.tally!} />}
        {(screen.grids ?? [])
          .filter((grid) => grid.kind === "strip" || grid.kind === "hand")
          .map((grid) => (
            <GridTable grid={grid} screen={screen} />
          ))}
        {others.length > 0 && <Others sheets={others} />}
      </div>
      <Foot sheet={sheet} />
      {narrow && <OtherButtons />}
    </section>
  );
}

/** What may be pressed that stands on no sheet, where the sheet hides the prompt. */
function OtherButtons(): JSX.Element | null {
  const seat = useSeat();
  const buttons = promptButtons(seat, true, false);
  if (!buttons.length) return null;
  const warned = warnedOf(seat, buttons);
  return (
    <footer class="sheet-foot">
      {warned && <p class="warned-text">{warned.text}</p>}
      {buttons.map((option) => (
        <ActionButton key={option.action} option={option} wide />
      ))}
    </footer>
  );
}

const STAGES: Record<Sheet["stage"], string> = {
  building: "",
  declared: "declared",
  rolled: "rolled",
  resolved: "resolved",
};

/** Whether anybody may still be ticked or dropped. */
function isOpen(sheet: Sheet): boolean {
  return sheet.attackers.some((group) => group.fighters.some((one) => one.tick !== "fixed" && one.action));
}

function rolledLabel(sheet: Sheet): string | null {
  const { table } = sheet;
  if (!table || table.row === undefined || table.column === undefined) return null;
  return table.rows[table.row]?.cells[table.column] ?? null;
}

function Foot({ sheet }: { sheet: Sheet }): JSX.Element | null {
  const seat = useSeat();
  const offers = seat.offers.value;
  const buttons = offers.buttons.filter((option) => option.sheet === sheet.id);
  const places = [...offers.places.values()].flat().filter((option) => option.sheet === sheet.id);
  const steppers = [...offers.steppers.values()].filter((options) => options[0]?.sheet === sheet.id);
  const barred = seat.onward.isBattle ? [] : barredHere(seat); // that belongs to the question beneath
  const { ways } = seat.shortcuts;
  if (!buttons.length && !places.length && !steppers.length && !barred.length && !ways.length) return null;
  const main = buttons.filter((option) => option === offers.main);
  const lower = main[0] ? buttons.filter((option) => isLower(option, main[0]!)) : [];
  const rest = buttons.filter((option) => option !== offers.main && !lower.includes(option));
  const warned = warnedOf(seat, buttons);
  return (
    <footer class="sheet-foot">
      {warned && (
        <p class="warned-text">
          <NoteLine note={warned} />
        </p>
      )}
      {steppers.map((options) => (
        <Stepper options={options} />
      ))}
      {places.map((option) => (
        <button type="button" class="button small" title={option.detail} onClick={() => seat.desk.choose(option)}>
          {option.label}
        </button>
      ))}
      <AllSupport buttons={buttons} />
      <AtOnce ways={ways} />
      <div class={`foot-row ${ways.length ? "stepwise" : ""}`}>
        {ways.length > 0 && buttons.length > 0 && <span class="small quiet">{texts.oneQuestionAtATime}</span>}
        {main.map((option) => (
          <ActionButton key={option.action} option={option} wide={!ways.length} />
        ))}
        {lower.length === 1 && <ActionButton option={lower[0]!} />}
        {lower.length > 1 && <LowerOdds options={lower} />}
        {rest.map((option) => (
          <ActionButton key={option.action} option={option} />
        ))}
        {barred.map((one) => (
          <ShutButton barred={one} at={sheet.targets[0]} />
        ))}
      </div>
      {!main.length &&
        barred.slice(0, 1).flatMap((one) =>
          one.reasons.map((reason) => (
            <p class="small">
              <NoteLine note={reason} />
            </p>
          )),
        )}
      {main[0]?.detail && <p class="small quiet">{main[0].detail}</p>}
      {once(buttons.flatMap((option) => option.notes ?? [])).map((note) => (
        <p class="small quiet">
          <NoteLine note={note} />
        </p>
      ))}
    </footer>
  );
}

/** Add all support of a kind, where there are several pieces of it. */
function AllSupport({ buttons }: { buttons: SeenOption[] }): JSX.Element | null {
  const { desk, screen } = useSeat();
  if (screen.value!.prompt.kind !== "support") return null;
  const verb = (option: SeenOption): string => option.action.split(" ")[0]!;
  const things = buttons.filter((option) => option.thing && !option.commits);
  const alike = things.filter((option) => verb(option) === verb(things[0]!));
  if (alike.length < 2) return null;
  return (
    <button
      type="button"
      class="button small"
      data-all={verb(alike[0]!)}
      onClick={() => desk.chooseAll(alike.map((option) => option.action))}
    >
      {texts.all} {alike.length}
    </button>
  );
}

/** One press declares the battle, where further questions lie before the die: the answers, the odds and the chances of
 * each way stand on its button. */
function AtOnce({ ways }: { ways: Way[] }): JSX.Element | null {
  const { shortcuts } = useSeat();
  if (!ways.length) return null;
  return (
    <div class="at-once" role="group" aria-label={texts.attackAtOnce}>
      {ways.map((way) => (
        <button
          type="button"
          key={way.actions.join()}
          class={`button fight ${ways.length > 1 ? "beside" : ""}`}
          data-through={way.actions.join(", ")}
          title={way.detail}
          onClick={(event) => event.detail < 2 && shortcuts.press(way)}
        >
          <Icon name="dice" />
          <span>
            {way.label} <small>{way.by}</small>
          </span>
          <Share way={way} />
        </button>
      ))}
    </div>
  );
}

/** The chances of a way in a line: a bar, and the likeliest results in figures. */
function Share({ way }: { way: Way }): JSX.Element | null {
  const { outcomes = [], measures = [] } = way;
  const [first] = measures;
  if (first)
    return (
      <small class="share">
        {first.label}: {first.value}
      </small>
    );
  if (!outcomes.length) return null;
  const likely = [...outcomes].sort((a, b) => b.chance - a.chance).slice(0, LIKELIEST);
  return (
    <small class="share">
      <i aria-hidden="true">
        {outcomes.map((one) => (
          <b class={one.favours ?? "neither"} style={{ width: `${one.chance * 100}%` }} />
        ))}
      </i>
      {likely.map((one) => `${one.label} ${Math.round(one.chance * 100)} %`).join(" · ")}
    </small>
  );
}

/** Whether a button does what the main one does, at other odds. */
function isLower(option: Option, main: Option): boolean {
  const verb = (one: Option): string => one.action.split(" ")[0]!;
  return option !== main && main.action.includes(" ") && verb(option) === verb(main) && option.tone !== "main";
}

/** The same attack at worse odds: seldom wanted, so behind one button. */
function LowerOdds({ options }: { options: Option[] }): JSX.Element {
  return (
    <details class="lower-odds">
      <summary class="button">{texts.lowerOdds}</summary>
      <div class="lower-list floats">
        {options.map((option) => (
          <ActionButton key={option.action} option={option} />
        ))}
      </div>
    </details>
  );
}

// ---- who takes part ----

function Groups({
  title,
  groups,
  hint,
  screen,
}: {
  title: string;
  groups: Group[];
  hint?: string;
  screen: Screen;
}): JSX.Element {
  return (
    <section class="groups">
      <header class="block-head">
        <h3 class="caps">{title}</h3>
        {hint && <span class="small">{hint}</span>}
        <AllIn groups={groups} />
      </header>
      {groups.map((group, i) => (
        <GroupRow group={group} screen={screen} said={groups.slice(0, i).flatMap(reasonsOf)} />
      ))}
    </section>
  );
}

/** The choices by which units come in that are not in yet. */
function outside(seat: Seat, groups: Group[]): string[] {
  const offered = new Set(seat.screen.value!.options.filter((one) => !one.commits).map((one) => one.action));
  return groups
    .flatMap((group) => group.fighters)
    .flatMap((fighter) =>
      fighter.tick === "out" && fighter.action && offered.has(fighter.action) ? fighter.action : [],
    );
}

/** Add all that may take part, where there are several. */
function AllIn({ groups }: { groups: Group[] }): JSX.Element | null {
  const seat = useSeat();
  const actions = outside(seat, groups);
  if (actions.length < 2 || !seat.decides) return null;
  return (
    <button type="button" class="button small all-in" onClick={() => seat.desk.chooseAll(actions)}>
      {texts.all} {actions.length}
    </button>
  );
}

/** A click on a row: all of it comes in; where all of it is in, it goes out. */
function toggleRow(seat: Seat, group: Group): void {
  if (!seat.decides) return;
  const added = outside(seat, [group]);
  const taken = group.fighters.filter((fighter) => fighter.tick === "in" && fighter.action);
  if (added.length) seat.desk.chooseAll(added);
  else if (taken.length === 1) void seat.retract(taken[0]!.action!);
}

/** Why a group counts what it counts: its own reasons and those of its units. */
function reasonsOf(group: Group): Reason[] {
  return [...(group.reasons ?? []), ...group.fighters.flatMap((fighter) => fighter.reasons ?? [])];
}

/** Each sentence once. */
function once<One extends Note | Reason>(notes: One[]): One[] {
  return notes.filter((note, i) => notes.findIndex((one) => one.text === note.text) === i);
}

/** A hex of fighters. A reason that changed nothing and was `said` above is not said again. */
function GroupRow({ group, screen, said }: { group: Group; screen: Screen; said: Reason[] }): JSX.Element {
  const fights = group.fighters.some((fighter) => fighter.tick === "in" || fighter.tick === "fixed");
  const struck = fights && group.printed && group.printed !== group.counts;
  const named = namesOf(group, screen);
  const barred = group.fighters.length > 0 && group.fighters.every((fighter) => fighter.tick === "barred");
  const reasons = once(reasonsOf(group)).filter((one) => struck || !said.some((other) => other.text === one.text));
  const seat = useSeat();
  const free = seat.decides && group.fighters.some((fighter) => fighter.action && fighter.tick !== "fixed");
  return (
    <div
      class={`group ${barred ? "barred" : ""} ${free ? "free" : ""}`}
      onClick={(event) => !(event.target as HTMLElement).closest("button") && toggleRow(seat, group)}
    >
      <div class="fighters">
        {group.fighters.map((fighter) => (
          <FighterBox fighter={fighter} screen={screen} />
        ))}
      </div>
      <div class="group-words">
        <span>
          {named && <b>{named}</b>} <span class="quiet">{group.label}</span>
        </span>
        {reasons.map((reason) => (
          <span class="small">
            <NoteLine note={reason} />
          </span>
        ))}
      </div>
      <div class="group-counts">
        {struck && <s>{group.printed}</s>}
        <b>{group.counts}</b>
      </div>
    </div>
  );
}

/** The names of one or two fighters; more are told by their counters. */
function namesOf(group: Group, screen: Screen): string {
  const names = group.fighters.map((fighter) => screen.pieces.find((one) => one.id === fighter.piece)?.name ?? "");
  const known = names.filter((name) => name && !group.label.includes(name));
  return known.length <= 2 ? known.join(", ") : "";
}

function FighterBox({ fighter, screen }: { fighter: Fighter; screen: Screen }): JSX.Element | null {
  const seat = useSeat();
  const piece = screen.pieces.find((one) => one.id === fighter.piece);
  if (!piece)
    return (
      <span class="fighter gone" title={fighter.piece}>
        {fighter.printed ?? "–"}
      </span>
    );
  const option = screen.options.find((one) => one.action === fighter.action);
  const may = seat.decides && ((fighter.tick === "out" && option) || (fighter.tick === "in" && fighter.action));
  const click = (): void => {
    if (fighter.tick === "out" && option) seat.desk.choose(option);
    else if (fighter.tick === "in" && fighter.action) void seat.retract(fighter.action);
  };
  return (
    <button
      type="button"
      class={`fighter ${fighter.tick}`}
      role="checkbox"
      aria-checked={fighter.tick === "in" || fighter.tick === "fixed"}
      aria-disabled={!may}
      data-piece={piece.id}
      title={[piece.name, option?.detail].filter(Boolean).join(". ")}
      onClick={may ? click : () => seat.desk.lookAt(piece.id)}
      aria-label={piece.name}
    >
      <PieceCounter piece={piece} size={38} bare />
      <span class="tick">{(fighter.tick === "in" || fighter.tick === "fixed") && <Icon name="check" />}</span>
    </button>
  );
}

// ---- the arithmetic ----

export function Odds({ odds }: { odds: Comparison }): JSX.Element {
  return (
    <section class="odds-block" aria-label={texts.odds(odds.shown)}>
      <div class="odds">
        <div>
          <b>{odds.attack}</b>
          <span>{odds.kind === "dice" ? "dice" : "attack"}</span>
        </div>
        <strong>{odds.shown}</strong>
        <div>
          <b>{odds.defence}</b>
          <span>{odds.kind === "dice" ? "boxes" : "defence"}</span>
        </div>
      </div>
      {(odds.reasons ?? []).map((reason) => (
        <p class="small quiet">
          <NoteLine note={reason} />
        </p>
      ))}
    </section>
  );
}

const LIKELIEST = 3; // results of a way that are named
const FEW = 4; // steps of the reckoning that are read without opening it

function Tally({ lines }: { lines: TallyLine[] }): JSX.Element {
  return (
    <details class="tally" open={lines.length <= FEW}>
      <summary class="caps">
        {texts.howTheOddsAreWorked} <span class="small quiet">{lines.length} steps</span>
      </summary>
      <table>
        <tbody>
          {lines.map((line) => (
            <tr class={line.struck ? "struck" : ""}>
              <td>
                <SideMark side={line.side} />
              </td>
              <td>
                {line.text} <RuleChip id={line.rule} />
              </td>
              <td>{line.change}</td>
              <td>
                <b>{line.struck ? "" : line.after}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Others({ sheets }: { sheets: Sheet[] }): JSX.Element {
  return (
    <section class="others">
      <header class="block-head">
        <h3 class="caps">{texts.otherAttacksThisPhase}</h3>
      </header>
      {sheets.map((sheet) => (
        <p>
          <b>{sheet.title}</b> {sheet.odds?.shown && <span class="odds-small">{sheet.odds.shown}</span>}{" "}
          <span class="quiet">{STAGES[sheet.stage] || texts.notDeclaredYet}</span>
        </p>
      ))}
    </section>
  );
}
