"""Combat (AO-9.0): the Combat Phase and the declaration of an attack: targets, attackers, odds."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.engine.speech import few
from ardennes.games.ardennes_offensive import compulsory, odds
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN
from ardennes.games.ardennes_offensive.state import Position

ATTACK = {  # by whether anybody has joined, and whether the attack may be made now
    (False, False): "Choose the attackers",
    (True, False): "Choose another unit that must attack, or another hex",
    (True, True): "Choose more attackers or hexes, or the odds to attack at",
}

UNTIL = "may not attack any other unit until they are released"
OPEN = "open"  # the stage of a Combat Phase that has begun


def bars(state: Position) -> tuple[Bar, ...]:
    """Why a unit of the phasing side in play may not attack, in the order in which a player would be told."""
    return (
        Bar("AO-9.1.C", "has already attacked in this phase", state.fought),
        Bar("AO-12.6.isolated", "is isolated and may not attack", state.isolated),
    )


def fresh_attackers(state: Position) -> int:
    """The phasing side's units that may still attack: once a phase, and not if isolated."""
    return free(state.playing[state.phasing], bars(state))


def astray(state: Position) -> int:
    """West bank units that are over the Meuse before their release, pushed there by a retreat or sent round it.

    They attack only enemies beyond the river or beside it (AO-14.3.C); on their bank there are no others next to them.
    """
    if state.phasing != ALLIED or not state.confined():
        return 0
    return state.confined() & state.units_at(state.held[ALLIED] & ~state.game.ground.west_bank)


def hexes_of(state: Position, units: int, held: int) -> int:
    """The hexes among `held` with at least one of the units; `units` are most of those there."""
    stacks, at = state.stacks, state.at
    for unit in bits((state.playing[0] | state.playing[1]) & (state.fought | state.isolated)):
        if held >> at[unit] & 1 and not stacks[at[unit]] & units:
            held &= ~(1 << at[unit])
    return held


def attackable(state: Position) -> int:
    """The enemy hexes that a fresh unit is next to and that hold a unit not yet attacked (AO-9.1.A, AO-R.18)."""
    side = state.phasing
    enemy = 1 - side
    fresh, grid, strays = fresh_attackers(state), state.game.ground.grid, astray(state)
    if strays:
        near = grid.around(state.hexes_of(fresh & ~strays))
        near |= grid.around(state.hexes_of(fresh & strays)) & state.game.ground.by_the_meuse
    else:
        near = grid.around(hexes_of(state, fresh, state.held[side]))
    near &= state.held[enemy]
    return hexes_of(state, state.playing[enemy] & ~state.fought, near)


def next_to_all(state: Position, targets: tuple[int, ...]) -> int:
    """The hexes adjacent to each of the targets."""
    ring = state.game.ground.ring
    common = ring[targets[0]]
    for i in targets[1:]:
        common &= ring[i]
    return common


