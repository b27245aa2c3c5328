"""The Combat Phase (BW-9.1, 9.2, 10, 11.2): who is attacked by whom, support of both sides, the die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.commit import Commit
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.decision import Facts, Prompt
from ardennes.engine.options import Part
from ardennes.games.bitter_woods import (
    angriff,
    attackers,
    battlegroup,
    bombardment,
    bridges,
    fuel,
    nerve,
    obligations,
    results,
    support,
)
from ardennes.games.bitter_woods.forces import GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.odds import ORDINARY, Clash, face, revived, tally
from ardennes.games.bitter_woods.results import MEANS, elsewhere
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods


class Combat(SidePhase[Position]):
    """A side's attacks, one after the other (BW-4.0.combat, BW-9.1.declare)."""

    class Frame(NamedTuple):
        """Whether the phase has begun."""

        step: str
        begun: bool = False

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Whom to attack. Nobody is asked where nobody can be attacked; `done` waits for what is owed."""
        if state.dumps and fuel.asks(state):
            return None
        if not state.top.begun:
            state.amend(begun=True)
            obligations.begin_combat(state, self.side)
        obligations.settle(state, self.side)
        found = targets(state, self.side)
        if not found:
            self._finish(state)
            return None
        owed = obligations.shown(state, self.side)
        prompt = "Choose a hex to attack" if owed else "Choose a hex to attack, or end the phase"
        regroup = battlegroup.offers(state) if self.side == GERMAN else ()
        options = Options(Masked(state.game.actions.target, found), regroup, () if owed else (DONE,))
        return Decision(SIDES[self.side], self.name, Kind.TARGET, prompt, "BW-9.1", options, obligations=owed)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """An attack is begun, or the phase is over."""
        if action == DONE:
            self._finish(state)
        elif action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
        else:
            state.push("attack", state.game.ground.grid.index(action.thing))

    def _finish(self, state: Position) -> None:
        obligations.lapse(state)
        next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Nobody there, one of his own, too far; or something is owed."""
        if action == DONE:
            duty = obligations.due(state, self.side)[0]
            return Reason(duty.rule, f"{obligations.sentence(state, duty)} first.")
        if action.verb == "target":
            return self._why_not_target(state, action.thing)
        if action.verb in battlegroup.REGROUP and self.side == GERMAN:
            return battlegroup.why_not(state, action)
        if action.verb == "blow":
            return bridges.why_no_demolition(state, self.side, action)
        if action == support.FLY:
            return Reason("BW-11.2.alone", "Aircraft support ground units: declare an attack first.")
        return elsewhere(action)

    def _why_not_target(self, state: Position, place: str) -> Reason:
        game, i = state.game, state.game.ground.grid.index(place)
        here = state.stack(i)
        if not here:
            return Reason("BW-9.1", f"There is no enemy unit in {place}.")
        if here & game.forces.of[self.side]:
            return Reason("BW-9.1", f"The units in {place} are your own.")
        near = attackers.beside(state, self.side, i)
        if not near:
            return Reason("BW-9.1", f"None of your units is next to {place}.")
        barred = join_bars(state, self.side, i)
        found = [(bar, unit) for unit in bits(near) if (bar := first_bar(unit, barred))]
        bar, unit = max(found, key=lambda pair: barred.index(pair[0]))
        return bar.reason(game.forces.display_names[unit])


def join_bars(state: Position, side: int, i: int) -> list[Bar]:
    """Why units may not join an attack on a hex: by the rules of attack, or by what they owe elsewhere."""
    return [*attackers.bars(state, side, i), *obligations.join_bars(state, side, i)]


def joiners(state: Position, side: int, i: int) -> int:
    """The units that may take part in an attack on a hex."""
    return free(attackers.beside(state, side, i), join_bars(state, side, i))


