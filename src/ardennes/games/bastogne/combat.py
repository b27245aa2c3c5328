"""The Combat Phase (BA-8.0, 8.2): bombardments first, then ground attacks, support of both sides, the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from ardennes.counters import DONE, SidePhase
from ardennes.counters.bars import Bar, first_bar
from ardennes.counters.commit import Commit
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.options import Part
from ardennes.engine.speech import both, count
from ardennes.games.bastogne import results, support
from ardennes.games.bastogne.forces import PEOPLE, SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, GROUND, Clash, revived, signed, tally
from ardennes.games.bastogne.refusals import not_in_combat
from ardennes.games.bastogne.sequence import next_phase
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.wording import cited


class Combat(SidePhase[Position]):
    """A side's Combat Phase: bombardments, then one ground attack after the other (BA-4.0.combat)."""

    class Frame(NamedTuple):
        """Whether the bombardments have begun."""

        step: str
        begun: bool = False

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Bombardments first; then whom to attack. Nobody is asked where nobody can be attacked."""
        if not state.top.begun:
            state.phasing = self.side
            self.announce(state, "BA-4.0.combat", "Combat Phase")
            state.amend(begun=True)
            state.push("bombardment")
            return None
        found = targets(state, self.side)
        if not found:
            next_phase(state)
            return None
        prompt = "Choose a hex to attack, or end the phase"
        options = Options(Masked(state.game.actions.target, found), (DONE,))
        return Decision(SIDES[self.side], self.name, Kind.TARGET, prompt, "BA-8.2", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """An attack is declared, or the phase is over."""
        if action == DONE:
            next_phase(state)
        else:
            state.push("attack", state.game.ground.grid.index(action.thing))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Nobody there, one of his own, too far, attacked already."""
        if action.verb == "target":
            return self._why_not_target(state, action.thing)
        if action.verb in ("fire", "join"):
            return Reason("BA-8.2", "Choose the hex to attack first.")
        return not_in_combat(state, action)

    def _why_not_target(self, state: Position, place: str) -> Reason:
        i = state.game.ground.grid.index(place)
        unit = state.here.get(i)
        if unit is None:
            return Reason("BA-8.2", f"There is no enemy unit in {place}.")
        name = state.game.forces.display_names[unit]
        if state.game.forces.side[unit] == self.side:
            return Reason("BA-8.2", f"{name} in {place} is one of your own units.")
        if state.fought >> unit & 1:
            return Reason("BA-8.2.attacked", f"{name} has already been attacked in this phase.")
        if not state.game.ground.ring[i] & state.held[self.side]:
            return Reason("BA-8.2", f"No unit of yours is next to {place}.")
        return Reason("BA-8.2.once", f"All your units next to {place} have already attacked in this phase.")


def targets(state: Position, side: int) -> int:
    """The hexes of enemy units that can be attacked: not attacked yet, next to a unit that has not attacked."""
    spent = state.hexes_of(state.fought)
    return state.game.ground.grid.around(state.held[side] & ~spent) & state.held[1 - side] & ~spent


def joiners(state: Position, side: int, i: int) -> int:
    """The units that may take part in an attack on a hex."""
    return state.units_in(state.held[side] & state.game.ground.ring[i]) & ~state.fought


# ---- ground attack (BA-8.2) ----


