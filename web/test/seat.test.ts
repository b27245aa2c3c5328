import { describe, expect, test } from "vitest";
import { answeredOffBoard } from "../src/seat/desk";
import { costOf, waysOf } from "../src/board/costs";
import { type Clicked, forgotten, warningOf, intentOf, offersOf, questionOf, toneOf } from "../src/seat/intents";
import { answered, changes, inWords, others, questionName, standing, withAnswer } from "../src/seat/orders";
import type { Foreseen } from "../src/server/shapes.gen";
import { travels } from "../src/seat/travel";
import type { Screen } from "../src/screen.gen";
import { GAMES, moment, option, piece, screen } from "./helpers";

function clicked(place: string, stack = [piece("a", place)], more: Partial<Clicked> = {}): Clicked {
  return { place, piece: stack[stack.length - 1] ?? null, stack, fanned: false, ...more };
}

describe("what Enter presses", () => {
  const lit = option("advance a", "piece");

  test("the end of a phase, also while units could still act", () => {
    const now = moment({ prompt: { kind: "pick", title: "Move" }, options: [lit, option("done", "button")] });
    expect(offersOf(now).main?.action).toBe("done");
  });

  test("nothing that gives an advance up", () => {
    const nobody = option("done", "button", { tone: "main" });
    const now = moment({ prompt: { kind: "advance", title: "Who advances?" }, options: [lit, nobody] });
    expect(offersOf(now).main).toBeNull();
  });

  test("no lone button that is not the main one while something is lit", () => {
    const build = option("build", "button");
    expect(offersOf(moment({ options: [lit, build] })).main).toBeNull();
    expect(offersOf(moment({ options: [build] })).main).toEqual(build);
  });
});

