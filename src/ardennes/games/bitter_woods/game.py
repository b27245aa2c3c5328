"""The game: sides, scenarios, verbs, and the steps in the order in which they are played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from ardennes.counters import GONE, POOL, CounterGame, bits, by_column, over_hexes, over_units
from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.joining import APART, HELD, Assembly
from ardennes.engine import Position as PositionFile
from ardennes.engine import State, Step, Table, Verb
from ardennes.engine.features import NONE, Track
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen.words import Icon
from ardennes.games.bitter_woods import (
    advance,
    air,
    angriff,
    area,
    arms,
    assault,
    attachment,
    attrition,
    battlegroup,
    bombardment,
    bombed,
    bridges,
    challenge,
    combat,
    cooperation,
    dash,
    dumps,
    events,
    features,
    fuel,
    integrity,
    lasting,
    moves,
    moving,
    nerve,
    odds,
    positions,
    random_events,
    reserves,
    results,
    retreat,
    roadblocks,
    sequence,
    spearheads,
    standing,
    supply,
    surrender,
)  # fmt: skip
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, SIDES, Forces, Unit
from ardennes.games.bitter_woods.foreseen import FORESEEN
from ardennes.games.bitter_woods.invariants import broken
from ardennes.games.bitter_woods.opening import Opening
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.screen import BitterScreen
from ardennes.games.bitter_woods.state import ASIDE, NORTH, OUT, SOUTH, WEST, Position
from ardennes.games.bitter_woods.terrain import Crosser, Ground
from ardennes.hexmap import Costs

REMEMBERED = 256  # choices of options that are kept
DATA = Path(__file__).parent / "data"
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
EVENT_ICONS: Mapping[str, Icon] = {
    "step": "reduced", "free": "arrow", "duty": "fight", "score": "victory", "support": "fired", "repair": "bridge",
    "blow": "blown", "build": "position", "demolition": "blown", "effect": "act", "dump": "fuel", "shock": "shocked",
    "influence": "leader", "attach": "leader",
}  # fmt: skip


class Actions:
    """The actions of every verb, by unit, hex or hexside, made once."""

    def __init__(self, ground: Ground, forces: Forces) -> None:
        self.pick, self.reserve, self.join, self.add, self.lose, self.advance, self.influence = over_units(
            forces, "pick", "reserve", "join", "add", "lose", "advance", "influence"
        )
        self.attach = Table("attach", ARMIES)
        self.enter, self.go, self.step, self.target, self.drop, self.interdict, self.challenge, self.slip = over_hexes(
            ground.grid, "enter", "go", "step", "target", "drop", "interdict", "challenge", "slip"
        )
        self.exit = Table("exit", [way.name for way in ground.ways_out])
        self.repair, self.blow, self.span = (ground.bridges.table(verb) for verb in ("repair", "blow", "span"))
        self.demolish, self.guard = (ground.bridges.table(verb) for verb in ("demolish", "guard"))
        self.mark, self.burn = over_hexes(ground.grid, "mark", "burn")


class BitterWoods(CounterGame):
    """Bitter Woods, the Designer Edition."""

    name = "bitter-woods"
    published = "Compass Games"
    scale = "Regiments"
    hours = 8
    sides = SIDES
    sequence = sequence.ORDER
    state_class = Situation
    screen_class = BitterScreen
    event_icons = EVENT_ICONS
    foreseen = FORESEEN
    queries = QUERIES
    shifts: tuple[odds.Shifting, ...] = (
        odds.surprise, nerve.shift, odds.aircraft, arms.shift, cooperation.shift, odds.terrain,
    )  # fmt: skip
    modifiers: tuple[odds.Modifying, ...] = (odds.endurance, integrity.modify, lasting.modify)
    ground: Ground
    forces: Forces

    def __init__(self, data: Path = DATA) -> None:
        super().__init__(data)
        self.ground = Ground(self.board, self.tables)
        self.forces = Forces.load(data / "units.csv", self.tables)
        stacking = self.tables["stacking"]
        self.stack_limit: int = stacking["units"]
        self.stacks_free = self.forces.named(stacking["free"]) | self.forces.leaders | self.forces.immobile
        self.big_division = self.forces.of_division[stacking["division"]["name"]]
        self.battlegroup = battlegroup.Battlegroup.of(self.forces, self.tables["battlegroup"])
        self.group = tuple(bits(self.battlegroup.members))
        self.assemblies: tuple[Assembly, ...] = (self.battlegroup.assembly,)
        self.stacks_apart = self.stacks_free | self.big_division  # units that find room in some full hexes
        self.stacks_apart |= self.battlegroup.parts
        self.zoneless = self.forces.artillery | self.battlegroup.parts  # of themselves without a zone (BW-7.3, 36.9)
        self.engageable = self.forces.wading & ~self.battlegroup.grenadiers  # do not ignore an engagement (BW-36.6)
        self.big_limit: int = stacking["division"]["units"]
        self.dug_in = self.ground.grid.mask(self.tables["improved"]["hexes"])
        self.seasons = tuple(map(self.ground.season, self.tables["turns"]["names"]))
        self.last_bounded_turn = self.turn_named(self.tables["boundaries"]["last"])
        self.crossers = tuple(Crosser(unit.pays, unit.wades, unit.heavy) for unit in self.forces.units)
        self.closed_to = tuple(map(self._closed_to, self.forces.units))  # by unit, while boundaries bind it (BW-5.4)
        self.network = supply.Network(self.ground)
        self.opening = Opening(self.forces, self.tables)
        self.frail = self.forces.those(lambda unit: 0 < unit.er <= self.tables["surrender"]["er"])
        spearheads = self.tables["spearheads"]
        self.peiper, self.sneaking = (self.forces.named(spearheads[name]["units"]) for name in ("peiper", "sneak"))
        self.spearheads = self.peiper | self.sneaking
        self.peiper_turn = self.turn_named(spearheads["peiper"]["turn"])
        self.sneak_turns = frozenset(map(self.turn_named, spearheads["sneak"]["turns"]))
        self.nations = cooperation.Nations.of(self.forces, self.tables["cooperation"]["crossing"])
        self.scare_turns = frozenset(map(self.turn_named, self.tables["nerve"]["scare_turns"]))
        self.near_dumps = fuel.near(self)
        self.areas = self._areas()
        self.in_force = lru_cache(maxsize=REMEMBERED)(self._in_force)
        self.actions = Actions(self.ground, self.forces)
        self.steps = self._steps()
        self.verbs = self._verbs()
        self.each_hex = Costs(self.ground.grid).enter(self.ground.grid.all, 1)

    def _in_force(self, scenario: str, options: tuple[tuple[str, str], ...]) -> frozenset[str]:
        """The optional rules that are on, but for those of which nothing can happen in the scenario (BW-R.115)."""
        idle = self.without_effect(scenario, dict(options))
        return frozenset(name for name, choice in options if choice == "on" and name not in idle)

    def _areas(self) -> dict[str, area.Area]:
        """The part of the map that each scenario has in play."""
        found = dict.fromkeys(self.scenarios, area.whole(self.ground))
        for name, part in self.lists["areas"].items():
            found[name] = area.of(self.ground, self.forces, part)
        return found

    def _closed_to(self, unit: Unit) -> int:
        return self.ground.closed.get(unit.army, 0) if self.forces.bindable >> unit.number & 1 else 0

    def load(self, units: int) -> int:
        """How many units some count for in stacking; the battalions of a group are thirds of one (BW-6.1, BW-36.7)."""
        counted = units & ~self.stacks_free
        thirds = counted & self.battlegroup.parts
        return (counted & ~thirds).bit_count() + bool(thirds)

    # ---- turns and tables ----

    def turn_named(self, name: str) -> int:
        """The number of a Game-Turn that the rules name: 17PM is the fourth. Raises ValueError if there is none."""
        names: list[str] = self.tables["turns"]["names"]
        return names.index(name) + 1

    def turn_name(self, turn: int) -> str:
        """What the rules call a Game-Turn."""
        name: str = self.tables["turns"]["names"][turn - 1]
        return name

    def aircraft(self, turn: int) -> tuple[int, int]:
        """The aircraft of each side on a Game-Turn (BW-11.1)."""
        german, allied = (self.tables["air"][side][turn - 1] for side in SIDES)
        return german, allied

    @cached_property
    def crt(self) -> tuple[tuple[str, ...], ...]:
        """The combat results table by column, then by die; the asterisks of an optional rule are left out (BW-9.5)."""
        rows = {die: [cell.rstrip("*") for cell in row] for die, row in self.tables["crt"]["results"].items()}
        return by_column({die: rows[die] for die in map(str, range(1, 7))})

    @cached_property
    def angriff(self) -> tuple[tuple[str, ...], ...]:
        """The table of attacks on the move by column, then by die (BW-23.2)."""
        return by_column({die: self.tables["angriff"]["results"][die] for die in map(str, range(1, 7))})

    def results(self, table: str) -> tuple[tuple[str, ...], ...]:
        """A table of results by its name: `crt` or `angriff`."""
        found: tuple[tuple[str, ...], ...] = getattr(self, table)
        return found

    @cached_property
    def starred(self) -> tuple[tuple[bool, ...], ...]:
        """Which results of the table bear an asterisk, by column, then by die (BW-20.0)."""
        rows = by_column({die: self.tables["crt"]["results"][die] for die in map(str, range(1, 7))})
        return tuple(tuple(cell.endswith("*") for cell in column) for column in rows)

    @cached_property
    def boxes(self) -> Boxes:
        """Not arrived, eliminated, left beyond the Meuse, and off the three edges."""
        return Boxes((
            Box("pool", POOL, "has not arrived"),
            Box("eliminated", GONE, "is eliminated"),
            Box("out", OUT, "has exited the map", SIDES[GERMAN]),
            Box("north", NORTH, "is off the north edge", SIDES[ALLIED]),
            Box("south", SOUTH, "is off the south edge", SIDES[ALLIED]),
            Box("west", WEST, "is off the west edge", SIDES[ALLIED]),
            Box("aside", ASIDE, "takes no part"),
            Box("joined", HELD, "is part of Kampfgruppe Peiper", SIDES[GERMAN]),
            Box("split", APART, "is split into its battalions", SIDES[GERMAN]),
        ))  # fmt: skip

    # ---- the sequence of play ----

    def _steps(self) -> dict[str, Step[Any]]:
        found: list[Step[Any]] = [
            supply.ShortageDie(), air.Interdiction(sequence.INTERDICTION, GERMAN),
            attachment.Attach(), moves.Enter(), moving.Moving("motion", self.actions.go, self.actions.step),
            combat.Attack(), combat.OffensiveSupport(), combat.DefensiveSupport(), nerve.NerveDie(), combat.CombatDie(),
            results.Loss(), attrition.Wear(), standing.Stand(), retreat.Retreat(), retreat.RetreatWay(),
            advance.Advance(), advance.AdvanceWay(),
            bombardment.Bombard(), bombardment.BombardmentDice(), angriff.Past(),
            *dumps.steps(), events.EventDice(), *random_events.steps(), bombed.Bombed(),
            roadblocks.Toll(), roadblocks.Deception(),
            bridges.DemolitionDie(), bridges.Crossing(), surrender.SurrenderDie(),
            challenge.ChallengeDie(), challenge.Overstacked(), spearheads.SlipDie(), assault.Assault(),
            dash.Dash("dash", self.actions.go, self.actions.step),
        ]  # fmt: skip
        for side in (GERMAN, ALLIED):
            found += [
                supply.SupplyPhase(sequence.phase(side, sequence.SUPPLY), side),
                reserves.ReservePhase(sequence.phase(side, sequence.RESERVE), side),
                moves.Movement(sequence.phase(side, sequence.MOVEMENT), side),
                combat.Combat(sequence.phase(side, sequence.COMBAT), side),
                bridges.Demolition(sequence.phase(side, sequence.DEMOLITION), side),
                moves.Movement(sequence.phase(side, sequence.EXPLOITATION), side, exploiting=True),
                bridges.Construction(sequence.phase(side, sequence.CONSTRUCTION), side),
            ]
        return {step.name: step for step in found}

    def _verbs(self) -> tuple[Verb, ...]:
        """Each verb with the kind of thing it takes."""
        hexes, spans = self.ground.numbers, self.ground.bridges.names
        outs = tuple(way.name for way in self.ground.ways_out)
        return (
            Verb("drop", "place", among=hexes, means="Drop supplies for the Allied units in a hex"),
            Verb("interdict", "place", among=hexes, means="Interdict a hex with an aircraft"),
            Verb("reserve", "piece", means="Put a unit in reserve"),
            Verb("pick", "piece", role="begin", means="Choose the unit to move, enter or retreat"),
            Verb("enter", "place", among=hexes, means="Enter the map at a hex of the edge"),
            Verb("go", "place", among=hexes, means="Move to a hex and end the move there"),
            Verb("step", "place", among=hexes, means="Move, retreat or advance into an adjacent hex"),
            Verb("stop", means="End the move or the advance here"),
            Verb("challenge", "place", among=hexes, means="Challenge the interdiction of a forest hex by road"),
            Verb("slip", "place", among=hexes, means="Try to slip through enemy ZOCs into a hex"),
            Verb("dash", means="Convert the rest of the advance to road movement"),
            Verb("combine", role="work", means="Join the three battalions of Kampfgruppe Peiper into one unit"),
            Verb("separate", role="work", means="Split Kampfgruppe Peiper into its three battalions"),
            Verb("exit", "place", among=outs, means="Exit the map by a hexside"),
            Verb("build", role="work", confirm=True, means="Build an improved position, or fortify the town"),
            Verb("repair", "place", among=spans, role="work", means="Begin to repair a bridge"),
            Verb("target", "place", among=hexes, role="target", means="Attack the units in a hex"),
            Verb("join", "piece", means="Add a unit to the attack"),
            Verb("add", "piece", means="Support the combat with an artillery unit"),
            Verb("fly", means="Support the combat with an aircraft"),
            Verb("bombard", means="Bombard the hex before the attack"),
            Verb("angriff", means="Announce an attack on the move"),
            Verb("lose", "piece", means="Choose the unit that takes a combat loss"),
            Verb("influence", "piece", means="Have units in a leader's range stand fast and take losses"),
            Verb("attach", "word", words=ARMIES, means="Attach an arriving unit to an army"),
            Verb("advance", "piece", means="Advance with a unit"),
            Verb("blow", "place", among=spans, means="Try to blow a bridge"),
            Verb("span", "place", among=spans, means="Complete a bridge by advancing across it"),
            Verb("demolish", "place", among=spans, means="Blow a bridge without a die roll, by the damned engineers"),
            Verb("guard", "place", among=spans, means="Let commandos guard a bridge"),
            Verb("burn", "place", among=hexes, means="Try to blow up a fuel dump"),
            Verb("mark", "place", among=hexes, means="Name a hex for an event"),
            Verb("done", role="end", confirm=True, means="End the phase or decline"),
        )

    # ---- the contract ----

    def places(self) -> Sequence[str]:
        """The numbers of all hexes, all bridges, and the hexsides by which units leave the map."""
        return [*self.ground.numbers, *self.ground.bridges.names, *(way.name for way in self.ground.ways_out)]

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """The German player's first turn is about to begin (BW-3.0)."""
        state = self.deployed(scenario, options)
        sequence.begin_turn(state, 1)
        if fuel.OPTION in state.optional:
            dumps.begin(state)
        return state

    def set_position(self, position: PositionFile) -> State:
        """The position of a hand-written file. Raises PositionError with the line at fault."""
        return positions.read(self, position)

    def secretive(self, state: State) -> bool:
        """Only where fuel dumps are played does a side know something that the other does not."""
        return fuel.OPTION in cast(Position, state).optional

    def conceal(self, view: State, viewer: str) -> None:
        """The hexes of fuel dumps are the Allied player's secret."""
        dumps.conceal(cast(Position, view), viewer)

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        """Dumps that fit the view."""
        dumps.fill(cast(Position, state), viewer, rng)

    def rows_of(self, what: str) -> tuple[int, ...]:
        """The numbers of bridges among the places."""
        return tuple(self.ground.bridges.index.get(place, NONE) for place in self.places())

    def own_tracks(self) -> Iterator[Track]:
        """Fuel dumps and lasting events."""
        return features.tracks(self)

    def invariants(self, state: State) -> Iterator[str]:
        """A sentence for everything that is never true of a sound position and is true of this one."""
        return broken(cast(Position, state))

    # ---- the start ----

    def deployed(self, scenario: str, options: Mapping[str, str] = NO_OPTIONS) -> Situation:
        """Every unit where its counter says, before the first phase (BW-3.0)."""
        state = Situation(self, scenario, options)
        state.turn = 1
        for unit in self.forces.units:
            if state.area.absent >> unit.number & 1 or (unit.option and unit.option not in state.optional):
                state.at[unit.number] = ASIDE
            elif unit.start:
                start = state.area.starts.get(unit.name, unit.start)
                state.stand(unit.number, self.ground.grid.index(start))
        if battlegroup.played(state):
            battlegroup.set_up(state)
        state.improved &= state.held[ALLIED]
        return state

    @cached_property
    def began_in_zone(self) -> int:
        """The Allied units that begin the game in a German zone (BW-15.2, BW-R.5)."""
        from ardennes.games.bitter_woods.zones import zone

        state = self.deployed("campaign")
        return state.units_at(zone(state, GERMAN) & state.held[ALLIED])


def load() -> BitterWoods:
    """The game, with its data read."""
    return BitterWoods()
