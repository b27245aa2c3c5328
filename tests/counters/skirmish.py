"""The smallest game of counters: two sides, four units, two turns. It shows what a game has to write itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ardennes.counters import DONE, Counter, CounterGame, Roster, SidePhase, Single, bits, over_hexes, over_units
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.ground import Ground
from ardennes.counters.journeys import note_cost, points
from ardennes.counters.screens import WORDS, CounterScreen, PhaseName
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step, Verb
from ardennes.engine.chance import Roll
from ardennes.engine.screen import Phases
from ardennes.engine.step import Bare
from ardennes.hexmap import Costs, Layer, Move, Reach, flood
from tests.hexmap.boards import board_text

SIDES = ("red", "blue")
RULES = """
meta = { prefix = "SK", version = "1", title = "Skirmish" }
[[case]]
id = "SK-1"
title = "March"
text = "A unit goes as far as its points last, once, and not into the enemy."
[[case]]
id = "SK-2"
title = "Evening"
text = "On a one a unit of the side with more units is lost; the game ends after two turns."
"""
UNITS = """id,side,nation,formation,name,type,size,start_hex,notes,ma
R1,red,DE,,1,infantry,X,0102,,2
R2,red,DE,,2,armor,X,0103,,3
B1,blue,US,,1,infantry,X,0402,,2
B2,blue,US,,2,armor,X,,,3
"""
LISTS = """
[[scenario]]
name = "meeting"
title = "A meeting"
text = ""
rule = "SK-1"
turns = 2
[[option]]
name = "fog"
title = "Fog"
rule = "SK-2"
default = "off"
choices = ["on", "off"]
"""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Counter):
    """One counter."""

    allowance: int


class Position(Single):
    """A position: one unit to a hex, and nothing more."""

    game: Skirmish


class March(SidePhase[Position]):
    """One side moves its units, one after the other."""

    class Frame(NamedTuple):
        """The unit that is on its way, if one is."""

        step: str
        unit: int | None = None

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Which unit, then where to."""
        now: March.Frame = state.top
        game, who = state.game, SIDES[self.side]
        if now.unit is not None:
            options = Options(Masked(game.go, goals(state, now.unit)))
            return Decision(who, self.name, Kind.MOVE, game.prompts[now.unit], "SK-1", options)
        able = free(game.forces.of[self.side], bars(state, self.side))
        options = Options(Masked(game.pick, able), (DONE,))
        return Decision(who, self.name, Kind.PICK, "Choose a unit to move, or end the phase", "SK-1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Pick, go, or end the phase."""
        if action == DONE:
            state.next_phase()
        elif action.verb == "pick":
            state.amend(unit=state.game.forces.index[action.thing])
        else:
            self._go(state, state.top.unit, state.game.ground.grid.index(action.thing))

    def _go(self, state: Position, unit: int, i: int) -> None:
        start, end = state.place_of(unit), state.game.ground.grid.name(i)
        state.note_unit(unit, "move", "SK-1", f"goes to {end}", at=start, to=end)
        paid = f"{points(ways(state, unit).cost(i) or 0, 1)} of {state.game.allowance[unit]}"
        note_cost(state, unit, "SK-1", paid, [("SK-1", "over open ground")], ("SK-1",), start, end)
        state.shift(unit, i)
        state.moved |= 1 << unit
        state.amend(unit=None)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What keeps a unit from moving; a hex that is no option is too far."""
        if action.verb != "pick":
            return Reason("SK-1", f"{action} is out of reach.")
        bar = first_bar(state.game.forces.index[action.thing], bars(state, self.side))
        return bar.reason(state.game.forces.call(action.thing)) if bar else None


def bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a side cannot move a unit, in the order in which a player would be told."""
    on_map = state.game.forces.those(lambda unit: state.at[unit.number] >= 0)
    yield Bar("SK-1", "is not yours", state.game.forces.of[1 - side])
    yield Bar("SK-1", "is not on the map", ~on_map)
    yield Bar("SK-1", "has already moved", state.moved)
    yield Bar("SK-1", "has nowhere to go", sum(1 << unit for unit in bits(on_map) if not goals(state, unit)))


def ways(state: Position, unit: int) -> Reach:
    """Where a unit gets in a phase."""
    grid, side = state.game.ground.grid, state.game.forces.side[unit]
    move = Move(Costs(grid).enter(grid.all, 1), (), (Layer("SK-1", state.held[1 - side]),))
    return flood(move, 1 << state.at[unit], state.game.allowance[unit])


def goals(state: Position, unit: int) -> int:
    """The empty hexes that a unit reaches."""
    return ways(state, unit).mask & ~(state.held[0] | state.held[1])


class Evening(Step[Position]):
    """A die, and the end of the turn."""

    name = "evening"
    frame = Bare

    def ask(self, state: Position) -> Chance:
        """One die."""
        return Chance(rule="SK-2", reason="Who is lost?", key=(state.turn, self.name), dice=[Die("evening")])

    def roll(self, state: Position, roll: Roll) -> None:
        """On a one the first unit of the stronger side is lost."""
        red, blue = (mask.bit_count() for mask in state.held)
        if roll[0] == 1 and red != blue:
            units = state.game.forces.of[0 if red > blue else 1]
            state.eliminate(next(unit for unit in bits(units) if state.at[unit] >= 0), "SK-2", "it was a long day")
        if state.turn == state.game.last_turn:
            state.end(None, "draw", "SK-2")
        else:
            state.next_phase()


class SkirmishScreen(CounterScreen[Position, "Skirmish"]):
    """What a side is shown: the words of the game, and its phases."""

    people = ("Red", "Blue")
    words = MappingProxyType({**WORDS, "go": "Move to {}"})
    alike = ("pick", "go")
    to_act_label = "Can still march"
    arrow_rule = attack_rule = turns_rule = zones_rule = "SK-1"
    zones_text = "Mind them"

    def phases(self) -> Phases:
        """A march for each side, and the evening."""
        names = [PhaseName(name.capitalize(), "SK-1") for name in self.game.sequence]
        return self.bar(f"Turn {self.view.turn}", names, self.game.sequence.index(self.step))


class Skirmish(CounterGame):
    """The game."""

    name = "skirmish"
    sides = SIDES
    sequence = ("red march", "blue march", "evening")
    state_class = Position
    screen_class = SkirmishScreen
    verbs: Sequence[Verb] = (
        Verb("pick", "piece", role="begin"), Verb("go", "place"), Verb("done", role="end", confirm=True),
    )  # fmt: skip
    forces: Roster[Unit]

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        self.forces = Roster.read(data / "units.csv", SIDES, Unit, allowance="ma")
        self.allowance = self.forces.by_unit(lambda unit: unit.allowance)
        (self.pick,), (self.go,) = over_units(self.forces, "pick"), over_hexes(self.ground.grid, "go")
        self.prompts = self.forces.each("Choose where {} goes")
        self.steps = {step.name: step for step in (March("red march", 0), March("blue march", 1), Evening())}


def skirmish(folder: Path) -> Skirmish:
    """The game, its data written into a folder first."""
    tables = "[turns]\ncount = 2\nfirst_date = 1944-12-30\n"
    texts = {"rules.toml": RULES, "units.csv": UNITS, "scenarios.toml": LISTS, "tables.toml": tables}
    for name, text in {**texts, "board.toml": board_text(sides={"0102/0103": "river"})}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Skirmish(folder)
