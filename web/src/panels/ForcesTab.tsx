/** Everything off the map: how it stands, charts, strips, hands, boxes, and who has still to act. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import type { Box, Grid, Head, Piece, Screen, Side, Standing } from "../screen.gen";
import { useSeat } from "../seat/context";
import { Losses } from "./Losses";
import { Counter, NoteLine, PieceCounter, RuleChip, SideMark } from "./parts";
import { faceOf } from "../board/stacks";
import { PieceRow } from "./UnitTab";
import * as texts from "../texts/panels/ForcesTab";

export function ForcesTab(): JSX.Element {
  const seat = useSeat();
  const screen = seat.screen.value!;
  const inGrid = new Set((screen.grids ?? []).flatMap((grid) => grid.cells.flat()));
  const alone = (screen.boxes ?? []).filter((box) => !inGrid.has(box.id));
  const waiting = (screen.to_act?.pieces ?? [])
    .map((id) => screen.pieces.find((piece) => piece.id === id))
    .filter((piece) => piece !== undefined);
  return (
    <>
      <Standings standing={screen.standing ?? []} />
      {waiting.length > 0 && (
        <section class="block">
          <PieceRow title={screen.to_act!.label} pieces={waiting} />
        </section>
      )}
      {(screen.grids ?? []).map((grid) => (
        <GridTable grid={grid} screen={screen} />
      ))}
      {alone.length > 0 && (
        <section class="block">
          <header class="block-head">
            <h3 class="caps">{texts.boxes}</h3>
          </header>
          {alone.map((box) => (
            <BoxRow box={box} screen={screen} />
          ))}
        </section>
      )}
      <section class="block">
        <header class="block-head">
          <h3 class="caps">{texts.orderOfBattle}</h3>
        </header>
        {screen.sides.map((side) => (
          <Army side={side} screen={screen} />
        ))}
        {seat.token && <Losses />}
      </section>
      <section class="block">
        <header class="block-head">
          <h3 class="caps">{texts.mapLayers}</h3>
        </header>
        {seat.overlays.value.map((overlay) => (
          <label class="overlay-line">
            <input type="checkbox" checked={seat.desk.isOn(overlay.id)} onChange={() => seat.desk.toggle(overlay.id)} />
            <span>
              <b>{overlay.label}</b> {overlay.key && <kbd class="kbd">{overlay.key}</kbd>}{" "}
              <RuleChip id={overlay.rule} />
              <br />
              <span class="small quiet">{overlay.text}</span>
            </span>
          </label>
        ))}
      </section>
    </>
  );
}

/** How many pieces there are; a lot counts for all that lie in it. */
function strong(pieces: Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.count ?? 1), 0);
}

/** All that a side has, and what it has lost as far as the dead are kept. */
function Army({ side, screen }: { side: Side; screen: Screen }): JSX.Element {
  const boxes = new Map((screen.boxes ?? []).map((box) => [box.id, box.kind]));
  const own = screen.pieces.filter((piece) => piece.side === side.id);
  const where = (piece: Piece): string => (piece.at && boxes.get(piece.at)) || (piece.at || piece.carrier ? "map" : "");
  const onMap = own.filter((piece) => where(piece) === "map");
  const lost = own.filter((piece) => where(piece) === "dead");
  const away = own.filter((piece) => !onMap.includes(piece) && !lost.includes(piece));
  const rows: [string, Piece[]][] = [
    [texts.onTheMap, onMap],
    [texts.offTheMap, away],
    [texts.lost, lost],
  ];
  return (
    <details class="army">
      <summary>
        <SideMark side={side.id} /> <b>{side.label}</b>{" "}
        <span class="quiet">
          {strong(onMap)} {texts.onTheMap2}
        </span>
      </summary>
      {rows
        .filter(([, pieces]) => pieces.length)
        .map(([title, pieces]) => (
          <PieceRow title={`${title}: ${strong(pieces)}`} pieces={pieces} />
        ))}
    </details>
  );
}

