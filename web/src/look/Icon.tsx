/** The pictures of the interface: on a box of 24, round ends. */
import type { JSX } from "preact";

const PATHS = {
  undo: "M8.5 5 L4 9.5 L8.5 14 M4.5 9.5 H14 a5.5 5.5 0 0 1 0 11 H9",
  redo: "M15.5 5 L20 9.5 L15.5 14 M19.5 9.5 H10 a5.5 5.5 0 0 0 0 11 H15",
  history: "M4 12 a8 8 0 1 0 2.6 -5.9 M4.2 3.6 V7.6 H8.2 M12 8 V12.4 L15 14.2",
  book: "M12 6.5 C10 4.6 6.5 4.4 3.5 5 V18.5 C6.5 17.9 10 18.1 12 20 C14 18.1 17.5 17.9 20.5 18.5 V5 C17.5 4.4 14 4.6 12 6.5 Z M12 6.5 V20",
  moon: "M19.5 14.5 A8 8 0 0 1 9.5 4.5 A8 8 0 1 0 19.5 14.5 Z",
  sun: "M12 8 a4 4 0 1 0 .01 0 Z M12 2.5 V4.5 M12 19.5 V21.5 M2.5 12 H4.5 M19.5 12 H21.5 M5.3 5.3 L6.7 6.7 M17.3 17.3 L18.7 18.7 M5.3 18.7 L6.7 17.3 M17.3 6.7 L18.7 5.3",
  plus: "M12 5 V19 M5 12 H19",
  minus: "M5 12 H19",
  fit: "M4 9 V4 H9 M15 4 H20 V9 M20 15 V20 H15 M9 20 H4 V15",
  layers: "M12 4 L20.5 8.5 L12 13 L3.5 8.5 Z M3.5 12.5 L12 17 L20.5 12.5 M3.5 16.3 L12 20.8 L20.5 16.3",
  hex: "M12 3 L19.8 7.5 V16.5 L12 21 L4.2 16.5 V7.5 Z M12 10 a2 2 0 1 0 .01 0 Z",
  truck:
    "M3 6.5 H13.5 V16.5 H3 Z M13.5 10 H17.5 L21 13.2 V16.5 H13.5 M7 18.5 a1.8 1.8 0 1 0 .01 0 M17 18.5 a1.8 1.8 0 1 0 .01 0",
  front: "M4 20 C8 15 6 12 11 10.5 S17 7 20 3.5 M8 15.5 L11 17.5 M12 10 L13.5 13 M17 7.3 L19.5 9",
  branch: "M6 21 V3 M6 14 C6 9.5 18 12 18 6 M14.5 8 L18 4.5 L21.5 8",
  chart: "M4 4 V20 H20.5 M7.5 15.5 L11 11 L14 13.5 L19.5 6.5",
  close: "M6 6 L18 18 M18 6 L6 18",
  check: "M5 12.5 L10 17.5 L19.5 6.5",
  search: "M11 4 a7 7 0 1 0 .01 0 Z M16 16 L20.5 20.5",
  back: "M14.5 5 L7.5 12 L14.5 19",
  more: "M5 12 h.01 M12 12 h.01 M19 12 h.01",
  link: "M10 14 L14 10 M8.5 11.5 L6 14 a3.5 3.5 0 0 0 5 5 L13 17 M11 7 L13.5 4.8 a3.5 3.5 0 0 1 5 5 L16 12.5",
  people:
    "M9 11 a3.3 3.3 0 1 0 -.01 0 Z M3 19 C3 15.5 6 14 9 14 S15 15.5 15 19 M16 11 a2.8 2.8 0 1 0 -.01 -5.6 M17.5 14 C20 14.5 21.5 16.3 21.5 19",
  machine: "M5 9 H19 V18 H5 Z M12 9 V5 M9.5 4.5 H14.5 M9 13 h.01 M15 13 h.01 M2.5 12 V15 M21.5 12 V15",
  play: "M8 5 L19 12 L8 19 Z",
  pause: "M8 5 V19 M16 5 V19",
  start: "M6 5 V19 M18 5 L9 12 L18 19 Z",
  end: "M18 5 V19 M6 5 L15 12 L6 19 Z",
  download: "M12 4 V15 M7.5 11 L12 15.5 L16.5 11 M4.5 19.5 H19.5",
  dice: "M6.5 4.5 H17.5 a2 2 0 0 1 2 2 V17.5 a2 2 0 0 1 -2 2 H6.5 a2 2 0 0 1 -2 -2 V6.5 a2 2 0 0 1 2 -2 Z M9 9 h.01 M15 9 h.01 M12 12 h.01 M9 15 h.01 M15 15 h.01",
  down: "M6 9.5 L12 15.5 L18 9.5",
  why: "M9 9.2 a3.1 3.1 0 1 1 4.6 2.7 C12.4 12.7 12 13.4 12 14.8 M12 18.2 h.01",
  hint: "M9 17.5 H15 M10 20.5 H14 M9.2 17 C9.2 14.6 6.5 13.4 6.5 9.8 a5.5 5.5 0 0 1 11 0 C17.5 13.4 14.8 14.6 14.8 17",
  eye: "M3 12 C7 6 17 6 21 12 C17 18 7 18 3 12 Z M12 9.5 a2.5 2.5 0 1 0 .01 0 Z",
  upload: "M12 15.5 V4.5 M7.5 9 L12 4.5 L16.5 9 M4.5 19.5 H19.5",
  orders: "M6 4.5 H18 V20.5 H6 Z M9.5 4.5 V3 H14.5 V4.5 M9 10 L10.3 11.3 L12.6 8.8 M15 10 h.5 M9 15.5 H15.5",
  bridge: "M3 9 H21 M3 15 H21 M5 6 V18 M19 6 V18 M9 9 V15 M15 9 V15",
  flag: "M6 21 V4 M6 4.5 H18 L15 8.5 L18 12.5 H6",
  terrain: "M3 18.5 L9 8 L13 14.5 L15.5 11 L21 18.5 Z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} stroke-width={name === "more" ? 3.4 : undefined} />
    </svg>
  );
}

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path
        d="M16 1.5 L29 9 V23 L16 30.5 L3 23 V9 Z"
        fill="#41586a"
        stroke="#2b2621"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path d="M3.6 19.5 L28.4 19.5 V23 L16 30 L3.6 23 Z" fill="#bfb077" />
      <path d="M16 5.5 L21 13 H18.6 L22.5 19 H17.2 V23.5 H14.8 V19 H9.5 L13.4 13 H11 Z" fill="#fbf7ec" />
    </svg>
  );
}
