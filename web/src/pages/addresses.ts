/** Which page an address names. */

export type Page =
  | { name: "home" }
  | { name: "seat"; token: string }
  | { name: "invitation"; code: string }
  | { name: "new"; game: string }
  | { name: "rules"; game: string }
  | { name: "dice" }
  | { name: "import" }
  | { name: "screen"; screen: string }
  | { name: "board"; screen: string }
  | { name: "nowhere" };

/** The page that a path names. */
export function pageOf(path: string): Page {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (!first) return { name: "home" };
  if (first === "seat" && second) return { name: "seat", token: second };
  if (first === "invitation" && second) return { name: "invitation", code: second };
  if (first === "new" && second) return { name: "new", game: second };
  if (first === "rules" && second) return { name: "rules", game: second };
  if (first === "screen" && second && third === "board") return { name: "board", screen: second };
  if (first === "screen" && second) return { name: "screen", screen: second };
  if (first === "dice" || first === "import") return { name: first };
  return { name: "nowhere" };
}
