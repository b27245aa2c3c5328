"""Steps 5 to 7 of an attack, from the ground or the air: the throw, the second throw, and what the hits do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.games.axis_allies.forces import AIR_TYPES, DEAD, Three
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.strips import (
    KINDS,
    Damage,
    Strip,
    box_of,
    damage,
    hits_in,
    lay_out,
    thrown_again,
    wasted,
)
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.words import does, number

AIR_ATTACK = "air attack"


def dice_of(state: Position, kind: str, side: int, units: Three) -> tuple[Die, ...]:
    """The dice of an attack, each labelled with the side and the type of unit that it is thrown for."""
    game = state.game
    known = game.dice.get((kind, side, units))
    if known is None:
        names: Sequence[str] = AIR_TYPES if kind == AIR_ATTACK else KINDS
        power: Sequence[int] = game.forces.air_power if kind == AIR_ATTACK else game.forces.power
        labels = [name for name, n, dice in zip(names, units, power, strict=False) for _ in range(n * dice)]
        known = game.dice[kind, side, units] = game.labelled(labels, side)
    return known


class Throw(Step[Position]):
    """The attack throw."""

    class Frame(NamedTuple):
        """Who attacks what, and with which units."""

        step: str
        kind: str  # attack or air attack
        side: int
        hex: int
        target: int
        units: Three

    name = "throw"
    frame = Frame

    def ask(self, state: Position) -> Chance | None:
        """All dice of the attack in one throw."""
        now: Throw.Frame = state.top
        kind, side, h, target = now.kind, now.side, now.hex, now.target
        rule = "AA-1.3.III" if kind == AIR_ATTACK else "AA-2.5"
        dice = dice_of(state, kind, side, now.units)
        names = state.game.terrain.names
        return Chance(
            rule=rule,
            reason=f"{('Axis', 'Allied')[side]} {kind}{'' if h == target else f' from {names[h]}'} on {names[target]}",
            key=(state.turn, self.name, kind, SIDES[side], names[h], names[target]),
            dice=dice,
            side=SIDES[side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """Hits are assigned, or thrown again against more than six boxes."""
        now: Throw.Frame = state.top
        side, target = now.side, now.target
        faces = cast(tuple[int, ...], roll)
        hit_on = state.game.forces.hit_on
        hits = tuple([face for face in faces if face <= hit_on])
        strip = lay_out(state, side, target)
        if state.heard:
            text = f"{number(len(faces), 'die')} on {state.name_of(target)}: {', '.join(map(str, faces))}; "
            text += f"{hit_on} or less is a hit: {hit_count(len(hits))}"
            state.note("roll", "AA-2.5", text, side=SIDES[side], at=state.name_of(now.hex), to=state.name_of(target))
        if hits and thrown_again(state, strip.boxes):
            state.put("throw again", now.kind, side, now.hex, target, now.units, len(hits))
        else:
            resolve(state, side, target, strip, hits)


class ThrowAgain(Step[Position]):
    """Against more than six boxes the hits are rolled again."""

    class Frame(NamedTuple):
        """Who attacked what, and how many hits there were."""

        step: str
        kind: str  # attack or air attack
        side: int
        hex: int
        target: int
        units: Three
        hits: int

    name = "throw again"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """A die for each hit."""
        now: ThrowAgain.Frame = state.top
        names = state.game.terrain.names
        return Chance(
            rule="AA-2.11",
            reason=f"where the hits on {names[now.target]} fall",
            key=(state.turn, self.name, now.kind, SIDES[now.side], names[now.hex], names[now.target]),
            dice=state.game.labelled(["hit"] * now.hits, now.side),
            side=SIDES[now.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """The hits are assigned by their new numbers."""
        now: ThrowAgain.Frame = state.top
        side, target = now.side, now.target
        faces = cast(tuple[int, ...], roll)
        if state.heard:
            text = f"Against more than six boxes the hits are rolled again: {', '.join(map(str, faces))}"
            state.note("roll", "AA-2.11", text, side=SIDES[side], at=state.name_of(target))
        resolve(state, side, target, lay_out(state, side, target), faces)


def hit_count(n: int) -> str:
    """How many hits, as a sentence says it."""
    return "one hit" if n == 1 else f"{n or 'no'} hits"


def resolve(state: Position, side: int, target: int, strip: Strip, faces: Sequence[int]) -> None:
    """Assign the hits, remove what is destroyed, and let the owner retreat the rest."""
    hits = hits_in(faces, strip.boxes)
    done = damage(strip, hits)
    if state.heard:
        _log_hits(state, side, target, strip, faces, hits, done)
    destroy(state, 1 - side, target, done)
    if any(done.retreats):
        state.put("retreats", target, 1 - side, done.retreats)
    else:
        cleared(state, 1 - side, target)
        state.pop()


def _log_hits(
    state: Position, side: int, target: int, strip: Strip, faces: Sequence[int], hits: Sequence[int], done: Damage
) -> None:
    """The log: where each die went, and the result under the label that the odds give it."""
    names, there = SIDES, state.name_of(target)
    went = []
    for face in faces:
        kind, which = strip.kind(box_of(face, strip.boxes))
        went.append(f"{face} on {KINDS[kind]}{'' if kind == 4 else f' {which + 1}'}")
    if went:
        state.note("roll", "AA-2.6", f"Hits in {there}: {', '.join(went)}", side=names[side], at=there)
    state.note("result", "AA-2.7", f"Attack on {there}: {done.label}", side=names[side], at=there, label=done.label)
    lost = wasted(strip, hits)
    if lost:
        state.note("roll", "AA-2.7.d", f"{hit_count(lost).capitalize()} wasted", side=names[side], at=there)


def destroy(state: Position, owner: int, target: int, done: Damage) -> None:
    """Destroyed units go before any retreat."""
    for kind in range(3):
        n = done.destroyed[kind]
        if n:
            state.lose(kind, target, n)
            if state.heard:
                log_loss(state, owner, target, number(n, KINDS[kind]), "AA-2.7.b", n)
    if done.trucks:
        trucks = state.trucks_at(owner, target)
        for at in done.trucks:
            state.put_truck(trucks[at], DEAD)
            if state.heard:
                log_loss(state, owner, target, state.game.forces.trucks[trucks[at]].display_name, "AA-2.7.c", 1)
    if done.tokens:
        state.store(owner, target, -done.tokens)
        if state.heard:
            log_loss(state, owner, target, f"{done.tokens} supply", "AA-2.7.c")


def log_loss(state: Position, owner: int, h: int, what: str, rule: str, count: int = 0) -> None:
    """A line of the log about something destroyed."""
    there = state.name_of(h)
    state.note("loss", rule, f"{does(owner, 'lose')} {what} in {there}", side=SIDES[owner], at=there, count=count)


def cleared(state: Position, owner: int, target: int) -> None:
    """Nobody advances into a hex that has become empty."""
    if state.heard and not state.pieces_of(owner) >> target & 1:
        there = state.name_of(target)
        state.note("control", "AA-2.7.l", f"{there} is empty; units may enter it when they move, not now", at=there)
