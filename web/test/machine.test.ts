import { afterEach, describe, expect, test, vi } from "vitest";
import { playersOf, wantedSeat } from "../src/pages/start";
import { doing, hintShapes, hintWords, mayPace, mayReview, remarksAt } from "../src/seat/machine";
import { Seat } from "../src/seat/seat";
import type { Screen } from "../src/screen.gen";
import type { Hint, Report } from "../src/server/shapes.gen";
import type { Shown } from "../src/server/document";
import { board, moment, option, piece } from "./helpers";

afterEach(() => vi.unstubAllGlobals());

function shown(more: Partial<Shown> = {}, screen: Partial<Screen> = {}): Shown {
  return {
    revision: 7,
    lines: 9,
    seat: { side: "german", player: "human", looks: "german" },
    players: { german: "human", allied: "recruit" },
    thinking: true,
    working: "thinking",
    pace: "normal",
    screen: moment({ decides: "allied", ...screen }),
    ...more,
  };
}

describe("what the machine does", () => {
  test("it thinks, it plays, or it is not its turn", () => {
    expect(doing(shown())).toMatch(/\(Recruit\) is thinking$/);
    expect(doing(shown({ working: "playing" }))).toMatch(/\(Recruit\) is playing$/);
    expect(doing(shown({ thinking: false }))).toBeNull();
    expect(doing(shown({}, { result: { rule: "XX-1", level: "draw", text: "A draw" } }))).toBeNull();
  });

  test("players set the pace; onlookers only where nobody plays", () => {
    const onlooker = { side: "", player: "observer", looks: "observer" };
    expect(mayPace(shown())).toBe(true);
    expect(mayPace(shown({ pace: undefined }))).toBe(false);
    expect(mayPace(shown({ seat: onlooker }))).toBe(false);
    expect(mayPace(shown({ seat: onlooker, players: { german: "random", allied: "recruit" } }))).toBe(true);
  });

  test("its turn can be reviewed once something new stands in the log", () => {
    const lines = [
      { number: 3, text: "old", side: "allied" },
      { number: 4, text: "new", side: "allied" },
      { number: 5, text: "mine", side: "german" },
    ];
    const mine = (since?: number): Shown => shown({ thinking: false }, { log: { lines, since } });
    expect(mayReview(mine(4))).toBe(true);
    expect(mayReview(mine(5))).toBe(false);
    expect(mayReview(mine())).toBe(true);
    expect(mayReview({ ...mine(4), thinking: true })).toBe(false);
    expect(mayReview({ ...mine(4), pace: undefined })).toBe(false);
  });

  test("a remark stands beside the lines that it is about", () => {
    const remarks = [{ text: "Holds Clervaux.", places: ["0303"], pieces: [] }];
    const reports: Report[] = [{ first: 4, last: 6, side: "allied", player: "recruit", remarks }];
    expect([3, 4, 6, 7].map((line) => remarksAt(reports, line)?.remarks[0]?.text)).toEqual([
      undefined,
      "Holds Clervaux.",
      "Holds Clervaux.",
      undefined,
    ]);
  });
});

describe("a hint", () => {
  const hint: Hint = {
    revision: 7,
    player: "Recruit",
    actions: ["pick b", "go 0404"],
    remarks: [{ text: "Moves one unit.", places: [], pieces: ["b"] }],
  };
  const now = { pieces: [piece("b", "0303")], options: [option("pick b", "piece", { label: "Choose b" })] };

  test("is said in the words of its option, with the reason behind", () => {
    expect(hintWords(hint, moment(now))).toEqual(["Recruit would: Choose b.", "Moves one unit."]);
    expect(hintWords({ ...hint, actions: ["pick c"] }, moment(now))[0]).toBe("Recruit has no suggestion.");
  });

  test("draws the way of the first piece: an arrow, or a path where it goes step by step", () => {
    const here = moment(now);
    const isPlace = (thing: string): boolean => /^\d{4}$/.test(thing);
    const drawn = (...actions: string[]) => hintShapes({ ...hint, actions }, here, isPlace);
    const ring = { kind: "circle", name: "here", at: "b", tone: "hint" };
    expect(drawn("pick b", "go 0404")).toEqual([
      ring,
      { kind: "arrow", name: "there", from: "b", to: "0404", tone: "hint" },
    ]);
    expect(drawn("pick b", "step 0304", "step 0404", "pick c", "go 0101")).toEqual([
      ring,
      { kind: "path", name: "there", through: ["b", "0304", "0404"], tone: "hint" },
    ]);
    expect(drawn("pick b")).toEqual([ring]);
    expect(drawn("target 0404")).toEqual([{ ...ring, at: "0404" }]);
    expect(drawn("choose secondary")).toEqual([]);
    const moving = moment({ ...now, prompt: { kind: "move", title: "Move b", pieces: ["b"] } });
    expect(hintShapes({ ...hint, actions: ["go 0404"] }, moving, isPlace)[1]).toMatchObject({ from: "b", to: "0404" });
  });

  test("points at its piece, and goes with the next change", async () => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(hint)));
    const seat = new Seat("token");
    seat.shown.value = shown({ thinking: false }, { ...now, decides: "german", viewer: "german" });
    await seat.machine.askHint();
    expect(seat.machine.hint.value).toEqual(hint);
    expect(seat.desk.looked.value).toBe("b");
    expect(seat.machine.shapes.value.map((shape) => shape.kind)).toEqual(["circle"]);
    seat.info.value = board().info;
    expect(seat.machine.shapes.value.map((shape) => shape.kind)).toEqual(["circle", "arrow"]);
    seat.take(shown({ revision: 8 }, now));
    expect(seat.machine.hint.value).toBeNull();
    expect(seat.machine.shapes.value).toEqual([]);
  });

  test("is not asked for while another side decides", async () => {
    const fetched = vi.fn();
    vi.stubGlobal("fetch", fetched);
    const seat = new Seat("token");
    seat.shown.value = shown({}, { decides: "allied", viewer: "german" });
    await seat.machine.askHint();
    expect(fetched).not.toHaveBeenCalled();
  });
});

test("who only watches lets machines play both sides, and sits with the onlookers", () => {
  expect(playersOf(["german", "allied"], "german", "watch", "recruit", "random")).toEqual({
    german: "recruit",
    allied: "random",
  });
  expect(wantedSeat("watch", "german")).toBe("");
  expect(wantedSeat("here", "german")).toBe("*");
  expect(wantedSeat("machine", "allied")).toBe("allied");
});
