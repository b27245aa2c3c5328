import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Frame } from "../src/board/frame";
import type { Geometry } from "../src/board/geometry";
import { Names } from "../src/board/names";

vi.mock("../src/board/lettering", () => ({
  labelsOf: (names: object[]) => names.map((name) => ({ name, x: 50, y: 50, size: 20, widest: 500, above: false })),
}));

const GEOMETRY = { names: [], unit: 50, hex: () => undefined, hexAt: () => null } as unknown as Geometry;
let fonts: string[]; // in which words were painted
let closed: number;

beforeEach(() => {
  fonts = [];
  closed = 0;
  class Easel {
    width = 1;
    height = 1;
    getContext(): object {
      const ink = {
        font: "",
        measureText: () => ({ width: 40 }),
        strokeText: () => undefined,
        fillText: () => fonts.push(ink.font.split(" ")[1]!),
      };
      return ink;
    }
    transferToImageBitmap(): object {
      return { width: this.width, height: this.height, close: () => closed++ };
    }
  }
  vi.stubGlobal("OffscreenCanvas", Easel);
});

afterEach(() => vi.unstubAllGlobals());

function frameAt(zoom: number): Frame {
  return {
    ctx: { drawImage: () => undefined },
    scene: { geometry: GEOMETRY },
    view: { x: 0, y: 0, zoom },
    ratio: 1,
    paints: { named: "#fff" },
    seen: { left: 0, top: 0, right: 100, bottom: 100 },
  } as unknown as Frame;
}

test("a name keeps its picture while the camera moves, and is painted anew when it rests", () => {
  const names = new Names(GEOMETRY);
  names.names = [{ words: "Bastogne", weight: 700 }] as typeof names.names;
  names.begin(false);
  names.paint(frameAt(1));
  expect(fonts).toHaveLength(1);
  for (const zoom of [1.5, 2, 2.5]) {
    names.begin(true);
    names.paint(frameAt(zoom));
    expect(names.late).toBe(true);
  }
  expect(fonts).toHaveLength(1);
  names.begin(false);
  names.paint(frameAt(2.5));
  expect(names.late).toBe(false);
  expect(fonts).toHaveLength(2);
  expect(parseInt(fonts[1]!)).toBeGreaterThan(parseInt(fonts[0]!));
  names.clear();
  expect(closed).toBe(2);
});
