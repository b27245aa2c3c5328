"""Combat resolution (BU-12.1, steps 2, 5, 6; BU-12.2): support, mist, the column, the die, and what its result does."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.counters import DONE, bits, give_up
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.bulge import air, odds
from ardennes.games.bulge.forces import PEOPLE, SIDES
from ardennes.games.bulge.odds import NO, YES, Clash
from ardennes.games.bulge.sequence import POST
from ardennes.games.bulge.state import Position

SUPPORT = Action("support")
LATE = "Ground support is allocated before the column is determined."
ENOUGH = Options((SUPPORT, DONE))


def in_post(state: Position) -> bool:
    """Whether a Post-Movement Combat Phase is in play."""
    return state.phase.endswith(POST)


class Fight(NamedTuple):
    """The frame of a step between the declaration of an attack and its die."""

    step: str
    clash: Clash


class Fighting(Step[Position]):
    """A step between the declaration of an attack and its die."""

    frame = Fight

    def revive(self, *data: Any) -> Fight:
        """The frame that was saved as plain data."""
        step, clash = data
        return Fight(step, Clash(*clash))


class Support(Fighting):
    """Ground support is put to the attack (BU-12.1.step2)."""

    name = "support"

    def ask(self, state: Position) -> Decision | None:
        """One more mission, or enough."""
        if not state.support[state.phasing]:
            state.put("mist", state.top.clash)
            return None
        prompt = f"Add ground support to the attack, or continue; {state.support[state.phasing]} left"
        return Decision(SIDES[state.phasing], self.name, Kind.SUPPORT, prompt, "BU-7.3", ENOUGH, default=DONE)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A mission is used up, or the attack goes on."""
        clash: Clash = state.top.clash
        if action == DONE:
            state.put("mist", clash)
            return
        air.spend_support(state, state.phasing)
        state.amend(clash=clash._replace(support=clash.support + 1))
        who = SIDES[state.phasing]
        state.note("air", "BU-7.3", "A ground support mission supports the attack", side=who)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Support comes before the column."""
        return Reason("BU-R.12", "First decide whether to add ground support.")


class Mist(Fighting):
    """The mist die of a German attack after movement (BU-6.1.mist)."""

    name = "mist"

    def ask(self, state: Position) -> Chance | None:
        """One die, if the weather is mist."""
        clash: Clash = state.top.clash
        if not odds.mist_decides(state, state.phasing, in_post(state)):
            state.put("differential", clash)
            return None
        where = state.game.ground.grid.name(clash.target)
        key = (state.turn, self.name, where)
        who = SIDES[state.phasing]
        reason = f"Mist: the attack on {where} is shifted one column right on 1 to 3"
        return Chance(rule="BU-6.1.mist", reason=reason, key=key, dice=[Die(who)], side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """With 1 to 3 the attack is shifted."""
        clash: Clash = state.top.clash
        helps = roll[0] in state.game.tables["shifts"]["weather"]["mist"]["die"]
        state.put("differential", clash._replace(mist=YES if helps else NO))
        word = "one column right" if helps else "no shift"
        state.note("roll", "BU-6.1.mist", f"Die roll {roll[0]} for mist: {word}", side=SIDES[state.phasing])


class Differential(Fighting):
    """The attacker fights at the full column, or lowers it (BU-12.1.lower)."""

    name = "differential"

    def ask(self, state: Position) -> Decision:
        """The full column first."""
        clash: Clash = state.top.clash
        full = odds.full_column(state, clash, state.phasing, in_post(state))
        fights = state.game.actions.fight[full]
        prompt = "Choose the column: the full odds, or a lower one"
        if len(fights) == 1:
            prompt = f"Attack at {fights[0].thing}, the lowest column"
        who = SIDES[state.phasing]
        return Decision(who, self.name, Kind.CHOOSE, prompt, "BU-12.1.step6", Options(fights), default=fights[0])

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The column stands."""
        clash: Clash = state.top.clash
        column = state.game.columns.index(action.thing)
        if state.heard and decision.options[0] != action:
            state.note("attack", "BU-R.12", f"The attacker chooses the lower column {action.thing}", side=decision.side)
        state.put("battle", clash._replace(column=column))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """A column can only be lowered, and support comes before it."""
        if action == SUPPORT:
            used_up = Reason("BU-7.3.once", "No ground support mission is left; each may be used once per Game-Turn.")
            return Reason("BU-R.12", LATE) if state.support[state.phasing] else used_up
        if action.verb != "fight":
            return None
        return Reason("BU-12.1.step5", f"The attack is at {decision.options[0].thing}; the column can only be lowered.")


