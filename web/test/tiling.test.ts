import { describe, expect, test } from "vitest";
import { levelFor, tilesIn } from "../src/board/tiling";

const LEVELS = [
  { id: "near-4", fine: true, scale: 4 },
  { id: "far-1", fine: false, scale: 0.5 },
  { id: "near-1", fine: true, scale: 1 },
  { id: "far-2", fine: false, scale: 1 },
  { id: "near-2", fine: true, scale: 2 },
];

describe("the level of a zoom", () => {
  test.each([
    [false, 0.2, "far-1"],
    [false, 0.6, "far-1"],
    [false, 0.7, "far-2"],
    [false, 3, "far-2"],
    [true, 0.7, "near-1"],
    [true, 1.25, "near-1"],
    [true, 1.3, "near-2"],
    [true, 2.6, "near-4"],
    [true, 8, "near-4"],
  ])("fine %s at %d pixels is %s", (fine, pixels, id) => {
    expect(levelFor(LEVELS, fine, pixels)?.id).toBe(id);
  });

  test("is none where a map has no tiles", () => {
    expect(levelFor([], true, 1)).toBeNull();
  });
});

describe("the tiles of a view", () => {
  const near = { x: 150, y: 50 };

  test("are those that it touches, the nearest first", () => {
    const found = tilesIn({ left: 110, top: 10, right: 290, bottom: 90 }, 100, 1000, 1000, near);
    expect(found.map(({ column, row }) => `${column}-${row}`)).toEqual(["1-0", "2-0"]);
  });

  test("end with the map", () => {
    const found = tilesIn({ left: -500, top: -500, right: 5000, bottom: 5000 }, 100, 250, 110, near);
    expect(found).toHaveLength(6);
    expect(found[0]).toEqual({ column: 1, row: 0 });
  });
});
