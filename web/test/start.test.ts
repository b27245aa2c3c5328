import { describe, expect, it } from "vitest";
import { clashesOf, groupsOf, idleIn, valuesOf } from "../src/pages/start";
import type { RuleOption } from "../src/server/shapes";

function option(name: string, more: Partial<RuleOption> = {}): RuleOption {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const plain = { rule: "XY-1", summary: "", text: "", cases: [], default: "off", choices: ["off", "on"] };
  const none = { byScenario: {}, fixedIn: [], needs: [], replaces: [], excludes: [], group: "", unless: [] };
  return { name, title, ...plain, ...none, withoutEffect: {}, ...more };
}

const ALL = [
  option("leaders", { group: "Command" }),
  option("events", { group: "Chance" }),
  option("faster", { group: "Command", needs: ["leaders"] }),
  option("quiet", { group: "Chance", excludes: ["events"] }),
  option("victor", { default: "on" }),
  option("loser", { replaces: ["victor"] }),
  option("armor", { withoutEffect: { small: "no armor takes part" }, unless: ["events"] }),
];
const named = (clashes: ReturnType<typeof clashesOf>): string[] =>
  clashes.map((one) => `${one.option.name} ${one.wants} ${one.other.name}`);

describe("rule options that belong together", () => {
  it("are wanted on beside one that needs them", () => {
    expect(named(clashesOf(ALL, "all", { faster: "on" }))).toEqual(["faster on leaders"]);
    expect(clashesOf(ALL, "all", { faster: "on", leaders: "on" })).toEqual([]);
  });
  it("are wanted off beside one that excludes them", () => {
    expect(named(clashesOf(ALL, "all", { quiet: "on", events: "on" }))).toEqual(["quiet off events"]);
  });
  it("make way for one that replaces them, unless both are wished for", () => {
    expect(valuesOf(ALL, "all", { loser: "on" })).toMatchObject({ victor: "off", loser: "on" });
    expect(clashesOf(ALL, "all", { loser: "on" })).toEqual([]);
    expect(named(clashesOf(ALL, "all", { loser: "on", victor: "on" }))).toEqual(["loser off victor"]);
  });
});

describe("an option of which nothing can happen", () => {
  const armor = ALL.find((one) => one.name === "armor")!;
  it("says why in that scenario only", () => {
    expect(idleIn(armor, "small", valuesOf(ALL, "small", {}))).toBe("no armor takes part");
    expect(idleIn(armor, "all", valuesOf(ALL, "all", {}))).toBe("");
  });
  it("has an effect beside another one after all", () => {
    expect(idleIn(armor, "small", valuesOf(ALL, "small", { events: "on" }))).toBe("");
  });
});

it("lists options under their headings in the order of the catalogue", () => {
  const groups = groupsOf(ALL).map(([heading, options]) => [heading, options.map((one) => one.name)]);
  expect(groups.slice(0, 2)).toEqual([
    ["Command", ["leaders", "faster"]],
    ["Chance", ["events", "quiet"]],
  ]);
});
