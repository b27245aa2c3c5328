"""Advance (BW-9.8): units of the victor advance one after the other, first into the hex that the enemy held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.motion import STOP
from ardennes.counters.retreat import Limit
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import opening, stacking
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.retreat import not_now
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Crosser
from ardennes.games.bitter_woods.victory import instant
from ardennes.games.bitter_woods.zones import zone
from ardennes.hexmap import sides_and, sides_minus

EVERYWHERE = -1  # a mask of all hexes


class Course(NamedTuple):
    """One unit's advance as far as it has come."""

    unit: int
    into: int  # the hexes of which one must be the first
    hexes: int  # by the result of the combat
    bonus: bool  # whether the result lets a road lead it farther
    way: tuple[int, ...]  # begins with the hex in which it was
    spent: int  # in twelfths

    @property
    def made(self) -> int:
        """How many hexes it has advanced."""
        return len(self.way) - 1


class Advance(Step[Position]):
    """Units that fought advance one after the other, as many as their owner likes (BW-R.37)."""

    name = "advance"

    class Frame(NamedTuple):
        """Whose, who may still advance, the hexes that may be the first, how many hexes, whether roads lead farther."""

        step: str
        side: int
        units: int
        into: int
        hexes: int
        bonus: bool = True

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who is next; nobody is asked if nobody can."""
        frame: Advance.Frame = state.top
        able = _able(state, frame)
        if not able:
            state.pop()
            return None
        places = ", ".join(state.game.ground.grid.names(_emptied(state, frame)))
        options = Options(Masked(state.game.actions.advance, able), (DONE,))
        prompt = f"Choose a unit to advance into {places}, or stay"
        facts = {"hexes": frame.hexes, "units": able.bit_count()}
        return Decision(
            SIDES[frame.side], self.name, Kind.ADVANCE, prompt, "BW-9.8", options, default=DONE, facts=facts
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes, or they stay."""
        frame: Advance.Frame = state.top
        if action == DONE:
            state.pop()
            return
        unit = state.game.forces.index[action.thing]
        state.amend(units=frame.units & ~(1 << unit))
        state.push("advancing", *_course(state, frame, unit))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit, or what keeps it from the first hex."""
        if action.verb != "advance":
            return not_now(action)
        frame: Advance.Frame = state.top
        unit, name = state.game.forces.index[action.thing], state.game.forces.call(action.thing)
        bar = first_bar(unit, bars(state, frame))
        if bar is not None:
            return bar.reason(name)
        course = _course(state, frame, unit)
        for i in state.game.ground.grid.bits(_emptied(state, frame)):
            limit = next((limit for limit in limits(state, course) if limit.hexes >> i & 1), None)
            if limit is not None:
                return _reason(state, course, i, limit)
        return Reason("BW-9.8.first", f"{name} is not next to the hex that the enemy held.")


class AdvanceWay(Step[Position]):
    """One unit's advance, hex by hex."""

    name = "advancing"

    class Frame(NamedTuple):
        """The fields of a course."""

        step: str
        unit: int
        into: int
        hexes: int
        bonus: bool
        way: tuple[int, ...]
        spent: int

        @property
        def course(self) -> Course:
            """The advance as far as it has come."""
            return Course(*self[1:])

    frame = Frame

    def revive(
        self, name: str, unit: int, into: int, hexes: int, bonus: bool, way: Sequence[int], spent: int
    ) -> Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, unit, into, hexes, bonus, tuple(way), spent)

    def ask(self, state: Position) -> Decision:
        """The next hex, or the end."""
        course: Course = state.top.course
        stop = (STOP,) if may_stop(state, course) else ()
        options = Options(Masked(state.game.actions.step, steps(state, course)), stop)
        name = state.game.forces.display_names[course.unit]
        prompt = f"Choose how {name} advances, or stop" if stop else f"Choose how {name} advances"
        side = SIDES[state.game.forces.side[course.unit]]
        return Decision(
            side, self.name, Kind.ADVANCE, prompt, "BW-9.8", options, default=STOP if stop else None,
            facts={"made": course.made},
        )  # fmt: skip

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One hex farther, or the advance is over."""
        course: Course = state.top.course
        if action == STOP:
            state.pop()
            _finish(state, course)
            return
        after = enter(state, course, state.game.ground.grid.index(action.thing))
        state.amend(way=after.way, spent=after.spent)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first limit that covers the hex."""
        course: Course = state.top.course
        ground, name = state.game.ground, state.game.forces.display_names[course.unit]
        here = ground.grid.name(course.way[-1])
        if action == STOP:
            return Reason("BW-6.1", f"{name} cannot stop in {here}: there is no room.")
        if action.verb != "step":
            return not_now(action)
        i = ground.grid.index(action.thing)
        if not ground.ring[course.way[-1]] >> i & 1:
            return Reason("BW-9.8", f"{action.thing} is not next to {here}.")
        return next(_reason(state, course, i, limit) for limit in limits(state, course) if limit.hexes >> i & 1)


