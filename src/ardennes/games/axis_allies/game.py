"""The game itself: sides, scenario, rule options, verbs, the steps, and how a game begins."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ardennes.engine import (
    Action,
    Catalogue,
    Decision,
    Die,
    Foreseen,
    Game,
    Reason,
    RuleOption,
    Scenario,
    Score,
    State,
    Step,
    TerrainChart,
)
from ardennes.engine import (
    Position as PositionFile,
)
from ardennes.engine.features import Features
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen import Parts, Screen
from ardennes.engine.screen.words import Icon
from ardennes.games.axis_allies import (
    air,
    ground,
    invariants,
    movement,
    payment,
    positions,
    reinforcement,
    retreat,
    sequence,
    setup,
    throw,
    trucks,
    upkeep,
)
from ardennes.games.axis_allies.features import features_of
from ardennes.games.axis_allies.forces import Forces, Three
from ardennes.games.axis_allies.handles import NOT_NOW, SPENT, Handles
from ardennes.games.axis_allies.screen import AxisAlliesScreen
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES, Terrain
from ardennes.hexmap import Board

DATA = Path(__file__).parent / "data"
OFF_BOARD_HEX = re.compile(r"[A-Z]\d+")  # a letter and a number that name no full hex
FORESEEN = (
    Foreseen(
        "You win the air initiative, and choose when to place your air units",
        "AA-1.1",
        (
            ("Second, after seeing the enemy's", ("when choose: choose second",)),
            ("First", ("when choose: choose first",)),
        ),
    ),
    Foreseen(
        "Your trucks may leave the board, to be loaded there later",
        "AA-3.1",
        (("No trucks leave", ("when move: done",)),),
    ),
)
EVENT_ICONS: Mapping[str, Icon] = {"hold": "stop", "load": "loaded", "pass": "stop"}
BOTH: tuple[type[Any], ...] = (
    setup.SetUp, ground.Attack, movement.Movement, movement.Moves, reinforcement.Reinforcement,
)  # fmt: skip
STEPS: tuple[type[Step[Position]], ...] = (
    setup.Put, sequence.AirInitiative, sequence.AirChoice, air.AirPlacing, air.Aircraft, air.AirCombat, air.Dogfight,
    air.DogfightAgain, air.AntiAircraft, air.AntiAircraftAgain, sequence.GroundInitiative, ground.Targets,
    payment.Payment, ground.Hold, ground.Split, ground.Attacks, throw.Throw, throw.ThrowAgain, retreat.Retreats,
    retreat.Retreat, trucks.TrucksHome, movement.MoveOne, movement.Blitz, trucks.Drive, reinforcement.Arrive,
    reinforcement.Onward, reinforcement.LoadUp, upkeep.Upkeep, upkeep.Stacking, upkeep.Shed,
)  # fmt: skip


class AxisAllies(Game):
    """Axis & Allies: Battle of the Bulge."""

    name = "axis-allies"
    published = "Avalon Hill 2006, Renegade 2025"
    scale = "Corps"
    hours = 3
    sides = SIDES
    hides = False
    queries = QUERIES
    event_icons = EVENT_ICONS
    foreseen = FORESEEN
    state_class = Position
    board: Board

    def __init__(self) -> None:
        self.rules = Catalogue.load(DATA / "rules.toml")
        self.title = self.rules.title
        self.tables: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
        self.board = Board.load(DATA / "board.toml")
        self.terrain_chart = TerrainChart.load(DATA / "terrain.toml")
        self.lessons_file = DATA / "lessons.toml"
        self.terrain = Terrain(self.board, self.tables)
        self.forces = Forces(DATA / "units.csv", self.tables, self.terrain)
        self.handles = Handles(self.terrain, self.forces)
        self.verbs = self.handles.verbs()
        self.turn_names: tuple[str, ...] = tuple(self.tables["turns"]["names"])
        self.air_from: int = self.tables["turns"]["air_from"]
        self.allies_attack_from: int = self.tables["turns"]["allies_attack_from"]
        self.needed: int = self.tables["victory"]["axis"]
        self.dice: dict[tuple[str, int, Three], tuple[Die, ...]] = {}
        self._read_scenarios(tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8")))
        both = [step(side) for step in BOTH for side in (AXIS, ALLIES)]
        self.steps = {step.name: step for step in (*both, *(step() for step in STEPS))}

    def _read_scenarios(self, raw: Mapping[str, Any]) -> None:
        self.scenarios = {
            one["name"]: Scenario(one["name"], one["title"], one["text"], one["rule"], one["turns"])
            for one in raw["scenario"]
        }
        self.options = {
            one["name"]: RuleOption(one["name"], one["title"], one["rule"], one["default"], tuple(one["choices"]))
            for one in raw["option"]
        }

    def labelled(self, labels: Sequence[str], side: int) -> tuple[Die, ...]:
        """Twelve-sided dice of a side, one a label."""
        return tuple([Die(f"{SIDES[side]} {label}", self.forces.faces) for label in labels])

    def pieces(self) -> Sequence[str]:
        """Every lot, truck and air unit."""
        return self.handles.pieces

    def places(self) -> Sequence[str]:
        """Every hex and every formation of a chart."""
        return self.handles.places

    def blank(self, scenario: str, options: Mapping[str, str]) -> Position:
        """An empty board on the first turn."""
        state = Position(self, scenario, options)
        state.turn = 1
        return state

    def set_up(self, scenario: str, options: Mapping[str, str]) -> Position:
        """The printed set-up, or all pieces in hand."""
        state = self.blank(scenario, options)
        if options["custom_setup"] == "on":
            setup.by_hand(state)
            state.set_step("allies setup")
        else:
            setup.printed(state)
            sequence.begin_turn(state)
        return state

    def set_position(self, position: PositionFile) -> Position:
        """The position of a file."""
        return positions.read(self, position)

    def screen(self, view: State, parts: Parts | None = None) -> Screen:
        """Everything that the side of a view is shown."""
        return AxisAlliesScreen(cast(Position, view), parts).document()

    @cached_property
    def features(self) -> Features:
        """The columns by which a learning program reads a position."""
        return features_of(self)

    def score(self, state: State) -> Score | None:
        """The victory points, where the players keep a record (6.1)."""
        if not state.over or not state.on("campaign_record"):
            return None
        return Score("axis", cast(Position, state).vp, "Axis victory points", "AA-6.1")

    def not_now(self, state: State, action: Action, decision: Decision) -> Reason:
        """The rule that says when a verb has its place."""
        rule, when = NOT_NOW.get(action.verb, (decision.rule, decision.prompt))
        return Reason(rule, f"“{self.phrase(action)}” is not possible now: {when}.")

    def no_such(self, action: Action, decision: Decision) -> Reason:
        """What no verb takes: units that have acted, under a name of their own, tokens to move, hexes off the board."""
        if action.thing.startswith(SPENT):
            return Reason("AA-R.12", "These units have attacked, moved or arrived already.")
        if action.verb == "pick" and action.thing.startswith("supply@"):
            return Reason("AA-0.23", "Supply tokens do not move by themselves; trucks carry them.")
        if self.universe.verbs[action.verb].takes == "place" and OFF_BOARD_HEX.fullmatch(action.thing):
            return Reason("AA-3.8", f"{action.thing} is not a full hex, and nothing may enter a cut-off hex.")
        return super().no_such(action, decision)

    def phrase(self, action: Action) -> str:
        """An action as a player reads it."""
        return AxisAlliesScreen.phrase(self, action)

    def invariants(self, state: State) -> Iterator[str]:
        """Whatever cannot be."""
        return invariants.faults(cast(Position, state))


def load() -> AxisAllies:
    """The game, freshly read."""
    return AxisAllies()