class Attack(Step[Position]):
    """Who takes part."""

    name = "attack"

    class Frame(NamedTuple):
        """The hex attacked, and those who have joined."""

        step: str
        hex: int
        joined: int = 0

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Another unit, or the attack is declared."""
        frame: Attack.Frame = state.top
        side, target = state.phasing, state.here[frame.hex]
        more = joiners(state, side, frame.hex) & ~frame.joined
        options = Options(Masked(state.game.actions.join, more), (DONE,) if frame.joined else ())
        prompt = f"Who attacks {state.game.forces.display_names[target]} in {state.game.ground.grid.name(frame.hex)}?"
        return Decision(SIDES[side], self.name, Kind.JOIN, prompt, "BA-8.2", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One more, or all are there."""
        frame: Attack.Frame = state.top
        if action.verb == "join":
            state.amend(joined=frame.joined | 1 << state.game.forces.index[action.thing])
            return
        forces, target = state.game.forces, state.here[frame.hex]
        state.fought |= frame.joined | 1 << target
        who, place = PEOPLE[state.phasing], state.game.ground.grid.name(frame.hex)
        text = f"{who} attack on {forces.display_names[target]} in {place} by {forces.called(frame.joined)}"
        state.note("attack", "BA-8.2", text, side=SIDES[state.phasing], piece=forces.names[target], at=place)
        state.put("support", Clash(GROUND, state.phasing, target, frame.hex, frame.joined))

    def bars(self, state: Position) -> list[Bar]:
        """Why a unit may not join."""
        frame: Attack.Frame = state.top
        side, place = state.phasing, state.game.ground.grid.name(frame.hex)
        beside = state.units_in(state.held[side] & state.game.ground.ring[frame.hex])
        return [
            Bar("BA-10.3", "is not on the attacking side", state.game.forces.of[1 - side]),
            Bar("BA-8.2", f"is not next to {place}", state.game.forces.of[side] & ~beside),
            Bar("BA-8.2.once", "has already attacked in this phase", state.fought),
            Bar("BA-8.2", "is already in the attack", frame.joined),
        ]

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit."""
        if action.verb == "join":
            unit = state.game.forces.index[action.thing]
            bar = first_bar(unit, self.bars(state))
            return bar.reason(state.game.forces.display_names[unit]) if bar else None
        if action == DONE:
            return Reason("BA-8.2", "An attack needs at least one unit.")
        if action.verb == "fire":
            return Reason("BA-8.2.1", "Choose the attacking units first, then add support fire.")
        return not_in_combat(state, action)


class GroundSupport(Commit[Position]):
    """The attacker's markers, no more than one for each attacking unit (BA-8.2.1)."""

    name, rule, secret = "support", "BA-8.2.1", True
    limited = "BA-8.2.1"

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, revived(clash))

    def side(self, state: Position, clash: Clash) -> int:
        """The attacker."""
        return clash.side

    def asked(self, state: Position, clash: Clash) -> bool:
        """Whoever holds a marker (BA-R.44)."""
        return state.holding[self.side(state, clash)] > 0

    def cap(self, state: Position, clash: Clash) -> int:
        """How many markers."""
        each: int = state.game.tables["support_limit"]["per_attacking_unit"]
        return each * clash.attackers.bit_count()

    def candidates(self, state: Position, clash: Clash) -> Part:
        """The factors in hand, up to the limit."""
        side = self.side(state, clash)
        if len(support.plan_of(state, side).fire) >= self.cap(state, clash):
            return ()
        return support.fire_options(state, support.factors(state, side))

    def prompt(self, state: Position, clash: Clash) -> str:
        """With the limit, and for its owner how many are chosen."""
        most = self.cap(state, clash)
        chosen = len(self.chosen(state, clash))
        if chosen:
            return f"Add support fire; {chosen} of {count(most, 'marker')} chosen"
        return f"Add support fire; at most {count(most, 'marker')}"

    def chosen(self, state: Position, clash: Clash) -> tuple[int, ...]:
        """The markers chosen so far, as far as whoever looks may know them."""
        side = self.side(state, clash)
        return support.plan_of(state, side).fire if state.knows(side) else ()

    def add(self, state: Position, clash: Clash, action: Action) -> None:
        """Into the secret plan; any marker will do, whatever its range (BA-R.22)."""
        support.choose(state, self.side(state, clash), int(action.thing))

    def show(self, state: Position, clash: Clash) -> Clash:
        """The markers lie open together."""
        return clash._replace(fire=support.show(state, clash.side, "BA-8.2.1", "supports the attack"))

    def after(self, state: Position, clash: Clash) -> None:
        """The defender answers."""
        state.put("protective", clash)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Over the limit, or not in the hand."""
        if action.verb != "fire":
            return not_in_combat(state, action)
        clash = state.top.clash
        side = self.side(state, clash)
        if len(support.plan_of(state, side).fire) >= self.cap(state, clash):
            return Reason(self.limited, f"You may add at most {count(self.cap(state, clash), 'marker')} here.")
        return support.lacks(state, side, int(action.thing))


class ProtectiveFire(GroundSupport):
    """The defender's one marker, when the attacker's lie open (BA-8.2.1.protective)."""

    name, rule = "protective", "BA-8.2.1.protective"
    limited = "BA-8.2.1.protective"
    default = DONE

    def side(self, state: Position, clash: Clash) -> int:
        """The defender."""
        return 1 - clash.side

    def cap(self, state: Position, clash: Clash) -> int:
        """One."""
        most: int = state.game.tables["support_limit"]["defender"]
        return most

    def prompt(self, state: Position, clash: Clash) -> str:
        """With the differential as it stands."""
        place, cover = state.game.ground.grid.name(clash.hex), self.chosen(state, clash)
        now = signed(tally(state, clash._replace(cover=cover)).differential)
        if cover:
            return f"Protective fire {both(map(str, cover))} in {place}: the attack is at {now}"
        return f"Choose protective fire for {place}; the attack is at {now}"

    def facts(self, state: Position, clash: Clash) -> dict[str, Any]:
        """Figures for standing orders."""
        return {
            "differential": tally(state, clash).differential,
            "hex": state.game.ground.grid.name(clash.hex),
            "reduced": state.reduced >> clash.target & 1,
            "markers": state.holding[1 - clash.side],
        }

    def show(self, state: Position, clash: Clash) -> Clash:
        """The marker lies open."""
        return clash._replace(cover=support.show(state, 1 - clash.side, self.rule, "gives protective fire"))

    def after(self, state: Position, clash: Clash) -> None:
        """Dice."""
        state.put("die", clash)


class CombatDie(Step[Position]):
    """One die; column and die give the result (BA-8.3)."""

    name = "die"
    frame = Commit.Frame

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        """The frame that was saved as plain data."""
        return Commit.Frame(name, revived(clash))

    def ask(self, state: Position) -> Chance:
        """The die."""
        clash: Clash = state.top.clash
        target = state.game.forces.names[clash.target]
        what = "Bombardment of" if clash.kind == BOMBARDMENT else "Attack on"
        return Chance(
            rule="BA-8.1" if clash.kind == BOMBARDMENT else "BA-8.3",
            reason=f"{what} {state.game.forces.display_names[clash.target]} at {tally(state, clash).heading}",
            key=(state.turn, state.phase, clash.kind, target),
            dice=[Die(target)],
            side=SIDES[clash.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """The result, carried out at once."""
        clash: Clash = state.pop().clash
        found = tally(state, clash)
        label = state.game.crt[found.column.at][cast(int, roll[0]) - 1]
        rule: str = state.game.effects(clash.kind)[label]["rule"]
        place = state.game.ground.grid.name(clash.hex)
        name = state.game.forces.display_names[clash.target]
        text = f"{name}: {found.attack} against {found.defence}, column {found.heading}, die {roll[0]}: {label}"
        means, ruling = results.MEANS[clash.kind][label]
        text = cited(f"{text}, {means}", ruling) if ruling else f"{text}, {means}"
        state.note("result", rule, text, side=SIDES[clash.side], at=place, label=label)
        results.carry_out(state, clash, label)
