"""The combat phase: whom to attack, with what, supported by whom, at which odds (PG-7.1 to 7.9, 7.15)."""

from __future__ import annotations

from ardennes.engine import Action, Battle, Chance, Decision, Die, Kind, Options, Reason, Step
from ardennes.engine.chance import Roll
from tests.proving import frames
from tests.proving.state import Ground
from tests.proving.tally import GROUND, defenders, ground_shifts, ratio, supporters, tally

DONE = Action("done")
Contacts = dict[str, frozenset[str]]  # unit that may attack -> the hexes that it may attack
Some = frozenset[str]
NONE: Some = frozenset()


def contacts(state: Ground, side: str) -> Contacts:
    """Who may still attack which hexes."""
    grid = state.game.board.grid
    enemy = state.enemy(side)
    fresh = grid.mask(state.at[unit.name] for unit in state.on_board(enemy) if unit.name not in state.fought)
    found = {}
    for unit in state.fighting(side):
        if unit.name not in state.fought:
            hexes = grid.names(grid.around(grid.bit(state.at[unit.name])) & fresh)
            if hexes:
                found[unit.name] = frozenset(hexes)
    return found


def lay_duties(state: Ground, side: str) -> None:
    """Every unit in an enemy zone must attack; every enemy hex in contact must be attacked."""
    touching = contacts(state, side)
    zone = state.zone(state.enemy(side))
    by = f"{side} combat"
    for name in touching:
        if zone & state.game.board.grid.bit(state.at[name]):
            state.owe(name, "attack", by, "PG-7.1", side)
    for place in sorted(frozenset().union(*touching.values())):
        state.owe(place, "be attacked", by, "PG-7.2", side)


# ---- a battle leaves every duty possible ----


def left_over(touching: Contacts, owed: Some, targets: Some, attackers: Some) -> Some:
    """Who, after this battle, owes an attack and has nobody left to attack, or the other way round."""
    rest = {name: hexes - targets for name, hexes in touching.items() if name not in attackers}
    reached = NONE.union(*rest.values()) | {name for name, hexes in rest.items() if hexes}
    return owed - targets - attackers - reached


def completable(touching: Contacts, owed: Some, targets: Some, attackers: Some) -> bool:
    """Whether attackers can be added so that the battle leaves every duty possible."""
    able = {name for name, hexes in touching.items() if targets <= hexes}
    stuck = {name for name, hexes in touching.items() if name in owed and not hexes - targets}
    if not stuck | attackers <= able:
        return False
    needed = attackers | stuck
    choices = [needed] if needed else [frozenset([name]) for name in able]
    return any(not left_over(touching, owed, targets, choice) for choice in choices)


def extensible(touching: Contacts, owed: Some, targets: Some) -> bool:
    """Whether these targets, or more, can be attacked so that every duty stays possible."""
    if completable(touching, owed, targets, NONE):
        return True
    more = NONE.union(*(hexes for hexes in touching.values() if targets <= hexes)) - targets
    return any(extensible(touching, owed, targets | {place}) for place in more)


def owed_by(state: Ground, side: str) -> Some:
    """Whoever must attack or be attacked."""
    return frozenset(duty.who for duty in state.duties(side, "attack", "be attacked"))


class Combat(Step[Ground]):
    """A side fights its battles, one after the other."""

    name = "combat"
    frame = frames.OfSide

    def ask(self, state: Ground) -> Decision | None:
        now: frames.OfSide = state.top
        side = now.side
        touching, owed = contacts(state, side), owed_by(state, side)
        if not touching:
            state.pop()
            return None
        duties = state.duties(side, "attack", "be attacked")
        places = sorted(NONE.union(*touching.values()))
        targets = [Action("target", h) for h in places if extensible(touching, owed, frozenset([h]))]
        options = Options(targets, [] if duties else [DONE])
        prompt = "Choose a hex to attack"
        return Decision(side, self.name, Kind.TARGET, prompt, "PG-7.3", options, obligations=tuple(duties))

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action == DONE:
            state.pop()
        else:
            state.push("declare", decision.side, (action.thing,))

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        if action == DONE and decision.obligations:
            duty = decision.obligations[0]
            return Reason(duty.rule, f"{duty.who} must {duty.what} first.")
        if action.verb == "target" and any(lot.endswith(f"@{action.thing}") for lot in state.lots):
            return Reason("PG-10.3", "Lots are not attacked.")
        if action.verb == "target":
            return Reason("PG-7.3", f"{action.thing} holds nobody who can be attacked now.")
        return None


def battle_of(state: Ground) -> Battle:
    """The battle that the frame on top describes, with the way to declare it."""
    now: frames.Assault = state.top
    ours = [piece for who, piece in now.support if who == now.side]
    supports = [Action("play" if piece.startswith("chit") else "support", piece) for piece in ours]
    joins = [Action("join", name) for name in now.attackers]
    declared = (*(Action("target", place) for place in now.targets), *joins, DONE, *supports)
    return Battle("assault", now.side, now.targets, now.attackers, now.support, now.words, declared)


