/** Every text that a person can see stands in the catalogue, web/src/texts. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { templates } from "../scripts/templates.mjs";
import { victory } from "../src/texts/panels/EndCard";

const SOURCES = new URL("../src/", import.meta.url);
const CATALOGUE = "texts/";
// What is no text of a page: the board's pictures by name, search terms, what is sent to the server or a worker.
const OTHER = /^(?:board\/|words\/search\.ts|server\/install\.ts|worker\/|look\/)/;

function sources(): string[] {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".gen.ts"));
}

function textsOf(name: string): string[] {
  return templates(name, readFileSync(new URL(name, SOURCES), "utf8")).map(({ text }) => `${name}: ${text}`);
}

test("no page, panel or message has a text of its own", () => {
  const found = sources().filter((name) => !name.startsWith(CATALOGUE) && !OTHER.test(name));
  expect(found.length).toBeGreaterThan(80);
  expect(found.flatMap(textsOf)).toEqual([]);
});

test("every text of the catalogue is used by the file it is for", () => {
  const unused = sources().flatMap((name) => {
    if (!name.startsWith(CATALOGUE) || name === "texts/value.ts") return [];
    const stem = name.slice(CATALOGUE.length, -".ts".length);
    const user = sources().find((one) => one === `${stem}.ts` || one === `${stem}.tsx`);
    const code = user ? readFileSync(new URL(user, SOURCES), "utf8") : "";
    const names = [...readFileSync(new URL(name, SOURCES), "utf8").matchAll(/^export const (\w+)/gm)].map(
      ([, one]) => one!,
    );
    return names.filter((one) => !new RegExp(`\\btexts\\.${one}\\b`).test(code)).map((one) => `${name}: ${one}`);
  });
  expect(unused).toEqual([]);
});

test("a victory is named as one would say it", () => {
  expect(["German", "Axis", "Allied", "Allies"].map(victory)).toEqual([
    "German victory",
    "Axis victory",
    "Allied victory",
    "Allied victory",
  ]);
});

test("a text in a page is found, wherever it stands", () => {
  const page = `export const A = () => (
    <p class="quiet small" title="Read the rule">
      {n === 1 ? "one unit" : \`\${n} units\`} <button aria-label={"Close"}>Press again</button>
    </p>
  );`;
  const found = templates("A.tsx", page).map(({ text }) => text);
  expect(found).toEqual(["Read the rule", "one unit", "{…} units", "Close", "Press again"]);
});