export function Standings({ standing }: { standing: Standing[] }): JSX.Element | null {
  if (!standing.length) return null;
  return (
    <section class="block">
      <header class="block-head">
        <h3 class="caps">{texts.howItStands}</h3>
      </header>
      <ul class="standing">
        {standing.map((one) => (
          <li class={one.state}>
            <SideMark side={one.side} />
            <div>
              <p>
                {one.text} <RuleChip id={one.rule} />
              </p>
              {one.progress !== undefined && (
                <div class="progress">
                  <i style={{ width: `${Math.round(one.progress * 100)}%` }} />
                </div>
              )}
              <p class="small quiet">
                {one.now}
                {one.needed ? texts.ofText(one.needed) : ""}
                {one.by ? texts.by(one.by) : ""}
                {one.state !== "open" && <b> · {one.state === "met" ? "fulfilled" : texts.outOfReach}</b>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HeadCell({ head }: { head: Head }): JSX.Element {
  return (
    <th scope="row" class={head.state ?? ""}>
      {head.label}
      {head.text && <small>{head.text}</small>}
    </th>
  );
}

export function GridTable({ grid, screen }: { grid: Grid; screen: Screen }): JSX.Element {
  const boxes = new Map((screen.boxes ?? []).map((box) => [box.id, box]));
  return (
    <section class={`block grid-${grid.kind}`}>
      <header class="block-head">
        <h3 class="caps">
          <SideMark side={grid.side} /> {grid.label}
        </h3>
        <RuleChip id={grid.rule} />
      </header>
      {grid.text && <p class="small quiet">{grid.text}</p>}
      <div class="grid-scroll">
        <table class="grid">
          {grid.columns && (
            <thead>
              <tr>
                <td />
                {grid.columns.map((head) => (
                  <th scope="col" class={head.state ?? ""}>
                    {head.label}
                    {head.text && <small>{head.text}</small>}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {grid.rows.map((row, i) => (
              <tr class={row.state ?? ""}>
                <HeadCell head={row} />
                {grid.columns ? (
                  (grid.cells[i] ?? []).map((id) => (
                    <td>{id && boxes.get(id) && <BoxCell box={boxes.get(id)!} screen={screen} />}</td>
                  ))
                ) : (
                  <td class="grid-row">
                    {(grid.cells[i] ?? []).map(
                      (id) => id && boxes.get(id) && <BoxCell box={boxes.get(id)!} screen={screen} />,
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A box in a grid: a place that may be lit, with what lies in it. */
function BoxCell({ box, screen }: { box: Box; screen: Screen }): JSX.Element {
  const seat = useSeat();
  const options = seat.offers.value.places.get(box.id);
  const pieces = screen.pieces.filter((piece) => piece.at === box.id);
  const hidden = box.shows === "counted" || box.shows === "hidden";
  const hits = screen.roll?.dice?.filter((die) => die.place === box.id).length ?? 0;
  return (
    <div class={`box-cell ${options ? "lit" : ""} ${hits ? "hit" : ""}`} data-place={box.id}>
      {options ? (
        <button type="button" class="box-name" onClick={() => seat.desk.take(box.id)}>
          {box.label}
        </button>
      ) : (
        <span class="box-name">{box.label}</span>
      )}
      {box.text && <b class="box-figure">{box.text}</b>}
      {box.face && <Counter face={faceOf(screen, box.face)} size={34} label={box.label} />}
      {pieces.length > 0 && (
        <span class="box-pieces">
          {pieces.map((piece) => {
            const own = seat.offers.value.pieces.has(piece.id);
            return (
              <button
                type="button"
                class={`piece-button ${own ? "lit" : ""}`}
                title={piece.name}
                data-piece={piece.id}
                onClick={() => (own ? seat.desk.take(piece.id) : seat.desk.lookAt(piece.id))}
              >
                <PieceCounter piece={piece} size={36} bare />
                <span class="hidden-text">{piece.name}</span>
              </button>
            );
          })}
        </span>
      )}
      {(hidden || (box.count !== undefined && !pieces.length)) && (
        <span class="small quiet">
          {hidden && <Icon name="eye" />}
          {box.shows === "hidden" ? "unknown" : `${box.count ?? pieces.length} ${box.count === 1 ? "piece" : "pieces"}`}
        </span>
      )}
      {box.notes?.map((note) => (
        <small>
          <NoteLine note={note} />
        </small>
      ))}
    </div>
  );
}

function BoxRow({ box, screen }: { box: Box; screen: Screen }): JSX.Element {
  return (
    <div class="box-row">
      <SideMark side={box.side} />
      <BoxCell box={box} screen={screen} />
      <RuleChip id={box.rule} />
    </div>
  );
}
