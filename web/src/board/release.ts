/** Giving back the pixels of a canvas that showed a bitmap, at once and not when the browser next collects garbage.
 *
 * Chromium holds such a bitmap twice: as it was decoded, and as it was handed to the compositor. The first goes when an
 * empty one takes its place (a canvas of no size keeps the old one); the second is kept for the next bitmap of the same
 * size, until one of another size is shown. So two empty ones, some pixels wide, follow each other in a corner. */

const FRAMES = 3; // until the compositor has the new picture and has given the old one back
let corner: HTMLElement | null = null;

function cornerOf(): HTMLElement {
  if (corner) return corner;
  corner = document.createElement("div");
  corner.style.cssText = "position:fixed;left:0;top:0;width:2px;height:2px;overflow:hidden;pointer-events:none";
  corner.setAttribute("aria-hidden", "true");
  document.body.append(corner);
  return corner;
}

async function frames(count: number): Promise<void> {
  for (; count > 0; count--) await new Promise((go) => requestAnimationFrame(go));
}

/** Take a canvas off the page with what it shows, and give that back. */
export async function release(canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext("bitmaprenderer");
  canvas.style.cssText = "position:absolute;left:0;top:0;will-change:transform";
  cornerOf().append(canvas);
  for (const side of [1, 2]) {
    canvas.width = canvas.height = side;
    context?.transferFromImageBitmap(null);
    await frames(FRAMES);
  }
  canvas.remove();
}
