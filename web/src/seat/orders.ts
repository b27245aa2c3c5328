/** Standing orders: answers that a player leaves in advance, in the words of the engine and in plain ones. */
import type { Option, Screen } from "../screen.gen";
import type { Shown } from "../server/shapes";

const TOO_MUCH: Screen["prompt"]["kind"][] = ["pick", "move", "place", "wait", "roll"]; // nobody leaves those to an order

/** Whether a seat may leave orders: a side's own, while the game runs. */
export function mayOrder(shown: Shown | null): boolean {
  if (!shown || shown.screen.result || shown.seat.player !== "human") return false;
  return shown.screen.sides.some((side) => side.id === shown.seat.side);
}

/** What an order calls the present question: its step, or its kind where the step's name is more than a word. */
export function questionName(screen: Screen): string | null {
  const { step, kind } = screen.prompt;
  if (step && !step.includes(" ")) return step;
  return TOO_MUCH.includes(kind) ? null : kind;
}

/** The answers to the present question that could be given always, each with its order. */
export function standing(screen: Screen): { option: Option; order: string }[] {
  const name = questionName(screen);
  if (!name || screen.decides !== screen.viewer) return [];
  return screen.options
    .filter((option) => option.kind === "button")
    .map((option) => ({ option, order: `when ${name}: ${option.action}` }));
}

/** An order in plain words. */
export function inWords(order: string): string {
  const found = /^when (\S+)((?: \S+)*): (.+)$/.exec(order);
  if (!found) return order;
  const [, question, conditions, action] = found;
  const where = conditions!
    .trim()
    .split(" ")
    .filter(Boolean)
    .map((one) => one.replace(/(<=|>=|!=|<|>|=)/, " $1 "));
  const only = where.length ? `, if ${where.join(" and ")}` : "";
  return `Asked about “${question}”${only}: ${action}`;
}
