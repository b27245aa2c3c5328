import { describe, expect, test } from "vitest";
import { keptSize, Sprites } from "../src/board/sprites";

/** Sprites on canvases that only know their size, and the sizes that were painted. */
function counted(): { sprites: Sprites; painted: string[]; get: (subject: string, px: number) => number } {
  const painted: string[] = [];
  const blank = (size: number): HTMLCanvasElement =>
    ({ width: size, getContext: () => ({}) }) as unknown as HTMLCanvasElement;
  const sprites = new Sprites(blank);
  const get = (subject: string, px: number): number =>
    sprites.get(subject, px, (_, size) => painted.push(`${subject} ${size}`)).width;
  return { sprites, painted, get };
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
    const { sprites, painted, get } = counted();
    sprites.begin(false);
    for (let n = 0; n < 900; n++) get(`unit ${n}`, 20);
    get("unit 0", 20);
    get("one more", 20);
    painted.length = 0;
    get("unit 0", 20);
    get("unit 2", 20);
    expect(painted).toEqual([]);
    get("unit 1", 20);
    expect(painted).toHaveLength(1);
  });
});
