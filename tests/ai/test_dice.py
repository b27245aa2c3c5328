"""The dice that will fall are no business of a player: its orders are the same whatever they are, and it never gets
the seed. Shown where the server asks a player, across the border of its process, and where the arena does.
"""

from __future__ import annotations

import json
import pickle
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar

import pytest

import ardennes
from ardennes.ai import Budget, Thought
from ardennes.ai.player import _MAKERS
from ardennes.ai.random_player import RandomPlayer
from ardennes.arena.match import Match
from ardennes.arena.playing import play
from ardennes.engine.decision import Kind
from ardennes.engine.record import Record
from ardennes.engine.state import State
from ardennes.processes import Processes
from ardennes.server import thinking
from ardennes.server.store import database_url
from tests.server.conftest import Served

OWN = 60  # bits that the server draws for a player's own random numbers
SEEDS = ("the dice of one table", "the dice of the other table")


class Luck(random.Random):
    """Dice by a seed. A player's own numbers are the same at every table: they are no dice."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.own = random.Random("own")

    def getrandbits(self, k: int, /) -> int:
        return self.own.getrandbits(k) if k == OWN else super().getrandbits(k)


class Table:
    """A real server with dice of its own, a machine at one side of a game that somebody brings, and all that it sends
    to the processes that think.
    """

    def __init__(self, file: Path, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[bytes] = []
        send = Connection.send_bytes

        def overheard(connection: Connection, buf: bytes, *more: int) -> None:
            self.sent.append(bytes(buf))
            send(connection, buf, *more)

        monkeypatch.setattr(Connection, "send_bytes", overheard)
        self.served = Served(database_url(None, str(file)), processes=Processes(), luck=Luck(seed))

    def play_on(self, record: Record) -> list[str]:
        """What the machine does after a journal and what it rolls, until a person is asked or the game is over."""
        side, before = record.state.decision.side, len(str(record.journal.view("observer")).splitlines())
        brought = {"journal": str(record.journal), "players": {side: "recruit"}}
        answer = self.served.client.post("/api/journals", json=brought)
        assert answer.status_code == 201, answer.text
        token = next(seat["token"] for seat in answer.json()["seats"] if seat["side"] == "")
        deadline = time.monotonic() + 600
        while (screen := self._screen(token)).get("decides") == side and "result" not in screen:
            assert time.monotonic() < deadline, "the machine did not come to an end"
            time.sleep(0.05)
        journal: str = self.served.client.get(f"/api/seats/{token}/journal").text
        return journal.splitlines()[before:]

    def _screen(self, token: str) -> dict[str, Any]:
        found: dict[str, Any] = self.served.client.get(f"/api/seats/{token}").json()["screen"]
        return found

    def questions(self) -> list[tuple[Any, ...]]:
        """What the processes were asked, each with all that they were given."""
        items = [pickle.loads(one) for one in self.sent if b"think" in one]
        assert all(item.fn is thinking.think and not item.kwargs for item in items)
        return [tuple(item.args) for item in items]

    def close(self) -> None:
        self.served.stop()


WITHOUT_MARKERS = """
game = "bastogne"
turn = 3
step = "german combat"
[pieces]
"2Pz-I-3" = "1009"
"2Pz-II-3" = "0910"
"2Pz-38" = "1111"
"10AD-90" = "1010"
"""
"""A position before dice: with markers in hand the defender would be asked before every die."""


def _before_dice(name: str) -> Record:
    """A game in which the side that attacks is about to move or fight in its second turn, after random choices."""
    if name == "bastogne":
        return Record.from_position(ardennes.game(name), WITHOUT_MARKERS)
    rng, record = random.Random(7), Record.start(ardennes.game(name))
    while not _attacker_is_asked(record):
        chance = record.state.chance
        if chance is not None:
            record.roll(chance.keyed(7))
        else:
            record.apply(rng.choice(record.state.decision.options))
    return record


def _attacker_is_asked(record: Record) -> bool:
    state = record.state
    if state.turn < 2 or state.chance is not None:
        return False
    return state.decision.side == record.game.sides[0] and state.decision.kind in (Kind.PICK, Kind.TARGET)


@pytest.mark.parametrize("name", ardennes.games())
def test_two_games_whose_dice_differ_part_where_a_die_falls_and_nowhere_before(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    record = _before_dice(name)
    side = record.state.decision.side
    view = json.dumps(record.state.view(side).to_json())
    lines = []
    for number, seed in enumerate(SEEDS):
        with monkeypatch.context() as patch:
            table = Table(tmp_path / f"{number}.db", seed, patch)
            lines.append(table.play_on(record))
            table.close()
        own = Luck(seed).own
        asked = table.questions()
        assert asked[0][2] == view, "more than the view, or less, was sent"
        assert [question[0::3] for question in asked] == [(name, own.getrandbits(OWN)) for _ in asked]
        assert not [one for one in table.sent if seed.encode() in one]
    parting = next(n for n, (one, other) in enumerate(zip(*lines, strict=False)) if one != other)
    assert parting > 0
    assert all(line[parting].startswith("roll") for line in lines)


class Witness(RandomPlayer):
    """Remembers all that it is given."""

    name = "witness"
    given: ClassVar[list[bytes]] = []

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        self.given.append(pickle.dumps((view.to_json(), view.listener, rng.getstate(), budget)))
        return super().think(view, rng, budget)


def test_the_arena_keeps_the_seed_of_its_dice_to_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(_MAKERS, "witness", Witness)
    monkeypatch.setattr(Witness, "given", [])
    seed = "the dice of this match"
    played = play(Match("bulge", "campaign", ("witness", "witness"), seed, 0, 0))
    assert not played.error
    assert len(Witness.given) > 100
    assert not [one for one in Witness.given if seed.encode() in one]
