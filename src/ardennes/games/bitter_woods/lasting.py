"""What events cause (BW-29, 38): read by movement, supply, arrivals and combat under the rule of the event.

An effect is a record of `counters/effects.py`; what it does is written in the table `happening`, under its rule.
Where there is none, `state.effects` is empty, and nobody looks any further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.counters.effects import Effect
from ardennes.counters.modifiers import DieModifier
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.odds import Clash

COMPANIES = "BW-29.1"  # the case of the parachute companies, each an effect in its hex


def table_of(state: Position, effect: Effect) -> Mapping[str, Any]:
    """What an effect does."""
    found: Mapping[str, Any] = state.game.tables["happening"].get(effect.rule, {})
    return found


def counting(state: Position, key: str) -> Sequence[tuple[Effect, Mapping[str, Any]]]:
    """The effects that count now and do something of a kind."""
    return in_force(state).by_kind.get(key, ()) if state.effects else ()


class InForce:
    """What the effects of a position do on a Game-Turn, sorted out once."""

    def __init__(self, state: Position) -> None:
        self.effects, self.turn = state.effects, state.turn
        self.by_kind: dict[str, list[tuple[Effect, Mapping[str, Any]]]] = {}
        self.landed: dict[int, int] = {}  # the hexes with companies of von der Heydte, and how many are in each
        grid = state.game.ground.grid
        for effect in state.effects:
            if not effect.counts(state.turn):
                continue
            table = table_of(state, effect)
            for key in table:
                self.by_kind.setdefault(key, []).append((effect, table))
            if effect.rule == COMPANIES:
                i = grid.index(effect.place)
                self.landed[i] = self.landed.get(i, 0) + 1
        infested = self.by_kind.get("no_roads")
        self.infested = infested[0][0] if infested else None
        self.strayed = self.infested.units if self.infested else 0  # the units that have been sent off the roads
        self.town = 1 << grid.index(self.infested.place) if self.infested else 0
        self.single = grid.mask(i for i, number in self.landed.items() if number == 1)
        self.several = grid.mask(i for i, number in self.landed.items() if number > 1)
        self.lowers = "allowance" in self.by_kind or "halved" in self.by_kind
        self.brought = 0  # the units that events bring in
        for effect, _ in self.by_kind.get("arrives", ()):
            self.brought |= effect.units
        self.gone = 0  # the units that events keep from coming in
        for effect, _ in self.by_kind.get("absent", ()):
            self.gone |= effect.units & ~self.brought


def in_force(state: Position) -> InForce:
    """What the effects do now, found again when they or the Game-Turn differ."""
    found: InForce | None = state.in_force
    if found is None or found.effects is not state.effects or found.turn != state.turn:
        found = state.in_force = InForce(state)
    return found


# ---- the end ----


def expire(state: Position) -> None:
    """A Game-Turn begins: effects whose last one has passed are over."""
    over = [effect for effect in state.effects if effect.last and effect.last < state.turn]
    said = set()
    for effect in over:
        text = table_of(state, effect).get("over", "")
        if text in said:
            state.effects = tuple(other for other in state.effects if other is not effect)
        else:
            state.end_effect(effect, text or f"{effect.name} is over")
        said.add(text)


# ---- allowances and endurance ----


def lowered(state: Position, unit: int, points: int) -> Iterator[tuple[str, str, int]]:
    """Each effect that lowers a unit's allowance: its rule, its name, what is left."""
    for effect, table in counting(state, "allowance"):
        if effect.units >> unit & 1 and table["allowance"] < points:
            points = table["allowance"]
            yield effect.rule, effect.name, points
    for effect, _ in counting(state, "halved"):
        if effect.units >> unit & 1:
            points = (points + 1) // 2
            yield effect.rule, effect.name, points


def allowance(state: Position, unit: int, points: int) -> int:
    """A unit's allowance after what events do to it."""
    if in_force(state).lowers:
        for _, _, left in lowered(state, unit, points):
            points = left
    return points


def raised(state: Position) -> Iterator[tuple[Effect, int]]:
    """Effects that give units another endurance on this Game-Turn."""
    for effect, table in counting(state, "endurance"):
        if state.game.turn_name(state.turn).endswith(table["half"]):
            yield effect, table["endurance"]


