/** The top: which game, which turn, how it stands, and what can be opened from anywhere. */
import type { JSX } from "preact";
import { Icon, Logo } from "../look/Icon";
import { theme, toggleTheme } from "../look/theme";
import { go } from "../route";
import type { Screen, Side } from "../screen.gen";
import type { Shown } from "../server/document";
import { useSeat } from "../seat/context";
import { mayOrder } from "../seat/orders";
import { undoWords } from "./Prompt";
import { TryButton } from "./SandboxBar";
import * as texts from "../texts/panels/TopBar";

/** Who plays against whom, in a few words. */
export function seatedAs(shown: Shown): string {
  const { screen, seat, players } = shown;
  const label = (id: string): string => screen.sides.find((side) => side.id === id)?.label ?? id;
  if (seat.side === "") return texts.youAreWatching;
  if (seat.side === "*") return texts.bothSidesOnThisScreen;
  const others = Object.entries(players).filter(([side]) => side !== seat.side);
  const against = others
    .map(([, player]) =>
      player === "human" ? texts.aFriend : texts.computer(player[0]!.toUpperCase(), player.slice(1)),
    )
    .join(", ");
  return texts.youAreThePlayer(label(seat.side), against ? texts.against(against) : "");
}

function ScoreBadge({ side, own }: { side: Side; own: boolean }): JSX.Element | null {
  if (!side.score) return null;
  return (
    <div
      class={`score ${side.style} ${own ? "own" : ""}`}
      title={`${side.label}: ${side.score.value}${side.score.of ? texts.ofText(side.score.of) : ""} ${side.score.label}`}
    >
      <span class={`side-mark ${side.style}`} aria-hidden="true" />
      <span class="score-name">{side.label}</span>
      <b>{side.score.value}</b>
      {side.score.of && <span class="score-of">of {side.score.of}</span>}
    </div>
  );
}

function Scores({ screen }: { screen: Screen }): JSX.Element | null {
  const scored = screen.sides.filter((side) => side.score);
  if (!scored.length) return null;
  return (
    <div class="scores">
      {scored.map((side) => (
        <ScoreBadge side={side} own={side.id === screen.viewer} />
      ))}
    </div>
  );
}

export function TopBar({ onMenu }: { onMenu?: () => void }): JSX.Element {
  const seat = useSeat();
  const shown = seat.shown.value!;
  const screen = seat.screen.value!;
  const { desk, replay } = seat;
  const { undo, redo } = screen;
  return (
    <header class="top">
      <a
        class="home"
        href="/"
        onClick={(event) => {
          event.preventDefault();
          go("/");
        }}
        aria-label={texts.ardennesAllGames}
      >
        <span class="wide-only brand">
          <Logo />
          <span>{texts.ardennes}</span>
        </span>
        <span class="narrow-only">
          <Icon name="back" />
        </span>
      </a>
      <div class="top-title">
        <h1>{screen.game.label}</h1>
        <p class="wide-only">
          {screen.scenario.label} · {seatedAs(shown)}
        </p>
        <p class="narrow-only">
          {screen.turn.label}
          {screen.turn.date ? `, ${screen.turn.date}` : ""}
        </p>
      </div>
      <div class="top-turn wide-only">
        <b>{screen.turn.label}</b>
        <span>{screen.turn.date}</span>
      </div>
      <Scores screen={screen} />
      <nav class="top-tools wide-only" aria-label={texts.tools}>
        <button
          type="button"
          class="icon-button"
          disabled={!undo?.can}
          onClick={() => void seat.undo()}
          title={
            undo?.can ? `${undoWords(seat)}: ${undo.label ?? ""} (Z)` : texts.undo(undo?.reason ?? texts.nothingToUndo)
          }
          aria-label={texts.undo2}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon-button"
          disabled={!redo?.can}
          onClick={() => void seat.redo()}
          title={redo?.can ? texts.redoY(redo.label ?? "") : texts.redo(redo?.reason ?? texts.nothingToRedo)}
          aria-label={texts.redo2}
        >
          <Icon name="redo" />
        </button>
        <TryButton words={texts.tryIt} look="icon-button" />
        {seat.token && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={replay.open.value}
            onClick={() => (replay.open.value ? replay.close() : void replay.begin(replay.last))}
            title={texts.replayTheGame}
            aria-label={texts.replay}
          >
            <Icon name="history" />
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          data-tool="goal"
          aria-pressed={desk.goal.value}
          onClick={() => (desk.goal.value = !desk.goal.value)}
          title={texts.howToWinG}
          aria-label={texts.howToWin}
        >
          <Icon name="flag" />
        </button>
        <button
          type="button"
          class="icon-button"
          data-tool="rules"
          aria-pressed={desk.tab.value === "rules"}
          onClick={() => (desk.tab.value = desk.tab.value === "rules" ? "unit" : "rules")}
          title={texts.rules}
          aria-label={texts.rules2}
        >
          <Icon name="book" />
        </button>
        {seat.token && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={desk.players.value}
            onClick={() => (desk.players.value = !desk.players.value)}
            title={texts.playersAndLinks}
            aria-label={texts.playersAndLinks}
          >
            <Icon name="people" />
          </button>
        )}
        {mayOrder(shown) && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={desk.orders.value}
            onClick={() => (desk.orders.value = !desk.orders.value)}
            title={texts.standingOrdersO}
            aria-label={texts.standingOrders}
          >
            <Icon name="orders" />
          </button>
        )}
        {seat.guide.lesson.value && !seat.guide.on.value && (
          <button
            type="button"
            class="icon-button"
            onClick={() => seat.guide.open()}
            title={texts.continueTheLesson}
            aria-label={texts.continueTheLesson}
          >
            <Icon name="hint" />
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          onClick={() => (desk.help.value = !desk.help.value)}
          title={texts.help}
          aria-label={texts.help2}
        >
          <Icon name="why" />
        </button>
        <ThemeButton />
      </nav>
      <button type="button" class="icon-button narrow-only" aria-label={texts.more} onClick={onMenu}>
        <Icon name="more" />
      </button>
    </header>
  );
}

export function ThemeButton(): JSX.Element {
  const dark = theme.value === "dark";
  return (
    <button
      type="button"
      class="icon-button"
      onClick={toggleTheme}
      aria-label={dark ? texts.lightTheme : texts.darkTheme}
      title={dark ? texts.light : texts.dark}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </button>
  );
}
