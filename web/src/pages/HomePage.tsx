/** The front page: the games, what was begun, and how to begin. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { seatedAs } from "../panels/TopBar";
import { isShow } from "../seat/machine";
import { momentOf } from "../panels/Connection";
import { type Fault, get } from "../server/http";
import { kept } from "../server/kept";
import { shownBy, type Shown } from "../server/document";
import type { GameInfo, Games, Offer, Whole } from "../server/shapes.gen";
import { Cover, Link, PageHead } from "./layout";
import { forget, type Remembered, remembered } from "../seat/memory";
import { capital, invitationLink } from "../words/links";
import { Learn } from "./Learn";
import { StartForm } from "./StartForm";
import * as texts from "../texts/pages/HomePage";

export function HomePage({ game }: { game?: string }): JSX.Element {
  const [games, setGames] = useState<Games | null>(null);
  const [fault, setFault] = useState("");
  const [chosen, setChosen] = useState(game ?? "");
  useEffect(() => {
    document.title = texts.ardennes;
    void get<Games>("/api/games").then(setGames, (error: Error) => setFault(error.message));
  }, []);
  const picked = games?.games.find((one) => one.name === chosen) ?? games?.games[0];
  return (
    <div class="page">
      <PageHead />
      <main>
        <section class="hero">
          <div>
            <h1>{title(games?.games.length)}</h1>
            <p>{texts.playTheBulgeInYour}</p>
            {games && picked && <Learn key={picked.name} game={picked} machines={games.machines} />}
          </div>
          {picked && <Cover game={picked.name} class="hero-map" />}
        </section>
        {fault && (
          <p class="page-fault" role="alert">
            {fault}
          </p>
        )}
        {!games && !fault && (
          <p class="quiet" aria-busy="true">
            {texts.loadingTheGames}
          </p>
        )}
        {games && !games.games.length && <p class="page-fault">{texts.noGamesAreInstalled}</p>}
        <div class="cards" role="radiogroup" aria-label={texts.games}>
          {games?.games.map((one) => (
            <GameCard game={one} chosen={one === picked} onChoose={() => setChosen(one.name)} />
          ))}
        </div>
        <div class="home-panels">
          <GoOn />
          {games && picked && <StartForm key={picked.name} game={picked} machines={games.machines} />}
        </div>
      </main>
    </div>
  );
}

const NUMBERS = [
  texts.noGames,
  texts.oneGame,
  texts.twoGames,
  texts.threeGames,
  texts.fourGames,
  texts.fiveGames,
  texts.sixGames,
];

function title(count: number | undefined): string {
  return count === undefined ? texts.oneBattle : texts.oneBattle2(NUMBERS[count] ?? texts.games2(count));
}

/** One to five, by how many cases the rules have. */
export function complexity(rules: number): number {
  return [60, 110, 170, 240].filter((limit) => rules > limit).length + 1;
}

const WEIGHTS = ["light", "easy", "medium", "demanding", "heavy"];

function lengthOf(game: GameInfo): string {
  const { turns } = game.about;
  const scenarios = game.scenarios.length > 1 ? texts.scenarios(game.scenarios.length) : "";
  const first = game.scenarios.find((one) => one.name === game.start);
  const start = first ? texts.startHere(first.title) : "";
  return [turns ? texts.turns(turns) : "", scenarios, start].filter(Boolean).join(", ");
}

function GameCard({ game, chosen, onChoose }: { game: GameInfo; chosen: boolean; onChoose: () => void }): JSX.Element {
  const { about } = game;
  const dots = complexity(about.rules);
  return (
    <button type="button" role="radio" aria-checked={chosen} class="game-card" onClick={onChoose} data-game={game.name}>
      <Cover game={game.name} />
      {chosen && (
        <span class="card-check">
          <Icon name="check" />
        </span>
      )}
      <span class="card-words">
        <b>{game.title}</b>
        {about.published && <span class="small quiet">{about.published}</span>}
        <span>{[about.scale, about.km ? texts.kmPerHex(about.km) : ""].filter(Boolean).join(", ")}</span>
        <span>{lengthOf(game)}</span>
        <span class="card-foot">
          <span>
            {game.sides.length} players{about.hours ? texts.aboutHours(about.hours) : ""}
          </span>
          <span class="weight" title={texts.howMuchThereIsTo(dots, about.rules)}>
            <span class="small quiet">{WEIGHTS[dots - 1]}</span>
            <span class="dots" role="img" aria-label={texts.complexityOf5Rules(dots, about.rules)}>
              {[1, 2, 3, 4, 5].map((n) => (
                <i class={n <= dots ? "on" : ""} />
              ))}
            </span>
          </span>
        </span>
      </span>
    </button>
  );
}

