/** The counters under the hand. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Board } from "../board/board";
import { COUNTER } from "../board/stacks";
import { useSeat } from "../seat/context";
import { carryFromPanels } from "./carry";
import { PieceCounter } from "./parts";

const SIZES = [26, 60] as const; // window pixels, at least and at most
const SHIFT = 0.1; // of a counter, between two of a stack
const DEEPEST = 4;

export function CarriedPieces({ board }: { board: Board | null }): JSX.Element | null {
  const { carrying, screen } = useSeat();
  useEffect(() => carryFromPanels(carrying, () => board), [carrying, board]);
  const carried = carrying.now.value;
  if (!carried) return null;
  const drawn = board ? board.geometry.unit * board.view.zoom * COUNTER : 0;
  const size = Math.min(SIZES[1], Math.max(SIZES[0], drawn));
  const pieces = carried.pieces
    .slice(0, DEEPEST)
    .flatMap((id) => screen.value?.pieces.find((piece) => piece.id === id) ?? []);
  return (
    <div class="carried" aria-hidden="true" style={{ transform: `translate(${carried.at.x}px, ${carried.at.y}px)` }}>
      {pieces.reverse().map((piece, i) => {
        const off = ((pieces.length - 1 - i) * SHIFT - 0.5) * size;
        return (
          <div key={piece.id} style={{ left: `${off}px`, top: `${off}px` }}>
            <PieceCounter piece={piece} size={size} bare />
          </div>
        );
      })}
    </div>
  );
}
