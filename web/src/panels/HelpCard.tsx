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
import * as texts from "../texts/panels/HelpCard";

const KEYS: [string, string][] = [
  ["G", texts.howToWinAndHow],
  [texts.arrows, texts.moveTheCursorOnThe],
  ["+  −  0", texts.zoomInZoomOutFit],
  [texts.tabN, texts.theNextUnitThatMay],
  ["F6", texts.fromTheMapToThe],
  [texts.spaceEnter, texts.chooseTheHexUnderThe],
  [texts.s1To9, texts.fanOutTheStackTake],
  [texts.shiftA, texts.shiftClickOrShiftEnter],
  ["K", texts.skipTheUnitOrThe],
  [texts.ctrlM, texts.ctrlClickChoosesSeveralUnits],
  ["Z  Y", texts.undoRedo],
  ["I", texts.aHintFromTheComputer],
  ["X", texts.sandboxTryMovesThatDo],
  ["/  L  R  O", texts.rulesLogReplayStandingOrders],
  ["?, F1", texts.thisHelp],
  [texts.esc, "back"],
];

const GESTURES: [string, string][] = [
  [texts.clickOrTapAUnit, texts.selectItTheHexesIt],
  [texts.clickALitHex, texts.moveThereOrAttackIt],
  [texts.afterAMove, texts.theNextUnitIsShown],
  [texts.clickAnythingUnlit, texts.seeWhyNotWithThe],
  [texts.clickAStackAgain, texts.fanItOutSoDoes],
  [texts.dragAUnit, texts.moveItWhereYouLet],
  [texts.dragTheMapWheel, texts.panAndZoomOnTouch],
  [texts.tapALitHexTwice, texts.onATouchScreenThe],
  [texts.clickARuleChip, texts.readTheRule],
];

type Page = "terms" | "counter" | "gestures" | "keys";

const PAGES: [Page, string][] = [
  ["terms", texts.terms],
  ["counter", texts.counters],
  ["gestures", texts.mouseAndTouch],
  ["keys", texts.keys],
];

export function HelpCard(): JSX.Element {
  const { desk, overlays } = useSeat();
  const [page, setPage] = useState<Page>("terms");
  return (
    <Dialog title={texts.help} look="help-pages" onClose={() => (desk.help.value = false)}>
      <div class="speeds" role="group" aria-label={texts.helpPages}>
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
  if (!terms.length) return <p class="quiet">{texts.thisGameHasNoGlossary}</p>;
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
