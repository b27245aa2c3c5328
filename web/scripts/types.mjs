// Writes the types that the client shares with the server: src/screen.gen.ts from the schema of a screen,
// src/server/shapes.gen.ts from the shapes of what the server is asked and answers.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

/** A schema as the compiler likes it: references alone, since a description beside one would make a second type. */
function bare(node, used = new Set()) {
  if (Array.isArray(node)) return node.map((one) => bare(one, used));
  if (node === null || typeof node !== "object") return node;
  if (node.$ref) return { $ref: node.$ref };
  if (node["x-screen"]) {
    used.add(node["x-screen"]);
    return { tsType: node["x-screen"] };
  }
  if (node.prefixItems) return { tsType: `[${node.prefixItems.map((one) => one.type).join(", ")}]` };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, bare(value, used)]));
}

async function write(from, name, to, imports = () => "") {
  const schema = JSON.parse(readFileSync(new URL(`../../src/ardennes/${from}`, import.meta.url), "utf8"));
  const used = new Set();
  const plain = bare(schema, used);
  const options = { additionalProperties: false, bannerComment: "", ignoreMinAndMaxItems: true };
  writeFileSync(new URL(`../src/${to}`, import.meta.url), imports([...used]) + (await compile(plain, name, options)));
}

await write("engine/schema/screen.schema.json", "Screen", "screen.gen.ts");
await write(
  "server/shapes/shapes.schema.json",
  "Shapes",
  "server/shapes.gen.ts",
  (names) => `import type { ${names.sort().join(", ")} } from "../screen.gen";\n\n`,
);
