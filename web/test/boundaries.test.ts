import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What the files of a folder import from elsewhere, as they name it. */
function importsOf(folder: string): { file: string; from: string; type: boolean }[] {
  const root = new URL(`../src/${folder}/`, import.meta.url);
  return readdirSync(root).flatMap((file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    const found = [...text.matchAll(/^(?:import|export)( type)?\b[^;]*? from "([^"]+)";/gm)];
    return found.map(([, type, from]) => ({ file, from: from!, type: Boolean(type) }));
  });
}

test("the board can be lifted out: it imports its own files, the generated types and the look", () => {
  const allowed = /^\.\/|^\.\.\/look\/(palette|signs)$|\.gen$/;
  const imports = importsOf("board");
  expect(imports.length).toBeGreaterThan(60);
  expect(imports.filter(({ from }) => !allowed.test(from))).toEqual([]);
});

test("a seat takes nothing from the board but the type of a shape", () => {
  const taken = importsOf("seat").filter(({ from }) => from.startsWith("../board") || from.startsWith("../panels"));
  expect(taken).toEqual([{ file: "seat.ts", from: "../board/shapes", type: true }]);
});

test("the page with a bare board uses no seat and no panel", () => {
  const page = importsOf("pages").filter(({ file }) => file === "BoardPage.tsx");
  expect(page.some(({ from }) => from === "../board/board")).toBe(true);
  expect(page.filter(({ from }) => /seat|panels/.test(from))).toEqual([]);
});

test("no two style sheets give an animation the same name, of which the later one would hide the other", () => {
  const look = new URL("../src/look/", import.meta.url);
  const sheets = readdirSync(look).filter((file) => file.endsWith(".css"));
  const names = sheets.flatMap((file) =>
    [...readFileSync(new URL(file, look), "utf8").matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
