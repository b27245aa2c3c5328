/** What a screen reader says of a place. */
import type { Option, Screen } from "../screen.gen";
import type { BoardInfo } from "../server/shapes.gen";
import { terrainWords } from "../words/terrain";
import { piecesAt } from "./intents";
import * as texts from "../texts/seat/spoken";

/** A place in words: where it is, what stands there, and what may be done. */
export function spoken(screen: Screen, info: BoardInfo, place: string, options: readonly Option[] = []): string {
  const hex = info.hexes[place];
  const parts: string[] = [place];
  if (hex?.town) parts.push(hex.town);
  if (hex) parts.push(terrainWords(hex, info.chart));
  const here = piecesAt(screen, place);
  const label = (id: string): string => screen.sides.find((side) => side.id === id)?.label ?? id;
  let said = parts.join(", ");
  for (const side of new Set(here.map((piece) => piece.side))) {
    const theirs = here.filter((piece) => piece.side === side);
    said += `; ${label(side)}: ${theirs.map((piece) => piece.name).join(", ")}`;
  }
  if (options.length) said += texts.lit(options.map((option) => option.label).join(" or "));
  return said;
}
