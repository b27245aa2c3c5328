// Writes src/screen.gen.ts: the types of a screen, from the schema that the engine checks its screens by. What is sent is
// a ScreenDocument; a Screen is the same with lists in the place of maps by key, and with options in the place of ranges.
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

const keyed = Object.keys(schema.properties).filter((name) => schema.properties[name]["x-key"]);
const options = { additionalProperties: false, bannerComment: "", ignoreMinAndMaxItems: true };
const target = new URL("../src/screen.gen.ts", import.meta.url);
const types = await compile({ ...bare(schema), title: "ScreenDocument" }, "ScreenDocument", options);
writeFileSync(
  target,
  `${types}
${withLists("LogList", "Log", schema.$defs.Log)}
${withLists("Screen", "ScreenDocument", schema, { log: "LogList" })}
/** The fields of a ScreenDocument that are maps by key. */
export const KEYED = ${JSON.stringify(keyed)} as const;
`,
);
