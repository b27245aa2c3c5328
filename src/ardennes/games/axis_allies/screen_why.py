"""Why not, on the screen: what a player might expect to be able to do and cannot, and the rules that act just now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ardennes.engine import Decision, screen
from ardennes.games.axis_allies import ground, stacks
from ardennes.games.axis_allies.forces import TYPES
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position

HEX_WORDS = {"attack": "Attack from {}", "movement": "Pay for movement from {}"}


def barred(state: Position, asked: Decision) -> list[screen.Barred]:
    """On the card of each lot or truck that cannot attack, be paid for, drive or go home: the rule that forbids it."""
    side = SIDES.index(asked.side)
    found = []
    for card, action, label in (*_lots(state, side, asked), *_trucks(state, side, asked)):
        reason = state.why_not(action)
        if reason is not None:
            found.append(screen.Barred(action, label, [screen.Reason(reason.rule, reason.text)], card))
    return found


def _lots(state: Position, side: int, asked: Decision) -> Iterator[tuple[str, str, str]]:
    """Lots whose hex cannot attack, of those next to enemies, or cannot be paid for: card, action, label."""
    what = asked.step.rpartition(" ")[2]
    if what not in HEX_WORDS:
        return
    terrain, held = state.game.terrain, state.held[side]
    if what == "attack":
        held &= terrain.around(ground.targets(state, side))
    else:
        held &= ~state.activated
    verb = "attack" if what == "attack" else "activate"
    for h in terrain.grid.sorted(held):
        for kind, n in enumerate(state.stack(h)):
            if n:
                there = state.name_of(h)
                yield f"{TYPES[kind]}@{there}", f"{verb} {there}", HEX_WORDS[what].format(there)


def _trucks(state: Position, side: int, asked: Decision) -> Iterator[tuple[str, str, str]]:
    """Trucks on the board that cannot go home, or cannot drive: card, action, label."""
    if asked.step != "trucks home" and not asked.step.endswith(" moves"):
        return
    verb, label = ("return", "Leave the board") if asked.step == "trucks home" else ("pick", "Drive")
    for truck, at, owner in zip(state.game.forces.trucks, state.trucks, state.owners, strict=True):
        if at >= 0 and owner == side:
            yield truck.name, f"{verb} {truck.name}", label


def here_now(state: Position, sheets: Sequence[screen.Sheet]) -> list[screen.Reason]:
    """The rules that act just now, with what they mean here."""
    found = [screen.Reason(rule, text) for rule, text in (*_turn(state), *_captured(state), *_overfull(state))]
    for sheet in sheets:
        found += [
            screen.Reason(line.rule, f"{line.text[0].upper()}{line.text[1:]}.") for line in sheet.tally if line.rule
        ]
    return found


def _turn(state: Position) -> Iterator[tuple[str, str]]:
    game = state.game
    if state.turn < game.air_from:
        yield "AA-1.0", f"No aircraft fly before the {game.turn_names[game.air_from - 1]} turn."
    if ground.barred_by_surprise(state, ALLIES):
        yield "AA-2.0.a", "The Allies do not attack on this turn."
    if state.turn == len(game.turn_names):
        yield "AA-R.40", f"At board upkeep {game.needed} points still win for the Axis; with fewer the Allies win."


def _captured(state: Position) -> Iterator[tuple[str, str]]:
    for side in (AXIS, ALLIES):
        hexes = (state.stores[side] | state.parked[side]) & state.held[1 - side]
        for there in state.game.terrain.grid.names(hexes):
            yield "AA-3.5", f"Trucks and tokens in {there} are captured, and change hands at board upkeep."


def _overfull(state: Position) -> Iterator[tuple[str, str]]:
    for side in (AXIS, ALLIES):
        for h in stacks.overfull(state, side):
            yield "AA-3.4", f"{state.name_of(h)} is overfull; the enemy moves the excess out at board upkeep."
