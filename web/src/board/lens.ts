/** A round lens above the finger, where hexes are too small to be hit. */
import type { Board } from "./board";
import { toBoard } from "./camera";
import type { Point } from "./geometry";

const SIZE = 300; // pixels of its picture, two for each of the window
const NEAR = 52; // window pixels a hex

export class Lens {
  private element: HTMLCanvasElement | null = null;

  /** Show the board about a point of the window. */
  show(at: Point, board: Board): void {
    this.element ??= added(board.host);
    this.element.style.transform = `translate(${at.x - SIZE / 4}px, ${at.y - 190}px)`;
    const ctx = this.element.getContext("2d")!;
    const scale = (NEAR / board.geometry.unit) * 2;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    board.ground.copy(ctx, toBoard(board.view, board.viewport, at), scale, SIZE);
    const piece = board.canvas.width / board.viewport.width;
    const k = scale / (board.view.zoom * piece);
    ctx.setTransform(k, 0, 0, k, SIZE / 2 - at.x * piece * k, SIZE / 2 - at.y * piece * k);
    ctx.drawImage(board.canvas, 0, 0);
  }

  hide(): void {
    this.element?.remove();
    this.element = null;
  }
}

function added(host: HTMLElement): HTMLCanvasElement {
  const element = document.createElement("canvas");
  element.className = "lens";
  element.width = element.height = SIZE;
  host.append(element);
  return element;
}
