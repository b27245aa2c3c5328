import { describe, expect, test } from "vitest";
import { fitted, kept, NEAREST, panned, toBoard, toWindow, zoomed } from "../src/board/camera";
import type { Frame } from "../src/board/frame";
import { joined } from "../src/board/geometry";
import { paintCosts } from "../src/board/lights";
import { labelsOf } from "../src/board/lettering";
import { placeAt } from "../src/board/scene";
import { keptSize } from "../src/board/sprites";
import { fanned, laid, pieceAt, stacksOf } from "../src/board/stacks";
import { rowsAt, terrainOf } from "../src/board/terrain";
import { piecesAt } from "../src/seat/intents";
import { terrainOverlay } from "../src/seat/overlays";
import { spoken } from "../src/seat/spoken";
import { board, moment, option, piece, sceneFor } from "./helpers";

const geometry = board();
const window = { width: 800, height: 600, left: 0, right: 0, top: 0, bottom: 100 };
const land = { left: 0, top: 0, right: 2000, bottom: 1500 };

describe("geometry", () => {
  test("every centre lies in its own hex, and a point far away in none", () => {
    for (const name of geometry.names) {
      const hex = geometry.hex(name)!;
      expect(geometry.hexAt(hex.x + 9, hex.y - 12)).toBe(name);
    }
    expect(geometry.hexAt(-500, 0)).toBeNull();
  });

  test("a rectangle lies near a hex exactly when a centre is within reach of it", () => {
    const reach = 28;
    const near = (x: number, y: number, w: number, h: number): boolean =>
      Object.values(geometry.info.hexes).some((hex) => {
        const dx = Math.max(x - hex.x, 0, hex.x - x - w);
        const dy = Math.max(y - hex.y, 0, hex.y - y - h);
        return dx * dx + dy * dy < reach * reach;
      });
    const answers = new Set<boolean>();
    for (let x = -150; x < 500; x += 13) {
      for (let y = -150; y < 450; y += 11) {
        const is = geometry.hasHexWithin(reach, x, y, 40, 25);
        expect(is).toBe(near(x, y, 40, 25));
        answers.add(is);
      }
    }
    expect(answers.size).toBe(2);
  });

  test("a hexside is the same from both hexes, and lies between them", () => {
    const [one, two] = [geometry.middle("0303/0304")!, geometry.middle("0304/0303")!];
    expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeLessThan(0.01);
    expect(one.x).toBeCloseTo((geometry.hex("0303")!.x + geometry.hex("0304")!.x) / 2);
    expect(geometry.middle("0101/NW")!.y).toBeLessThan(geometry.hex("0101")!.y);
    expect(geometry.side("0101/0505")).toBeNull();
  });

  test("the outline of hexes has no side between two of them", () => {
    expect(geometry.rings(["0303"]).map((ring) => ring.length)).toEqual([6]);
    expect(geometry.rings(["0303", "0304"]).map((ring) => ring.length)).toEqual([10]);
    expect(geometry.rings(["0101", "0505"]).map((ring) => ring.length)).toEqual([6, 6]);
    const around = geometry.info.neighbours["0303"]!;
    expect(
      geometry
        .rings(around)
        .map((ring) => ring.length)
        .sort((a, b) => a - b),
    ).toEqual([6, 18]);
  });

  test("a chain of hexsides becomes one line, in whatever order it is given", () => {
    const sides = ["0303/0304", "0303/0203", "0303/0202"];
    const lines = geometry.chains([sides[0]!, sides[2]!, sides[1]!]);
    expect(lines.map((line) => line.length)).toContain(4);
    expect(joined([])).toEqual([]);
  });

  test("a place on Earth lies where the board's own figures say", () => {
    const at = geometry.earth(5 + 0.04 * 2, 51 - 0.03 * 3);
    expect(at.x).toBeCloseTo(2 * 54);
    expect(at.y).toBeCloseTo(3 * 54);
  });

  test("the neighbour towards a direction", () => {
    expect(geometry.towards("0303", 1, 0)).toBe("0304");
    expect(geometry.towards("0301", -1, 0)).toBe("0301");
    expect(geometry.towards("0303", 0.2, -1)).toBe("0203");
  });
});

