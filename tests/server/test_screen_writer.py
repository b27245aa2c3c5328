"""Patches: what a reader makes of them is what is built, and their checksums are those of the documents."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

import ardennes
from ardennes.engine.game import Game
from ardennes.engine.record import Record
from ardennes.engine.screen import Screen, to_json
from ardennes.server.screen_writer import MAPS, STEPS, Move, ScreenWriter, _Lately, fraction, plain
from tests import proving
from tests.server import patch_fixture

GAMES = [*ardennes.games(), "proving"]


def game_of(name: str) -> Game:
    return proving.load() if name == "proving" else ardennes.game(name)


def merged(document: Any, patch: Any) -> Any:
    """RFC 7396, as it stands there."""
    if not isinstance(patch, dict):
        return patch
    found = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


def exact(text: bytes) -> dict[str, Any]:
    """A document whose numbers are still as they were written."""
    found: dict[str, Any] = json.loads(text, parse_float=Written)
    return found


class Written(float):
    """A number with the text that it came as."""

    def __new__(cls, text: str) -> Written:
        made = super().__new__(cls, text)
        made.text = text
        return made

    text: str


def played(game: Game, seed: int, moves: int) -> Iterator[Record]:
    """A game played by chance, with something taken back now and then."""
    rng, record = random.Random(seed), Record.start(game)
    for _ in range(moves):
        record.roll_all(rng)
        if record.state.over:
            return
        if rng.random() < 0.1 and record.cannot_undo() is None:
            record.undo()
        else:
            record.apply(rng.choice(record.state.decision.options))
        yield record


@pytest.mark.parametrize("name", GAMES)
def test_a_patched_document_is_the_one_that_is_built(name: str):
    game = game_of(name)
    viewers = (*game.sides, None)
    writers = {side: ScreenWriter() for side in viewers}
    copies: dict[str | None, dict[str, Any]] = {}
    for revision, record in enumerate(played(game, 7, 60)):
        for side, writer in writers.items():
            screen = game.screen(record.state.view(side))
            had = writer.checksum if side in copies else None
            writer.take({"revision": revision, "proposal": None if revision % 3 else {"line": 1}}, screen)
            for message in map(exact, writer.since(had)):
                if "patch" in message:
                    assert message["base"] == had
                    copies[side], had = merged(copies[side], message["patch"]), message["hash"]
                else:
                    had = message.pop("hash")
                    copies[side] = message
            built = to_json(screen)
            assert copies[side]["screen"] == rounded(built)
            assert copies[side].get("proposal") == (None if revision % 3 else {"line": 1})
            assert had == writer.checksum
            if viewers[revision % len(viewers)] == side:  # it is a running sum: what is missed once is missing later
                assert had == checksum(copies[side])


def rounded(document: Any) -> Any:
    """A document with the decimals that are sent."""
    return json.loads(json.dumps(plain(document), default=float))


def checksum(document: Any, path: str = "") -> int:
    """The checksum as a reader finds it, from the parsed document alone."""
    if path in MAPS:
        return sum(checksum(value, f"{path}/{name}") for name, value in document.items()) % 2**32
    return crc32(f"{path}={_text(document)}".encode())


def _text(value: Any) -> str:
    if isinstance(value, Written):
        return value.text
    if isinstance(value, dict):
        inside = [f"{json.dumps(name)}:{_text(each)}" for name, each in sorted(value.items())]
        return "{" + ",".join(inside) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("name", GAMES)
def test_two_writers_that_show_the_same_have_the_same_checksum_whatever_was_before(name: str):
    game, last = game_of(name), None
    long = ScreenWriter()
    for revision, record in enumerate(played(game, 11, 25)):
        last = game.screen(record.state.view(game.sides[0]))
        long.take({"revision": revision}, last)
    assert last is not None
    short = ScreenWriter()
    short.take({"revision": revision}, last)
    assert short.checksum == long.checksum
    assert json.loads(short.whole()) == json.loads(long.whole())


def shot() -> Screen:
    record = Record.start(proving.load())
    return record.game.screen(record.state.view(None))


def test_what_goes_away_is_taken_away():
    writer, screen = ScreenWriter(), shot()
    writer.take({"revision": 0}, screen)
    had, before = writer.checksum, json.loads(writer.whole())
    bare = replace(screen, pieces=[], markers=())
    writer.take({"revision": 1}, bare)
    (message,) = map(json.loads, writer.since(had))
    assert merged(before, message["patch"])["screen"] == bare.to_json()
    assert message["patch"]["screen"]["order"]["pieces"] is None


def test_who_is_a_few_versions_behind_is_sent_each_step_and_who_is_further_the_whole():
    writer, screen, sums = ScreenWriter(), shot(), []
    for revision in range(STEPS + 2):
        writer.take({"revision": revision}, screen, [Move("move", "B1", "0101", f"010{revision}")])
        sums.append(writer.checksum)
    assert [json.loads(m)["revision"] for m in writer.since(sums[1])] == [2, 3, 4, 5]
    assert [list(json.loads(m)) for m in writer.since(sums[-2])] == [["base", "revision", "hash", "moves", "patch"]]
    assert "screen" in json.loads(writer.since(sums[0])[0])
    assert writer.since(sums[-1]) == []


def test_an_answer_is_a_patch_for_who_has_the_version_before_and_else_the_whole():
    writer, screen, sums = ScreenWriter(), shot(), []
    for revision in range(3):
        writer.take({"revision": revision}, screen)
        sums.append(writer.checksum)
    assert json.loads(writer.answer(sums[1]))["patch"] == {"revision": 2}
    assert json.loads(writer.answer(sums[2]))["patch"] == {}
    for base in (None, 0, sums[0]):
        assert json.loads(writer.answer(base))["screen"]


def test_a_number_is_written_as_a_browser_writes_it_again():
    numbers = {0.5: "0.5", 2.0: "2", 1 / 3: "0.333333", 0.00005: "0.00005", 1e-9: "0", -0.25: "-0.25", 5.95: "5.95"}
    assert {value: str(fraction(value)) for value in numbers} == numbers


def test_the_client_is_tested_with_what_is_written_now():
    now = b"\n".join(patch_fixture.messages(proving.load(), "red")) + b"\n"
    assert now == patch_fixture.FILE.read_bytes(), "if that was meant: python -m tests.server.patch_fixture"


def test_what_is_asked_for_again_and_again_stays_and_there_is_never_more_than_may_be():
    """A table's last screen is still known after those of many others."""
    lately = _Lately[int, str](100)
    lately.keep(-1, "mine")
    for n in range(1_000):
        lately.keep(n, "another's")
        assert lately.get(-1 if n % 20 == 0 else n) is not None
        assert len(lately) <= 100
    assert lately.get(-1) == "mine"
    assert lately.get(0) is None
