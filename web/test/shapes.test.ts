import { describe, expect, test } from "vitest";
import { Drawings, isEntering, partOf, pointOf } from "../src/board/shapes";
import type { Shape } from "../src/shape";
import { Seat } from "../src/seat/seat";
import { board, moment, piece, sceneFor } from "./helpers";

const ring = (name: string, at = "0303"): Shape => ({ kind: "circle", name, at, tone: "hint" });

describe("shapes", () => {
  test("a shape that stays under its name does not enter again, and one that changes does", () => {
    const drawings = new Drawings();
    drawings.set([ring("a"), ring("b")], 0);
    drawings.set([ring("a"), ring("b", "0404")], 1000);
    expect(drawings.at(1100, false).map((one) => [one.shape.name, one.age])).toEqual([
      ["a", 1100],
      ["b", 100],
    ]);
  });

  test("where nothing may move every shape is whole at once", () => {
    const drawings = new Drawings();
    drawings.set([ring("a")], 0);
    expect(drawings.at(1, false).some(isEntering)).toBe(true);
    expect(drawings.at(1, true).some(isEntering)).toBe(false);
  });

  test("of two shapes with one name the later is drawn", () => {
    const drawings = new Drawings();
    drawings.set([ring("a"), ring("a", "0404")], 0);
    expect(drawings.at(0, false).map((one) => one.shape)).toEqual([ring("a", "0404")]);
  });

  test("a path grows along its length", () => {
    const line = [0, 10, 30].map((x) => ({ x, y: 0 }));
    expect(partOf(line, 0.5).map((p) => p.x)).toEqual([0, 10, 15]);
    expect(partOf(line, 1)).toEqual(line);
  });

  test("a shape is about a hex, a hexside or the place of a piece", () => {
    const [screen, geometry] = [moment({ pieces: [piece("2Pz", "0303")] }), board()];
    const scene = sceneFor(screen, geometry);
    expect(pointOf(scene, "2Pz")).toMatchObject({ x: geometry.middle("0303")!.x, y: geometry.middle("0303")!.y });
    expect(pointOf(scene, "0303/0304")).toEqual(geometry.middle("0303/0304"));
    expect(pointOf(scene, "nowhere")).toBeNull();
  });

  test("what a lesson draws replaces its own and leaves a hint's alone", () => {
    const seat = new Seat("token");
    seat.draw("lesson", [ring("1"), ring("2")]);
    seat.draw("hint", [ring("1")]);
    seat.draw("lesson", [ring("3")]);
    expect(seat.shapes.value.map((shape) => shape.name)).toEqual(["hint 1", "lesson 3"]);
    seat.draw("lesson");
    expect(seat.shapes.value.map((shape) => shape.name)).toEqual(["hint 1"]);
  });
});