def targets(state: Position, side: int) -> int:
    """The hexes of enemy units that some unit may attack."""
    fresh, owed, found = attackers.fresh(state, side), obligations.payable(state, side), 0
    for i in state.game.ground.grid.bits(attackers.near(state, side, fresh)):
        able = free(attackers.beside(state, side, i) & fresh, attackers.there(state, side, i))
        if able and free(able, obligations.bars_of(state, owed, i)):
            found |= 1 << i
    return found


# ---- who attacks ----


class Attack(Step[Position]):
    """Who takes part in an attack."""

    name = "attack"

    class Frame(NamedTuple):
        """The hex attacked, and those who have joined."""

        step: str
        hex: int
        joined: int = 0

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Another unit, or the attack is declared; who owes it with those who have joined must join too."""
        frame: Attack.Frame = state.top
        side = state.phasing
        more = joiners(state, side, frame.hex) & ~frame.joined
        ready = frame.joined and not obligations.must_join(state, side, frame.hex, frame.joined)
        fire = (bombardment.BOMBARD,) if bombardment.possible(state, side, frame.hex, frame.joined) else ()
        options = Options(Masked(state.game.actions.join, more), fire, (DONE,) if ready else ())
        prompt = partial(_who_attacks, state.game, state.stack(frame.hex), frame.hex)
        owed = obligations.shown(state, side)
        return Decision(SIDES[side], self.name, Kind.JOIN, prompt, "BW-9.2", options, obligations=owed)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One more, or all are there."""
        frame: Attack.Frame = state.top
        if action.verb == "join":
            state.amend(joined=frame.joined | 1 << state.game.forces.index[action.thing])
            return
        if action == bombardment.BOMBARD:
            state.push(bombardment.Bombard.name, frame.hex, frame.joined)
            return
        clash = Clash(state.phasing, frame.hex, frame.joined)
        clash = clash._replace(again=obligations.fought_again(state, clash))
        called, place = state.game.forces.called, state.game.ground.grid.name(frame.hex)
        text = f"{PEOPLE[clash.side]} attack on {called(state.stack(frame.hex))} in {place} by {called(frame.joined)}"
        state.note("attack", "BW-9.2", text, side=SIDES[clash.side], at=place)
        rockets = free(obligations.declared(state, clash), support.offensive_bars(state, clash))
        state.fought |= frame.joined
        for unit in bits(rockets):
            support.fire(state, unit, place, ("BW-9.5.CA.attack", "joins the counterattack on"))
        state.put("support", clash._replace(guns=rockets))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit; an attack needs a unit, and all who owe it together."""
        frame: Attack.Frame = state.top
        side, forces = state.phasing, state.game.forces
        if action.verb == "join":
            unit = forces.index[action.thing]
            joined = Bar("BW-9.1.once", "is already in the attack", frame.joined)
            bar = first_bar(unit, [*join_bars(state, side, frame.hex), joined])
            return bar.reason(forces.display_names[unit]) if bar else None
        if action == bombardment.BOMBARD:
            return bombardment.why_not(state, side, frame.hex, frame.joined)
        if action == DONE and not frame.joined and frame.hex in state.bombarded:
            place = state.game.ground.grid.name(frame.hex)
            text = cited(f"{place} has been bombarded and must be attacked now", "BW-R.70")
            return Reason("BW-21.2.near", f"{text}.")
        if action == DONE and not frame.joined:
            return Reason("BW-9.1.declare", "An attack needs at least one attacking unit.")
        if action == DONE:
            duty, more = obligations.must_join(state, side, frame.hex, frame.joined)[0]
            rule, why = obligations.TOGETHER[duty.kind]
            return Reason(rule, f"{forces.called(more)} must join too: {why}.")
        return elsewhere(action)


def _who_attacks(game: BitterWoods, units: int, i: int) -> str:
    """The question who attacks some units in a hex."""
    return f"Who attacks {game.forces.called(units)} in {game.ground.grid.name(i)}?"


# ---- support of both sides ----


class OffensiveSupport(Commit[Position]):
    """The attacker's artillery and aircraft (BW-10.2.attack, BW-11.2)."""

    name, rule = "support", "BW-9.2"
    guns, plane = "guns", "plane"  # the fields of the clash
    announces = True  # whether this side may announce an attack on the move
    default = DONE

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, revived(clash))

    def side(self, state: Position, clash: Clash) -> int:
        """The attacker."""
        return clash.side

    def bars(self, state: Position, clash: Clash) -> Iterator[Bar]:
        """Why a gun may not support, or owes its fire elsewhere."""
        yield from support.offensive_bars(state, clash)
        yield from obligations.join_bars(state, clash.side, clash.hex)

    def able(self, state: Position, clash: Clash) -> int:
        """The guns that may support, by the same bars."""
        owed = obligations.join_bars(state, clash.side, clash.hex) if state.duties else ()
        return free(support.offensive(state, clash), owed)

    def asked(self, state: Position, clash: Clash) -> bool:
        """Whether it is asked at all."""
        return self.offered(state, clash, known=True) is not None

    def offered(self, state: Position, clash: Clash, *, known: bool) -> Part | None:
        """Whoever can add something, or has, is asked."""
        found = self.candidates(state, clash)
        added = getattr(clash, self.guns) or getattr(clash, self.plane) or (self.announces and clash.angriff)
        return found if added or len(found) else None

    def candidates(self, state: Position, clash: Clash) -> Part:
        """Guns that may support, an aircraft, and the attack on the move, which no aircraft supports (BW-23.2.air)."""
        side = self.side(state, clash)
        guns = self.able(state, clash)
        grounded = clash.angriff or support.why_no_flight(state, side, clash.hex, bool(getattr(clash, self.plane)))
        move = self.announces and angriff.possible(state, clash)
        words = (() if grounded else (support.FLY,)) + ((angriff.ANGRIFF,) if move else ())
        return Options(Masked(state.game.actions.add, guns), words)

    def prompt(self, state: Position, clash: Clash) -> Prompt:
        """With the odds as they stand."""
        return partial(_what_to_add, state.copy(), clash)

    def add(self, state: Position, clash: Clash, action: Action) -> None:
        """A gun fires, an aircraft flies, or the attack is one on the move."""
        side = self.side(state, clash)
        place = state.game.ground.grid.name(clash.hex)
        if action == support.FLY:
            support.fly(state, side, place)
            state.amend(clash=clash._replace(**{self.plane: True}))
            return
        if action == angriff.ANGRIFF:
            state.amend(clash=angriff.announce(state, clash))
            return
        unit = state.game.forces.index[action.thing]
        support.fire(state, unit, place, self.fires)
        state.amend(clash=clash._replace(**{self.guns: getattr(clash, self.guns) | 1 << unit}))

    fires = ("BW-10.2.attack", "supports the attack on")

    def after(self, state: Position, clash: Clash) -> None:
        """The defender answers (BW-11.2.order)."""
        state.put("defence", clash)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the gun, or why nothing flies."""
        clash: Clash = state.top.clash
        side = self.side(state, clash)
        if action.verb == "add":
            unit = state.game.forces.index[action.thing]
            bar = first_bar(unit, self.bars(state, clash))
            return bar.reason(state.game.forces.display_names[unit]) if bar else None
        if action == support.FLY:
            if clash.angriff:
                return Reason("BW-23.2.air", "Neither side may use aircraft in an attack on the move.")
            return support.why_no_flight(state, side, clash.hex, bool(getattr(clash, self.plane)))
        if action == angriff.ANGRIFF and self.announces:
            return angriff.why_not(state, clash)
        return elsewhere(action)


class DefensiveSupport(OffensiveSupport):
    """The defender's artillery and aircraft, when the attacker's are known (BW-10.2.defence, BW-11.2.order)."""

    name, rule = "defence", "BW-11.2.order"
    guns, plane = "cover", "shield"
    announces = False
    fires = ("BW-10.2.defence", "supports the defence of")

    def side(self, state: Position, clash: Clash) -> int:
        """The defender."""
        return 1 - clash.side

    def bars(self, state: Position, clash: Clash) -> Iterator[Bar]:
        """Why a gun may not support."""
        return support.defensive_bars(state, clash)

    def able(self, state: Position, clash: Clash) -> int:
        """The guns that may support, by the same bars."""
        return free(state.playing[1 - clash.side] & state.game.forces.artillery, self.bars(state, clash))

    def prompt(self, state: Position, clash: Clash) -> Prompt:
        """With the odds as they stand."""
        return partial(_what_to_defend_with, state.copy(), clash)

    def facts(self, state: Position, clash: Clash) -> Facts:
        """Figures for standing orders: the odds as a number, before the defender's support."""
        return partial(_odds_unaided, state.copy(), clash)

    def after(self, state: Position, clash: Clash) -> None:
        """The die."""
        nerve.after_support(state, clash)


