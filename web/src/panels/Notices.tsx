/** Words from the server, the state of the line, the menu and the list of keys. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../look/Icon";
import { toggleTheme } from "../look/theme";
import { useSeat } from "../seat/context";
import { mayOrder } from "../seat/orders";
import { overlayKeys } from "../words/overlays";
import { Dialog } from "./Dialog";
import { RuleChip } from "./parts";

const STAYS = 7000;

export function Toast(): JSX.Element | null {
  const seat = useSeat();
  const told = seat.desk.told.value;
  useEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => (seat.desk.told.value = null), STAYS);
    return () => clearTimeout(timer);
  }, [told]);
  const lost = seat.line.value === "lost" && seat.shown.value;
  return (
    <div class="toasts" aria-live="assertive" data-floats>
      {lost && <p class="toast lost">The connection is lost. We keep trying; nothing is forgotten.</p>}
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
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.tab.value = "rules"))}>
        <Icon name="book" />
        Rules
      </button>
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.tab.value = "log"))}>
        <Icon name="history" />
        Log
      </button>
      <button type="button" role="menuitem" onClick={does(() => void seat.replay.begin(seat.replay.last))}>
        <Icon name="play" />
        Replay
      </button>
      <button type="button" role="menuitem" onClick={does(() => (seat.desk.players.value = true))}>
        <Icon name="people" />
        Players and links
      </button>
      {mayOrder(seat.shown.value) && (
        <button type="button" role="menuitem" onClick={does(() => (seat.desk.orders.value = true))}>
          <Icon name="orders" />
          Standing orders
        </button>
      )}
      <button type="button" role="menuitem" onClick={does(toggleTheme)}>
        <Icon name="moon" />
        Light or dark
      </button>
      <a role="menuitem" href={`/api/seats/${seat.token}/journal`} download>
        <Icon name="download" />
        Journal
      </a>
    </div>
  );
}

const KEYS: [string, string][] = [
  ["Arrows", "move the cursor on the board; with Shift, pan"],
  ["+  −  0", "nearer, further, the whole map"],
  ["Tab, N", "the next unit that may act"],
  ["Space, Enter", "act on the hex under the cursor; Enter also presses the main button"],
  ["S, 1 to 9", "fan the stack, take a piece of it"],
  ["Shift, A", "with Shift, a click or Enter is for the whole stack or lot; A: the next place is"],
  ["Z  Y", "undo, redo"],
  ["?", "why not here?"],
  ["I", "a hint from the machine"],
  ["/  L  R  O", "rules, log, replay, standing orders"],
  ["Esc", "back"],
];

export function HelpCard(): JSX.Element {
  const { desk, overlays } = useSeat();
  return (
    <Dialog title="Keys" look="" onClose={() => (desk.help.value = false)}>
      <dl>
        {[...KEYS, ...overlayKeys(overlays.value)].map(([keys, does]) => (
          <div>
            <dt>
              <kbd class="kbd">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
