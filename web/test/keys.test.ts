import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press } from "../src/panels/keys";
import { Seat } from "../src/seat/seat";
import type { Screen } from "../src/screen.gen";
import { moment, option, piece, message } from "./helpers";

const sent: string[][] = [];
let answer: (screen: Screen) => void;
let revision = 1;

const shown = (screen: Screen): NonNullable<Seat["shown"]["value"]> => ({
  revision: revision++,
  lines: 0,
  seat: { side: "german", player: "human", looks: "german" },
  players: {},
  thinking: false,
  screen,
});

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("HTMLButtonElement", class {});
  vi.stubGlobal("HTMLAnchorElement", class {});
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    sent.push((JSON.parse(init.body as string) as { actions?: string[] }).actions ?? ["undo"]);
    return new Promise<Response>((done) => {
      answer = (screen) => done(new Response(message(shown(screen))));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const key = (name: string): KeyboardEvent => ({ key: name, target: null }) as unknown as KeyboardEvent;
const done = option("done", "button", { tone: "main", thing: undefined });

function seated(screen: Screen): Seat {
  const seat = new Seat("token");
  seat.shown.value = shown(screen);
  return seat;
}

test("a key that needs no map acts before the map is drawn", () => {
  const seat = seated(moment({ options: [done] }));
  expect(press(seat, null, key("Enter"))).toBe(true);
  expect(sent).toEqual([["done"]]);
});

test("Enter pressed while a change is in flight presses the main button afterwards", async () => {
  const pieces = [piece("a", "0303")];
  const seat = seated(moment({ pieces, options: [option("pick a", "piece"), done] }));
  seat.desk.take("a");
  expect(press(seat, null, key("Enter"))).toBe(true);
  expect(sent).toEqual([["pick a"]]);
  answer(moment({ pieces, options: [done] }));
  await vi.waitFor(() => expect(sent).toEqual([["pick a"], ["done"]]));
});

test("Enter pressed twice ends one phase, not two", async () => {
  const phase = (label: string): Screen =>
    moment({ options: [done], phases: { label: "Turn", steps: [{ label, state: "now" }] } });
  const seat = seated(phase("Movement"));
  press(seat, null, key("Enter"));
  press(seat, null, key("Enter"));
  const next = phase("Combat");
  next.turn = { number: 2, label: "Turn 2" };
  answer(next);
  await vi.waitFor(() => expect(seat.engaged).toBe(false));
  press(seat, null, key("Enter"));
  expect(sent).toEqual([["done"]]);
});

test("Escape pressed while a unit is being picked puts it back", async () => {
  const pieces = [piece("a", "0303")];
  const seat = seated(moment({ pieces, options: [option("pick a", "piece")] }));
  seat.desk.take("a");
  expect(press(seat, null, key("Escape"))).toBe(true);
  answer(
    moment({
      pieces,
      options: [option("go 0304", "place")],
      prompt: { kind: "move", title: "Move", pieces: ["a"] },
      undo: { can: true, action: "pick a" },
    }),
  );
  await vi.waitFor(() => expect(sent).toEqual([["pick a"], ["undo"]]));
});
