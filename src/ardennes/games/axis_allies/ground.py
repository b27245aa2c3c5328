"""Phase 2: attacking hex, targets, payment, who attacks what, and whose turn it is (2.1 to 2.5, 2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.axis_allies import payment, sequence
from ardennes.games.axis_allies.forces import LONG, TYPES, Three
from ardennes.games.axis_allies.handles import DONE, FIGHT, HOLD, PASS, SEND
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import payable, sources
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES
from ardennes.games.axis_allies.words import does, number

NOBODY: Three = (0, 0, 0)


def targets(state: Position, side: int) -> int:
    """The hexes that a side may attack: any enemy ground unit is enough, captured ones do not count."""
    return state.free_pieces(1 - side)


def bars(state: Position, side: int) -> Iterator[Bar]:
    """Why a side may not attack from a hex that it holds, in the order in which a player would be told."""
    inf, tank, art = state.able
    yield Bar("AA-2.1", "has attacked this turn", state.attacked)
    yield Bar("AA-R.12", "has no unit left that may attack this turn", ~(inf | tank | art))
    around, attackable = state.game.terrain.around, targets(state, side)
    near = around(attackable)
    captured = state.pieces_of(1 - side) & ~attackable
    if captured:
        yield Bar("AA-R.14", "is next to captured pieces only, which may not be attacked", around(captured) & ~near)
    yield Bar("AA-2.2", "has no enemy unit next to it", ~near)


def may_attack(state: Position, side: int) -> int:
    """The hexes that a side may attack from, and for which a token can be found."""
    found = free(state.held[side], bars(state, side))
    return found and found & payable(state, side)


def barred_by_surprise(state: Position, side: int) -> bool:
    """On the first turn the Allies do not attack."""
    return side == ALLIES and state.turn < state.game.allies_attack_from


class Attack(Step[Position]):
    """A side attacks from a hex or passes."""

    class Frame(NamedTuple):
        """How often a turn to attack was declined just before."""

        step: str
        passes: int = 0

    frame = Frame

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} attack"

    def ask(self, state: Position) -> Decision | None:
        """A hex that may attack, or a pass; a side that cannot attack passes unasked."""
        hexes = may_attack(state, self.side)
        if not hexes:
            if state.heard:
                text = f"{does(self.side, 'pass')}: no hex can attack"
                state.note("pass", "AA-R.22", text, side=SIDES[self.side])
            give_way(state, self.side)
            return None
        options = Options(Masked(state.game.handles.attack, hexes), PASS)
        prompt = "Choose a hex to attack from, or pass"
        return Decision(SIDES[self.side], self.name, Kind.TARGET, prompt, "AA-2.1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The turn is given away, or targets are named."""
        if action.verb == "pass":
            if state.heard:
                state.note("pass", "AA-2.8", f"{does(self.side, 'pass')}: no attack for now", side=SIDES[self.side])
            give_way(state, self.side)
            return
        state.amend(passes=0)
        state.push("targets", self.side, state.game.terrain.bit[action.thing])

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What keeps a hex from attacking."""
        if action.verb != "attack":
            return None
        return why_no_attack(state, self.side, state.game.terrain.bit[action.thing])


def why_no_attack(state: Position, side: int, h: int) -> Reason | None:
    """Why a side cannot attack from a hex."""
    there = state.name_of(h)
    if not state.held[side] >> h & 1:
        return Reason("AA-R.11", f"You have no combat unit in {there}.")
    bar = first_bar(h, bars(state, side))
    return bar.reason(there) if bar else payment.why_not_payable(state, side, h, payment.ATTACK)


def give_way(state: Position, side: int) -> None:
    """The turn goes to the other side; two declined turns in a row end ground combat."""
    now: Attack.Frame = state.top
    passes = now.passes + 1
    if state.turn < state.game.allies_attack_from:
        passes = 2
    if passes >= 2:
        sequence.end_ground_combat(state)
    else:
        state.put(f"{SIDES[1 - side]} attack", passes)


def end_attack(state: Position, side: int) -> None:
    """The attacks of the hex are over: the other side is next."""
    state.pop()
    surprise = state.turn < state.game.allies_attack_from
    after = AXIS if surprise else 1 - side
    state.put(f"{SIDES[after]} attack")


class Targets(Step[Position]):
    """Which hexes are attacked; each is paid for as it is named."""

    class Frame(NamedTuple):
        """Who attacks from where, and the targets so far."""

        step: str
        side: int
        hex: int
        chosen: tuple[int, ...] = ()

    name = "targets"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """One target, then further ones."""
        now: Targets.Frame = state.top
        more = self._more(state, now)
        if not more:
            begin_sending(state, now)
            return None
        options = Options(Masked(state.game.handles.target, more), *([DONE] if now.chosen else []))
        here = state.name_of(now.hex)
        another = f"Choose another hex for {here} to attack, or continue"
        prompt = another if now.chosen else f"Choose a target for {here}"
        return Decision(SIDES[now.side], self.name, Kind.TARGET, prompt, "AA-2.2", options)

    def _more(self, state: Position, now: Frame) -> int:
        """Further targets, as long as there is a unit and a token for each."""
        h = now.hex
        if len(now.chosen) >= sum(ready_at(state, h)) or not sources(state, now.side, h):
            return 0
        found = state.game.terrain.near[h] & targets(state, now.side)
        for target in now.chosen:
            found &= ~(1 << target)
        return found

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The target is paid for."""
        now: Targets.Frame = state.top
        if action.verb == "done":
            begin_sending(state, now)
            return
        side, h, target = now.side, now.hex, state.game.terrain.bit[action.thing]
        state.amend(chosen=(*now.chosen, target))
        if state.heard:
            text = f"{does(side, 'attack')} {state.game.terrain.title(target)} from {state.name_of(h)}"
            state.note("attack", "AA-2.2", text, side=SIDES[side], at=state.name_of(h), to=action.thing)
            if not state.game.terrain.dry[h] >> target & 1:
                state.note("attack", "AA-3.7", "The river between them does not hinder the attack", side=SIDES[side])
        payment.pay(state, side, h, payment.ATTACK)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What keeps a hex from being a target."""
        now: Targets.Frame = state.top
        side, h, chosen = now.side, now.hex, now.chosen
        if action.verb in ("fight", "send", "hold") and chosen:
            return Reason("AA-R.17", "Choose all targets before the first die roll, then click “No more targets”.")
        if action.verb in ("attack", "pass"):
            return Reason("AA-2.1", f"The attack from {state.name_of(h)} is under way; use Undo to take it back.")
        if action.verb != "target":
            return None
        target = state.game.terrain.bit[action.thing]
        if not state.game.terrain.near[h] >> target & 1:
            return Reason("AA-2.2", f"{action.thing} is not next to {state.name_of(h)}.")
        if target in chosen:
            return Reason("AA-2.2", f"{action.thing} is already a target.")
        if state.pieces_of(1 - side) >> target & 1:
            return Reason("AA-R.14", f"The pieces in {action.thing} are captured and may not be attacked.")
        return Reason("AA-2.2", f"No enemy unit is in {action.thing}.")


def ready_at(state: Position, h: int) -> Three:
    """The units of a hex that may attack."""
    size, ready = state.game.terrain.size, state.ready.get
    return ready(h, 0), ready(size + h, 0), ready(2 * size + h, 0)


def begin_sending(state: Position, now: Targets.Frame) -> None:
    """With one target all attack unless held back; with several each unit is sent."""
    ready, targets = ready_at(state, now.hex), len(now.chosen)
    if targets == 1:
        state.put("hold", now.side, now.hex, now.chosen[0], ready)
    else:
        state.put("split", now.side, now.hex, now.chosen, (NOBODY,) * targets, 0, ready)


class Hold(Step[Position]):
    """Units may be held back before the dice."""

    class Frame(NamedTuple):
        """Who attacks what."""

        step: str
        side: int
        hex: int
        target: int
        units: Three

    name = "hold"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Units to be held back, then the fight."""
        now: Hold.Frame = state.top
        more = sum(now.units) > 1
        options = Options([HOLD[kind] for kind in range(3) if more and now.units[kind]], FIGHT)
        prompt = f"Roll the dice for the attack from {state.name_of(now.hex)} on {state.name_of(now.target)}"
        prompt += ", or hold units back" if more else ""
        return Decision(SIDES[now.side], self.name, Kind.JOIN, prompt, "AA-2.5.a", options, default=FIGHT[0])

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One unit fewer attacks, or the dice fall."""
        now: Hold.Frame = state.top
        if action.verb == "fight":
            fight(state, now.side, now.hex, ((now.target, now.units),))
        else:
            state.amend(units=minus(now.units, TYPES.index(action.thing)))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """At least one unit attacks a target."""
        if action.verb != "hold":
            return None
        now: Hold.Frame = state.top
        if not now.units[TYPES.index(action.thing)]:
            return Reason("AA-2.5.a", f"No {LONG[action.thing]} is attacking.")
        return Reason("AA-R.13", "The target is paid for; at least one unit must attack it.")


def minus(units: Three, kind: int) -> Three:
    """One unit of a type fewer."""
    inf, tank, art = units
    return (inf - 1, tank, art) if kind == 0 else (inf, tank - 1, art) if kind == 1 else (inf, tank, art - 1)


def plus(units: Three, kind: int) -> Three:
    """One unit of a type more."""
    inf, tank, art = units
    return (inf + 1, tank, art) if kind == 0 else (inf, tank + 1, art) if kind == 1 else (inf, tank, art + 1)


class Split(Step[Position]):
    """Which unit attacks which of several targets."""

    class Frame(NamedTuple):
        """Who attacks what so far."""

        step: str
        side: int
        hex: int
        targets: tuple[int, ...]
        sent: tuple[Three, ...]  # the units against each target
        at: int  # which target is asked about
        rest: Three  # the units that are not sent yet

    name = "split"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A unit for the target at hand, as long as the others can be attacked too."""
        now: Split.Frame = state.top
        others = len(now.targets) - 1 - now.at
        sends = [SEND[kind] for kind in range(3) if now.rest[kind]] if sum(now.rest) > others else []
        if not sends and others:
            state.amend(at=now.at + 1)
            return None
        end = (DONE if others else FIGHT) if sum(now.sent[now.at]) else ()
        prompt = f"Send units from {state.name_of(now.hex)} against {state.name_of(now.targets[now.at])}"
        return Decision(SIDES[now.side], self.name, Kind.JOIN, prompt, "AA-2.3.b", Options(sends, end))

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The unit is sent, the next target comes, or the dice fall."""
        now: Split.Frame = state.top
        if action.verb == "fight":
            fight(state, now.side, now.hex, tuple(zip(now.targets, now.sent, strict=True)))
        elif action.verb == "done":
            state.amend(at=now.at + 1)
        else:
            kind, sent, at = TYPES.index(action.thing), now.sent, now.at
            state.amend(sent=(*sent[:at], plus(sent[at], kind), *sent[at + 1 :]), rest=minus(now.rest, kind))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Each target is attacked, each unit attacks once."""
        now: Split.Frame = state.top
        if action.verb == "send":
            return Reason("AA-R.13", f"No {LONG[action.thing]} is left to send; each unit attacks one target at most.")
        if action.verb in ("done", "fight") and not sum(now.sent[now.at]):
            there = state.name_of(now.targets[now.at])
            return Reason("AA-R.13", f"{there} is paid for; at least one unit must attack it.")
        if action.verb == "fight":
            return Reason("AA-R.17", "All targets are settled before the first die roll.")
        return None


