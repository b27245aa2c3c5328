import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Seat } from "../src/seat/seat";
import type { Screen } from "../src/screen.gen";
import type { Shown } from "../src/server/document";
import { reachable } from "../src/server/reach";
import { moment, option, piece, message } from "./helpers";

beforeEach(() => void (reachable.value = true));
afterEach(() => vi.unstubAllGlobals());

function shown(revision: number, more: Partial<Screen> = {}): Shown {
  return {
    revision,
    lines: revision,
    seat: { side: "german", player: "human", looks: "german" },
    players: {},
    thinking: false,
    screen: moment({ undo: { can: true }, ...more }),
  };
}

/** A line to a server that answers one request after the other, when it is told to. */
function slowServer(): { asked: string[]; bodies: unknown[]; answer: (document: unknown, status?: number) => void } {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const waiting: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    asked.push(path.split("/").pop()!);
    bodies.push(init?.body ? JSON.parse(init.body as string) : null);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  return {
    asked,
    bodies,
    answer: (document, status = 200) => waiting.shift()!(new Response(message(document), { status })),
  };
}

function seated(document: Shown): Seat {
  const seat = new Seat("token");
  seat.shown.value = document;
  return seat;
}

test("an undo asked for while a change is in flight is done after it", async () => {
  const server = slowServer();
  const seat = seated(shown(1, { undo: { can: false, reason: "nothing to undo" } }));
  const acted = seat.act(option("pick a", "piece"));
  const undone = seat.undo();
  expect(server.asked).toEqual(["actions"]);
  server.answer(shown(2));
  expect(await acted).toBe(true);
  await vi.waitFor(() => expect(server.asked).toEqual(["actions", "undo"]));
  server.answer(shown(3, { undo: { can: false } }));
  expect(await undone).toBe(true);
  expect(seat.shown.value?.revision).toBe(3);
});

test("several presses are done one after the other, as long as there is something to take back", async () => {
  const server = slowServer();
  const seat = seated(shown(1));
  const presses = [seat.undo(), seat.undo(), seat.undo(), seat.redo()];
  await vi.waitFor(() => expect(server.asked).toEqual(["undo"]));
  server.answer(shown(2));
  await vi.waitFor(() => expect(server.asked).toEqual(["undo", "undo"]));
  server.answer(shown(3, { undo: { can: false }, redo: { can: true } }));
  await vi.waitFor(() => expect(server.asked).toEqual(["undo", "undo", "redo"]));
  server.answer(shown(4));
  expect(await Promise.all(presses)).toEqual([true, true, false, true]);
});

test("a choice from a screen that is about to go is not sent", async () => {
  const server = slowServer();
  const seat = seated(shown(1));
  const first = seat.act(option("pick a", "piece"));
  expect(await seat.act(option("pick b", "piece"))).toBe(false);
  server.answer(shown(2));
  expect(await first).toBe(true);
  expect(server.asked).toEqual(["actions"]);
});

test("a refusal is told, and the next choice may be made", async () => {
  const server = slowServer();
  const seat = seated(shown(1));
  const refused = seat.act(option("pick a", "piece"));
  server.answer({ error: "Not now." }, 422);
  expect(await refused).toBe(false);
  expect(seat.desk.told.value?.text).toBe("Not now.");
  expect(seat.busy.value).toBe(false);
  void seat.act(option("pick a", "piece"));
  expect(server.asked).toEqual(["actions", "actions"]);
});

test("the same document is shown once, however it comes; what is said beside the screen is news", () => {
  const seat = seated(shown(1));
  const first = shown(2);
  seat.take(first);
  seat.take(shown(2));
  expect(seat.shown.value).toBe(first);
  seat.take(shown(1));
  expect(seat.shown.value).toBe(first);
  const proposed = { ...shown(2), proposal: { side: "allied", line: 1 } };
  seat.take(proposed);
  expect(seat.shown.value).toBe(proposed);
});

test("a click made while a change is in flight waits, and is judged by the screen that comes of it", async () => {
  const server = slowServer();
  const pieces = [piece("a", "0303")];
  const seat = seated(shown(1, { pieces, options: [option("pick a", "piece")] }));
  seat.desk.click({ place: "0303", piece: "a", fanned: false });
  seat.desk.click({ place: "0304", piece: null, fanned: false });
  expect(server.asked).toEqual(["actions"]);
  server.answer(shown(2, { pieces, options: [option("go 0304", "place")] }));
  await vi.waitFor(() => expect(server.asked).toEqual(["actions", "actions"]));
  expect(seat.desk.card.value).toBeNull();
});

