"""What CA and ENG oblige (BW-9.5, BW-R.1, R.28 to R.30): who owes it, what meets it, what breaks it, when it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.counters.duties import Duty, listed
from ardennes.engine import Obligation
from ardennes.games.bitter_woods import attackers
from ardennes.games.bitter_woods.odds import Clash, fortified
from ardennes.games.bitter_woods.sequence import COMBAT, MOVEMENT, next_combat, phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

COUNTERATTACK = "counterattack"  # withdraw, or counterattack
COMMITMENT = "commitment"  # help has come: counterattack
ENGAGEMENT = "engagement"  # fight the battle again
RULES = {COUNTERATTACK: "BW-9.5.CA", COMMITMENT: "BW-9.5.CA.join", ENGAGEMENT: "BW-9.5.ENG"}
AGAIN = "fight the battle again"
IN_MOVEMENT = {COUNTERATTACK: "withdraw or counterattack", COMMITMENT: "counterattack", ENGAGEMENT: AGAIN}
IN_COMBAT = {COUNTERATTACK: "counterattack", COMMITMENT: "counterattack", ENGAGEMENT: AGAIN}
TOGETHER = {  # the rule by which those who owe something meet it together
    COUNTERATTACK: ("BW-9.5.CA.attack", "all who owe a counterattack make it together"),
    COMMITMENT: ("BW-9.5.CA.join", "all in the hex make the counterattack together"),
    ENGAGEMENT: ("BW-R.30", "the battle is fought again by all engaged infantry next to the hex"),
}


# ---- how it arises ----


def counterattack(state: Position, clash: Clash) -> None:
    """CA: the defenders owe a counterattack, unless they are in a fortification; several add up to one (BW-R.2)."""
    side, defenders = 1 - clash.side, state.stack(clash.hex)
    place = state.game.ground.grid.name(clash.hex)
    if fortified(state, clash.hex):
        text = f"{place} is a fortification: units in it need not counterattack (BW-R.32)"
        state.note("duty", "BW-8.2.ca", text, side=state.game.sides[side], at=place)
        return
    turn, until = next_combat(state, side)
    older = next((duty for duty in state.owed(side) if _to_counterattack(duty) and duty.hex == clash.hex), None)
    if older:
        units, against = older.units | defenders, older.against | clash.attackers
        state.change_duty(older, units=units, against=against, turn=turn, until=until)
    else:
        state.owe(Duty(COUNTERATTACK, RULES[COUNTERATTACK], side, clash.hex, defenders, clash.attackers, turn, until))
    text = f"{state.game.forces.called(defenders)} must withdraw from {place} or counterattack"
    if older:
        text = cited(f"{text}, and one counterattack is enough", "BW-R.2")
    state.note("duty", RULES[COUNTERATTACK], text, side=state.game.sides[side], at=place)


def engage(state: Position, clash: Clash) -> None:
    """ENG: both sides are engaged, and the attackers owe a second battle; an older engagement has been broken."""
    place, defenders = state.game.ground.grid.name(clash.hex), state.stack(clash.hex)
    turn, until = next_combat(state, clash.side)
    state.owe(Duty(ENGAGEMENT, RULES[ENGAGEMENT], clash.side, clash.hex, clash.attackers, defenders, turn, until))
    called = state.game.forces.called
    text = f"{called(clash.attackers)} and {called(defenders)} in {place} are engaged"
    state.note("duty", RULES[ENGAGEMENT], text, side=state.game.sides[clash.side], at=place)
    for unit in bits((clash.attackers | defenders) & state.game.battlegroup.grenadiers):
        state.note_unit(unit, "duty", "BW-36.6", "is free to ignore the engagement, like all of Peiper's group")


def _to_counterattack(duty: Duty) -> bool:
    return duty.kind != ENGAGEMENT


# ---- in movement ----


def engaged(state: Position) -> int:
    """Engaged infantry and armored infantry of both sides, which may not leave its hex (BW-9.5.ENG.stay)."""
    found = 0
    for duty in state.duties:
        if duty.kind == ENGAGEMENT:
            found |= duty.units | duty.against
    return found & state.game.engageable


def owing(state: Position) -> int:
    """The units that owe a counterattack, and can do nothing instead but withdraw (BW-9.5.CA)."""
    found = 0
    for duty in state.duties:
        if _to_counterattack(duty):
            found |= duty.units & state.stack(duty.hex)
    return found


def committed(state: Position) -> int:
    """The units that may not withdraw any more, since help has come (BW-9.5.CA.join)."""
    found = 0
    for duty in state.duties:
        if duty.kind == COMMITMENT:
            found |= duty.units
    return found


def staying(state: Position) -> int:
    """The units that may not withdraw, since somebody has ended his move in their hex: all leave or none (BW-R.28)."""
    found = 0
    for duty in state.owed(state.phasing, COUNTERATTACK):
        here = state.stack(duty.hex)
        if here & state.moved and not state.vacated[duty.side] >> duty.hex & 1:
            found |= duty.units & here
    return found


def move_bars(state: Position) -> tuple[Bar, ...]:
    """Why units may not leave their hex in movement."""
    if not state.duties:
        return ()
    return (
        Bar("BW-9.5.ENG.stay", "is engaged and may not leave its hex", engaged(state)),
        Bar(
            RULES[COMMITMENT], "must counterattack: other units have joined it, so none may withdraw", committed(state)
        ),
        Bar("BW-R.28", "may not withdraw: a unit in its hex has ended its move; all leave or none", staying(state)),
    )


def stays(state: Position) -> int:
    """The units that may not leave their hex in movement."""
    return engaged(state) | committed(state) | staying(state) if state.duties else 0


def left(state: Position, unit: int, i: int) -> None:
    """A unit has left a hex of its own will: it withdraws from what it owes there, or is engaged no longer."""
    bit, side = 1 << unit, state.game.forces.side[unit]
    for duty in state.duties:
        if duty.kind == ENGAGEMENT:
            _disengage(state, duty, bit, "BW-9.5.ENG.free")
        elif duty.hex == i and duty.units & bit:
            if state.phase == phase(side, MOVEMENT):
                _vacate(state, unit, i)
            state.change_duty(duty, units=duty.units & ~bit)


def _vacate(state: Position, unit: int, i: int) -> None:
    """A withdrawal begins or goes on; no friend may enter the hex in this Game-Turn (BW-9.5.CA.withdraw)."""
    side, place = state.game.forces.side[unit], state.game.ground.grid.name(i)
    german, allied = state.vacated
    state.vacated = (german, allied | 1 << i) if side else (german | 1 << i, allied)
    state.note_unit(unit, "duty", "BW-9.5.CA.withdraw", f"withdraws from {place}", at=place)


def _disengage(state: Position, duty: Duty, units: int, rule: str) -> None:
    """Some engaged units are gone; without attackers or original defenders the engagement is over."""
    if not (duty.units | duty.against) & units:
        return
    fewer = duty._replace(units=duty.units & ~units, against=duty.against & ~units)
    if not fewer.against:
        why = f"{_do(duty, 'owes', 'owe')} no second battle: the engaged defenders have gone"
        state.end_duty(duty, "BW-9.5.ENG.break", why)
    elif not fewer.units:
        state.end_duty(duty, rule, _do(duty, "is no longer engaged", "are no longer engaged"))
    else:
        state.change_duty(duty, units=fewer.units, against=fewer.against)


def came(state: Position, unit: int, i: int) -> None:
    """A unit has ended a move in a hex: if friends there owe a counterattack, it must join and nobody withdraws."""
    side = state.game.forces.side[unit]
    if not state.duties or state.phase != phase(side, MOVEMENT) or state.game.forces.leaders >> unit & 1:
        return
    for duty in state.owed(side):
        if _to_counterattack(duty) and duty.hex == i and not duty.units >> unit & 1:
            units = duty.units | 1 << unit
            state.change_duty(duty, kind=COMMITMENT, rule=RULES[COMMITMENT], units=units)
            place = state.game.ground.grid.name(i)
            text = f"has joined the units in {place} and must counterattack too"
            state.note_unit(unit, "duty", RULES[COMMITMENT], text, at=place)


def gone(state: Position, units: int) -> None:
    """Units have been eliminated or have retreated: they owe nothing, and are engaged no longer (BW-R.1)."""
    for duty in state.duties:
        if duty.kind == ENGAGEMENT:
            _disengage(state, duty, units, "BW-R.1")
        elif duty.units & units:
            if duty.units & ~units:
                state.change_duty(duty, units=duty.units & ~units)
            else:
                state.end_duty(duty, "BW-R.1", f"{_do(duty, 'owes', 'owe')} no counterattack any longer")
        elif dead := duty.against & units & ~state.playing[1 - duty.side]:
            if duty.against & ~dead:
                state.change_duty(duty, against=duty.against & ~dead)
            else:
                state.end_duty(duty, "BW-R.1", "can no longer counterattack")


def must_leave(state: Position, side: int) -> int:
    """The units that must leave a hex from which others have withdrawn, and can (BW-9.5.CA.withdraw, BW-R.28)."""
    here = state.units_at(state.vacated[side] & state.held[side])
    return _able_to_leave(state, here) if here else 0


def stand_fast(state: Position, side: int) -> None:
    """The Movement Phase is over: who could not withdraw must counterattack (BW-9.5.CA.held)."""
    for duty in state.owed(side, COUNTERATTACK):
        here = duty.units & state.stack(duty.hex)
        held = here if state.vacated[side] >> duty.hex & 1 else here & ~_able_to_leave(state, here)
        if held:
            place = state.game.ground.grid.name(duty.hex)
            text = f"{state.game.forces.called(held)} cannot withdraw from {place} and must counterattack"
            state.note("duty", "BW-9.5.CA.held", text, side=state.game.sides[side], at=place)


def _able_to_leave(state: Position, units: int) -> int:
    """Those of some units that have not moved and can."""
    from ardennes.games.bitter_woods.movement import able

    return able(state, units & ~state.moved & ~stays(state))


# ---- in the Combat Phase ----


def begin_combat(state: Position, side: int) -> None:
    """Guns that owe a counterattack and are alone with the enemy are eliminated (BW-9.5.CA.guns, BW-R.29)."""
    forces = state.game.forces
    for duty in state.owed(side):
        here = state.stack(duty.hex)
        if not _falls_due(state, duty) or not _to_counterattack(duty) or here & ~forces.artillery:
            continue
        if not _opponents(state, duty):
            continue
        for unit in bits(here & duty.units):
            rule = "BW-R.29" if forces.rockets >> unit & 1 else "BW-9.5.CA.guns"
            state.eliminate(unit, rule, "artillery alone cannot counterattack")
        gone(state, here & duty.units)


def _falls_due(state: Position, duty: Duty) -> bool:
    return (duty.turn, duty.until) == (state.turn, state.phase)


def _opponents(state: Position, duty: Duty) -> int:
    """The hexes next to those who owe a counterattack that hold units which attacked them."""
    return state.hexes_of(duty.against) & state.game.ground.ring[duty.hex]


def ways(state: Position, duty: Duty) -> dict[int, int]:
    """How a duty can be met: the hexes whose attack meets it, each with the units that must all take part."""
    if duty.kind == ENGAGEMENT:
        units = duty.units & state.game.engageable
        targets = 1 << duty.hex if duty.against & state.stack(duty.hex) else 0
    else:
        units, targets = duty.units & state.stack(duty.hex), _opponents(state, duty)
    found = {i: units & attackers.able(state, duty.side, i) for i in state.game.ground.grid.bits(targets)}
    most = max((mask.bit_count() for mask in found.values()), default=0)
    return {i: mask for i, mask in found.items() if mask and mask.bit_count() == most}


def due(state: Position, side: int) -> list[Duty]:
    """What a side owes in the Combat Phase in play and can still meet."""
    return [duty for duty, _ in payable(state, side)]


def payable(state: Position, side: int) -> list[tuple[Duty, dict[int, int]]]:
    """The same, each with the ways to meet it."""
    if not state.duties:
        return []
    owed = ((duty, ways(state, duty)) for duty in state.owed(side) if _falls_due(state, duty))
    return [(duty, met) for duty, met in owed if met]


def settle(state: Position, side: int) -> None:
    """What can no longer be met ends at once (BW-R.1)."""
    for duty in state.owed(side):
        if _falls_due(state, duty) and not ways(state, duty):
            what = "fight the battle again" if duty.kind == ENGAGEMENT else "counterattack"
            state.end_duty(duty, "BW-R.1", f"can no longer {what}")


def join_bars(state: Position, side: int, i: int) -> list[Bar]:
    """Who owes a counterattack attacks those who attacked it and nobody else, rockets too (BW-9.5.CA.attack)."""
    return bars_of(state, payable(state, side), i)


def bars_of(state: Position, owed: list[tuple[Duty, dict[int, int]]], i: int) -> list[Bar]:
    """The same, given what is owed, for whoever looks at one hex after the other."""
    found = []
    for duty, met in owed:
        if _to_counterattack(duty) and i not in met:
            names = state.game.ground.grid.names(sum(1 << each for each in met))
            why = f"owes a counterattack against {' or '.join(names)} and may not attack any other hex"
            units = duty.units & state.stack(duty.hex) & state.game.forces.rockets
            for mask in met.values():
                units |= mask
            found.append(Bar("BW-9.5.CA.attack", why, units))
    return found


def must_join(state: Position, side: int, i: int, joined: int) -> list[tuple[Duty, int]]:
    """What an attack begins to meet, each with the units that must still take part: all or none (BW-R.28, BW-R.30)."""
    found = []
    for duty, met in payable(state, side):
        all_ = met.get(i, 0)
        if all_ & joined and all_ & ~joined:
            found.append((duty, all_ & ~joined))
    return found


def declared(state: Position, clash: Clash) -> int:
    """An attack meets what is owed, or breaks an engagement of those who fight in it (BW-9.5.ENG.break).

    It is called before the attackers count as having fought. The rockets that owe a counterattack which is now made
    are returned: they fire in it if they can.
    """
    defenders = state.stack(clash.hex)
    fighting = clash.attackers | defenders
    rockets = 0
    for duty in state.duties:
        ours = duty.side == clash.side and bool(duty.units & clash.attackers)
        if duty.kind == ENGAGEMENT:
            if ours and _refought(state, duty, clash):
                _meet(state, duty, clash, "BW-9.5.ENG", ("fights the battle again", "fight the battle again"))
            elif (duty.units | duty.against) & fighting:
                why = f"{_do(duty, 'owes', 'owe')} no second battle: the engagement is broken"
                state.end_duty(duty, "BW-9.5.ENG.break", why)
        elif ours and _falls_due(state, duty) and duty.against & defenders:
            rockets |= duty.units & state.stack(duty.hex) & state.game.forces.rockets
            _meet(state, duty, clash, "BW-9.5.CA.attack", ("counterattacks", "counterattack"))
    return rockets


def fought_again(state: Position, clash: Clash) -> bool:
    """Whether an attack fights an engagement again (BW-9.5.ENG)."""
    owed = (duty for duty in state.owed(clash.side, ENGAGEMENT) if duty.hex == clash.hex)
    return any(duty.units & clash.attackers and _refought(state, duty, clash) for duty in owed)


def _refought(state: Position, duty: Duty, clash: Clash) -> bool:
    """Whether all who have to fight a battle again take part; an attack by others alone breaks it off (BW-R.30)."""
    all_ = ways(state, duty).get(clash.hex, 0)
    return bool(all_) and not all_ & ~clash.attackers


def _meet(state: Position, duty: Duty, clash: Clash, rule: str, do: tuple[str, str]) -> None:
    """A duty is met by those of its units that attack; the line names no others."""
    met = state.change_duty(duty, units=duty.units & clash.attackers)
    state.end_duty(met, rule, _do(met, *do))


def _do(duty: Duty, one: str, many: str) -> str:
    """A verb that fits those who owe a duty."""
    return many if duty.units & duty.units - 1 else one


def lapse(state: Position) -> None:
    """The Combat Phase is over, and what was owed until then with it (BW-R.1)."""
    for duty in state.duties:
        if _falls_due(state, duty):
            state.end_duty(duty, "BW-R.1", f"{_do(duty, 'owes', 'owe')} nothing any longer")


# ---- what a player is shown ----


def shown(state: Position, side: int) -> tuple[Obligation, ...]:
    """What a side owes, as a decision lists it."""
    if not state.duties:
        return ()
    if state.phase == phase(side, COMBAT):
        return in_words(state.game, [_still(state, duty) for duty in due(state, side)], IN_COMBAT)
    return in_words(state.game, owed_now(state, side), IN_MOVEMENT)


def owed_now(state: Position, side: int) -> list[Duty]:
    """What a side owes in this Game-Turn, each duty with those who have to meet it."""
    return [_still(state, duty) for duty in state.duties if duty.side == side and duty.turn == state.turn]


def in_words(game: BitterWoods, duties: Sequence[Duty], what: Mapping[str, str]) -> tuple[Obligation, ...]:
    """Duties as a decision lists them."""
    return listed(game, duties, what, "the end of this player's Combat Phase") if duties else ()


def sentence(state: Position, duty: Duty) -> str:
    """What must be done before a phase ends: "28/110 must counterattack"."""
    return f"{state.game.forces.called(_still(state, duty).units)} must {IN_COMBAT[duty.kind]}"


def _still(state: Position, duty: Duty) -> Duty:
    """A duty with those who have to meet it: armor and guns owe no second battle (BW-9.5.ENG.free)."""
    if duty.kind == ENGAGEMENT:
        return duty._replace(units=duty.units & state.game.engageable)
    return duty._replace(units=duty.units & state.stack(duty.hex))
