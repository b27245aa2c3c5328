import { describe, expect, test } from "vitest";
import { type Kept, MATTERS, pinnedAt, type Room, type Spot } from "../src/panels/pinned";

const ROOM = { left: 0, top: 0, right: 1000, bottom: 700 };
const CARD = { wide: 300, high: 200 };
const REACH = 25;

function kept(x: number, y: number, weight = 1): Kept {
  return { x, y, reach: 15, weight };
}

/** Whether a card lies over something. */
function covers(at: Spot, { x, y, reach }: Kept): boolean {
  return x > at.x - reach && x < at.x + CARD.wide + reach && y > at.y - reach && y < at.y + CARD.high + reach;
}

function over(at: Spot, { left, top, right, bottom }: Room): boolean {
  return at.x < right && at.x + CARD.wide > left && at.y < bottom && at.y + CARD.high > top;
}

describe("a card", () => {
  test("lies to the right of its place", () => {
    expect(pinnedAt({ x: 300, y: 300 }, CARD, ROOM, REACH, [])).toEqual({ x: 339, y: 200 });
  });

  test("lies off what may be clicked, on whichever side is free", () => {
    const right = [1, 2, 3].map((n) => kept(480 + 60 * n, 300));
    const left = [1, 2].map((n) => kept(480 - 60 * n, 300));
    expect(pinnedAt({ x: 480, y: 300 }, CARD, ROOM, REACH, right)).toEqual({ x: 141, y: 200 });
    const above = pinnedAt({ x: 480, y: 300 }, CARD, ROOM, REACH, [...left, kept(560, 300)]);
    expect(above).toEqual({ x: 330, y: 61 });
  });

  test("stays in the room, and beside its place at the edge", () => {
    const at = pinnedAt({ x: 980, y: 690 }, CARD, ROOM, REACH, []);
    expect(at).toEqual({ x: 641, y: 492 });
  });

  test("where everything is lit hides the least", () => {
    const lit = Array.from({ length: 20 }, (_, n) => kept(50 * n, 300));
    const at = pinnedAt({ x: 500, y: 300 }, CARD, ROOM, REACH, lit);
    expect(lit.filter((one) => covers(at, one))).toEqual([]);
  });

  test("lies off tools and off another card, as near to its place as it can", () => {
    const guide = { left: 330, top: 150, right: 700, bottom: 450 };
    const at = pinnedAt({ x: 300, y: 300 }, CARD, ROOM, REACH, [], [guide]);
    expect(over(at, guide)).toBe(false);
    expect(covers(at, kept(300, 300))).toBe(false);
    expect(Math.hypot(at.x + 150 - 300, at.y + 100 - 300)).toBeLessThan(300);
  });

  test("finds the one free spot though all eight beside its place and in the corners are taken", () => {
    const crowd = [150, 340, 530, 720].flatMap((y) => [...Array(34)].map((_, n) => kept(n * 30, y - 130)));
    const free = crowd.filter(({ x, y }) => !(x > 560 && x < 940 && y > 340 && y < 640)); // there is room, and nowhere else
    const at = pinnedAt({ x: 200, y: 200 }, CARD, ROOM, REACH, free);
    expect(free.filter((one) => covers(at, one))).toEqual([]);
  });

  test("rather hides a dozen of the lit places than what it is about", () => {
    const lit = [...Array(51)].flatMap((_, n) => [...Array(36)].map((_, m) => kept(n * 20, m * 20)));
    const battle = kept(520, 350, MATTERS * 50);
    const at = pinnedAt({ x: 480, y: 350 }, CARD, ROOM, REACH, [...lit, battle]);
    expect(covers(at, battle)).toBe(false);
    expect(covers(at, kept(480, 350))).toBe(false);
  });

  test("stays where it is beside its place while the map moves, as long as it hides nothing there", () => {
    const last = { x: 141, y: 200 };
    expect(pinnedAt({ x: 480, y: 300 }, CARD, ROOM, REACH, [], [], last)).toEqual(last);
    expect(pinnedAt({ x: 480, y: 300 }, CARD, ROOM, REACH, [kept(200, 300)], [], last)).toEqual({ x: 519, y: 200 });
  });

  test("without a place lies in a corner, in another where the first is taken", () => {
    expect(pinnedAt(null, CARD, ROOM, 0, [])).toEqual({ x: 692, y: 8 });
    expect(pinnedAt(null, CARD, ROOM, 0, [kept(800, 100, MATTERS)])).toEqual({ x: 8, y: 8 });
  });
});
