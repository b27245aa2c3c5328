/** Help: keys, gestures, what is on a counter, and the terms of the game with the rule behind each. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { faceOf } from "../board/stacks";
import type { Badge, Face, Fact, Piece, Screen } from "../screen.gen";
import { useSeat } from "../seat/context";
import { capital } from "../words/links";
import { overlayKeys } from "../words/overlays";
import { Dialog } from "./Dialog";
import { BadgeDisc, Counter, RuleChip } from "./parts";

const KEYS: [string, string][] = [
  ["G", "how to win, and how it stands"],
  ["Arrows", "move the cursor on the board; with Shift, pan"],
  ["+  −  0", "zoom in, zoom out, fit the map"],
  ["Tab, N", "the next unit that may act"],
  ["F6", "from the map to the prompt, the attack sheet and the panels; with Shift, back"],
  ["Space, Enter", "choose the hex under the cursor; Enter also presses the main button"],
  ["S, 1 to 9", "fan out the stack, take a unit from it"],
  ["Shift, A", "Shift-click or Shift-Enter moves the whole stack; A: the next hex is for the whole stack"],
  ["K", "skip the unit or the battle that is offered next; Esc: offer none for now"],
  ["Ctrl, M", "Ctrl-click chooses several units that march in order; M: every click does"],
  ["Z  Y", "undo, redo"],
  ["I", "a hint from the computer"],
  ["X", "sandbox: try moves that do not count"],
  ["/  L  R  O", "rules, log, replay, standing orders"],
  ["?, F1", "this help"],
  ["Esc", "back"],
];

const GESTURES: [string, string][] = [
  ["Click or tap a unit", "select it; the hexes it can reach light up"],
  ["Click a lit hex", "move there, or attack it"],
  ["After a move", "the next unit is shown with its reach: click where it goes, or any other unit to take that one"],
  ["Click anything unlit", "see why not, with the rule"],
  ["Click a stack again", "fan it out; so does a long press"],
  ["Drag a unit", "move it where you let go"],
  ["Drag the map, wheel", "pan and zoom; on touch, pinch"],
  ["Tap a lit hex twice", "on a touch screen the first tap shows the path, the second moves"],
  ["Click a rule chip", "read the rule"],
];

type Page = "terms" | "counter" | "gestures" | "keys";

const PAGES: [Page, string][] = [
  ["terms", "Terms"],
  ["counter", "Counters"],
  ["gestures", "Mouse and touch"],
  ["keys", "Keys"],
];

export function HelpCard(): JSX.Element {
  const { desk, overlays } = useSeat();
  const [page, setPage] = useState<Page>("terms");
  return (
    <Dialog title="Help" look="help-pages" onClose={() => (desk.help.value = false)}>
      <div class="speeds" role="group" aria-label="Help pages">
        {PAGES.map(([id, label]) => (
          <button type="button" class="button small" aria-pressed={page === id} onClick={() => setPage(id)}>
            {label}
          </button>
        ))}
      </div>
      <div class="help-body" tabIndex={0}>
        {page === "terms" && <Terms />}
        {page === "counter" && <Counters />}
        {page === "gestures" && <Rows rows={GESTURES} />}
        {page === "keys" && <Rows rows={[...KEYS, ...overlayKeys(overlays.value)]} keys />}
      </div>
    </Dialog>
  );
}

function Rows({ rows, keys }: { rows: [string, string][]; keys?: boolean }): JSX.Element {
  return (
    <dl>
      {rows.map(([what, does]) => (
        <div>
          <dt>{keys ? <kbd class="kbd">{what}</kbd> : <b>{what}</b>}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

function Terms(): JSX.Element {
  const terms = useSeat().rules.value?.terms ?? [];
  if (!terms.length) return <p class="quiet">This game has no glossary. Press / to search its rules.</p>;
  return (
    <dl>
      {terms.map(({ term, text, rule }) => (
        <div>
          <dt>
            <b>{term}</b>
          </dt>
          <dd>
            {text} <RuleChip id={rule} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SIZES: Record<string, string> = {
  I: "company",
  II: "battalion",
  III: "regiment",
  X: "brigade",
  XX: "division",
  XXX: "corps",
  XXXX: "army",
};

/** One piece of each symbol that is on the screen. */
export function samples(screen: Screen): Piece[] {
  const found = new Map<string, Piece>();
  for (const piece of screen.pieces) {
    const { symbol } = faceOf(screen, piece.face);
    if (!piece.hidden && symbol !== "none" && !found.has(symbol)) found.set(symbol, piece);
  }
  return [...found.values()];
}

/** What a face shows beside its symbol: the size mark, and the word for each figure at its foot. */
export function reading(face: Face, facts: Fact[]): string {
  const size = face.size ? [`${face.size}: ${SIZES[face.size]}`] : [];
  const figures = (face.figures ?? []).map((figure) => {
    const fact = facts.find((one) => one.value.split(" ")[0] === figure);
    return fact ? `${figure}: ${fact.label}` : "";
  });
  return [...size, ...new Set(figures.filter(Boolean))].join(", ");
}

/** The badges that units bear now, each once. */
export function badgesOf(pieces: Piece[]): Badge[] {
  const all = pieces.flatMap((piece) => piece.badges ?? []);
  return [...new Map(all.map((badge) => [badge.label, badge])).values()];
}

function Counters(): JSX.Element {
  const screen = useSeat().screen.value!;
  return (
    <dl class="counters-help">
      {samples(screen).map((piece) => {
        const face = faceOf(screen, piece.face);
        return (
          <div>
            <dt>
              <Counter face={face} size={52} label={piece.name} />
            </dt>
            <dd>
              <b>{capital(face.symbol.replace(/-/g, " "))}</b> <span class="quiet">{piece.name}</span>
              <br />
              {reading(face, piece.facts ?? [])}
            </dd>
          </div>
        );
      })}
      {badgesOf(screen.pieces).map((badge) => (
        <div>
          <dt>
            <BadgeDisc icon={badge.icon} text={badge.text} />
          </dt>
          <dd>
            {badge.label} <RuleChip id={badge.rule} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