def _reason(state: Position, course: Course, i: int, limit: Limit) -> Reason:
    name, place = state.game.forces.display_names[course.unit], state.game.ground.grid.name(i)
    return Reason(limit.rule, f"{name} cannot advance to {place}: {limit.why.format(place)}.")


# ---- who advances ----


def bars(state: Position, frame: Advance.Frame) -> Iterator[Bar]:
    """Why units do not advance, in the order in which a player would be told."""
    forces = state.game.forces
    yield Bar("BW-R.37", "is not a unit of the victor that fought and is left, or has advanced", ~frame.units)
    yield Bar("BW-R.37", "is eliminated", ~state.playing[frame.side])
    yield Bar("BW-9.8.artillery", "is artillery, which never advances", forces.artillery)
    yield Bar("BW-R.47", "does not advance on 16AM", opening.frozen(state))
    yield Bar("BW-R.22", "has built a position or repairs a bridge in this turn and does not advance", state.busy)


def _able(state: Position, frame: Advance.Frame) -> int:
    if not _emptied(state, frame):
        return 0
    units = free(frame.units, bars(state, frame))
    return sum(1 << unit for unit in bits(units) if steps(state, _course(state, frame, unit)))


def _emptied(state: Position, frame: Advance.Frame) -> int:
    """The hexes that the enemy held and has left."""
    return frame.into & ~state.held[1 - frame.side]


def _course(state: Position, frame: Advance.Frame, unit: int) -> Course:
    return Course(unit, _emptied(state, frame), frame.hexes, frame.bonus, (state.at[unit],), 0)


# ---- how far, and where ----


def steps(state: Position, course: Course) -> int:
    """The hexes into which a unit may advance next, from each of which it can end its advance somewhere."""
    found = state.game.ground.ring[course.way[-1]]
    for limit in limits(state, course):
        found &= ~limit.hexes
        if not found:
            break
    return found


def may_stop(state: Position, course: Course) -> bool:
    """Whether a unit's advance may end where it is (BW-R.19)."""
    i = course.way[-1]
    return course.made > 0 and stacking.fits(state, course.unit, state.stack(i) & ~(1 << course.unit))


def limits(state: Position, course: Course) -> Iterator[Limit]:
    """What closes hexes to the next step of an advance, in the order in which a player would be told."""
    if course.made:
        yield from _halted(state, course)
        yield from _too_far(state, course)
    else:
        yield Limit("BW-9.8.first", "an advance begins with the hex that the enemy held", ~course.into)
    side = state.game.forces.side[course.unit]
    yield Limit("BW-5.1.enemy", "an enemy unit is in {}", state.held[1 - side])
    yield from _hexsides(state, course)
    if course.made:
        yield Limit("BW-9.8.terrain", "it has not the points for {}", _too_dear(state, course))
    yield Limit("BW-6.1", "there is no room in {}, and no way on", _without_room(state, course))


