/** What has just happened, where it happened: the die beside the fight, and units that go. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board";
import { COUNTER, faceOf } from "../board/scene";
import { useSeat } from "../seat/context";
import type { Lost } from "../seat/travel";
import { Counter } from "./parts";
import { DieFace } from "./RollCard";
import { usePinned } from "./usePinned";

/** The roll beside the hex that it was about, for a moment. */
export function FallenDie({ board }: { board: Board | null }): JSX.Element | null {
  const seat = useSeat();
  const { fallen } = seat.desk;
  const ref = usePinned(board, fallen.value?.at);
  if (!fallen.value || seat.handOver.curtain.value) return null;
  const { roll } = fallen.value;
  return (
    <div ref={ref} class="card floats fallen" role="status">
      <div class="dice">
        {roll.dice?.slice(0, 12).map((die) => (
          <DieFace die={die} />
        ))}
      </div>
      <p>{roll.result ?? roll.text}</p>
    </div>
  );
}

/** Units that were lost, fading where they stood. */
export function LostUnits({ board }: { board: Board | null }): JSX.Element {
  const { losses } = useSeat().desk;
  return (
    <>
      {losses.value.map((lost) => (
        <LostUnit key={lost.piece.id} lost={lost} board={board} />
      ))}
    </>
  );
}

function LostUnit({ lost, board }: { lost: Lost; board: Board | null }): JSX.Element {
  const screen = useSeat().screen.value!;
  const ref = useRef<HTMLDivElement>(null);
  const size = board ? board.geometry.unit * board.view.zoom * COUNTER : 0;
  useLayoutEffect(() => {
    const at = board?.scene?.middle(lost.at);
    if (!board || !at || !ref.current) return undefined;
    const follow = (): void => {
      const p = board.inWindow(at);
      ref.current!.style.transform = `translate(${p.x - size / 2}px, ${p.y - size / 2}px)`;
    };
    follow();
    board.pins.add(follow);
    return () => void board.pins.delete(follow);
  });
  return (
    <div ref={ref} class="lost-unit" aria-hidden="true">
      <Counter face={faceOf(screen, lost.piece.face)} size={Math.max(20, size)} />
    </div>
  );
}
