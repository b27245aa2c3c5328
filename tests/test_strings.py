"""`make strings` lists every text that a player is shown, and none of them says what nobody would say."""

from __future__ import annotations

import contextlib
import os
import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator

import pytest

import ardennes
from ardennes.engine import Action, ArdennesError, Game, Record
from ardennes.engine.screen import derive
from bench.strings import ROOT, of_client, of_data, of_python
from tests.games.test_words import GAMES, clicks, texts
from tests.texts import Known

WHOLE = int(os.environ.get("TEXT_GAMES", "10"))  # whole games of each of the five: fifty
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
    "text",
    [
        "The quick brown fox jumps over the trench.", "12VG skedaddles from 1207 to 1208", "Whither shall 2Pz go?",
        "The road attack supply over unit", "Panzer river under the hex go unit is lost",  # of known words, one by one
    ],
)  # fmt: skip
def test_a_text_that_no_template_makes_is_seen(text: str, known: Known):
    assert known.strange(text) != []


def test_a_template_without_letters_matches_nothing():
    empty = Known.__new__(Known)
    empty.templates, empty.names, empty.parts = defaultdict(set), set(), set()
    for template in ("{…}: {…}", "{…} ({…}), {…}.", "{…}"):
        empty.add(template)
    assert empty.strange("Frobs: gribble (twice), gone.") == ["Frobs", "gribble", "twice", "gone"]


# ---- words that nobody would use ----

FORBIDDEN = re.compile(
    r"""
      \b(?:Allies|Germans)\ wins\b | \bthe\ (?:German|Allied)\ (?:wins|loses|moves|attacks|retreats|rolls)\b
    | \bit\ is\ asked\b | \byou\ look\ on\b | \bgives\ way\ in\b | \bof\ 100\ (?:the|times)\b | \bin\ the\ dark\b
    | \btelephone\b | \blately\b | \btable\ is\ being\b | \bbring\ a\ journal\b | \bto\ the\ games\b | \bin\ secret;
    | \bas\ many\ of\ the\b.*\bas\ may\b | \bthat\ it\ has\ taken\ of\b | \bbeside\ them\ must\b | \bmay\ be\ brought\b
    | (?:^|[.;:]\s)whoever\b | \bwhosever\b | \bsomebody\b | \banybody\b | \beverybody\b | \btold\ so\b
    | \bmachine\ players?\b | ”\ is\ no\ \w | \bmeans\ nothing\ (?:here|in)\b | \bcannot\ be;\ it\b | \bstands?\ twice\b
    | \bcom(?:e|es|ing)\ in\ by\b | \bso\ many\ (?:hexes|units|options)\b | \bhopeless\ for\ .*,\ nearly\b
    | \bclock\ on\ the\ wall\b | \bany\ more\ of\b | \bwhither\b | \bshall\b | \bwhereof\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> Iterator[tuple[str, str]]:
    """The paragraphs of README and documentation with their file, without code."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split():
        for paragraph in CODE.sub("", (ROOT / name).read_text(encoding="utf-8")).split("\n\n"):
            yield name, " ".join(paragraph.split())


def test_no_text_uses_words_that_a_wargamer_would_not():
    lines = [(f"{each.file}:{each.line}", each.text) for each in (*of_python(), *of_data())]
    lines += [(file, text) for file, _, text in (line.partition(": ") for line in of_client())]
    lines += pages()
    assert len(lines) > 8000
    assert [(where, found[0]) for where, text in lines if (found := FORBIDDEN.search(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Allies wins", "It is asked: which unit?", "You look on", "gives way in 74 of 100", "the rules, in the dark",
        "Larger on a telephone", "It acted once lately. Show them", "24 German units beside them must still attack.",
        "Choose the mission of an air point, in secret; 1 left", "Hopeless for the Allied player, nearly.",
        "The table is being laid", "Bring a journal", "To the games", "As many of the 3 as may", "the German wins",
        "Whoever saw an older position is told so", "“swiss” is no side of Bulge", "2 Panzer comes in by 2913",
    ],
)  # fmt: skip
def test_such_words_are_seen(text: str):
    assert FORBIDDEN.search(text)
