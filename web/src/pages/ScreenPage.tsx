/** One screen by itself, without a table: to look at a moment that was written by hand. */
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ScreenDocument } from "../screen.gen";
import { Seat } from "../seat/seat";
import { listed } from "../server/document";
import { get } from "../server/http";
import { SeatPage } from "./SeatPage";

export function ScreenPage({ name }: { name: string }): JSX.Element {
  const seat = useMemo(() => new Seat(""), [name]);
  const [there, setThere] = useState(false);
  useEffect(() => {
    void get<ScreenDocument>(`/api/screens/${name}`).then(
      (screen) => {
        const players = Object.fromEntries(screen.sides.map((side) => [side.id, "human"]));
        const looks = screen.viewer;
        seat.take({
          revision: 0,
          lines: 0,
          seat: { side: looks, player: "human", looks },
          players,
          thinking: false,
          screen: listed(screen),
        });
        seat.feed.value = "open";
        setThere(true);
      },
      (error: Error) => {
        seat.missing.value = error.message;
        setThere(true);
      },
    );
  }, [seat]);
  return there ? <SeatPage token="" seat={seat} /> : <main class="plain-page" aria-busy="true" />;
}
