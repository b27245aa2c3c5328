// Writes the types that the client shares with the server: src/screen.gen.ts from the schema of a screen,
// src/server/shapes.gen.ts from the shapes of what the server is asked and answers. What is sent of a screen is a
// ScreenDocument; a Screen is the same with lists in the place of maps by key, and options in the place of ranges.
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

/** The type that has lists where another one has maps by key. */
function withLists(name, of, rule, more = {}) {
  const maps = Object.entries(rule.properties).filter(([, each]) => each["x-key"]);
  const lists = Object.fromEntries(maps.map(([each, { additionalProperties }]) => [each, additionalProperties.$ref]));
  const changed = { ...lists, ...more };
  const fields = Object.entries(changed).map(([each, type]) => {
    const list = type.startsWith("#") ? `${type.split("/").pop()}[]` : type;
    return `  ${each}${rule.required.includes(each) ? "" : "?"}: ${list};\n`;
  });
  const gone = [...Object.keys(changed), ...["order", "ranges", "ways"].filter((each) => rule.properties[each])];
  return `export interface ${name} extends Omit<${of}, ${gone.map((each) => `"${each}"`).join(" | ")}> {\n${fields.join("")}}\n`;
}

/** The types of a screen that has lists, and the names of what was a map. */
function lists(schema) {
  const keyed = Object.keys(schema.properties).filter((name) => schema.properties[name]["x-key"]);
  return `
${withLists("LogList", "Log", schema.$defs.Log)}
${withLists("Screen", "ScreenDocument", schema, { log: "LogList" })}
/** The version of the schema that this client reads. */
export const SCHEMA = ${schema.properties.schema.const};

/** The fields of a ScreenDocument that are maps by key. */
export const KEYED = ${JSON.stringify(keyed)} as const;
`;
}

async function write(from, name, to, { before = () => "", after = () => "" }) {
  const schema = JSON.parse(readFileSync(new URL(`../../src/ardennes/${from}`, import.meta.url), "utf8"));
  const used = new Set();
  const plain = { ...bare(schema, used), title: name };
  const options = { additionalProperties: false, bannerComment: "", ignoreMinAndMaxItems: true };
  const types = await compile(plain, name, options);
  writeFileSync(new URL(`../src/${to}`, import.meta.url), before([...used]) + types + after(schema));
}

await write("engine/schema/screen.schema.json", "ScreenDocument", "screen.gen.ts", { after: lists });
await write("server/shapes/shapes.schema.json", "Shapes", "server/shapes.gen.ts", {
  before: (names) => `import type { ${names.sort().join(", ")} } from "../screen.gen";\n\n`,
});
