/** Small pictures on a grid of 24 that the symbol file does not have, and the colours of all of them. */
import type { Icon } from "../screen.gen";
import type { SymbolPart } from "../server/shapes.gen";

const stroke = (d: string): SymbolPart => ({ d, paint: "stroke" });
const fill = (d: string): SymbolPart => ({ d, paint: "fill" });
const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

const CLOUD = "M7.5 18.5 H17 a4 4 0 0 0 .6 -7.95 A5.5 5.5 0 0 0 7.2 9.6 A4.5 4.5 0 0 0 7.5 18.5 Z";

/** Signs of states and events. */
export const SIGNS: Partial<Record<Icon, SymbolPart[]>> = {
  moved: [stroke("M4.5 12.5 L9.5 17.5 L19.5 6.5")],
  fired: [stroke("M4.5 12.5 L9.5 17.5 L19.5 6.5")],
  engaged: [stroke("M8 8 a5 5 0 1 0 3 9 M16 16 a5 5 0 1 0 -3 -9")],
  supply: [stroke("M4.5 8.5 L12 4.5 L19.5 8.5 V16 L12 20 L4.5 16 Z M4.5 8.5 L12 12.5 L19.5 8.5 M12 12.5 V20")],
  resupply: [stroke("M19 12 a7 7 0 1 1 -2.2 -5.1 M19 4 V8 H15")],
  mechanised: [stroke("M6 9 H18 a3.5 3.5 0 0 1 0 7 H6 a3.5 3.5 0 0 1 0 -7 Z")],
  loaded: [
    stroke("M3.5 6.5 H13.5 V16 H3.5 Z M13.5 10 H17.5 L20.5 13 V16 H13.5"),
    fill(`${dot(7.5, 17.5, 2)} ${dot(16.5, 17.5, 2)}`),
  ],
  arrow: [stroke("M4.5 12 H19 M13 6 L19 12 L13 18")],
  control: [stroke("M6.5 21 V3.5 M6.5 4.5 H18 L15.5 8.5 L18 12.5 H6.5")],
  exit: [stroke("M10 4.5 H5 V19.5 H10 M9.5 12 H19.5 M15 7.5 L19.5 12 L15 16.5")],
  bridge: [stroke("M3 8.5 C8 12 16 12 21 8.5 M3 16.5 C8 13 16 13 21 16.5")],
  blown: [
    stroke(
      "M3 8.5 C5 9.8 7 10.6 9 10.9 M21 8.5 C19 9.8 17 10.6 15 10.9 M3 16.5 C5 15.2 7 14.4 9 14.1 M21 16.5 C19 15.2 17 14.4 15 14.1 M12 4 V8 M12 17 V20.5",
    ),
  ],
  ford: [stroke("M3 9 q2.25 -3 4.5 0 t4.5 0 t4.5 0 t4.5 0 M3 15.5 q2.25 -3 4.5 0 t4.5 0 t4.5 0 t4.5 0")],
  leader: [stroke("M12 3.8 L14.5 9.2 L20.3 9.9 L16 13.9 L17.1 19.7 L12 16.8 L6.9 19.7 L8 13.9 L3.7 9.9 L9.5 9.2 Z")],
  reduced: [stroke("M5 5 H19 V19 H5 Z"), fill("M5 13 H19 V19 H5 Z")],
  lost: [stroke("M6 6 L18 18 M18 6 L6 18")],
  retreat: [stroke("M9.5 5 L4.5 10 L9.5 15 M5 10 H14 a5 5 0 0 1 0 10 H10")],
  advance: [stroke("M4.5 18.5 L10.5 12 L4.5 5.5 M11.5 18.5 L17.5 12 L11.5 5.5")],
  enter: [stroke("M14 4.5 H19 V19.5 H14 M4.5 12 H14.5 M10 7.5 L14.5 12 L10 16.5")],
  die: [
    stroke("M6.5 4.5 H17.5 a2 2 0 0 1 2 2 V17.5 a2 2 0 0 1 -2 2 H6.5 a2 2 0 0 1 -2 -2 V6.5 a2 2 0 0 1 2 -2 Z"),
    fill(`${dot(9, 9, 1.4)} ${dot(15, 9, 1.4)} ${dot(12, 12, 1.4)} ${dot(9, 15, 1.4)} ${dot(15, 15, 1.4)}`),
  ],
  turn: [stroke("M12 4 L14.2 9.4 L20 9.8 L15.6 13.6 L17 19.2 L12 16.2 L7 19.2 L8.4 13.6 L4 9.8 L9.8 9.4 Z")],
  clear: [
    stroke(
      `${dot(12, 12, 4)} M12 2.8 V5 M12 19 V21.2 M2.8 12 H5 M19 12 H21.2 M5.5 5.5 L7 7 M17 17 L18.5 18.5 M5.5 18.5 L7 17 M17 7 L18.5 5.5`,
    ),
  ],
  mist: [stroke("M4 8 H20 M6.5 12 H21 M3 16 H17")],
  overcast: [stroke(CLOUD)],
  snow: [
    stroke(
      "M12 3.5 V20.5 M4.6 7.75 L19.4 16.25 M19.4 7.75 L4.6 16.25 M9.5 5 L12 7.2 L14.5 5 M9.5 19 L12 16.8 L14.5 19",
    ),
  ],
  mud: [
    stroke("M4 15 q4 -4 8 0 t8 0 M4 19.5 q4 -4 8 0 t8 0"),
    fill(`${dot(8, 8, 1.6)} ${dot(14, 6, 1.6)} ${dot(17, 10, 1.6)}`),
  ],
  frost: [stroke("M12 3.5 V20.5 M4.6 7.75 L19.4 16.25 M19.4 7.75 L4.6 16.25")],
  victory: [
    stroke(
      "M7 4.5 H17 V9 a5 5 0 0 1 -10 0 Z M7 6 H4 a3.5 3.5 0 0 0 3.4 4.5 M17 6 H20 a3.5 3.5 0 0 1 -3.4 4.5 M12 14 V18 M8 19.5 H16",
    ),
  ],
  hidden: [stroke("M3.5 12 C7 6.5 17 6.5 20.5 12 C17 17.5 7 17.5 3.5 12 Z M5 19 L19 5")],
  stop: [stroke("M8.3 4 H15.7 L20 8.3 V15.7 L15.7 20 H8.3 L4 15.7 V8.3 Z M8 12 H16")],
};

