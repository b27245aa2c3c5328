/** The card of a piece, the stack it lies in, and what is still to be done. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import type { Obligation, Piece, Screen } from "../screen.gen";
import { useSeat } from "../seat/context";
import { isRollFresh } from "../seat/desk";
import { questionOf } from "../seat/intents";
import { terrainWords, worded } from "../words/terrain";
import { LogLines } from "./LogTab";
import { BadgeDisc, NoteLine, PieceCounter, RuleChip, Said, SideMark } from "./parts";
import { ActionButton } from "./Prompt";
import { RollCard } from "./RollCard";
import * as texts from "../texts/panels/UnitTab";

export function UnitTab(): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value!;
  const piece = seat.desk.piece.value;
  return (
    <>
      <InBoxes screen={screen} />
      {piece ? <UnitCard piece={piece} screen={screen} /> : <PlaceCard screen={screen} />}
      {screen.roll && isRollFresh(screen, seat.desk.rolledIn.value) && <RollCard roll={screen.roll} />}
      <Owed obligations={screen.obligations ?? []} />
      <ToAct screen={screen} />
      <section class="block">
        <header class="block-head">
          <h3 class="caps">{texts.log}</h3>
          <SinceCount screen={screen} />
        </header>
        <LogLines most={7} />
      </section>
    </>
  );
}

/** What may be clicked and lies beside the map, by name: each box with what waits in it. */
function InBoxes({ screen }: { screen: Screen }): JSX.Element | null {
  const seat = useSeat();
  const { pieces } = seat.offers.value;
  const boxes = (screen.boxes ?? [])
    .map((box) => ({ box, waiting: screen.pieces.filter((piece) => piece.at === box.id && pieces.has(piece.id)) }))
    .filter(({ waiting }) => waiting.length);
  if (!boxes.length) return null;
  return (
    <>
      {boxes.map(({ box, waiting }) => (
        <section class="block" key={box.id}>
          <header class="block-head">
            <h3 class="caps">
              <SideMark side={box.side} /> {box.label}
            </h3>
          </header>
          <div class="box-list">
            {waiting.map((piece) => (
              <button type="button" onClick={() => seat.desk.take(piece.id)} key={piece.id}>
                <PieceCounter piece={piece} size={34} bare />
                <span>{piece.name}</span>
                {piece.count !== undefined && <b class="figure">×{piece.count}</b>}
              </button>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function SinceCount({ screen }: { screen: Screen }): JSX.Element | null {
  const { replay } = useSeat();
  const since = screen.log?.since;
  const fresh = since === undefined ? 0 : (screen.log?.lines ?? []).filter((line) => line.number >= since).length;
  if (!fresh || replay.open.value) return null;
  return (
    <button
      type="button"
      class="place-link small"
      onClick={() => void replay.sinceLast()}
      title={texts.showWhatHappenedSinceYour}
    >
      {fresh} {texts.sinceYourLastMove}
    </button>
  );
}

function UnitCard({ piece, screen }: { piece: Piece; screen: Screen }): JSX.Element {
  const seat = useSeat();
  const options = screen.options.filter((option) => option.card === piece.id);
  const barred = (screen.barred ?? []).filter((one) => one.card === piece.id);
  const cargo = screen.pieces.filter((one) => one.carrier === piece.id);
  const stack = piece.at ? screen.pieces.filter((one) => one.at === piece.at && one.id !== piece.id) : [];
  const question = questionOf(screen, "piece", piece.id);
  const hex = piece.at ? seat.info.value?.hexes[piece.at] : undefined;
  const box = screen.boxes?.find((one) => one.id === piece.at)?.label;
  return (
    <section class="unit-card block">
      <div class="unit-head">
        <PieceCounter piece={piece} size={80} />
        <div>
          <h2>{piece.name}</h2>
          {piece.lines?.map((line) => (
            <p class="quiet">
              <Said text={line} places={piece.at ? [piece.at] : []} />
            </p>
          ))}
          {!piece.lines?.length && piece.at && (
            <p class="quiet">
              <Said
                text={
                  box ??
                  [piece.at, hex?.town, hex && worded(hex.terrain, seat.info.value?.chart)].filter(Boolean).join(", ")
                }
                places={[piece.at]}
              />
            </p>
          )}
        </div>
      </div>
      {piece.facts && piece.facts.length > 0 && (
        <dl class="facts">
          {piece.facts.map((fact) => (
            <div>
              <dd>
                {fact.rule ? (
                  <button type="button" onClick={() => seat.desk.open(fact.rule!)} title={texts.rule(fact.rule)}>
                    {fact.value}
                  </button>
                ) : (
                  fact.value
                )}
              </dd>
              <dt>{fact.label}</dt>
            </div>
          ))}
        </dl>
      )}
      {piece.badges?.map((badge) => (
        <p class="badge-line">
          <BadgeDisc icon={badge.icon} text={badge.text} />{" "}
          <span>
            {badge.label} <RuleChip id={badge.rule} />
          </span>
        </p>
      ))}
      {(options.length > 0 || barred.length > 0 || (seat.decides && question)) && (
        <div class="card-buttons">
          {options.map((option) => (
            <ActionButton key={option.action} option={option} />
          ))}
          {barred.map((one) => (
            <button
              type="button"
              class="button shut"
              title={one.reasons[0]?.text}
              aria-disabled="true"
              onClick={() =>
                (seat.desk.card.value = {
                  action: one.action,
                  title: `Why not: ${one.label}?`,
                  reasons: one.reasons,
                  at: piece.at,
                })
              }
            >
              {one.label}
            </button>
          ))}
          {seat.decides && question && !seat.offers.value.pieces.has(piece.id) && (
            <button type="button" class="button" onClick={() => void seat.desk.ask(question, piece.id)}>
              <Icon name="why" />
              {texts.whyNot}
            </button>
          )}
        </div>
      )}
      {cargo.length > 0 && <PieceRow title={texts.carries} pieces={cargo} />}
      {stack.length > 0 && <PieceRow title={texts.alsoIn(box ?? piece.at)} pieces={stack} />}
    </section>
  );
}

function PlaceCard({ screen }: { screen: Screen }): JSX.Element | null {
  const seat = useSeat();
  const place = seat.desk.place.value;
  const hex = place ? seat.info.value?.hexes[place] : undefined;
  if (!place || !hex) return <Welcome screen={screen} />;
  const here = screen.pieces.filter((piece) => piece.at === place);
  return (
    <section class="unit-card block">
      <h2>{hex.town ? `${place} ${hex.town}` : place}</h2>
      <p class="quiet">{terrainWords(hex, seat.info.value?.chart)}</p>
      {here.length > 0 && <PieceRow title={texts.here} pieces={here} />}
    </section>
  );
}

function Welcome({ screen }: { screen: Screen }): JSX.Element {
  return (
    <section class="block">
      <h2 class="serif">{screen.scenario.label}</h2>
      <p class="quiet">{texts.selectAUnitToSee}</p>
      {screen.scenario.notes?.map((note) => (
        <p class="small quiet">
          <NoteLine note={note} />
        </p>
      ))}
    </section>
  );
}

export function PieceRow({ title, pieces }: { title: string; pieces: Piece[] }): JSX.Element {
  const seat = useSeat();
  return (
    <div class="piece-row">
      <h4>{title}</h4>
      <ul>
        {pieces.map((piece) => {
          const lit = seat.offers.value.pieces.has(piece.id);
          return (
            <li>
              <button
                type="button"
                class={`piece-button ${lit ? "lit" : ""}`}
                title={piece.name}
                data-piece={piece.id}
                onClick={() => (lit ? seat.desk.take(piece.id) : seat.desk.lookAt(piece.id))}
              >
                <PieceCounter piece={piece} size={44} bare />
                <span class="hidden-text">{piece.name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const FEW = 4; // obligations that are read one by one; of more the first are shown and the rest folded away

function Owed({ obligations }: { obligations: Obligation[] }): JSX.Element | null {
  if (!obligations.length) return null;
  const open = obligations.filter((owed) => owed.state === "open");
  const shown = obligations.length > FEW ? open.slice(0, FEW - 1) : obligations;
  const rest = obligations.filter((owed) => !shown.includes(owed));
  return (
    <section class="block">
      <header class="block-head">
        <h3 class="caps">{texts.stillToDo}</h3>
        {obligations.length > FEW && (
          <span class="small">
            {open.length} of {obligations.length} left
          </span>
        )}
      </header>
      <ul class="owed">
        {shown.map((owed) => (
          <OwedLine owed={owed} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details class="owed-rest">
          <summary class="small">{rest.length} more</summary>
          <ul class="owed">
            {rest.map((owed) => (
              <OwedLine owed={owed} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OwedLine({ owed }: { owed: Obligation }): JSX.Element {
  return (
    <li class={owed.state}>
      <SideMark side={owed.side} />
      <span>
        {owed.state !== "open" && <b>{owed.state === "met" ? texts.done : texts.lapsed}</b>}
        <Said text={owed.text} places={owed.places} />{" "}
        {owed.by && (
          <span class="quiet">
            {texts.by} {owed.by}.
          </span>
        )}{" "}
        <RuleChip id={owed.rule} />
      </span>
    </li>
  );
}

const ROW = 6;

/** The units that may still act in this phase. */
export function ToAct({ screen }: { screen: Screen }): JSX.Element | null {
  const seat = useSeat();
  const [open, setOpen] = useState(false);
  const list = screen.to_act;
  if (!list || !list.pieces.length) return null;
  const by = new Map(screen.pieces.map((piece) => [piece.id, piece]));
  const pieces = list.pieces.map((id) => by.get(id)).filter((piece): piece is Piece => Boolean(piece));
  const look = (piece: Piece): void => {
    seat.desk.lookAt(piece.id);
    seat.desk.place.value = piece.at ?? null;
  };
  // one that waits beside the map can be picked here only, or in its list
  const isBeside = ({ id, at }: Piece): boolean =>
    seat.offers.value.pieces.has(id) && !(at && seat.info.value?.hexes[at]);
  return (
    <section class="block">
      <header class="block-head">
        <h3 class="caps">{list.label}</h3>
        <span class="small">
          {list.pieces.length} of {list.total}
        </span>
      </header>
      <ul class="to-act">
        {pieces.slice(0, open || pieces.length <= ROW ? undefined : ROW - 1).map((piece) => (
          <li>
            <button
              type="button"
              class="piece-button"
              title={piece.name}
              data-piece={isBeside(piece) ? piece.id : undefined}
              onClick={() => (isBeside(piece) ? seat.desk.take(piece.id) : look(piece))}
            >
              <PieceCounter piece={piece} size={42} bare />
              <span class="hidden-text">{piece.name}</span>
            </button>
          </li>
        ))}
        {pieces.length > ROW && (
          <li>
            <button
              type="button"
              class="more-pieces"
              aria-expanded={open}
              aria-label={open ? texts.showFewer : texts.showMore(pieces.length - ROW + 1)}
              onClick={() => setOpen(!open)}
            >
              {open ? "–" : `+${pieces.length - ROW + 1}`}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
