"""The counters on the screen: where they lie, what is printed on them, what has befallen them, how they are lit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

from ardennes.counters import GONE, POOL, Counter, bits
from ardennes.counters.joining import APART, HELD
from ardennes.counters.screens import CounterScreen, Status
from ardennes.engine import Obligation, screen
from ardennes.engine.screen.words import Nation, PieceState, Symbol
from ardennes.engine.speech import both, count
from ardennes.games.bitter_woods import arrivals, battlegroup, lasting, leaders, names, nearness, obligations
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, PEOPLE, SIDES, Unit
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.state import ASIDE

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

SYMBOLS: Mapping[str, Symbol] = {
    "armor": "armour", "armored_infantry": "mechanised-infantry", "armored_cavalry": "armoured-cavalry",
    "infantry": "infantry", "parachute": "airborne", "glider": "glider", "corps_artillery": "artillery",
    "army_artillery": "artillery", "rocket": "rocket-artillery", "leader": "leader",
}  # fmt: skip
STRIPES = {
    "6Pz": screen.Stripe("orange", names.ARMY_NAMES["6Pz"]),
    "5Pz": screen.Stripe("teal", names.ARMY_NAMES["5Pz"]),
    "7": screen.Stripe("purple", names.ARMY_NAMES["7"]),
    "First": screen.Stripe("blue", names.ARMY_NAMES["First"]),
    "Third": screen.Stripe("green", names.ARMY_NAMES["Third"]),
    "British": screen.Stripe("rose", names.ARMY_NAMES["British"]),
}
TERRAIN = {"light-woods": "light woods", "broken": "broken terrain"}

STARVED = screen.Badge("unsupplied", "Out of supply: half strength in attack, half movement", "BW-12.4")
SHORT = screen.Badge("unsupplied", "Short of supply this Game-Turn", "BW-12.6")
DROPPED = screen.Badge("supply", "Supplied by an air drop until the next German turn", "BW-12.5.lasts")
RESERVE = screen.Badge("reserve", "In reserve: moves after combat", "BW-14.1")
WAITS = screen.Badge("reserve", "In reserve: moves after combat if a leader releases it", "BW-24.5")
RELEASED = screen.Badge("arrow", "Released: may move now", "BW-24.5.release")
TRAVELLED = screen.Badge("moved", "Has moved in this turn", "BW-24.5.release")
SPENT = screen.Badge("leader", "Has influenced as many battles as he may in this player turn", "BW-24.1")
ATTACHED = tuple(screen.Badge("leader", f"Attached to {names.ARMY_NAMES[army]}", "BW-24.6.attach") for army in ARMIES)
FIRED = (
    screen.Badge("fired", "Has fired in this Game-Turn", "BW-10.1.german"),
    screen.Badge("fired", "Has fired in this player turn", "BW-10.1.allied"),
)
SHOCKED = screen.Badge("shocked", "Shocked: half strength, ER reduced by one", "BW-21.3")
REPAIRS = screen.Badge("bridge", "Repairing a bridge: may not move or fight", "BW-13.3.fight")
BUILT = screen.Badge("position", "Has dug in: may not move this turn", "BW-R.22")
OWES = screen.Badge("fight", "Must counterattack or withdraw", "BW-9.5.CA")
MUST_ATTACK = screen.Badge("fight", "Must counterattack: other units have joined it", "BW-9.5.CA.join")
ENGAGED = screen.Badge("engaged", "Engaged: may not leave its hex", "BW-9.5.ENG.stay")
FIGHTS_ON = screen.Badge("engaged", "Engaged: must attack the same hex again", "BW-9.5.ENG")
CHALLENGED = screen.Badge(
    "interdicted", "Stopped after a challenge: eliminated if over the stacking limit", "BW-22.2.stack"
)
FREE = screen.Badge("arrow", "No longer bound by army boundaries", "BW-5.4.point")
FREE_GUNS = screen.Badge("arrow", "No longer bound by army boundaries", "BW-37.2.end")
COUNTS = screen.Badge("victory", "Counts for victory", "BW-17.1")

JOINED = screen.Badge("loaded", "Joined: holds its three battalions", "BW-36.11")
PART = screen.Badge("loaded", "Joined with the others in Kampfgruppe Peiper", "BW-36.11")
ASTRAY = screen.Badge("stop", "More than two hexes from the rest of its group", "BW-36.1")
MUGSHOT = screen.Badge("leader", "His other counter, after the atrocities", "BW-36.0.lead.face")

AFFECTED = ("loss", "retreat", "stand")  # steps whose frame names the units that a result affects
ON_THE_WAY = ("motion", "dash", "challenge", "slip", "enter", "way", "advancing")  # steps about one unit


class Changed(NamedTuple):
    """A figure that an event has changed, with the event behind it (BW-29, 38)."""

    rule: str
    event: str
    figure: int


class Card(NamedTuple):
    """What the facts on a unit's card depend on beside the unit."""

    reduced: bool
    starved: bool
    waiting: bool
    shocked: bool
    group: bool  # whether the battalions of Peiper's group are played
    mugshot: bool  # whether the other counter of its leader is used
    endurance: Changed | None = None
    allowance: Changed | None = None


