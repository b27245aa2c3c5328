/** How to begin: scenario, side, opponent, rule options with their text. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../look/Icon";
import { go } from "../route";
import { post } from "../server/http";
import type { Begun, GameInfo, Machine, Offer } from "../server/shapes.gen";
import { LinkField, OnlyHere } from "../panels/LinkField";
import { remember } from "../seat/memory";
import { capital, invitationLink } from "../words/links";
import { MachineChoice, usualMachine } from "./MachineChoice";
import { Mend, RuleOptions } from "./RuleOptions";
import { clashesOf, type Opponent, playersOf, wantedSeat } from "./start";
import * as texts from "../texts/pages/StartForm";

const OPPONENTS: [Opponent, string, IconName][] = [
  ["machine", texts.computer, "machine"],
  ["here", texts.sameScreen, "people"],
  ["link", texts.byLink, "link"],
  ["watch", texts.watch, "eye"],
];

export function StartForm({ game, machines }: { game: GameInfo; machines: Machine[] }): JSX.Element {
  const [scenario, setScenario] = useState(game.scenarios[0]?.name ?? "");
  const [side, setSide] = useState(game.sides[0] ?? "");
  const [opponent, setOpponent] = useState<Opponent>(machines.length ? "machine" : "here");
  const [machine, setMachine] = useState(usualMachine(machines) ?? "");
  const [rival, setRival] = useState(machine);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const [invite, setInvite] = useState<{ mine: string; offers: Offer[] } | null>(null);
  const chosen = game.scenarios.find((one) => one.name === scenario);
  const clashes = clashesOf(game.options, scenario, options);

  async function begin(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      const players = playersOf(game.sides, side, opponent, machine, rival);
      const begun = await post<Begun>("/api/tables", { game: game.name, scenario, options, players });
      const wanted = wantedSeat(opponent, side);
      const mine = begun.seats.find((seat) => seat.side === wanted) ?? begun.seats.find((seat) => seat.side === side)!;
      const offers = begun.invitations ?? [];
      remember({ token: mine.token, game: game.name, title: game.title, invite: offers, at: Date.now() });
      if (offers.length) setInvite({ mine: mine.token, offers });
      else go(`/seat/${mine.token}`);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  if (invite) return <Invitation {...invite} game={game} />;
  return (
    <form class="page-card start" onSubmit={(event) => void begin(event)}>
      <h2>
        {texts.newGameOf} {game.title}
      </h2>
      <label class="field">
        <span>{texts.scenario}</span>
        <select value={scenario} onChange={(event) => setScenario(event.currentTarget.value)}>
          {game.scenarios.map((one) => (
            <option value={one.name}>{one.name === game.start ? texts.startHere(one.title) : one.title}</option>
          ))}
        </select>
      </label>
      {chosen?.text && <p class="field-note">{chosen.text}</p>}
      {opponent !== "watch" && (
        <Choice
          label={texts.youPlay}
          value={side}
          onChange={setSide}
          choices={game.sides.map((one) => [one, capital(one)])}
        />
      )}
      <Choice
        label={texts.opponent}
        value={opponent}
        onChange={(value) => setOpponent(value as Opponent)}
        choices={OPPONENTS.filter(([kind]) => (kind !== "machine" && kind !== "watch") || machines.length).map(
          ([kind, label, icon]) => [kind, label, icon],
        )}
      />
      {opponent === "machine" && (
        <MachineChoice label={texts.level} machines={machines} value={machine} onChange={setMachine} />
      )}
      {opponent === "watch" && (
        <>
          <MachineChoice label={capital(game.sides[0]!)} machines={machines} value={machine} onChange={setMachine} />
          <MachineChoice
            label={game.sides.slice(1).map(capital).join(", ")}
            machines={machines}
            value={rival}
            onChange={setRival}
          />
          <p class="field-note">{texts.twoComputerPlayersPlayEach}</p>
        </>
      )}
      {opponent === "here" && game.hides && <p class="field-note">{texts.thisGameHasHiddenInformation}</p>}
      {game.options.length > 0 && (
        <RuleOptions game={game} scenario={scenario} chosen={options} onChange={setOptions} />
      )}
      <div class="start-foot">
        {fault && (
          <p class="page-fault" role="alert">
            {fault}
          </p>
        )}
        {clashes.map((clash) => (
          <Mend clash={clash} scenario={scenario} onSet={(name, value) => setOptions({ ...options, [name]: value })} />
        ))}
        <button type="submit" class="button main big" disabled={busy || clashes.length > 0}>
          {busy ? texts.startingTheGame : texts.startTheGame}
        </button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: [value: string, label: string, icon?: IconName][];
}

function Choice({ label, value, onChange, choices }: ChoiceProps): JSX.Element {
  return (
    <fieldset class="field choice-field">
      <legend>{label}</legend>
      <div class="segments">
        {choices.map(([one, words, icon]) => (
          <label class={one === value ? "on" : ""}>
            <input type="radio" name={label} value={one} checked={one === value} onChange={() => onChange(one)} />
            {icon && <Icon name={icon} />}
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Invitation({ mine, offers, game }: { mine: string; offers: Offer[]; game: GameInfo }): JSX.Element {
  return (
    <section class="page-card start">
      <h2>
        {texts.inviteAFriendTo} {game.title}
      </h2>
      <p>{texts.sendThisInvitationToYour}</p>
      <OnlyHere />
      {offers.map((offer) => (
        <LinkField label={capital(offer.side)} link={invitationLink(offer.code)} />
      ))}
      <button type="button" class="button main big" onClick={() => go(`/seat/${mine}`)}>
        {texts.goToTheGame}
      </button>
    </section>
  );
}
