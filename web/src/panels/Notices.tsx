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
import * as texts from "../texts/panels/Notices";

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
          <button
            type="button"
            class="icon-button"
            aria-label={texts.close}
            onClick={() => (seat.desk.told.value = null)}
          >
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
        {texts.howToWin}
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.guide.open())}>
        <Icon name="hint" />
        {texts.guide}
      </button>
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.help.value = true))}>
        <Icon name="why" />
        {texts.help}
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.desk.turnTo("rules"))}>
        <Icon name="book" />
        {texts.rules}
      </button>
      <button type="button" role="menuitem" onClick={does(() => seat.desk.turnTo("log"))}>
        <Icon name="history" />
        {texts.log}
      </button>
      {seat.token && (
        <>
          <button type="button" role="menuitem" data-try onClick={does(() => void tryOut(seat))}>
            <Icon name="branch" />
            {texts.tryIt}
          </button>
          <button type="button" role="menuitem" onClick={does(() => void seat.replay.begin(seat.replay.last))}>
            <Icon name="play" />
            {texts.replay}
          </button>
          <button type="button" role="menuitem" onClick={does(() => (seat.desk.players.value = true))}>
            <Icon name="people" />
            {texts.playersAndLinks}
          </button>
        </>
      )}
      {mayOrder(seat.shown.value) && (
        <button type="button" role="menuitem" onClick={does(() => (seat.desk.orders.value = true))}>
          <Icon name="orders" />
          {texts.standingOrders}
        </button>
      )}
      <button type="button" role="menuitem" onClick={does(toggleTheme)}>
        <Icon name="moon" />
        {texts.lightOrDarkTheme}
      </button>
      {seat.token && (
        <a role="menuitem" href={`/api/seats/${seat.token}/journal`} download>
          <Icon name="download" />
          {texts.journal}
        </a>
      )}
      <Originals role="menuitem" />
    </div>
  );
}
