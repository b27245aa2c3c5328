"""The counters on the screen: where they lie, what is printed on them, how they are lit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ardennes.counters import GONE, Counter, bits
from ardennes.counters.screens import CounterScreen, Status
from ardennes.counters.steps import Stepped
from ardennes.engine import screen
from ardennes.engine.screen.words import Nation, PieceState, Symbol
from ardennes.games.bastogne import victory
from ardennes.games.bastogne.forces import GERMAN, PEOPLE, SIDES
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.sequence import SETUP
from ardennes.games.bastogne.state import OUT

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne

SYMBOLS: Mapping[str, Symbol] = {
    "tank": "armour", "mech": "mechanised-infantry", "recon": "armoured-cavalry", "td": "tank-destroyer",
    "infantry": "infantry", "parachute": "airborne", "glider": "glider",
}  # fmt: skip
STRIPES = {
    "2 Pz": screen.Stripe("orange", "2nd Panzer Division"),
    "Pz Lehr": screen.Stripe("yellow", "Panzer Lehr Division"),
    "26 VG": screen.Stripe("green", "26th Volksgrenadier Division"),
    "5 FJ": screen.Stripe("blue", "5th Fallschirmjäger Division"),
    "15 PG": screen.Stripe("purple", "15th Panzergrenadier Division"),
    "101 Abn": screen.Stripe("rose", "101st Airborne Division"),
    "9 AD": screen.Stripe("teal", "9th Armored Division"),
    "10 AD": screen.Stripe("orange", "10th Armored Division"),
    "4 AD": screen.Stripe("yellow", "4th Armored Division"),
    "80 Inf": screen.Stripe("blue", "80th Infantry Division"),
    "35 Inf": screen.Stripe("purple", "35th Infantry Division"),
}
SHELLED = screen.Badge("fired", "Bombarded in this phase", "BA-8.1.target")
COUNTS = screen.Badge("victory", "Counts for victory", "BA-11.1.exit")


class BastognePieces(CounterScreen[Situation, "Bastogne"]):
    """The counters, and what is asked of them."""

    people = PEOPLE
    symbols = SYMBOLS

    def place(self, unit: int) -> str | None:
        """A hex, or a box: out, lost, set up now, due. A unit on its way is where it has come to."""
        at, counter = self.view.at[unit], self.game.forces.units[unit]
        if self.step in ("motion", "way") and self.view.top.unit == unit:
            return self.game.ground.grid.name(self._come_to())
        if at >= 0:
            return super().place(unit)
        if at == OUT:
            return "west"
        if at == GONE:
            return "lost"
        if counter.zone:
            return "set-up"
        return f"arrivals-{SIDES[counter.side]}" if counter.arrival <= self.view.turn else None

    def on_the_way(self) -> Hashable:
        """The unit on its way, and where it has come to."""
        return (self.view.top.unit, self._come_to()) if self.step in ("motion", "way") else None

    def _come_to(self) -> int:
        """The hex to which the unit has come that moves or retreats."""
        frame = self.view.top
        return cast(int, frame.hex if self.step == "motion" else frame.way[-1])

    # ---- what is printed, and what the card says ----

    def reduced(self) -> int:
        """The units whose back is up."""
        return self.view.reduced

    @classmethod
    def face(cls, counter: Counter, *, back: bool) -> screen.Face:
        """With the stripe of the division."""
        return replace(super().face(counter, back=back), stripe=STRIPES.get(counter.formation))

    @classmethod
    def nation(cls, counter: Counter) -> Nation:
        """The colours of a counter; German parachutists are Luftwaffe."""
        return "luftwaffe" if counter.side == GERMAN and counter.type == "parachute" else super().nation(counter)

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """Attack, defence and movement of the side that is up."""
        stepped = cast(Stepped, counter)
        return [str(figure) for figure in (stepped.back if back and stepped.back else stepped.full)]

    @classmethod
    def full_name(cls, counter: Counter) -> str:
        """The division; the unit's own name stands above it."""
        stripe = STRIPES.get(counter.formation)
        return stripe.label if stripe else "Independent of the divisions"

    def condition(self, unit: int) -> Hashable:
        """Whether it is depleted."""
        return bool(self.view.reduced >> unit & 1)

    @classmethod
    def facts(cls, game: Bastogne, unit: int, condition: Hashable) -> list[screen.Fact]:
        """The figures of the side that is up; and that a depleted German would not count if it left."""
        attack, defence, allowance = game.forces.faces[bool(condition)][unit]
        mobile = game.forces.mobile >> unit & 1
        found = [
            screen.Fact("attack", str(attack), "BA-8.2.differential"),
            screen.Fact("defence", str(defence), "BA-8.2.differential"),
            screen.Fact("movement", f"{allowance}, {'mobile' if mobile else 'leg'}", "BA-5.1"),
            screen.Fact("steps", "1 of 2, depleted" if condition else "2", "BA-2.3.steps"),
        ]
        if condition and mobile and game.forces.side[unit] == GERMAN:
            found.append(screen.Fact("if it exits", "does not count", "BA-11.1.exit"))
        return found

    # ---- badges and lights ----

    def statuses(self) -> Iterator[Status]:
        """Bombarded, counted. The back of a depleted counter speaks for itself."""
        yield Status(self.view.bombarded, SHELLED)
        yield Status(victory.exited(self.view), COUNTS)

    def in_motion(self) -> int | None:
        """The unit that is set up, moves, comes in or retreats."""
        if self.step in ("motion", "enter", "way"):
            return cast(int, self.view.top.unit)
        return self.view.top.unit if self.step == SETUP and self.view.top.unit >= 0 else None

    def _affected(self) -> int:
        """The units that a result makes retreat or lose a step."""
        return cast(int, self.view.top.units) if self.asked and self.step in ("stiff", "reduce", "retreat") else 0

    def asked_about(self) -> list[str]:
        """The unit on its way, or those that a result affects."""
        affected = self._affected()
        return [self.game.forces.names[unit] for unit in bits(affected)] if affected else super().asked_about()

    def lights(self) -> dict[PieceState, int]:
        """Who must retreat or lose a step is lit; a unit that is not due is not."""
        lights = super().lights()
        lights["arriving"] &= self.game.forces.due(self.view.turn)
        lights["must-act"] |= self._affected()
        return lights
