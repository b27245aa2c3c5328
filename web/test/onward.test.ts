import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Option, Screen } from "../src/screen.gen";
import { othersOf } from "../src/seat/several";
import { Seat } from "../src/seat/seat";
import type { Shown } from "../src/server/document";
import { reachable } from "../src/server/reach";
import { message, moment, option, piece } from "./helpers";

beforeEach(() => void (reachable.value = true));
afterEach(() => vi.unstubAllGlobals());

const done = option("done", "button", { label: "Done moving", tone: "main", thing: undefined });
const picks = (...units: string[]): Option[] => units.map((unit) => option(`pick ${unit}`, "piece"));
const goes = (...places: string[]): Option[] => places.map((place) => option(`go ${place}`, "place"));

function shown(revision: number, screen: Partial<Screen>): Shown {
  const prompt = {
    kind: "pick" as const,
    title: "Choose",
    step: "march",
    asks: [{ verb: "pick", takes: "piece" as const }],
  };
  return {
    revision,
    lines: revision,
    seat: { side: "german", player: "human", looks: "german" },
    players: {},
    thinking: false,
    screen: moment({ undo: { can: true }, prompt, ...screen }),
  };
}

const pieces = ["a", "b", "c"].map((id) => piece(id, "0303"));
const MOVE: Screen["prompt"] = {
  kind: "move",
  title: "Move b",
  step: "motion",
  asks: [{ verb: "go", takes: "place" }],
};

/** A server: changes are answered in turn by `screens`, and `offered` is what it offers. */
function serving(screens: Shown[], offered: unknown): { path: string; body: Record<string, unknown> }[] {
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const what = path.split("/").pop()!;
    asked.push({ path: what, body: init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {} });
    return new Response(what === "onward" ? JSON.stringify(offered) : message(screens.shift()!));
  });
  return asked;
}

/** After a has gone, b is offered. */
async function offered(...then: Shown[]): Promise<{ seat: Seat; asked: ReturnType<typeof serving> }> {
  const after = shown(3, { pieces, options: [...picks("b", "c"), done] });
  const moving = shown(2, { pieces, options: goes("0404"), prompt: MOVE });
  const { screen } = shown(9, { pieces, options: [...goes("0505"), done], prompt: { ...MOVE, pieces: ["b"] } });
  const document = JSON.parse(message({ ...shown(9, {}), screen })) as { screen: unknown };
  const asked = serving([moving, after, ...then], { actions: ["pick b"], kind: "pick", screen: document.screen });
  const seat = new Seat("token");
  seat.shown.value = shown(1, { pieces, options: [...picks("a", "b", "c"), done] });
  await seat.act(option("pick a", "piece"));
  await seat.act(option("go 0404", "place"));
  await vi.waitFor(() => expect(seat.screen.value?.offered?.actions).toEqual(["pick b"]));
  return { seat, asked };
}

test("after a move the next unit is shown with its reach, and nothing is sent", async () => {
  const { seat, asked } = await offered();
  expect(asked.map((one) => one.path)).toEqual(["actions", "actions", "onward"]);
  expect(asked[2]!.body).toMatchObject({ near: "0303", last: "a", passed: [] });
  expect([...seat.offers.value.places.keys()]).toEqual(["0505"]);
  expect([...seat.offers.value.pieces.keys()]).toEqual(["b", "c"]);
  expect(seat.shown.value!.revision).toBe(3);
});

test("a click on a place takes the unit there in one batch, and one undo takes it back and offers it again", async () => {
  const moved = shown(5, { pieces, options: [...picks("c"), done] });
  const back = shown(6, { pieces, options: [...picks("b", "c"), done], redo: { can: true, action: "pick b" } });
  const { seat, asked } = await offered(moved, { ...back, lines: 3 });
  seat.desk.click({ place: "0505", piece: null, fanned: false });
  await vi.waitFor(() => expect(asked[3]!.body).toMatchObject({ actions: ["pick b", "go 0505"] }));
  await vi.waitFor(() => expect(asked[4]!.body).toMatchObject({ last: "b" }));
  await seat.undo();
  expect(asked[5]!.body).toMatchObject({ times: 2 });
  await vi.waitFor(() => expect(asked[6]!.body).toMatchObject({ last: "b", near: "0303" }));
});

test("a click on another unit takes that one, and the button that ends the phase ends it", async () => {
  const { seat, asked } = await offered(shown(4, { pieces, options: goes("0606"), prompt: MOVE }));
  expect(seat.offers.value.main?.action).toBe("done");
  seat.desk.click({ place: "0303", piece: "c", fanned: true });
  await vi.waitFor(() => expect(asked[3]!.body).toMatchObject({ actions: ["pick c"] }));
});

test("a unit that is passed over is not offered again, and Escape puts the offer away", async () => {
  const { seat, asked } = await offered();
  seat.onward.pass();
  await vi.waitFor(() => expect(asked[3]!.body).toMatchObject({ passed: ["b"] }));
  await vi.waitFor(() => expect(seat.screen.value?.offered).toBeDefined());
  seat.onward.withdraw();
  expect(seat.screen.value).toBe(seat.shown.value!.screen);
});

test("a unit that is put back is not offered", async () => {
  const asked = serving([shown(2, { options: goes("0404"), prompt: MOVE }), shown(3, { options: picks("a") })], {});
  const seat = new Seat("token");
  seat.shown.value = shown(1, { pieces, options: picks("a", "b") });
  await seat.act(option("pick a", "piece"));
  await seat.undo();
  await new Promise((soon) => setTimeout(soon, 5));
  expect(asked.map((one) => one.path)).toEqual(["actions", "undo"]);
});

test("the whole stack of an offered unit may go with it", async () => {
  const { seat } = await offered();
  expect(othersOf(seat.screen.value!, option("go 0505", "place"))).toEqual([
    ["pick a", "go 0505"],
    ["pick c", "go 0505"],
  ]);
});
