/** Small parts that every panel uses: rule chips, texts with links, counters, side marks, signs. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { paintCounter, GRID, MARGIN, signOf } from "../board/counter";
import { faceOf } from "../board/stacks";
import { badgeColours } from "../look/signs";
import type { Badge, Face, Icon as IconName, Note, Piece, Reason } from "../screen.gen";
import { useSeat } from "../seat/context";
import { linked } from "../words/linked";
import type { Part } from "../words/search";
import * as texts from "../texts/panels/parts";

export function RuleChip({ id }: { id: string | undefined }): JSX.Element | null {
  const seat = useSeat();
  if (!id || id.startsWith("engine-")) return null;
  return (
    <button
      type="button"
      class="chip"
      title={texts.readRule(id)}
      onClick={(event) => {
        event.stopPropagation();
        seat.desk.open(id);
      }}
    >
      {id}
    </button>
  );
}

/** A sentence whose places point at the board. */
export function Said({ text, places }: { text: string; places?: string[] }): JSX.Element {
  const { desk } = useSeat();
  return (
    <>
      {linked(text, places).map((part) =>
        part.place ? (
          <button
            type="button"
            class="place-link"
            onMouseEnter={() => (desk.pointed.value = [part.place!])}
            onMouseLeave={() => (desk.pointed.value = [])}
            onClick={(event) => {
              event.stopPropagation();
              desk.pointed.value = [part.place!];
              desk.place.value = part.place!;
            }}
          >
            {part.text}
          </button>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

export function NoteLine({ note }: { note: Note | Reason }): JSX.Element {
  return (
    <>
      <Said text={note.text} places={note.places} /> <RuleChip id={note.rule} />
    </>
  );
}

interface CounterProps {
  face: Face;
  badges?: Badge[];
  count?: number;
  size: number;
  label?: string;
}

/** A counter, painted as on the board. */
export function Counter({ face, badges, count, size, label }: CounterProps): JSX.Element {
  const ref = useRef<HTMLCanvasElement>(null);
  const symbols = useSeat().symbols.value;
  const key = JSON.stringify([face, badges?.map((b) => [b.icon, b.text]), count, size]);
  useEffect(() => {
    const paint = (): void => {
      const ctx = ref.current?.getContext("2d");
      if (!ctx || !symbols) return;
      const ratio = devicePixelRatio;
      const margin = badges?.length || count ? MARGIN : 3;
      const k = (size * ratio) / GRID;
      ctx.canvas.width = ctx.canvas.height = Math.round((GRID + 2 * margin) * k);
      ctx.setTransform(k, 0, 0, k, margin * k, margin * k);
      paintCounter(ctx, symbols, { face, badges, count }, Math.max(size, 40));
    };
    paint();
    if (document.fonts.status === "loading") void document.fonts.ready.then(paint);
  }, [key, symbols]);
  const margin = ((badges?.length || count ? MARGIN : 3) * size) / GRID;
  const side = size + 2 * margin;
  return (
    <canvas
      ref={ref}
      class="counter"
      role="img"
      aria-label={label ?? ""}
      style={{ width: `${side}px`, height: `${side}px`, margin: `${-margin}px` }}
    />
  );
}

export function PieceCounter({ piece, size, bare }: { piece: Piece; size: number; bare?: boolean }): JSX.Element {
  const screen = useSeat().screen.value!;
  const face = faceOf(screen, piece.face);
  return (
    <Counter face={face} badges={bare ? undefined : piece.badges} count={piece.count} size={size} label={piece.name} />
  );
}

export function SideMark({ side }: { side: string | undefined }): JSX.Element | null {
  const style = useSeat().screen.value?.sides.find((one) => one.id === side)?.style;
  return style ? <span class={`side-mark ${style}`} aria-hidden="true" /> : null;
}

export function useSideLabel(): (id: string | undefined) => string {
  const screen = useSeat().screen.value;
  return (id) => screen?.sides.find((side) => side.id === id)?.label ?? id ?? "";
}

/** The sign of an event or state. */
export function Sign({ icon, text }: { icon: IconName; text?: string }): JSX.Element {
  const symbols = useSeat().symbols.value;
  const shapes = symbols ? signOf(symbols, icon) : [];
  if (text || !shapes.length) return <span class="sign-text">{text ?? "·"}</span>;
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      {shapes.map((shape) => (
        <path d={shape.d} class={shape.paint === "fill" ? "full" : undefined} />
      ))}
    </svg>
  );
}

export function BadgeDisc({ icon, text }: { icon: IconName; text?: string }): JSX.Element {
  const colours = badgeColours(icon);
  return (
    <span class="badge-disc" style={{ background: colours.fill, color: colours.sign }}>
      <Sign icon={icon} text={text} />
    </span>
  );
}

/** Whether the window is as narrow as a phone's. */
export const NARROW = "(max-width: 899px)";

/** A text in which odds such as 3-1 are not broken at their hyphen. */
export function Unbroken({ text }: { text: string }): JSX.Element {
  const parts = text.split(/(\d+-\d+)/); // every second part is a figure
  return <>{parts.map((part, n) => (n % 2 ? <span class="unbroken">{part}</span> : part))}</>;
}

/** The words of a rule about what a search has found. */
export function Snippet({ parts }: { parts: Part[] }): JSX.Element | null {
  if (!parts.length) return null;
  return <span class="snippet">{parts.map((part) => (part.hit ? <mark>{part.text}</mark> : part.text))}</span>;
}
