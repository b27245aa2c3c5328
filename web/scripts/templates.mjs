// Finds the texts in a source of the client: text between tags, and texts of two words or of one that begins with a
// capital. The rule is that of bench/strings.py.
import { parseAst } from "vite";

const GAP = "{…}";
const CODE =
  /[<>]\w|\w=["{]|^[\w./-]*[/_][\w./{}…-]*$|;\s*$|\b(?:rgba?|calc|var|url|translate|px)\b|^[a-z-]+(?: [a-z]+-[\w-]*)+$/;
const SELECTOR = /^[.#[]|\[[a-z-]+[\]=]|^button(?: |$)|^a\[href|:has\(|^\(max-width/; // and media queries
const NAME = /^(?:\d+ \d+px |"?(?:Alegreya|Barlow)|(?:roll|pointed|asked) \{|Ardennes-Kept$)/; // of letters, moves, shapes
const KEY =
  /^(?:Enter|Escape|Arrow(?:Up|Down|Left|Right)|Tab|Home|End|Page(?:Up|Down)|Shift|Control|Alt|Meta|Backspace|Delete|Space|Content-Type|Accept)$/;
const ATTRIBUTES = /^(?:class|className|style|d|viewBox|transform|key|id|role|type|href|for|data-.*|on[A-Z].*)$/;
const CALLS = /querySelector|closest|matches|addEventListener|matchMedia|test$/;

/** Whether a template is for a reader. */
function isText(text) {
  const bare = text.replaceAll(GAP, " ");
  if (!/\p{L}{2}/u.test(bare) || [CODE, SELECTOR, NAME, KEY].some((one) => one.test(text))) return false;
  return /\s/.test(text.trim()) || (/^\p{Lu}/u.test(text) && text !== text.toUpperCase());
}

/** The template that a node is, if it is one. */
function template(node) {
  if (node.type === "JSXText") return node.value.replace(/\s+/g, " ").trim();
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map((part) => part.value.cooked).join(GAP);
  return null;
}

/** Whether what is in a node's field is never read by a person: a type, a key, a class, a comparison, a lookup. */
function unread(node, field, code) {
  if (/^(?:TS(?!AsExpression|SatisfiesExpression|NonNull)|Import)/.test(node.type)) return true;
  if (node.type === "JSXAttribute") return ATTRIBUTES.test(node.name.name);
  if (node.type === "Property") return field === "key";
  if (node.type === "MemberExpression") return field === "property";
  if (node.type === "SwitchCase") return field === "test";
  if (node.type === "BinaryExpression") return /^[=!]==?$/.test(node.operator);
  if (node.type === "CallExpression") return CALLS.test(code.slice(node.callee.start, node.callee.end));
  return false;
}

/** Every template of a source that a person can read: its line, and the text with gaps as {…}. */
export function templates(name, code) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node.type !== "string") return;
    const text = template(node)?.replaceAll(/\n\s*/g, " ");
    if (text && isText(text)) found.push({ line: code.slice(0, node.start).split("\n").length, text });
    for (const [field, value] of Object.entries(node)) {
      if (typeof value === "object" && !unread(node, field, code)) visit(value);
    }
  };
  visit(parseAst(code, { lang: name.endsWith("x") ? "tsx" : "ts" }).body);
  return found;
}
