"""Combat (BU-12.0): the Combat Phases and the declaration of an attack: target, attackers, table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import few
from ardennes.games.bulge import odds, supply
from ardennes.games.bulge.forces import ALLIED, SIDES
from ardennes.games.bulge.odds import Clash
from ardennes.games.bulge.sequence import OPEN, POST, PhaseFrame
from ardennes.games.bulge.state import Position

PRIMARY, SECONDARY = Action("choose", "primary"), Action("choose", "secondary")


def attackable(state: Position) -> int:
    """The enemy hexes that may be attacked."""
    return free(state.held[1 - state.phasing], bars_to_target(state))


def bars_to_target(state: Position) -> Iterator[Bar]:
    """Why an enemy hex may not be attacked, in the order in which a player would be told."""
    around, held = state.game.ground.grid.around, state.held[state.phasing]
    yield Bar("BU-12.0.attacked", "has already been attacked in this phase", state.spent)
    yield Bar("BU-12.0.adjacent", "is not adjacent to any of your units", ~around(held))
    yield Bar(
        "BU-12.0.once", "is not adjacent to any of your units that can still attack", ~around(held & ~state.spent)
    )


def bars_to_join(state: Position, joined: int) -> Iterator[Bar]:
    """Why a unit beside the hex attacked may not join the attack."""
    yield Bar("BU-12.0.once", "is already in the attack", joined)
    yield Bar("BU-12.0.once", "has already attacked in this phase", state.fought)


def bound(state: Position) -> int:
    """The hexes of units that must attack: not yet, beside an enemy not yet attacked (BU-R.7)."""
    side = state.phasing
    around = state.game.ground.grid.around
    return state.held[side] & ~state.spent & around(state.held[1 - side] & ~state.spent)


class Combat(SidePhase[Position]):
    """A Combat Phase: one attack after the other, each finished before the next."""

    frame = PhaseFrame

    def __init__(self, name: str, side: int, post: bool) -> None:
        super().__init__(name, side)
        self.post = post
        self.rule = "BU-5.0.post" if post else "BU-5.0.pre"
        duty = "Choose the next enemy unit to attack: all your units in an enemy ZOC must attack" if post else ""
        self.prompt = duty or "Choose an enemy unit to attack, or end the phase"

    def ask(self, state: Position) -> Decision | None:
        """Which hex is attacked next."""
        if not state.top.stage:
            self._begin(state)
        targets = attackable(state)
        if not targets:
            self._end(state)
            return None
        who = SIDES[self.side]
        masked = Masked(state.game.actions.target, targets)
        if not self.post:
            options = Options(masked, (DONE,))
            return Decision(who, self.name, Kind.TARGET, self.prompt, self.rule, options, default=DONE)
        duties = tuple([state.game.duties[state.here[i]] for i in state.game.ground.grid.bits(bound(state))])
        return Decision(who, self.name, Kind.TARGET, self.prompt, self.rule, Options(masked), obligations=duties)

    def _begin(self, state: Position) -> None:
        state.begin_phase(self.side)
        state.amend(stage=OPEN)
        self.announce(state, self.rule, f"{'Post-Movement' if self.post else 'Pre-Movement'} Combat Phase")

    def _end(self, state: Position) -> None:
        if self.post and state.heard:
            self._log_lapsed(state)
        if self.post and self.side == ALLIED and state.resupplied:
            state.resupplied = 0
            state.note("resupply", "BU-7.4.end", "The resupply markers are removed", side="allied")
        state.game.next_phase(state)

    def _log_lapsed(self, state: Position) -> None:
        zones = state.game.ground.grid.around(state.held[1 - self.side])
        for unit in bits(state.units_at(state.held[self.side] & ~state.spent & zones)):
            state.note_unit(unit, "lapse", "BU-R.7", "need not attack: every adjacent enemy unit has been attacked")

    def _owed(self, state: Position) -> str:
        """Who must still attack, as a sentence."""
        names = [state.game.forces.display_names[state.here[i]] for i in state.game.ground.grid.bits(bound(state))]
        who = few(names) if names else "every unit in an enemy ZOC"
        return f"The phase cannot end yet: {who} must attack."

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Begin an attack, or end the phase."""
        if action.verb == "done":
            self._end(state)
        else:
            state.push("attack", state.game.ground.grid.index(action.thing))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot be attacked, or the phase not ended."""
        if action.verb == "done":
            return Reason("BU-9.0.must", self._owed(state))
        return why_not_target(state, action) if action.verb == "target" else None


def why_not_target(state: Position, action: Action) -> Reason:
    """Why a hex is no target now."""
    ground, side = state.game.ground, state.phasing
    i, where = ground.grid.index(action.thing), action.thing
    if state.held[side] >> i & 1:
        return _why_not_attacker(state, i)
    if not state.held[1 - side] >> i & 1:
        return Reason("BU-12.0.adjacent", f"No enemy unit is in {where}.")
    bar = first_bar(i, bars_to_target(state))
    assert bar is not None
    return bar.reason(where)


def _why_not_attacker(state: Position, i: int) -> Reason:
    """Why the phasing unit in a hex attacks nobody, or that its target is chosen first."""
    ground, name = state.game.ground, state.game.forces.display_names[state.here[i]]
    near = ground.ring[i] & state.held[1 - state.phasing]
    if state.spent >> i & 1:
        return Reason("BU-12.0.once", f"{name} has already attacked in this phase.")
    if not near:
        return Reason("BU-12.0.adjacent", f"{name} cannot attack: no enemy unit is adjacent to it.")
    if not near & ~state.spent:
        return Reason("BU-12.0.attacked", f"{name} cannot attack: every adjacent enemy unit has already been attacked.")
    foes = few(ground.grid.names(near & ~state.spent))
    return Reason("BU-12.0.combine", f"Choose the enemy unit first, then the attackers; {name} can attack {foes}.")


class Attack(Step[Position]):
    """An attack being declared."""

    class Frame(NamedTuple):
        """The hex attacked, and the units that have joined."""

        step: str
        target: int
        joined: int = 0

    name = "attack"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Another attacker, or the table, which ends the declaration."""
        now: Attack.Frame = state.top
        target, joined, side = now.target, now.joined, state.phasing
        joiners = free(beside(state, target), bars_to_join(state, joined))
        owed = must_join(state, target) & ~joined
        duties = tuple([state.game.duties[unit] for unit in bits(owed)])
        tables = choices(state, target, joined) if joined and not owed else ()
        options = Options(Masked(state.game.actions.join, joiners), tables)
        prompt = "Choose the CRT" if not joiners else "Add an attacker, or choose the CRT"
        if not tables:
            prompt = "Choose an attacker"
        default = tables[0] if tables else None
        return Decision(
            SIDES[side], self.name, Kind.JOIN, prompt, "BU-12.0.combine", options, obligations=duties, default=default
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit joins, or the table is chosen and the attack made."""
        now: Attack.Frame = state.top
        if action.verb == "join":
            state.put(self.name, now.target, now.joined | 1 << state.game.forces.index[action.thing])
        else:
            declare(state, Clash(now.target, now.joined, action.thing))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot join, or a table not be used."""
        now: Attack.Frame = state.top
        if action.verb == "join":
            return why_not_join(state, action, now.target, now.joined)
        if action.verb == "choose":
            return why_not_choose(state, action, now.target, now.joined)
        if action.verb == "target":
            return Reason("BU-12.0.one", "An attack is made against one hex; finish this one first.")
        return None


def beside(state: Position, target: int) -> int:
    """The phasing side's units beside a hex."""
    return state.units_at(state.game.ground.ring[target] & state.held[state.phasing])


def must_join(state: Position, target: int) -> int:
    """The units that must attack after movement and have no other enemy left to attack (BU-R.7)."""
    if not state.phase.endswith(POST):
        return 0
    ground, side = state.game.ground, state.phasing
    left = state.held[1 - side] & ~state.spent
    found = 0
    for i in ground.grid.bits(ground.ring[target] & state.held[side] & ~state.spent):
        if ground.ring[i] & left == 1 << target:
            found |= 1 << state.here[i]
    return found


def choices(state: Position, target: int, joined: int) -> tuple[Action, ...]:
    """The tables that may be used: out of supply only the Secondary, without its demand (BU-12.1.supply)."""
    if supply.out_of_supply(state, joined):
        return (SECONDARY,)
    return (PRIMARY, SECONDARY) if odds.strongest_only(state, target, joined) else (PRIMARY,)


def why_not_join(state: Position, action: Action, target: int, joined: int) -> Reason:
    """Why a unit cannot join the attack."""
    forces, where = state.game.forces, state.game.ground.grid.name(target)
    not_his = Bar("BU-5.0", "is not one of the attacker's units", forces.of[1 - state.phasing])
    away = Bar("BU-12.0.adjacent", f"is not adjacent to {where}", ~beside(state, target))
    bar = first_bar(forces.index[action.thing], (not_his, *bars_to_join(state, joined), away))
    assert bar is not None
    return bar.reason(forces.call(action.thing))


def why_not_choose(state: Position, action: Action, target: int, joined: int) -> Reason:
    """Why a table cannot be used now."""
    if not joined:
        return Reason("BU-12.0.combine", "No units are attacking yet.")
    owed = must_join(state, target) & ~joined
    if owed:
        return Reason(
            "BU-R.7", f"{state.game.forces.called(owed)} must join the attack: no other enemy unit is left to attack."
        )
    return why_one_table(state, target, joined) or Reason("BU-12.1.step4", "That CRT can be chosen.")


def why_one_table(state: Position, target: int, joined: int) -> Reason | None:
    """Why only one of the tables may be used; None if both may."""
    starved = supply.out_of_supply(state, joined)
    if starved:
        be = "are" if starved.bit_count() > 1 else "is"
        text = f"{state.game.forces.called(starved)} {be} out of supply: Secondary CRT only."
        return Reason("BU-12.1.supply", text)
    return None if odds.strongest_only(state, target, joined) else _why_not_secondary(state, target, joined)


def _why_not_secondary(state: Position, target: int, joined: int) -> Reason:
    for unit in bits(joined):
        if odds.strongest_beside(state, unit) > odds.printed(state, target):
            name = state.game.forces.display_names[unit]
            near = state.game.ground.ring[state.at[unit]] & state.held[1 - state.phasing]
            best = max(state.game.ground.grid.bits(near), key=lambda i: odds.printed(state, i))
            rule = "BU-R.13" if state.spent >> best & 1 else "BU-12.1.secondary"
            foe = state.game.forces.display_names[state.here[best]]
            return Reason(rule, f"{name} would have to attack the stronger {foe} on the Secondary CRT.")
    return Reason("BU-12.1.secondary", "One of the attackers would have to attack a stronger enemy unit.")


def declare(state: Position, clash: Clash) -> None:
    """The attack is made: nobody in it fights twice in this phase, and there is no way back."""
    state.put("support", clash)
    defender = state.here[clash.target]
    if state.heard:
        _log(state, clash, defender)
    state.engage(clash.attackers | 1 << defender)


def _log(state: Position, clash: Clash, defender: int) -> None:
    forces, who = state.game.forces, SIDES[state.phasing]
    where = state.game.ground.grid.name(clash.target)
    attack = "attack" if clash.attackers.bit_count() > 1 else "attacks"
    against = f"{forces.display_names[defender]} in {where}"
    text = f"{forces.called(clash.attackers)} {attack} {against} on the {clash.table.capitalize()} CRT"
    state.note("attack", "BU-12.0.combine", text, side=who, at=where)
    starved = supply.out_of_supply(state, clash.attackers)
    for unit in bits(starved):
        state.note_unit(unit, "attack", "BU-12.1.supply", "is out of supply")
    for unit in bits(clash.attackers & state.resupplied):
        state.note_unit(unit, "attack", "BU-7.4.combat", "attacks in supply, having been resupplied")
