import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Option, Screen } from "../src/screen.gen";
import { offersOf, toneOf } from "../src/seat/intents";
import { withOffer, type Offered } from "../src/seat/onward";
import { Seat } from "../src/seat/seat";
import { behind, hasUsual, othersOf } from "../src/seat/several";
import { withSteps } from "../src/seat/shortcuts";
import type { Shown } from "../src/server/document";
import { reachable } from "../src/server/reach";
import { message, moment, option, piece } from "./helpers";

beforeEach(() => void (reachable.value = true));
afterEach(() => vi.unstubAllGlobals());

const done = option("done", "button", { label: "End the phase", tone: "main", thing: undefined });
const target = (place: string): Option => option(`target ${place}`, "place");
const sheet = {
  id: "attack",
  kind: "ratio" as const,
  stage: "building" as const,
  title: "Attack",
  attacker: "german",
  defender: "allied",
  targets: ["0504"],
  attackers: [],
  defenders: [],
};
const way = { actions: ["done", "fight"], by: "No support", label: "Attack at 3-1", odds: "3-1" };

/** A question about targets, and the battle that is offered. */
function battle(more: Partial<Offered> = {}): { now: Screen; offer: Offered } {
  const now = moment({
    prompt: { kind: "target", title: "Attack whom?" },
    options: [target("0504"), target("0704"), done],
  });
  const attack = option("done", "button", { label: "Attack with these units", sheet: "attack", thing: undefined });
  const screen = moment({
    prompt: { kind: "join", title: "Who attacks?" },
    options: [option("join b", "piece"), attack],
    sheets: [sheet],
  });
  const offer = { revision: 1, skipped: [], actions: ["target 0504", "join a"], kind: "target" as const };
  return { now, offer: { ...offer, screen, question: null, ways: [], farther: [], ...more } };
}

describe("a battle that is offered", () => {
  test("is sent with whatever is done to it, and leaves the end of the phase its meaning", () => {
    const { now, offer } = battle();
    const seen = withOffer(now, offer);
    const ends = seen.options.filter((one) => one.action === "done");
    expect(ends.map((one) => [one.label, one.via])).toEqual([
      ["Attack with these units", ["target 0504", "join a"]],
      ["End the phase", undefined],
    ]);
    expect(seen.options.find((one) => one.action === "join b")?.via).toEqual(["target 0504", "join a"]);
    expect(seen.options.find((one) => one.action === "target 0704")?.via).toBeUndefined();
  });

  test("asks for the usual attackers where another target is chosen in its place", () => {
    const { now, offer } = battle();
    const seen = withOffer(now, offer);
    const other = seen.options.find((one) => one.action === "target 0704")!;
    expect(hasUsual(seen, other)).toBe(true);
    expect(
      hasUsual(
        seen,
        seen.options.find((one) => one.action === "join b")!,
      ),
    ).toBe(false);
  });

  test("comes after the end of a phase in which nothing else could be done", () => {
    const question = moment({ prompt: { kind: "target", title: "Attack whom?" }, options: [target("0704"), done] });
    const { offer } = battle({ skipped: ["done"], question });
    const now = moment({ prompt: { kind: "pick", title: "Who moves?" }, options: [done] });
    const seen = withOffer(now, offer);
    expect(seen.options.filter((one) => one.action === "done").map((one) => one.via)).toEqual([
      ["done", "target 0504", "join a"],
      undefined,
    ]);
    expect(seen.prompt.text).toContain("Nothing else can be done in");
    expect(seen.options.find((one) => one.action === "target 0704")?.via).toEqual(["done"]);
    expect(seen.options.find((one) => one.action === "join b")?.via).toEqual(["done", "target 0504", "join a"]);
  });
});

function shown(revision: number, screen: Screen): Shown {
  const seat = { side: "german", player: "human" as const, looks: "german" };
  return { revision, lines: revision, seat, players: {}, thinking: false, screen };
}

test("one press on its way declares an offered battle, and Enter never does", async () => {
  const sent: string[][] = [];
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    sent.push((JSON.parse(init!.body as string) as { actions: string[] }).actions);
    return new Response(message(shown(2, moment({}))));
  });
  const seat = new Seat("token");
  const { now, offer } = battle({ ways: [way] });
  seat.shown.value = shown(1, now);
  seat.onward.now.value = offer;
  expect(seat.offers.value.main?.label).toBe("End the phase");
  expect(seat.shortcuts.ways).toEqual([way]);
  seat.shortcuts.press(way);
  await vi.waitFor(() => expect(sent).toEqual([["target 0504", "join a", "done", "fight"]]));
});

test("right after a die Enter neither ends the attacks nor passes, and no button looks as if it did", () => {
  const now = moment({ prompt: { kind: "target", title: "Attack whom?" }, options: [target("0504"), done] });
  expect(offersOf(now).main).toBe(done);
  const after = offersOf(now, true);
  expect(after.main).toBeNull();
  expect(toneOf(done, after)).toBe("plain");
  const none = moment({ prompt: { kind: "target", title: "Attack whom?" }, options: [done] });
  expect(offersOf(none, true).main).toBe(done);
});

test("a place several steps away is an option that is sent after those steps", () => {
  const screen = moment({ prompt: { kind: "retreat", title: "Where?", pieces: ["a"] }, options: [] });
  const far = { place: "1331", actions: ["step 1132", "step 1331"], label: "Retreat to 1331", cost: "2" };
  const [one] = withSteps(screen, [far]).options;
  expect(one).toMatchObject({ action: "step 1331", via: ["step 1132"], kind: "place", thing: "1331", cost: "2" });
});

describe("a column", () => {
  const screen = moment({
    pieces: ["a", "b", "c"].map((id, n) => piece(id, `030${n}`)),
    prompt: { kind: "move", title: "Move", pieces: ["a"] },
    undo: { can: true, action: "pick a" },
    options: [],
  });
  const go = option("go 0909", "place", { path: ["0300", "0505", "0707", "0909"] });

  test("marches to one place, whoever leads", () => {
    expect(othersOf(screen, go, ["a", "b", "c"])).toEqual([
      ["pick b", "go 0909"],
      ["pick c", "go 0909"],
    ]);
  });

  test("stops on the way, as near to the place as it can", () => {
    expect(behind(go)).toEqual(["go 0707", "go 0505"]);
    expect(behind(option("go 0909", "place"))).toEqual([]);
  });
});

test("a click with Ctrl lets a unit march with the one that leads, another one lets it go", async () => {
  const seat = new Seat("");
  const options = ["a", "b"].map((id) => option(`pick ${id}`, "piece"));
  const pieces = [piece("a", "0303"), piece("b", "0404")];
  seat.shown.value = shown(1, moment({ prompt: { kind: "pick", title: "Who moves?" }, options, pieces }));
  seat.desk.click({ place: "0303", piece: "a", fanned: false, adds: true });
  seat.desk.click({ place: "0404", piece: "b", fanned: false, adds: true });
  await vi.waitFor(() => expect(seat.desk.column.value).toEqual(["a", "b"]));
  seat.desk.click({ place: "0303", piece: "a", fanned: false, adds: true });
  await vi.waitFor(() => expect(seat.desk.column.value).toEqual(["b"]));
});
