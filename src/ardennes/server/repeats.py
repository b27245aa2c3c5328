"""Requests that come twice: a page that was not answered sends its change again, and it is carried out once.

A page gives every change an id. The ids of the last changes of each seat are stored in the transaction of the change
itself, so that whoever asks again, of any process and after any crash, is told what has become of the first time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ardennes.engine.errors import ArdennesError

REMEMBERED = 5  # changes of each seat: a page sends one at a time, and a seat is seldom open in more than two

Done = Mapping[str, tuple[str, ...]]
"""The ids of the last changes of a table by the side of the seat, the oldest first."""


class Sent(NamedTuple):
    """A change as a seat has sent it: the side of the seat, and the id that its page has given the change."""

    seat: str
    id: str


class Repeated(ArdennesError):
    """A change that has been carried out and stored already."""


def refuse_repeated(done: Done, sent: Sent | None) -> None:
    """Raise Repeated for a change that is known."""
    if sent is not None and sent.id and sent.id in done.get(sent.seat, ()):
        raise Repeated("This has been done already.")


def noted(done: Done, sent: Sent | None) -> Done:
    """What is known once a change is stored."""
    if sent is None or not sent.id:
        return done
    return {**done, sent.seat: (*done.get(sent.seat, ()), sent.id)[-REMEMBERED:]}


def from_json(stored: Mapping[str, list[str]] | None) -> Done:
    """As it is stored."""
    return {seat: tuple(ids) for seat, ids in (stored or {}).items()}
