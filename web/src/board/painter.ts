/** One frame: every layer in its order, from tints to the fan that lies on top of all. */
import { paintCounter, GRID, MARGIN } from "./counter";
import type { Paints } from "../look/palette";
import type { Badge, Face, Piece } from "../screen.gen";
import type { Symbols } from "../server/shapes.gen";
import { toBoard, type View, type Viewport } from "./camera";
import { CONDENSED, type Frame, inSight } from "./frame";
import { paintBattle, paintBlows, paintCosts, paintCursor, paintHover, paintRange, paintTints } from "./lights";
import type { Geometry, Point } from "./geometry";
import { paintBoxes, paintMarkers, paintOverlaid } from "./marks";
import { Names } from "./names";
import { faceOf, type Scene } from "./scene";
import type { Ink } from "./pictures";
import { paintPath, paintShapes } from "./shapes";
import { Sprites } from "./sprites";
import { COUNTER, discOf, type Laid } from "./stacks";
import { paintLines } from "./lines";
import { paintTerrain } from "./terrain";

/** What a frame shows beside its scene. */
export type Attention = Pick<Frame, "hovered" | "preview" | "cursor" | "carried" | "shapes" | "moving">;

const ACT: Badge = { icon: "act", label: "Can act", rule: "engine-due" };
const FIGHT: Badge = { icon: "fight", label: "Must fight", rule: "engine-due" };

