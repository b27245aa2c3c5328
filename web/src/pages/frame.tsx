/** What all pages but the table share: the head with its links. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { pictured } from "../board/mapfonts";
import { Icon, Logo } from "../look/Icon";
import { ThemeButton } from "../panels/TopBar";
import { go, page } from "../route";
import { getText } from "../server/http";
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
  const [source, setSource] = useState("");
  useEffect(() => {
    let gone = false;
    let made = "";
    void getText(`/api/games/${game}/cover.svg`)
      .then(pictured)
      .then(
        (image) => {
          made = image.src;
          if (!gone) setSource(made);
        },
        () => undefined, // a card without a picture is still a card
      );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [game]);
  return (
    <div class={`cover ${name ?? ""}`} aria-hidden="true">
      {source && <img src={source} alt="" draggable={false} />}
    </div>
  );
}
