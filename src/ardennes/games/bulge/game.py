"""The game: sides, scenarios, options, verbs, and the steps in the order in which they are played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ardennes.counters import CounterGame, by_column, downwards, over_hexes, over_units
from ardennes.engine import Action, Decision, Foreseen, Obligation, Reason, State, Step, Table, Verb
from ardennes.engine.features import Track
from ardennes.engine.position import Position as PositionFile
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen.words import Icon
from ardennes.games.bulge import air, battle, features, positions, refusals, sequence
from ardennes.games.bulge.airdrop import Airdrop
from ardennes.games.bulge.combat import Attack, Combat
from ardennes.games.bulge.forces import ALLIED, EDGES, SIDES, Forces
from ardennes.games.bulge.invariants import broken
from ardennes.games.bulge.moves import Movement, Moving, SupplyDie
from ardennes.games.bulge.queries import Situation
from ardennes.games.bulge.reinforcements import Enter
from ardennes.games.bulge.retreat import Advance, Retreat, StepBack
from ardennes.games.bulge.screen import BulgeScreen
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.terrain import Ground
from ardennes.games.bulge.victory import Victory
from ardennes.games.bulge.weather import Weather

DATA = Path(__file__).parent / "data"
FORESEEN = (
    Foreseen(
        "Combat has cleared a hex and your units may advance",
        "BU-12.4",
        (("No advance", ("when advance: done",)),),
    ),
)
EVENT_ICONS: Mapping[str, Icon] = {"drop": "air", "motorise": "mechanised"}


class Actions:
    """The actions of every verb, by unit, by hex, by exit or by column, made once."""

    def __init__(self, ground: Ground, forces: Forces, columns: Sequence[str]) -> None:
        self.pick, self.test, self.motorise, self.resupply, self.join, self.lose = over_units(
            forces, "pick", "test", "motorise", "resupply", "join", "lose"
        )
        self.go, self.place, self.interdict, self.drop, self.target, self.step, self.advance = over_hexes(
            ground.grid, "go", "place", "interdict", "drop", "target", "step", "advance"
        )
        self.exit = Table("exit", [exit_.name for exit_ in ground.exits])
        self.assign = Table("assign", air.MISSIONS)
        self.fight = downwards("fight", columns)


class Prompts:
    """Sentences about every unit, made once."""

    def __init__(self, forces: Forces) -> None:
        self.move = forces.each("Choose where {} goes")
        self.enter = forces.each("Choose where {} enters the map")
        self.retreat = forces.each("Choose where {} retreats")
        self.advance = forces.each("Advance {} into a vacated hex, or decline")
        self.factor = tuple(f"{forces.display_names[unit.number]}: {unit.factor}" for unit in forces.units)


class Bulge(CounterGame):
    """Bulge, the edition of 2021."""

    name = "bulge"
    published = "SPI 1980, Decision Games 2021"
    scale = "Divisions"
    hours = 2
    sides = SIDES
    hides = True
    derives_from_hidden = False
    state_class = Situation
    screen_class = BulgeScreen
    queries = QUERIES
    event_icons = EVENT_ICONS
    foreseen = FORESEEN
    ground: Ground
    forces: Forces

    def __init__(self, data: Path = DATA) -> None:
        super().__init__(data)
        self._begins = {one["name"]: (one["first_turn"], one["victory_points"]) for one in self.lists["scenario"]}
        self.ground = Ground(self.board, self.tables)
        self.forces = Forces.load(data / "units.csv")
        self.columns: tuple[str, ...] = tuple(self.tables["crt"]["columns"]["labels"])
        self.least: tuple[int, ...] = tuple(self.tables["crt"]["columns"]["least"])
        self.actions = Actions(self.ground, self.forces, self.columns)
        self.prompts = Prompts(self.forces)
        self.duties = tuple(
            Obligation(unit.name, "attack", f"{SIDES[unit.side]} post-combat", "BU-9.0.must", SIDES[unit.side])
            for unit in self.forces.units
        )
        self._figures()
        self.steps = self._steps()
        self.verbs = self._verbs()

    def _figures(self) -> None:
        """Numbers of the tables that are looked at often."""
        tables = self.tables
        self.allowance: int = tables["movement"]["allowance"]
        self.motorised: int = tables["movement"]["motorised"]
        self.point: int = tables["road"]["point"]
        self.fifth: int = tables["road"]["mechanized"]
        self.points_to_road: int = tables["supply"]["points_to_road"]
        self.no_move: int = tables["supply"]["no_move"]
        self.supplied_through: int = tables["supply"]["german_through"]
        self.bridge_range: int = tables["bridges"]["interdiction_range"]
        self.leash: int = tables["british"]["leash"]
        self.release: int = tables["british"]["release"]

    @cached_property
    def paratroops(self) -> int:
        """The unit that is dropped."""
        return self.forces.index[self.tables["airdrop"]["unit"]]

    @cached_property
    def by_edge(self) -> dict[str, int]:
        """The units that enter by each edge."""
        return {edge: sum(1 << u.number for u in self.forces.units if u.edge == edge) for edge in EDGES}

    @cached_property
    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """The Game-Turns on which units arrive by a map edge, each with its units."""
        found: dict[int, int] = {}
        for unit in self.forces.arriving:
            found[unit.arrival] = found.get(unit.arrival, 0) | 1 << unit.number
        return tuple(found.items())

    @cached_property
    def arrived(self) -> tuple[int, ...]:
        """The units that may enter by a map edge on each Game-Turn or before; by one turn more than are played."""
        turns = range(self.last_turn + 2)
        return tuple(sum(units for on, units in self.arrivals if on <= turn) for turn in turns)

    @cached_property
    def crt(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Both tables: by column, then by die."""
        return {name: by_column(self.tables["crt"][name]) for name in ("primary", "secondary")}

    # ---- the sequence of play ----

    def _steps(self) -> dict[str, Step[Any]]:
        found: list[Step[Any]] = [
            Weather(), air.Assignment(), air.Interdiction(), air.Resupply(), Victory(), SupplyDie(), Moving(), Enter(),
            Airdrop(), Attack(), battle.Support(), battle.Mist(), battle.Differential(), battle.Battle(), battle.Loss(),
            battle.Exchange(), Retreat(), StepBack(), Advance(),
        ]  # fmt: skip
        for side, name in enumerate(SIDES):
            found += [
                Combat(f"{name} pre-combat", side, post=False),
                Movement(f"{name} movement", side),
                Combat(f"{name} post-combat", side, post=True),
            ]
        return {step.name: step for step in found}

    def next_phase(self, state: Position) -> None:
        """The phase in play is over."""
        sequence.next_phase(state)

    def _verbs(self) -> tuple[Verb, ...]:
        """Each verb with the kind of thing it takes."""
        hexes, exits = self.ground.numbers, tuple(self.ground.exit_of)
        return (
            Verb("assign", "word", words=air.MISSIONS, means="Assign an air point to a mission in secret"),
            Verb("interdict", "place", among=hexes, means="Place an interdiction marker on a road hex"),
            Verb("resupply", "piece", means="Resupply an Allied unit that is out of supply"),
            Verb("motorise", "piece", means="Let an Allied infantry or airborne unit use mechanized road movement"),
            Verb("pick", "piece", role="begin", means="Choose the unit to move, enter, retreat or advance"),
            Verb("test", "piece", means="Roll for the movement of a unit out of supply"),
            Verb("place", "place", among=hexes, means="Choose the hex by which a unit enters"),
            Verb("go", "place", among=hexes, means="Move to a hex and end the move there"),
            Verb("exit", "place", among=exits, means="Exit the map by a marked road"),
            Verb("drop", "place", among=hexes, means="Drop the paratroops on a hex"),
            Verb("target", "place", among=hexes, role="target", means="Attack the unit in a hex"),
            Verb("join", "piece", means="Add a unit to the attack"),
            Verb(
                "choose", "word", words=("primary", "secondary"), means="Choose the combat results table for the attack"
            ),
            Verb("support", means="Add a ground support mission to the attack"),
            Verb("fight", "word", words=self.columns, confirm=True, means="Attack on this column"),
            Verb("lose", "piece", means="Remove an attacking unit"),
            Verb("step", "place", among=hexes, means="Retreat into a hex"),
            Verb("advance", "place", among=hexes, means="Advance into a hex cleared by combat"),
            Verb("done", role="end", confirm=True, means="End the phase or decline"),
        )

    # ---- the contract ----

    def places(self) -> Sequence[str]:
        """The numbers of all hexes, and the exits."""
        return [*self.ground.numbers, *self.ground.exit_of]

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """Everybody where the counters say, the Allies first (BU-4.0)."""
        state = Situation(self, scenario, options)
        for unit in self.forces.units:
            if unit.start:
                state.at[unit.number] = self.ground.grid.index(unit.start)
        state.refresh()
        turn, state.points = self._begins[scenario]
        state.note("setup", "BU-4.0", "Both sides are set up")
        sequence.begin_turn(state, turn)
        return state

    def no_such(self, action: Action, decision: Decision) -> Reason:
        """Whoever asks to leave by a hexside that is no exit hears which ones are."""
        if action.verb != "exit":
            return super().no_such(action, decision)
        if decision.side == SIDES[ALLIED]:
            return refusals.GERMANS_ONLY
        return Reason("BU-3.1.only", f"{action.thing} is not a marked exit; units may exit only there.")

    def set_position(self, position: PositionFile) -> State:
        """The state that a position file describes."""
        return positions.read(self, position)

    def conceal(self, view: State, viewer: str) -> None:
        """A plan of air missions is the planner's own until both are shown."""
        air.conceal(cast(Position, view), viewer)

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        """Plans of air missions that fit the view."""
        air.fill(cast(Position, state), viewer, rng)

    def own_tracks(self) -> Iterator[Track]:
        """The missions that are planned."""
        return features.tracks()

    def invariants(self, state: State) -> Iterator[str]:
        """A sentence for everything that is never true of a sound position and is true of this one."""
        return broken(cast(Position, state))


def load() -> Bulge:
    """The game, with its data read."""
    return Bulge()
