/** At the edges of the map: arrows to what can be chosen and lies out of sight. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Beyond } from "../board/attention";
import type { Board } from "../board/board";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import * as texts from "../texts/panels/EdgeArrows";

const INSIDE = 6; // window pixels from the edge
const SETTLED = 150; // milliseconds after which camera and panels rest

export function EdgeArrows({ board }: { board: Board }): JSX.Element | null {
  const seat = useSeat();
  const found = useSignal<Beyond[]>([]);
  useEffect(() => {
    let timer = 0;
    const look = (): void => {
      const now = seat.decides ? board.camera.beyond() : [];
      if (JSON.stringify(now) !== JSON.stringify(found.value)) found.value = now;
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = window.setTimeout(look, SETTLED);
    };
    board.pins.add(soon); // it is called for every new scene, too
    soon();
    return () => {
      clearTimeout(timer);
      board.pins.delete(soon);
    };
  }, [board]);
  return (
    <>
      {found.value.map((one) => (
        <button
          type="button"
          key={one.edge}
          class={`edge-arrow floats ${one.edge}`}
          data-floats
          data-edge={one.edge}
          style={positioned(one, board)}
          title={texts.moreToChooseFrom(one.count)}
          aria-label={texts.moreToChooseFromOff(one.count, one.edge)}
          onClick={() => board.camera.approach(one.nearest)}
        >
          <Icon name="down" />
          <span>{one.count}</span>
        </button>
      ))}
    </>
  );
}

function positioned({ edge, along }: Beyond, board: Board): Record<string, string> {
  const free = board.camera.free();
  return { "--along": `${along}px`, [edge]: `${free[edge] + INSIDE}px` };
}