describe("what a click means", () => {
  const two = [piece("a", "0303"), piece("b", "0303", { order: 1 })];

  test("a lit piece acts, a lit hex acts", () => {
    const now = moment({ pieces: two, options: [option("pick b", "piece"), option("go 0404", "place")] });
    expect(intentOf(now, offersOf(now), clicked("0303", two))).toMatchObject({
      do: "act",
      option: { action: "pick b" },
    });
    expect(intentOf(now, offersOf(now), clicked("0404", []))).toMatchObject({
      do: "act",
      option: { action: "go 0404" },
    });
  });

  test("a box that lies over its lit hex stands for the hex", () => {
    const boxes: Screen["boxes"] = [{ id: "entry-0404", label: "Waiting at 0404", kind: "entry", near: "0404" }];
    const now = moment({ pieces: [], boxes, options: [option("place 0404", "place")] });
    expect(intentOf(now, offersOf(now), clicked("entry-0404", []))).toMatchObject({
      do: "act",
      option: { action: "place 0404" },
    });
  });

  test("the only lit piece of a stack is meant even if it lies below", () => {
    const now = moment({ pieces: two, options: [option("pick a", "piece")] });
    expect(intentOf(now, offersOf(now), clicked("0303", two))).toMatchObject({
      do: "act",
      option: { action: "pick a" },
    });
  });

  test("a stack with several lit pieces below fans out; in the fan each is itself", () => {
    const three = [...two, piece("c", "0303", { order: 2 })];
    const now = moment({ pieces: three, options: [option("pick a", "piece"), option("pick b", "piece")] });
    expect(intentOf(now, offersOf(now), clicked("0303", three))).toEqual({ do: "fan", place: "0303" });
    const inFan = clicked("0303", three, { piece: three[0]!, fanned: true });
    expect(intentOf(now, offersOf(now), inFan)).toMatchObject({ do: "act", option: { action: "pick a" } });
  });

  test("several things in one place are asked about", () => {
    const now = moment({ options: [option("go 0404", "place"), option("step 0404", "place")] });
    expect(intentOf(now, offersOf(now), clicked("0404", []))).toMatchObject({ do: "choose", at: "0404" });
  });

  test("something unlit becomes a question with the verb that takes such a thing", () => {
    const now = moment({ pieces: two });
    expect(intentOf(now, offersOf(now), clicked("0505", []))).toEqual({ do: "ask", question: "go 0505", at: "0505" });
    expect(intentOf(now, offersOf(now), clicked("0303", two))).toEqual({ do: "look", piece: "b", question: "pick b" });
    expect(questionOf(moment({ prompt: { kind: "wait", title: "Wait" } }), "place", "0505")).toBeNull();
  });

  test("an enemy is asked about by his place", () => {
    const enemy = [piece("e", "0303", { side: "allied" })];
    const now = moment({ pieces: enemy });
    expect(intentOf(now, offersOf(now), clicked("0303", enemy))).toEqual({
      do: "look",
      piece: "e",
      question: "go 0303",
    });
  });

  test("nothing is asked about a piece that is hidden", () => {
    const hidden = [piece("x1", "0303", { hidden: true })];
    const now = moment({ pieces: hidden });
    expect(intentOf(now, offersOf(now), clicked("0303", hidden))).toEqual({ do: "look", piece: "x1", question: null });
  });

  test("another piece of one's own takes the place of one that was only picked", () => {
    const prompt = { kind: "move" as const, title: "Move a", pieces: ["a"] };
    const now = moment({ pieces: two, prompt, undo: { can: true, label: "Choose A", action: "pick a" } });
    expect(intentOf(now, offersOf(now), clicked("0303", two))).toEqual({ do: "switch", piece: "b" });
    const moved = moment({ pieces: two, prompt, undo: { can: true, label: "Go to 0304", action: "step 0304" } });
    expect(intentOf(moved, offersOf(moved), clicked("0303", two)).do).toBe("look");
  });

  test("a piece that was only picked is put back by a click on it; what may be done in its own hex is asked about", () => {
    const prompt = { kind: "move" as const, title: "Move b", pieces: ["b"] };
    const now = moment({ pieces: two, prompt, undo: { can: true, label: "Choose B", action: "pick b" } });
    expect(intentOf(now, offersOf(now), clicked("0303", two))).toEqual({ do: "release" });
    const stays = { ...now, options: [option("go 0303", "place")] };
    expect(intentOf(stays, offersOf(stays), clicked("0303", two))).toMatchObject({ do: "choose", at: "0303" });
  });

  test("in the set-up a piece of one's own that stands is taken back by a click on it", () => {
    const boxes: Screen["boxes"] = [{ id: "set-up", label: "To be set up", kind: "holding" }];
    const pieces = [piece("a", "0303"), piece("b", "set-up"), piece("e", "0404", { side: "allied" })];
    const choosing = moment({
      pieces,
      boxes,
      prompt: { kind: "setup", title: "Choose a unit", asks: [{ verb: "pick", takes: "piece" }] },
      options: [option("pick b", "piece")],
      undo: { can: true, label: "Set up in 0303", action: "place 0303" },
    });
    const back = { do: "retract", action: "place 0303", piece: "a" };
    expect(intentOf(choosing, offersOf(choosing), clicked("0303", [pieces[0]!]))).toEqual(back);
    expect(intentOf(choosing, offersOf(choosing), clicked("0404", [pieces[2]!])).do).toBe("look");

    const inHand = moment({
      pieces,
      boxes,
      prompt: { kind: "setup", title: "Where?", pieces: ["b"], asks: [{ verb: "place", takes: "place" }] },
      options: [option("place 0505", "place")],
      undo: { can: true, label: "Choose B", action: "pick b" },
    });
    expect(intentOf(inHand, offersOf(inHand), clicked("0303", [pieces[0]!]))).toEqual(back);
    expect(intentOf(inHand, offersOf(inHand), clicked("set-up", [pieces[1]!]))).toEqual({ do: "release" });

    const fixed = { ...choosing, undo: { can: false, reason: "nothing to undo" } };
    expect(intentOf(fixed, offersOf(fixed), clicked("0303", [pieces[0]!])).do).toBe("look");
  });

  test("a click on the hex that a fight has cleared advances the only unit that may", () => {
    const tints: Screen["tints"] = [{ kind: "target", places: ["0404"] }];
    const prompt = { kind: "advance" as const, title: "Advance?" };
    const now = moment({ pieces: two, prompt, tints, options: [option("advance b", "piece")] });
    expect(intentOf(now, offersOf(now), clicked("0404", []))).toMatchObject({ option: { action: "advance b" } });
  });

  test("of pieces that lie side by side each is itself", () => {
    const now = moment({ pieces: two, options: [option("pick a", "piece")] });
    const second = clicked("0303", two, { piece: two[1]!, apart: true });
    expect(intentOf(now, offersOf(now), second)).toMatchObject({ do: "look", piece: "b" });
  });
});

