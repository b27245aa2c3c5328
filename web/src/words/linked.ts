/** Texts with the places that they name, cut where a link begins and ends. */

export interface Part {
  text: string;
  place?: string;
}

/** The text in parts; each mention of one of the places is a part of its own. */
export function linked(text: string, places: string[] = []): Part[] {
  const known = [...new Set(places)].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!known.length) return [{ text }];
  const shapes = known.map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(new RegExp(`(?<![\\w/])(?:${shapes})(?![\\w/])`, "g"))) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: found[0], place: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
