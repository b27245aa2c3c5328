/** The side panel: unit, forces, log, rules. */
import type { JSX } from "preact";
import { useSeat } from "../seat/context";
import type { Tab } from "../seat/desk";
import { ForcesTab } from "./ForcesTab";
import { LogTab } from "./LogTab";
import { RulesTab } from "./RulesTab";
import { UnitTab } from "./UnitTab";
import * as texts from "../texts/panels/SidePanel";

const TABS: [Tab, string][] = [
  ["unit", texts.unit],
  ["forces", texts.forces],
  ["log", texts.log],
  ["rules", texts.rules],
];

export function Tabs(): JSX.Element {
  const { desk, screen } = useSeat();
  const log = screen.value?.log;
  const fresh = log?.since === undefined ? 0 : log.lines.filter((line) => line.number >= log.since!).length;
  const move = (event: KeyboardEvent): void => {
    const at = TABS.findIndex(([id]) => id === desk.tab.value);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    event.preventDefault();
    desk.tab.value = TABS[(at + step + TABS.length) % TABS.length]![0];
    document.getElementById(`tab-${desk.tab.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={texts.panels} onKeyDown={move}>
      {TABS.map(([id, label]) => (
        <button
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={desk.tab.value === id}
          aria-controls="tab-panel"
          tabIndex={desk.tab.value === id ? 0 : -1}
          onClick={() => (desk.tab.value = id)}
        >
          {label}
          {id === "log" && fresh > 0 && <span class="count">{fresh}</span>}
        </button>
      ))}
    </div>
  );
}

export function TabBody(): JSX.Element {
  const tab = useSeat().desk.tab.value;
  return (
    <div class="tab-body" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
      {tab === "unit" && <UnitTab />}
      {tab === "forces" && <ForcesTab />}
      {tab === "log" && <LogTab />}
      {tab === "rules" && <RulesTab />}
    </div>
  );
}

/** Where the attack sheet lies over it, the keyboard does not go into it. */
export function SidePanel({ covered }: { covered: boolean }): JSX.Element {
  return (
    <aside class="side" aria-label={texts.details} inert={covered}>
      <Tabs />
      <TabBody />
    </aside>
  );
}
