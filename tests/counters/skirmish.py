"""The smallest game of counters: two sides, four units, two turns. It shows what a game has to write itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ardennes.counters import (
    DONE,
    GONE,
    Counter,
    CounterGame,
    Deployment,
    Roster,
    SidePhase,
    bits,
    over_hexes,
    over_units,
    printed,
    rows,
    screens,
)
from ardennes.counters.ground import Ground
from ardennes.counters.invariants import shared_hexes, stale
from ardennes.counters.journeys import points, tell_cost
from ardennes.counters.positions import check_empty, check_start, check_tracks, piece
from ardennes.counters.screens import CounterScreen, PhaseName
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Position, Reason, State, Step, Verb
from ardennes.engine.chance import Roll
from ardennes.engine.screen import Phases, Screen
from ardennes.hexmap import Costs, Layer, Move, Reach, flood
from tests.hexmap.boards import board_text

SIDES = ("red", "blue")
WORDS = {**screens.WORDS, "go": "Move to {}"}
ORDER = ("red march", "blue march", "evening")
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


@dataclass(frozen=True)
class Forces(Roster[Unit]):
    """All counters."""

    @cached_property
    def allowance(self) -> tuple[int, ...]:
        """The movement points of each unit."""
        return tuple(unit.allowance for unit in self.units)


class Field(Deployment):
    """A position: one unit to a hex."""

    game: Skirmish

    def refresh(self) -> None:
        """Find out again which hexes are held."""
        self.held = [0, 0]
        for unit, at in enumerate(self.at):
            if at >= 0:
                self.held[self.game.forces.side[unit]] |= 1 << at

    def stand(self, unit: int, i: int) -> None:
        """Set a unit on a hex."""
        self.at[unit] = i
        self.held[self.game.forces.side[unit]] |= 1 << i

    def lift(self, unit: int) -> None:
        """Take a unit off its hex."""
        self.held[self.game.forces.side[unit]] &= ~(1 << self.at[unit])
        self.at[unit] = GONE

    def eliminate(self, unit: int, rule: str, why: str) -> None:
        """Remove a unit."""
        where = self.place_of(unit)
        self.lift(unit)
        self.tell(unit, "loss", rule, f"is eliminated in {where}: {why}", at=where)


class March(SidePhase[Field]):
    """One side moves its units. Frame: nothing, then the unit that is on its way."""

    def ask(self, state: Field) -> Decision | None:
        """Which unit, then where to."""
        game, who = state.game, SIDES[self.side]
        if len(state.top) > 1:
            options = Options(Masked(game.go, goals(state, state.top[1])))
            return Decision(who, self.name, Kind.MOVE, game.prompts[state.top[1]], "SK-1", options)
        fresh = game.forces.of[self.side] & ~state.moved
        able = sum(1 << unit for unit in bits(fresh) if state.at[unit] >= 0 and goals(state, unit))
        options = Options(Masked(game.pick, able), (DONE,))
        return Decision(who, self.name, Kind.PICK, "Choose a unit to move, or end the phase", "SK-1", options)

    def take(self, state: Field, action: Action, decision: Decision) -> None:
        """Pick, go, or end the phase."""
        if action == DONE:
            state.moved, state.phasing = 0, 1 - state.phasing
            state.put(ORDER[ORDER.index(self.name) + 1])
        elif action.verb == "pick":
            state.put(self.name, state.game.forces.index[action.thing])
        else:
            self._go(state, state.top[1], state.game.ground.grid.index(action.thing))

    def _go(self, state: Field, unit: int, i: int) -> None:
        start, end = state.place_of(unit), state.game.ground.grid.name(i)
        state.tell(unit, "move", "SK-1", f"goes to {end}", at=start, to=end)
        paid = f"{points(ways(state, unit).cost(i) or 0, 1)} of {state.game.forces.allowance[unit]}"
        tell_cost(state, unit, "SK-1", paid, [("SK-1", "over open ground")], ("SK-1",), start, end)
        state.shift(unit, i)
        state.moved |= 1 << unit
        state.put(self.name)

    def why_not(self, state: Field, action: Action, decision: Decision) -> Reason | None:
        """Whatever it is, it is too far."""
        return Reason("SK-1", f"{action} is out of reach.")


class Evening(Step[Field]):
    """A die, and the end of the turn."""

    name = "evening"

    def ask(self, state: Field) -> Chance:
        """One die."""
        return Chance(rule="SK-2", reason="Who is lost?", key=(state.turn, self.name), dice=[Die("evening")])

    def roll(self, state: Field, roll: Roll) -> None:
        """On a one the first unit of the stronger side is lost."""
        red, blue = (mask.bit_count() for mask in state.held)
        if roll[0] == 1 and red != blue:
            side = 0 if red > blue else 1
            unit = next(unit for unit in bits(state.game.forces.of[side]) if state.at[unit] >= 0)
            state.eliminate(unit, "SK-2", "it was a long day")
        if state.turn == state.game.last_turn:
            state.end(None, "draw", "SK-2")
            return
        state.turn += 1
        state.phasing = 0
        state.frames = ((ORDER[0],),)


def ways(state: Field, unit: int) -> Reach:
    """Where a unit gets in a phase."""
    grid, side = state.game.ground.grid, state.game.forces.side[unit]
    move = Move(Costs(grid).enter(grid.all, 1), (), (Layer("SK-1", state.held[1 - side]),))
    return flood(move, 1 << state.at[unit], state.game.forces.allowance[unit])


def goals(state: Field, unit: int) -> int:
    """The empty hexes that a unit reaches."""
    return ways(state, unit).mask & ~(state.held[0] | state.held[1])


class SkirmishScreen(CounterScreen[Field, "Skirmish"]):
    """What a side is shown: the words of the game, and its phases."""

    people = ("Red", "Blue")
    words = WORDS
    alike = ("pick", "go")
    to_act_label = "Can still march"
    arrow_rule = attack_rule = turns_rule = zones_rule = "SK-1"
    zones_text = "Mind them"

    def phases(self) -> Phases:
        """A march for each side, and the evening."""
        names = [PhaseName(name.capitalize(), "SK-1") for name in ORDER]
        return self.bar(f"Turn {self.view.turn}", names, ORDER.index(self.step))


class Skirmish(CounterGame):
    """The game."""

    name = "skirmish"
    sides = SIDES
    state_class = Field
    forces: Forces

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        lines = enumerate(rows(data / "units.csv"))
        self.forces = Forces(tuple(Unit(**printed(n, row, SIDES), allowance=int(row["ma"])) for n, row in lines))
        (self.pick,), (self.go,) = over_units(self.forces, "pick"), over_hexes(self.ground.grid, "go")
        self.prompts = self.forces.each("Choose where {} goes")
        self.steps = {step.name: step for step in (March("red march", 0), March("blue march", 1), Evening())}
        self.verbs = (Verb("pick", "piece", role="begin"), Verb("go", "place"), Verb("done", role="end", confirm=True))

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """Everybody where the counters say."""
        state = Field(self, scenario, options)
        for unit in self.forces.units:
            if unit.start:
                state.stand(unit.number, self.ground.grid.index(unit.start))
        state.turn, state.frames = 1, ((ORDER[0],),)
        return state

    def set_position(self, position: Position) -> State:
        """A position with units in hexes."""
        check_start(self, position, ORDER)
        check_tracks(position, ())
        check_empty(position, "markers", "obligations", "hidden")
        state = Field(self, position.scenario, position.chosen)
        for name in position.pieces:
            unit, place, _ = piece(self, position, name)
            state.stand(unit, self.ground.grid.index(place))
        state.turn, state.frames = position.turn, ((position.step,),)
        state.phasing = 1 if position.step == "blue march" else 0
        return state

    def screen(self, view: State) -> Screen:
        """What a side is shown."""
        assert isinstance(view, Field)
        return SkirmishScreen(view).document()

    def phrase(self, action: Action) -> str:
        """An action as a player reads it."""
        return SkirmishScreen.phrase(self, action)

    def invariants(self, state: State) -> Iterator[str]:
        """Nobody shares a hex, and what is held is what the units say."""
        assert isinstance(state, Field)
        again = state.copy()
        again.refresh()
        yield from shared_hexes(state)
        yield from stale(state, again, ("held",))


def skirmish(folder: Path) -> Skirmish:
    """The game, its data written into a folder first."""
    tables = "[turns]\ncount = 2\nfirst_date = 1944-12-30\n"
    texts = {"rules.toml": RULES, "units.csv": UNITS, "scenarios.toml": LISTS, "tables.toml": tables}
    for name, text in {**texts, "board.toml": board_text(sides={"0102/0103": "river"})}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Skirmish(folder)
