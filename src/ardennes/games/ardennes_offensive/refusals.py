"""Why a unit cannot be picked to move, or cannot go somewhere: found by leaving out one rule after the other."""

from __future__ import annotations

from ardennes.counters import POOL, because, not_his
from ardennes.engine import Action, Decision, Reason
from ardennes.engine.speech import few
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import PEOPLE
from ardennes.games.ardennes_offensive.movement import Walk, may_come_in
from ardennes.games.ardennes_offensive.roadmode import allowance, breaching
from ardennes.games.ardennes_offensive.state import Position
from ardennes.hexmap import fewest

LIMIT = "AO-5.1.C"
WHY = {
    "AO-5.2.F": "an enemy unit is in the way",
    "AO-8.2.C": "a German infantry division stands alone",
    "AO-8.0": "there is no room in the hex",
    "AO-6.5.G": "a column may not be in or beside a friend's hex on the road",
    "AO-R.24": "Allied columns may not enter the West Wall, nor form there",
    "AO-14.3.C": "west bank units may not cross the Meuse yet",
    "AO-5.2.G": "a unit alone in an enemy zone of control may not leave it",
    "AO-7.1.A": "an enemy zone of control on the way ends the move",
    "AO-14.2.B": "too many units have come in by this entry before",
    "AO-13.2.B": "the road is cut at an interdicted bridge",
    "AO-12.6.movement": "an unsupplied unit has half its allowance",
    "AO-6.7.L": "leaving Road Mode by force has cost too many points",
    "AO-6.3.C": "the change of mode costs too many points",
    "AO-8.1.A": "stacking or unstacking costs too many points",
    LIMIT: "the movement allowance does not reach so far",
}
LEFT_OUT = tuple(WHY)  # in this order rules are left out, until the hex is reached


def of_pick(state: Position, action: Action, decision: Decision) -> Reason | None:
    """Why a unit cannot be picked, or the phase not ended."""
    if action.verb == "done":
        owed = few(state.game.forces.call(duty.who) for duty in decision.obligations)
        what = "move to make room for columns" if decision.rule == "AO-R.21" else "come in from the map edge"
        return Reason(decision.rule, f"The phase cannot end yet: {owed} must {what}.")
    if action.verb != "pick":
        return None
    unit = state.game.forces.index[action.thing]
    return _of_unit(state, unit) or _of_stage(state, unit, decision) or _of_stuck(state, unit)


def _of_unit(state: Position, unit: int) -> Reason | None:
    """What bars a unit whatever the ground."""
    game, bit = state.game, 1 << unit
    name, at = game.forces.said[unit], state.at[unit]
    if game.forces.side[unit] != state.phasing:
        return not_his(PEOPLE[state.phasing], "move", "AO-5.1.A")
    if at < 0:
        if at == POOL:
            return Reason("AO-14.0", f"{name} has not arrived.")
        return Reason("AO-16.0.A", f"{name} is not in play any more.")
    if state.moved & bit:
        return Reason("AO-5.0", f"{name} has ended its move in this phase.")
    if state.phase in game.mechanized_phases:
        if not game.forces.mechanized & bit:
            rule = "AO-6.2.A" if state.road & bit else "AO-5.2.K"
            return Reason(rule, f"{name} is not mechanized.")
        if state.fought & bit:
            barred = Reason("AO-R.48", "whatever came of it")
            return Reason("AO-5.2.K", f"{name} has attacked in this Player-Turn, {barred.text} ({barred.rule}).")
    if game.ground.edge >> at & 1 and not state.awake & bit:
        return Reason("AO-5.3.M", f"{name} is dormant: no Allied unit was beside it when the phase began.")
    return None


def _of_stage(state: Position, unit: int, decision: Decision) -> Reason | None:
    """What bars a unit now, or where it stands."""
    name, at = state.game.forces.said[unit], state.at[unit]
    if decision.rule == "AO-R.21":
        if not breaching(state, state.phasing) >> at & 1:
            return Reason("AO-R.21", f"Columns without room come first; {name} is none of those that can mend it.")
        return Reason("AO-R.21", f"{name} cannot make room for the column.")
    if state.waiting >> unit & 1:
        return _of_waiting(state, unit)
    return None


def _of_stuck(state: Position, unit: int) -> Reason:
    """Which rule keeps a unit where it is: found by leaving out one after the other."""

    def moves(lifted: frozenset[str]) -> bool:
        walk = Walk(state, unit, lifted)
        return bool(walk.go | walk.march)

    name = state.game.forces.said[unit]
    rules = fewest(moves, LEFT_OUT)
    if not rules or rules[0] == LIMIT:
        return Reason("AO-5.2.J", f"{name} cannot pay for any hex that is open to it.")
    return because(f"{name} cannot move", [Reason(rule, WHY[rule]) for rule in rules])


