/** What the start form means, without the form. */
import type { RuleOption } from "../server/shapes";

export type Opponent = "machine" | "here" | "link";

/** Who plays each side. */
export function playersOf(sides: string[], side: string, opponent: Opponent, machine: string): Record<string, string> {
  const other = opponent === "machine" ? machine : opponent === "link" ? "link" : "human";
  return Object.fromEntries(sides.map((one) => [one, one === side ? "human" : other]));
}

/** What an option is set to: as chosen, else as the scenario has it. A fixed one cannot be chosen. */
export function optionOf(option: RuleOption, scenario: string, chosen: Record<string, string>): string {
  const usual = option.byScenario[scenario] ?? option.default;
  return option.fixedIn.includes(scenario) ? usual : (chosen[option.name] ?? usual);
}
