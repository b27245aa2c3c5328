/** The guided first turn: which step is shown, what it points at, and what this browser remembers of it. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Option, Screen } from "../screen.gen";
import { get } from "../server/http";
import type { Lesson, LessonStep } from "../server/shapes.gen";
import type { Shape } from "../shape";
import { aboutOf } from "./intents";
import { lessonOf, rememberLesson } from "./lessons";
import type { Seat } from "./seat";

export const HAND = "lesson"; // under which its shapes are drawn

/** The step to show: the first that is neither done nor read; none where the lesson is over. */
export function stepAt(steps: LessonStep[], read: number[]): number | null {
  const at = steps.findIndex((step, n) => step.state === "open" && !read.includes(n));
  return at < 0 ? null : at;
}

/** The option that a step points at, if it points at one. */
export function optionOf(screen: Screen, step: LessonStep): Option | null {
  const { pointer } = step;
  return (pointer?.kind === "do" && screen.options.find((one) => one.action === pointer.name)) || null;
}

/** What is drawn over the board: a ring round the piece or place, and an arrow to it from the piece that moves. */
export function shapesOf(screen: Screen, step: LessonStep): Shape[] {
  const { pointer } = step;
  const option = optionOf(screen, step);
  const at = option ? option.kind !== "button" && option.kind !== "number" && option.thing : pointer?.name;
  if (!pointer || pointer.kind === "part" || !at) return [];
  const tone = option?.tone === "fight" || screen.prompt.kind === "target" ? "fight" : "act";
  const from = option?.kind === "place" ? aboutOf(screen) : null;
  const ring: Shape = { kind: "circle", name: "here", at, tone };
  return from ? [ring, { kind: "arrow", name: "there", from, to: at, tone }] : [ring];
}

export class Guide {
  readonly lesson = signal<Lesson | null>(null);
  readonly on = signal(false); // whether the card is shown
  readonly read = signal<number[]>([]); // steps that were read or skipped
  readonly back = signal<number | null>(null); // an earlier step that is read once more
  readonly at: ReadonlySignal<number | null>;
  readonly step: ReadonlySignal<LessonStep | null>;
  private asking = false;

  constructor(private readonly seat: Seat) {
    this.at = computed(() => {
      const steps = this.lesson.value?.steps;
      return steps ? (this.back.value ?? stepAt(steps, this.read.value)) : null;
    });
    this.step = computed(() => (this.at.value === null ? null : this.lesson.value!.steps[this.at.value]!));
  }

  /** Take up a lesson that this browser has begun at this seat, unless it was left. */
  resume(): void {
    const known = lessonOf(this.seat.token);
    if (!known) return;
    this.read.value = known.read;
    this.on.value = !known.left;
  }

  /** Show the guide, wherever the lesson stands. */
  open(): void {
    this.on.value = true;
    this.remember();
    void this.follow();
  }

  leave(): void {
    this.on.value = false;
    this.back.value = null;
    this.seat.draw(HAND);
    this.remember();
  }

  /** Go on from a step that is only read, or past one that is not wanted. */
  next(): void {
    if (this.back.value !== null) {
      const after = this.back.value + 1;
      const now = stepAt(this.lesson.value!.steps, this.read.value);
      this.back.value = now !== null && after >= now ? null : after;
      return;
    }
    if (this.at.value === null) return;
    this.read.value = [...this.read.value, this.at.value];
    if (this.at.value === null) this.leave();
    else this.remember();
  }

  previous(): void {
    const at = this.at.value ?? this.lesson.value?.steps.length ?? 0;
    if (at > 0) this.back.value = at - 1;
  }

  /** Ask how far the lesson has come; again if the table went on meanwhile. */
  async follow(): Promise<void> {
    if (this.asking || !this.on.value) return;
    this.asking = true;
    try {
      const lesson = await get<Lesson>(`/api/seats/${this.seat.token}/lesson`);
      const advanced = stepAt(lesson.steps, this.read.value) !== this.at.peek();
      this.lesson.value = lesson;
      if (advanced) this.back.value = null;
      this.remember();
    } catch {
      this.on.value = false; // there is none for this seat
    } finally {
      this.asking = false;
    }
    if (this.lesson.value && this.lesson.value.revision < (this.seat.shown.peek()?.revision ?? 0)) void this.follow();
  }

  private remember(): void {
    const game = this.seat.shown.peek()?.screen.game.id ?? "";
    const of = this.lesson.value?.steps.length ?? 0;
    const done = this.lesson.value ? stepAt(this.lesson.value.steps, this.read.value) : 0;
    const at = done ?? of;
    rememberLesson({ token: this.seat.token, game, read: this.read.value, left: !this.on.value, at, of });
  }
}