class BitterPieces(CounterScreen[Situation, "BitterWoods"]):
    """The counters, and what is asked of them."""

    people = PEOPLE
    symbols = SYMBOLS
    terrain = TERRAIN
    acting_verbs = ("pick", "join", "add", "advance", "reserve", "influence")

    # ---- where they lie ----

    def place(self, unit: int) -> str | None:
        """A hex or a box; a unit on its way is where it has come to, one that is not due yet is not shown."""
        at, counter = self.view.at[unit], self.game.forces.units[unit]
        if self._moving == unit and (here := self._come_to()) >= 0:
            return self.game.ground.grid.name(here)
        if at >= 0:
            return super().place(unit)
        if at in (ASIDE, HELD, APART):
            return None
        if at == POOL:
            return self.waiting_box(counter) if 0 < arrivals.turn_of(self.view, unit) <= self.view.turn else None
        if at == GONE:
            return f"lost-{SIDES[counter.side]}"
        return self.game.boxes.of(at).name

    @cached_property
    def _moving(self) -> int | None:
        return self.in_motion()

    def carrier(self, unit: int) -> int | None:
        """A battalion of Peiper's group is in the joined unit (BW-36.11)."""
        return self.game.battlegroup.whole if self.view.at[unit] == HELD else None

    def on_the_way(self) -> Hashable:
        """The unit on its way, and where it has come to."""
        unit = self.in_motion()
        return None if unit is None else (unit, self._come_to())

    @staticmethod
    def waiting_box(counter: Unit) -> str:
        """The box in which a unit waits to come in: that of its letters; leaders have boxes of their own."""
        box = f"entry-{SIDES[counter.side]}-{counter.entry.lower()}"
        return f"{box}-leader" if counter.influence else box

    def _come_to(self) -> int:
        """The hex to which the unit has come that moves, retreats or advances; -1 where it is still off the map."""
        if self.step == "enter":
            return -1
        frame = self.view.top
        if self.step in ("challenge", "slip"):
            frame = self.view.frames[-2]
        return cast(int, frame.hex if frame.step == "motion" else frame.way[-1])

    # ---- what is printed, and what the card says ----

    def reduced(self) -> int:
        """The units whose back is up."""
        return self.view.reduced

    @classmethod
    def face(cls, counter: Counter, *, back: bool) -> screen.Face:
        """The regiment and its division, with the stripe of the army; Peiper's name fills the top."""
        unit = cast(Unit, counter)
        return replace(
            super().face(counter, back=back), unit=names.on_counter(unit), stripe=STRIPES.get(unit.army),
            corner=str(unit.range) if unit.range > 1 else None,
        )  # fmt: skip

    @classmethod
    def nation(cls, counter: Counter) -> Nation:
        """The colours of a counter: SS and parachutists have their own."""
        if counter.formation.endswith("SS"):
            return "ss"
        return "luftwaffe" if counter.formation.endswith("FJ") else super().nation(counter)

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """Strength, endurance and movement of the side that is up."""
        return cast(Unit, counter).values(back).split("-")

    @classmethod
    def full_name(cls, counter: Counter) -> str:
        """The unit in full, with its army."""
        unit = cast(Unit, counter)
        return f"{names.long(unit)}, {names.ARMY_NAMES[unit.army]}"

    @classmethod
    def features(cls, game: BitterWoods) -> Iterable[tuple[int, str]]:
        """Permanent fortifications."""
        yield game.ground.forts, "fortification"

    def condition(self, unit: int) -> Hashable:
        """Whether it is reduced, out of supply, still to come."""
        return Card(
            bool(self.view.reduced >> unit & 1),
            bool(self.view.unsupplied >> unit & 1),
            self.view.at[unit] == POOL,
            bool(self.view.shocked >> unit & 1),
            battlegroup.played(self.view),
            self.view.mugshot,
            *(self._changed(unit) if self.view.effects else ()),
        )

    def _changed(self, unit: int) -> tuple[Changed | None, Changed | None]:
        """What events have made of a unit's endurance and of its allowance."""
        view = self.view
        raised = [Changed(by.rule, by.name, rating) for by, rating in lasting.raised(view) if by.units >> unit & 1]
        lowered = [Changed(*each) for each in lasting.lowered(view, unit, view.figures(unit).allowance)]
        return raised[-1] if raised else None, lowered[-1] if lowered else None

    @classmethod
    def facts(cls, game: BitterWoods, unit: int, condition: Hashable) -> list[screen.Fact]:
        """The figures of the side that is up, its tanks, and where it comes in."""
        card, counter = cast(Card, condition), game.forces.units[unit]
        if counter.influence:
            found = cls._facts_of_leader(counter, card)
            return [*found, *cls._facts_of_peiper(game, unit, card)]
        strength, _, allowance = game.forces.faces[card.reduced][unit]
        fights = (strength + 1) // 2 if card.shocked else strength
        attack = f"{strength}, fights with {fights}" if card.shocked else str(strength)
        attack = f"{attack}, attacks with {(fights + 1) // 2}" if card.starved else attack
        less = [word for word, lowers in (("out of supply", card.starved), ("shocked", card.shocked)) if lowers]
        rated, why = counter.er, less
        if card.endurance:
            rated, why = card.endurance.figure, [card.endurance.event, *less]
        endurance = f"{rated - len(less)} ({both(why)})" if why else str(rated)
        weak, shaken = ("BW-12.4.attack", "BW-12.4.er") if card.starved else ("BW-2.6", "BW-9.3"), ("BW-21.3",) * 2
        rules = shaken if card.shocked else weak
        if card.endurance and not less:
            rules = rules[0], card.endurance.rule
        found = [
            screen.Fact("strength", attack, rules[0]),
            screen.Fact("endurance", endurance, rules[1]),
            cls._movement(allowance, card, "BW-5.2"),
        ]
        if counter.range:
            found.append(
                screen.Fact("range", "1 hex" if counter.range == 1 else f"{counter.range} hexes", "BW-10.1.range")
            )
        else:
            found.append(screen.Fact("steps", "1 of 2, reduced" if card.reduced else "2", "BW-9.6"))
        if counter.heavy:
            found.append(screen.Fact("heavy tanks", counter.silhouette, "BW-5.3.heavy"))
        elif counter.armor:
            found.append(screen.Fact("tanks", counter.silhouette, "BW-5.3.armor"))
        if card.group:
            found += cls._facts_of_group(game, unit)
        if card.waiting and counter.entry:
            found.append(screen.Fact("enters", cls.entry_words(counter), "BW-16.1"))
        return found

    @staticmethod
    def _movement(printed: int, card: Card, rule: str) -> screen.Fact:
        """The allowance, or what an event leaves of it."""
        by = card.allowance
        return screen.Fact("movement", f"{by.figure} ({by.event})" if by else str(printed), by.rule if by else rule)

    @classmethod
    def _facts_of_group(cls, game: BitterWoods, unit: int) -> list[screen.Fact]:
        """The battalions that a joined unit holds; what a battalion counts for (BW-36)."""
        group, forces = game.battlegroup, game.forces
        if unit == group.whole:
            return [screen.Fact("battalions", forces.called(group.parts), "BW-36.11")]
        if not group.parts >> unit & 1:
            return []
        zone = "gives the others a ZOC" if group.grenadiers >> unit & 1 else "only with 3 SS PzGr Bn"
        return [
            screen.Fact("group", "a third of Kampfgruppe Peiper", "BW-36.7"),
            screen.Fact("zone of control", zone, "BW-36.9"),
        ]

    @classmethod
    def _facts_of_peiper(cls, game: BitterWoods, unit: int, card: Card) -> list[screen.Fact]:
        """Whom the leader Peiper leads, and which of his counters is used (BW-36.0.lead)."""
        if unit != game.battlegroup.leader:
            return []
        found = [screen.Fact("leads", "Kampfgruppe Peiper only", "BW-36.0.lead")]
        face = screen.Fact("counter", "the other counter, after the atrocities", "BW-36.0.lead.face")
        return [*found, face] if card.mugshot else found

    @classmethod
    def _facts_of_leader(cls, counter: Unit, card: Card) -> list[screen.Fact]:
        found = [
            screen.Fact("influence", f"{count(counter.influence, 'battle')} in a player turn", "BW-24.1"),
            screen.Fact("range", count(counter.command, "hex"), "BW-24.2"),
            cls._movement(counter.full.allowance, card, "BW-24.3"),
        ]
        return [*found, screen.Fact("enters", cls.entry_words(counter), "BW-16.1")] if card.waiting else found

    @staticmethod
    def entry_words(counter: Unit) -> str:
        """Where a unit comes in: by the roads of its letters."""
        return f"by {either(counter.entry)}"

    # ---- badges and lights ----

    def statuses(self) -> Iterator[Status]:
        """Supply, what units owe, what they have done. The back of a reduced counter speaks for itself."""
        view, forces = self.view, self.game.forces
        short = view.unsupplied & view.of_army(view.shortage) & forces.mechanized
        yield Status(short, SHORT)
        yield Status(view.unsupplied & ~short, STARVED)
        yield Status(view.shocked, SHOCKED)
        yield Status(view.dropped & view.playing[ALLIED], DROPPED)
        helped = obligations.committed(view)
        yield Status(obligations.owing(view) & ~helped, OWES)
        yield Status(helped, MUST_ATTACK)
        engaged = obligations.engaged(view)
        again = _either(duty.units for duty in view.duties if duty.kind == obligations.ENGAGEMENT) & engaged
        yield Status(again, FIGHTS_ON)
        yield Status(engaged & ~again, ENGAGED)
        yield Status(view.reserve, WAITS if leaders.OPTION in view.optional else RESERVE)
        if leaders.OPTION in view.optional:
            yield from self._led()
        for side in (GERMAN, ALLIED):
            yield Status(view.fired & forces.of[side], FIRED[side])
        repairing = sum(1 << unit for unit in set(view.repairs.values()))
        yield Status(repairing, REPAIRS)
        yield Status(view.busy & ~repairing, BUILT)
        if view.turn <= self.game.last_bounded_turn:
            free = view.unbound & (view.playing[GERMAN] | view.staff)
            yield Status(free & ~forces.batteries, FREE)
            yield Status(free & forces.batteries, FREE_GUNS)
        yield Status(view.challenged, CHALLENGED)
        yield Status(view.counted, COUNTS)
        yield from self._grouped()

    def _grouped(self) -> Iterator[Status]:
        """How Peiper's group stands together, and the other counter of its leader (BW-36)."""
        view, group = self.view, self.game.battlegroup
        if not battlegroup.played(view):
            return
        yield Status(1 << group.whole, JOINED)
        yield Status(sum(1 << unit for unit in bits(group.parts) if view.at[unit] == HELD), PART)
        yield Status(nearness.astray(view), ASTRAY)
        yield Status(1 << group.leader if view.mugshot else 0, MUGSHOT)

    def _led(self) -> Iterator[Status]:
        """What leaders have done, and to which armies units have been attached."""
        view, units = self.view, self.game.forces.units
        yield Status(view.released & ~view.moved, RELEASED)
        yield Status(view.travelled & view.staff, TRAVELLED)
        spent = (leader for leader, battles in view.influenced.items() if battles >= units[leader].influence)
        yield Status(sum(1 << leader for leader in spent) & view.staff, SPENT)
        for number, badge in enumerate(ATTACHED):
            yield Status(sum(1 << unit for unit, army in view.attached.items() if army == number), badge)

    def in_motion(self) -> int | None:
        """The unit that moves, comes in, retreats or advances."""
        return cast(int, self.view.top.unit) if self.view.frames and self.step in ON_THE_WAY else None

    def _affected(self) -> int:
        """The units that a result makes retreat or lose a step."""
        return cast(int, self.view.top.units) if self.asked and self.step in AFFECTED else 0

    def asked_about(self) -> list[str]:
        """The unit on its way, or those that a result affects."""
        affected = self._affected()
        return [self.game.forces.names[unit] for unit in bits(affected)] if affected else super().asked_about()

    def lights(self) -> dict[PieceState, int]:
        """Who must fight, retreat or lose a step is lit; a unit that is not due is not."""
        lights = super().lights()
        owing = self.asked.obligations if self.asked else ()
        attackers, movers = ([duty.who for duty in owing if _by_attack(duty) == yes] for yes in (True, False))
        lights["must-fight"] = self.game.forces.named(attackers)
        lights["must-act"] = self._affected() | self.game.forces.named(movers)
        lights["arriving"] &= self.game.forces.due(self.view.turn)
        lights["joined"] |= self._supporting()
        return lights

    def _supporting(self) -> int:
        """The artillery that supports the battle on either side."""
        index = self.game.forces.index
        return sum(1 << index[name] for _, name in self.battle.support if name in index) if self.battle else 0

    # ---- duties in words ----

    def duty(self, first: Obligation, units: Sequence[int], places: Sequence[str]) -> tuple[str, str]:
        """What some units must do, in a sentence, and by when."""
        called = both(self.game.forces.display_names[unit] for unit in units)
        what = first.what.replace(" its ", " their ") if len(units) > 1 else first.what
        return f"{called} must {what}.", "the end of your Combat Phase" if _by_attack(first) else first.by


def _by_attack(duty: Obligation) -> bool:
    """Whether what is owed is met by an attack, as counterattacks and engagements are; the rest is met by a move."""
    return duty.rule in obligations.RULES.values()


def either(words: Iterable[str]) -> str:
    """Things of which one is meant, as a sentence lists them.

    >>> either("N"), either("NO"), either("NOP")
    ('N', 'N or O', 'N, O or P')
    """
    return both(words).replace(" and ", " or ")


def _either(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
