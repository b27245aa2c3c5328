/** A seat at a table: the whole page on which a game is played. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board } from "../board/board";
import { current } from "../board/scene";
import { TERRAIN } from "../board/terrain";
import { go } from "../route";
import type { Screen, Sheet } from "../screen.gen";
import { AttackSheet } from "../panels/AttackSheet";
import { BoardHost } from "../panels/BoardHost";
import { ChoiceCard, WhyCard } from "../panels/Cards";
import { FallenDie, LostUnits } from "../panels/Fallen";
import { Banner, Curtain } from "../panels/HandOver";
import { EdgeArrows } from "../panels/EdgeArrows";
import { EndCard } from "../panels/EndCard";
import { Legend } from "../panels/Legend";
import { HelpCard, MenuCard, Toast } from "../panels/Notices";
import { OrdersCard } from "../panels/OrdersCard";
import { MachineBar } from "../panels/MachineBar";
import { NARROW } from "../panels/parts";
import { PhaseBar } from "../panels/PhaseBar";
import { PlayersCard } from "../panels/PlayersCard";
import { PhoneSheet, PhoneTools } from "../panels/PhoneSheet";
import { PromptBar } from "../panels/Prompt";
import { Rail } from "../panels/Rail";
import { Proposal, ReplayBar } from "../panels/ReplayBar";
import { SidePanel } from "../panels/SidePanel";
import { StoppedCard } from "../panels/StoppedCard";
import { TerrainCard } from "../panels/TerrainCard";
import { TopBar } from "../panels/TopBar";
import { Tracks } from "../panels/Tracks";
import { SeatContext } from "../seat/context";
import { press } from "../seat/keys";
import { visit } from "../seat/memory";
import { Seat } from "../seat/seat";

function useNarrow(): boolean {
  const query = useMemo(() => matchMedia(NARROW), []);
  const [narrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const changed = (): void => setNarrow(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return narrow;
}

export function SeatPage({ token, seat: given }: { token: string; seat?: Seat }): JSX.Element {
  const seat = useMemo(() => given ?? new Seat(token), [token]);
  useEffect(() => {
    if (!given) seat.sit();
    return () => seat.leave();
  }, [seat]);
  if (seat.missing.value) {
    return (
      <main class="plain-page">
        <h1>Nothing is here</h1>
        <p>{seat.missing.value}</p>
        <p>
          <button type="button" class="button main" onClick={() => go("/")}>
            To the games
          </button>
        </p>
      </main>
    );
  }
  if (!seat.shown.value)
    return (
      <main class="plain-page" aria-busy="true">
        <p class="quiet">The table is being laid …</p>
      </main>
    );
  return (
    <SeatContext.Provider value={seat}>
      <Table seat={seat} />
    </SeatContext.Provider>
  );
}

const AFTER: Screen["prompt"]["kind"][] = ["loss", "retreat", "advance", "roll"];

/** The battle whose consequences are being carried out. */
function aftermath(screen: Screen): Sheet | null {
  const first = screen.sheets?.[0];
  return first && AFTER.includes(screen.prompt.kind) ? first : null;
}

/** Where the keyboard stood is gone with the old screen: it goes on at the prompt, or at the card of the end. */
function useKeptFocus(revision: number, busy: boolean): void {
  const held = useRef(false);
  useLayoutEffect(() => {
    const took = (): void => void (held.current = true);
    addEventListener("focusin", took);
    return () => removeEventListener("focusin", took);
  }, []);
  useLayoutEffect(() => {
    if (busy || !held.current || document.activeElement !== document.body) return;
    const next = document.querySelector<HTMLElement>(".end, .prompt, .phone-sheet");
    next?.focus({ preventScroll: true });
  }, [revision, busy]);
}

function Table({ seat }: { seat: Seat }): JSX.Element {
  const [board, setBoard] = useState<Board | null>(null);
  const [menu, setMenu] = useState(false);
  const narrow = useNarrow();
  const screen = seat.screen.value!;
  const { desk, replay } = seat;
  useKeptFocus(seat.shown.value!.revision, seat.busy.value);
  const sheet = current(screen) ?? aftermath(screen);
  const sheetShown = Boolean(sheet && desk.sheetOpen.value && !replay.frame.value);
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (press(seat, board, event)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [seat, board]);
  useEffect(() => {
    if (seat.token) visit(seat.token, screen.game.id, screen.game.label);
  }, [seat]);
  useEffect(() => {
    document.title = `${screen.game.label} · ${screen.turn.label}`;
  }, [screen.game.label, screen.turn.label]);
  useLayoutEffect(() => {
    if (!narrow) board?.measure({ bottom: 0, right: sheetShown ? 80 : 0 });
  }, [board, narrow, sheetShown]);
  return (
    <div
      class={`table ${narrow ? "narrow" : "wide"} ${sheetShown ? "with-sheet" : ""}`}
      data-revision={seat.shown.value!.revision}
      data-busy={seat.busy.value}
    >
      <TopBar onMenu={() => setMenu(!menu)} />
      <PhaseBar />
      <BoardHost onBoard={setBoard}>
        {!narrow && <Rail board={board} />}
        {narrow && <PhoneTools onLayers={() => (desk.tab.value = "forces")} />}
        {!narrow && !replay.open.value && !screen.result && <PromptBar sheetShown={sheetShown} />}
        {replay.open.value && <ReplayBar />}
        {desk.isOn(TERRAIN) && <TerrainCard />}
        <MachineBar />
        <Proposal />
        <StoppedCard />
        {desk.card.value && <WhyCard card={desk.card.value} board={board} />}
        {desk.choice.value && <ChoiceCard asked={desk.choice.value} board={board} />}
        {screen.result && !replay.open.value && <EndCard result={screen.result} screen={screen} />}
        <Legend />
        {board && !replay.open.value && <EdgeArrows board={board} />}
        <LostUnits board={board} />
        {!sheetShown && <FallenDie board={board} />}
        <Toast />
        <Banner />
      </BoardHost>
      {!narrow && <SidePanel />}
      {!narrow && <Tracks />}
      {narrow && <PhoneSheet sheetShown={sheetShown} board={board} />}
      {sheetShown && <AttackSheet sheet={sheet!} onClose={() => (desk.sheetOpen.value = false)} />}
      {sheet && !desk.sheetOpen.value && (
        <button type="button" class="button fight sheet-reopen" onClick={() => (desk.sheetOpen.value = true)}>
          {sheet.title}
        </button>
      )}
      {menu && <MenuCard onClose={() => setMenu(false)} />}
      {desk.help.value && <HelpCard />}
      {desk.orders.value && <OrdersCard />}
      {desk.players.value && <PlayersCard />}
      <Curtain />
    </div>
  );
}
