"""Bitter Woods: when to support, whom to hold in reserve, which bridges to blow and to repair, when Peiper splits."""

from __future__ import annotations

from typing import Any

from ardennes.counters import bits
from ardennes.engine import Action
from ardennes.games.bitter_woods import bridges, movement, odds, works
from ardennes.games.bitter_woods.battlegroup import COMBINE, SEPARATE
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.queries import Situation
from ardennes.games.bitter_woods.sequence import COMBAT, CONSTRUCTION, DEMOLITION, MOVEMENT, RESERVE, phase
from ardennes.playbooks import Playbook, Scored, by_score, in_order

DONE, FLY, BUILD = Action("done"), Action("fly"), Action("build")
WORTH_A_GUN = 0.2  # how much better a battle must become for a gun or an aircraft to be spent on it
NEAR = 8  # hexes from the enemy within which a town is worth fortifying


# ---- support ----


def worth(state: Situation, clash: Clash) -> float:
    """What a battle is worth to its attacker: hexes of retreat and steps, his own counted against him."""
    results = state.game.tables["results"]
    total = 0.0
    for label, chance in odds.chances(state, odds.tally(state, clash)).items():
        result = results[label]
        hurt = result.get("retreat", 0) + 2 * result.get("loss", 0) + (6 if result.get("eliminated") else 0)
        total += chance * hurt * {"defender": 1, "attacker": -1}.get(result.get("side", ""), 0)
    return total


def support(state: Situation) -> list[Scored]:
    """The gun or the aircraft that helps the most; nothing more once one more helps little.

    It never announces an attack on the move: what that gains is ground, which a battle's worth does not count.
    """
    clash: Clash = state.top.clash
    attacking = SIDES[clash.side] == state.decision.side
    before = worth(state, clash)
    found = []
    for option in _helpers(state):
        after = worth(state, _with(state, clash, option, attacking))
        gain = after - before if attacking else before - after
        found.append((gain, option))
    together = worth(state, _with_all(state, clash, attacking))
    all_gain = together - before if attacking else before - together
    if not found or all_gain < WORTH_A_GUN:
        return in_order([DONE])
    found.sort(key=lambda one: str(one[1]))
    best = by_score(found)
    return [*best, Scored(DONE, min(best[-1].score, 0.0) - WORTH_A_GUN)]


def _with(state: Situation, clash: Clash, option: Action, attacking: bool) -> Clash:
    if option == FLY:
        return clash._replace(plane=True) if attacking else clash._replace(shield=True)
    bit = 1 << state.game.forces.index[option.thing]
    return clash._replace(guns=clash.guns | bit) if attacking else clash._replace(cover=clash.cover | bit)


def _with_all(state: Situation, clash: Clash, attacking: bool) -> Clash:
    for option in _helpers(state):
        clash = _with(state, clash, option, attacking)
    return clash


def _helpers(state: Situation) -> list[Action]:
    """The guns and aircraft that may still be added."""
    return [option for option in state.decision.options if option == FLY or option.thing]


# ---- reserves ----


def reserve(state: Situation) -> list[Scored]:
    """Units that could not come next to an enemy anyway lose nothing by moving after the battles."""
    options = state.decision.options
    far = _far_off(state, SIDES.index(state.decision.side))
    if together := regrouped(state):
        return together
    named = (option for option in options if option.thing)
    return in_order([*(option for option in named if far >> state.game.forces.index[option.thing] & 1), DONE])


# ---- Kampfgruppe Peiper ----


def regrouped(state: Situation) -> list[Scored]:
    """Battalions join whenever they can: one unit marches and fights as well as three, and is never caught apart."""
    return in_order([COMBINE] if COMBINE in state.decision.options else [])


def lose(state: Situation) -> list[Scored]:
    """A loss costs one battalion less than it costs the whole group, so the group splits for it."""
    if SEPARATE in state.decision.options:
        return in_order([SEPARATE])
    if COMBINE not in state.decision.options:
        return []
    weakest = (option for option in state.decision.options if option.verb == "lose")
    return in_order(sorted(weakest, key=lambda option: (state.worth(option.thing), option.thing)))


def _far_off(state: Situation, side: int) -> int:
    """The mechanized units of a side that cannot come next to an enemy in the Movement Phase to come, found once."""
    key = (state.turn, side, tuple(state.at))
    if _seen.get("key") != key:
        near = state.game.ground.grid.around(state.held[1 - side])
        own = state.playing[side] & state.game.forces.mechanized
        _seen.update(key=key, far=sum(1 << u for u in bits(own) if not movement.walk_of(state, u).go & near))
    far: int = _seen["far"]
    return far


_seen: dict[str, Any] = {}  # the last position that was looked at, since its units are asked about one by one


# ---- bridges and positions ----


def demolish(state: Situation) -> list[Scored]:
    """The Allied player blows whatever he can in the way of an offensive; the German player needs the bridges."""
    options = list(state.decision.options)
    return in_order(options if state.decision.side == SIDES[ALLIED] else [DONE])


def complete(state: Situation) -> list[Scored]:
    """A bridge that can be completed is completed."""
    return in_order(state.decision.options)


def begin(state: Situation) -> list[Scored]:
    """Before anybody moves: towns that can be fortified, and bridges that the enemy has blown; else as usual."""
    if together := regrouped(state):
        return together
    if state.moved & ~state.busy:
        return []
    side = SIDES.index(state.decision.side)
    for option in state.decision.options:
        unit = state.game.forces.index[option.thing] if option.thing else -1
        if unit >= 0 and (_builds(state, unit, side) or _repairs(state, unit, side)):
            return in_order([option])
    return []


def work(state: Situation) -> list[Scored]:
    """What a unit was picked for before anybody moved; else as usual."""
    if state.moved & ~state.busy or state.top.begun:
        return []
    side = SIDES.index(state.decision.side)
    if _builds(state, state.top.unit, side):
        return in_order([BUILD])
    repairs = bits(_repairs(state, state.top.unit, side))
    return in_order(state.game.actions.repair[bridge] for bridge in repairs)


def _builds(state: Situation, unit: int, side: int) -> bool:
    """An Allied unit in a town that can be fortified, with the Germans near."""
    ground, i = state.game.ground, state.at[unit]
    if side != ALLIED or i < 0 or not ground.fort_sites & ~state.forts & 1 << i:
        return False
    return bool(ground.grid.disc(1 << i, NEAR) & state.held[GERMAN] and works.builders(state, 1 << unit))


def _repairs(state: Situation, unit: int, side: int) -> int:
    """The bridges that a German unit at a river that it cannot fight across ought to repair."""
    i, spans = state.at[unit], state.game.ground.bridges
    if side != GERMAN or i < 0:
        return 0
    found = bits(bridges.repairable(state, unit))
    return sum(1 << bridge for bridge in found if not state.held[ALLIED] >> spans.across(bridge, i) & 1)


PLAYBOOK = Playbook(
    rank={
        "support": support,
        "defence": support,
        "motion": work,
        "loss": lose,
        phase(GERMAN, COMBAT): regrouped,
        **{phase(side, RESERVE): reserve for side in (GERMAN, ALLIED)},
        **{phase(side, DEMOLITION): demolish for side in (GERMAN, ALLIED)},
        **{phase(side, CONSTRUCTION): complete for side in (GERMAN, ALLIED)},
        **{phase(side, MOVEMENT): begin for side in (GERMAN, ALLIED)},
    },
    pace=2.2,
)