def _halted(state: Position, course: Course) -> Iterator[Limit]:
    """What ends an advance where the unit is."""
    forces = state.game.forces
    if course.made > 1 and zone(state, 1 - forces.side[course.unit]) >> course.way[-1] & 1:
        yield Limit("BW-9.8.zones", "it has entered an enemy zone after the first hex (BW-R.3)", EVERYWHERE)
    if course.made > 1 or not _waded(state, course.way[0], course.way[1]):
        return
    if not forces.wading >> course.unit & 1:
        yield Limit("BW-9.8.river", "it has crossed a river without a bridge", EVERYWHERE)
    elif state.game.ground.grid.across(1 << course.way[0], state.game.ground.meuse) >> course.way[1] & 1:
        yield Limit("BW-9.8.ford", "it has crossed the Meuse without a bridge", EVERYWHERE)
    elif state.marched >> course.unit & 1:
        why = "it has crossed a river without a bridge, and moved in its Movement Phase"
        yield Limit("BW-9.8.ford", why, EVERYWHERE)


def _waded(state: Position, i: int, j: int) -> bool:
    """Whether a step crosses a river without a bridge."""
    ground = state.game.ground
    return bool(ground.grid.across(1 << i, ground.unbridged(state.blown)) >> j & 1)


def _too_far(state: Position, course: Course) -> Iterator[Limit]:
    """How far an advance goes, and who goes farther along a road (BW-9.8.length, BW-9.8.road)."""
    game, unit = state.game, course.unit
    limit, length = _length(state, course)
    if course.made < length:
        return
    along = game.ground.grid.across(1 << course.way[-1], _roads(state))
    bonus = _road_bonus(state, course)
    if bonus is None and course.made < _farther(state, course):
        yield Limit("BW-9.8.road", "farther than the result it goes only along the road", ~along)
        return
    if bonus is not None and along:
        yield Limit(bonus.rule, bonus.why, EVERYWHERE)
    yield limit


def _length(state: Position, course: Course) -> tuple[Limit, int]:
    """How many hexes a unit may advance without a road, and what is said if that is all."""
    game = state.game
    hexes = course.hexes
    if game.forces.side[course.unit] != state.phasing:
        return Limit("BW-9.8.defender", "a defender advances one hex", EVERYWHERE), hexes
    if course.way[1] == game.ground.bottleneck:
        half = (hexes + 1) // 2
        return Limit("BW-8.3", f"out of Clervaux it advances no more than {count(half, 'hex', 'hexes')}", EVERYWHERE), half
    return Limit("BW-9.8.length", f"the result lets it advance {count(hexes, 'hex', 'hexes')}", EVERYWHERE), hexes


