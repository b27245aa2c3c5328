/** Finding rules: by id, by chapter, and what stands near one. */
import type { Case } from "../server/shapes.gen";

/** The case of an id, or the nearest above it: `AO-9.2.D` → `AO-9.2` → `AO-9`. */
export function caseOf(cases: Case[], id: string): Case | null {
  const by = new Map(cases.map((one) => [one.id, one]));
  for (let key = id; key; key = key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "") {
    const found = by.get(key) ?? by.get(`${key}.0`);
    if (found) return found;
  }
  return null;
}

/** The chapter of a rule: everything before the first full stop. */
export function chapterOf(id: string): string {
  return id.split(".")[0]!;
}

/** Rules that a reader may want next: those it points to, then the rest of its chapter. */
export function nearby(cases: Case[], one: Case, most = 7): Case[] {
  const by = new Map(cases.map((each) => [each.id, each]));
  const seen = one.see.map((id) => by.get(id)).filter((each): each is Case => Boolean(each));
  const at = cases.indexOf(one);
  const around = [...cases.slice(at + 1, at + 5), ...cases.slice(Math.max(0, at - 3), at)];
  const chapter = around.filter((each) => chapterOf(each.id) === chapterOf(one.id));
  return [...new Set([...seen, ...chapter])].slice(0, most);
}

/** The chapters of a catalogue in their order. */
export function chapters(cases: Case[]): { id: string; title: string; cases: Case[] }[] {
  const found = new Map<string, Case[]>();
  for (const one of cases) {
    const id = chapterOf(one.id);
    const held = found.get(id);
    if (held) held.push(one);
    else found.set(id, [one]);
  }
  return [...found].map(([id, held]) => ({ id, title: held[0]!.title, cases: held }));
}
