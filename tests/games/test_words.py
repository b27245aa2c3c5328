"""What a player reads names pieces as they are named on the table, never by a handle, and is said in sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import ardennes
from ardennes.engine import Action, Game, Record
from ardennes.engine.screen import Screen, derive

GAMES = ("ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge")
WORDS = frozenset({
    "title", "text", "label", "name", "lines", "result", "caption", "detail", "value", "group", "by", "reason",
})  # fmt: skip
STEPS = 150


def played(game: Game, seed: int) -> Iterator[tuple[Record, Screen]]:
    """A random game, with the screen of whoever decides."""
    record, rng = Record.start(game), random.Random(seed)
    for _ in range(STEPS):
        if record.state.over:
            return
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
            continue
        asked = record.state.decision
        yield record, game.screen(record.state.view(asked.side))
        record.apply(rng.choice(list(asked.options)))


def texts(part: Any, name: str = "") -> Iterator[str]:
    """Every text in a part of a screen that is meant to be read."""
    if isinstance(part, str):
        if name in WORDS:
            yield part
    elif is_dataclass(part):
        for each in fields(part):
            yield from texts(getattr(part, each.name), each.name)
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from texts(value, name)
    elif part is not None and not isinstance(part, int | float):
        for value in part:
            yield from texts(value, name)


def handles(game: Game) -> re.Pattern[str]:
    """The handles that no reader could take for a name: those with letters and digits run together, or a sign."""
    odd = [re.escape(name) for name in game.pieces() if re.search(r"\d[A-Za-z]|[A-Za-z]\d|[-@]", name)]
    return re.compile(r"(?<![\w-])(" + "|".join(sorted(odd, key=len, reverse=True)) + r")(?![\w-])")


@pytest.mark.parametrize("name", GAMES)
def test_no_text_shows_the_handle_of_a_piece(name: str):
    game = ardennes.game(name)
    pattern, found, record = handles(game), set[str](), None
    for record, shown in played(game, 3):
        found |= {text for text in texts(shown) if pattern.search(text)}
        undo = derive.undo(record, shown.viewer)
        found |= {text for text in (undo.label or "",) if pattern.search(text)}
    assert record is not None
    found |= {event.text for event in record.events if pattern.search(event.text)}
    assert found == set()


@pytest.mark.parametrize("name", GAMES)
def test_sides_and_prompts_are_written_as_sentences_begin(name: str):
    game = ardennes.game(name)
    lower = re.compile(rf"\b({'|'.join(game.sides)})\b")
    for _, shown in played(game, 4):
        said = [shown.prompt.title, *(text for owed in shown.obligations for text in (owed.text, owed.by))]
        assert shown.prompt.title[0].isupper()
        assert [text for text in said if lower.search(text)] == []
        assert all(owed.text.endswith(".") for owed in shown.obligations)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_phrase_and_a_waiting_side_reads_for_whom(name: str):
    game = ardennes.game(name)
    assert [action for action in game.universe if game.phrase(action) == str(action)] == []
    state = next(record.state for record, _ in played(game, 5))
    other = next(side for side in game.sides if side != state.decision.side)
    waiting = game.screen(state.view(other))
    assert waiting.prompt.title.startswith("Waiting for the ")
    assert (waiting.obligations, waiting.to_act) == ((), None)


def clicks(shown: Screen, game: Game) -> Iterator[str]:
    """What a click on any piece, hex or box of a screen may ask about."""
    things = {
        "piece": [piece.id for piece in shown.pieces if not piece.hidden],
        "place": [*game.board.grid.names(game.board.grid.all), *(box.id for box in shown.boxes)],
    }
    return (f"{ask.verb} {thing}" for ask in shown.prompt.asks for thing in things[ask.takes])


@pytest.mark.parametrize("name", GAMES)
def test_a_click_that_nothing_can_be_done_with_is_answered_in_words_and_by_a_rule_of_the_game(name: str):
    game = ardennes.game(name)
    pattern, found, rng = handles(game), set[str](), random.Random(7)
    for record, shown in played(game, 6):
        every = list(clicks(shown, game))
        for line in rng.sample(every, min(6, len(every))):
            action = Action.parse(line)
            reason = record.state.why_not(action)
            if reason is None:
                continue
            card = derive.why_not(game, action, reason)
            said = (card.title, reason.text)
            raw = [box.id for box in shown.boxes if "-" in box.id and any(box.id in text for text in said)]
            if raw or reason.rule not in game.rules or any(pattern.search(text) for text in said):
                found.add(f"{line}: {reason.text} ({reason.rule})")
    assert found == set()