def _farther(state: Position, course: Course) -> int:
    """How many hexes a mechanized unit may advance by road."""
    times, of = state.game.tables["advance"]["road_bonus"]
    return -(-course.hexes * times // of)


def _road_bonus(state: Position, course: Course) -> Limit | None:
    """Why a unit has no road bonus; None if it has one (BW-9.8.road)."""
    game, unit = state.game, course.unit
    if not course.bonus:
        return Limit("BW-9.5.FF.advance", "after a firefight it enters the empty hex and no other", EVERYWHERE)
    if game.forces.side[unit] != state.phasing:
        return Limit("BW-9.8.defender", "a defender advances one hex", EVERYWHERE)
    if course.way[1] == game.ground.bottleneck:
        return Limit("BW-8.3", "there is no road bonus out of Clervaux", EVERYWHERE)
    if not game.forces.mechanized >> unit & 1:
        return Limit("BW-9.8.length", "only mechanized units advance farther by road", EVERYWHERE)
    if not _by_road(state, course.way):
        return Limit("BW-9.8.road", "its advance has not been by road from the beginning", EVERYWHERE)
    if opening.now(state) and game.forces.side[unit] == 0:
        return Limit("BW-15.7.advance", "on 16AM no road leads it farther than the result", EVERYWHERE)
    return None


def _by_road(state: Position, way: Sequence[int]) -> bool:
    """Whether each step of a way is along a road."""
    roads, across = _roads(state), state.game.ground.grid.across
    return all(across(1 << i, roads) >> j & 1 for i, j in zip(way, way[1:], strict=False))


def _roads(state: Position):  # type: ignore[no-untyped-def]
    return state.game.network.open_roads(state.blown)


def _hexsides(state: Position, course: Course) -> Iterator[Limit]:
    """Hexsides that a unit does not cross in an advance (BW-9.8.closed, .river, .heavy, .forest)."""
    ground, forces, unit = state.game.ground, state.game.forces, course.unit
    across, here, unbridged = ground.grid.across, 1 << course.way[-1], ground.unbridged(state.blown)
    yield Limit("BW-9.8.closed", "a cliff is in the way", across(here, ground.cliffs))
    if course.made:
        why = "a river without a bridge is crossed only into the first hex"
        yield Limit("BW-9.8.river", why, across(here, unbridged))
    if forces.heavy >> unit & 1:
        yield Limit("BW-9.8.heavy", "a heavy tank crosses a river by bridge only", across(here, unbridged))
    if not forces.wading >> unit & 1:
        wet = across(here, sides_and(unbridged, ground.meuse))
        yield Limit("BW-9.8.heavy", "armor and armored cavalry cross the Meuse by bridge only", wet)
    if forces.armor >> unit & 1:
        off_road = across(here, sides_minus(ground.in_or_out_of_forest, _roads(state)))
        yield Limit("BW-9.8.forest", "armor enters and leaves a forest only along a road", off_road)


# ---- points (BW-R.38) ----


def _allowance(state: Position, unit: int) -> int:
    printed = state.game.forces.units[unit].full.allowance
    return opening.allowance(state, unit, printed, advancing=True) * state.game.ground.point


def _price(state: Position, course: Course, i: int) -> int | None:
    """What the next step costs; None if it cannot be paid for with points."""
    ground, unit, here = state.game.ground, state.game.forces.units[course.unit], course.way[-1]
    if course.made or not _waded(state, here, i):
        return ground.costs(unit.pays, state.season, state.blown).cost(here, i)
    crossings = ground.crossings(Crosser(unit.pays, unit.wades, unit.heavy), state.season, state.blown)
    found = crossings.first.cost(here, i) if crossings.first else None
    return found if found is not None or not crossings.halt else crossings.halt.cost(here, i)


def _too_dear(state: Position, course: Course) -> int:
    """The hexes for which a unit has not the points."""
    left, grid = _allowance(state, course.unit) - course.spent, state.game.ground.grid
    prices = ((i, _price(state, course, i)) for i in grid.bits(state.game.ground.ring[course.way[-1]]))
    return grid.mask(i for i, price in prices if price is not None and price > left)


def enter(state: Position, course: Course, i: int) -> Course:
    """The advance one hex farther; the first hex takes no more than the unit has (BW-R.38)."""
    points = _allowance(state, course.unit)
    price = _price(state, course, i)
    spent = points if price is None else min(points, course.spent + price)
    return course._replace(way=(*course.way, i), spent=spent)


def _without_room(state: Position, course: Course) -> int:
    """The hexes that are full and from which the unit cannot go on (BW-R.19)."""
    ground = state.game.ground
    own = ground.ring[course.way[-1]] & state.held[state.game.forces.side[course.unit]]
    if not own:
        return 0
    after = (enter(state, course, i) for i in ground.grid.bits(own))
    return ground.grid.mask(new.way[-1] for new in after if not may_stop(state, new) and not steps(state, new))


# ---- the end ----


def _finish(state: Position, course: Course) -> None:
    """It stands where it has come to; the game may be over with it (BW-R.52)."""
    grid, unit = state.game.ground.grid, course.unit
    names = [grid.name(i) for i in course.way]
    by = f" by {', '.join(names[1:-1])}" if len(names) > 2 else ""
    state.note_unit(unit, "advance", "BW-9.8", f"advances from {names[0]} to {names[-1]}{by}", at=names[0], to=names[-1])
    state.pass_through(unit, course.way[1:])
    state.shift(unit, course.way[-1])
    instant(state)
