// Writes src/screen.gen.ts: the types of a screen, from the schema that the engine checks its screens by.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(
  readFileSync(new URL("../../src/ardennes/engine/schema/screen.schema.json", import.meta.url), "utf8"),
);

/** A reference alone: a description beside it would make a second type of the same shape. */
function bare(node) {
  if (Array.isArray(node)) return node.map(bare);
  if (node === null || typeof node !== "object") return node;
  if (node.$ref) return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, bare(value)]));
}

const options = { additionalProperties: false, bannerComment: "", ignoreMinAndMaxItems: true };
const target = new URL("../src/screen.gen.ts", import.meta.url);
writeFileSync(target, await compile(bare(schema), "Screen", options));
