import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../src/board/camera";
import type { Geometry } from "../src/board/geometry";
import { Ground } from "../src/board/ground";

const VIEWPORT = { width: 800, height: 600, left: 0, right: 0, top: 0, bottom: 0 };
const NEAR: View = { x: 500, y: 500, zoom: 1 };
const MAP = {
  info: {
    game: "proving",
    tiles: {
      version: "1",
      side: 500,
      levels: [
        { id: "far", fine: false, scale: 0.5 },
        { id: "near", fine: true, scale: 1 },
      ],
    },
  },
  unit: 50,
  width: 1000,
  height: 1000,
} as unknown as Geometry;
const FINER = { id: "finer", fine: true, scale: 2 };
const DEEP = {
  ...MAP,
  info: { ...MAP.info, tiles: { ...MAP.info.tiles, levels: [...MAP.info.tiles!.levels, FINER] } },
} as unknown as Geometry;

/** Just enough of a page for the ground: boxes that hold canvases. */
class Box {
  style = { cssText: "", transform: "", width: "", height: "" };
  className = "";
  width = 0;
  height = 0;
  inside: Box[] = [];
  parent: Box | null = null;
  setAttribute(): void {}
  append(box: Box): void {
    box.remove();
    box.parent = this;
    this.inside.push(box);
  }
  remove(): void {
    if (this.parent) this.parent.inside = this.parent.inside.filter((one) => one !== this);
    this.parent = null;
  }
  getContext(): object {
    return { transferFromImageBitmap: (picture: object | null) => transferred.push(picture ? 0 : this.width) };
  }
}

let answers: (path: string) => Promise<Response>;
let asked: string[];
let transferred: number[]; // onto any canvas: 0 for a picture, else how wide the emptiness was
let body: Box;
let decoded: () => Promise<object>;
const open: Ground[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = () => Promise.resolve(new Response("picture"));
  decoded = () => Promise.resolve({ width: 500, height: 500, close: () => undefined });
  transferred = [];
  body = new Box();
  vi.stubGlobal("document", { createElement: () => new Box(), body });
  vi.stubGlobal("requestAnimationFrame", (go: () => void) => setTimeout(go, 16));
  vi.stubGlobal(
    "window",
    Object.assign(new EventTarget(), { setTimeout: (...given: [() => void, number]) => setTimeout(...given) }),
  );
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("createImageBitmap", () => decoded());
  vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit = {}) => {
    if (address.endsWith("/labels")) return Response.json({ far: [], near: [], values: [] });
    const path = address.split("/").slice(-2).join("/");
    asked.push(path);
    const answer = await answers(path);
    signal?.throwIfAborted();
    return answer;
  });
});

afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function ground(map = MAP): Ground {
  const made = new Ground(map, false);
  open.push(made);
  void made.load();
  made.follow(NEAR, VIEWPORT);
  return made;
}

/** How many tiles lie on the map at each level. */
function shown(made: Ground): Record<string, number> {
  const boxes = (made.element as unknown as Box).inside;
  return Object.fromEntries(boxes.map((box) => [box.className, box.inside.length]));
}

const ALL = { "ground-far": 1, "ground-near": 4 };
const refusal = (): Response => new Response("busy", { status: 503 });

test("a map is asked for once, tile by tile", async () => {
  const made = ground();
  await vi.advanceTimersByTimeAsync(500);
  expect(shown(made)).toEqual(ALL);
  expect(asked.toSorted()).toEqual(["far/0-0.webp", ...["0-0", "0-1", "1-0", "1-1"].map((at) => `near/${at}.webp`)]);
});

test("tiles that fail one shortly after the other are each asked for again", async () => {
  const tries: Record<string, number> = {};
  answers = async (path) => {
    tries[path] = (tries[path] ?? 0) + 1;
    if (!path.startsWith("near") || tries[path]! > 1) return new Response("picture");
    await new Promise((go) => setTimeout(go, path.includes("0-") ? 20 : 150));
    return refusal();
  };
  const made = ground();
  await vi.advanceTimersByTimeAsync(20_000); // and nobody moves the map
  expect(shown(made)).toEqual(ALL);
});

