"""The counters on the screen: where they lie, what is printed on them, badges, and the air missions."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, cast

from ardennes.counters import GONE, POOL, Counter
from ardennes.counters.screens import CounterScreen, Status
from ardennes.engine import screen
from ardennes.engine.screen.words import Nation, PieceState
from ardennes.games.bulge import air, names, supply
from ardennes.games.bulge.airdrop import may_drop
from ardennes.games.bulge.forces import ALLIED, DROP, GERMAN, SIDES, Unit
from ardennes.games.bulge.queries import Situation
from ardennes.games.bulge.reinforcements import EDGE_NAMES
from ardennes.games.bulge.state import NO_MISSIONS, OUT
from ardennes.hexmap import Supply

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

TERRAIN = {"clear": "clear terrain", "rough": "rough terrain"}
STRIPES = {
    "6 Pz": screen.Stripe("orange", "6th Panzer Army"),
    "5 Pz": screen.Stripe("teal", "5th Panzer Army"),
    "7": screen.Stripe("yellow", "7th Army"),
    "V": screen.Stripe("purple", "V Corps"),
    "VIII": screen.Stripe("blue", "VIII Corps"),
    "9 Arm": screen.Stripe("rose", "9th Armored Division"),
}
BRITISH = screen.Stripe("green", "British")
UNSUPPLIED = screen.Badge("unsupplied", "Out of supply: must roll to move, attacks on the Secondary CRT", "BU-14.0")
RESUPPLIED = screen.Badge("resupply", "Resupplied by air", "BU-7.4")
MOTORISED = screen.Badge("mechanised", "Motorized for this phase", "BU-10.2.mech5")
BOUND = screen.Badge("stop", "May not cross the Meuse or leave its entry area yet", "BU-13.0.meuse")
COUNTED = screen.Badge("victory", "Points scored", "BU-3.1.kept")
PARTED = screen.Badge("exit", "Scores in the Victory Determination Phase", "BU-R.24")
CUT_OFF = screen.Badge("unsupplied", "No points: its exit is cut off", "BU-3.1.unsupplied")
MISSION_FACES = ("CAP", "Int", "GS", "Sup")
MISSION_NAMES = tuple(words.capitalize() for words, _ in names.MISSIONS.values())

Condition = tuple[int, bool]  # where a unit is, and whether it is in supply



def exit_box(name: str) -> str:
    """The box beside an exit hexside."""
    return "exit-" + name.lower().replace("/", "-")


class Pieces(CounterScreen[Situation, "Bulge"]):
    """Every counter that lies on the map or beside it, and the air missions that the viewer may see."""

    terrain = TERRAIN
    acting_verbs = ("pick", "test", "join")
    personal = ("overlays", "attack_sheets")
    light_order = (
        "arriving", "in-motion", "must-fight", "must-act", "can-act", "joined", "target", "moved", "fought",
    )  # fmt: skip

    @property
    def owner(self) -> str:
        """A plan of air missions is hidden while it is made, nothing at any other time (7.1)."""
        return self.viewer if self.step == air.Assignment.name else ""

    @cached_property
    def ways(self) -> list[Supply]:
        """The supply paths of each side, found once for all who look."""
        return [self._lines(side) for side in (GERMAN, ALLIED)]

    def _lines(self, side: int) -> Supply:
        return self.lasting(f"supply {side}", self.roads, lambda: supply.lines(self.view, side))

    @cached_property
    def roads(self) -> tuple[Hashable, ...]:
        """Whatever supply and bridges depend on: units, markers, and the edges by which units have left."""
        return (self.game, *self.view.held, self.view.marked, self.view.left)

    @cached_property
    def fed(self) -> list[int]:
        """The hexes where units of each side are in supply."""
        always = [supply.always_supplied(self.view, side) for side in (GERMAN, ALLIED)]
        return [supply.EVERYWHERE if free else way.mask for way, free in zip(self.ways, always, strict=True)]

    def place(self, unit: int) -> str | None:
        """Where a counter lies: a hex, an exit, a box of arrivals; None for one that is not shown."""
        at, counter = self.view.at[unit], self.game.forces.units[unit]
        if at <= OUT:
            return exit_box(self.game.ground.exits[OUT - at].name)
        if at == GONE:
            return "lost"
        if at >= 0:
            return super().place(unit)
        if counter.edge == DROP:
            return "arrivals-drop" if may_drop(self.view) else None
        return f"arrivals-{counter.edge.lower()}" if counter.arrival <= self.view.turn else None

    # ---- what is printed, and what the card says ----

    @classmethod
    def face(cls, counter: Counter, *, back: bool) -> screen.Face:
        """The number alone, with what else the label says beside it, and the stripe of the army or corps."""
        number, words = re.match(r"\d+", counter.label), counter.label.split()
        stripe = BRITISH if counter.nation == "UK" else STRIPES.get(counter.formation)
        rest = words[-1] if len(words) == 3 or (number and counter.side == GERMAN) else None
        short, plain = number.group() if number else counter.name, super().face(counter, back=back)
        return replace(plain, unit=short, formation=rest, stripe=stripe)

    @classmethod
    def nation(cls, counter: Counter) -> Nation:
        """The colours of a counter."""
        if counter.label.endswith("SS"):
            return "ss"
        return "luftwaffe" if counter.side == GERMAN and counter.type == "airborne" else super().nation(counter)

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """The combat factor."""
        return [str(cast(Unit, counter).factor)]

    @classmethod
    def full_name(cls, counter: Counter) -> str:
        """A unit's full name."""
        return names.long(cast(Unit, counter))

    @classmethod
    def features(cls, game: Bulge) -> Iterable[tuple[int, str]]:
        """What else there is to say of a hex."""
        return (game.ground.town, "town"), (game.ground.west_wall, "West Wall")

    def condition(self, unit: int) -> Condition:
        """Where a unit is, and whether it is in supply there."""
        at, side = self.view.at[unit], self.game.forces.side[unit]
        return at, at < 0 or bool(self.fed[side] >> at & 1 or self.view.resupplied >> unit & 1)

    @classmethod
    def facts(cls, game: Bulge, unit: int, condition: Hashable) -> list[screen.Fact]:
        """The figures on the card of a unit: on the map, or beside it, or off it by an exit."""
        at, fed = cast(Condition, condition)
        forces = game.forces
        found = [screen.Fact("combat factor", str(forces.factor[unit]))]
        if at <= OUT:
            way = game.ground.exits[OUT - at]
            found.append(screen.Fact("exit factor", f"×{way.factor}", "BU-3.1.award"))
            found.append(screen.Fact("points", str(forces.factor[unit] * way.factor), "BU-3.1.award"))
        elif at != GONE:
            found.append(screen.Fact("movement", str(game.allowance) if fed else "by die roll", "BU-10.0.limit"))
            found.append(screen.Fact("supply", "yes" if fed else "none", "BU-14.0"))
            mechanized = forces.mechanized >> unit & 1
            found.append(screen.Fact("kind", "mechanized" if mechanized else "non-mechanized", "BU-10.2.mech"))
        return found

    # ---- badges and lights ----

    def statuses(self) -> Iterator[Status]:
        """What rules have done to units."""
        view, forces, everywhere = self.view, self.game.forces, self.game.ground.grid.all
        for side in (GERMAN, ALLIED):
            yield Status(self.units_in(everywhere & ~self.fed[side]) & forces.of[side] & ~view.resupplied, UNSUPPLIED)
        yield Status(view.resupplied, RESUPPLIED)
        yield Status(view.motorised, MOTORISED)
        if not view.released:
            yield Status(self.units_in(everywhere) & forces.british, BOUND)
        out = sum(1 << unit for unit, at in enumerate(view.at) if at <= OUT)
        yield Status(out & view.counted, COUNTED)
        yield Status(out & view.parted & ~view.counted, PARTED)
        yield Status(out & ~(view.parted | view.counted), CUT_OFF)
        for unit in forces.arriving:
            if view.at[unit.number] == POOL and unit.edge != DROP:
                yield Status(1 << unit.number, _may_enter(unit))

    def lights(self) -> dict[PieceState, int]:
        """A unit that must do something is not lit as one that can."""
        lights = super().lights()
        lights["can-act"] &= ~(lights["must-fight"] | lights["must-act"])
        return lights

    def in_motion(self) -> int | None:
        """The unit that moves, enters or retreats."""
        return cast(int, self.view.top[1]) if self.step in ("move", "enter", "step back") else None

    # ---- air missions ----

    def pieces(self) -> list[screen.Piece]:
        """The counters, and the air missions that lie open."""
        return [*super().pieces(), *self._missions()]

    def _missions(self) -> Iterator[screen.Piece]:
        for side, who in enumerate(SIDES):
            nation: Nation = "luftwaffe" if side == GERMAN else "us"
            for mission, number in enumerate(self._open_missions(side)):
                face = screen.Face(nation, "fighter", text=MISSION_FACES[mission])
                box = f"{who}-{air.MISSIONS[mission]}"
                for n in range(number):
                    yield screen.Piece(f"{box}-{n + 1}", who, face, MISSION_NAMES[mission], box, order=n)

    def _open_missions(self, side: int) -> tuple[int, int, int, int]:
        """A side's own plan while it chooses, then what is left of both sides' missions."""
        view = self.view
        if self.step == air.Assignment.name:
            return view.planned[SIDES[side]] if view.viewer == SIDES[side] else NO_MISSIONS
        return (0, view.to_place[side], view.support[side], view.resupply if side == ALLIED else 0)


@cache
def _may_enter(unit: Unit) -> screen.Badge:
    label = f"May enter by the {EDGE_NAMES[unit.edge]} edge in its Movement Phase"
    return screen.Badge("enter", label, "BU-13.0", f"{unit.arrival}{unit.edge}")
