import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { Seat } from "../src/seat/seat";
import { checksum, Copy, type JsonObject, listed, merged, type Patch, type Shown } from "../src/server/document";
import { PAGE } from "../src/server/live";
import type { Whole } from "../src/server/shapes.gen";

type Sent = Whole | Patch;
const isPatch = (told: Sent): told is Patch => "patch" in told;

function messages(file: URL | string): Sent[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Sent);
}

const PROVING = new URL("../../tests/patches/proving.jsonl", import.meta.url);
const [first, ...rest] = messages(PROVING) as [Whole, ...Sent[]];
const patches = rest.filter(isPatch);
const wholes = rest.filter((told): told is Whole => !isPatch(told));

const bare = ({ hash: _, ...document }: Whole): JsonObject => document as unknown as JsonObject;
const started = (): Copy => {
  const copy = new Copy();
  copy.take(first);
  return copy;
};

afterEach(() => vi.unstubAllGlobals());

test("patches as the server writes them lead to the documents that it builds, checksums and all", () => {
  const files = [PROVING, ...(process.env.PATCHES?.split(",") ?? [])];
  for (const file of files) {
    const [whole, ...others] = messages(file) as [Whole, ...Sent[]];
    const copy = new Copy();
    copy.take(whole);
    let document = bare(whole);
    expect(checksum(document)).toBe(whole.hash);
    let shown: Shown | string = "";
    for (const told of others) {
      if (isPatch(told)) {
        document = merged(document, told.patch);
        shown = copy.apply(told);
        continue;
      }
      expect(document).toEqual(bare(told));
      expect(checksum(document)).toBe(told.hash);
      expect(shown).toEqual({ ...bare(told), screen: listed(told.screen) });
      expect(copy.base).toBe(told.hash);
    }
  }
});

test("a merge patch puts, changes and takes away, as RFC 7396 has it", () => {
  const before = { a: "b", c: { d: "e", f: "g" }, list: [1, 2] };
  const after = merged(before, { a: "z", c: { f: null }, list: [3], new: { deep: { x: null, y: 1 } } });
  expect(after).toEqual({ a: "z", c: { d: "e" }, list: [3], new: { deep: { y: 1 } } });
  expect(before).toEqual({ a: "b", c: { d: "e", f: "g" }, list: [1, 2] });
});

test("what a patch does not touch stays the same object", () => {
  const document = bare(first);
  const after = merged(document, { revision: 9, screen: { viewer: "blue" } });
  expect((after.screen as JsonObject).pieces).toBe((document.screen as JsonObject).pieces);
});

test("a patch that is known, or older than what is there, changes nothing", () => {
  const copy = started();
  copy.apply(patches[0]!);
  const { base } = copy;
  expect(copy.apply(patches[0]!)).toBe("old");
  copy.apply(patches[1]!);
  expect(copy.apply({ ...patches[0]!, hash: 1 })).toBe("old");
  expect(base).toBe(patches[0]!.hash);
});

test("a patch for another document, or that leads to another, is lost, and so is whatever follows it", () => {
  expect(started().apply(patches[1]!)).toBe("lost");
  expect(new Copy().apply(patches[0]!)).toBe("lost");
  const copy = started();
  expect(copy.apply({ ...patches[0]!, patch: { ...patches[0]!.patch, lines: 77 } })).toBe("lost");
  expect(copy.base).toBeNull();
  expect(copy.apply(patches[1]!)).toBe("lost");
});

/** A seat whose requests are answered with a document. */
function seated(answer: Whole): { seat: Seat; asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(path === "/api/seats/token" ? JSON.stringify(answer) : "{}"));
  });
  const seat = new Seat("token");
  vi.spyOn(seat, "furnish").mockResolvedValue(undefined);
  return { seat, asked };
}

test("a seat that has lost the thread asks for the whole, once, and goes on with the next patch", async () => {
  const { seat, asked } = seated(wholes[2]!);
  await seat.hear(first);
  await Promise.all([seat.hear(patches[1]!), seat.hear(patches[2]!)]);
  expect(asked).toEqual(["/api/seats/token"]);
  expect(seat.shown.value!.revision).toBe(3);
  await seat.hear(patches[3]!);
  expect(seat.shown.value!.revision).toBe(4);
  expect(asked).toHaveLength(1);
});

test("an answer and the live line may tell the same patch, in any order", async () => {
  const { seat, asked } = seated(first);
  await seat.hear(first);
  for (const patch of patches.slice(0, 3)) {
    await seat.hear(patch);
    await seat.hear(patch);
  }
  expect(seat.shown.value!.revision).toBe(3);
  expect(asked).toEqual([]);
});

test("the server is told which document is there", async () => {
  const { seat } = seated(first);
  expect(seat.has()).toEqual({});
  await seat.hear(first);
  expect(seat.has()).toEqual({ "Ardennes-Base": String(first.hash), "Ardennes-Line": PAGE });
});

test("a range is an option for each of its things, with the way to it", () => {
  const screen = {
    ...first.screen,
    options: {},
    order: { ...first.screen.order, options: [] },
    ranges: [
      { verb: "go", kind: "place", label: "Go to {}", commits: false, things: ["0103", "0102"], costs: ["2", "1"] },
    ],
    ways: [{ verb: "go", hexes: ["0103", "0102"], before: ["0102", "0101"] }],
  } as unknown as Whole["screen"];
  const far = { action: "go 0103", label: "Go to 0103", cost: "2", path: ["0101", "0102", "0103"] };
  const near = { action: "go 0102", label: "Go to 0102", cost: "1", path: ["0101", "0102"] };
  expect(listed(screen).options).toMatchObject([far, near]);
  const id = Object.keys(screen.pieces)[0]!;
  const pick = { verb: "pick", kind: "piece", label: "Choose {}", commits: false, things: [id] } as const;
  const [chosen] = listed({ ...screen, ranges: [pick], ways: [] } as unknown as Whole["screen"]).options;
  expect(chosen).toEqual({
    action: `pick ${id}`,
    kind: "piece",
    label: `Choose ${screen.pieces[id]!.name}`,
    commits: false,
    thing: id,
  });
});