# What follows is given the position as it was when the question was put: it is read later, or never.


def _what_to_add(state: Position, clash: Clash) -> str:
    """The question what the attacker adds."""
    what, how = _kinds(clash)
    return f"Add {what} to the {how} on {_place(state, clash)}, now at {tally(state, clash).heading}"


def _what_to_defend_with(state: Position, clash: Clash) -> str:
    """The question what the defender adds."""
    what, how = _kinds(clash)
    return f"Add {what} to the defence of {_place(state, clash)}; the {how} is at {tally(state, clash).heading}"


def _kinds(clash: Clash) -> tuple[str, str]:
    """What supports an attack, and what the attack is called."""
    return ("artillery", "attack on the move") if clash.angriff else ("artillery or an aircraft", "attack")


def _place(state: Position, clash: Clash) -> str:
    return state.game.ground.grid.name(clash.hex)


def _odds_unaided(state: Position, clash: Clash) -> dict[str, Any]:
    """The odds before the defender's support, as a number, and where."""
    theirs, ours = map(int, tally(state, clash._replace(cover=0, shield=False)).heading.split("-"))
    return {"odds": theirs / ours, "hex": _place(state, clash)}


def _at_odds(state: Position, clash: Clash) -> str:
    """What the die decides."""
    return f"Attack on {_place(state, clash)} at {tally(state, clash).heading}"


