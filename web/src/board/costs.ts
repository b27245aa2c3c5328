/** What it costs to go to a place, as its pill says it. */
import type { Option } from "../screen.gen";
import type { BoardState } from "./state";

const SIGNS = ["", "»", "›", "·"];

/** The ways in which places can be gone to, where there are several, each with the sign before its costs. */
export function waysOf(places: BoardState["places"]): Map<string, string> {
  const groups = [...places.values()].flat().flatMap((option) => (option.cost && option.group) || []);
  const ways = [...new Set(groups)];
  return new Map(ways.length > 1 ? ways.map((way, i) => [way, SIGNS[i] ?? ""]) : []);
}

/** What the options of a place cost, the cheapest of each way. */
export function costOf(options: readonly Option[], ways: Map<string, string>): string {
  const shown = new Map<string, string>();
  for (const { cost, group = "" } of options) {
    const sign = ways.get(group) ?? "";
    if (cost && !shown.has(sign)) shown.set(sign, sign + cost);
  }
  return [...shown.values()].join(" ");
}
