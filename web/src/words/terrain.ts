/** What a hex is, in words: the board's own keys are not for reading. */
import type { Chart, HexInfo } from "../server/shapes.gen";
import * as texts from "../texts/words/terrain";

const WORDS: Record<string, (value: string) => string> = {
  vp: (value) => (value === "1" ? texts.n1VictoryPoint : texts.victoryPoints(value)),
};

/** One key of the board as words: by the chart where it knows it, else by its own name. */
export function worded(key: string, chart?: Chart): string {
  const [kind, value] = key.split(":") as [string, string | undefined];
  const special = WORDS[kind];
  if (special && value !== undefined) return special(value);
  const row = chart?.terrain?.find((one) => one.kind === kind);
  const plain = row?.words ?? row?.label.toLowerCase() ?? kind.replace(/[-_]/g, " ");
  return value === undefined ? plain : `${plain} ${value.replace(/[-_]/g, " ")}`;
}

/** The ground of a hex and what stands on it. */
export function terrainWords(hex: HexInfo, chart?: Chart): string {
  return [...new Set([hex.terrain, ...hex.features].map((key) => worded(key, chart)))].join(", ");
}
