"""A sandbox: a position as a side sees it, played on by one person for all sides, dice by choice or by chance.

A move is written as the journal writes it, without the side: an action (`pick 2Pz`), or what falls (`roll 4 3`).
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable
from typing import NamedTuple

from ardennes.engine.chance import Chance
from ardennes.engine.errors import BadRoll, Refused
from ardennes.engine.event import Event
from ardennes.engine.journal import Entry
from ardennes.engine.moments import outcome_of
from ardennes.engine.record import Record
from ardennes.engine.state import State

ROLL = "roll"
FEW = 12  # outcomes of a roll that are told one by one


class Fall(NamedTuple):
    """One way in which dice can fall: the move that says it, its chance, and what comes of it."""

    move: str
    probability: float
    text: str


def opened(view: State, seed: int) -> Record:
    """A record that begins with a view; what is hidden is guessed, the same for the same seed."""
    return Record(view.guess(random.Random(seed)))


def is_guessed(view: State) -> bool:
    """Whether something is hidden from the side that looks, so that a sandbox has to guess it."""
    return view.game.secretive(view) and view.guess(random.Random(0)).key() != view.key()


def play(record: Record, move: str) -> None:
    """Make a move. Raises Refused or BadRoll with the reason; nothing is changed then."""
    word, _, rest = move.partition(" ")
    if record.state.chance is None or record.state.over:
        if word == ROLL and ROLL not in record.game.universe.verbs:
            raise BadRoll("No die roll is due now.")
        record.apply(move)
    elif word != ROLL:
        raise Refused("engine-due", f"Dice must be rolled first: {record.state.chance.reason}.")
    else:
        record.roll(outcome_of(rest))


def play_steps(record: Record, moves: Iterable[str]) -> Generator[None, None, Record]:
    """Make moves one after the other, stopping after each."""
    for move in moves:
        play(record, move)
        yield
    return record


def move_of(entry: Entry) -> str:
    """A line of a sandbox's journal as a move."""
    return f"{ROLL} {entry.text}" if entry.kind == "roll" else entry.text


def said(record: Record, entry: Entry) -> str:
    """A line of a sandbox's journal as a player reads it."""
    if entry.kind == "roll":
        return f"Roll: {entry.text}"
    return record.game.phrase(record.game.parse(entry.text))


def falls(state: State, chance: Chance) -> list[Fall]:
    """Every way in which dice can fall, if they are few, with what the log would say first."""
    if chance.size > FEW or not chance.dice:
        return []
    found = []
    for roll, probability in chance.outcomes():
        trial, events = state.copy(), list[Event]()
        trial.listener = events.append
        trial.roll(roll)
        told = next((event for event in events if event.label), events[0] if events else None)
        found.append(Fall(f"{ROLL} {' '.join(map(str, roll))}", probability, told.text if told else ""))
    return found