def endurance(state: Position) -> Sequence[int]:
    """The endurance of every unit."""
    found = list(state.game.forces.er)
    for effect, rating in raised(state):
        for unit in bits(effect.units):
            found[unit] = rating
    return found


# ---- combat ----


def modify(state: Position, clash: Clash, modifier: DieModifier) -> None:
    """SS atrocities stiffen the defence (BW-29.2); night sights are told (BW-38.1.2)."""
    if not state.effects:
        return
    fighting = clash.attackers | clash.guns | state.stack(clash.hex) | clash.cover
    for effect, rating in raised(state):
        if effect.units & fighting:
            who = state.game.forces.called(effect.units & fighting)
            modifier.add(0, effect.rule, f"{effect.name}: {who} has an endurance of {rating}")
    for effect, table in counting(state, "modifier"):
        if clash.side == GERMAN and state.game.forces.of_branch[table["branch"]] & (clash.attackers | clash.guns):
            modifier.add(table["modifier"], effect.rule, effect.name)


def still_fired(state: Position, side: int) -> int:
    """The guns that stay used when a side's turn begins (BW-10.1): German ones to the end of the Game-Turn."""
    keep = state.game.forces.of[GERMAN] if side == ALLIED else 0
    for effect, table in counting(state, "fires"):
        if table["fires"] == "player turn":
            keep &= ~effect.units
        elif side == ALLIED:
            keep |= effect.units
    return keep


def fired_bars(state: Position) -> list[Bar]:
    """Why guns are not used again, where an event says how often they are."""
    return [
        Bar(effect.rule, f"has fired in this {table['fires']}", state.fired & effect.units)
        for effect, table in counting(state, "fires")
    ]


# ---- supply ----


def supplied(state: Position) -> Iterator[tuple[Effect, int]]:
    """Effects that keep units in supply whatever their path, each with those that it keeps so now."""
    for effect, table in counting(state, "supplied"):
        units = effect.units & (state.playing[GERMAN] | state.playing[ALLIED] | state.staff)
        if "inside" in table:
            units &= state.units_at(state.game.board.regions[table["inside"]])
        if units:
            yield effect, units


def kept_in_supply(state: Position) -> int:
    """The units that events keep in supply."""
    found = 0
    for _, units in supplied(state):
        found |= units
    return found


def begin_allied_turn(state: Position) -> None:
    """Regiments that begin an Allied turn outside the ground of an air supply have it no longer (BW-38.1.10)."""
    for effect, table in list(counting(state, "inside")):
        there = effect.units & state.playing[ALLIED]
        gone = there & ~state.units_at(state.game.board.regions[table["inside"]])
        if gone:
            state.change_effect(effect, units=effect.units & ~gone)
            text = (
                f"{state.game.forces.called(gone)} begins the turn west of the Our: {effect.name} no "
                "longer applies to it"
            )
            state.note("effect", effect.rule, cited(text, "BW-R.91"), side=SIDES[ALLIED])


def no_shortage(state: Position) -> Effect | None:
    """The effect that spares the Germans a shortage for good."""
    return next((effect for effect, _ in counting(state, "no_shortage")), None)


# ---- arrivals ----


def coming(state: Position) -> Iterator[Effect]:
    """Effects that bring units in."""
    return (effect for effect, _ in counting(state, "arrives"))


def brought(state: Position) -> int:
    """The units that events bring in."""
    return in_force(state).brought if state.effects else 0


def absent(state: Position) -> list[Bar]:
    """The units that an event keeps from coming in at all, unless another has brought them."""
    free = brought(state)
    return [
        Bar(effect.rule, f"no longer arrives: {effect.name}", effect.units & ~free)
        for effect, _ in counting(state, "absent")
    ]


# ---- aircraft ----


def aircraft(state: Position) -> tuple[int, int]:
    """The aircraft of both sides on this Game-Turn, less what events take; losses carried over are paid (BW-29.5)."""
    left = list(state.given_aircraft())
    for effect, table in counting(state, "aircraft"):
        air = table["aircraft"]
        first, last = (state.game.turn_named(air[key]) for key in ("first", "last"))
        side = SIDES.index(air["side"])
        if first <= state.turn <= last and left[side]:
            fewer = min(left[side], air["fewer"])
            left[side] -= fewer
            state.note("air", effect.rule, f"{effect.name}: {fewer} fewer aircraft", side=air["side"])
    for effect, _ in list(counting(state, "carried")):
        side = SIDES.index(effect.place)
        left[side] -= lose_aircraft(state, effect, left[side])
    return left[0], left[1]


