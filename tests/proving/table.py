"""Small positions for tests, and a hand that plays lines on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from ardennes.engine import Record
from tests.proving.game import Proving, load
from tests.proving.state import Ground

FAR = {"R3": "0901", "B5": "0109"}  # somebody of each side far away, so that nobody is annihilated


@cache
def proving() -> Proving:
    """The proving ground, read once: it does not change."""
    return load()


def toml(
    step: str, pieces: Mapping[str, str], *, turn: int = 1, scenario: str = "storm", options: str = "",
    markers: str = "", tracks: str = "", hidden: str = "", obligations: str = "",
) -> str:  # fmt: skip
    """A position file."""
    tables = {"options": options, "markers": markers, "tracks": tracks, "hidden": hidden, "obligations": obligations}
    lines = ['game = "proving"', f'scenario = "{scenario}"', f"turn = {turn}", f'step = "{step}"', "[pieces]"]
    lines += [f'"{piece}" = "{place}"' for piece, place in pieces.items()]
    for name, text in tables.items():
        lines += [f"[{name}]", *text.split("; ")] if text else []
    return "\n".join(lines) + "\n"


def table(step: str, pieces: Mapping[str, str] | None = None, *, turn: int = 1, **more: str) -> Record:
    """A record that begins at a step with these pieces, and one of each side far away."""
    return Record.from_position(proving(), toml(step, FAR | dict(pieces or {}), turn=turn, **more))


def ground(record: Record) -> Ground:
    """The state of a record of the proving ground."""
    return cast(Ground, record.state)


def play(record: Record, *lines: str) -> Record:
    """Carry out actions, and rolls written as `roll 3 4` or `roll smoke`."""
    for line in lines:
        if line.startswith("roll "):
            words = line.split()[1:]
            record.roll([int(word) for word in words] if words[0].isdigit() else words)
        else:
            record.apply(line)
    return record


def offered(record: Record, verb: str) -> list[str]:
    """The things that a verb may take now."""
    return [action.thing for action in record.state.decision.options if action.verb == verb]


def rule_of(record: Record, line: str) -> str | None:
    """The rule that forbids an action now."""
    reason = record.state.why_not(line)
    return reason.rule if reason else None