class Combat(SidePhase[Position]):
    """A Combat Phase (AO-4.1.4): one attack after the other, each carried out before the next (AO-R.12)."""

    class Frame(NamedTuple):
        """Whether the phase has begun."""

        step: str
        stage: str = ""

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which hex is attacked next."""
        if not state.top.stage:
            self._begin(state)
        who, actions = state.game.sides[self.side], state.game.actions
        targets = attackable(state)
        if state.obliged:
            duties = compulsory.Duties(state)
            owed = duties.openings() if duties else 0
            if owed:
                prompt = (
                    "Choose the next hex to attack: on Game-Turn 1 every American unit adjacent to a German "
                    "unit must be attacked"
                )
                options = Options(Masked(actions.target, owed))
                return Decision(
                    who, self.name, Kind.TARGET, prompt, "AO-E.4.2", options, obligations=duties.listed(self.name)
                )
            compulsory.lapse(state)
        options = Options(Masked(actions.target, targets), (DONE,))
        prompt = "Choose a hex to attack, or end the phase"
        return Decision(who, self.name, Kind.TARGET, prompt, "AO-4.1.4", options, default=DONE)

    def _begin(self, state: Position) -> None:
        state.obliged = compulsory.obliged(state) if self.side == GERMAN else 0
        state.amend(stage=OPEN)
        self.announce(state, "AO-4.1.4", "Combat Phase")
        if state.obliged:
            struck = (state.obliged & state.playing[ALLIED]).bit_count()
            text = (
                f"On Game-Turn 1 {struck} American units must be attacked, and every German unit adjacent "
                "to them must attack"
            )
            state.note("attack", "AO-R.17", text, side=state.game.sides[self.side])

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Begin an attack, or end the phase."""
        if action.verb == "done":
            state.game.next_phase(state)
        else:
            state.push("attack", (state.game.ground.grid.index(action.thing),), 0)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot be attacked, or the phase not ended."""
        if action.verb == "done":
            return Reason("AO-E.4.2", "On Game-Turn 1 every American unit adjacent to a German unit must be attacked.")
        return why_not_target(state, action, ()) if action.verb == "target" else None


def why_not_target(state: Position, action: Action, chosen: tuple[int, ...], joined: int = 0) -> Reason:
    """Why a hex is no target now."""
    ground = state.game.ground
    i, where = ground.grid.index(action.thing), action.thing
    enemy = 1 - state.phasing
    if state.held[state.phasing] >> i & 1:
        return _why_not_attacker(state, i)
    if not state.held[enemy] >> i & 1:
        if ground.edge >> i & 1:
            return Reason("AO-11.0.edge", f"There is no combat into the map-edge hex {where}.")
        return Reason("AO-9.0", f"No enemy unit is in {where}.")
    if i in chosen:
        return Reason("AO-9.1.C", f"{where} is already under attack.")
    if not state.stacks[i] & ~state.fought:
        return Reason("AO-R.18", f"All units in {where} have already been attacked in this phase.")
    if attackable(state) >> i & 1:
        if state.obliged and _can_be_attacked_by_all(state, (*chosen, i), joined):
            return Reason(
                "AO-E.4.2", f"Attacking {where} now would leave another unit that must attack without a target."
            )
        if joined & astray(state) and not ground.by_the_meuse >> i & 1:
            return Reason(
                "AO-14.3.C", f"{where} is neither across the Meuse nor adjacent to it; west bank units {UNTIL}."
            )
        return Reason(
            "AO-9.2.D", f"Each attacker must be adjacent to every hex attacked; none is also adjacent to {where}."
        )
    beside = state.units_at(ground.ring[i] & state.held[state.phasing])
    if beside & fresh_attackers(state) & astray(state):
        return Reason("AO-14.3.C", f"{where} is neither across the Meuse nor adjacent to it; west bank units {UNTIL}.")
    if beside & ~state.fought & state.isolated:
        return Reason("AO-12.6.isolated", f"Only isolated units are adjacent to {where}, and they may not attack.")
    if beside & state.fought:
        return Reason("AO-9.1.C", f"All units adjacent to {where} have already attacked in this phase.")
    return Reason("AO-9.1.A", f"None of your units is adjacent to {where}.")


def _why_not_attacker(state: Position, i: int) -> Reason:
    """Why the phasing units in a hex attack nobody, or that their target is chosen first."""
    ground, units = state.game.ground, state.stack(i)
    names, plural = state.game.forces.called(units), units.bit_count() > 1
    if not units & ~state.fought:
        return Reason("AO-9.1.C", f"{names} {'have' if plural else 'has'} already attacked in this phase.")
    if not units & fresh_attackers(state):
        return Reason("AO-12.6.isolated", f"{names} {'are' if plural else 'is'} isolated and may not attack.")
    foes = ground.ring[i] & attackable(state)
    if not foes:
        return Reason("AO-9.1.A", f"{names} cannot attack: every adjacent enemy unit has already been attacked.")
    where = few(ground.grid.names(foes))
    return Reason("AO-9.0", f"Choose the enemy hex first, then the attackers; {names} can attack {where}.")


def _can_be_attacked_by_all(state: Position, targets: tuple[int, ...], joined: int) -> bool:
    """Whether all who have joined, or anybody if nobody has, are adjacent to each of the targets (AO-9.2.D)."""
    beside = state.units_at(next_to_all(state, targets) & state.held[state.phasing])
    return not joined & ~beside if joined else bool(beside & fresh_attackers(state))


class Attack(Step[Position]):
    """An attack being declared."""

    class Frame(NamedTuple):
        """What has been declared of it."""

        step: str
        targets: tuple[int, ...]  # hexes
        joined: int  # units

    name = "attack"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Another target, another attacker, or the odds at which the attack is made."""
        frame: Attack.Frame = state.top
        targets, joined = frame.targets, frame.joined
        actions = state.game.actions
        side = state.phasing
        joiners = free(state.playing[side], self._bars(state, frame))
        more = self._more_targets(state, targets, joined, joiners)
        fights: tuple[Action, ...] = ()
        obligations: tuple[Obligation, ...] = ()
        ready = bool(joined)
        if state.obliged:
            duties = compulsory.Duties(state)
            more, joiners, ready = duties.narrowed(targets, joined, more, joiners)
            obligations = duties.listed(state.phase)
        if ready:
            fights = self._fights(state, targets, joined)
        options = Options(Masked(actions.join, joiners), Masked(actions.target, more), fights)
        prompt = ATTACK[bool(joined), bool(fights)]
        rule = "AO-9.1.B" if fights and joiners else "AO-9.0"  # not everybody adjacent has to join
        if fights and not joiners and not more:
            prompt = f"Attack at {fights[0].thing}" if len(fights) == 1 else "Choose the odds to attack at"
        return Decision(
            state.game.sides[side], self.name, Kind.JOIN, prompt,
            rule, options, obligations=obligations, default=fights[0] if fights else None,
        )  # fmt: skip

    def _bars(self, state: Position, frame: Frame) -> tuple[Bar, ...]:
        """Why a unit of the phasing side in play cannot join, in the order in which a player would be told."""
        side, targets = state.phasing, frame.targets
        beside = state.units_at(next_to_all(state, targets) & state.held[side])
        rule = "AO-9.2.D" if len(targets) > 1 else "AO-9.1.A"  # each attacker is next to each hex attacked
        far = any(not state.game.ground.by_the_meuse >> i & 1 for i in targets)
        return (
            Bar("AO-9.1.C", "has already joined the attack", frame.joined),
            *bars(state),
            Bar("AO-14.3.C", f"is a west bank unit: these {UNTIL}", astray(state) if far else 0),
            Bar(rule, "is not adjacent to every hex attacked", ~beside),
        )

    def _more_targets(self, state: Position, targets: tuple[int, ...], joined: int, joiners: int) -> int:
        """Hexes that can be attacked together with the targets: every attacker must be next to all (AO-9.2.D)."""
        ring, at, strays, bank = state.game.ground.ring, state.at, astray(state), state.game.ground.by_the_meuse
        if joined:
            found = bank if joined & strays else -1
            for unit in bits(joined):
                found &= ring[at[unit]]
        else:
            found = 0
            for unit in bits(joiners):
                found |= ring[at[unit]] & bank if strays >> unit & 1 else ring[at[unit]]
        found &= state.held[1 - state.phasing]
        for i in targets:
            found &= ~(1 << i)
        return found & attackable(state) if found else 0

    def _fights(self, state: Position, targets: tuple[int, ...], joined: int) -> tuple[Action, ...]:
        full = odds_now(state, targets, joined)
        down_to = odds.lowest(state, state.phasing, full)
        return state.game.actions.fight[full][: full - down_to + 1]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Add a target or an attacker, or fight."""
        frame: Attack.Frame = state.top
        if action.verb == "join":
            state.amend(joined=frame.joined | 1 << state.game.forces.index[action.thing])
        elif action.verb == "target":
            state.amend(targets=(*frame.targets, state.game.ground.grid.index(action.thing)))
        else:
            state.game.fight(state, frame.targets, frame.joined, state.game.columns.index(action.thing))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot join, a hex not be added, or those odds not be had."""
        frame: Attack.Frame = state.top
        targets, joined = frame.targets, frame.joined
        if action.verb == "target":
            return why_not_target(state, action, targets, joined)
        if action.verb == "join":
            return self._why_not_join(state, action, frame)
        if action.verb == "fight":
            return self._why_not_fight(state, action, targets, joined)
        return None

    def _why_not_join(self, state: Position, action: Action, frame: Frame) -> Reason:
        forces, unit, side = state.game.forces, state.game.forces.index[action.thing], state.phasing
        absent = (
            Bar("AO-R.7", "is dormant, and out of play", state.dormant() & forces.of[side]),
            Bar("AO-R.30", "is waiting to enter, and is out of play", state.waiting & forces.of[side]),
            Bar("AO-9.1.A", "is not one of the attacker's units in play", ~state.playing[side]),
        )
        bar, name = first_bar(unit, (*absent, *self._bars(state, frame))), forces.display_names[unit]
        needed = Reason("AO-E.4.2", f"{name} is needed for another American unit that must be attacked.")
        return bar.reason(name) if bar else needed

    def _why_not_fight(self, state: Position, action: Action, targets: tuple[int, ...], joined: int) -> Reason:
        if not joined and not state.obliged:
            return Reason("AO-9.0", "No units are attacking yet.")
        if not joined:
            return Reason("AO-E.4.2", "No units are attacking yet, and the units here must fight on Game-Turn 1.")
        full = odds_now(state, targets, joined)
        wanted = state.game.columns.index(action.thing)
        if wanted > full:
            return Reason("AO-9.4.L", f"The odds are {state.game.columns[full]}; they can only be lowered.")
        if wanted < odds.lowest(state, state.phasing, full):
            return Reason("AO-E.9.4", "The German player may not lower the odds below 2-1.")
        return Reason("AO-E.4.2", compulsory.Duties(state).wanting(targets, joined))


def odds_now(state: Position, targets: tuple[int, ...], joined: int) -> int:
    """The column that the attack gives."""
    mask = 0
    for i in targets:
        mask |= 1 << i
    fresh = state.units_at(mask) & ~state.fought
    defending = odds.defence(state, mask, fresh)
    return odds.ratio(odds.attack(state, joined), defending, len(state.game.columns) - 1)
