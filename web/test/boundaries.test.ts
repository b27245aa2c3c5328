import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What the files of a folder import from elsewhere, as they name it: statically, for types alone, or when it is needed. */
function importsOf(folder: string): { file: string; from: string }[] {
  const root = new URL(`../src/${folder}/`, import.meta.url);
  return readdirSync(root).flatMap((file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    const found = [
      ...text.matchAll(/^(?:import|export)\b(?:[^;"=(]*? from)? "([^"]+)";/gm),
      ...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g),
    ];
    return found.map(([, from]) => ({ file, from: from! }));
  });
}

test("the board can be lifted out: it imports its own files, types, and the colours and signs of the look", () => {
  const allowed = /^\.\/[\w-]+$|^\.\.\/look\/(palette|signs)$|\.gen$|^\.\.\/shape$/;
  const imports = importsOf("board");
  expect(imports.length).toBeGreaterThan(60);
  expect(imports.filter(({ from }) => !allowed.test(from))).toEqual([]);
});

test("what the board takes of the look needs nothing of the seat either", () => {
  const look = importsOf("look").filter(({ file }) => file === "palette.ts" || file === "signs.ts");
  expect(look.length).toBeGreaterThan(0);
  expect(look.filter(({ from }) => !/\.gen$/.test(from))).toEqual([]);
});

test("a seat knows no board and no panel", () => {
  const imports = importsOf("seat");
  expect(imports.length).toBeGreaterThan(40);
  expect(imports.filter(({ from }) => /\/(board|panels|pages)\//.test(from))).toEqual([]);
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
