/** Light or dark: as the system says, until the player says otherwise. */
import { signal } from "@preact/signals";
import { read, write } from "../server/storage";

export type Theme = "light" | "dark";
const KEY = "ardennes.theme";

function first(): Theme {
  const chosen = read(KEY);
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const theme = signal<Theme>(first());

theme.subscribe((value) => (document.documentElement.dataset.theme = value));

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  write(KEY, theme.value);
}
