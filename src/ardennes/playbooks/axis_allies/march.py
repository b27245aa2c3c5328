"""Movement: which hexes are paid for, which get a blitz, and where each unit goes (3.2 to 3.8, 3.11 to 3.14)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine import Action
from ardennes.games.axis_allies.forces import ART, INF, TANK
from ardennes.games.axis_allies.movement import Blitz
from ardennes.games.axis_allies.reinforcement import Arrive, Onward, entries
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.trucks import ready_to_drive
from ardennes.games.axis_allies.ways import ARRIVAL, TRUCK, ways_of
from ardennes.playbooks import Scored, by_score
from ardennes.playbooks.axis_allies import carry
from ardennes.playbooks.axis_allies.picture import Picture

PRICES = (9.0, 0.34, 0.26, 0.2, 0.16, 0.13)  # of a token, by how many are at hand
LAST_PRICE = 0.01
OFF_BOARD_PRICE = 0.3  # of a token that a truck could have brought where it does most
BLITZ_FIRST, TANKS_FIRST, TRUCKS_FIRST, TRUCKS_LAST = 3000.0, 2000.0, 1000.0, -1000.0  # the order of arrival
LEAST = 0.02  # a unit stays where it is for less
DONE, STOP = Action("done"), Action("stop")

Step = tuple[int, int, int]  # type, from, to


def price(state: Position, at_hand: int) -> float:
    """What a token is worth where so many are at hand; on the last turn it buys nothing later."""
    if state.turn >= len(state.game.turn_names):
        return LAST_PRICE
    return PRICES[min(at_hand, len(PRICES) - 1)]


class March:
    """Moves tried out on a picture."""

    def __init__(self, state: Position, side: int) -> None:
        self.state, self.side = state, side
        self.terrain = state.game.terrain
        self.picture = Picture(state, side)
        self.ways = ways_of(state, side)
        lorries = ready_to_drive(state, side)
        self.garages = self.terrain.grid.mask(h for number, h in enumerate(state.trucks) if lorries >> number & 1)

    def ends(self, kind: int, h: int, blitz: bool) -> int:
        """Where a unit can end, its blitz included."""
        ends = self.ways.ends(kind, h)
        return self.onward(ends) if blitz and kind == TANK else ends

    def rides(self, h: int) -> int:
        """Where a truck in a hex that has not moved could bring its infantry and artillery."""
        return self.ways.ends(TRUCK, h) if self.garages >> h & 1 else 0

    def onward(self, ends: int) -> int:
        """These hexes and all that a blitz leads to from them."""
        return ends | self.terrain.grid.across(ends, self.terrain.off_road_six) & ~self.ways.enemy

    def best_of(self, kind: int, hexes: int) -> tuple[float, int]:
        """The hex where a unit of a type is worth most; -1 if there is none with room."""
        picture = self.picture
        best, where = float("-inf"), -1
        for h in self.terrain.grid.bits(hexes):
            if picture.room(kind, h):
                worth = picture.worth(kind, h)
                if worth > best + 1e-9:
                    best, where = worth, h
        return best, where

    def best(self, kind: int, h: int, blitz: bool = False, rides: int = 0) -> tuple[float, int]:
        """What the best move of a unit brings, and where it ends."""
        picture = self.picture
        picture.add(kind, h, -1)
        stays = picture.worth(kind, h)
        goes, where = self.best_of(kind, self.ends(kind, h, blitz) | rides)
        picture.add(kind, h, 1)
        return goes - stays, where

    def tour(self, h: int, blitz: bool) -> tuple[float, list[Step]]:
        """Move all units of a hex on the picture, each to its best place; what that brings, and the steps."""
        total, steps, rides = 0.0, [], self.rides(h)
        for kind in (TANK, INF, ART):
            for _ in range(self._movers(kind, h)):
                gain, to = self.best(kind, h, blitz, rides if kind != TANK else 0)
                if to < 0 or gain <= LEAST:
                    break
                total += gain
                steps.append((kind, h, to))
                self.picture.add(kind, h, -1)
                self.picture.add(kind, to, 1)
        return total, steps

    def _movers(self, kind: int, h: int) -> int:
        """The units of a hex that a token moves, or has moved already."""
        if self.state.activated >> h & 1:
            return self.state.ready.get(kind * self.terrain.size + h, 0)
        return self.state.stack(h)[kind]

    def undo(self, steps: list[Step]) -> None:
        """Take a tour back."""
        for kind, h, to in reversed(steps):
            self.picture.add(kind, to, -1)
            self.picture.add(kind, h, 1)


# ---- paying ----


def pay_for_movement(state: Position) -> list[Scored]:
    """The hex whose units gain most by moving, or the blitz that brings most, as long as it is worth its token."""
    side = SIDES.index(state.decision.side)
    march = March(state, side)
    bit, fuel = state.game.terrain.bit, march.picture.fuel
    blitzes = [option for option in state.decision.options if option.verb == "blitz"]
    gains: list[tuple[float, Action]] = []
    moved: dict[int, list[Step]] = {}
    for h in state.game.terrain.grid.bits(state.activated & state.held[side]):
        moved[h] = march.tour(h, bool(state.blitzed >> h & 1))[1]
    for option in blitzes:
        h = bit[option.thing]
        march.undo(moved[h])
        plain, steps = march.tour(h, False)
        march.undo(steps)
        more, steps = march.tour(h, True)
        march.undo(steps)
        moved[h] = march.tour(h, False)[1]
        gains.append((more - plain - price(state, fuel[h]), option))
    for option in state.decision.options:
        if option.verb == "activate":
            h = bit[option.thing]
            gain, steps = march.tour(h, False)
            march.undo(steps)
            gains.append((gain - price(state, fuel[h]), option))
    return [*by_score(one for one in gains if one[0] > 0), Scored(DONE, 0.0)]


# ---- moving ----


def next_move(state: Position) -> list[Scored]:
    """The unit whose move brings most, then the trucks, then the end."""
    side = SIDES.index(state.decision.side)
    march = March(state, side)
    terrain, handles = state.game.terrain, state.game.handles
    ranked: list[tuple[float, Action]] = []
    lorries: list[int] = []
    for option in state.decision.options:
        if option.verb != "pick":
            continue
        at = handles.pick.index[option]
        if at >= handles.pick_truck:
            lorries.append(at - handles.pick_truck)
            continue
        kind, h = divmod(at, terrain.size)
        gain, to = march.best(kind, h, bool(state.blitzed >> h & 1))
        if to >= 0 and gain > LEAST:
            ranked.append((gain, option))
    if lorries:
        ranked = carry.leave_riders(state, march.picture, ranked, lorries)
    if ranked:
        return by_score(ranked)
    return [*carry.trucks_to_drive(state, march.picture, lorries), Scored(DONE, 0.0)]


def where_to(state: Position) -> list[Scored]:
    """The best hex for the unit that is picked up; with a blitz to come, the one that leads to it."""
    side, kind, h = state.top.side, state.top.kind, state.top.hex
    march = March(state, side)
    march.picture.add(kind, h, -1)
    blitz = kind == TANK and bool(state.blitzed >> h & 1)
    return _ranked(march, kind, list(state.decision.options), blitz)


def _ranked(march: March, kind: int, options: list[Action], blitz: bool) -> list[Scored]:
    """Options that name a hex, by what the unit is worth there or where it can get to from there."""
    bit, found = march.terrain.bit, []
    for option in options:
        h = bit[option.thing]
        there = march.best_of(kind, 1 << h)[0]
        if blitz:
            there = max(there, march.best_of(kind, march.onward(1 << h))[0] - 1e-6)
        found.append((there, option))
    return by_score(found)


def blitz_to(state: Position) -> list[Scored]:
    """One hex farther, or a stop where the tank is."""
    now: Blitz.Frame = state.top
    return _or_stop(March(state, now.side), TANK, now.hex, state.decision.options, False)


def _or_stop(march: March, kind: int, h: int, options: Sequence[Action], blitz: bool) -> list[Scored]:
    ways = [option for option in options if option.thing]
    ranked = _ranked(march, kind, ways, blitz)
    if STOP not in options:
        return ranked
    here = march.best_of(kind, march.onward(1 << h) if blitz else 1 << h)[0]
    goes = bool(ranked) and ranked[0].score > here + 1e-9
    stop = Scored(STOP, here if not goes else min(here, ranked[-1].score))
    return [*ranked, stop] if goes else [stop, *(one._replace(score=min(one.score, here)) for one in ranked)]


# ---- reinforcement ----


def next_arrival(state: Position) -> list[Scored]:
    """Tanks first, then trucks for those who gain by a ride, the others, and last the trucks that bring tokens."""
    side = SIDES.index(state.decision.side)
    handles, n = state.game.handles, len(state.game.forces.formations)
    march = March(state, side)
    lorries: list[Action] = []
    ranked: list[tuple[float, Action]] = []
    for option in state.decision.options:
        if option.verb == "blitz":
            gain = _blitz_gain(march, state.game.forces.number[option.thing])
            if gain > (OFF_BOARD_PRICE if not march.picture.last else LAST_PRICE):
                ranked.append((BLITZ_FIRST + gain, option))
        elif option.verb == "pick":
            at = handles.pick.index[option]
            if at < handles.pick_chart:
                lorries.append(option)
                continue
            kind, number = divmod(at - handles.pick_chart, n)
            gain = _entry(march, kind, number, False)[0]
            ranked.append((gain + (TANKS_FIRST if kind == TANK else 0.0), option))
    if lorries and carry.lift_wanted(state, march.picture):
        ranked += [(TRUCKS_FIRST, option) for option in lorries]
    elif lorries and state.depot[side]:
        ranked += [(TRUCKS_LAST, option) for option in lorries]
    return [*by_score(ranked), Scored(DONE, 2 * TRUCKS_LAST)]


def _entry(march: March, kind: int, number: int, blitz: bool) -> tuple[float, int]:
    """The best place for a unit of a formation, and what it is worth there."""
    where = 0
    state = march.state
    for h in march.terrain.grid.bits(entries(state, state.game.forces.formations[number])):
        where |= _from_entry(march, kind, h)
    return march.best_of(kind, march.onward(where) if blitz else where)


def _from_entry(march: March, kind: int, h: int) -> int:
    """Where a unit can end that is put on the board in a hex."""
    found = 1 << h
    if kind == TANK and march.terrain.roads >> h & 1 and not march.ways.zone >> h & 1:
        found |= march.ways.ends(ARRIVAL, h)
    return found


def _blitz_gain(march: March, number: int) -> float:
    tanks = march.state.charts[TANK * len(march.state.game.forces.formations) + number]
    return tanks * (_entry(march, TANK, number, True)[0] - _entry(march, TANK, number, False)[0])


def arrive_at(state: Position) -> list[Scored]:
    """The hex of the edge that leads to the best place."""
    now: Arrive.Frame = state.top
    march, kind = March(state, now.side), now.kind
    blitz = kind == TANK and bool(state.paid >> now.formation & 1)
    found = []
    for option in state.decision.options:
        ends = _from_entry(march, kind, march.terrain.bit[option.thing])
        found.append((march.best_of(kind, march.onward(ends) if blitz else ends)[0], option))
    return by_score(found)


def go_on(state: Position) -> list[Scored]:
    """Where an arriving tank goes on to."""
    now: Onward.Frame = state.top
    paid = bool(state.paid >> now.formation & 1)
    return _or_stop(March(state, now.side), TANK, now.hex, state.decision.options, paid)
