/** What can be laid over the map, and nearer, further, whole. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Board } from "../board/board";
import { Icon, type IconName } from "../look/Icon";
import type { Overlay } from "../screen.gen";
import { useSeat } from "../seat/context";
import { RuleChip } from "./parts";

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
  const [open, setOpen] = useState(false);
  return (
    <>
      <div class="rail floats top-left" data-floats role="toolbar" aria-label="Over the map">
        {overlays.slice(0, SHOWN).map((overlay) => (
          <OverlayButton overlay={overlay} />
        ))}
        <button
          type="button"
          class="icon-button"
          aria-expanded={open}
          aria-label="All overlays"
          title="All overlays"
          onClick={() => setOpen(!open)}
        >
          <Icon name="layers" />
        </button>
        {open && (
          <div class="rail-list floats">
            <h3 class="caps">Over the map</h3>
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
            {!overlays.length && <p class="small quiet">Nothing can be laid over the map at this moment.</p>}
          </div>
        )}
      </div>
      <div class="rail floats bottom-left wide-only" data-floats role="toolbar" aria-label="Zoom">
        <button
          type="button"
          class="icon-button"
          aria-label="Nearer"
          title="Nearer (+)"
          onClick={() => board?.nearer(1.35)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Further"
          title="Further (−)"
          onClick={() => board?.nearer(1 / 1.35)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="The whole map"
          title="The whole map (0)"
          onClick={() => board?.fit()}
        >
          <Icon name="fit" />
        </button>
      </div>
    </>
  );
}
