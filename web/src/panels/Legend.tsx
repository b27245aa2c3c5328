/** What the colours and lines of the overlays mean, beside the map while they lie on it. */
import type { JSX } from "preact";
import type { Line, Overlay, Tint } from "../screen.gen";
import { useSeat } from "../seat/context";
import { waysOf } from "../board/costs";
import { TERRAIN } from "../seat/overlays";
import { RuleChip, SideMark } from "./parts";
import * as texts from "../texts/panels/Legend";

const TINTS: Record<Tint["kind"], string> = {
  control: "held",
  "enemy-zone": texts.enemyZoneOfControl,
  "friendly-zone": texts.friendlyZoneOfControl,
  target: "target",
  danger: texts.inDanger,
  area: "area",
  supplied: texts.inSupply,
  unsupplied: texts.outOfSupply,
  interdicted: "interdicted",
  objective: "objective",
  range: texts.withinReach,
  "in-play": texts.inPlay,
};

const LINES: Record<Line["kind"], string> = {
  front: "front",
  start: texts.startLine,
  boundary: "boundary",
  supply: texts.supplyLine,
  cut: texts.cutSupplyLine,
  path: "path",
  retreat: "retreat",
  advance: "advance",
  attack: "attack",
  history: texts.historicalFront,
};

interface Entry {
  sign: string; // the class of its swatch
  side: string | undefined;
  words: string;
}

/** Each kind of colour and line once, and each side's markers. */
export function entriesOf(overlay: Overlay): Entry[] {
  const tints = (overlay.tints ?? []).map((one) => ({
    sign: `tint-${one.kind}`,
    side: one.side,
    words: one.label ?? TINTS[one.kind],
  }));
  const lines = (overlay.lines ?? []).map((one) => ({
    sign: `line-${one.kind}`,
    side: one.side,
    words: one.label ?? LINES[one.kind],
  }));
  const markers = (overlay.markers ?? []).map((one) => ({
    sign: "marker",
    side: one.side,
    words: overlay.label.toLowerCase(),
  }));
  const all = [...tints, ...lines, ...markers];
  const key = (one: Entry): string => `${one.sign} ${one.side} ${one.words}`;
  return all.filter((one, i) => all.findIndex((other) => key(other) === key(one)) === i).slice(0, 8);
}

export function Legend(): JSX.Element | null {
  const seat = useSeat();
  const on = seat.overlays.value.filter((overlay) => overlay.id !== TERRAIN && seat.desk.isOn(overlay.id));
  const told = on.filter((overlay) => overlay.text || entriesOf(overlay).length);
  const ways = [...waysOf(seat.offers.value.places)];
  if (!told.length && !ways.length) return null;
  return (
    <aside class="map-legend floats" data-floats aria-label={texts.legend}>
      {ways.length > 0 && (
        <p class="ways">
          {ways.map(([way, sign]) => (
            <span>
              <b>{sign}2</b> {way}
            </span>
          ))}
        </p>
      )}
      {told.map((overlay) => (
        <section key={overlay.id}>
          <h3>
            {overlay.label} <RuleChip id={overlay.rule} />
          </h3>
          {entriesOf(overlay).map((entry) => (
            <p>
              {entry.sign !== "marker" && (
                <i class={`swatch ${entry.sign} ${styleOf(seat.screen.value!.sides, entry.side)}`} />
              )}
              <SideMark side={entry.side} /> {wordsOf(entry, seat.screen.value!.sides)}
            </p>
          ))}
          {overlay.text && <p class="quiet small">{overlay.text}</p>}
        </section>
      ))}
    </aside>
  );
}

/** What an entry says; whose markers they are is said as well. */
function wordsOf({ sign, side, words }: Entry, sides: { id: string; label: string }[]): string {
  const label = sides.find((one) => one.id === side)?.label;
  return sign === "marker" && label ? `${label}: ${words}` : words;
}

function styleOf(sides: { id: string; style: string }[], side: string | undefined): string {
  return sides.find((one) => one.id === side)?.style ?? "";
}
