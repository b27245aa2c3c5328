/** Who sits at the table, and the links that can be given to others. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Shown } from "../server/shapes.gen";
import { get } from "../server/http";
import { useSeat } from "../seat/context";
import { remembered } from "../seat/memory";
import { capital } from "../words/links";
import { Dialog } from "./Dialog";
import { LinkField, OnlyHere } from "./LinkField";
import { SideMark } from "./parts";

/** Who plays a side, as whoever looks at this seat would say it. */
export function playerOf(shown: Shown, side: string): string {
  const player = shown.players[side] ?? "human";
  if (player !== "human") return `${capital(player)} (machine)`;
  if (shown.seat.side === side) return "you";
  return shown.seat.side === "*" ? "at this screen" : "a person, by link";
}

export function PlayersCard(): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const shown = seat.shown.value!;
  const [watching, setWatching] = useState("");
  useEffect(() => {
    void get<{ links: { observer: string } }>(`/api/seats/${seat.token}/links`).then(
      ({ links }) => setWatching(links.observer),
      () => undefined, // without it the card still says who plays
    );
  }, []);
  return (
    <Dialog title="Players and links" onClose={() => (desk.players.value = false)}>
      <ul class="players">
        {shown.screen.sides.map((side) => (
          <li>
            <SideMark side={side.id} /> <b>{side.label}</b> <span class="quiet">{playerOf(shown, side.id)}</span>
          </li>
        ))}
      </ul>
      <Invited />
      {watching && (
        <>
          <p class="small quiet">Whoever opens this link looks on, and sees nothing that a side hides.</p>
          <LinkField label="Onlookers" token={watching} />
        </>
      )}
      <OnlyHere />
    </Dialog>
  );
}

/** The friend's link, where the game was begun in this browser. */
function Invited(): JSX.Element | null {
  const seat = useSeat();
  const shown = seat.shown.value!;
  const links = remembered().find((one) => one.token === seat.token)?.invite ?? [];
  const friend = Object.entries(shown.players).some(([side, player]) => player === "human" && side !== shown.seat.side);
  if (!friend || shown.seat.side === "*" || !shown.seat.side) return null;
  if (!links.length)
    return <p class="small quiet">The other player’s link is kept in the browser in which this game was begun.</p>;
  return (
    <>
      <p class="small quiet">The key to the other seat: send it to one person only.</p>
      {links.map((link) => (
        <LinkField label={capital(link.side)} token={link.token} />
      ))}
    </>
  );
}
