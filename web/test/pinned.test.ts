import { expect, test } from "vitest";
import { pinnedAt } from "../src/panels/pinned";

const ROOM = { left: 0, top: 0, right: 1000, bottom: 700 };
const CARD = { wide: 300, high: 200 };

test("a card lies to the right of its place", () => {
  expect(pinnedAt({ x: 300, y: 300 }, CARD, ROOM, 25, [])).toEqual({ x: 339, y: 200 });
});

test("a card lies off what may be clicked, on whichever side is free", () => {
  const right = [1, 2, 3].map((n) => ({ x: 480 + 60 * n, y: 300 }));
  const left = [1, 2].map((n) => ({ x: 480 - 60 * n, y: 300 }));
  expect(pinnedAt({ x: 480, y: 300 }, CARD, ROOM, 25, right)).toEqual({ x: 141, y: 200 });
  const above = pinnedAt({ x: 480, y: 300 }, CARD, ROOM, 25, [...left, { x: 560, y: 300 }]);
  expect(above).toEqual({ x: 330, y: 61 });
});

test("a card stays in the room, and beside its place at the edge", () => {
  const at = pinnedAt({ x: 980, y: 690 }, CARD, ROOM, 25, []);
  expect(at).toEqual({ x: 641, y: 492 });
});

test("where everything is lit, the card hides the least", () => {
  const lit = Array.from({ length: 20 }, (_, n) => ({ x: 50 * n, y: 300 }));
  const at = pinnedAt({ x: 500, y: 300 }, CARD, ROOM, 25, lit);
  expect(at.y + CARD.high <= 300 - 15 || at.y >= 300 + 15).toBe(true);
});

test("a card lies off another one, if it can be had", () => {
  const guide = { left: 330, top: 150, right: 700, bottom: 450 };
  expect(pinnedAt({ x: 300, y: 300 }, CARD, ROOM, 25, [], [guide])).toEqual({ x: 8, y: 8 });
});