class Battle(Fighting):
    """The die of an attack."""

    name = "battle"

    def ask(self, state: Position) -> Chance:
        """One die."""
        clash: Clash = state.top.clash
        where, who = state.game.ground.grid.name(clash.target), SIDES[state.phasing]
        key = (state.turn, state.phase, where)
        reason = (
            f"{PEOPLE[state.phasing]} attack on {where} at {state.game.columns[clash.column]}, "
            f"{clash.table.capitalize()} CRT"
        )
        return Chance(rule="BU-12.1.step6", reason=reason, key=key, dice=[Die(who)], side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """Read the result and carry it out."""
        clash: Clash = state.top.clash
        state.pop()
        label = state.game.crt[clash.table][clash.column][int(roll[0]) - 1]
        who = SIDES[state.phasing]
        if state.heard:
            where = state.game.ground.grid.name(clash.target)
            text = f"Die roll {roll[0]} at {state.game.columns[clash.column]}: {_result(state, clash, label)}"
            state.note("result", f"BU-12.2.{label}", text, side=who, at=where, label=label)
        carry_out(state, clash, label)


def _result(state: Position, clash: Clash, label: str) -> str:
    """A result in words, with the units that it strikes."""
    forces = state.game.forces
    attackers, defender = forces.called(clash.attackers), forces.display_names[state.here[clash.target]]
    plural = clash.attackers.bit_count() > 1
    words = {
        "Ae": f"attacker eliminated; one of {attackers} is eliminated and the others retreat" if plural
        else f"attacker eliminated ({attackers})",
        "Ar": f"attacker retreats one hex ({attackers})",
        "Ct": "contact; no effect",
        "Dr": f"defender retreats one hex ({defender})",
        "Ex": f"exchange; {defender} is eliminated, and {_price(state, clash)}",
        "De": f"defender eliminated ({defender})",
    }  # fmt: skip
    return words[label]


def _price(state: Position, clash: Clash) -> str:
    """What an exchange costs the attacker, in words."""
    price = exchange_price(state, clash.attackers, state.here[clash.target])
    none = "no attacking unit is small enough to be lost in the exchange"
    return f"the attacker loses {price} in the exchange" if price else none


def carry_out(state: Position, clash: Clash, label: str) -> None:
    """What follows from a result: losses first, then retreats, then an advance (BU-12.2)."""
    target, attackers, victor = clash.target, clash.attackers, state.phasing
    defender = state.here[target]
    if label in ("Ae", "Ar"):
        state.push("advance", 1 - victor, 1 << defender, state.hexes_of(attackers))
        state.push("retreat", attackers)
        if label == "Ae":
            state.push("loss", attackers)
    elif label in ("Ex", "De", "Dr"):
        state.push("advance", victor, attackers, 1 << target)
        if label == "Dr":
            state.push("retreat", 1 << defender)
        else:
            state.eliminate(defender, f"BU-12.2.{label}", "destroyed in combat" if label == "De" else "exchanged")
        if label == "Ex":
            state.push("exchange", exchange_price(state, attackers, defender), attackers)


class Loss(Step[Position]):
    """One attacker is eliminated, of the attacker's choice (BU-12.2.Ae, BU-R.20)."""

    class Frame(NamedTuple):
        """The attackers."""

        step: str
        units: int

    name = "loss"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Which one."""
        options = Options(Masked(state.game.actions.lose, state.top.units))
        prompt = "Choose the attacking unit that is eliminated"
        return Decision(SIDES[state.phasing], self.name, Kind.LOSS, prompt, "BU-12.2.Ae", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is gone; the others retreat."""
        state.pop()
        state.eliminate(state.game.forces.index[action.thing], "BU-12.2.Ae", "one attacking unit is eliminated")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only attackers can be lost."""
        return (
            Reason("BU-R.20", f"{state.game.forces.call(action.thing)} did not attack.")
            if action.verb == "lose"
            else None
        )


# ---- exchanges ----


def sums(state: Position, units: int) -> set[int]:
    """Every sum of printed factors that some of the units make."""
    found = {0}
    for unit in bits(units):
        factor = state.game.forces.factor[unit]
        found |= {factor + other for other in found}
    return found


def exchange_price(state: Position, attackers: int, defender: int) -> int:
    """The greatest sum of attackers' factors that is not above the defender's printed factor (BU-12.2.Ex)."""
    most = state.game.forces.factor[defender]
    return max(total for total in sums(state, attackers) if total <= most)


class Exchange(Step[Position]):
    """The attacker pays for an exchange."""

    class Frame(NamedTuple):
        """What is still owed, exactly, and the attackers that can pay."""

        step: str
        price: int
        units: int

    name = "exchange"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which attacker is removed next; only those by whom the sum can be met are offered (BU-R.21)."""
        now: Exchange.Frame = state.top
        if not now.price:
            state.pop()
            return None
        options = Options(Masked(state.game.actions.lose, payers(state, now.price, now.units)))
        prompt = f"Remove attackers worth exactly {now.price} for the exchange"
        return Decision(SIDES[state.phasing], self.name, Kind.LOSS, prompt, "BU-R.21", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Remove one attacker."""
        give_up(state, action, state.game.forces.factor, "BU-12.2.Ex")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only attackers pay, and only so that the sum is met."""
        if action.verb != "lose":
            return None
        now: Exchange.Frame = state.top
        name = state.game.forces.call(action.thing)
        if not now.units >> state.game.forces.index[action.thing] & 1:
            return Reason("BU-12.2.Ex", f"{name} did not attack, or has already been removed.")
        return Reason("BU-12.2.Ex", f"With {name} the losses could not total exactly {now.price}.")


def payers(state: Position, price: int, units: int) -> int:
    """The units with which the price can be paid exactly."""
    factor = state.game.forces.factor
    return sum(1 << unit for unit in bits(units) if price - factor[unit] in sums(state, units & ~(1 << unit)))
