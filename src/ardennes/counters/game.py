"""A game of counters: its folder of data read, its pieces and places named, its tables of actions made once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from ardennes.counters import invariants, positions
from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.deployment import GONE, POOL, Deployment
from ardennes.counters.features import features_of
from ardennes.counters.ground import Ground
from ardennes.counters.halfdays import Calendar
from ardennes.counters.roster import Roster
from ardennes.engine import Action, Catalogue, Game, Position, RuleOption, Scenario, State, Table, TerrainChart
from ardennes.engine.features import Features, Track
from ardennes.hexmap import Board, Grid

if TYPE_CHECKING:
    from ardennes.counters.screens import GameScreen
    from ardennes.engine.screen import Parts, Screen


class CounterGame(Game):
    """A game whose folder `data` holds rules, tables, scenarios, a board and units.

    The game itself adds `ground` and `forces`, made of the board and of `units.csv` as its rules see them, and
    declares its sequence of play and the class of its screen.
    """

    board: Board
    ground: Ground
    forces: Roster[Any]
    state_class: type[Deployment]
    sequence: ClassVar[Sequence[str]]  # the phases of a Game-Turn, by the names of their steps
    screen_class: ClassVar[type[GameScreen[Any, Any]]]

    def __init__(self, data: Path) -> None:
        self.rules = Catalogue.load(data / "rules.toml")
        self.title = self.rules.title
        self.tables: dict[str, Any] = _read(data / "tables.toml")
        self.lists: dict[str, Any] = _read(data / "scenarios.toml")
        self.board = Board.load(data / "board.toml")
        if (chart := data / "terrain.toml").is_file():
            self.terrain_chart = TerrainChart.load(chart)
        if (taught := data / "lessons.toml").is_file():
            self.lessons_file = taught
        self.scenarios = {one["name"]: _scenario(one) for one in self.lists["scenario"]}
        self.options = {one["name"]: _option(one) for one in self.lists.get("option", ())}

    @property
    def last_turn(self) -> int:
        """The number of the last Game-Turn, in the longest scenario."""
        count: int = self.tables["turns"]["count"]
        return count

    def last_turn_of(self, scenario: str) -> int:
        """The number of the last Game-Turn of a scenario."""
        return self.scenarios[scenario].turns or self.last_turn

    @cached_property
    def calendar(self) -> Calendar:
        """The labels and days of the Game-Turns."""
        return Calendar.of(self.tables["turns"])

    @cached_property
    def boxes(self) -> Boxes:
        """The places off the map; a game adds its own."""
        return Boxes((Box("pool", POOL, "has not arrived"), Box("eliminated", GONE, "is eliminated")))

    def pieces(self) -> Sequence[str]:
        """The names of all units."""
        return self.forces.names

    def places(self) -> Sequence[str]:
        """The numbers of all hexes."""
        return self.ground.numbers

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """Every unit where its counter says, at the beginning of the first phase."""
        state = self.state_class(self, scenario, options)
        for unit in self.forces.units:
            if unit.start:
                state.stand(unit.number, self.ground.grid.index(unit.start))
        state.turn = 1
        state.start_phase(self.sequence[0])
        return state

    def set_position(self, position: Position) -> State:
        """The position of a file that says where units are and what befell them."""
        return positions.read(self, position)

    def screen(self, view: State, parts: Parts | None = None) -> Screen:
        """Everything that the side of a view is shown."""
        return self.screen_class(view, parts).document()

    def phrase(self, action: Action) -> str:
        """An action as a player reads it."""
        return self.screen_class.phrase(self, action)

    @cached_property
    def features(self) -> Features:
        """The columns by which a learning program reads a position."""
        return features_of(self)

    def rows_of(self, what: str) -> tuple[int, ...]:
        """For each place its bit in a field's set `of` something of the game's own, -1 where it has none."""
        raise NotImplementedError(f"{self.name} does not say what the bits of {what} are")

    def own_tracks(self) -> Iterator[Track]:
        """Numbers of a position beside its declared tracks; what a side may not know is -1."""
        return iter(())

    def invariants(self, state: State) -> Iterator[str]:
        """A hex holds units of one side, and what is derived is what the position says."""
        return invariants.broken(cast(Deployment, state))


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _scenario(one: Mapping[str, Any]) -> Scenario:
    return Scenario(one["name"], one["title"], one["text"], one["rule"], one["turns"], one.get("balance", ""))


def _option(one: Mapping[str, Any]) -> RuleOption:
    """An option as the file has it: its choices, its default by scenario, and how it stands to other options."""
    return RuleOption(
        one["name"],
        one["title"],
        one["rule"],
        one["default"],
        tuple(one["choices"]),
        dict(one.get("by_scenario", {})),
        fixed_in=tuple(one.get("fixed_in", ())),
        needs=tuple(one.get("needs", ())),
        replaces=tuple(one.get("replaces", ())),
        excludes=tuple(one.get("excludes", ())),
        text=one.get("text", ""),
        group=one.get("group", ""),
        without_effect=dict(one.get("without_effect", {})),
        unless=tuple(one.get("unless", ())),
    )


# ---- the actions of a game, made once ----


def over_hexes(grid: Grid, *verbs: str) -> Iterator[Table]:
    """For each verb its actions on the hexes of a grid, by their bits."""
    hexes = [grid.name(i) if i in grid else "" for i in range(grid.size)]
    return (Table(verb, hexes) for verb in verbs)


def over_units(roster: Roster[Any], *verbs: str) -> Iterator[Table]:
    """For each verb its actions on the units of a roster, by their numbers."""
    return (Table(verb, roster.names) for verb in verbs)


def downwards(verb: str, columns: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """For each column of a table the choice of it or of a lower one, itself first.

    >>> [[str(action) for action in row] for row in downwards("fight", ("1-1", "2-1"))]
    [['fight 1-1'], ['fight 2-1', 'fight 1-1']]
    """
    choices = [Action(verb, column) for column in columns]
    return tuple(tuple(choices[full::-1]) for full in range(len(choices)))
