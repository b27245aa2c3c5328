"""Why a unit cannot move, come in or leave, and what belongs to another phase; found from the terms of a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.counters import bits
from ardennes.counters.refusals import because
from ardennes.counters.terms import Term, leave_out, obstacles
from ardennes.engine import Action, Reason
from ardennes.engine.speech import both, count, few
from ardennes.games.bitter_woods import arrivals, cooperation, garrison, journeys, lasting, opening, zones
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.journeys import Item
from ardennes.games.bitter_woods.movement import terms_of
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terms import FAR, TERMS, Terms
from ardennes.games.bitter_woods.terrain import Bounds, WayOut
from ardennes.games.bitter_woods.walks import Walk
from ardennes.games.bitter_woods.wording import cited

PAID = {"BW-11.3", "BW-29.1.two", "BW-5.3.mud", "BW-5.3.ford", "BW-5.2"}  # terms that are about points
ELSEWHERE = {  # what is done in another phase
    "drop": Reason("BW-4.0.supply", "Air drops are made in the Mutual Supply Phase of the German turn."),
    "interdict": Reason("BW-4.0.interdiction", "Hexes are interdicted in the Allied Interdiction Phase."),
    "reserve": Reason("BW-4.0.reserve", "Units are put in reserve in the Reserve Phase."),
    "target": Reason("BW-4.0.combat", "Attacks are made in the Combat and Demolition Phase."),
    "join": Reason("BW-4.0.combat", "Attacks are made in the Combat and Demolition Phase."),
    "add": Reason("BW-9.2", "Support is given in combat."),
    "fly": Reason("BW-9.2", "Support is given in combat."),
    "bombard": Reason("BW-21.1", "Artillery bombards a hex once it has been named for an attack, before the attack."),
    "angriff": Reason("BW-23.2", "An attack on the move is announced when its units and their support are named."),
    "lose": Reason("BW-9.6", "Losses follow from combat."),
    "influence": Reason("BW-24.4", "A leader may have units stand fast when a combat result would make them retreat."),
    "attach": Reason("BW-24.6.attach", "Units are attached to an army when they enter."),
    "advance": Reason("BW-9.8", "Units advance after combat."),
    "challenge": Reason("BW-22.2", "Interdiction is challenged by a unit that moves."),
    "slip": Reason("BW-27.2.when", "A unit may slip through ZOCs only in a move, not in combat or an advance."),
    "dash": Reason("BW-27.1.road", "Only the advance after Peiper's attack on 17AM may be converted to movement."),
    "combine": Reason("BW-R.109", "Battalions join between moves and attacks, or to meet a combat result."),
    "separate": Reason("BW-R.109", "The group splits between moves and attacks, or to meet a combat result."),
    "blow": Reason("BW-4.0.combat", "Bridges are blown at the end of the Combat and Demolition Phase."),
    "demolish": Reason("BW-4.0.combat", "Bridges are blown at the end of the Combat and Demolition Phase."),
    "guard": Reason("BW-29.3", "A bridge is guarded after an event, at the end of the German turn."),
    "burn": Reason("BW-25.3", "The Allied player is asked about fuel dumps when an enemy comes near one."),
    "mark": Reason("BW-29.0", "Places are named for an event when it has been rolled."),
    "span": Reason("BW-4.0.construction", "Bridges are completed in the Bridge Construction Phase."),
}


def not_in_movement(action: Action) -> Reason | None:
    """What is never done while units move."""
    return ELSEWHERE.get(action.verb)


# ---- moves ----


def why_stuck(state: Position, unit: int) -> Reason:
    """Why a unit on the map can go nowhere."""
    walk = Walk(state.game.ground, terms_of(state, unit), state.at[unit], 0, begun=False)
    found = obstacles(walk.terms, TERMS, lambda terms: walk.under(terms).able)
    reasons = [term.reason for term in found or ()]
    return because(f"{state.game.forces.display_names[unit]} has nowhere to go", reasons)


def why_not_to(state: Position, unit: int, walk: Walk, action: Action) -> Reason:
    """Why a unit in motion cannot go to a hex, or step into it."""
    ground, name, place = state.game.ground, state.game.forces.display_names[unit], action.thing
    i, step = ground.grid.index(place), action.verb == "step"
    if i == walk.hex:
        return Reason("BW-5.1", f"{name} is in {place}.")
    if step and not ground.ring[walk.hex] >> i & 1:
        return Reason("BW-5.1", f"{place} is not next to {ground.grid.name(walk.hex)}.")

    def works(terms: Terms) -> bool:
        other = walk.under(terms)
        return bool((other.steps if step else other.go) >> i & 1)

    found, free = _obstacles(walk, works)
    way = (walk.hex, i) if step else free.path(i)
    cost = list(journeys.items(state, free.terms.prices, way, begun=walk.begun))
    reasons = _reasons(state, unit, walk, found, i, cost, _detour(walk, free, i, step))
    return because(f"{name} cannot {action.verb} to {place}", reasons)


def _obstacles(walk: Walk, works: Callable[[Terms], bool]) -> tuple[tuple[Term, ...], Walk]:
    """The fewest terms that stand in the way, and the move without them; what is paid for is paid in full."""
    # what frees a unit on its way frees none that is far away
    bound = walk.terms if walk.onward is not None else walk.terms._replace(freeing=0)
    found = obstacles(bound, TERMS, works)
    assert found, "this unit may go anywhere"
    free = leave_out(bound, [term for term in found if term.rule not in PAID])
    return found, walk.under(free._replace(points=FAR))


def _detour(walk: Walk, free: Walk, i: int, step: bool) -> str:
    """A word of warning where enemies or boundaries make the way longer than it looks."""
    if step:
        return ""
    open_ = walk.under(walk.terms.freed()._replace(points=FAR, foes=0, stops=0, same=0, full=0, vacated=0, outside=0))
    straight = open_.reach.cost(i)
    return "by the only open route " if straight is not None and free.cost(i) > straight else ""


def _reasons(
    state: Position, unit: int, walk: Walk, found: Sequence[Term], i: int, cost: Sequence[Item], detour: str
) -> list[Reason]:
    """The reasons in words, with the arithmetic behind the last of those that are about points, and the rulings."""
    fields = {term.field for term in found}
    reasons = [_worded(state, unit, walk, term, i) for term in found]
    paid = [n for n, term in enumerate(found) if term.rule in PAID]
    if paid:
        last, left = reasons[paid[-1]], walk.terms.points - walk.spent
        reasons[paid[-1]] = Reason(last.rule, f"{last.text}, {detour}{journeys.arithmetic(state, cost, left)}")
    if "points" in fields:
        reasons += _lowered(state, unit)
        if walk.begun and state.game.ground.ring[walk.hex] >> i & 1:
            reasons.append(Reason("BW-R.12", "the free hex must be the whole move"))
    if fields & {"tolled", "deceived"}:
        reasons.append(Reason("BW-R.95", "it must be able to end its move there whatever the die roll"))
    if fields & set(Bounds._fields) and state.game.forces.leaders >> unit & 1:
        reasons.append(Reason("BW-24.6.bounds", "army boundaries apply to leaders too"))
    if fields & set(Bounds._fields) and state.game.forces.batteries >> unit & 1:
        reasons.append(Reason("BW-37.2", "army boundaries apply to artillery too"))
    if "full" in fields:
        reasons.append(Reason("BW-R.19", "others would have to move away first"))
    if any(term.rule == "BW-5.3.river" for term in found) and walk.begun:
        reasons.append(Reason("BW-R.14", "a crossing must start where the unit began the phase"))
    if "same" in fields and _holders(state, unit).bit_count() > 1:
        reasons.append(Reason("BW-R.21", "each enemy unit counts separately"))
    return reasons


def _worded(state: Position, unit: int, walk: Walk, term: Term, i: int) -> Reason:
    """A term as the refusal says it."""
    if term.field == "foes" and not walk.terms.foes >> i & 1:
        return Reason("BW-6.3", "units may not move through enemy units, and one is in the way")
    if term.field == "foes":
        return Reason(term.rule, "an enemy unit is there")
    if term.field == "full":
        return Reason(term.rule, _crowd(state, i))
    if term.field == "apart" and unit == state.game.battlegroup.leader:
        return Reason("BW-36.0.lead.near", "he would be more than two hexes from his group (BW-R.110)")
    return term.reason


def _crowd(state: Position, i: int) -> str:
    """Who fills a hex; units that do not count for stacking are not among them (BW-6.1.free)."""
    game = state.game
    there = state.stack(i) & ~game.stacks_free
    names, limit = both(game.forces.display_names[other] for other in bits(there)), count(game.stack_limit, "unit")
    if there & game.battlegroup.parts:
        return cited(f"{names} are there, battalions counting as thirds, and no more than {limit} may be", "BW-36.7")
    if there.bit_count() <= game.stack_limit:
        return f"{names} are there and no more than {limit} may be"
    return cited(f"{names} are there, and with units of any other division no more than {limit} may be", "BW-6.1.lehr")


def _holders(state: Position, unit: int) -> int:
    """The enemy units next to a unit, artillery not among them."""
    forces = state.game.forces
    near = state.units_at(state.game.ground.ring[state.at[unit]])
    return near & forces.of[1 - forces.side[unit]] & ~zones.without(state)


def _lowered(state: Position, unit: int) -> list[Reason]:
    """Why a unit's allowance is smaller than printed."""
    printed = state.figures(unit).allowance
    rule, points = opening.limit(state, unit, printed)
    found = [Reason(rule, f"on 16AM its allowance is {points}, not {printed}")] if rule else []
    if rule and state.game.forces.leaders >> unit & 1:
        found.append(Reason("BW-R.86", "Allied leaders are restricted like other units"))
    if fewer := garrison.less(state, unit):
        points -= fewer
        found.append(Reason("BW-35.0", f"without its garrison Seventh Army has {fewer} less"))
    events = list(lasting.lowered(state, unit, points))
    found += [Reason(rule_, f"{what}: its allowance is {left}") for rule_, what, left in events]
    points = events[-1][-1] if events else points
    if state.unsupplied >> unit & 1:
        found.append(Reason("BW-12.4.move", f"out of supply it has half of {points}, fractions up"))
        if rule:
            found.append(Reason("BW-R.11", "the allowance is reduced first and then halved"))
    return found


