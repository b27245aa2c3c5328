// Prints every text of the client that a person can read, a line each: file:line: template, gaps as {…}. They stand in
// web/src/texts, a file for each file of the client; web/test/texts.test.ts proves that none stands elsewhere.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { templates } from "./templates.mjs";

const root = fileURLToPath(new URL("../src/texts/", import.meta.url));

for (const name of readdirSync(root, { recursive: true }).sort()) {
  if (!name.endsWith(".ts")) continue;
  const code = readFileSync(root + name, "utf8");
  for (const { line, text } of templates(name, code)) console.log(`web/src/texts/${name}:${line}: ${text}`);
}
