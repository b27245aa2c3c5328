/** Colours that are painted, not styled: counters and what lies on the board. */
import type { Face, Side, Stripe } from "../screen.gen";

export interface Branch {
  german: boolean; // square corners and cool colours, or round and warm
  body: string;
  text: string;
  box: string;
  ink: string;
}

export const BRANCHES: Record<Face["nation"], Branch> = {
  heer: { german: true, body: "#566673", text: "#F6F2E6", box: "#E9E6DA", ink: "#1F2A32" },
  ss: { german: true, body: "#282A2E", text: "#F6F2E6", box: "#D6D4CC", ink: "#1A1B1E" },
  luftwaffe: { german: true, body: "#9CB6CA", text: "#13202B", box: "#EEF2F3", ink: "#13202B" },
  us: { german: false, body: "#BFB077", text: "#221D0C", box: "#F3EDD6", ink: "#221D0C" },
  british: { german: false, body: "#DDB184", text: "#2A180A", box: "#F9EEDF", ink: "#2A180A" },
  french: { german: false, body: "#D8CDB8", text: "#241F16", box: "#FAF6EC", ink: "#241F16" },
  neutral: { german: false, body: "#EDE6D4", text: "#2B2621", box: "#FBF8EF", ink: "#2B2621" },
};

export const STRIPES: Record<Stripe["colour"], string> = {
  orange: "#C9622B",
  teal: "#2E8B7F",
  yellow: "#D3A62E",
  blue: "#2C7FB0",
  purple: "#6B4A9C",
  rose: "#B03055",
  green: "#6B8F3E",
  grey: "#8A857A",
};

export interface Paints {
  azure: string;
  vermilion: string;
  amber: string;
  veil: string;
  paper: string;
  ink: string;
  halo: string;
  named: string; // the halo of names on the ground, which is dimmed in the dark
  pill: string;
  pillInk: string;
  sides: Record<Side["style"], { line: string; tint: string }>;
}

export const LIGHT: Paints = {
  azure: "#0F6CA8",
  vermilion: "#B4411A",
  amber: "#E0A100",
  veil: "rgba(35,27,16,.27)",
  paper: "#FBF7EC",
  ink: "#2B2621",
  halo: "rgba(246,240,224,.92)",
  named: "rgba(246,240,224,.9)",
  pill: "#FBFDFF",
  pillInk: "#0B4F7C",
  sides: {
    german: { line: "#41586A", tint: "rgba(65,88,106,.2)" },
    allied: { line: "#7A6518", tint: "rgba(190,150,20,.18)" },
  },
};

export const DARK: Paints = {
  ...LIGHT,
  veil: "rgba(23,17,10,.4)",
  paper: "#221F1A",
  halo: "rgba(246,240,224,.86)",
  named: "rgba(187,181,168,.92)",
};
