import { describe, expect, test } from "vitest";
import { chiSquare, surprise } from "../src/pages/fairness";
import { optionOf, playersOf } from "../src/pages/start";
import { pageOf } from "../src/pages/addresses";
import { patience } from "../src/server/patience";
import { settled } from "../src/panels/heights";
import { linked } from "../src/words/linked";
import { caseOf, chapters, nearby, searched } from "../src/words/rules";
import type { Case, RuleOption } from "../src/server/shapes";

const rule = (id: string, title: string, text = "", see: string[] = []): Case => ({
  id,
  title,
  text,
  kind: "rule",
  reason: "",
  see,
});
const CASES = [
  rule("XY-7.0", "Zones of control"),
  rule("XY-7.1", "Stopping", "A unit stops in an enemy zone.", ["XY-9.1"]),
  rule("XY-7.2", "Leaving"),
  rule("XY-9.1", "Retreat", "Never into an enemy zone."),
];

describe("texts", () => {
  test("places that a text names become links, and only whole ones", () => {
    expect(linked("From 1205 to 12051 by 1205/1206.", ["1205", "1205/1206"])).toEqual([
      { text: "From " },
      { text: "1205", place: "1205" },
      { text: " to 12051 by " },
      { text: "1205/1206", place: "1205/1206" },
      { text: "." },
    ]);
    expect(linked("Nothing.", [])).toEqual([{ text: "Nothing." }]);
  });
});

describe("rules", () => {
  test("all words must be there; those in the title come first", () => {
    expect(searched(CASES, "enemy zone").map((one) => one.id)).toEqual(["XY-7.1", "XY-9.1"]);
    expect(searched(CASES, "zone").map((one) => one.id)[0]).toBe("XY-7.0");
    expect(searched(CASES, "xy-7.2").map((one) => one.id)).toEqual(["XY-7.2"]);
    expect(searched(CASES, "aircraft")).toEqual([]);
  });

  test("an id that has no case of its own opens the nearest above it", () => {
    expect(caseOf(CASES, "XY-7.1.A")!.id).toBe("XY-7.1");
    expect(caseOf(CASES, "XY-7")!.id).toBe("XY-7.0");
    expect(caseOf(CASES, "ZZ-1")).toBeNull();
  });

  test("near a rule stand those it names, then its chapter", () => {
    expect(nearby(CASES, CASES[1]!).map((one) => one.id)).toEqual(["XY-9.1", "XY-7.2", "XY-7.0"]);
    expect(chapters(CASES).map((one) => [one.id, one.cases.length])).toEqual([
      ["XY-7", 3],
      ["XY-9", 1],
    ]);
  });
});

describe("beginning", () => {
  const rain: RuleOption = {
    name: "rain",
    title: "Rain",
    rule: "XY-1",
    text: "",
    default: "off",
    choices: ["off", "on"],
    byScenario: { long: "on" },
    fixedIn: ["short"],
    needs: [],
    replaces: [],
    excludes: [],
    summary: "",
    cases: [],
    group: "",
    withoutEffect: {},
    unless: [],
  };

  test("an opponent sits here, at a link, or is a machine", () => {
    expect(playersOf(["german", "allied"], "allied", "machine", "recruit")).toEqual({
      german: "recruit",
      allied: "human",
    });
    expect(playersOf(["german", "allied"], "german", "link", "")).toEqual({ german: "human", allied: "link" });
    expect(playersOf(["german", "allied"], "german", "here", "")).toEqual({ german: "human", allied: "human" });
  });

  test("an option is as chosen, else as the scenario has it, unless it is fixed there", () => {
    expect(optionOf(rain, "long", {})).toBe("on");
    expect(optionOf(rain, "long", { rain: "off" })).toBe("off");
    expect(optionOf(rain, "short", { rain: "on" })).toBe("off");
  });
});

test("addresses name pages", () => {
  expect(pageOf("/")).toEqual({ name: "home" });
  expect(pageOf("/seat/a-b_c")).toEqual({ name: "seat", token: "a-b_c" });
  expect(pageOf("/rules/bulge")).toEqual({ name: "rules", game: "bulge" });
  expect(pageOf("/elsewhere/far")).toEqual({ name: "nowhere" });
});

test("a lost line is tried again, less and less often", () => {
  const waits = [1, 2, 3, 4, 10].map(patience);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBeLessThan(500);
  expect(waits[4]).toBeLessThanOrEqual(8000);
});

test("fair dice do not surprise, loaded ones do", () => {
  expect(chiSquare([10, 10, 10, 10, 10, 10])).toBe(0);
  expect(surprise(0, 5)).toBe(1);
  expect(surprise(11.07, 5)).toBeCloseTo(0.05, 3);
  expect(surprise(chiSquare([60, 10, 10, 10, 10, 10]), 5)).toBeLessThan(0.001);
});

test("the sheet on a phone settles at one of three heights", () => {
  expect(settled("low", -100)).toBe("middle");
  expect(settled("low", -300)).toBe("full");
  expect(settled("full", 400)).toBe("low");
  expect(settled("middle", 10)).toBe("middle");
});