test("a tile that fails while the camera moves is asked for again", async () => {
  let fails = true;
  answers = async (path) => {
    await new Promise((go) => setTimeout(go, 100));
    return path === "near/0-0.webp" && fails ? refusal() : new Response("picture");
  };
  const made = ground();
  for (let step = 0; step < 6; step++) {
    await vi.advanceTimersByTimeAsync(45);
    made.follow({ ...NEAR, x: 500 + step }, VIEWPORT);
  }
  fails = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shown(made)).toEqual(ALL);
});

test("a server that refuses is asked ever less often, and at once when the network is back", async () => {
  answers = () => Promise.resolve(refusal());
  const made = ground();
  const waits = vi.fn();
  made.onWait = waits;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const far = asked.filter((path) => path.startsWith("far")).length;
  expect(far).toBeGreaterThan(10);
  expect(far).toBeLessThan(30);
  expect(waits.mock.lastCall).toEqual([true]); // it is said all the while that the map is not there
  answers = () => Promise.resolve(new Response("picture"));
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown(made)).toEqual(ALL);
  expect(waits.mock.lastCall).toEqual([false]);
});

test("a picture that cannot be decoded is asked for again", async () => {
  let fails = 3;
  const good = decoded;
  decoded = () => (fails-- > 0 ? Promise.reject(new Error("broken")) : good());
  const made = ground();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shown(made)).toEqual(ALL);
});

test("a tile that was given back while it was decoded does not come to lie on the map", async () => {
  const good = decoded;
  decoded = async () => {
    await new Promise((go) => setTimeout(go, 50));
    return good();
  };
  const made = ground();
  await vi.advanceTimersByTimeAsync(20);
  made.darken(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown(made)).toEqual(ALL);
});

test("a tile that is being drawn is asked for again soon, however long that takes", async () => {
  let drawn = false;
  answers = (path) =>
    Promise.resolve(path === "near/0-0.webp" && !drawn ? new Response(null, { status: 202 }) : new Response("picture"));
  const made = ground();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown(made)).toEqual({ ...ALL, "ground-near": 3 });
  drawn = true;
  await vi.advanceTimersByTimeAsync(600);
  expect(shown(made)).toEqual(ALL);
});

const finer = (): string[] => asked.filter((path) => path.startsWith("finer"));

test("a level that the zoom only passes through is not fetched", async () => {
  const made = ground(DEEP);
  await vi.advanceTimersByTimeAsync(500);
  for (const zoom of [1.5, 2, 2.5, 2, 1.5, 1]) {
    made.follow({ ...NEAR, zoom }, VIEWPORT);
    await vi.advanceTimersByTimeAsync(60);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(finer()).toEqual([]);
});

test("a level at which the zoom rests is fetched, and one at which it stays long", async () => {
  const made = ground(DEEP);
  await vi.advanceTimersByTimeAsync(500);
  made.follow({ ...NEAR, zoom: 2 }, VIEWPORT);
  await vi.advanceTimersByTimeAsync(300);
  expect(finer().length).toBeGreaterThan(3);
  asked.length = 0;
  made.follow({ ...NEAR, zoom: 1 }, VIEWPORT);
  await vi.advanceTimersByTimeAsync(500);
  for (let step = 0; step < 12; step++) {
    made.follow({ ...NEAR, zoom: 2 + step / 100 }, VIEWPORT);
    await vi.advanceTimersByTimeAsync(60);
  }
  expect(finer().length).toBeGreaterThan(3);
});

test("tiles that are not shown any more give back their pixels at once, and leave the page", async () => {
  const made = ground(DEEP);
  await vi.advanceTimersByTimeAsync(500);
  expect(transferred).toEqual([0, 0, 0, 0, 0]);
  transferred.length = 0;
  made.destroy();
  await vi.advanceTimersByTimeAsync(500);
  expect(transferred).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  const left = (box: Box): number => box.inside.reduce((sum, one) => sum + left(one), box.inside.length);
  expect(left(made.element as unknown as Box)).toBe(3); // the boxes of the levels
});
