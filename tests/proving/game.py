"""The game itself: sides, scenarios, rule options, verbs, the steps, and how a game begins."""

from __future__ import annotations

import csv
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ardennes.engine import Catalogue, Game, Position, RuleOption, Scenario, State, Step, Table, Verb
from ardennes.engine.queries import QUERIES
from ardennes.engine.screen import Parts, Screen
from ardennes.hexmap import Board
from ardennes.hexmap.costs import Costs
from tests.proving import positions, secrets
from tests.proving import screen as screens
from tests.proving.aftermath import Advance, Fire, Losses, Retreat
from tests.proving.assault import Answer, Combat, Declare, GroundDie, Lower, Support
from tests.proving.barrage import Barrage, Salvo
from tests.proving.meeting import Ambush, Blow
from tests.proving.motion import Motion
from tests.proving.movement import Excess, Lot, Movement
from tests.proving.state import DEAD, IN_HAND, LIMIT, UNFORMED, Ground, Unit
from tests.proving.turn import ZONES, Alarm, Draw, Plan, Reveal, SetUp, Turn
from tests.proving.walking import bridges

DATA = Path(__file__).parent / "data"
KINDS = ("gun", "inf", "tank")
OPTIONS = (
    RuleOption("ambush", "Ambush", "PG-4.2", default="on", fixed_in=("storm",)),
    RuleOption("wide", "Wide alarm", "PG-4.3", needs=("ambush",)),
    RuleOption("quiet", "Quiet night", "PG-4.4", excludes=("ambush",)),
    RuleOption("victor", "The victor leads retreats", "PG-7.11", default="on"),
    RuleOption("loser", "The loser leads retreats", "PG-7.16", replaces=("victor",)),
)
STEPS: tuple[type[Step[Ground]], ...] = (
    Turn, SetUp, Plan, Reveal, Draw, Alarm, Movement, Lot, Motion, Blow, Ambush, Excess, Barrage, Salvo,
    Combat, Declare, Support, Answer, Lower, GroundDie, Fire, Losses, Retreat, Advance,
)  # fmt: skip


