/** The rule options of a new game: what each changes, its rule in full, and how it stands to the others. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { get } from "../server/http";
import type { Case, GameInfo, RuleOption, Rules } from "../server/shapes.gen";
import { capital } from "../words/links";
import { type Clash, clashesOf, groupsOf, idleIn, valuesOf } from "./start";
import * as texts from "../texts/pages/RuleOptions";

interface OptionsProps {
  game: GameInfo;
  scenario: string;
  chosen: Record<string, string>;
  onChange: (chosen: Record<string, string>) => void;
}

export function RuleOptions({ game, scenario, chosen, onChange }: OptionsProps): JSX.Element {
  const values = valuesOf(game.options, scenario, chosen);
  const clashes = clashesOf(game.options, scenario, chosen);
  const on = game.options.filter((option) => values[option.name] !== "off");
  const set = (name: string, value: string): void => onChange({ ...chosen, [name]: value });
  return (
    <fieldset class="rule-options">
      <legend>{texts.optionalRules}</legend>
      {game.options.length > 3 && (
        <p class="options-count">
          {on.length ? texts.ofInPlay(on.length, game.options.length) : texts.noneOfInPlay(game.options.length)}
          {Object.keys(chosen).length > 0 && (
            <button type="button" class="link-button" onClick={() => onChange({})}>
              {texts.reset}
            </button>
          )}
        </p>
      )}
      {groupsOf(game.options).map(([heading, options]) => (
        <section class="option-group" key={heading}>
          {heading && <h3>{heading}</h3>}
          {options.map((option) => (
            <OptionRow
              key={option.name}
              game={game}
              option={option}
              scenario={scenario}
              values={values}
              clashes={clashes.filter((clash) => clash.option === option)}
              onSet={set}
            />
          ))}
        </section>
      ))}
    </fieldset>
  );
}

interface RowProps {
  game: GameInfo;
  option: RuleOption;
  scenario: string;
  values: Record<string, string>;
  clashes: Clash[];
  onSet: (name: string, value: string) => void;
}

function OptionRow({ game, option, scenario, values, clashes, onSet }: RowProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const value = values[option.name]!;
  const fixed = option.fixedIn.includes(scenario);
  const idle = idleIn(option, scenario, values);
  return (
    <div class={`rule-option ${idle ? "idle" : ""}`} data-option={option.name}>
      <OptionSwitch option={option} value={value} fixed={fixed} onChange={(now) => onSet(option.name, now)} />
      <button
        type="button"
        class="chip"
        aria-expanded={open}
        title={texts.readTheRule(option.title)}
        onClick={() => setOpen(!open)}
      >
        {option.rule}
        <Icon name="down" />
      </button>
      {option.summary && <p class="option-summary">{option.summary}</p>}
      {fixed && <p class="option-note">{texts.fixedInThisScenario}</p>}
      {idle && (
        <p class="option-note">
          {texts.noEffectInThisScenario} {idle}.
        </p>
      )}
      {clashes.map((clash) => (
        <Mend clash={clash} scenario={scenario} onSet={onSet} />
      ))}
      {open && <RuleText game={game} option={option} />}
    </div>
  );
}

function OptionSwitch({
  option,
  value,
  fixed,
  onChange,
}: {
  option: RuleOption;
  value: string;
  fixed: boolean;
  onChange: (value: string) => void;
}): JSX.Element {
  const plain = option.choices.length === 2 && option.choices.includes("off") && option.choices.includes("on");
  if (!plain)
    return (
      <label class="switch">
        <span>{option.title}</span>
        <select disabled={fixed} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {option.choices.map((one) => (
            <option value={one}>{capital(one)}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        disabled={fixed}
        checked={value === "on"}
        onChange={(event) => onChange(event.currentTarget.checked ? "on" : "off")}
      />
      <span>{option.title}</span>
    </label>
  );
}

/** What does not go together, with the one click that mends it. */
export function Mend({
  clash: { option, other, wants },
  scenario,
  onSet,
}: {
  clash: Clash;
  scenario: string;
  onSet: (name: string, value: string) => void;
}): JSX.Element {
  const word = wants === "on" ? (other.choices.find((one) => one !== "off") ?? "on") : "off";
  const fixed = other.fixedIn.includes(scenario);
  return (
    <p class="option-clash">
      <Icon name="why" />
      <span>
        {option.title} {wants === "on" ? "needs" : texts.cannotBePlayedWith} {other.title}.
      </span>
      <button
        type="button"
        class="button small-button"
        onClick={() => (fixed ? onSet(option.name, "off") : onSet(other.name, word))}
      >
        {fixed ? texts.switchOff(option.title) : texts.switchText(wants, other.title)}
      </button>
    </p>
  );
}

/** The rules of each game, fetched when the first rule is opened. */
const fetched = new Map<string, Promise<Rules>>();

function RuleText({ game, option }: { game: GameInfo; option: RuleOption }): JSX.Element {
  const [cases, setCases] = useState<Case[] | null>(null);
  const [fault, setFault] = useState("");
  const [asked, setAsked] = useState(false);
  if (!asked) {
    setAsked(true);
    if (!fetched.has(game.name)) fetched.set(game.name, get<Rules>(`/api/games/${game.name}/rules`));
    fetched.get(game.name)!.then(
      (rules) => setCases(rules.cases.filter((one) => option.cases.includes(one.id))),
      (error: Error) => {
        fetched.delete(game.name);
        setFault(error.message);
      },
    );
  }
  const instead = option.replaces.filter((name) => !game.options.some((one) => one.name === name));
  return (
    <div class="option-rule">
      {fault && <p class="page-fault">{fault}</p>}
      {!cases && !fault && <p class="rule-text">{option.text}</p>}
      {instead.length > 0 && (
        <p class="option-note">
          {texts.replaces} {instead.join(", ")}.
        </p>
      )}
      {cases?.map((one) => (
        <article>
          <h4>
            {one.title} <span class="rule-id">{one.id}</span>
          </h4>
          <p class="rule-text">{one.text}</p>
        </article>
      ))}
    </div>
  );
}
