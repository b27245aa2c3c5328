/** The fonts of the map's names. A picture may not use the page's fonts, so they are written into it. */
import sans500 from "@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2?url";
import sans700 from "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2?url";
import sc500 from "@fontsource/alegreya-sc/files/alegreya-sc-latin-500-normal.woff2?url";
import italic500 from "@fontsource/alegreya/files/alegreya-latin-500-italic.woff2?url";
import condensed500 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff2?url";
import condensed700 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url";

const FACES: [family: string, weight: number, style: string, url: string][] = [
  ["Alegreya Sans", 500, "normal", sans500],
  ["Alegreya Sans", 700, "normal", sans700],
  ["Alegreya SC", 500, "normal", sc500],
  ["Alegreya", 500, "italic", italic500],
  ["Barlow Condensed", 500, "normal", condensed500],
  ["Barlow Condensed", 700, "normal", condensed700],
];

let sheet: Promise<string> | null = null; // the same for every map, made once

async function face([family, weight, style, url]: (typeof FACES)[number]): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  const source = `url(data:font/woff2;base64,${btoa(binary)})`;
  return `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};src:${source} format('woff2')}`;
}

/** A map with its fonts inside. */
export async function lettered(svg: string): Promise<string> {
  sheet ??= Promise.all(FACES.map(face)).then((faces) => `<style>${faces.join("")}</style>`);
  const style = await sheet;
  const at = svg.indexOf(">", svg.indexOf("<svg")) + 1;
  return svg.slice(0, at) + style + svg.slice(at);
}

/** A picture from the text of an SVG, decoded and ready to be drawn. */
export async function pictured(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([await lettered(svg)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
