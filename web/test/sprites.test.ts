import { describe, expect, test } from "vitest";
import { keptSize, Sprites } from "../src/board/sprites";

interface Counted {
  sprites: Sprites;
  painted: string[];
  closed: number[];
  get: (subject: string, px: number) => number;
}

/** Sprites that only know their size, the sizes that were painted, and those that were given back. */
function counted(): Counted {
  const painted: string[] = [];
  const closed: number[] = [];
  const sprites = new Sprites((size, paint) => {
    paint({} as OffscreenCanvasRenderingContext2D, size);
    return { width: size, height: size, close: () => closed.push(size) } as unknown as ImageBitmap;
  });
  const get = (subject: string, px: number): number =>
    sprites.get(subject, px, (_, size) => painted.push(`${subject} ${size}`)).width;
  return { sprites, painted, closed, get };
}

describe("sprites", () => {
  test("keep their size while the camera moves, and are repainted when it rests", () => {
    const { sprites, painted, get } = counted();
    sprites.begin(false);
    get("2Pz", 20);
    sprites.begin(true);
    expect(get("2Pz", 60)).toBe(keptSize(20));
    expect(sprites.late).toBe(true);
    sprites.begin(false);
    expect(get("2Pz", 60)).toBe(keptSize(60));
    expect(sprites.late).toBe(false);
    expect(painted).toEqual([`2Pz ${keptSize(20)}`, `2Pz ${keptSize(60)}`]);
  });

  test("are repainted a few in a frame", () => {
    const { sprites, painted, get } = counted();
    const units = Array.from({ length: 50 }, (_, n) => `unit ${n}`);
    sprites.begin(false);
    for (const unit of units) get(unit, 20);
    painted.length = 0;
    let frames = 0;
    do {
      sprites.begin(false);
      const before = painted.length;
      for (const unit of units) get(unit, 60);
      expect(painted.length - before).toBeLessThanOrEqual(8);
      frames++;
    } while (sprites.late);
    expect(painted).toHaveLength(50);
    expect(frames).toBe(7);
  });

  test("that nobody has seen yet are painted at once, even while the camera moves", () => {
    const { sprites, painted, get } = counted();
    sprites.begin(true);
    get("2Pz", 20);
    expect(painted).toHaveLength(1);
  });

  test("make room one by one, the one not used for longest first", () => {
    const { sprites, painted, closed, get } = counted();
    const most = 32_000_000 / (4 * keptSize(400) ** 2);
    sprites.begin(false);
    for (let n = 0; n < Math.floor(most); n++) get(`unit ${n}`, 400);
    sprites.begin(false);
    sprites.begin(false);
    get("unit 0", 400);
    expect(closed).toEqual([]);
    get("one more", 400);
    expect(closed).toEqual([keptSize(400)]);
    expect(sprites.bytes).toBeLessThanOrEqual(32_000_000);
    painted.length = 0;
    get("unit 0", 400);
    get("unit 2", 400);
    expect(painted).toEqual([]);
    get("unit 1", 400);
    expect(painted).toHaveLength(1);
  });

  test("that are in sight stay, however many bytes they take", () => {
    const { sprites, painted, closed, get } = counted();
    const units = Array.from({ length: 90 }, (_, n) => `unit ${n}`);
    for (let frame = 0; frame < 3; frame++) {
      sprites.begin(false);
      for (const unit of units) get(unit, 400);
    }
    expect(sprites.bytes).toBeGreaterThan(32_000_000);
    expect(painted).toHaveLength(90);
    expect(closed).toEqual([]);
  });

  test("give their pixels back at once", () => {
    const { sprites, closed, get } = counted();
    sprites.begin(false);
    for (const subject of ["2Pz", "116Pz", "Lehr"]) get(subject, 20);
    sprites.clear();
    expect(closed).toHaveLength(3);
    expect(sprites.bytes).toBe(0);
  });
});