test("the costs of two ways to one place are told apart", () => {
  const [go, march] = [
    { cost: "4", group: "Standard mode" },
    { cost: "2", group: "Road Mode" },
  ];
  const both = offersOf(
    moment({
      options: [
        option("go 0304", "place", go),
        option("march 0304", "place", march),
        option("march 0305", "place", march),
      ],
    }),
  );
  const ways = waysOf(both.places);
  expect([...ways]).toEqual([
    ["Standard mode", ""],
    ["Road Mode", "»"],
  ]);
  expect(costOf(both.places.get("0304")!, ways)).toBe("4 »2");
  expect(costOf(both.places.get("0305")!, ways)).toBe("»2");
  const one = offersOf(moment({ options: [option("march 0305", "place", march)] }));
  expect(costOf(one.places.get("0305")!, waysOf(one.places))).toBe("2");
});

describe("buttons", () => {
  test("Enter presses the main one, or the default, or the only one", () => {
    const [plain, main] = [option("wait", "button"), option("done", "button", { tone: "main" })];
    expect(offersOf(moment({ options: [plain, main] })).main).toBe(main);
    const usual = option("keep", "button", { default: true });
    expect(offersOf(moment({ options: [plain, usual] })).main).toBe(usual);
    expect(offersOf(moment({ options: [plain] })).main).toBe(plain);
    expect(offersOf(moment({ options: [plain, option("go", "button")] })).main).toBeNull();
    expect(toneOf(plain, offersOf(moment({ options: [plain] })))).toBe("main");
  });

  test("the numbers of a verb are one stepper", () => {
    const numbers = [1, 2, 3].map((n) => option(`pay ${n}`, "number"));
    expect(offersOf(moment({ options: numbers })).steppers.get("pay")).toEqual(numbers);
  });

  test("a warning counts what would be forgotten", () => {
    expect(forgotten({ text: "Two could move.", pieces: ["a", "b"] })).toBe(2);
    expect(forgotten({ text: "Something." })).toBe(1);
  });

  test("a button warns of what the game names, or of the units that could still act when it ends the picking", () => {
    const done = option("done", "button");
    const to_act = { label: "Can still move", pieces: ["a", "b"], total: 3 };
    const named = option("done", "button", { warns: { text: "Two could move." } });
    expect(warningOf(named, moment({}))).toEqual({ text: "Two could move." });
    expect(warningOf(done, moment({ to_act }))?.pieces).toEqual(["a", "b"]);
    expect(warningOf(done, moment({}))).toBeNull();
    expect(warningOf(option("mode road", "button"), moment({ to_act }))).toBeNull();
    expect(warningOf(done, moment({ to_act, prompt: { kind: "choose", title: "Stay?" } }))).toBeNull();
  });
});

describe("the screens that were written by hand", () => {
  test.each(GAMES)("%s: every option is carried by something", (game) => {
    const now = screen(game);
    const offers = offersOf(now);
    const carried = [...offers.pieces.values(), ...offers.places.values(), offers.buttons, ...offers.steppers.values()];
    expect(carried.flat().length).toBe(now.options.length);
  });

  test("missions are chosen off the board, attacks on it", () => {
    expect(answeredOffBoard(screen("bulge"))).toBe(true);
    expect(answeredOffBoard(screen("axis-allies"))).toBe(false);
  });

  test("a place is off the board if the screen declares it as a box that is not drawn there, whatever its name", () => {
    const options = [option("place AA10", "place")];
    const box = { id: "AA10", label: "A box", kind: "holding" as const };
    expect(answeredOffBoard(moment({ options }))).toBe(false);
    expect(answeredOffBoard(moment({ options, boxes: [box] }))).toBe(true);
    expect(answeredOffBoard(moment({ options, boxes: [{ ...box, near: "0101" }] }))).toBe(false);
  });
});