def _of_waiting(state: Position, unit: int) -> Reason:
    name, at = state.game.forces.said[unit], state.at[unit]
    for rule, why in (
        ("AO-14.1.A", "the entry is enemy-held or enemy-controlled"),
        ("AO-6.5.G", "a friend stands at the entry or beside it on the road"),
        ("AO-14.2.B", "too many units have come in there before it"),
    ):
        if may_come_in(state, unit, frozenset([rule])):
            return Reason(rule, f"{name} cannot come in by {state.game.ground.grid.name(at)}: {why}.")
    return Reason("AO-R.30", f"{name} finds its entry taken and goes on waiting.")


def of_move(state: Position, action: Action, decision: Decision) -> Reason | None:
    """Which rule keeps the moving unit from a hex, in the mode wanted."""
    if action.verb not in ("go", "march"):
        return None
    ground = state.game.ground
    unit: int = state.top.unit
    name, target = state.game.forces.said[unit], ground.grid.index(action.thing)
    column = action.verb == "march"
    reason = _of_ground(state, target, column)
    if reason is not None:
        return reason
    if target == state.at[unit] and not state.waiting >> unit & 1:
        if bool(state.road >> unit & 1) == column:
            return Reason("AO-5.0", f"{name} is there already, in that mode.")
        if decision.data.go >> target & 1:
            return Reason("AO-R.21", f"{name} does not make room for the column by leaving Road Mode.")
    return _by_leaving_out(state, unit, target, column)


def _of_ground(state: Position, target: int, column: bool) -> Reason | None:
    """What the hex itself forbids."""
    ground = state.game.ground
    where = ground.grid.name(target)
    shut = ground.shut(target)
    if shut is not None:
        return shut
    if ground.edge >> target & 1:
        return Reason("AO-5.3.L", f"{where} is an Allied map-edge hex, entered by forced retreat only.")
    if column and not ground.road_hexes >> target & 1:
        return Reason("AO-6.5.F", f"No road leads to {where}.")
    return None


def _by_leaving_out(state: Position, unit: int, target: int, column: bool) -> Reason:
    def reached(lifted: frozenset[str]) -> bool:
        walk = Walk(state, unit, lifted)
        return bool((walk.march if column else walk.go) >> target & 1)

    name, where = state.game.forces.said[unit], state.game.ground.grid.name(target)
    rules = fewest(reached, LEFT_OUT)
    if not rules:
        return Reason("AO-6.5.F" if column else "AO-5.2.J", f"There is no way for {name} to {where}.")
    rule = rules[0]
    others = [Reason(other, WHY[other]) for other in rules[1:]]
    if rule in (LIMIT, "AO-12.6.movement") and state.game.ground.grid.distance(state.at[unit], target) == 1:
        short = Reason("AO-5.2.J", f"{name} cannot pay for {where} with {allowance(state, unit)} points.")
        if rule == LIMIT:
            return short
        others.append(short)
    others += _besides(state, rule)
    if rule == "AO-6.5.G" and _beside_a_friend(state, unit, target, column):
        rule = "AO-R.20"
    return because(f"{name} cannot go to {where}", [Reason(rule, WHY.get(rule, WHY["AO-6.5.G"])), *others])


def _beside_a_friend(state: Position, unit: int, target: int, column: bool) -> bool:
    """Whether case G speaks by its ruling: a unit would come beside a column, or form one beside a friend."""
    if column:
        return target == state.at[unit] and not state.road >> unit & 1
    return not state.cols[state.phasing] >> target & 1


def _besides(state: Position, rule: str) -> list[Reason]:
    """Rulings that stand behind a rule."""
    if rule == "AO-8.0":
        return [Reason("AO-R.47", "every unit but a division takes the room of one regiment")]
    if rule == "AO-14.3.C":
        return [Reason("AO-R.35", "in either direction, until they are released")]
    if rule == "AO-13.2.B":
        behind = [Reason("AO-6.5.F", "columns never cross an interdicted bridge")]
        if bridges.cut(state, state.phasing, bridges.shadow(state, state.phasing)) != bridges.ways(state).cut:
            behind.append(Reason("AO-E.13.3", "what was judged holds for the whole Player-Turn"))
        return behind
    return []
