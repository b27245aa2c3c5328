/** The terrain effects chart laid over the map: each kind of ground in its tint, with what it asks. */
import type { BoardInfo, Chart, ChartRow } from "../server/shapes.gen";
import { CONDENSED, type Frame, inSight, outlined } from "./frame";
import type { Geometry } from "./geometry";

const TINTS = ["", "#9A6B2F", "#4F7A3A", "#2C5A34", "#8A3B6B", "#3D5A9A", "#B4411A", "#4A4A4A"];
const LETTERED_FROM = 30; // window pixels a hex

/** Some hexes of one kind of terrain. */
export interface TerrainKind {
  row: ChartRow;
  colour: string; // "" for the plainest, which stays as it is
  hexes: string[];
}

/** The colour of a row of the chart: the first kind is plain ground. */
export function tintOf(chart: Chart, row: ChartRow): string {
  const places = (chart.terrain ?? []).filter((one) => !one.along);
  return row.along ? "" : (TINTS[places.indexOf(row)] ?? "#4A4A4A");
}

/** The rows of a chart that tell of a hex. */
export function rowsAt(info: BoardInfo, place: string): ChartRow[] {
  const hex = info.hexes[place];
  if (!hex) return [];
  const words = new Set([hex.terrain, ...hex.features.map((feature) => feature.split(":")[0]!)]);
  return (info.chart?.terrain ?? []).filter((row) => !row.along && words.has(row.kind));
}

/** All hexes by kind of terrain. */
export function terrainOf(geometry: Geometry): TerrainKind[] {
  const chart = geometry.info.chart ?? {};
  const found = new Map<ChartRow, string[]>();
  for (const name of geometry.names) {
    for (const row of rowsAt(geometry.info, name)) found.set(row, [...(found.get(row) ?? []), name]);
  }
  return [...found].map(([row, hexes]) => ({ row, colour: tintOf(chart, row), hexes }));
}

export function paintTerrain(frame: Frame): void {
  const { ctx, scene, px } = frame;
  for (const { colour, hexes } of scene.terrain) {
    if (!colour) continue;
    const path = outlined(frame, hexes);
    ctx.globalAlpha = 0.34;
    ctx.fillStyle = colour;
    ctx.fill(path, "evenodd");
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.6 * px;
    ctx.stroke(path);
  }
  const shown = scene.geometry.unit * frame.view.zoom;
  if (shown < LETTERED_FROM) return;
  for (const { row, hexes } of scene.terrain) if (row.mark) marks(frame, row.mark, hexes);
}

function marks(frame: Frame, mark: string, hexes: string[]): void {
  const { ctx, scene, view, ratio, sprites } = frame;
  const wide = scene.geometry.unit * 0.44;
  const picture = sprites.get(`terrain ${mark}`, wide * view.zoom * ratio, (s, n) => {
    s.font = `700 ${n * 0.5}px ${CONDENSED}`;
    s.textAlign = "center";
    s.lineJoin = "round";
    s.strokeStyle = "rgba(246,240,224,.95)";
    s.lineWidth = n * 0.16;
    s.strokeText(mark, n / 2, n * 0.68);
    s.fillStyle = "#2B2621";
    s.fillText(mark, n / 2, n * 0.68);
  });
  for (const name of hexes) {
    const at = scene.geometry.hex(name)!;
    if (scene.stacks.has(name) || !inSight(frame, at, wide)) continue;
    ctx.drawImage(picture, at.x - wide / 2, at.y - wide / 2, wide, wide);
  }
}
