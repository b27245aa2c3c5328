import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Case } from "../src/server/shapes.gen";
import { searched } from "../src/words/search";

const rule = (id: string, title: string, text = ""): Case => ({ id, title, text, kind: "rule", reason: "", see: [] });
const CASES = [
  rule("XY-7.0", "Zones of control", "The six hexes around a unit are its zone of control."),
  rule("XY-7.1", "Stopping", "A unit stops in an enemy zone of control."),
  rule("XY-7.2", "Leaving"),
  rule("XY-9.0", "Combat results", "The results of the table, from worst to best."),
  rule("XY-9.1", "Retreat", "Never into an enemy zone of control. Liège is an exception."),
  rule("XY-12.1", "Effects of supply", "An unsupplied unit attacks at half strength."),
  rule("XY-17.0", "Victory", "The German player wins by points."),
];
const ids = (query: string): string[] => searched(CASES, query).map((one) => one.rule.id);

describe("a search of the rules", () => {
  test("wants every word, and puts titles first", () => {
    expect(ids("enemy zone").sort()).toEqual(["XY-7.1", "XY-9.1"]);
    expect(ids("zones")[0]).toBe("XY-7.0");
    expect(ids("aircraft")).toEqual([]);
  });

  test("knows ids, with and without the letters of the game, and what stands under them", () => {
    expect(ids("xy-7.2")[0]).toBe("XY-7.2");
    expect(ids("9.1")[0]).toBe("XY-9.1");
    expect(ids("7")).toEqual(["XY-7.0", "XY-7.1", "XY-7.2"]);
  });

  test.each([
    ["ZOC", "XY-7.0"],
    ["CRT", "XY-9.0"],
    ["OOS", "XY-12.1"],
    ["how do I win", "XY-17.0"],
    ["retreet", "XY-9.1"],
    ["victroy", "XY-17.0"],
    ["liege", "XY-9.1"],
    ["when does a unit retreat", "XY-9.1"],
  ])("understands “%s”", (query, id) => {
    expect(ids(query)[0]).toBe(id);
  });

  test("shows the words that were found, where they stand", () => {
    const [first] = searched(CASES, "half strength");
    expect(first!.snippet.filter((part) => part.hit).map((part) => part.text)).toEqual(["half", "strength"]);
    expect(first!.snippet.map((part) => part.text).join("")).toBe("An unsupplied unit attacks at half strength.");
  });

  test("without a word is the whole catalogue", () => {
    expect(ids("  ")).toHaveLength(CASES.length);
  });
});

test("a word with a hyphen is found and marked", () => {
  const [found] = searched([rule("X-1", "Beginning", "The set-up follows the chart (see 4.1).")], "set-up");
  expect(found!.snippet.filter((part) => part.hit).map((part) => part.text)).toEqual(["set-up"]);
});

describe("in the catalogues of the games", () => {
  const games = ["ardennes_offensive", "axis_allies", "bastogne", "bitter_woods", "bulge"];
  const cases = new Map(
    games.map((game) => {
      const text = readFileSync(new URL(`../../src/ardennes/games/${game}/data/rules.toml`, import.meta.url), "utf8");
      const entries = [...text.matchAll(/^id = "([^"]+)"\ntitle = "([^"]+)"\nkind = "\w+"\ntext = "+([^"]*)"/gm)];
      return [game, entries.map(([, id, title, words]) => rule(id!, title!, words))];
    }),
  );

  test.each(games)("%s answers what newcomers ask", (game) => {
    expect(cases.get(game)!.length).toBeGreaterThan(50);
    for (const query of ["how do I win", "ZOC", "supply", "retreat"]) {
      expect(searched(cases.get(game)!, query).length, `${game}: ${query}`).toBeGreaterThan(0);
    }
  });
});
