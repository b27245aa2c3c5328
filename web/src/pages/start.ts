/** What the start form means, without the form. */
import type { RuleOption } from "../server/shapes";

export type Opponent = "machine" | "here" | "link" | "watch";

/** Who plays each side. Where one only watches, the first side is played by `machine` and the others by `rival`. */
export function playersOf(
  sides: string[],
  side: string,
  opponent: Opponent,
  machine: string,
  rival = machine,
): Record<string, string> {
  if (opponent === "watch") return Object.fromEntries(sides.map((one, at) => [one, at ? rival : machine]));
  const other = opponent === "machine" ? machine : opponent === "link" ? "link" : "human";
  return Object.fromEntries(sides.map((one) => [one, one === side ? "human" : other]));
}

/** The side of the seat to go to: the shared screen, the onlooker's place, or one's own side. */
export function wantedSeat(opponent: Opponent, side: string): string {
  return opponent === "here" ? "*" : opponent === "watch" ? "" : side;
}

/** What an option is set to: as chosen, else as the scenario has it. A fixed one cannot be chosen. */
export function optionOf(option: RuleOption, scenario: string, chosen: Record<string, string>): string {
  const usual = option.byScenario[scenario] ?? option.default;
  return option.fixedIn.includes(scenario) ? usual : (chosen[option.name] ?? usual);
}

/** The value of every option; one that is chosen takes the place of what it replaces, unless that is chosen too. */
export function valuesOf(
  options: RuleOption[],
  scenario: string,
  chosen: Record<string, string>,
): Record<string, string> {
  const values = Object.fromEntries(options.map((option) => [option.name, optionOf(option, scenario, chosen)]));
  for (const option of options.filter((one) => (chosen[one.name] ?? "off") !== "off")) {
    const gone = options.filter((other) => option.replaces.includes(other.name) && !(other.name in chosen));
    for (const other of gone) if (!other.fixedIn.includes(scenario)) values[other.name] = "off";
  }
  return values;
}

/** Two options that do not go together as they are set, and what would mend it. */
export interface Clash {
  option: RuleOption;
  other: RuleOption;
  wants: "on" | "off"; // how the other one ought to be
}

/** What stands in the way of a game with these options: one that lacks another, or has one beside it that it may not. */
export function clashesOf(options: RuleOption[], scenario: string, chosen: Record<string, string>): Clash[] {
  const values = valuesOf(options, scenario, chosen);
  const named = new Map(options.map((option) => [option.name, option]));
  const found: Clash[] = [];
  for (const option of options.filter((one) => values[one.name] !== "off")) {
    const check = (names: string[], wants: "on" | "off"): void => {
      for (const name of names) {
        const other = named.get(name);
        if (other && (values[name] === "off") === (wants === "on")) found.push({ option, other, wants });
      }
    };
    check(option.needs, "on");
    check([...option.replaces, ...option.excludes], "off");
  }
  return found;
}

/** Why nothing of an option can happen as the others are set; "" if something can. */
export function idleIn(option: RuleOption, scenario: string, values: Record<string, string>): string {
  const why = option.withoutEffect[scenario] ?? "";
  return option.unless.some((name) => (values[name] ?? "off") !== "off") ? "" : why;
}

/** Options under their headings, in the order in which the headings first come. */
export function groupsOf(options: RuleOption[]): [heading: string, options: RuleOption[]][] {
  const groups = new Map<string, RuleOption[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}
