/** Standing orders: answers that a player leaves in advance, in the words of the engine and in plain ones. */
import type { Option, Screen } from "../screen.gen";
import type { Foreseen } from "../server/shapes.gen";
import type { Shown } from "../server/document";
import * as texts from "../texts/seat/orders";

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
    .map((option) => ({ option, order: texts.when(name, option.action) }));
}

/** Which answer to a question the orders give: the one that needs most of them; -1 if none does. */
export function answered(question: Foreseen, orders: string[]): number {
  const given = question.answers.map((answer) =>
    answer.orders.every((one) => orders.includes(one)) ? answer.orders.length : 0,
  );
  const most = Math.max(0, ...given);
  return most ? given.indexOf(most) : -1;
}

/** The orders with another answer to a question, -1: with none. What is left in advance for other questions stays. */
export function withAnswer(question: Foreseen, orders: string[], answer: number): string[] {
  const own = new Set(question.answers.flatMap((one) => one.orders));
  return [...orders.filter((one) => !own.has(one)), ...(question.answers[answer]?.orders ?? [])];
}

/** What is to be sent so that some orders stand and no others: orders can be added, or all withdrawn. */
export function changes(before: string[], after: string[]): string[] {
  const kept = before.every((one, n) => after[n] === one);
  return kept ? after.slice(before.length) : ["none", ...after];
}

/** The orders that belong to no question of the game's list. */
export function others(questions: Foreseen[], orders: string[]): string[] {
  const listed = questions.flatMap((question) => question.answers[answered(question, orders)]?.orders ?? []);
  return orders.filter((one) => !listed.includes(one));
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
  const only = where.length ? texts.ifText(where.join(" and ")) : "";
  return texts.whenAsked(question, only, action);
}
