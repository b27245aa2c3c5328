"""The game: sides, scenarios, verbs, and the steps in the order in which they are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.counters import CounterGame, by_column, downwards, over_hexes, over_units
from ardennes.engine import Foreseen, Obligation, State, Step, Verb
from ardennes.engine.position import Position as PositionFile
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen.words import Icon
from ardennes.games.ardennes_offensive import accounts, battle, positions, sequence, setup
from ardennes.games.ardennes_offensive.advance import Advance, Into
from ardennes.games.ardennes_offensive.combat import Attack, Combat
from ardennes.games.ardennes_offensive.forces import ALLIED, SIDES, Arrival, Forces
from ardennes.games.ardennes_offensive.invariants import broken
from ardennes.games.ardennes_offensive.moves import Movement, Moving
from ardennes.games.ardennes_offensive.paradrop import Paradrop
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.reinforcements import Place, Reinforcement
from ardennes.games.ardennes_offensive.retreat import Flight, Leading, Retreat, Way
from ardennes.games.ardennes_offensive.screen import ArdennesScreen
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.terrain import Ground
from ardennes.hexmap import Costs

DATA = Path(__file__).parent / "data"


class Plan(NamedTuple):
    """What a scenario gives one side."""

    setup: str  # historical or free
    rate: str
    arrivals: Mapping[int, Arrival]


STAY, GO = "when waive: choose keep", "when waive: choose waive"
FORESEEN = (
    Foreseen(
        "Your units are attacked in a town or on the West Wall, where they may ignore retreats",
        "AO-E.11.0",
        (
            ("Always hold", (STAY,)),
            ("Hold below 3-1, otherwise retreat", ("when waive odds<3: choose keep", GO)),
            ("Always retreat", (GO,)),
        ),
    ),
    Foreseen(
        "Combat has cleared a hex and your units may advance",
        "AO-9.6.N",
        (("No advance", ("when advance: done",)),),
    ),
)
EVENT_ICONS: Mapping[str, Icon] = {
    "drop": "air", "interdiction": "interdicted", "limit": "stop", "mode": "road", "waive": "stop",
}  # fmt: skip


class Actions:
    """The actions of every verb, by hex or by unit, made once."""

    def __init__(self, ground: Ground, forces: Forces, columns: Sequence[str]) -> None:
        self.pick, self.join, self.lose, self.advance = over_units(forces, "pick", "join", "lose", "advance")
        self.go, self.march, self.target, self.place, self.drop, self.step = over_hexes(
            ground.grid, "go", "march", "target", "place", "drop", "step"
        )
        self.fight = downwards("fight", columns)


class Prompts:
    """Sentences and duties of every unit, made once."""

    def __init__(self, forces: Forces) -> None:
        self.move = forces.each("Choose where {} goes")
        self.place = forces.each("Choose where to place {}")
        self.retreat = forces.each("Choose where {} retreats")
        self.strength = tuple(f"{forces.display_names[unit.number]}: {unit.strength}" for unit in forces.units)
        self.retreated = forces.each("{} has retreated here and adds nothing")
        self.come_in = {
            f"{side} {phase}": tuple(
                Obligation(name, "enter", f"{side} {phase}", "AO-R.31", side) for name in forces.names
            )
            for side in SIDES
            for phase in ("movement", "mechanized")
        }


class ArdennesOffensive(CounterGame):
    """The Ardennes Offensive, with the errata of 31 May 1973."""

    name = "ardennes-offensive"
    published = "SPI 1973"
    scale = "Regiments"
    hours = 4
    sides = SIDES
    hides = False
    state_class = Situation
    screen_class = ArdennesScreen
    queries = QUERIES
    event_icons = EVENT_ICONS
    foreseen = FORESEEN
    ground: Ground
    forces: Forces

    def __init__(self, data: Path = DATA) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        self.forces = Forces.load(data / "units.csv", self.lists)
        self._plans = {one["name"]: self._plan(one) for one in self.lists["scenario"]}
        self.columns: tuple[str, ...] = tuple(self.tables["crt"]["standard"]["columns"])
        self.actions = Actions(self.ground, self.forces, self.columns)
        self.prompts = Prompts(self.forces)
        self.room: int = self.tables["stacking"]["units"]
        self.staging: int = self.tables["reinforcements"]["staging"]  # road hexes that each unit costs those behind
        self.each_hex = Costs(self.ground.grid).enter(self.ground.grid.all, 1)
        self.steps = self._steps()
        self.verbs = verbs(self.columns)

    def _plan(self, one: Mapping[str, Any]) -> tuple[Plan, Plan]:
        german, allied = (
            Plan(one[f"{name}_setup"], rate, self.forces.arrivals[side, rate])
            for side, name in enumerate(SIDES)
            for rate in (one[f"{name}_reinforcements"],)
        )
        return german, allied

    def plan(self, state: State, side: int) -> Plan:
        """What the scenario gives one side: set-up, rate and list of reinforcements."""
        return self._plans[state.scenario][side]

    # ---- what is printed, by unit number ----

    @cached_property
    def allowance(self) -> tuple[int, ...]:
        """The printed movement allowance of each unit."""
        return tuple(unit.allowance for unit in self.forces.units)

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """The kind of each unit, as long as nothing binds it."""
        return tuple(2 * unit.side + (not unit.mechanized) for unit in self.forces.units)

    @cached_property
    def changes_mode(self) -> int:
        """The units that can pay for a change of mode with what is printed on them."""
        kinds, kind_of = self.ground.kinds, self.kind_of
        return sum(1 << unit for unit, points in enumerate(self.allowance) if points >= kinds[kind_of[unit]].change)

    @cached_property
    def home(self) -> tuple[int, ...]:
        """The hex of each unit in the historical set-up, -1 for one that arrives later."""
        return tuple(self.ground.grid.index(unit.start) if unit.start else -1 for unit in self.forces.units)

    @cached_property
    def bound(self) -> dict[str, int]:
        """The west bank units of each scenario (AO-14.3.C)."""
        return {
            name: sum(1 << unit for unit, arrival in plans[ALLIED].arrivals.items() if arrival.west_bank)
            for name, plans in self._plans.items()
        }

    @cached_property
    def paratroops(self) -> int:
        """The unit that is dropped."""
        return self.forces.index[self.tables["paradrop"]["unit"]]

    @cached_property
    def crt(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Both tables: by column, then by die."""
        return {name: by_column(table) for name, table in self.tables["crt"].items()}

    @cached_property
    def moved_by(self) -> dict[str, tuple[frozenset[str], ...]]:
        """Whom the results of each column can make retreat, for both tables."""
        results = self.tables["results"]
        return {
            name: tuple(frozenset(results[label].get("retreats", "") for label in column) for column in columns)
            for name, columns in self.crt.items()
        }

    # ---- the sequence of play ----

    mechanized_phases = frozenset(f"{side} mechanized" for side in SIDES)
    movement_phases = mechanized_phases | frozenset(f"{side} movement" for side in SIDES)

    def _steps(self) -> dict[str, Step[Any]]:
        found: list[Step[Any]] = [
            Moving(), Place(), Paradrop(), sequence.TableDie(), Attack(), battle.Waive(), battle.Battle(),
            battle.Exchange(), Retreat(), Leading(), Advance(), Into(),
        ]  # fmt: skip
        for side, name in enumerate(SIDES):
            found += [
                setup.SetUp(f"{name} setup", side),
                Reinforcement(f"{name} reinforcement", side),
                sequence.SupplyJudgment(f"{name} supply", side),
                Movement(f"{name} movement", side, mechanized=False),
                Combat(f"{name} combat", side),
                Movement(f"{name} mechanized", side, mechanized=True),
            ]
        return {step.name: step for step in found}

    def next_phase(self, state: Position) -> None:
        """The phase in play is over."""
        sequence.next_phase(state)

    def fight(self, state: Position, targets: tuple[int, ...], joined: int, column: int) -> None:
        """An attack that was declared is made."""
        battle.fight(state, targets, joined, column)

    def log_retreat(self, state: Position, plan: Flight, ways: Sequence[Way]) -> None:
        """Log what limits and chooses a unit's retreat."""
        accounts.log(state, plan, ways)

    # ---- the contract ----

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """The state at the start of a scenario."""
        state = Situation(self, scenario, options)
        setup.begin(state)
        return state

    def set_position(self, position: PositionFile) -> State:
        """The state that a position file describes."""
        return positions.read(self, position)

    def invariants(self, state: State) -> Iterator[str]:
        """A sentence for everything that is never true of a sound position and is true of this one."""
        assert isinstance(state, Position)
        return broken(state)


def verbs(columns: tuple[str, ...]) -> tuple[Verb, ...]:
    """Each verb with the kind of thing it takes."""
    return (
        Verb("pick", "piece", role="begin", means="Choose the unit to move, place or retreat next"),
        Verb("go", "place", means="Move to a hex and end the move there in standard mode"),
        Verb("march", "place", means="Move to a hex and end the move there in Road Mode"),
        Verb("target", "place", role="target", means="Attack the units in a hex"),
        Verb("join", "piece", means="Add a unit to the attack"),
        Verb("fight", "word", words=columns, confirm=True, means="Attack at these odds"),
        Verb("choose", "word", words=("keep", "waive"), means="Keep or waive immunity to retreat"),
        Verb("lose", "piece", means="Remove a unit for the exchange"),
        Verb("step", "place", means="Choose the hex for a retreat or an advance"),
        Verb("advance", "piece", role="begin", means="Advance a mechanized unit into a cleared hex"),
        Verb("place", "place", means="Place a unit during set-up or on arrival"),
        Verb("drop", "place", means="Drop the paratroops on a hex"),
        Verb("done", role="end", confirm=True, means="End the phase or decline"),
    )


def load() -> ArdennesOffensive:
    """The game, with its data read."""
    return ArdennesOffensive()
