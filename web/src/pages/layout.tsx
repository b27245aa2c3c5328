/** What all pages but the table share: the head with its links. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
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
  ["import", "/import", "Import"],
  ["dice", "/dice", "Dice"],
];

const NO_LINK = "That is not a link to a game. It should look like …/seat/… or …/invitation/…";

export function PageHead(): JSX.Element {
  const [fault, setFault] = useState("");
  const joined = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("link") ?? "").trim();
    const path = pathOf(text);
    setFault(path ? "" : text ? NO_LINK : "Paste the link you were given first.");
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
          <span class="hidden-text">Link to a game</span>
          <input name="link" placeholder="Paste a link to a game" autocomplete="off" aria-invalid={Boolean(fault)} />
        </label>
        <button type="submit" class="button" aria-label="Join">
          <Icon name="link" />
          <span class="wide-only">Join</span>
        </button>
        {fault && (
          <p class="page-fault join-fault" role="alert">
            {fault}
          </p>
        )}
      </form>
      <ThemeButton />
    </header>
  );
}

const covers = new Map<string, HTMLImageElement>();

/** Keep one copy of a cover for all visits of the page: else a browser decodes it at each, and keeps all of these. */
function keepCover(address: string): void {
  if (!covers.has(address)) covers.set(address, Object.assign(new Image(), { src: address }));
}

/** A piece of a game's own map. */
export function Cover({ game, class: name }: { game: string; class?: string }): JSX.Element {
  const address = `/api/games/${game}/cover.webp`;
  return (
    <div class={`cover ${name ?? ""}`} aria-hidden="true">
      <img
        src={address}
        alt=""
        draggable={false}
        loading="lazy"
        onLoad={() => keepCover(address)}
        onError={({ currentTarget }) => (currentTarget.style.visibility = "hidden")}
      />
    </div>
  );
}