# ---- leaving the map ----


def why_not_out(state: Position, unit: int, walk: Walk, place: str) -> Reason:
    """Why a unit in motion cannot leave by a hexside of the edge."""
    ground, name = state.game.ground, state.game.forces.display_names[unit]
    n = ground.way_out[place]
    way = ground.ways_out[n]
    if n not in walk.terms.outs:
        return _never_out(state, unit, way)

    def works(terms: Terms) -> bool:
        return bool(walk.under(terms).exits >> n & 1)

    found, free = _obstacles(walk, works)
    cost = [
        *journeys.items(state, free.terms.prices, free.path_out(way), begun=walk.begun),
        *journeys.exit_items(state, unit, free, way),
    ]
    reasons = _reasons(state, unit, walk, found, way.hex, cost, _detour(walk, free, way.hex, False))
    if any(term.field == "points" for term in found):
        reasons.append(Reason(cost[-1].rule, f"exiting costs {journeys.in_points(state, cost[-1].parts)}"))
        if way.hex == walk.hex and not walk.begun:
            reasons.append(Reason("BW-R.12", "the free hex does not lead off the map"))
    return because(f"{name} cannot exit by {place}", reasons)


def _never_out(state: Position, unit: int, way: WayOut) -> Reason:
    """Why a unit does not leave by a hexside at all."""
    forces, bit, name = state.game.forces, 1 << unit, state.game.forces.display_names[unit]
    if forces.side[unit] == ALLIED:
        return Reason("BW-R.17", f"{name} is in supply; only Allied units out of supply may exit the map.")
    if not forces.mechanized & bit:
        return Reason("BW-R.56", f"{name} is not mechanized; only German mechanized units may exit the map.")
    if state.game.battlegroup.parts & bit and way.german:
        text = f"{name} stays: without it the other battalions would be too far from each other (BW-R.110)."
        return Reason("BW-36.1", text)
    text = f"{name} cannot exit by {way.name}: German units exit by roads beyond the Meuse, on the west or north edge."
    return Reason("BW-5.5", text)


