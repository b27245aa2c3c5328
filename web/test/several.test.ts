import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Seat } from "../src/seat/seat";
import { lots, othersOf, Strokes, together } from "../src/seat/several";
import type { Screen } from "../src/screen.gen";
import { reachable } from "../src/server/reach";
import { moment, option, piece, message } from "./helpers";

beforeEach(() => void (reachable.value = true));
afterEach(() => vi.unstubAllGlobals());

const go = option("go F8", "place");

/** A unit of a hex was picked, and may go on. */
function picked(id: string, pieces: Screen["pieces"], more: Partial<Screen> = {}): Screen {
  return moment({
    pieces,
    options: [go],
    prompt: { kind: "move", title: "Move", pieces: [id] },
    undo: { can: true, action: `pick ${id}` },
    ...more,
  });
}

test("a place is for every unit of the lot that was picked", () => {
  const screen = picked("inf@G9", [piece("inf@G9", "G9", { count: 3 }), piece("tank@G9", "G9", { count: 2 })]);
  expect(othersOf(screen, go)).toEqual([
    ["pick inf@G9", "go F8"],
    ["pick inf@G9", "go F8"],
  ]);
  expect(together(screen)).toBe(3);
});

test("where units have names it is for the own units of the hex", () => {
  const enemy = piece("x", "0303", { side: "allied" });
  const screen = picked("a", [piece("a", "0303"), piece("b", "0303"), piece("c", "0304"), enemy]);
  expect(othersOf(screen, go)).toEqual([["pick b", "go F8"]]);
  expect(together(screen)).toBe(2);
});

test("one unit, a unit beside the map, and what is final are no matter for several", () => {
  expect(together(picked("a", [piece("a", "0303")]))).toBe(0);
  const boxes: Screen["boxes"] = [{ id: "entry-1", label: "Entry", kind: "entry" }];
  expect(together(picked("a", [piece("a", "entry-1"), piece("b", "entry-1")], { boxes }))).toBe(0);
  const two = [piece("a", "0303"), piece("b", "0303")];
  expect(othersOf(picked("a", two), { ...go, commits: true })).toEqual([]);
  expect(together(picked("a", two, { undo: { can: false } }))).toBe(0);
});

test("a lot is loaded at once; to pick one is not to pick all", () => {
  const load = option("load inf@G9", "piece");
  const pieces = [piece("inf@G9", "G9", { count: 2 })];
  const loading = moment({ pieces, options: [load], prompt: { kind: "load", title: "Load" } });
  expect(lots(loading)).toEqual([{ option: load, many: 2 }]);
  expect(othersOf(loading, load)).toEqual([["load inf@G9"]]);
  expect(lots(moment({ pieces, options: [option("pick inf@G9", "piece")] }))).toEqual([]);
});

test("a gesture goes back and comes again as one, other choices one by one", () => {
  const strokes = new Strokes();
  strokes.add(4, 5);
  expect(strokes.back(5)).toBe(1);
  strokes.add(5, 11);
  expect(strokes.back(11)).toBe(6);
  strokes.went(11, 5);
  expect([strokes.back(5), strokes.again(5)]).toEqual([1, 6]);
  strokes.went(5, 11);
  expect([strokes.back(11), strokes.again(11)]).toEqual([6, 1]);
  strokes.went(11, 5);
  strokes.add(5, 6);
  expect([strokes.back(6), strokes.again(6)]).toEqual([1, 1]);
  strokes.add(6, 11);
  strokes.forget();
  expect(strokes.back(11)).toBe(1);
});

/** A seat whose server answers with a screen after so many more lines, and what it was asked. */
function seated(screen: Screen, lines: number, why: unknown): { seat: Seat; asked: [string, unknown][] } {
  const asked: [string, unknown][] = [];
  const shown = {
    revision: 1,
    lines: 4,
    seat: { side: "german", player: "human", looks: "german" },
    players: {},
    thinking: false,
    screen,
  };
  const seat = new Seat("token");
  seat.shown.value = shown;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const { id, ...body } = init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    asked.push([path.split("/").pop()!, id ? body : null]);
    const answer = path.includes("/why") ? why : { ...shown, revision: 2, lines: 4 + lines };
    return new Response(message(answer));
  });
  return { seat, asked };
}

const three = [piece("inf@G9", "G9", { count: 3 })];

test("a click with Shift is for all, and goes back in one press", async () => {
  const { seat, asked } = seated(picked("inf@G9", three), 5, null);
  seat.desk.click({ place: "F8", piece: null, fanned: false, all: true });
  await vi.waitFor(() => expect(seat.shown.value?.lines).toBe(9));
  const follow = ["pick inf@G9", "go F8"];
  expect(asked).toEqual([["actions", { revision: 1, actions: ["go F8"], also: [follow, follow] }]]);
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(seat.desk.told.value).toBeNull();
  void seat.undo();
  await vi.waitFor(() => expect(asked[1]).toEqual(["undo", { revision: 2, times: 5 }]));
});

test("all of those that may join come in: one that another has brought with it is no mistake", async () => {
  const options = ["join a", "join b", "join c"].map((action) => option(action, "piece"));
  const { seat, asked } = seated(moment({ options }), 2, null);
  seat.desk.chooseAll(["join a", "join b", "join c", "join gone"]);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]![1]).toMatchObject({ actions: ["join a"], also: [["join b"], ["join c"]] });
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(seat.desk.told.value).toBeNull();
});

test("the button All does the same for the next place; without it one unit goes", async () => {
  const { seat, asked } = seated(picked("inf@G9", three), 1, null);
  seat.desk.click({ place: "F8", piece: null, fanned: false });
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  seat.desk.together.value = true;
  seat.desk.click({ place: "F8", piece: null, fanned: false });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(([, body]) => (body as { also?: unknown }).also !== undefined)).toEqual([false, true]);
});

test("who could not follow is counted, and the reason said", async () => {
  const why = { possible: false, card: { action: "", title: "", reasons: [{ text: "It is full.", rule: "R-1" }] } };
  const { seat, asked } = seated(picked("inf@G9", three), 3, why);
  seat.desk.click({ place: "F8", piece: null, fanned: false, all: true });
  await vi.waitFor(() =>
    expect(seat.desk.told.value).toMatchObject({ text: "Done for 2 of 3. It is full.", rule: "R-1" }),
  );
  expect(asked[1]![0]).toContain("why?action=pick%20inf%40G9");
});

test("a choice that others followed by themselves goes back by itself", async () => {
  const { seat } = seated(picked("inf@G9", three), 2, null); // an order answered the next question
  seat.desk.click({ place: "F8", piece: null, fanned: false });
  await vi.waitFor(() => expect(seat.shown.value?.lines).toBe(6));
  expect(seat.strokes.back(6)).toBe(1);
});

test("a gesture that cannot be taken back whole is taken back choice by choice", async () => {
  const { seat, asked } = seated(picked("inf@G9", three), 5, null);
  seat.desk.click({ place: "F8", piece: null, fanned: false, all: true });
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const { id, ...body } = JSON.parse(init!.body as string) as Record<string, unknown>;
    asked.push([path.split("/").pop()!, id ? body : null]);
    return new Response(JSON.stringify({ error: "The die has fallen." }), { status: 422 });
  });
  await seat.undo();
  await seat.undo();
  expect(asked.slice(1)).toEqual([
    ["undo", { revision: 2, times: 5 }],
    ["undo", { revision: 2 }],
  ]);
});
