/** A seat at a table: the whole page on which a game is played. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Board } from "../board/board";
import { current } from "../board/scene";
import { go } from "../route";
import type { Screen, Sheet } from "../screen.gen";
import { AttackSheet } from "../panels/AttackSheet";
import { BoardHost } from "../panels/BoardHost";
import { CarriedPieces } from "../panels/Carried";
import { ChoiceCard, WhyCard } from "../panels/Cards";
import { FallenDie, LostUnits } from "../panels/Fallen";
import { Banner, Curtain } from "../panels/HandOver";
import { EdgeArrows } from "../panels/EdgeArrows";
import { EndCard } from "../panels/EndCard";
import { GoalCard } from "../panels/GoalCard";
import { GuideCard } from "../panels/GuideCard";
import { HelpCard } from "../panels/HelpCard";
import { Legend } from "../panels/Legend";
import { MenuCard, Toast } from "../panels/Notices";
import { OrdersCard } from "../panels/OrdersCard";
import { MachineBar } from "../panels/MachineBar";
import { NARROW } from "../panels/parts";
import { PhaseBar } from "../panels/PhaseBar";
import { PlayersCard } from "../panels/PlayersCard";
import { PhoneSheet, PhoneTools } from "../panels/PhoneSheet";
import { PromptBar } from "../panels/Prompt";
import { Rail } from "../panels/Rail";
import { DiceCard, PlanCard, planOf, SandboxBar } from "../panels/SandboxBar";
import { Proposal, ReplayBar } from "../panels/ReplayBar";
import { ReportCard } from "../panels/ReportCard";
import { SidePanel } from "../panels/SidePanel";
import { StoppedCard } from "../panels/StoppedCard";
import { TerrainCard } from "../panels/TerrainCard";
import { TopBar } from "../panels/TopBar";
import { Tracks } from "../panels/Tracks";
import { SeatContext } from "../seat/context";
import { useKeptFocus } from "../panels/focus";
import { press } from "../panels/keys";
import { greeted, visit } from "../seat/memory";
import { TERRAIN } from "../seat/overlays";
import { Sandbox } from "../seat/sandbox";
import { Seat } from "../seat/seat";
import * as texts from "../texts/pages/SeatPage";

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
        <h1>{texts.gameNotFound}</h1>
        <p>{seat.missing.value}</p>
        <p>
          <button type="button" class="button main" onClick={() => go("/")}>
            {texts.allGames}
          </button>
        </p>
      </main>
    );
  }
  if (!seat.shown.value)
    return (
      <main class="plain-page" aria-busy="true">
        <p class="quiet">{texts.loadingTheMap}</p>
      </main>
    );
  const active = seat.trying.value ?? seat;
  return (
    <SeatContext.Provider value={active}>
      <Table key={active === seat ? "game" : "sandbox"} seat={active} />
    </SeatContext.Provider>
  );
}

const AFTER: Screen["prompt"]["kind"][] = ["loss", "retreat", "advance", "roll"];

/** The battle whose consequences are being carried out. */
function aftermath(screen: Screen): Sheet | null {
  const first = screen.sheets?.[0];
  return first && AFTER.includes(screen.prompt.kind) ? first : null;
}

const EARLY = 60; // lines of the journal, within which the other side may have set up

/** What a newcomer sees first: the guide where a lesson was begun, else the goal of a game that has just begun. */
function useOpening(seat: Seat): void {
  useEffect(() => {
    if (!seat.token) return undefined;
    seat.guide.resume();
    const shown = seat.shown.peek()!;
    const begins = shown.lines <= EARLY && !shown.screen.result && shown.seat.player === "human";
    if (greeted(seat.token) || !begins || seat.keptAt.peek() || seat.guide.on.value || matchMedia(NARROW).matches)
      return undefined;
    seat.desk.goal.value = true;
    let greets = true;
    return effect(() => {
      if (!greets || !seat.busy.value) return; // the other side may still set up
      greets = false; // the first choice is made
      seat.desk.goal.value = false;
    });
  }, [seat]);
}

