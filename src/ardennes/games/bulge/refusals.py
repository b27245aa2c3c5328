"""Why a unit cannot be picked, or cannot go somewhere: found by leaving out one rule after the other."""

from __future__ import annotations

from ardennes.counters import POOL, because, not_his
from ardennes.engine import Action, Decision, Reason
from ardennes.games.bulge import movement, reinforcements, supply
from ardennes.games.bulge.forces import ALLIED, DROP, PEOPLE
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import OUT, Position
from ardennes.games.bulge.zones import zone
from ardennes.hexmap import fewest

WHY = {
    movement.ENEMY: "an enemy unit is in the way",
    movement.FRIENDS: "a friend is there who cannot make room at once",
    movement.MEUSE: "British units may not cross the Meuse yet",
    movement.LEASH: "British units may not go so far from their entry yet",
    movement.STOP: "an enemy zone of control on the way ends the move",
    movement.DIE: "out of supply its die was too low",
    movement.MARKERS: "the road is interdicted from the air",
    movement.BRIDGES: "a bridge on the way is interdicted",
    movement.ON_ROAD: "it did not begin on a road, so it has no mechanized run",
    movement.MECH: "it is not mechanized, so it has no mechanized run",
    movement.LIMIT: "its movement points do not reach so far",
}
LEFT_OUT = tuple(WHY)  # in this order rules are left out, until the hex is reached
MOTORISE_FIRST = "Units are motorised before anybody moves"


def of_motorising(state: Position, action: Action, now: bool) -> Reason:
    """Why a unit cannot be given a mechanized marker."""
    game, unit, said = state.game, state.game.forces.index[action.thing], state.game.forces.call(action.thing)
    if state.motorised >> unit & 1:
        return Reason("BU-10.2.mech5", f"{said} is motorised already.")
    if not game.forces.on_foot >> unit & 1:
        return Reason("BU-10.2.mech5", f"{said} is no Allied infantry or airborne unit.")
    if not now:
        if state.motorised.bit_count() >= game.motorised:
            return Reason("BU-10.2.mech5", f"{game.motorised} units are motorised; there is no marker left.")
        return Reason("BU-R.11", f"{MOTORISE_FIRST}.")
    return Reason("BU-10.2.mech5", f"{said} is neither on the map nor due to enter.")


def of_leaving(state: Position) -> Reason:
    """Why nobody leaves the map before a unit is picked, or never."""
    if state.phasing == ALLIED:
        return Reason("BU-10.0.exit", "Only German units may leave the map.")
    return Reason("BU-3.1.only", "Pick the unit that is to leave the map first.")


def of_pick(state: Position, action: Action, motorising: bool) -> Reason:
    """Why a unit cannot be picked to move, or to roll for its move."""
    unit, name = state.game.forces.index[action.thing], state.game.forces.call(action.thing)
    reason = _of_unit(state, unit)
    if reason is not None:
        return reason
    if motorising:
        return Reason("BU-R.11", f"{MOTORISE_FIRST}: say first that no more are motorised.")
    if state.at[unit] == POOL:
        return _of_arriving(state, unit, action.verb)
    supply.judge(state)
    if zone(state, 1 - state.phasing) >> state.at[unit] & 1:
        return Reason("BU-9.1.locked", f"{name} is in an enemy zone of control and cannot move.")
    hungry = bool(state.hungry >> unit & 1)
    if action.verb == "pick" and hungry:
        return Reason("BU-R.8", f"{name} is out of supply and must roll a die for its movement.")
    if action.verb == "test" and not hungry:
        return Reason("BU-14.1.movement", f"{name} is in supply and needs no die.")
    return Reason("BU-10.0.limit", f"{name} has nowhere to go.")


def _of_unit(state: Position, unit: int) -> Reason | None:
    """What bars a unit wherever it is."""
    game = state.game
    name, at = game.forces.said[unit], state.at[unit]
    if game.forces.side[unit] != state.phasing:
        return not_his(PEOPLE[state.phasing], "move", "BU-5.0")
    if at <= OUT:
        return Reason("BU-3.1.only", f"{name} has left the map and never comes back.")
    if at != POOL and at < 0:
        return Reason("BU-3.1.losses", f"{name} is eliminated.")
    if state.moved >> unit & 1:
        rule = "BU-15.0.move" if game.forces.units[unit].edge == DROP and state.turn == 1 else "BU-10.0.once"
        return Reason(rule, f"{name} does not move again in this phase.")
    return None


