/** What can be laid over the map, and nearer, further, whole. */
import type { JSX } from "preact";
import type { Board } from "../board/board";
import { Icon, type IconName } from "../look/Icon";
import type { Overlay } from "../screen.gen";
import { useSeat } from "../seat/context";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/Rail";

const ICONS: Record<string, IconName> = {
  zones: "hex",
  supply: "truck",
  history: "front",
  terrain: "terrain",
  bridges: "bridge",
  start: "flag",
};
const SHOWN = 6;

function OverlayButton({ overlay }: { overlay: Overlay }): JSX.Element {
  const { desk } = useSeat();
  const name = ICONS[overlay.id] ?? "eye";
  return (
    <button
      type="button"
      class="icon-button"
      aria-pressed={desk.isOn(overlay.id)}
      aria-label={overlay.label}
      title={`${overlay.label}${overlay.key ? ` (${overlay.key})` : ""}`}
      onClick={() => desk.toggle(overlay.id)}
    >
      <Icon name={name} />
    </button>
  );
}

export function Rail({ board }: { board: Board | null }): JSX.Element {
  const seat = useSeat();
  const overlays = seat.overlays.value;
  const open = seat.desk.layers.value;
  return (
    <>
      <div class="rail floats top-left" data-floats role="toolbar" aria-label={texts.mapLayers}>
        {overlays.slice(0, SHOWN).map((overlay) => (
          <OverlayButton overlay={overlay} />
        ))}
        <button
          type="button"
          class="icon-button"
          aria-expanded={open}
          aria-label={texts.allMapLayers}
          title={texts.allMapLayers}
          onClick={() => (seat.desk.layers.value = !open)}
        >
          <Icon name="layers" />
        </button>
        {open && (
          <div class="rail-list floats">
            <h3 class="caps">{texts.mapLayers}</h3>
            {overlays.map((overlay) => (
              <label class="overlay-line">
                <input
                  type="checkbox"
                  checked={seat.desk.isOn(overlay.id)}
                  onChange={() => seat.desk.toggle(overlay.id)}
                />
                <span>
                  <b>{overlay.label}</b> {overlay.key && <kbd class="kbd">{overlay.key}</kbd>}{" "}
                  <RuleChip id={overlay.rule} />
                  <br />
                  <span class="small quiet">{overlay.text}</span>
                </span>
              </label>
            ))}
            {!overlays.length && <p class="small quiet">{texts.noMapLayersAreAvailable}</p>}
          </div>
        )}
      </div>
      <div class="rail floats bottom-left wide-only" data-floats role="toolbar" aria-label={texts.zoom}>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.zoomIn}
          title={texts.zoomIn2}
          onClick={() => board?.camera.nearer(1.35)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.zoomOut}
          title={texts.zoomOut2}
          onClick={() => board?.camera.nearer(1 / 1.35)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.fitTheMap}
          title={texts.fitTheMap0}
          onClick={() => board?.camera.fit()}
        >
          <Icon name="fit" />
        </button>
      </div>
    </>
  );
}
