"""The game: sides, scenario, verbs, and the steps in the order in which they are played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ardennes.counters import GONE, POOL, CounterGame, by_column, over_hexes, over_units
from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.hand import Pool
from ardennes.counters.setup import Zone
from ardennes.engine import Action, Foreseen, State, Step, Table, Verb
from ardennes.engine.features import Track
from ardennes.engine.position import Position as PositionFile
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen.words import Icon
from ardennes.games.bastogne import bombardment, combat, features, moves, positions, results, retreat, sequence, support
from ardennes.games.bastogne.forces import ALLIED, SIDES, Forces
from ardennes.games.bastogne.invariants import broken
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.screen import BastogneScreen
from ardennes.games.bastogne.setup import AlliedSetUp
from ardennes.games.bastogne.state import OUT, Position
from ardennes.games.bastogne.terrain import Ground

DATA = Path(__file__).parent / "data"
FACTORS = ("2", "3", "4", "5", "6")
EVENT_ICONS: Mapping[str, Icon] = {
    "arrival": "enter", "step": "reduced", "support": "fired", "draw": "hidden", "town": "control", "stand": "position",
    "score": "victory",
}  # fmt: skip
FORESEEN = (
    Foreseen(
        "Your unit is attacked and you hold markers",
        "BA-8.2.1.protective",
        (
            ("No protective fire", ("when protective: done",)),
            ("Decline below +2, otherwise ask me", ("when protective differential<2: done",)),
        ),
    ),
    Foreseen(
        "Your units must retreat, or stand and lose a step",
        "BA-8.3.stiff",
        (
            ("Retreat if there is a way, otherwise ask me", ("when stiff trapped=0: choose retreat",)),
            (
                "Full-strength units stand, all others retreat if they can",
                ("when stiff steps=2: choose stand", "when stiff trapped=0: choose retreat"),
            ),
            ("Always stand", ("when stiff: choose stand",)),
        ),
    ),
    Foreseen(
        "Your bombarded unit must retreat, or stand and lose a step",
        "BA-8.3.stiff",
        (
            ("It retreats if it can, otherwise ask me", ("when stiff bombarded=1 trapped=0: choose retreat",)),
            (
                "At full strength it stands; depleted, it retreats if it can",
                ("when stiff bombarded=1 steps=2: choose stand", "when stiff bombarded=1 trapped=0: choose retreat"),
            ),
            ("It stands", ("when stiff bombarded=1: choose stand",)),
        ),
    ),
    Foreseen(
        "You hold markers and an enemy unit is within four hexes",
        "BA-8.1",
        (("No bombardments", ("when bombardment: done",)),),
    ),
    Foreseen(
        "Combat has cleared a hex and your units may advance", "BA-8.5", (("No advance", ("when advance: done",)),)
    ),
)


class Actions:
    """The actions of every verb, by unit, by hex, by exit or by factor, made once."""

    def __init__(self, ground: Ground, forces: Forces) -> None:
        self.pick, self.join, self.lose, self.advance = over_units(forces, "pick", "join", "lose", "advance")
        self.place, self.enter, self.go, self.step, self.bombard, self.target = over_hexes(
            ground.grid, "place", "enter", "go", "step", "bombard", "target"
        )
        self.exit = Table("exit", [exit_.name for exit_ in ground.exits])
        self.fire = {int(factor): Action("fire", factor) for factor in FACTORS}


class Bastogne(CounterGame):
    """Bastogne: A Desperate Defense, the edition of 2023."""

    name = "bastogne"
    published = "Decision Games 2023"
    scale = "Battalions"
    hours = 3
    sides = SIDES
    hides = True
    derives_from_hidden = False
    state_class = Situation
    screen_class = BastogneScreen
    queries = QUERIES
    event_icons = EVENT_ICONS
    foreseen = FORESEEN
    ground: Ground
    forces: Forces

    def __init__(self, data: Path = DATA) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        self.forces = Forces.load(data / "units.csv", self.tables["mobile"]["allowance"])
        self.pools = tuple(Pool.of(self.tables["support_fire"][f"{side}_pool"]) for side in SIDES)
        self.actions = Actions(self.ground, self.forces)
        self.retreat_way = retreat.RetreatWay("way", self.actions.step)
        self.steps = self._steps()
        self.verbs = self._verbs()

    # ---- tables ----

    @cached_property
    def crt(self) -> tuple[tuple[str, ...], ...]:
        """The combat results table: by column, then by die (BA-8.3)."""
        return by_column(self.tables["crt"]["results"])

    @cached_property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The differentials of each row of the table, by column (BA-8.2.row)."""
        columns = self.tables["crt"]["columns"]
        return {row: tuple(columns[row]) for row in self.tables["crt"]["rows"] if row != "source"}

    def effects(self, kind: str) -> Mapping[str, Any]:
        """What each result does in a ground attack or a bombardment."""
        found: dict[str, Any] = self._effects["results" if kind == "attack" else "bombardment"]
        return found

    @cached_property
    def _effects(self) -> dict[str, dict[str, Any]]:
        return {
            name: {label: effect for label, effect in self.tables[name].items() if label != "source"}
            for name in ("results", "bombardment")
        }

    @cached_property
    def boxes(self) -> Boxes:
        """Not arrived, eliminated, or out by the west edge."""
        return Boxes((
            Box("pool", POOL, "has not arrived"),
            Box("eliminated", GONE, "is eliminated"),
            Box("west", OUT, "has exited the map", SIDES[0]),
        ))  # fmt: skip

    @cached_property
    def set_up_zones(self) -> tuple[Zone, ...]:
        """Where the units of the set-up may be placed (BA-12.0)."""
        grid, regions = self.ground.grid, self.board.regions
        found = []
        for one in self.lists["zone"]:
            near = grid.disc(regions[one["near"]], one["within"]) if "near" in one else grid.all
            hexes = near & ~regions[one["except"]] if "except" in one else near
            found.append(Zone(one["rule"], one["label"], hexes, self.forces.named(one["units"])))
        return tuple(found)

    # ---- the sequence of play ----

    def _steps(self) -> dict[str, Step[Any]]:
        found: list[Step[Any]] = [
            AlliedSetUp(sequence.SETUP, ALLIED, self.actions.pick, self.actions.place), support.SupportFire(),
            moves.Enter(), moves.Moving("motion", self.actions.go, self.actions.step),
            bombardment.Bombardment(), combat.Attack(), combat.GroundSupport(), combat.ProtectiveFire(),
            combat.CombatDie(), results.Reduce(), results.Stiff(),
            retreat.Retreat(), self.retreat_way, retreat.Advance(),
        ]  # fmt: skip
        for side, name in enumerate(SIDES):
            found += [
                moves.Movement(f"{name} movement", side, mobile_only=False),
                combat.Combat(f"{name} combat", side),
                moves.Movement(f"{name} mobile", side, mobile_only=True),
            ]
        return {step.name: step for step in found}

    def _verbs(self) -> tuple[Verb, ...]:
        """Each verb with the kind of thing it takes."""
        hexes, exits = self.ground.numbers, tuple(self.ground.exit_of)
        return (
            Verb("pick", "piece", role="begin", means="Choose a unit to set up, move, enter or retreat"),
            Verb("place", "place", among=hexes, means="Set up a unit in a hex"),
            Verb("enter", "place", among=hexes, means="Enter the map at a hex of the edge"),
            Verb("go", "place", among=hexes, means="Move to a hex and end the move there"),
            Verb("step", "place", among=hexes, means="Move or retreat into an adjacent hex"),
            Verb("exit", "place", among=exits, means="Exit the map by the west edge"),
            Verb("stop", means="End the move here"),
            Verb("bombard", "place", among=hexes, role="target", means="Bombard the unit in a hex"),
            Verb("target", "place", among=hexes, role="target", means="Attack the unit in a hex"),
            Verb("join", "piece", means="Add a unit to the attack"),
            Verb("fire", "word", words=FACTORS, means="Use a support fire marker of this factor"),
            Verb("choose", "word", words=("retreat", "stand"), means="Retreat, or stand and lose a step"),
            Verb("lose", "piece", means="Choose the unit that loses a step"),
            Verb("advance", "piece", means="Advance into a hex cleared by combat"),
            Verb("done", role="end", confirm=True, means="End the phase or decline"),
        )

    # ---- the contract ----

    def places(self) -> Sequence[str]:
        """The numbers of all hexes, and the hexsides of the west edge."""
        return [*self.ground.numbers, *self.ground.exit_of]

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """The Allied player is about to set up (BA-12.0)."""
        state = Situation(self, scenario, options)
        state.turn, state.phasing = 1, ALLIED
        state.set_step(sequence.SETUP)
        return state

    def set_position(self, position: PositionFile) -> State:
        """The state that a position file describes."""
        return positions.read(self, position)

    def conceal(self, view: State, viewer: str) -> None:
        """Hands and plans are their owner's secrets."""
        support.conceal(cast(Position, view), viewer)

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        """Hands that fit the view."""
        support.fill(cast(Position, state), viewer, rng)

    def own_tracks(self) -> Iterator[Track]:
        """Markers, plans and the town."""
        return features.tracks(self)

    def invariants(self, state: State) -> Iterator[str]:
        """A sentence for everything that is never true of a sound position and is true of this one."""
        return broken(cast(Position, state))


def load() -> Bastogne:
    """The game, with its data read."""
    return Bastogne()
