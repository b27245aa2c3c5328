import { expect, test } from "vitest";
import { labelsOf, type Name } from "../src/board/lettering";
import { board, moment, piece, sceneFor } from "./helpers";

const geometry = board();
const hex = (name: string): { x: number; y: number } => geometry.hex(name)!;
const isWorth = (at: string): boolean => at === "0404";

function name(words: string, at: string, more: Partial<Name> = {}): Name {
  return { words, x: hex(at).x, y: hex(at).y - 14, size: 12, weight: 700, ...more };
}

/** Where names stand while pieces lie in some hexes. */
function standing(names: [Name, string | undefined][], held: string[], zoom = 1): Record<string, boolean> {
  const screen = moment({ pieces: held.map((at, n) => piece(`p${n}`, at)) });
  const scene = sceneFor(screen, geometry);
  const hexes = new Map(names);
  const found = labelsOf([...hexes.keys()], { scene, zoom, hexOf: (one) => hexes.get(one), isWorth });
  return Object.fromEntries(found.map((one) => [one.name.words, one.above]));
}

test("a free town keeps its name where the map has it; that of a held one stands above the pieces", () => {
  const two: [Name, string][] = [
    [name("Spa", "0202"), "0202"],
    [name("Huy", "0404"), "0404"],
  ];
  expect(standing(two, ["0404"])).toEqual({ Spa: false, Huy: true });
});

test("a name that a neighbour's pieces would cover moves to the foot of its own hex", () => {
  const beside = name("Malmédy", "0303", { x: hex("0303").x + 45, y: hex("0303").y + 4 });
  expect(standing([[beside, "0303"]], [])).toEqual({ Malmédy: false });
  expect(standing([[beside, "0303"]], ["0304"])).toEqual({ Malmédy: true });
});

test("a village whose hex is not known gives way to pieces", () => {
  expect(standing([[name("Noville", "0303"), undefined]], ["0303"])).toEqual({});
});

test("far away the more important of two names that would touch stands, held or not", () => {
  const two: [Name, string][] = [
    [name("Bastogne", "0303"), "0303"],
    [name("Houffalize", "0304"), "0304"],
  ];
  expect(Object.keys(standing(two, [], 0.3))).toEqual(["Bastogne"]);
  expect(Object.keys(standing(two, ["0303", "0304"], 0.3))).toEqual(["Bastogne"]);
  expect(Object.keys(standing(two, ["0303", "0304"], 2))).toEqual(["Bastogne", "Houffalize"]);
});

test("what a held town is worth stands beside its name, and both together keep to the hex", () => {
  const screen = moment({ pieces: [piece("p", "0404"), piece("q", "0303")] });
  const scene = sceneFor(screen, geometry);
  const hexes = new Map([
    [name("Echternach", "0404"), "0404"],
    [name("Diekirch", "0303"), "0303"],
  ]);
  const [valued, other] = labelsOf([...hexes.keys()], { scene, zoom: 1, hexOf: (one) => hexes.get(one), isWorth });
  expect(valued!.disc).toBeGreaterThan(0);
  expect(other!.disc).toBe(0);
  expect(valued!.x).toBeLessThan(hex("0404").x);
  expect(valued!.x + valued!.widest / 2 + 1.7 * valued!.disc).toBeLessThan(hex("0404").x + geometry.unit * 0.52);
  const far = labelsOf([...hexes.keys()], { scene, zoom: 0.5, hexOf: (one) => hexes.get(one), isWorth });
  expect(far[0]!.disc).toBe(0);
});
