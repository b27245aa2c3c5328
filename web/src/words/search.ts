/** Searching the rules as a player would: by id, by word, by the hobby's short forms, and with a letter wrong. */
import MiniSearch, { type SearchResult } from "minisearch";
import type { Case } from "../server/shapes.gen";

export interface Found {
  rule: Case;
  snippet: Part[]; // the sentence that was found, in parts
}

export interface Part {
  text: string;
  hit: boolean;
}

/** What players say for what rulebooks write. Every word of an entry must be found; entries are tried one by one. */
const MEANT: Record<string, string[]> = {
  zoc: ["zone control"],
  zocs: ["zone control"],
  crt: ["combat results", "result table"],
  tec: ["terrain"],
  oos: ["unsupplied", "supply", "isolated"],
  los: ["supply line"],
  mp: ["movement points"],
  mps: ["movement points"],
  ma: ["movement allowance", "movement"],
  vp: ["victory points", "victory"],
  vps: ["victory points", "victory"],
  drm: ["die modifier", "die roll"],
  hq: ["headquarters"],
  arty: ["artillery"],
  stack: ["stacking"],
  tank: ["armour", "armor", "mechanized"],
  tanks: ["armour", "armor", "mechanized"],
  plane: ["aircraft", "air"],
  planes: ["aircraft", "air"],
  airplane: ["aircraft", "air"],
  win: ["victory"],
  wins: ["victory"],
  winning: ["victory"],
  won: ["victory"],
  lose: ["loss", "eliminated"],
  die: ["die", "dice"],
  kill: ["eliminated"],
  blow: ["demolition", "blow"],
};
const PASSED_OVER = new Set(
  "a an and are at be by can could do does for from has have how i if in is it may me must my of on or should the to what when where which who why will with you".split(
    " ",
  ),
);

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

/** One letter may be wrong in a word of five; two, or two that changed places, in one of seven. */
function fuzz(word: string): number | false {
  return word.length < 5 ? false : word.length < 7 ? 1 : 2;
}

const engines = new WeakMap<Case[], MiniSearch<Case>>();

function engineOf(cases: Case[]): MiniSearch<Case> {
  const known = engines.get(cases);
  if (known) return known;
  const made = new MiniSearch<Case>({
    fields: ["title", "text", "reason"],
    tokenize: (text) => plain(text).match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu) ?? [],
    processTerm: (word) => word,
    searchOptions: { boost: { title: 4, text: 1.5 }, combineWith: "AND", prefix: (word) => word.length > 2 },
  });
  made.addAll(cases);
  engines.set(cases, made);
  return made;
}

/** The rules that a search means, the most likely first. */
export function searched(cases: Case[], query: string): Found[] {
  const asked = plain(query).trim();
  if (!asked) return cases.map((rule) => ({ rule, snippet: [] }));
  const byId = cases.filter((one) => isUnder(plain(one.id), asked));
  const words = (asked.match(/[\p{L}\p{N}.'’-]+/gu) ?? []).filter((word) => !PASSED_OVER.has(word));
  const engine = engineOf(cases);
  let hits = words.length ? meant(engine, words) : [];
  if (!hits.length && words.length) hits = engine.search(words.join(" "), { fuzzy: fuzz, prefix: true });
  if (!hits.length && words.length > 1) hits = engine.search(words.join(" "), { fuzzy: fuzz, combineWith: "OR" });
  const by = new Map(cases.map((one) => [one.id, one]));
  const found = hits.map((hit) => ({
    rule: by.get(String(hit.id))!,
    snippet: snippetOf(by.get(String(hit.id))!, hit),
  }));
  const first = byId.map((rule) => ({ rule, snippet: [] }));
  return [...first, ...found.filter((one) => !byId.includes(one.rule))];
}

/** Whether an id is what was asked, or a case under it; the game's letters may be left out. */
function isUnder(id: string, asked: string): boolean {
  const bare = id.slice(id.indexOf("-") + 1);
  return [id, bare].some((one) => one === asked || one.startsWith(`${asked}.`));
}

/** Hits of the words, or of what the hobby's short forms among them stand for. */
function meant(engine: MiniSearch<Case>, words: string[]): SearchResult[] {
  const choices = words.map((word) => MEANT[word] ?? [word]);
  const most = Math.max(...choices.map((choice) => choice.length));
  for (let n = 0; n < most; n++) {
    const hits = engine.search(choices.map((choice) => choice[Math.min(n, choice.length - 1)]).join(" "));
    if (hits.length) return hits;
  }
  return [];
}

const AROUND = 60; // letters shown before the first word that was found
const LONGEST = 190;

/** The words of a rule about the first that was found in its text. */
function snippetOf(rule: Case, hit: SearchResult): Part[] {
  const text = rule.text.replaceAll("\n", " ");
  const words = hit.terms.filter((term) => hit.match[term]?.includes("text"));
  if (!words.length) return shortened(text, 0, []);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const finder = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const at = [...plain(text).matchAll(finder)].map((one) => [one.index, one.index + one[0].length] as const);
  if (plain(text).length !== text.length || !at.length) return shortened(text, 0, []);
  return shortened(text, Math.max(0, at[0]![0] - AROUND), at);
}

function shortened(text: string, from: number, hits: (readonly [number, number])[]): Part[] {
  const start = from ? text.indexOf(" ", from) + 1 : 0;
  const end = start + LONGEST < text.length ? text.lastIndexOf(" ", start + LONGEST) : text.length;
  const parts: Part[] = [];
  let last = start;
  for (const [a, b] of hits) {
    if (a < last || b > end) continue;
    if (a > last) parts.push({ text: text.slice(last, a), hit: false });
    parts.push({ text: text.slice(a, b), hit: true });
    last = b;
  }
  if (last < end) parts.push({ text: text.slice(last, end), hit: false });
  if (start && parts[0]) parts[0] = { ...parts[0], text: `… ${parts[0].text}` };
  if (end < text.length && parts.length) parts.push({ text: " …", hit: false });
  return parts;
}