export class Painter {
  readonly sprites = new Sprites();
  readonly names: Names;
  private paths = new Map<string, Path2D>();
  private patterns = new Map<string, CanvasPattern | null>();
  private scene: Scene | null = null;
  private readonly looks = new WeakMap<Face, string>();

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly symbols: Symbols,
    public paints: Paints,
    geometry: Geometry,
  ) {
    this.names = new Names(geometry);
  }

  /** Forget what was painted with other colours or letters. */
  clear(): void {
    this.sprites.clear();
    this.names.clear();
  }

  /** Give back every picture. */
  destroy(): void {
    this.clear();
    this.paths.clear();
    this.patterns.clear();
    this.scene = null;
    this.canvas.width = this.canvas.height = 0;
  }

  show(scene: Scene): void {
    if (scene.screen !== this.scene?.screen || scene.geometry !== this.scene.geometry) this.paths.clear();
    this.scene = scene;
  }

  /** Paint the scene as the camera sees it. Whether a further frame would paint something better, once it rests. */
  paint(view: View, viewport: Viewport, attention: Attention, cameraMoves: boolean): boolean {
    const { scene, canvas } = this;
    const ctx = canvas.getContext("2d");
    if (!scene || !ctx) return false;
    const { hovered, preview, cursor, carried, shapes, moving } = attention;
    this.sprites.begin(cameraMoves);
    this.names.begin(cameraMoves);
    const ratio = Math.min(2, devicePixelRatio);
    const [wide, high] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, wide, high);
    const [a, b] = [
      toBoard(view, viewport, { x: 0, y: 0 }),
      toBoard(view, viewport, { x: viewport.width, y: viewport.height }),
    ];
    const k = view.zoom * ratio;
    ctx.setTransform(k, 0, 0, k, -a.x * k, -a.y * k);
    const frame: Frame = {
      ctx,
      scene,
      view,
      viewport,
      ratio,
      hovered,
      preview,
      cursor,
      carried,
      shapes,
      moving,
      px: 1 / view.zoom,
      paints: this.paints,
      symbols: this.symbols,
      sprites: this.sprites,
      path: (key, make) => this.path(key, make),
      stripes: (colour, slope) => this.stripes(ctx, colour, slope),
      seen: { left: a.x, top: a.y, right: b.x, bottom: b.y },
    };
    this.layers(frame);
    return this.sprites.late || this.names.late;
  }

  private layers(frame: Frame): void {
    this.names.paint(frame);
    paintTerrain(frame);
    paintTints(frame);
    paintLines(frame);
    paintRange(frame);
    paintHover(frame);
    paintBattle(frame);
    paintBoxes(frame);
    const path = this.previewed(frame);
    if (path) paintPath(frame, path, frame.paints.azure);
    paintMarkers(frame);
    for (const counter of frame.scene.counters) if (!frame.moving.has(counter.piece.id)) this.counter(frame, counter);
    this.names.paintHeld(frame);
    paintOverlaid(frame);
    paintCosts(frame);
    paintBlows(frame);
    if (path) this.ghost(frame, path[path.length - 1]!);
    for (const counter of frame.scene.counters) if (frame.moving.has(counter.piece.id)) this.counter(frame, counter);
    paintShapes(frame);
    paintCursor(frame);
    this.fan(frame);
  }

  private path(key: string, make: () => Path2D): Path2D {
    const kept = this.paths.get(key);
    if (kept) return kept;
    const made = make();
    this.paths.set(key, made);
    return made;
  }

  private stripes(ctx: CanvasRenderingContext2D, colour: string, slope: 1 | -1): CanvasPattern | null {
    const key = `${colour} ${slope}`;
    const made = this.patterns.get(key);
    if (made !== undefined) return made;
    const tile = document.createElement("canvas");
    tile.width = tile.height = 36;
    const t = tile.getContext("2d");
    if (t) {
      t.strokeStyle = colour;
      t.lineWidth = 4.4;
      for (const off of [-36, 0, 36]) {
        t.beginPath();
        t.moveTo(off - 6, slope > 0 ? 42 : -6);
        t.lineTo(off + 42, slope > 0 ? -6 : 42);
        t.stroke();
      }
    }
    const pattern = ctx.createPattern(tile, "repeat");
    pattern?.setTransform(new DOMMatrix().scale(0.22));
    this.patterns.set(key, pattern);
    return pattern;
  }

  // ---- counters ----

  private badges(frame: Frame, piece: Piece): Badge[] {
    const badges = [...(piece.badges ?? [])];
    const states = piece.states ?? [];
    if (states.includes("must-fight") && !badges.some((badge) => badge.icon === "fight")) badges.unshift(FIGHT);
    const asked = frame.scene.active.has(piece.id);
    if (asked && piece.id !== frame.scene.inMotion && badges.length < 2) badges.push(ACT);
    return badges;
  }

  private counter(frame: Frame, laid: Laid): void {
    const moving = frame.moving.get(laid.piece.id);
    const at = moving ?? laid;
    if (!inSight(frame, at, laid.size)) return;
    const { scene } = frame;
    const chosen = laid.piece.id === scene.inMotion || laid.piece.states?.includes("selected");
    const looked = laid.piece.id === scene.looked;
    const size = laid.size * (chosen && laid.top ? 1.08 : 1);
    if (laid.top && (chosen || looked)) this.halo(frame, at.x, at.y, size, laid.piece);
    const spent = laid.piece.states?.includes("done") && scene.screen.decides === laid.piece.side;
    if (spent) frame.ctx.globalAlpha = 0.86;
    if (frame.carried.has(laid.piece.id)) frame.ctx.globalAlpha = 0.35;
    this.draw(frame, laid.piece, at.x, at.y, size, laid.top ? this.badges(frame, laid.piece) : []);
    frame.ctx.globalAlpha = 1;
    if (laid.top && laid.stack > 1 && !moving) this.stackDisc(frame, at.x, at.y, size, laid.stack);
  }

  private draw(frame: Frame, piece: Piece, x: number, y: number, size: number, badges: Badge[]): void {
    const { ctx, view, ratio, symbols, scene } = frame;
    const face = faceOf(scene.screen, piece.face);
    const grown = (size * (GRID + 2 * MARGIN)) / GRID;
    const shown = size * view.zoom;
    const detail = shown < 12 ? 0 : shown < 24 ? 1 : shown < 40 ? 2 : 3;
    const subject = `${this.lookOf(face)}${badges.map((badge) => badge.icon + (badge.text ?? "")).join()}×${piece.count ?? 1}`;
    const paint = (s: Ink, n: number): void => {
      s.scale(n / (GRID + 2 * MARGIN), n / (GRID + 2 * MARGIN));
      s.translate(MARGIN, MARGIN);
      paintCounter(s, symbols, { face, badges, count: piece.count }, shown);
    };
    const picture = this.sprites.get(subject, grown * view.zoom * ratio, paint, `/${detail}`);
    ctx.drawImage(picture, x - grown / 2, y - grown / 2, grown, grown);
  }

  /** A face as text: equal for faces that look alike. */
  private lookOf(face: Face): string {
    const known = this.looks.get(face);
    if (known) return known;
    const look = JSON.stringify(face);
    this.looks.set(face, look);
    return look;
  }

  private halo(frame: Frame, x: number, y: number, size: number, piece: Piece): void {
    const { ctx, px, paints, scene } = frame;
    const style = scene.screen.sides.find((side) => side.id === piece.side)?.style;
    const half = size / 2 + 3.5 * px;
    ctx.beginPath();
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, (style === "allied" ? size * 0.2 : size * 0.1) + 2 * px);
    ctx.strokeStyle = "#fff";
    ctx.lineWidth = 7 * px;
    ctx.stroke();
    ctx.strokeStyle = paints.azure;
    ctx.lineWidth = 3.4 * px;
    ctx.stroke();
  }

  private stackDisc(frame: Frame, x: number, y: number, size: number, count: number): void {
    const { ctx, view, ratio } = frame;
    if (size * view.zoom < 20) return;
    const disc = discOf({ x, y, size });
    const picture = this.sprites.get(`stack ${count}`, disc.wide * view.zoom * ratio, (s, n) => {
      s.beginPath();
      s.arc(n / 2, n / 2, n * 0.47, 0, 2 * Math.PI);
      s.fillStyle = "#221D18";
      s.fill();
      s.strokeStyle = "#FBF8EF";
      s.lineWidth = n * 0.05;
      s.stroke();
      s.font = `700 ${n * 0.7}px ${CONDENSED}`;
      s.textAlign = "center";
      s.fillStyle = "#FBF8EF";
      s.fillText(String(count), n / 2, n * 0.74);
    });
    ctx.drawImage(picture, disc.x, disc.y, disc.wide, disc.wide);
  }

  // ---- previews ----

  /** The way to the lit place under the pointer. */
  private previewed(frame: Frame): Point[] | null {
    const place = frame.preview ?? frame.hovered;
    const option = place ? frame.scene.lit.find((one) => one.place === place)?.options.find((o) => o.path) : undefined;
    const points = option?.path?.flatMap((one) => frame.scene.middle(one) ?? []) ?? [];
    return points.length > 1 ? points : null;
  }

  private ghost(frame: Frame, end: Point): void {
    const { scene, ctx } = frame;
    const piece = scene.screen.pieces.find((one) => one.id === scene.inMotion);
    if (!piece) return;
    ctx.globalAlpha = 0.72;
    this.draw(frame, piece, end.x, end.y, scene.geometry.unit * COUNTER, []);
    ctx.globalAlpha = 1;
  }

  private fan(frame: Frame): void {
    const { ctx, px, scene } = frame;
    if (!scene.fan.length) return;
    const size = scene.fan[0]!.size;
    const xs = scene.fan.map((one) => one.x);
    const ys = scene.fan.map((one) => one.y);
    const pad = size * 0.62;
    ctx.beginPath();
    ctx.roundRect(
      Math.min(...xs) - pad,
      Math.min(...ys) - pad,
      Math.max(...xs) - Math.min(...xs) + 2 * pad,
      Math.max(...ys) - Math.min(...ys) + 2 * pad,
      12 * px,
    );
    ctx.fillStyle = "rgba(35,27,16,.55)";
    ctx.fill();
    for (const one of scene.fan) this.counter(frame, one);
  }
}
