/** Small pictures, all painted on one canvas and kept as bitmaps.
 *
 * A canvas for each picture would cost a browser far more than its pixels: Chromium keeps the shapes of all letters for
 * each canvas and font, and gives nothing back before it next collects garbage. A bitmap is closed, and is gone. */

export type Ink = OffscreenCanvasRenderingContext2D;

let easel: OffscreenCanvas | null = null;

function inkOf(width: number, height: number): Ink {
  easel ??= new OffscreenCanvas(width, height);
  [easel.width, easel.height] = [width, height]; // which forgets all that was set for the last picture
  return easel.getContext("2d")!;
}

/** Paint a picture of so many pixels. */
export function painted(width: number, height: number, paint: (ink: Ink) => void): ImageBitmap {
  paint(inkOf(Math.max(1, width), Math.max(1, height)));
  return easel!.transferToImageBitmap();
}

/** How wide some words are in a font. */
export function widthOf(words: string, font: string): number {
  const ink = easel?.getContext("2d") ?? inkOf(1, 1);
  ink.font = font;
  return ink.measureText(words).width;
}

/** Bytes that a picture takes. */
export function bytesOf({ width, height }: ImageBitmap): number {
  return width * height * 4;
}