class Proving(Game):
    """The proving ground."""

    name = "proving"
    title = "The proving ground"
    sides = ("red", "blue")
    hides = True
    queries = QUERIES - {"units", "margin"}
    state_class: type[Ground] = Ground
    town = "0507"
    board: Board

    def __init__(self) -> None:
        self.board = Board.load(DATA / "board.toml")
        self.rules = Catalogue.load(DATA / "rules.toml")
        self.tables: dict[str, dict[str, Any]] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
        self.set_ups: dict[str, dict[str, Any]] = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))
        self.scenarios = {
            name: Scenario(name, raw["title"], raw["text"], raw["rule"], raw["turns"])
            for name, raw in self.set_ups.items()
        }
        self.options = {option.name: option for option in OPTIONS}
        with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
            self.units = {row["name"]: _unit(number, row) for number, row in enumerate(csv.DictReader(file))}
        self.order = {side: [unit for unit in self.units.values() if unit.side == side] for side in self.sides}
        self.steps = {step.name: step() for step in STEPS}
        self.verbs = self._verbs()

    def _verbs(self) -> Sequence[Verb]:
        hexes, boxes = self._hexes(), tuple(self.board.boxes)
        units, lots = tuple(self.units), self._lots()
        divisions = tuple(unit.name for unit in self.units.values() if unit.parts)
        return (
            Verb("pick", "piece", means="Choose a unit, or a lot.", among=(*units, *lots), role="begin"),
            Verb("put", "place", means="Set a unit up.", among=hexes),
            Verb("step", "place", means="Enter one neighbouring hex.", among=(*hexes, *boxes)),
            Verb("go", "place", means="Go there and end the move.", among=(*hexes, *boxes)),
            Verb("stop", means="End the move here.", role="end"),
            Verb("mode", "word", ("foot", "road"), means="Fold up or unfold."),
            Verb("load", "piece", means="Take a unit up.", among=units),
            Verb("unload", "piece", means="Set cargo down.", among=units),
            Verb("form", "piece", means="Form a division.", among=divisions),
            Verb("split", "piece", means="Split a division.", among=divisions),
            Verb("take", "word", tuple(map(str, range(1, 28))), means="So many of a lot."),
            Verb("blow", "place", means="Try to blow a bridge.", among=tuple(bridges(self.board))),
            Verb("target", "place", means="Attack a hex.", among=hexes, role="target"),
            Verb("join", "piece", means="Attack with a unit, fire with a lot.", among=(*units, *lots)),
            Verb("support", "piece", means="Add artillery or aircraft.", among=(*units, *self._missions())),
            Verb("play", "piece", means="Lay a chit open.", among=self._chits()),
            Verb("lower", "word", ("0", "1", "2"), means="Hold back so many columns."),
            Verb("choose", "word", ("hold", "spring"), means="Spring the ambush or not."),
            Verb("assign", "word", ZONES, means="Fly there."),
            Verb("lose", "piece", means="Lose a step of a unit.", among=units),
            Verb("advance", "piece", means="Enter the empty hex.", among=units),
            Verb("done", means="That is all.", role="end", confirm=True),
        )

    # ---- names ----

    def _hexes(self) -> tuple[str, ...]:
        return tuple(self.board.grid.name(i) for i in self.board)

    def _lots(self) -> tuple[str, ...]:
        return tuple(f"{kind}@{place}" for kind in KINDS for place in self._hexes())

    def _missions(self) -> tuple[str, ...]:
        return tuple(f"{side}-air-{zone}" for side in self.sides for zone in ZONES)

    def _chits(self) -> tuple[str, ...]:
        return tuple(f"chit-{turn}" for turn in range(1, 1 + max(s.turns for s in self.scenarios.values())))

    def pieces(self) -> Sequence[str]:
        return (*self.units, *self._lots(), *self._missions(), *self._chits())

    def places(self) -> Sequence[str]:
        return (*self._hexes(), *self.board.boxes, *bridges(self.board))

    # ---- the ground ----

    @cached_property
    def foot(self) -> dict[tuple[str, ...], Costs]:
        """Costs on foot without the enemy, by the bridges that are blown."""
        return {}

    @cached_property
    def go(self) -> Table:
        """`go` to every hex, by its bit."""
        names = {i: self.board.grid.name(i) for i in self.board}
        return Table("go", [names.get(i, "") for i in range(self.board.grid.size)])

    @cached_property
    def roads(self) -> int:
        """The hexes with a road or trail."""
        found = 0
        for kind in ("road", "trail"):
            for mask in self.board.links(kind):
                found |= mask
        return found

    @cached_property
    def east(self) -> int:
        """The hexes east of the river."""
        return self.board.grid.mask(h for h in self._hexes() if int(h[2:]) >= 5)

    # ---- beginning ----

    def blank(self, scenario: str, options: Mapping[str, str]) -> Ground:
        """A position with everything out of play."""
        state = self.state_class(self, scenario, options)
        state.turn = 1
        state.at = {name: UNFORMED if unit.parts else DEAD for name, unit in self.units.items()}
        state.planned = dict.fromkeys(self.sides, ())
        state.missions = dict.fromkeys(self.sides, self.set_ups[scenario]["missions"])
        state.town = "blue"
        state.set_step("turn")
        return state

    def bring(self, state: Ground, piece: str, place: str) -> None:
        """A unit comes into play whole; a division takes its brigades in."""
        unit = self.units[piece]
        state.place(piece, place)
        state.steps[unit.number] = unit.steps
        for part in unit.parts:
            state.at[part] = piece
            state.steps[self.units[part].number] = self.units[part].steps

    def set_up(self, scenario: str, options: Mapping[str, str]) -> Ground:
        state = self.blank(scenario, options)
        raw = self.set_ups[scenario]
        for piece, place in raw["pieces"].items():
            if "@" in piece:
                state.lots[piece] = place
            else:
                self.bring(state, piece, place)
        for piece in raw.get("by_hand", ()):
            self.bring(state, piece, IN_HAND)
        if raw.get("by_hand"):
            state.push("setup")
        return state

    def set_position(self, position: Position) -> Ground:
        return positions.read(self, position)

    # ---- secrets and soundness ----

    def conceal(self, view: State, viewer: str) -> None:
        secrets.conceal(cast(Ground, view), viewer)

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        secrets.fill(cast(Ground, state), viewer, rng)

    def screen(self, view: State, parts: Parts | None = None) -> Screen:
        return screens.screen(cast(Ground, view))

    def invariants(self, state: State) -> Iterator[str]:
        ground = cast(Ground, state)
        known = {*self.units, *self._hexes(), *self.board.boxes, DEAD, UNFORMED, IN_HAND}
        for unit in self.units.values():
            at, steps = ground.at[unit.name], ground.steps[unit.number]
            if at not in known:
                yield f"{unit.name} stands at “{at}”"
            if at in self.board.grid and not 1 <= steps <= unit.steps:
                yield f"{unit.name} is on the board with {steps} steps"
        if ground.occupied("red") & ground.occupied("blue"):
            yield "both sides hold one hex"
        if any(n < 1 or ground.tired.get(lot, 0) > n for lot, n in ground.lots.items()):
            yield f"a lot is empty, or more of it are tired than there are: {ground.lots}"
        if ground.top.step in ("combat", "barrage", "plan"):
            for side in self.sides:
                places = [ground.at[unit.name] for unit in ground.on_board(side)]
                yield from (f"{h} is over-stacked" for h in set(places) if places.count(h) > LIMIT)


def _unit(number: int, row: dict[str, str]) -> Unit:
    attack, defence, move, steps, enters = (int(row[key]) for key in ("attack", "defence", "move", "steps", "enters"))
    parts = tuple(row["parts"].split())
    return Unit(number, row["name"], row["side"], row["kind"], attack, defence, move, steps, enters, parts)


def load() -> Proving:
    """The proving ground, freshly read."""
    return Proving()
