/** Going from page to page. */
import { signal } from "@preact/signals";
import { type Page, pageOf } from "./pages/addresses";

export const page = signal<Page>(pageOf(location.pathname));

/** Go to another page without loading anew. */
export function go(path: string): void {
  history.pushState(null, "", path);
  page.value = pageOf(new URL(path, location.href).pathname);
  scrollTo(0, 0);
}

addEventListener("popstate", () => (page.value = pageOf(location.pathname)));
