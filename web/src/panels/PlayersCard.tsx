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

const SHARED = "*"; // the side of a seat that plays all human sides at one screen

/** Who plays a side, as whoever looks at this seat would say it. */
export function playerOf(shown: Shown, side: string): string {
  const player = shown.players[side] ?? "human";
  if (player !== "human") return `${capital(player)} (computer)`;
  if (shown.open?.includes(side)) return "nobody yet";
  if (shown.seat.side === side) return "you";
  return shown.seat.side === SHARED ? "at this screen" : "joined by link";
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
    <Dialog title="Players and links" onClose={() => (desk.players.value = false)}>
      <ul class="players">
        {shown.screen.sides.map((side) => (
          <li>
            <SideMark side={side.id} /> <b>{side.label}</b> <span class="quiet">{playerOf(shown, side.id)}</span>
          </li>
        ))}
      </ul>
      {(links?.invitations ?? []).length > 0 && (
        <>
          <p class="small quiet">The first person to accept this invitation takes the seat.</p>
          {links?.invitations?.map((offer) => (
            <LinkField label={capital(offer.side)} link={invitationLink(offer.code)} />
          ))}
        </>
      )}
      {links && (
        <>
          <p class="small quiet">Anyone with this link can watch, without seeing hidden information.</p>
          <LinkField label="Spectators" link={seatLink(links.links.observer)} />
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
    if (!deleted) return `Waiting for the ${waiting.map(capital).join(" and ")} player to agree.`;
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
                Resign
              </button>
              {mayDraw(seat.shown.value!) && (
                <button type="button" class="button small" onClick={() => void ends("draw")}>
                  {seat.shown.value!.seat.side === SHARED ? "Agree a draw" : "Offer a draw"}
                </button>
              )}
            </>
          )}
          <button type="button" class="button small" onClick={() => setAsking("replace")}>
            Replace my link
          </button>
          <button type="button" class="button small" onClick={() => setAsking("delete")}>
            Delete this game
          </button>
        </div>
      )}
      {asking === "resign" && (
        <Confirm
          words="Resign? The other side wins. This cannot be undone."
          yes="Resign"
          onYes={() => void ends("resign")}
          onNo={() => setAsking("")}
          no="Play on"
        />
      )}
      {asking === "replace" && (
        <Confirm
          words="Your old link stops working at once, everywhere. This browser switches to the new one."
          yes="Replace it"
          onYes={() => void saying(replace)}
          onNo={() => setAsking("")}
        />
      )}
      {asking === "delete" && (
        <Confirm
          words="Delete this game for good? The other player must agree, if there is one."
          yes="Delete it"
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

function Confirm({ words, yes, onYes, onNo, no = "Keep it" }: ConfirmProps): JSX.Element {
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
