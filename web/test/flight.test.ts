import { afterEach, expect, test, vi } from "vitest";
import { Seat } from "../src/seat/seat";
import type { Screen } from "../src/screen.gen";
import type { Shown } from "../src/server/shapes";
import { moment, option, piece } from "./helpers";

afterEach(() => vi.unstubAllGlobals());

function shown(revision: number, more: Partial<Screen> = {}): Shown {
  return {
    revision,
    lines: revision,
    seat: { side: "german", player: "human", looks: "german" },
    players: {},
    thinking: false,
    proposal: null,
    screen: moment({ undo: { can: true }, ...more }),
  };
}

/** A line to a server that answers one request after the other, when it is told to. */
function slowServer(): { asked: string[]; answer: (document: Shown | { error: string }, status?: number) => void } {
  const asked: string[] = [];
  const waiting: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path.split("/").pop()!);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  return {
    asked,
    answer: (document, status = 200) => waiting.shift()!(new Response(JSON.stringify(document), { status })),
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