describe("camera", () => {
  const view = { x: 900, y: 700, zoom: 1 };

  test("a point of the window goes to the board and back", () => {
    const p = toWindow(view, window, toBoard(view, window, { x: 123, y: 456 }));
    expect([p.x, p.y]).toEqual([123, 456]);
  });

  test("zooming keeps the point under the pointer", () => {
    const at = { x: 300, y: 200 };
    const before = toBoard(view, window, at);
    const after = toBoard(zoomed(view, window, land, at, 1.7), window, at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  test("it never comes nearer than four times, nor much further than the whole board needs", () => {
    expect(zoomed(view, window, land, { x: 0, y: 0 }, 100).zoom).toBe(NEAREST);
    const whole = fitted(window, land).zoom;
    expect(zoomed(view, window, land, { x: 0, y: 0 }, 0.001).zoom).toBeCloseTo(Math.min(0.25, whole * 0.7));
  });

  test("the land cannot be pushed out of the window", () => {
    const far = panned(view, window, land, 1e6, 1e6);
    const corner = toWindow(far, window, { x: land.left, y: land.top });
    expect(corner.x).toBeLessThan(window.width);
    expect(corner.y).toBeLessThan(window.height);
    expect(kept(far, window, land)).toEqual(far);
  });
});

describe("stacks", () => {
  const screen = moment({
    pieces: [piece("b", "0303", { order: 1 }), piece("a", "0303"), piece("c", "0304"), piece("off", "box")],
  });
  const stacks = stacksOf(screen, (place) => geometry.middle(place));

  test("pieces lie in their order, and what is not on the board in no stack", () => {
    expect(stacks.get("0303")!.pieces.map((one) => one.id)).toEqual(["a", "b"]);
    expect(stacks.size).toBe(2);
  });

  test("the piece in motion lies on top", () => {
    const moving = moment({
      pieces: [piece("a", "0303", { states: ["in-motion"] }), piece("b", "0303", { order: 1 })],
    });
    const stack = stacksOf(moving, (place) => geometry.middle(place)).get("0303")!;
    expect(stack.pieces.map((one) => one.id)).toEqual(["b", "a"]);
  });

  test("a click on a stack means its top, a click on a fan each piece", () => {
    const stack = stacks.get("0303")!;
    expect(pieceAt(laid(stack, screen, 54), geometry.middle("0303")!)!.piece.id).toBe("b");
    const fan = fanned(stack, 54, 1);
    for (const one of fan) expect(pieceAt(fan, one)!.piece.id).toBe(one.piece.id);
  });

  test("lots lie side by side, each to be seen", () => {
    const face = { nation: "us" as const, symbol: "tank" as const };
    const lots = moment({ pieces: ["x", "y", "z"].map((id) => piece(id, "0303", { face, count: 2 })) });
    const counters = laid(stacksOf(lots, (place) => geometry.middle(place)).get("0303")!, lots, 54);
    for (const one of counters) expect(pieceAt(counters, one)!.piece.id).toBe(one.piece.id);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 12])(
    "%i lots lie off each other, off as many beside them and off names",
    (n) => {
      const face = { nation: "us" as const, symbol: "tank" as const };
      const held = ["0303", "0304", "0203", "0204", "0402"]; // among them neighbours in every direction
      const lots = moment({
        pieces: held.flatMap((at) => Array.from({ length: n }, (_, i) => piece(`${at} ${i}`, at, { face }))),
      });
      for (const towns of [[], held, ["0303"]]) {
        const ground = board();
        for (const at of towns) ground.info.hexes[at] = { ...ground.info.hexes[at]!, town: `Town ${at}` };
        const scene = sceneFor(lots, ground);
        expect(scene.counters.length).toBe(n * held.length);
        const names = towns.map((at) => ({ words: `Town ${at}`, ...ground.middle(at)!, size: 13, weight: 700 }));
        for (const zoom of [0.9, 54 / 54, 66 / 54, 88 / 54, 2.5]) {
          const labels = labelsOf(names, { scene, zoom, hexOf: (one) => one.words.slice(5), isWorth: () => false });
          expect(labels.length).toBe(towns.length);
          const letters = labels.map(({ name, x, y, size }) => ({
            what: name.words,
            ...{ left: x - size * 2, right: x + size * 2, top: y - size * 0.68, bottom: y + size * 0.02 },
          }));
          const squares = scene.counters.map(({ piece: { id }, x, y, size: s }) => ({
            what: id,
            ...{ left: x - s / 2, right: x + s / 2, top: y - s / 2, bottom: y + s / 2 },
          }));
          const all = [...squares, ...letters];
          const meet = (a: (typeof all)[0], b: (typeof all)[0]): boolean =>
            a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          const over = all.flatMap((a) =>
            all.filter((b) => meet(a, b)).map((b) => `${a.what} over ${b.what}, zoom ${zoom}`),
          );
          expect(over).toEqual([]);
        }
      }
    },
  );
});

describe("scene", () => {
  const screen = moment({
    pieces: [piece("a", "0303"), piece("out", "exit-1")],
    boxes: [{ id: "exit-1", label: "Exit", kind: "exit", near: "0301" }],
    options: [
      option("go 0304", "place", { cost: "2" }),
      option("go exit-1", "place"),
      option("blow 0303/0203", "place"),
    ],
  });
  const scene = sceneFor(screen, geometry);

  test("lit hexes are known, with their costs", () => {
    expect([...scene.litHexes]).toEqual(["0304"]);
    expect(scene.lit.find((one) => one.place === "0304")!.cost).toBe("2");
    expect(scene.veiled).toBe(true);
  });

  test("a box beside the map is a place, and holds its pieces", () => {
    const card = scene.boxes[0]!;
    expect(placeAt(scene, { x: card.x + 3, y: card.y + 3 })).toBe("exit-1");
    expect(scene.counters.some((one) => one.piece.id === "out")).toBe(true);
    expect(scene.land.left).toBeLessThan(0);
  });

  test("boxes at the edge leave every hex free, and each other", () => {
    const near = ["0101/NW", "0102/NE", "0102/NW", "0103", "0101", "0301"];
    const boxes = near.map((one, i) => ({ id: `exit-${i}`, label: `Exit ${one}`, kind: "exit" as const, near: one }));
    const edged = sceneFor(moment({ boxes }), geometry);
    expect(edged.boxes.length).toBe(near.length);
    for (const name of geometry.names) expect(placeAt(edged, geometry.middle(name)!)).toBe(name);
    for (const one of edged.boxes)
      for (const other of edged.boxes.filter((card) => card !== one))
        expect(Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height).toBe(true);
  });

  test("the board is framed by the hexes in play, where a scenario does not use all", () => {
    const tints = [{ kind: "in-play" as const, places: ["0404", "0405", "0504"] }];
    const { land: part } = sceneFor(moment({ tints }), geometry);
    const west = Math.min(...tints[0]!.places.map((place) => geometry.middle(place)!.x));
    expect(part.left).toBeCloseTo(west - geometry.unit);
    expect(part.top).toBeLessThan(geometry.middle("0404")!.y);
    const { land: all } = sceneFor(moment({}), geometry);
    expect(all).toEqual({ left: 0, top: 0, right: geometry.width, bottom: geometry.height });
  });

  test("a lit hexside is hit before the hexes beside it", () => {
    expect(placeAt(scene, geometry.middle("0303/0203")!)).toBe("0303/0203");
    expect(placeAt(scene, geometry.middle("0303")!)).toBe("0303");
  });

  test("a place is told in words", () => {
    const said = (place: string): string =>
      spoken(screen, geometry.info, place, scene.lit.find((one) => one.place === place)?.options);
    expect(said("0303")).toBe("0303, clear; German: a");
    expect(said("0304")).toBe("0304, clear; lit: go 0304");
    expect(piecesAt(screen, "0303").map((one) => one.id)).toEqual(["a"]);
  });
});

test("sprites are kept in few sizes", () => {
  const sizes = new Set(Array.from({ length: 200 }, (_, i) => keptSize(20 + i)));
  expect(sizes.size).toBeLessThan(25);
  for (const px of [20, 57, 131]) expect(keptSize(px)).toBeGreaterThanOrEqual(px);
});

describe("the terrain effects chart", () => {
  const rows = [
    { kind: "clear", label: "Clear", move: "1", mark: "1", rule: "XY-1" },
    { kind: "town", label: "Town", move: "as its ground", rule: "XY-2" },
    { kind: "river", label: "River", move: "2 more", along: true, rule: "XY-3" },
  ];
  const geometry = board();
  geometry.info.chart = { terrain: rows };
  geometry.info.hexes["0303"] = { ...geometry.info.hexes["0303"]!, features: ["town:Hinge"] };

  test("a hex is told of by its ground and by what lies in it", () => {
    expect(rowsAt(geometry.info, "0303").map((row) => row.kind)).toEqual(["clear", "town"]);
    expect(rowsAt(geometry.info, "0302").map((row) => row.kind)).toEqual(["clear"]);
  });

  test("all ground is found by kind, and the plainest keeps its colour", () => {
    const found = terrainOf(geometry);
    expect(found.map((one) => [one.row.kind, one.hexes.length])).toEqual([
      ["clear", geometry.names.length],
      ["town", 1],
    ]);
    expect(found[0]!.colour).toBe("");
    expect(found[1]!.colour).not.toBe("");
  });

  test("without a chart nothing can be laid over the map", () => {
    expect(terrainOverlay(undefined)).toEqual([]);
    expect(terrainOverlay({ terrain: rows })[0]!.key).toBe("T");
  });
});

describe("costs", () => {
  test("a hexside by which one leaves has its cost in a pill on it; one without a cost has a ring", () => {
    const options = [
      option("go 0101", "place", { cost: "2" }),
      option("exit 0101/W", "place", { cost: "2½" }),
      option("blow 0303/0304", "place"),
    ];
    const screen = moment({ options });
    const [pills, drawn, rings] = [[] as string[], [] as number[], [] as number[]];
    const ctx = {
      drawImage: (_: unknown, x: number, __: number, wide: number) => drawn.push(x + wide / 2),
      arc: (x: number) => rings.push(x),
      beginPath: () => undefined,
      fill: () => undefined,
      stroke: () => undefined,
    };
    const frame = {
      ctx,
      scene: sceneFor(screen, geometry),
      view: { zoom: 1 },
      ratio: 1,
      px: 1,
      paints: {},
      sprites: { get: (key: string) => pills.push(key) },
      seen: land,
    };
    paintCosts(frame as unknown as Frame);
    expect(pills).toEqual(["pill 2", "pill 2½"]);
    expect(drawn[1]).toBeCloseTo(geometry.middle("0101/W")!.x);
    expect(rings).toEqual([geometry.middle("0303/0304")!.x]);
  });
});