def fight(state: Position, side: int, h: int, attacks: tuple[tuple[int, Three], ...]) -> None:
    """All is settled: the hex has attacked, and no unit of it attacks again this turn, held back or not."""
    held = sum(ready_at(state, h)) - sum(sum(units) for _, units in attacks)
    for kind in range(len(TYPES)):
        state.set_ready(kind, h, 0)
    state.attacked |= 1 << h
    if held and state.heard:
        text = f"{number(held, 'unit')} in {state.name_of(h)} held back"
        state.note("hold", "AA-2.5.a", text, side=SIDES[side], at=state.name_of(h))
    state.put("attacks", side, h, attacks)


class Attacks(Step[Position]):
    """The attacks of a hex, one after the other, in the order that the attacker likes."""

    class Frame(NamedTuple):
        """Who attacks from where, and the attacks still to come."""

        step: str
        side: int
        hex: int
        attacks: tuple[tuple[int, Three], ...]  # each a target and the units against it

    name = "attacks"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which attack is resolved next, where there are several."""
        now: Attacks.Frame = state.top
        if not now.attacks:
            end_attack(state, now.side)
            return None
        if len(now.attacks) == 1:
            self._next(state, now.attacks[0][0])
            return None
        mask = 0
        for target, _ in now.attacks:
            mask |= 1 << target
        options = Options(Masked(state.game.handles.target, mask))
        prompt = f"Choose the next attack from {state.name_of(now.hex)}"
        return Decision(SIDES[now.side], self.name, Kind.TARGET, prompt, "AA-2.3.b", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """This one is."""
        self._next(state, state.game.terrain.bit[action.thing])

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Targets were fixed before the first die."""
        if action.verb != "target":
            return None
        return Reason("AA-R.17", f"No attack on {action.thing} was announced, or it is over.")

    def _next(self, state: Position, target: int) -> None:
        now: Attacks.Frame = state.top
        state.amend(attacks=tuple(attack for attack in now.attacks if attack[0] != target))
        units = next(units for other, units in now.attacks if other == target)
        state.push("throw", "attack", now.side, now.hex, target, units)
