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

/** Who plays a side, as whoever looks at this seat would say it. */
export function playerOf(shown: Shown, side: string): string {
  const player = shown.players[side] ?? "human";
  if (player !== "human") return `${capital(player)} (machine)`;
  if (shown.open?.includes(side)) return "nobody yet";
  if (shown.seat.side === side) return "you";
  return shown.seat.side === "*" ? "at this screen" : "a person, by link";
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
          <p class="small quiet">Whoever accepts this invitation first takes the seat.</p>
          {links?.invitations?.map((offer) => (
            <LinkField label={capital(offer.side)} link={invitationLink(offer.code)} />
          ))}
        </>
      )}
      {links && (
        <>
          <p class="small quiet">
            Anyone with this link can watch the game, but sees nothing that a side keeps hidden.
          </p>
          <LinkField label="Onlookers" link={seatLink(links.links.observer)} />
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
  const [asking, setAsking] = useState<"" | "replace" | "delete">("");
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
    if (!deleted) return `The game is deleted as soon as ${waiting.map(capital).join(" and ")} agrees.`;
    forget(seat.token);
    go("/");
    return "";
  }

  return (
    <section class="own-seat">
      {asking === "" && (
        <div class="card-buttons">
          <button type="button" class="button small" onClick={() => setAsking("replace")}>
            Replace my link
          </button>
          <button type="button" class="button small" onClick={() => setAsking("delete")}>
            Delete this game
          </button>
        </div>
      )}
      {asking === "replace" && (
        <Confirm
          words="Your old link stops working at once, wherever it is open. This browser goes on with the new one."
          yes="Replace it"
          onYes={() => void saying(replace)}
          onNo={() => setAsking("")}
        />
      )}
      {asking === "delete" && (
        <Confirm
          words="A deleted game is gone for good. If somebody else plays in it, they must agree."
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
}

function Confirm({ words, yes, onYes, onNo }: ConfirmProps): JSX.Element {
  return (
    <>
      <p class="small">{words}</p>
      <div class="card-buttons">
        <button type="button" class="button small main" onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="button small" onClick={onNo}>
          Keep it
        </button>
      </div>
    </>
  );
}
