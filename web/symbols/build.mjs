// Writes symbols.json and widths.json into src/ardennes/draw/data. Run once: npm install && npm run build.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import milsymbol from "milsymbol";
import opentype from "opentype.js";
import { badges, silhouettes } from "./own.mjs";

const require = createRequire(import.meta.url);
const data = new URL("../../src/ardennes/draw/data/", import.meta.url);
const { Symbol: Unit } = milsymbol.default ?? milsymbol;

const CODES = {
  infantry: "SFGPUCI---",
  armour: "SFGPUCA---",
  "mechanised-infantry": "SFGPUCIZ--",
  "motorised-infantry": "SFGPUCIM--",
  airborne: "SFGPUCIA--",
  glider: "SFGPUCIS--",
  cavalry: "SFGPUCR---",
  "armoured-cavalry": "SFGPUCRVA-",
  artillery: "SFGPUCF---",
  "armoured-artillery": "SFGPUCFHE-",
  "rocket-artillery": "SFGPUCFR--",
  engineer: "SFGPUCE---",
  "anti-tank": "SFGPUCAA--",
  "tank-destroyer": "SFGPUCAAA-",
  "anti-aircraft": "SFGPUCD---",
};

const circle = ({ cx, cy, r }) => `M${cx - r} ${cy} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

function shapes(instruction) {
  if (Array.isArray(instruction)) return instruction.flatMap(shapes);
  if (instruction.draw) return instruction.draw.flatMap(shapes);
  const d = instruction.type === "circle" ? circle(instruction) : instruction.d;
  const filled = instruction.type === "circle" && instruction.fill;
  return [{ d, paint: filled ? "fill" : "stroke" }];
}

function unit(code) {
  const symbol = new Unit(code, { size: 100 });
  if (!symbol.validIcon) throw new Error(`milsymbol has no icon for ${code}`);
  return symbol.drawInstructions.filter((part) => Array.isArray(part) || part.icon || part.draw).flatMap(shapes);
}

const FONTS = [
  ["Alegreya Sans", 500, "normal"],
  ["Alegreya Sans", 700, "normal"],
  ["Alegreya SC", 500, "normal"],
  ["Alegreya SC", 700, "normal"],
  ["Alegreya", 500, "normal"],
  ["Alegreya", 500, "italic"],
  ["Alegreya", 700, "normal"],
  ["Barlow", 500, "normal"],
  ["Barlow Condensed", 500, "normal"],
  ["Barlow Condensed", 600, "normal"],
  ["Barlow Condensed", 700, "normal"],
];
const LETTERS = [...Array(95).keys()].map((i) => 32 + i).concat([...Array(96).keys()].map((i) => 160 + i), [338, 339, 8211, 8217, 8242]);

function widths([family, weight, style]) {
  const slug = family.toLowerCase().replaceAll(" ", "-");
  const file = readFileSync(require.resolve(`@fontsource/${slug}/files/${slug}-latin-${weight}-${style}.woff`));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const table = {};
  for (const code of LETTERS) {
    const glyph = font.charToGlyph(String.fromCodePoint(code));
    if (glyph.index) table[String.fromCodePoint(code)] = Math.round((1000 * glyph.advanceWidth) / font.unitsPerEm);
  }
  return [`${family} ${weight} ${style}`, table];
}

const write = (name, value) => writeFileSync(new URL(name, data), JSON.stringify(value, null, 1) + "\n");

const units = Object.fromEntries(Object.entries(CODES).map(([kind, code]) => [kind, unit(code)]));
write("symbols.json", {
  credit: "Unit symbols: milsymbol (MIT). Silhouettes and badges: our own.",
  box: [25, 50, 150, 100],
  grid: 24,
  symbols: { ...units, ...silhouettes },
  badges,
});
write("widths.json", Object.fromEntries(FONTS.map(widths)));
