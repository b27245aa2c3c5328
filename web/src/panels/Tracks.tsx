/** Tracks: rows of cells, and scales with thresholds. */
import type { JSX } from "preact";
import type { Cell, Scale, Track } from "../screen.gen";
import { useSeat } from "../seat/context";
import { RuleChip, SideMark, Sign } from "./parts";
import { givesWay, useRow } from "./row";
import * as texts from "../texts/panels/Tracks";

export function Tracks({ only }: { only?: (track: Track) => boolean }): JSX.Element | null {
  const tracks = (useSeat().screen.value!.tracks ?? []).filter(only ?? (() => true));
  if (!tracks.length) return null;
  return (
    <section class="tracks" aria-label={texts.tracks}>
      {tracks.map((track) => (
        <TrackView key={track.id} track={track} />
      ))}
    </section>
  );
}

export function TrackView({ track }: { track: Track }): JSX.Element {
  return (
    <div class={`track ${track.scale ? "scaled" : "celled"}`}>
      <header>
        <h3 class="caps">{track.label}</h3>
        <span class="small">{track.caption}</span>
        <RuleChip id={track.rule} />
      </header>
      {track.cells && <Cells cells={track.cells} />}
      {track.scale && <ScaleView scale={track.scale} />}
      {track.text && <p class="small track-text">{track.text}</p>}
    </div>
  );
}

function Cells({ cells }: { cells: Cell[] }): JSX.Element {
  const row = useRow<HTMLOListElement>(cells.findIndex((cell) => cell.state === "now"));
  return (
    <ol class="cells" ref={row}>
      {cells.map((cell) => (
        <li
          class={`cell ${cell.state ?? ""}`}
          aria-current={cell.state === "now" ? "true" : undefined}
          title={cell.marks?.map((mark) => mark.label).join("\n")}
        >
          <b>{cell.label}</b>
          {cell.sub && <span>{cell.sub}</span>}
          {cell.icon && <Sign icon={cell.icon} />}
          {cell.text && <span class="cell-text">{cell.text}</span>}
          {cell.marks && (
            <span class="marks">
              {cell.marks.map((mark) => (
                <Mark mark={mark} />
              ))}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Mark({ mark }: { mark: NonNullable<Cell["marks"]>[number] }): JSX.Element {
  return (
    <span class="mark">
      {mark.side ? <SideMark side={mark.side} /> : <Sign icon={mark.icon ?? "plain"} />}
      <span class="hidden-text">
        {mark.label}
        {mark.count ? ` (${mark.count})` : ""}
      </span>
    </span>
  );
}

/** How near two values are whose figures, or whose marks, would touch; a narrow scale has room for eight marks. */
const close = (scale: Scale): number => (scale.high - scale.low) * 0.08;
const touching = (scale: Scale): number => (scale.high - scale.low) / 8;

function ScaleView({ scale }: { scale: Scale }): JSX.Element {
  const { screen } = useSeat();
  const style = (id: string | undefined): string => screen.value?.sides.find((side) => side.id === id)?.style ?? "";
  const at = (value: number): string =>
    `${Math.min(100, Math.max(0, ((value - scale.low) / (scale.high - scale.low)) * 100))}%`;
  const thresholds = [...(scale.thresholds ?? [])].sort((a, b) => a.value - b.value);
  const values = thresholds.map((one) => one.value);
  const marks = [...scale.marks].sort((a, b) => a.value - b.value);
  const standing = marks.map((one) => one.value);
  const leader = marks[marks.length - 1];
  return (
    <div class="scale">
      {thresholds.map((one, n) => (
        <span
          class={`threshold ${one.reached ? "reached" : ""} ${givesWay(values, n, close(scale))}`}
          style={{ left: at(one.value) }}
          title={one.label}
        >
          <b>{one.value}</b>
          <i />
        </span>
      ))}
      <div class="scale-bar">{leader && <i class={style(leader.side)} style={{ width: at(leader.value) }} />}</div>
      {marks.map((mark, n) => (
        <span
          class={`scale-mark ${style(mark.side)} ${givesWay(standing, n, touching(scale))}`}
          style={{ left: at(mark.value) }}
          title={`${mark.label}: ${mark.value}`}
        >
          {mark.value}
          <span class="hidden-text"> {mark.label}</span>
        </span>
      ))}
      <p class="scale-words">
        {thresholds.map((one) => (
          <span class={one.reached ? "reached" : ""}>
            <b>{one.value}</b> {one.label}
          </span>
        ))}
      </p>
    </div>
  );
}