def lose_aircraft(state: Position, effect: Effect, left: int) -> int:
    """Losses are paid from the aircraft that are left; how many that costs (BW-29.5, BW-R.90)."""
    paid = min(left, effect.amount)
    if not paid:
        return 0
    rest = effect.amount - paid
    text = f"{effect.name}: {paid} {effect.place.capitalize()} aircraft are lost"
    if rest:
        state.change_effect(effect, amount=rest)
        state.note("air", effect.rule, f"{text}, with {rest} still to come", side=effect.place)
    else:
        state.end_effect(effect, f"{text}, and that is all")
    return paid


# ---- bridges ----


def guarded(state: Position) -> Iterator[Bar]:
    """The bridges that the Allied player may not blow (BW-29.3, BW-38.1.6)."""
    for effect, _ in counting(state, "guards"):
        if effect.place:
            yield Bar(effect.rule, f"is safe on this Game-Turn: {effect.name}", 1 << bridge_of(state, effect.place))


def bridge_of(state: Position, name: str) -> int:
    """The number of a bridge."""
    return state.game.ground.bridges.number(name)


def unnamed(state: Position) -> Effect | None:
    """Commandos who have not been sent to a bridge yet (BW-29.3)."""
    return next((effect for effect, _ in counting(state, "guards") if not effect.place), None)


def engineers(state: Position) -> Effect | None:
    """The damned engineers, while they have not been used (BW-38.1.8)."""
    return next((effect for effect, _ in counting(state, "blows")), None)


# ---- leaders and dumps ----


def silenced(state: Position, leader: int) -> Effect | None:
    """The effect by which a leader releases no reserves (BW-38.1.5)."""
    return next((effect for effect, _ in counting(state, "silent") if effect.units >> leader & 1), None)


def hard_to_destroy(state: Position, dump: str) -> tuple[str, Sequence[int]] | None:
    """The faces that destroy a dump, where an event says so, and its rule (BW-38.1.7)."""
    for effect, table in counting(state, "destroyed"):
        if table["dump"] == dump:
            return effect.rule, table["destroyed"]
    return None


# ---- parachutists and commandos in the way of Allied units ----


def landed(state: Position) -> dict[int, int]:
    """The hexes with companies of von der Heydte, and how many are in each (BW-29.1)."""
    return in_force(state).landed


def landed_on(state: Position) -> int:
    """The same hexes as a mask."""
    doing = in_force(state)
    return doing.single | doing.several


def with_companies(state: Position, *, several: bool) -> int:
    """The hexes with one company, or those with several."""
    return in_force(state).several if several else in_force(state).single


def toll(state: Position) -> int:
    """What a company in the way costs, in twelfths of a point."""
    points: int = state.game.tables["happening"][COMPANIES]["toll"]["points"]
    return points * state.game.ground.point


def infested(state: Position) -> Effect | None:
    """Commandos in a town on this Game-Turn (BW-29.4)."""
    return in_force(state).infested


def town_of_commandos(state: Position) -> int:
    """The hex of that town, as a mask."""
    return in_force(state).town


def off_roads(state: Position) -> int:
    """The units that commandos keep off the roads on this Game-Turn (BW-29.4)."""
    return in_force(state).strayed


def entered(state: Position, unit: int, way: Sequence[int]) -> None:
    """An Allied unit has been in these hexes: companies there vanish when the Game-Turn ends (BW-29.1.end)."""
    if state.game.forces.side[unit] != ALLIED or not in_force(state).landed:
        return
    landed = [effect for effect in state.effects if effect.rule == COMPANIES and not effect.units]
    places = {state.game.ground.grid.name(i) for i in way}
    for effect in landed:
        if effect.place in places:
            state.change_effect(effect, units=1 << unit)


def end_turn(state: Position) -> None:
    """Companies whose hex an Allied unit has entered in this Game-Turn are gone (BW-29.1.end)."""
    for effect in [one for one in state.effects if one.rule == COMPANIES and one.units]:
        state.effects = tuple(other for other in state.effects if other is not effect)
        text = f"{effect.name[0].upper()}{effect.name[1:]} in {effect.place} is removed: an Allied unit has been there"
        state.note("effect", "BW-29.1.end", text, side=SIDES[GERMAN], at=effect.place)