def _of_arriving(state: Position, unit: int, verb: str) -> Reason:
    game = state.game
    name, counter = game.forces.said[unit], game.forces.units[unit]
    if counter.edge == DROP:
        rule = "BU-15.0" if not state.on("airdrop") else "BU-R.30"
        return Reason(rule, f"{name} is dropped on Game-Turn 1, with the airdrop option, or never.")
    if counter.arrival > state.turn:
        return Reason("BU-13.0", f"{name} arrives on Game-Turn {counter.arrival}.")
    if verb == "test":
        return Reason("BU-R.19", f"{name} arrives in supply and needs no die.")
    side = game.forces.side[unit]
    entries = game.ground.entries[counter.edge]
    if entries & ~reinforcements.open_entries(state, side, counter.edge) == entries:
        return Reason("BU-13.0.blocked", f"Every entry hex of {name} is blocked.")
    return Reason("BU-8.0", f"{name} would find no hex to end its move in.")


# ---- where a unit cannot go ----


def of_move(state: Position, action: Action, decision: Decision) -> Reason:
    """Which rule keeps the unit in motion from a hex."""
    walk: Walk = decision.data
    ground = state.game.ground
    target, name = ground.grid.index(action.thing), state.game.forces.said[walk.unit]
    if walk.start >> target & 1:
        return Reason("BU-10.0.limit", f"{name} is in {action.thing} already.")
    if state.held[walk.side] >> target & 1 and walk.reached >> target & 1:
        return _of_friend(state, walk, target)

    def reached(lifted: frozenset[str]) -> bool:
        other = Walk(state, walk.unit, walk.points, walk.entry, lifted)
        return bool((other.reached if movement.FRIENDS in lifted else other.reached & ~other.own) >> target & 1)

    relevant = _relevant(state, walk)
    rules = fewest(reached, relevant) or (movement.LIMIT,)
    if len(rules) > 1 and movement.LIMIT in rules:  # a hex is not far that is near enough without what bars the way
        rules = fewest(reached, [rule for rule in relevant if rule != movement.LIMIT]) or rules
    return because(f"{name} cannot go to {action.thing}", [Reason(rule, WHY[rule]) for rule in rules])


def _relevant(state: Position, walk: Walk) -> list[str]:
    """The rules that can matter to this walk."""
    dull = set()
    if not state.bound(walk.unit):
        dull |= {movement.MEUSE, movement.LEASH}
    if walk.points == state.game.allowance:
        dull.add(movement.DIE)
    mechanized = (state.game.forces.mechanized | state.motorised) >> walk.unit & 1
    dull.add(movement.MECH if mechanized else movement.ON_ROAD)
    return [rule for rule in LEFT_OUT if rule not in dull]


def _of_friend(state: Position, walk: Walk, target: int) -> Reason:
    """Why the unit cannot end its move on a friend (BU-8.0)."""
    friend = state.here[target]
    name, where = state.game.forces.said[friend], state.game.ground.grid.name(target)
    enemy = 1 - walk.side
    if state.moved >> friend & 1:
        return Reason("BU-8.0", f"{name} is in {where} and has moved.")
    if zone(state, enemy) >> target & 1:
        return Reason("BU-R.6", f"{name} is in {where}, in an enemy zone, and cannot make room.")
    supply.judge(state)
    if state.hungry >> friend & 1:
        return Reason("BU-R.6", f"{name} is in {where}, out of supply, and might not make room.")
    return Reason("BU-R.6", f"{name} is in {where} and has no hex to go to.")


def of_exit(state: Position, action: Action, decision: Decision) -> Reason:
    """Why the unit in motion cannot leave the map by an exit."""
    walk: Walk = decision.data
    name = state.game.forces.said[walk.unit]
    if walk.side == ALLIED:
        return Reason("BU-10.0.exit", "Only German units may leave the map.")
    exit_ = state.game.ground.exits[state.game.ground.exit_of[action.thing]]
    where = state.game.ground.grid.name(exit_.hex)
    if not (walk.reached | walk.start) >> exit_.hex & 1:
        return Reason("BU-R.25", f"{name} does not reach {where}.")
    if walk.stops >> exit_.hex & 1:
        return Reason("BU-R.25", f"{where} is in an enemy zone of control, where the move ends.")
    return Reason("BU-3.1.cost", f"{name} reaches {where}, but has nothing left to leave the map with.")
