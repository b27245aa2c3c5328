/** The terrain effects chart beside the map; what lies under the pointer is lit. */
import type { JSX } from "preact";
import { rowsAt, tintOf } from "../board/terrain";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import { TERRAIN } from "../seat/overlays";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/TerrainCard";

export function TerrainCard(): JSX.Element | null {
  const { desk, info } = useSeat();
  const board = info.value;
  const chart = board?.chart;
  if (!board || !chart?.terrain?.length) return null;
  const here = desk.hovered.value ? rowsAt(board, desk.hovered.value) : [];
  return (
    <section class="terrain-card floats" data-floats aria-label={texts.terrainEffects}>
      <header class="block-head">
        <h3 class="caps">{texts.terrainEffects}</h3>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={() => desk.toggle(TERRAIN)}>
          <Icon name="close" />
        </button>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.ground}</th>
            <th scope="col">{chart.move ?? texts.movement}</th>
            <th scope="col">{chart.fight ?? texts.combat}</th>
          </tr>
        </thead>
        <tbody>
          {chart.terrain.map((row) => (
            <tr class={here.includes(row) ? "here" : ""}>
              <th scope="row">
                <i class={row.along ? "along" : ""} style={{ background: tintOf(chart, row) || undefined }} />
                {row.label}
              </th>
              <td>{row.move}</td>
              <td>
                {row.fight ?? "–"} <RuleChip id={row.rule} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
