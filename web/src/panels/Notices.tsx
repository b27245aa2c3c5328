/** Words from the server, the state of the line, and the menu. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../look/Icon";
import { toggleTheme } from "../look/theme";
import { useSeat } from "../seat/context";
import { mayOrder } from "../seat/orders";
import { tryOut } from "../seat/sandbox";
import { Connection } from "./Connection";
import { RuleChip } from "./parts";
import { Originals } from "./StoppedCard";

const STAYS = 7000;

export function Toast(): JSX.Element | null {
  const seat = useSeat();
  const told = seat.desk.told.value;
  useEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => (seat.desk.told.value = null), STAYS);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <div class="toasts" aria-live="assertive" data-floats>
      <Connection />
      {told && (
        <p class="toast" role="alert">
          <span>
            {told.text} <RuleChip id={told.rule} />
          </span>
          <button type="button" class="icon-button" aria-label="Close" onClick={() => (seat.desk.told.value = null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}

export function MenuCard({ onClose }: { onClose: () => void }): JSX.Element {
  const seat = useSeat();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => menu.current?.querySelector("button")?.focus(), []);
  const does = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <div
      ref={menu}
      class="menu floats"
      role="menu"
      data-floats
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.goal.value = true))}>
        <Icon name="flag" />
        How to win
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.guide.open())}>
        <Icon name="hint" />
        Guide
      </button>
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.help.value = true))}>
        <Icon name="why" />
        Help
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.desk.turnTo("rules"))}>
        <Icon name="book" />
        Rules
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.desk.turnTo("log"))}>
        <Icon name="history" />
        Log
      </button>
      {seat.token && (
        <>
          <button type="button" role="menuitem" data-try onClick={does(() => void tryOut(seat))}>
            <Icon name="branch" />
            Try it
          </button>
          <button type="button" role="menuitem" onClick={does(() => void seat.replay.begin(seat.replay.last))}>
            <Icon name="play" />
            Replay
          </button>
          <button type="button" role="menuitem" onClick={does(() => (seat.desk.players.value = true))}>
            <Icon name="people" />
            Players and links
          </button>
        </>
      )}
      {mayOrder(seat.shown.value) && (
        <button type="button" role="menuitem" onClick={does(() => (seat.desk.orders.value = true))}>
          <Icon name="orders" />
          Standing orders
        </button>
      )}
      <button type="button" role="menuitem" onClick={does(toggleTheme)}>
        <Icon name="moon" />
        Light or dark theme
      </button>
      {seat.token && (
        <a role="menuitem" href={`/api/seats/${seat.token}/journal`} download>
          <Icon name="download" />
          Journal
        </a>
      )}
      <Originals role="menuitem" />
    </div>
  );
}