# ---- the die ----


class CombatDie(Step[Position]):
    """The die of an attack (BW-9.2.die)."""

    name = "die"
    frame = Commit.Frame

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        """The frame that was saved as plain data."""
        return Commit.Frame(name, revived(clash))

    def ask(self, state: Position) -> Chance:
        """One die; a unit attacks once, so that hex and attacker name the combat."""
        clash: Clash = state.top.clash
        place = state.game.ground.grid.name(clash.hex)
        first = state.game.forces.names[next(bits(clash.attackers))]
        return Chance(
            rule="BW-9.2.die",
            reason=partial(_at_odds, state.copy(), clash),
            key=(state.turn, state.phase, place, first),
            dice=[Die(place)],
            side=SIDES[clash.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """The result, carried out at once."""
        state.regrouped = False
        clash: Clash = state.pop().clash
        found, die = tally(state, clash), cast(int, roll[0])
        read = face(state, found, die)
        label = state.game.results(found.chart.table)[found.column.at][read - 1]
        rule: str = state.game.tables["results"][label]["rule"]
        place = state.game.ground.grid.name(clash.hex)
        rolled = f"die {die}" if read == die else f"die {die} read as {read}"
        text = f"{place}: {found.attack} to {found.defence}, column {found.heading}, {rolled}: {label}, {MEANS[label]}"
        state.note("result", rule, text, side=SIDES[clash.side], at=place, label=label)
        worn = found.chart is ORDINARY and state.game.starred[found.column.at][read - 1]
        results.carry_out(state, clash, label, worn=worn)