class Declare(Step[Ground]):
    """Targets first, then attackers."""

    name = "declare"
    frame = frames.Assault

    def ask(self, state: Ground) -> Decision:
        now: frames.Assault = state.top
        touching, owed = contacts(state, now.side), owed_by(state, now.side)
        chosen, joined = frozenset(now.targets), frozenset(now.attackers)
        more = []
        if not joined:
            beside = NONE.union(*(hexes for hexes in touching.values() if chosen <= hexes)) - chosen
            more = [Action("target", h) for h in sorted(beside) if extensible(touching, owed, chosen | {h})]
        joins = [
            Action("join", name)
            for name in touching
            if name not in joined and completable(touching, owed, chosen, joined | {name})
        ]
        ready = bool(joined) and not left_over(touching, owed, chosen, joined)
        kind = Kind.JOIN if joined or not more else Kind.TARGET
        prompt = f"Who attacks {' and '.join(now.targets)}?"
        return Decision(now.side, self.name, kind, prompt, "PG-7.3", Options(more, joins, [DONE] if ready else []))

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Assault = state.top
        if action.verb == "target":
            state.amend(targets=(*now.targets, action.thing))
        elif action.verb == "join":
            state.amend(attackers=(*now.attackers, action.thing))
        else:
            met = {*now.targets, *now.attackers}
            state.settle(*(d for d in state.duties(now.side, "attack", "be attacked") if d.who in met))
            state.amend(step="support")

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        now: frames.Assault = state.top
        side, targets, attackers = now.side, frozenset(now.targets), frozenset(now.attackers)
        touching, owed = contacts(state, side), owed_by(state, side)
        if action == DONE and not attackers:
            return Reason("PG-7.3", "A battle needs an attacker.")
        if action.thing in attackers:
            return Reason("PG-7.3", f"{action.thing} attacks already.")
        if action == DONE or (action.verb == "join" and targets <= touching.get(action.thing, NONE)):
            joined = attackers | ({action.thing} - {""})
            lost = left_over(touching, owed, targets, joined)
            duties = state.duties(side, "attack", "be attacked")
            rule = next((duty.rule for duty in duties if duty.who in lost), "PG-7.1")
            return Reason(rule, "Then somebody who must attack, or be attacked, no longer could.")
        if action.verb == "join":
            return Reason("PG-7.3", f"{action.thing} is not beside every target, or has fought.")
        return None


class Support(Step[Ground]):
    """The attacker adds artillery, aircraft and smoke."""

    name = "support"
    frame = frames.Assault

    def ask(self, state: Ground) -> Decision | None:
        battle = battle_of(state)
        side = battle.side
        options = [Action("support", piece) for piece in supporters(state, battle, side)]
        chits = [handle for handle in state.hand if side == "red"]
        if not options and not chits and not battle.support:
            state.amend(step="answer")
            return None
        options += [Action("play", handle) for handle in chits if state.hand[handle] == "smoke"]
        return Decision(side, self.name, Kind.SUPPORT, "Support the attack?", "PG-7.4", Options(options, [DONE]))

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action == DONE:
            state.amend(step="answer")
            return
        if action.verb == "play":
            state.played = (*state.played, state.hand.pop(action.thing))
            state.note("chit", "PG-7.15", f"Red lays open {action.thing}: smoke", side="red", piece=action.thing)
            state.learn()
        add_support(state, decision.side, action.thing)


def add_support(state: Ground, side: str, piece: str) -> None:
    """A piece takes part in the battle on top, and is used up."""
    now: frames.Assault = state.top
    if piece in state.game.units:
        state.fought = (*state.fought, piece)
    state.flown = tuple(mission for mission in state.flown if mission != piece)
    state.amend(support=(*now.support, (side, piece)))


class Answer(Step[Ground]):
    """The defender adds artillery and aircraft."""

    name = "answer"
    frame = frames.Assault

    def ask(self, state: Ground) -> Decision | None:
        battle = battle_of(state)
        side = state.enemy(battle.side)
        options = [Action("support", piece) for piece in supporters(state, battle, side)]
        if not options and side not in [who for who, _ in battle.support]:
            state.amend(step="lower")
            return None
        so_far = tally(state, battle)
        facts = {"odds": ratio(so_far.attack, so_far.defence), "hex": battle.targets[0], "column": so_far.column.at}
        prompt = f"Support the defence of {' and '.join(battle.targets)}?"
        return Decision(
            side, self.name, Kind.SUPPORT, prompt, "PG-7.4", Options(options, [DONE]), default=DONE, facts=facts
        )

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action == DONE:
            state.amend(step="lower")
        else:
            add_support(state, decision.side, action.thing)


class Lower(Step[Ground]):
    """The attacker may hold back."""

    name = "lower"
    frame = frames.Assault

    def ask(self, state: Ground) -> Decision | None:
        battle = battle_of(state)
        column = tally(state, battle).column
        if not column.at:
            self._fix(state, "0")
            return None
        words = [Action("lower", str(n)) for n in range(min(column.at, 2) + 1)]
        prompt = f"Attack at {column.label}, or hold back?"
        facts = {"column": column.at}
        return Decision(
            battle.side, self.name, Kind.CHOOSE, prompt, "PG-7.8", Options(words), default=words[0], facts=facts
        )

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        self._fix(state, action.thing)

    def _fix(self, state: Ground, word: str) -> None:
        battle = battle_of(state)
        fighters = (*battle.attackers, *(unit.name for unit in defenders(state, battle)))
        state.fought = (*state.fought, *(name for name in fighters if name not in state.fought))
        state.amend(step="ground", words=(("lower", word),))


class GroundDie(Step[Ground]):
    """The die before the die."""

    name = "ground"
    frame = frames.Assault

    def ask(self, state: Ground) -> Chance:
        now: frames.Assault = state.top
        reason = f"the ground at {' and '.join(now.targets)}"
        key: tuple[str | int, ...] = (state.turn, now.side, self.name, *now.targets)
        return Chance(rule="PG-7.9", reason=reason, key=key, dice=[Die(self.name)], side=now.side)

    def roll(self, state: Ground, roll: Roll) -> None:
        shift = state.game.tables["ground"].get(str(roll[0]), 0)
        assert shift in ground_shifts(state)
        now: frames.Assault = state.top
        state.amend(step="fire", words=(*now.words, (GROUND, str(shift))))