test("pieces travel along the way that their option gave", () => {
  const path = ["0303", "0304", "0305"];
  const before = moment({
    pieces: [piece("a", "0303"), piece("b", "0101")],
    options: [option("go 0305", "place", { path })],
  });
  const after = moment({ pieces: [piece("a", "0305"), piece("b", "0102")] });
  expect(travels(before, after)).toEqual([
    { piece: "a", path, slow: false },
    { piece: "b", path: ["0101", "0102"], slow: false },
  ]);
  const crowd = Array.from({ length: 30 }, (_, i) => piece(`p${i}`, "0101"));
  const gone = crowd.map((one) => ({ ...one, at: "0102" }));
  expect(travels(moment({ pieces: crowd }), moment({ pieces: gone }))).toEqual([]);
});

test("moves are told by the record: the hexes passed, and whether the piece was driven", () => {
  const before = moment({ pieces: [piece("a", "0101"), piece("b", "0201"), piece("c", "0301")] });
  const now = moment({ pieces: [piece("a", "0103"), piece("b", "0202"), piece("c", "0302")] });
  const moves = [
    { kind: "retreat", piece: "a", from: "0101", to: "0102" },
    { kind: "retreat", piece: "a", from: "0102", to: "0103" },
    { kind: "move", piece: "b", from: "0201", to: "0202" },
    { kind: "move", piece: "gone", from: "0501", to: "0502" },
  ];
  expect(travels(before, now, moves)).toEqual([
    { piece: "a", path: ["0101", "0102", "0103"], slow: true },
    { piece: "b", path: ["0201", "0202"], slow: false },
    { piece: "c", path: ["0301", "0302"], slow: false }, // a step of which no event tells
  ]);
});

describe("standing orders", () => {
  const waive = moment({
    prompt: { kind: "choose", step: "waive", title: "Waive it?" },
    options: [option("choose keep", "button"), option("choose waive", "button"), option("go 0404", "place")],
  });

  test("an answer that names no place can be given always", () => {
    expect(standing(waive).map((one) => one.order)).toEqual(["when waive: choose keep", "when waive: choose waive"]);
  });

  test("a step of two words goes by its kind; a whole phase is left to no order", () => {
    const named = (kind: "advance" | "pick"): string | null =>
      questionName(moment({ prompt: { kind, step: "step back", title: "" } }));
    expect(named("advance")).toBe("advance");
    expect(named("pick")).toBeNull();
  });

  test("nothing is left in advance of another side's question", () => {
    expect(standing({ ...waive, decides: "allied" })).toEqual([]);
  });

  test("an order reads as a sentence", () => {
    expect(inWords("when waive odds<3 hex=1411: choose keep")).toBe(
      "When asked “waive”, if odds < 3 and hex = 1411: choose keep",
    );
    expect(inWords("when advance: done")).toBe("When asked “advance”: done");
  });
});

describe("answers in advance", () => {
  const [stay, below, go] = ["when waive: choose keep", "when waive odds<3: choose keep", "when waive: choose waive"];
  const question: Foreseen = {
    question: "In a town?",
    rule: "AO-E.11.0",
    answers: [
      { label: "stay", orders: [stay!] },
      { label: "stay below 3-1", orders: [below!, go!] },
      { label: "go", orders: [go!] },
    ],
  };
  const other = "when advance: done";

  test("the answer that the orders give is found, the narrower one first", () => {
    expect([[], [stay!], [below!, go!], [go!, other]].map((orders) => answered(question, orders))).toEqual([
      -1, 0, 1, 2,
    ]);
  });

  test("another answer takes the place of the first; what is ordered for other questions stays", () => {
    expect(withAnswer(question, [stay!, other], 1)).toEqual([other, below, go]);
    expect(withAnswer(question, [below!, go!, other], -1)).toEqual([other]);
    expect(changes([other], [other, stay!])).toEqual([stay]);
    expect(changes([stay!, other], [other, go!])).toEqual(["none", other, go]);
    expect(changes([stay!], [])).toEqual(["none"]);
    expect(others([question], [below!, go!, other])).toEqual([other]);
  });
});
