/** What all pages but the table share: the head with its links. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon, Logo } from "../look/Icon";
import { ThemeButton } from "../panels/TopBar";
import { go, page } from "../route";
import { pathOf } from "../words/links";
import * as texts from "../texts/pages/layout";

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
  ["home", "/", texts.games],
  ["import", "/import", texts.importText],
  ["dice", "/dice", texts.dice],
];

const NO_LINK = texts.thatIsNotALink;

export function PageHead(): JSX.Element {
  const [fault, setFault] = useState("");
  const joined = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("link") ?? "").trim();
    const path = pathOf(text);
    setFault(path ? "" : text ? NO_LINK : texts.pasteTheLinkYouWere);
    if (path) go(path);
  };
  return (
    <header class="page-head">
      <Link to="/" class="brand">
        <Logo />
        <span>{texts.ardennes}</span>
      </Link>
      <nav aria-label={texts.pages}>
        {PLACES.map(([name, to, label]) => (
          <Link to={to} current={page.value.name === name}>
            {label}
          </Link>
        ))}
      </nav>
      <form class="join" onSubmit={joined}>
        <label>
          <span class="hidden-text">{texts.linkToAGame}</span>
          <input name="link" placeholder={texts.pasteALinkToA} autocomplete="off" aria-invalid={Boolean(fault)} />
        </label>
        <button type="submit" class="button" aria-label={texts.join}>
          <Icon name="link" />
          <span class="wide-only">{texts.join}</span>
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