test("a click that waited is not made for another player, nor after a refusal", async () => {
  const server = slowServer();
  const pieces = [piece("a", "0303")];
  const asked = { pieces, options: [option("pick a", "piece")] };
  const seat = seated(shown(1, asked));
  const clickBoth = (): void => {
    seat.desk.click({ place: "0303", piece: "a", fanned: false });
    seat.desk.click({ place: "0304", piece: null, fanned: false });
  };
  clickBoth();
  server.answer({ error: "Not now." }, 422);
  await vi.waitFor(() => expect(seat.busy.value).toBe(false));
  clickBoth();
  server.answer(shown(2, { pieces, decides: "allied", viewer: "allied", options: [option("go 0304", "place")] }));
  await vi.waitFor(() => expect(seat.shown.value?.revision).toBe(2));
  await new Promise((next) => setTimeout(next));
  expect(server.asked).toEqual(["actions", "actions"]);
});

/** A screen on which two units may be ticked, and the button says at what odds they attack. */
function battle(revision: number, left: string[], odds: string): Shown {
  const joins = left.map((name) => option(`join ${name}`, "piece", { sheet: "s" }));
  const fight = option("fight", "button", { label: `Attack at ${odds}`, tone: "fight", thing: undefined });
  const prompt = { kind: "join" as const, title: "Who attacks?", asks: [{ verb: "join", takes: "piece" as const }] };
  return shown(revision, { prompt, pieces: [piece("a", "0303"), piece("b", "0303")], options: [...joins, fight] });
}

test("two ticks in quick succession are two ticks", async () => {
  const server = slowServer();
  const seat = seated(battle(1, ["a", "b"], "1-1"));
  const [first, second] = seat.screen.value!.options;
  seat.desk.choose(first!);
  seat.desk.choose(second!);
  expect(server.asked).toEqual(["actions"]);
  server.answer(battle(2, ["b"], "2-1"));
  await vi.waitFor(() => expect(server.bodies).toMatchObject([{ actions: ["join a"] }, { actions: ["join b"] }]));
});

test("a tick that is gone when its turn comes is dropped", async () => {
  const server = slowServer();
  const seat = seated(battle(1, ["a"], "1-1"));
  seat.desk.choose(seat.screen.value!.options[0]!);
  seat.desk.choose(seat.screen.value!.options[0]!);
  server.answer(battle(2, [], "2-1"));
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(server.asked).toEqual(["actions"]);
});

test("a button pressed while a change is in flight is pressed afterwards, if it still says the same", async () => {
  const server = slowServer();
  const seat = seated(battle(1, ["a", "b"], "1-1"));
  const press = (): void => seat.desk.press(seat.offers.value.main!);
  seat.desk.choose(seat.screen.value!.options[0]!);
  press();
  server.answer(battle(2, ["b"], "2-1")); // other odds than the player saw: he is asked again
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(server.asked).toEqual(["actions"]);
  seat.desk.choose(seat.screen.value!.options[0]!);
  press();
  server.answer(battle(3, [], "2-1"));
  await vi.waitFor(() => expect(server.bodies[2]).toMatchObject({ actions: ["fight"] }));
});

test("a second press of a button that is on its way is none", async () => {
  const server = slowServer();
  const seat = seated(battle(1, ["a"], "1-1"));
  seat.desk.press(seat.offers.value.main!);
  seat.desk.press(seat.offers.value.main!);
  server.answer({ error: "Not now." }, 422);
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(server.asked).toEqual(["actions"]);
  seat.desk.press(seat.offers.value.main!);
  expect(server.asked).toEqual(["actions", "actions"]);
});

test("undo, then a click, both while a change is in flight: they are done in that order", async () => {
  const server = slowServer();
  const pieces = [piece("a", "0303"), piece("b", "0304")];
  const options = [option("pick a", "piece"), option("pick b", "piece")];
  const seat = seated(shown(1, { pieces, options }));
  seat.desk.click({ place: "0303", piece: "a", fanned: false });
  void seat.undo();
  seat.desk.click({ place: "0304", piece: "b", fanned: false });
  server.answer(shown(2, { pieces, options: [option("go 0301", "place")] }));
  await vi.waitFor(() => expect(server.asked).toEqual(["actions", "undo"]));
  server.answer(shown(3, { pieces, options }));
  await vi.waitFor(() => expect(server.bodies[2]).toMatchObject({ actions: ["pick b"] }));
});

test("an answer to why not that comes too late is not shown on another screen, nor over a later one", async () => {
  const server = slowServer();
  const pieces = [piece("a", "0303")];
  const seat = seated(shown(1, { pieces }));
  const why = (title: string): unknown => ({ possible: false, card: { action: "go 0301", title, reasons: [] } });
  seat.desk.click({ place: "0301", piece: null, fanned: false });
  seat.desk.click({ place: "0302", piece: null, fanned: false });
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  server.answer(why("first"));
  server.answer(why("second"));
  await vi.waitFor(() => expect(seat.desk.card.value?.title).toBe("second"));
  seat.desk.click({ place: "0301", piece: null, fanned: false });
  seat.take(shown(2, { pieces }));
  server.answer(why("late"));
  await new Promise((next) => setTimeout(next));
  expect(seat.desk.card.value).toBeNull();
});
