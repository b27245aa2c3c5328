import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Screen } from "../src/screen.gen";
import { Seat } from "../src/seat/seat";
import { mayHaveShortcuts } from "../src/seat/shortcuts";
import type { Shown } from "../src/server/document";
import { reachable } from "../src/server/reach";
import { message, moment, option } from "./helpers";

beforeEach(() => void (reachable.value = true));
afterEach(() => vi.unstubAllGlobals());

const sheet = {
  id: "attack",
  kind: "differential" as const,
  stage: "building" as const,
  title: "Attack",
  attacker: "german",
  defender: "allied",
};
const on = option("choose primary", "button", { label: "Attack on the primary table", thing: "primary" });
const prompt: Screen["prompt"] = { kind: "join", title: "Who attacks?" };
const battle = (more: Partial<Screen> = {}): Screen =>
  moment({ prompt, options: [on], sheets: [{ ...sheet, targets: ["0504"], attackers: [], defenders: [] }], ...more });
const way = { actions: ["choose primary", "fight +6"], by: on.label, label: "Attack at +6", odds: "+6", detail: "" };

function shown(revision: number, screen: Screen): Shown {
  const seat = { side: "german", player: "human" as const, looks: "german" };
  return { revision, lines: revision, seat, players: {}, thinking: false, screen };
}

test("shortcuts are asked for where a button leads on from a battle, a unit goes hex by hex or units are placed", () => {
  expect(mayHaveShortcuts(battle())).toBe(true);
  expect(mayHaveShortcuts(battle({ options: [option("fight", "button", { commits: true })] }))).toBe(false);
  expect(mayHaveShortcuts(battle({ sheets: [] }))).toBe(false);
  expect(mayHaveShortcuts(battle({ decides: "allied" }))).toBe(false);
  expect(mayHaveShortcuts(battle({ prompt: { kind: "advance", title: "Who advances?" } }))).toBe(false);
  expect(mayHaveShortcuts(battle({ prompt: { kind: "retreat", title: "Where?", pieces: ["2Pz"] } }))).toBe(true);
  expect(mayHaveShortcuts(battle({ prompt: { kind: "setup", title: "Where?" } }))).toBe(true);
  expect(mayHaveShortcuts(battle({ prompt: { kind: "move", title: "Where?", pieces: ["2Pz"] } }))).toBe(false);
});

test("one press sends the whole way in one batch, once, and none of it after the question has changed", async () => {
  const sent: string[][] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.endsWith("/shortcuts")) return new Response(JSON.stringify({ ways: [way] }));
    sent.push((JSON.parse(init!.body as string) as { actions: string[] }).actions);
    return new Response(message(shown(3, moment({}))));
  });
  const seat = new Seat("token");
  seat.info.value = {} as never; // nothing is drawn
  seat.take(shown(1, moment({})));
  seat.take(shown(2, battle()));
  await vi.waitFor(() => expect(seat.shortcuts.ways).toEqual([way]));
  seat.shortcuts.press(way);
  seat.shortcuts.press(way);
  await vi.waitFor(() => expect(seat.shown.value?.revision).toBe(3));
  expect(seat.shortcuts.ways).toEqual([]);
  seat.shortcuts.press(way);
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  expect(sent).toEqual([["choose primary", "fight +6"]]);
});
