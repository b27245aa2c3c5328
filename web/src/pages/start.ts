/** What the start form means, without the form. */
import type { RuleOption } from "../server/shapes.gen";

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
