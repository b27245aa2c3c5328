import { describe, expect, test } from "vitest";
import { beyond, centred, isInSight, isSeen, matterOf, openingOf, shifted, viewOf } from "../src/board/attention";
import { fitted, toWindow, type Viewport } from "../src/board/camera";
import type { Scene } from "../src/board/scene";
import { moment, option, piece, sceneFor } from "./helpers";

const UNIT = 54;
const window: Viewport = { width: 1000, height: 700, left: 0, right: 0, top: 0, bottom: 0 };
const free: Viewport = { ...window, left: 70, bottom: 120 }; // a rail and a prompt lie over it

const laidOut = (more: Parameters<typeof moment>[0]): Scene => sceneFor(moment(more));

describe("what the camera looks at", () => {
  test("a question is about what may be clicked: pieces and places alike", () => {
    const scene = laidOut({
      pieces: [piece("a", "0101"), piece("b", "0205")],
      options: [option("pick a", "piece"), option("go 0303", "place")],
    });
    const at = (place: string): object => scene.geometry.middle(place)!;
    expect(matterOf(scene)).toEqual({ points: [at("0101"), at("0303")], every: false });
  });

  test("a game that begins with an arrival is opened at the front, and the map is not dimmed", () => {
    const scene = laidOut({
      prompt: { kind: "place", title: "Choose where to place it", asks: [{ verb: "place", takes: "place" }] },
      pieces: [piece("a", "0303"), piece("b", "0304", { side: "allied" }), piece("rear", "0101")],
      options: [option("place 0101", "place"), option("place 0501", "place")],
    });
    const at = (place: string): object => scene.geometry.middle(place)!;
    expect(openingOf(scene)).toEqual([at("0303"), at("0304")]);
    expect(scene.veiled).toBe(false);
  });

  test("where nothing may be clicked, about the pieces that it names", () => {
    const scene = laidOut({
      prompt: { kind: "choose", title: "Keep it?", pieces: ["b"] },
      pieces: [piece("a", "0101"), piece("b", "0205")],
    });
    expect(matterOf(scene).points).toEqual([scene.geometry.middle("0205")]);
  });

  test("a declared attack is an arrow over the counters, from the hex that attacks to its target", () => {
    const scene = laidOut({ lines: [{ kind: "attack", hexes: ["0101", "0102"] }] });
    expect(scene.lines).toEqual([]);
    expect(scene.blows.map((blow) => [blow.from, blow.to])).toEqual([
      [scene.geometry.middle("0101"), scene.geometry.middle("0102")],
    ]);
    expect([scene.attackers, scene.targets]).toEqual([["0101"], ["0102"]]);
  });

  test("a battle must be seen whole, other questions in one place", () => {
    const view = { x: 500, y: 350, zoom: 1 };
    const points = [
      { x: 500, y: 300 },
      { x: 5000, y: 300 },
    ];
    expect(isInSight({ points, every: false }, view, free, window, UNIT)).toBe(true);
    expect(isInSight({ points, every: true }, view, free, window, UNIT)).toBe(false);
  });

  test("what lies under the prompt is not in sight", () => {
    const view = { x: 500, y: 350, zoom: 1 };
    expect(isSeen(view, window, window, { x: 500, y: 640 }, 20)).toBe(true);
    expect(isSeen(view, free, window, { x: 500, y: 640 }, 20)).toBe(false);
  });

  test("the view that is chosen shows all of it in the free part, or the most of it", () => {
    const near = [
      { x: 2000, y: 900 },
      { x: 2200, y: 1000 },
    ];
    const view = viewOf(near, free, window, UNIT, 1);
    expect(view.zoom).toBe(1);
    expect(isInSight({ points: near, every: true }, view, free, window, UNIT)).toBe(true);
    const scattered = [...near, { x: 90000, y: 0 }];
    const most = viewOf(scattered, free, window, UNIT, 1.2);
    expect(most.zoom * UNIT).toBeCloseTo(48);
    expect(isInSight({ points: near, every: true }, most, free, window, UNIT)).toBe(true);
  });

  test("the whole land lies in the middle of what is free", () => {
    const land = { left: 0, top: 0, right: 1600, bottom: 1200 };
    const view = shifted(fitted(free, land), free, window);
    const [a, b] = [toWindow(view, window, { x: 0, y: 0 }), toWindow(view, window, { x: 1600, y: 1200 })];
    expect(a.x).toBeGreaterThanOrEqual(70);
    expect(b.y).toBeLessThanOrEqual(580);
    expect((a.x + b.x) / 2).toBeCloseTo((70 + 1000) / 2);
    const aside = centred({ ...view, x: 0 }, free, window, land);
    expect(aside.x).toBeCloseTo(view.x);
  });

  test("what lies out of sight is counted at the edge beyond which it lies", () => {
    const view = { x: 0, y: 0, zoom: 1 }; // in the middle of the window
    const points = [
      { x: 0, y: 0 },
      { x: -600, y: 20 },
      { x: -900, y: 90 },
      { x: 30, y: 290 }, // under the prompt
      { x: 700, y: -900 },
    ];
    expect(beyond(points, view, free, window)).toEqual([
      { edge: "left", count: 2, along: 370, nearest: points[1] },
      { edge: "bottom", count: 1, along: 530, nearest: points[3] },
      { edge: "top", count: 1, along: 952, nearest: points[4] },
    ]);
    expect(beyond([{ x: 0, y: 0 }], view, free, window)).toEqual([]);
  });
});
