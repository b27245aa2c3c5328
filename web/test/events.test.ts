import { describe, expect, test } from "vitest";
import { entriesOf } from "../src/panels/Legend";
import { aboutOf, cleared, intentOf, offersOf } from "../src/seat/intents";
import { turnFrom } from "../src/seat/replay";
import { fallen, losses } from "../src/seat/travel";
import { terrainWords, worded } from "../src/words/terrain";
import { overlayKeys } from "../src/words/overlays";
import { moment, option, piece } from "./helpers";

const sheet = {
  id: "a",
  title: "Attack",
  kind: "attack",
  stage: "resolved",
  attacker: "german",
  defender: "allied",
} as const;
const fought = { ...sheet, targets: ["0303"], attackers: [], defenders: [] };

describe("what has just happened", () => {
  test("a unit that the log calls lost fades where it stood; one that marched off does not", () => {
    const before = moment({ pieces: [piece("a", "0101"), piece("b", "0202")] });
    const lines = [{ number: 0, text: "a is eliminated", icon: "lost" as const }];
    const now = moment({ pieces: [piece("b", "0203")], log: { lines } });
    expect(losses(before, now).map((one) => [one.piece.id, one.at])).toEqual([["a", "0101"]]);
    expect(losses(before, moment({ pieces: [piece("b", "0203")] }))).toEqual([]);
  });

  test("a new roll is shown beside the hex that it was about, an old one is not", () => {
    const roll = { rule: "X-1", text: "The die", dice: [{ value: 3, faces: 6 }] };
    const before = moment({ sheets: [fought] });
    expect(fallen(before, moment({ roll }))?.at).toBe("0303");
    expect(fallen({ ...before, roll }, moment({ roll }))).toBeNull();
    expect(fallen(moment({}), moment({ roll }))).toBeNull();
  });

  test("a click on the cleared hex advances the unit that may, or asks which", () => {
    const base = { prompt: { kind: "advance" as const, title: "Advance" }, sheets: [fought] };
    const one = moment({ ...base, pieces: [piece("a", "0302")], options: [option("advance a", "piece")] });
    const click = { place: "0303", piece: null, stack: [], fanned: false };
    expect(cleared(one)).toEqual(["0303"]);
    expect(intentOf(one, offersOf(one), click)).toEqual({ do: "act", option: one.options[0] });
    const two = moment({ ...base, options: [option("advance a", "piece"), option("advance b", "piece")] });
    expect(intentOf(two, offersOf(two), click).do).toBe("choose");
  });

  test("a question is about the piece that it names, else the one in motion", () => {
    const pieces = [piece("a", "0101"), piece("b", "0102", { states: ["in-motion"] })];
    const moving = moment({ pieces, prompt: { kind: "move", title: "Where to?" } });
    expect(aboutOf(moving)).toBe("b");
    expect(aboutOf({ ...moving, prompt: { ...moving.prompt, pieces: ["a"] } })).toBe("a");
    expect(aboutOf(moment({ pieces }))).toBeNull();
  });

  test("a replay goes from turn to turn", () => {
    const moments = [1, 1, 2, 2, 3].map((turn, line) => ({ line, turn, side: "german", text: "" }));
    expect(turnFrom(moments, 0, 1)).toBe(2);
    expect(turnFrom(moments, 3, -1)).toBe(2);
    expect(turnFrom(moments, 4, 1)).toBeNull();
  });
});

describe("words for what is seen", () => {
  test("the keys of a board are written as words", () => {
    const chart = {
      terrain: [
        { kind: "heavy-woods", label: "Heavy woods", move: "2", rule: "X-1" },
        { kind: "westwall", label: "West Wall", words: "West Wall", move: "1", rule: "X-2" },
      ],
    };
    expect(terrainWords({ x: 0, y: 0, terrain: "heavy-woods", features: ["vp:2", "westwall"] }, chart)).toBe(
      "heavy woods, 2 victory points, West Wall",
    );
    expect(worded("entry:A")).toBe("entry A");
  });

  test("the list of keys names the overlays that there are", () => {
    const overlays = [
      { id: "mud", label: "Mud", key: "M" },
      { id: "quiet", label: "Quiet" },
    ];
    expect(overlayKeys([...overlays, { id: "ice", label: "Ice", key: "J" }])).toEqual([
      ["M  J", "map layers: Mud, Ice"],
    ]);
    expect(overlayKeys([])).toEqual([]);
  });

  test("a legend names each colour of each side once", () => {
    const zone = { kind: "enemy-zone" as const, places: ["0101"], side: "allied" };
    const overlay = { id: "zones", label: "Zones", tints: [zone, { ...zone, places: ["0102"] }] };
    expect(entriesOf(overlay)).toEqual([{ sign: "tint-enemy-zone", side: "allied", words: "enemy zone of control" }]);
  });

  test("a legend names the markers of each side once", () => {
    const token = { icon: "supply" as const, label: "1 token", at: "0101", side: "allied", text: "1" };
    const markers = [token, { ...token, at: "0102", text: "2" }, { ...token, side: "german" }];
    expect(entriesOf({ id: "supply", label: "Supply tokens", markers })).toEqual([
      { sign: "marker", side: "allied", words: "supply tokens" },
      { sign: "marker", side: "german", words: "supply tokens" },
    ]);
  });
});