# ---- coming in ----


def why_not_in(state: Position, unit: int, place: str) -> Reason:
    """Why a unit cannot come in by a hex."""
    ground, name = state.game.ground, state.game.forces.display_names[unit]
    i, terms = ground.grid.index(place), terms_of(state, unit)
    open_ = arrivals.region(state, unit, terms)
    if not open_ >> i & 1:
        return _not_its_road(state, unit, i, place, terms)
    return because(f"{name} cannot enter by {place}", [_kept_out(state, unit, i, terms)])


def _not_its_road(state: Position, unit: int, i: int, place: str, terms: Terms) -> Reason:
    ground, name = state.game.ground, state.game.forces.display_names[unit]
    if cooperation.kept_back(state) >> unit & 1 and not ground.far_bank >> i & 1:
        return Reason(cooperation.MEUSE, cited(f"{name} is British and enters beyond the Meuse", "BW-R.77") + ".")
    if arrivals.blocked(state, unit):
        near = ground.grid.names(arrivals.nearest(state, unit, terms))
        those = f"hexes are {few(near)}" if len(near) > 1 else f"hex is {near[0] if near else 'none'}"
        text = f"{name} may not enter by {place}: its roads are blocked; the nearest {those}"
        return Reason("BW-16.2", f"{text} (BW-R.51).")
    where = _either([f"{each} ({ground.grid.name(ground.letters[each])})" for each in arrivals.letters(state, unit)])
    rule = "BW-16.1"
    if arrivals.late(state, unit):
        rule = "BW-5.5.return" if arrivals.returning(state, unit) else "BW-16.3"
    if any(ground.letters[letter] == i for letter in ground.letters):
        return Reason(rule, f"{name} enters by {where}, not by {place}.")
    return Reason(rule, f"{name} enters by a lettered road, {where}, not by {place}.")