function Table({ seat }: { seat: Seat }): JSX.Element {
  const [board, setBoard] = useState<Board | null>(null);
  const [menu, setMenu] = useState(false);
  const narrow = useNarrow();
  const screen = seat.screen.value!;
  const { desk, replay } = seat;
  const sandbox = seat instanceof Sandbox ? seat : null;
  const plan = planOf(seat);
  useKeptFocus();
  const sheet = current(screen) ?? aftermath(screen);
  const dicePending = narrow && Boolean(sandbox?.due.value); // there they are chosen in the place of the sheet
  const sheetShown = Boolean(sheet && desk.sheetOpen.value && !replay.shown.value && !dicePending);
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (press(seat, board, event)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [seat, board]);
  useOpening(seat);
  useEffect(() => {
    if (seat.token) visit(seat.token, screen.game.id, screen.game.label);
  }, [seat]);
  useEffect(() => {
    document.title = `${screen.game.label} · ${screen.turn.label}`;
  }, [screen.game.label, screen.turn.label]);
  useLayoutEffect(() => {
    if (!narrow) board?.set({ covered: { ...board.state.covered, bottom: 0, right: sheetShown ? 80 : 0 } });
  }, [board, narrow, sheetShown]);
  return (
    <main
      class={`table ${narrow ? "narrow" : "wide"} ${sheetShown ? "with-sheet" : ""} ${sandbox ? "sandbox" : ""}`}
      data-revision={seat.shown.value!.revision}
      data-busy={seat.busy.value}
    >
      <TopBar onMenu={() => setMenu(!menu)} />
      <PhaseBar />
      <SandboxBar />
      <BoardHost onBoard={setBoard}>
        {!narrow && <Rail board={board} />}
        {narrow && <PhoneTools onLayers={() => (desk.tab.value = "forces")} />}
        {!narrow && !replay.open.value && !screen.result && !sandbox?.due.value && (
          <PromptBar sheetShown={sheetShown} />
        )}
        <DiceCard />
        {!narrow && plan && <PlanCard plan={plan} board={board} />}
        {replay.open.value && <ReplayBar />}
        {desk.isOn(TERRAIN) && <TerrainCard />}
        <MachineBar />
        <GoalCard />
        <GuideCard board={board} />
        <Proposal />
        <StoppedCard />
        {!narrow && desk.card.value && <WhyCard card={desk.card.value} board={board} />}
        {desk.choice.value && <ChoiceCard asked={desk.choice.value} board={board} />}
        {screen.result && !replay.open.value && <EndCard result={screen.result} screen={screen} />}
        {desk.report.value && <ReportCard />}
        <Legend />
        {board && !replay.open.value && <EdgeArrows board={board} />}
        <LostUnits board={board} />
        {(!sheetShown || seat.onward.isBattle) && <FallenDie board={board} />}
        <Toast />
        <Banner />
      </BoardHost>
      {!narrow && <SidePanel covered={sheetShown} />}
      {!narrow && <Tracks />}
      {narrow && <PhoneSheet sheetShown={sheetShown} board={board} />}
      {sheetShown && <AttackSheet sheet={sheet!} narrow={narrow} onClose={() => (desk.sheetOpen.value = false)} />}
      {sheet && !desk.sheetOpen.value && (
        <button type="button" class="button fight sheet-reopen" onClick={() => (desk.sheetOpen.value = true)}>
          {sheet.title}
        </button>
      )}
      {menu && <MenuCard onClose={() => setMenu(false)} />}
      {desk.help.value && <HelpCard />}
      {desk.orders.value && <OrdersCard />}
      {desk.players.value && <PlayersCard />}
      <CarriedPieces board={board} />
      <Curtain />
    </main>
  );
}
