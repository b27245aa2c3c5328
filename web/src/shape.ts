/** What is drawn over a board by name: a lesson, a hint and an analysis all say it with these. */

/** What a shape is about: something that can be done, a fight, or a note that says "here, now". */
export type Tone = "act" | "fight" | "hint";

export interface Circle {
  kind: "circle";
  name: string;
  at: string;
  tone: Tone;
}

/** A shape. Its name is its own: of two with one name, the later is drawn. Places are hexes, hexsides and boxes; the id
 * of a piece stands for the place where it lies. */
export type Shape =
  | Circle
  | { kind: "arrow"; name: string; from: string; to: string; tone: Tone }
  | { kind: "path"; name: string; through: string[]; tone: Tone };