export interface BadgeColours {
  fill: string;
  sign: string;
}

const PLAIN: BadgeColours = { fill: "#FBF8EF", sign: "#3A2F1C" };
const BADGES: Partial<Record<Icon, BadgeColours>> = {
  unsupplied: { fill: "#E0A100", sign: "#2A1F05" },
  isolated: { fill: "#B4411A", sign: "#FFF6EC" },
  road: { fill: "#F7E9C0", sign: "#3A2F1C" },
  interdicted: { fill: "#FDFAF1", sign: "#B4411A" },
  shocked: { fill: "#763B92", sign: "#FBF3FF" },
  reserve: { fill: "#2C7068", sign: "#EFFBF8" },
  position: { fill: "#7A6A50", sign: "#FBF6E8" },
  fortified: { fill: "#4A4A4E", sign: "#F6F4EC" },
  fight: { fill: "#C8451B", sign: "#FFF3EA" },
  air: { fill: "#E8EEF4", sign: "#16324A" },
  fuel: { fill: "#F1DCC0", sign: "#6B3A1C" },
  act: { fill: "#0F6CA8", sign: "#FFFFFF" },
  lost: { fill: "#B4411A", sign: "#FFF6EC" },
  retreat: { fill: "#F8E3D9", sign: "#8E300F" },
  blown: { fill: "#FDFAF1", sign: "#B4411A" },
  exit: { fill: "#231E1A", sign: "#FBF8EF" },
  moved: { fill: "#DDE4E9", sign: "#34444F" },
  fired: { fill: "#DDE4E9", sign: "#34444F" },
};

/** The colours of a badge or marker. */
export function badgeColours(icon: Icon): BadgeColours {
  return BADGES[icon] ?? PLAIN;
}
