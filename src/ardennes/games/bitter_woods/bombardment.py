"""Bombardment (BW-21, an option): artillery fires on a hex before it is attacked, and may shock the units in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, cast

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.modifiers import DieModifier
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.speech import both
from ardennes.games.bitter_woods import army_artillery, cooperation, leaders, obligations, support
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.odds import Clash, fortified, rating
from ardennes.games.bitter_woods.results import elsewhere
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "bombardment"
BOMBARD = Action("bombard")


# ---- whether a hex may be bombarded ----


def possible(state: Position, side: int, i: int, joined: int) -> bool:
    """Whether a hex that some units are about to attack may be bombarded."""
    return OPTION in state.optional and next(_hindrances(state, side, i, joined), None) is None


def why_not(state: Position, side: int, i: int, joined: int) -> Reason | None:
    """Why a hex may not be bombarded."""
    if OPTION not in state.optional:
        return Reason("BW-21.1", "Bombardment is an optional rule that is off in this game.")
    hindrance = next(_hindrances(state, side, i, joined), None)
    return hindrance() if hindrance else None


def _hindrances(state: Position, side: int, i: int, joined: int) -> Iterator[Callable[[], Reason]]:
    """What keeps a hex from being bombarded, each put into words only if somebody asks."""
    place = state.game.ground.grid.name(i)
    if i in state.bombarded:
        yield partial(Reason, "BW-21.2.once", f"{place} has already been bombarded in this Combat Phase.")
    if not endangered(state, i):
        yield partial(Reason, "BW-21.2.die", cited(f"All units in {place} are already shocked", "BW-R.69") + ".")
    if not enough(state, support.firing(state, side, i)) or not enough(state, able(state, side, i, joined)):
        yield partial(_too_few, state, side, i, joined)


def _too_few(state: Position, side: int, i: int, joined: int) -> Reason:
    """That too few can fire, or that those who could wait for units of their nation (BW-28.4)."""
    guns, place = state.playing[side] & state.game.forces.artillery, state.game.ground.grid.name(i)
    waiting = free(guns, [*support.firing_bars(state, side, i), *army_artillery.bars(state, Clash(side, i))])
    if enough(state, waiting):
        what = "Artillery may bombard only for an attack by its own nation: name such attackers first"
        return Reason("BW-28.4", f"{cited(what, 'BW-R.68')}.")
    return Reason(
        "BW-21.2",
        f"{place} cannot be bombarded: fewer than two artillery units and fewer than two rockets can fire at it.",
    )


def enough(state: Position, guns: int) -> bool:
    """Whether there are two of a kind among some artillery (BW-21.2)."""
    rockets: int = state.game.forces.rockets
    least: int = state.game.tables["bombardment"]["least"]
    return max((guns & rockets).bit_count(), (guns & ~rockets).bit_count()) >= least


def bars(state: Position, side: int, i: int, joined: int, guns: int = 0) -> Iterator[Bar]:
    """Why units may not bombard a hex: artillery is limited as in support of those who attack it (BW-R.68)."""
    forces = state.game.forces
    yield Bar("BW-21.1", "is already bombarding", guns)
    yield Bar(
        "BW-21.1.defence",
        "is the defender’s: his artillery takes no part in a bombardment",
        forces.artillery & forces.of[1 - side],
    )
    yield from support.firing_bars(state, side, i)
    yield from _of_attack(state, side, i, joined)


def _of_attack(state: Position, side: int, i: int, joined: int) -> Iterator[Bar]:
    """Why units may not bombard a hex for those who attack it, though they can fire on it."""
    yield from cooperation.bars(state, Clash(side, i, joined))
    yield from army_artillery.bars(state, Clash(side, i))
    yield from obligations.join_bars(state, side, i)


def able(state: Position, side: int, i: int, joined: int, guns: int = 0) -> int:
    """The artillery of a side that may bombard a hex before these attack it."""
    return free(support.firing(state, side, i) & ~guns, _of_attack(state, side, i, joined))


# ---- the dice ----


def endangered(state: Position, i: int) -> int:
    """The units in a hex for which a die is rolled: those that are not shocked already (BW-R.69)."""
    return state.stack(i) & ~state.shocked


def modifier(state: Position, i: int, guns: int) -> DieModifier:
    """What is added to each die."""
    table, found = state.game.tables["bombardment"], DieModifier()
    if guns.bit_count() >= table["many"]["guns"]:
        found.add(table["many"]["die"], "BW-21.2.four", "four artillery units or more")
    if fortified(state, i):
        found.add(table["fortification"], "BW-21.2.fort", "a fortification")
    return found


def least_face(state: Position, unit: int, added: int) -> int:
    """The die from which on a unit is shocked, where so much is added to it (BW-21.2.die)."""
    return rating(state, 1 << unit) + 1 - added


def shocks(state: Position, i: int, guns: int) -> dict[int, float]:
    """The sets of units that a bombardment may shock, each with its chance; nobody, for certain, if it is none yet."""
    found = {0: 1.0}
    if not enough(state, guns):
        return found
    added = modifier(state, i, guns).value
    for unit in bits(endangered(state, i)):
        chance = min(max(0, 7 - least_face(state, unit, added)), 6) / 6
        hit = {units | 1 << unit: p * chance for units, p in found.items() if chance}
        missed = {units: p * (1 - chance) for units, p in found.items() if chance < 1}
        found = {**missed, **hit}
    return found


def needed(state: Position, i: int, guns: int) -> str:
    """What each unit in a hex is shocked on, for a sentence: "28/110 on 5 or 6"."""
    added = modifier(state, i, guns).value
    names = state.game.forces.display_names
    return both(f"{names[unit]} on {_faces(least_face(state, unit, added))}" for unit in bits(endangered(state, i)))


def _faces(least: int) -> str:
    """The faces from one on.

    >>> [_faces(least) for least in (1, 4, 5, 6, 7)]
    ['any roll', '4 to 6', '5 or 6', 'a 6', 'no roll']
    """
    if least <= 1:
        return "any roll"
    return {5: "5 or 6", 6: "a 6"}.get(least, f"{least} to 6" if least < 6 else "no roll")


# ---- the steps ----


class Frame(NamedTuple):
    """The hex, those who have joined the attack on it, the artillery that bombards it."""

    step: str
    hex: int
    joined: int
    guns: int = 0


class Bombard(Step[Position]):
    """Which artillery bombards the hex that is about to be attacked (BW-21.1)."""

    name = "bombard"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Another one, or the dice."""
        frame: Frame = state.top
        side = state.phasing
        ready = (DONE,) if enough(state, frame.guns) else ()
        options = Options(Masked(state.game.actions.add, able(state, side, frame.hex, frame.joined, frame.guns)), ready)
        place = state.game.ground.grid.name(frame.hex)
        prompt = f"Choose artillery to bombard {place}; it shocks {needed(state, frame.hex, frame.guns)}"
        return Decision(SIDES[side], self.name, Kind.SUPPORT, prompt, "BW-21.1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One more fires, or all have."""
        frame: Frame = state.top
        if action == DONE:
            place = state.game.ground.grid.name(frame.hex)
            text = cited(f"{state.game.forces.called(frame.guns)} bombard {place}", "BW-R.67")
            state.note("support", "BW-21.1", text, side=SIDES[state.phasing], at=place)
            state.put(BombardmentDice.name, frame.hex, frame.joined, frame.guns)
            return
        bit = 1 << state.game.forces.index[action.thing]
        state.fired |= bit
        state.amend(guns=frame.guns | bit)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the gun; two of a kind are needed."""
        frame: Frame = state.top
        if action == DONE:
            text = cited("A bombardment needs at least two artillery units or at least two rockets", "BW-R.68")
            return Reason("BW-21.2", f"{text}.")
        if action.verb != "add":
            return elsewhere(action)
        unit = state.game.forces.index[action.thing]
        bar = first_bar(unit, bars(state, state.phasing, frame.hex, frame.joined, frame.guns))
        return bar and bar.reason(state.game.forces.display_names[unit])


class BombardmentDice(Step[Position]):
    """A die for each unit in the hex (BW-21.2.die)."""

    name = "shelling"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """All of them at once; a hex is bombarded once in a phase, so that it names them."""
        frame: Frame = state.top
        place, names = state.game.ground.grid.name(frame.hex), state.game.forces.display_names
        return Chance(
            rule="BW-21.2.die",
            reason=f"Bombardment of {place}: it shocks {needed(state, frame.hex, frame.guns)}",
            key=(state.turn, state.phase, self.name, place),
            dice=[Die(names[unit]) for unit in bits(endangered(state, frame.hex))],
            side=SIDES[state.phasing],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """Units are shocked, or not; the attack on the hex follows (BW-R.70)."""
        frame: Frame = state.pop()
        i, place = frame.hex, state.game.ground.grid.name(frame.hex)
        added = modifier(state, i, frame.guns)
        units = endangered(state, i)
        for line in added.lines:
            n = int(line.after - line.before)
            text = f"Bombardment of {place}: {line.text}, {'+' if n > 0 else '−'}{abs(n)} on each die"
            state.note("effect", line.rule, text, side=SIDES[state.phasing], at=place)
        for unit, die in zip(bits(units), roll, strict=True):
            face = cast(int, die) + added.value
            hit = face > rating(state, 1 << unit)
            result = f"{face} against an ER of {rating(state, 1 << unit)}"
            what = f"{'is' if hit else 'is not'} shocked: {cited(result, 'BW-R.69')}"
            state.shocked |= hit << unit
            state.note_unit(unit, "shock" if hit else "effect", "BW-21.2.die", what, at=place)
        for leader in bits(leaders.within(state, 1 - state.phasing, 1 << i)):
            state.note_unit(leader, "effect", "BW-21.3.leaders", "is a leader and cannot be shocked", at=place)
        state.bombarded[i] = state.stack(i)