function GoOn(): JSX.Element {
  const [seats, setSeats] = useState<Remembered[]>(remembered());
  return (
    <section class="page-card">
      <h2>{texts.yourGames}</h2>
      {!seats.length && <p class="quiet">{texts.gamesYouStartOrJoin}</p>}
      <ul class="go-on">
        {seats.slice(0, 8).map((seat) => (
          <Running
            key={seat.token}
            seat={seat}
            onGone={() => {
              forget(seat.token);
              setSeats(remembered());
            }}
          />
        ))}
      </ul>
    </section>
  );
}

/** The friend's invitation again, for whoever closed the page that showed it first. */
function CopyLink({ offer }: { offer: Offer }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard?.writeText(invitationLink(offer.code)).then(() => setCopied(true));
  return (
    <button type="button" class="button" onClick={copy} title={texts.copyTheInvitationToThe(capital(offer.side))}>
      <Icon name="link" />
      {copied ? texts.copied : texts.invite}
    </button>
  );
}

/** What a machine does whose turn it is; two of them play for an audience only. */
function waitingWords(shown: Shown): string {
  return isShow(shown) ? texts.pausedUntilSomeoneWatches : texts.computerIsThinking;
}

function Running({ seat, onGone }: { seat: Remembered; onGone: () => void }): JSX.Element {
  const [shown, setShown] = useState<Shown | null>(null);
  const [missing, setMissing] = useState("");
  const [keptAt, setKeptAt] = useState(0);
  useEffect(() => {
    void get<Whole>(`/api/seats/${seat.token}`).then(
      (whole) => setShown(shownBy(whole)),
      async (error: Fault) => {
        if (!error.open) return setMissing(texts.noLongerAvailable);
        const last = await kept(seat.token);
        if (!last) return setMissing(texts.cannotBeReached);
        setShown(shownBy(last.whole));
        setKeptAt(last.at);
      },
    );
  }, [seat.token]);
  const screen = shown?.screen;
  const mine = !keptAt && screen && screen.decides === screen.viewer;
  const phase = screen?.phases.steps.find((step) => step.state === "now")?.label;
  const state = missing
    ? missing
    : keptAt
      ? texts.offlineLastSeenOn(momentOf(keptAt))
      : !screen
        ? "…"
        : screen.result
          ? screen.result.level
          : mine
            ? texts.yourMove(phase?.toLowerCase() ?? "")
            : shown.thinking
              ? waitingWords(shown)
              : texts.waitingForTheOtherSide;
  const action = missing
    ? null
    : screen?.result || keptAt
      ? texts.view
      : mine
        ? texts.play
        : shown && isShow(shown)
          ? texts.watch
          : texts.open;
  return (
    <li>
      <Cover game={seat.game} />
      <div class="run-words">
        <b>{screen?.game.label ?? seat.title}</b>
        <span class="quiet">
          {screen ? `${screen.turn.label}${screen.turn.date ? `, ${screen.turn.date}` : ""}` : ""}
        </span>
        {shown && <span class="quiet small">{seatedAs(shown)}</span>}
      </div>
      <span class={`run-state ${mine ? "mine" : ""}`}>{state}</span>
      {(seat.invite ?? [])
        .filter((offer) => shown?.open?.includes(offer.side))
        .map((offer) => (
          <CopyLink offer={offer} />
        ))}
      {action && (
        <Link to={`/seat/${seat.token}`} class={`button ${mine ? "main" : ""}`}>
          {action}
        </Link>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={texts.removeFromThisList(seat.title)}
        title={texts.removeFromThisList2}
        onClick={onGone}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
