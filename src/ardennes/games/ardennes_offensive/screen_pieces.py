"""The pieces on the screen: where they lie, what is printed on them, badges, and the figures on their cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, cast

from ardennes.counters import POOL, Counter
from ardennes.counters.screens import CounterScreen, Status
from ardennes.engine import screen
from ardennes.engine.screen.words import Nation, PieceState
from ardennes.games.ardennes_offensive import bridges, names, supply
from ardennes.games.ardennes_offensive.forces import SIDES, Unit
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.reinforcements import Reinforcement
from ardennes.games.ardennes_offensive.roadmode import allowance
from ardennes.games.ardennes_offensive.zones import closed
from ardennes.hexmap import Supply

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive

TERRAIN = {"clear": "clear terrain", "rough": "rough terrain", "edge": "map edge"}
ISOLATED = screen.Badge("isolated", "Isolated", "AO-12.3.H")
UNSUPPLIED = screen.Badge("unsupplied", "Unsupplied", "AO-12.3.G")
ROAD_MODE = screen.Badge("road", "Road Mode", "AO-6.0")
MUST_LEAVE = screen.Badge("stop", "Must leave Road Mode", "AO-6.7.L")
DORMANT = screen.Badge("stop", "Dormant", "AO-5.3.M")
WEST_BANK = screen.Badge("stop", "West bank only", "AO-14.3.C")

Condition = tuple[int, str, str] | None  # movement points, supply and mode of a unit in play



class Pieces(CounterScreen[Situation, "ArdennesOffensive"]):
    """Every unit of the scenario, wherever it is."""

    terrain = TERRAIN
    acting_verbs = ("pick", "join", "lose", "advance")

    def supply_now(self, side: int) -> Supply:
        """The supply of a side at this moment, found once for all who look."""
        view = self.view
        cut = bridges.cut(view, side, bridges.shadow(view, side))
        return self.lasting(f"supply {side}", (closed(view, side), cut), lambda: supply.lines(view, side, cut))

    # ---- where they lie ----

    def place(self, unit: int) -> str | None:
        """The hex or box where a unit lies; None for one that takes no part and was not lost."""
        view, at, side = self.view, self.view.at[unit], self.game.forces.side[unit]
        if at >= 0:
            where = self.game.ground.grid.name(at)
            return f"entry-{where}" if view.waiting >> unit & 1 else where
        arrivals, starts = self.game.plan(view, side).arrivals, bool(self.game.forces.units[unit].start)
        if at != POOL:
            return f"{SIDES[side]}-losses" if starts or unit in arrivals else None
        if unit in view.late:
            return f"{SIDES[side]}-turn-{view.turn}" if self._to_place() >> unit & 1 else f"{SIDES[side]}-delayed"
        if starts or unit not in arrivals:
            return f"{SIDES[side]}-in-hand"
        return f"{SIDES[side]}-turn-{arrivals[unit].turn}"

    def on_the_way(self) -> int:
        """The reinforcements that are to be placed."""
        return self._to_place()

    def _to_place(self) -> int:
        """The reinforcements that are to be placed in this phase."""
        phase = self.view.frames[0] if self.view.frames else None
        return (phase.hand or 0) if isinstance(phase, Reinforcement.Frame) else 0

    def piled(self, unit: int) -> bool:
        """Units in play lie in stacks."""
        return bool(self._in_play >> unit & 1)

    @cached_property
    def _in_play(self) -> int:
        return self.view.playing[0] | self.view.playing[1]

    # ---- what is printed, and what the card says ----

    @classmethod
    def nation(cls, counter: Counter) -> Nation:
        """The colours of a counter."""
        if "SS" in counter.formation:
            return "ss"
        return "luftwaffe" if "FJ" in counter.formation or counter.name == "vdH" else super().nation(counter)

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """Strength and movement allowance."""
        unit = cast(Unit, counter)
        return [str(unit.strength), str(unit.allowance)]

    @classmethod
    def full_name(cls, counter: Counter) -> str:
        """A unit's full name."""
        return names.long(cast(Unit, counter))

    @classmethod
    def features(cls, game: ArdennesOffensive) -> Iterable[tuple[int, str]]:
        """What else there is to say of a hex."""
        ground = game.ground
        return (ground.town, "town"), (ground.west_wall, "West Wall"), (ground.cleared, "cleared West Wall")

    def condition(self, unit: int) -> Condition:
        """The movement points, the supply and the mode of a unit in play."""
        if not self._in_play >> unit & 1:
            return None
        mode = "Road" if self.view.road >> unit & 1 else "standard"
        return allowance(self.view, unit), self._supplied(unit), mode

    def _supplied(self, unit: int) -> str:
        """The supply of a unit in a word: as judged, or at this moment if its side is not phasing."""
        view = self.view
        if self.game.forces.side[unit] == view.phasing:
            isolated, unsupplied, bit = view.isolated, view.unsupplied, unit
        else:
            (isolated, unsupplied), bit = self._cut_off, view.at[unit]
        return "isolated" if isolated >> bit & 1 else "none" if unsupplied >> bit & 1 else "yes"

    @cached_property
    def _cut_off(self) -> tuple[int, int]:
        """Where units of the side that is not phasing are isolated at this moment, and where without supply."""
        side = 1 - self.view.phasing
        if supply.always_supplied(self.view, side):
            return 0, 0
        fed = self.supply_now(side).mask
        return supply.isolated_hexes(self.view, side, fed), self.view.held[side] & ~fed

    @classmethod
    def facts(cls, game: ArdennesOffensive, unit: int, condition: Hashable) -> Sequence[screen.Fact]:
        """The figures on the card of a unit."""
        return _facts(game.forces.units[unit], cast(Condition, condition))

    # ---- badges and lights ----

    def statuses(self) -> Iterator[Status]:
        """What rules have done to units."""
        view, on_map = self.view, self.units_in(self.game.ground.grid.all)
        yield Status(view.isolated, ISOLATED)
        yield Status(view.unsupplied & ~view.isolated, UNSUPPLIED)
        yield Status(view.road & on_map, ROAD_MODE)
        yield Status(view.owing, MUST_LEAVE)
        yield Status(self.units_in(self.game.ground.edge), DORMANT)
        if not view.released:
            yield Status(self.game.bound[view.scenario] & on_map, WEST_BANK)

    def lights(self) -> dict[PieceState, int]:
        """Only attackers are lit as having fought."""
        return {**super().lights(), "fought": self.view.fought & self.view.playing[self.view.phasing]}

    def arriving(self) -> int:
        """The units that wait at an entry."""
        return self.view.waiting

    def in_motion(self) -> int | None:
        """The unit that moves, is placed, retreats or advances."""
        return cast(int, self.view.top.unit) if self.step in ("move", "place", "way", "into") else None

    def asked_about(self) -> list[str]:
        """The unit that the question is about, or the attackers."""
        return list(self.battle.attackers) if self.battle and self.step == "attack" else super().asked_about()


@cache
def _facts(unit: Unit, condition: Condition) -> Sequence[screen.Fact]:
    strength = screen.Fact("strength", str(unit.strength), "AO-3.33")
    kind = screen.Fact("kind", "mechanized" if unit.mechanized else "non-mechanized", "AO-3.32")
    if condition is None:
        return strength, screen.Fact("movement", str(unit.allowance), "AO-5.1.C"), kind
    points, supplied, mode = condition
    moves = f"{points} of {unit.allowance}" if points != unit.allowance else str(points)
    return (
        strength,
        screen.Fact("movement", moves, "AO-5.1.C"),
        screen.Fact("supply", supplied, "AO-12.1.A"),
        screen.Fact("mode", mode, "AO-6.0"),
        kind,
    )
