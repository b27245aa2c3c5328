"""`make strings` lists every text that a player is shown."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator

import pytest

import ardennes
from ardennes.engine import Action, ArdennesError, Game, Record
from ardennes.engine.screen import derive
from tests.games.test_words import GAMES, clicks, texts
from tests.texts import Known

WHOLE = int(os.environ.get("TEXT_GAMES", "2"))  # whole games of each of the five; the fifty are TEXT_GAMES=10
LOOKS = 6  # moments of a whole game at which every seat is shown its screen
OPENINGS = 4  # games of each that are cut off, with a screen at every twentieth choice
STEPS = 100


@pytest.fixture(scope="module")
def known() -> Known:
    return Known()


def begun(game: Game, rng: random.Random) -> Record:
    """A game of a random scenario with random options, or with the usual ones where those do not go together."""
    scenario = rng.choice(list(game.scenarios))
    for _ in range(20):
        chosen = {name: rng.choice(option.choices) for name, option in game.options.items()}
        with contextlib.suppress(ArdennesError):
            return Record.start(game, scenario, **chosen)
    return Record.start(game, scenario)


def seen(record: Record, rng: random.Random) -> Iterator[str]:
    """What every seat reads at a moment: its screen, what its Undo takes back, and why some clicks are refused."""
    game, state = record.game, record.state
    for side in (*game.sides, None):
        screen = game.screen(state.view(side))
        yield from texts(screen)
        if side is not None:
            yield derive.undo(record, side).label or ""
        every = list(clicks(screen, game))
        for line in rng.sample(every, min(3, len(every))):
            action = Action.parse(line)
            if reason := state.why_not(action):
                yield from (derive.why_not(game, action, reason).title, reason.text, reason.helps or "")


def played(game: Game, seed: int, steps: int | None = None) -> Iterator[str]:
    """The texts of a random game: the screens of all seats at some moments, refusals, the log, the result."""
    rng = random.Random(f"texts/{seed}")
    record, number = begun(game, rng), 0
    while not record.state.over and (steps is None or number < steps):
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
            continue
        number += 1
        if rng.random() < (1 / 20 if steps else LOOKS / 1000):
            yield from seen(record, rng)
        record.apply(rng.choice(list(record.state.decision.options)))
    yield from seen(record, rng)
    yield from (event.text for event in record.events)


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_whole_games_is_made_from_listed_templates(name: str, known: Known):
    game = ardennes.game(name)
    found = {text for seed in range(WHOLE) for text in played(game, seed)}
    found |= {text for seed in range(OPENINGS) for text in played(game, 1000 + seed, STEPS)}
    strange = {text: words for text in found if (words := known.strange(text))}
    assert strange == {}


@pytest.mark.parametrize(
    "text", ["The quick brown fox jumps over the trench.", "12VG skedaddles from 1207 to 1208", "Whither shall 2Pz go?"]
)
def test_a_text_that_no_template_makes_is_seen(text: str, known: Known):
    assert known.strange(text) != []