def _either(words: Sequence[str]) -> str:
    """A choice as it stands in a sentence.

    >>> _either(["A"]), _either(["A", "B", "C"])
    ('A', 'A, B or C')
    """
    *before, last = words
    return f"{', '.join(before)} or {last}" if before else last


def _kept_out(state: Position, unit: int, i: int, terms: Terms) -> Reason:
    """The rule that keeps a unit from coming in by a hex of its own."""
    bit = 1 << i
    if terms.foes & bit:
        return Reason("BW-5.1.enemy", "an enemy unit is there")
    for field in ("outside", "vacated", "alone"):
        if getattr(terms, field) & bit:
            return _term(field).reason
    closed = [_term(field) for field in Bounds._fields if getattr(terms, field) & bit]
    if closed:
        return closed[0].reason
    if arrivals.price(state, unit, i) > terms.points:
        cost = journeys.arithmetic(state, journeys.entry_items(state, unit, i), terms.points)
        return Reason("BW-R.49", f"it cannot pay for the hex, {cost}")
    if terms.tolled & bit:
        return _term("tolled").reason
    if terms.mixed & bit:
        return Reason("BW-28.2", "American and British units may not stack, and there is no further hex to move on to")
    if terms.led & bit:
        return _term("led").reason
    return Reason("BW-6.1", "the hex is full, and there is no further hex to move on to")


def _term(field: str) -> Term:
    """The term that acts in a field."""
    return next(term for term in TERMS if term.field == field)


def why_waits(state: Position, unit: int) -> Reason:
    """Why a unit that is due cannot come in at all."""
    terms, grid = terms_of(state, unit), state.game.ground.grid
    found: dict[str, tuple[Reason, list[str]]] = {}
    for i in grid.sorted(arrivals.region(state, unit, terms)):
        reason = _kept_out(state, unit, i, terms)
        found.setdefault(reason.rule, (reason, []))[1].append(grid.name(i))
    reasons = [Reason(reason.rule, f"{reason.text} ({few(places)})") for reason, places in found.values()]
    if arrivals.returning(state, unit):
        reasons.append(Reason("BW-5.5.return", "units return only by lettered roads on the edge by which they exited"))
    return because(f"{state.game.forces.display_names[unit]} cannot enter", reasons)
