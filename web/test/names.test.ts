import { expect, test } from "vitest";
import { lifted, townsOf } from "../src/board/names";
import { board } from "./helpers";

const TOWN = `<text x="819.7" y="617.3" text-anchor="middle" font-family="'Alegreya Sans', 'Segoe UI'" font-weight="700" font-size="15.5">BASTOGNE</text>`;
const CIRCLE = `<circle cx="286.457" cy="132.459" r="6.6" fill="#2B2621" stroke="#F6F0E0" stroke-width="1"/>`;
const FIGURE = `<text x="286.5" y="135.7" text-anchor="middle" fill="#F6F0E0" font-size="9.5">6</text>`;
const DISC = `<g>${CIRCLE}${FIGURE}</g>`;
const EXIT = `<g><path d="m1 1z" fill="#2B2621"/>${CIRCLE}${FIGURE}</g>`;
const RIVER = `<text x="12" y="34" text-anchor="middle" font-family="'Alegreya', serif" font-size="11">Our</text>`;

test("the names of towns and their values are lifted out of the map, all else stays in it", () => {
  const { svg, names, values } = lifted(`<svg><g>${DISC}${TOWN}${RIVER}${EXIT}</g></svg>`);
  expect(names).toEqual([{ words: "BASTOGNE", x: 819.7, y: 617.3, size: 15.5, weight: "700" }]);
  expect(values).toEqual([{ words: "6", x: 286.457, y: 132.459, r: 6.6 }]);
  expect(svg).toBe(`<svg><g>${RIVER}${EXIT}</g></svg>`);
});

test("what is written for XML is read as it is spoken", () => {
  expect(lifted(TOWN.replace("BASTOGNE", "Fays &amp; Les")).names[0]!.words).toBe("Fays & Les");
});

test("a name finds its hex however it is written", () => {
  const geometry = board();
  geometry.info.hexes["0303"] = { ...geometry.info.hexes["0303"]!, town: "Bastogne" };
  expect(townsOf(geometry).get("BASTOGNE".toLowerCase())).toBe("0303");
});
