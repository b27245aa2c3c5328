/** What all pages but the table share: the head with its links. */
import type { ComponentChildren, JSX } from "preact";
import { Icon, Logo } from "../look/Icon";
import { ThemeButton } from "../panels/TopBar";
import { go, page } from "../route";
import { pathOf } from "../words/links";

interface LinkProps {
  to: string;
  class?: string;
  current?: boolean;
  children: ComponentChildren;
}

export function Link({ to, class: name, current, children }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} class={name} aria-current={current ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}

const PLACES: [string, string, string][] = [
  ["home", "/", "Games"],
  ["import", "/import", "Journals"],
  ["dice", "/dice", "Dice"],
];

export function PageHead(): JSX.Element {
  const joined = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("link") ?? "").trim();
    const path = pathOf(text);
    if (path) go(path);
  };
  return (
    <header class="page-head">
      <Link to="/" class="brand">
        <Logo />
        <span>Ardennes</span>
      </Link>
      <nav aria-label="Pages">
        {PLACES.map(([name, to, label]) => (
          <Link to={to} current={page.value.name === name}>
            {label}
          </Link>
        ))}
      </nav>
      <form class="join" onSubmit={joined}>
        <label>
          <span class="hidden-text">Link to a seat</span>
          <input name="link" placeholder="Paste a link to a seat" autocomplete="off" />
        </label>
        <button type="submit" class="button">
          <Icon name="link" />
          <span class="wide-only">Join by link</span>
        </button>
      </form>
      <ThemeButton />
    </header>
  );
}

/** A piece of a game's own map. */
export function Cover({ game, class: name }: { game: string; class?: string }): JSX.Element {
  return (
    <div class={`cover ${name ?? ""}`} aria-hidden="true">
      <img src={`/api/games/${game}/cover.webp`} alt="" draggable={false} loading="lazy" />
    </div>
  );
}
