/** Who sits at the table, the links that can be given to others, and what can be done about the game itself. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Deleted, Links, Replaced } from "../server/shapes.gen";
import type { Shown } from "../server/document";
import { get, post } from "../server/http";
import { useSeat } from "../seat/context";
import { forget, renew } from "../seat/memory";
import { go } from "../route";
import { capital, invitationLink, seatLink } from "../words/links";
import { Dialog } from "./Dialog";
import { LinkField, OnlyHere } from "./LinkField";
import { SideMark } from "./parts";
import * as texts from "../texts/panels/PlayersCard";

const SHARED = "*"; // the side of a seat that plays all human sides at one screen

/** Who plays a side, as whoever looks at this seat would say it. */
export function playerOf(shown: Shown, side: string): string {
  const player = shown.players[side] ?? "human";
  if (player !== "human") return texts.computer(capital(player));
  if (shown.open?.includes(side)) return texts.nobodyYet;
  if (shown.seat.side === side) return "you";
  return shown.seat.side === SHARED ? texts.atThisScreen : texts.joinedByLink;
}

/** Whether somebody is there to agree to a draw: a machine does not. */
function mayDraw(shown: Shown): boolean {
  return Object.values(shown.players).every((player) => player === "human");
}

export function PlayersCard(): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const shown = seat.shown.value!;
  const [links, setLinks] = useState<Links | null>(null);
  const open = (shown.open ?? []).join(" ");
  useEffect(() => {
    void get<Links>(`/api/seats/${seat.token}/links`).then(setLinks, () => undefined); // the card still says who plays
  }, [open]);
  return (
    <Dialog title={texts.playersAndLinks} onClose={() => (desk.players.value = false)}>
      <ul class="players">
        {shown.screen.sides.map((side) => (
          <li>
            <SideMark side={side.id} /> <b>{side.label}</b> <span class="quiet">{playerOf(shown, side.id)}</span>
          </li>
        ))}
      </ul>
      {(links?.invitations ?? []).length > 0 && (
        <>
          <p class="small quiet">{texts.theFirstPersonToAccept}</p>
          {links?.invitations?.map((offer) => (
            <LinkField label={capital(offer.side)} link={invitationLink(offer.code)} />
          ))}
        </>
      )}
      {links && (
        <>
          <p class="small quiet">{texts.anyoneWithThisLinkCan}</p>
          <LinkField label={texts.spectators} link={seatLink(links.links.observer)} />
        </>
      )}
      <OnlyHere />
      {shown.seat.player === "human" && <OwnSeat />}
    </Dialog>
  );
}

/** A new link for one's own seat, and the end of the game: each asks once more before it is done. */
function OwnSeat(): JSX.Element {
  const seat = useSeat();
  const [asking, setAsking] = useState<"" | "replace" | "delete" | "resign">("");
  const [said, setSaid] = useState("");

  async function saying(work: () => Promise<string>): Promise<void> {
    setAsking("");
    try {
      setSaid(await work());
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  }

  async function replace(): Promise<string> {
    const { token } = await post<Replaced>(`/api/seats/${seat.token}/replace`, {});
    renew(seat.token, token);
    history.replaceState(null, "", "/");
    go(`/seat/${token}`);
    return "";
  }

  async function remove(): Promise<string> {
    const { deleted, waiting = [] } = await post<Deleted>(`/api/seats/${seat.token}/delete`, {});
    if (!deleted) return texts.waitingForThePlayerTo(waiting.map(capital).join(" and "));
    forget(seat.token);
    go("/");
    return "";
  }

  async function ends(how: "resign" | "draw"): Promise<void> {
    setAsking("");
    if (await seat.end(how)) seat.desk.players.value = false;
  }

  return (
    <section class="own-seat">
      {asking === "" && (
        <div class="card-buttons">
          {!seat.shown.value!.screen.result && (
            <>
              <button type="button" class="button small" onClick={() => setAsking("resign")}>
                {texts.resign}
              </button>
              {mayDraw(seat.shown.value!) && (
                <button type="button" class="button small" onClick={() => void ends("draw")}>
                  {seat.shown.value!.seat.side === SHARED ? texts.agreeADraw : texts.offerADraw}
                </button>
              )}
            </>
          )}
          <button type="button" class="button small" onClick={() => setAsking("replace")}>
            {texts.replaceMyLink}
          </button>
          <button type="button" class="button small" onClick={() => setAsking("delete")}>
            {texts.deleteThisGame}
          </button>
        </div>
      )}
      {asking === "resign" && (
        <Confirm
          words={texts.resignTheOtherSideWins}
          yes={texts.resign}
          onYes={() => void ends("resign")}
          onNo={() => setAsking("")}
          no={texts.playOn}
        />
      )}
      {asking === "replace" && (
        <Confirm
          words={texts.yourOldLinkStopsWorking}
          yes={texts.replaceIt}
          onYes={() => void saying(replace)}
          onNo={() => setAsking("")}
        />
      )}
      {asking === "delete" && (
        <Confirm
          words={texts.deleteThisGameForGood}
          yes={texts.deleteIt}
          onYes={() => void saying(remove)}
          onNo={() => setAsking("")}
        />
      )}
      {said && (
        <p class="small" role="status">
          {said}
        </p>
      )}
    </section>
  );
}

interface ConfirmProps {
  words: string;
  yes: string;
  onYes: () => void;
  onNo: () => void;
  no?: string;
}

function Confirm({ words, yes, onYes, onNo, no = texts.keepIt }: ConfirmProps): JSX.Element {
  return (
    <>
      <p class="small">{words}</p>
      <div class="card-buttons">
        <button type="button" class="button small main" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button small" onClick={onNo}>
          {no}
        </button>
      </div>
    </>
  );
}
