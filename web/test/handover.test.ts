import { describe, expect, test } from "vitest";
import { HandOver, wantsBanner, wantsCurtain } from "../src/seat/handover";
import { press } from "../src/panels/keys";
import type { Seat } from "../src/seat/seat";
import type { Shown } from "../src/server/document";
import { moment } from "./helpers";

function shown(decides: string, more: Partial<Shown> = {}): Shown {
  return {
    revision: 1,
    lines: 3,
    seat: { side: "*", player: "human", looks: decides },
    players: { german: "human", allied: "human" },
    thinking: false,
    screen: moment({ decides, viewer: decides }),
    ...more,
  };
}

describe("two players at one screen", () => {
  test("a secret that begins, or that the other side makes, waits behind a curtain", () => {
    const [open, first, second] = [
      shown("german"),
      shown("allied", { secret: true }),
      shown("german", { secret: true }),
    ];
    expect(wantsCurtain(open, first)).toBe(true);
    expect(wantsCurtain(first, second)).toBe(true);
    expect(wantsCurtain(null, first)).toBe(true);
    expect(wantsCurtain(second, second)).toBe(false);
    expect(wantsCurtain(first, open)).toBe(false);
  });

  test("a seat of one's own needs no curtain", () => {
    const own = shown("german", { secret: true, seat: { side: "german", player: "human", looks: "german" } });
    expect(wantsCurtain(null, own)).toBe(false);
  });

  test("whoever is asked after another is told", () => {
    expect(wantsBanner(shown("german"), shown("allied"))).toBe(true);
    expect(wantsBanner(shown("german"), shown("german"))).toBe(false);
    expect(wantsBanner(null, shown("german"))).toBe(false);
    const waits = shown("allied", { screen: moment({ decides: "allied", viewer: "german" }) });
    expect(wantsBanner(shown("german"), waits)).toBe(false);
  });

  test("Enter draws the curtain back, but not while it is still held down since the other side's turn", () => {
    const handOver = new HandOver();
    handOver.changed(null, shown("allied", { secret: true }));
    const seat = { handOver } as Seat;
    const key = (more: object): KeyboardEvent =>
      ({ key: "Enter", repeat: false, target: null, ...more }) as KeyboardEvent;
    expect(press(seat, null, key({ repeat: true }))).toBe(true); // used up: the button is not pressed by it either
    expect(handOver.curtain.value).toBe("allied");
    expect(press(seat, null, key({ key: "z" }))).toBe(false);
    expect(press(seat, null, key({}))).toBe(true);
    expect(handOver.curtain.value).toBeNull();
    handOver.leave();
  });
});
