"""Which numbers serve a side best: simultaneous perturbation, by games against Recruit on the same dice.

In each step all numbers are moved up or down by chance, and the other way for a second player; both play the same dice.
Whoever got more points of them draws the middle to his side. What was tried is written down, step by step.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ardennes.ai.taste import PLAIN, RANGES, taste_of
from ardennes.arena.crew import Crew
from ardennes.arena.match import Match, Played
from ardennes.arena.tasted import Tasted
from ardennes.engine.errors import ArdennesError

REACH = 0.35  # by how much numbers are moved in the first step, as a power of two
NARROWER = 0.101  # how fast that shrinks with the steps: the usual exponents of the method
DRAWN = 0.3  # how far a whole point draws a number in the first step, as a power of two
SLOWER = 0.602
OTHER = "recruit"  # the opponent


@dataclass(frozen=True, slots=True)
class Setup:
    """What is tuned: the numbers of one side of a game, a few pairs of games a step."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    side: str
    names: tuple[str, ...]
    steps: int
    batch: int  # games of each of the two players in a step
    seed: str
    share: float = 1.0  # of the usual budget

    def plain(self) -> dict[str, Any]:
        """As the first line of the log: all that a step depends on. More steps may be asked for later."""
        return {
            "game": self.game, "scenario": self.scenario, "side": self.side, "names": list(self.names),
            "batch": self.batch, "seed": self.seed, "share": self.share,
        }  # fmt: skip

    def player(self, offsets: Mapping[str, float]) -> str:
        """A player by how far his numbers are from the plain ones, as powers of two."""
        base, changes = taste_of(self.game, self.side), dict[str, float]()
        for name in self.names:
            least, most = RANGES[name]
            value = min(max(getattr(base, name) * 2.0 ** offsets[name], least), most)
            changes[name] = round(value) if isinstance(getattr(PLAIN, name), int) else float(f"{value:.4g}")
        return Tasted(changes).name

    def match(self, player: str, seed: str, number: int) -> Match:
        """A game of a player at the side that is tuned."""
        names = tuple(player if side == self.side else OTHER for side in self.sides)
        first = self.sides.index(self.side)
        return Match(self.game, self.scenario, names, seed, number, number, first, share=self.share)


@dataclass(frozen=True, slots=True)
class Step:
    """What was tried in a step, and where the middle is after it."""

    number: int
    signs: dict[str, int]
    plus: float  # mean points
    minus: float
    middle: dict[str, float]


def names_of(words: Sequence[str]) -> tuple[str, ...]:
    """The numbers to be tuned: these, or all that can be doubled and halved. Raises ArdennesError."""
    if unknown := [word for word in words if word not in RANGES]:
        raise ArdennesError(f"There is no setting “{unknown[0]}”; there are {', '.join(RANGES)}.")
    if nought := [word for word in words if not getattr(PLAIN, word)]:
        raise ArdennesError(f"“{nought[0]}” is 0 and cannot be tuned by doubling and halving.")
    return tuple(words) or tuple(name for name in RANGES if isinstance(getattr(PLAIN, name), float))


def tuned(setup: Setup, crew: Crew, log: Path, *, resume: bool = False) -> Iterator[Step]:
    """The steps one after the other, each in the log before the next begins; those of an earlier run first.

    Raises ArdennesError if the log belongs to something else, or a game broke off.
    """
    middle = dict.fromkeys(setup.names, 0.0)
    done = _opened(setup, log, resume=resume)
    for step in done[: setup.steps]:
        middle = step.middle
        yield step
    with log.open("a", encoding="utf-8") as out:
        for number in range(len(done) + 1, setup.steps + 1):
            step = _step(setup, crew, number, middle)
            middle = step.middle
            out.write(json.dumps(asdict(step)) + "\n")
            out.flush()
            yield step


def _step(setup: Setup, crew: Crew, number: int, middle: Mapping[str, float]) -> Step:
    rng = random.Random(f"tune|{setup.seed}|{number}")
    signs = {name: rng.choice((1, -1)) for name in setup.names}
    reach = REACH / number**NARROWER
    either = [
        setup.player({name: middle[name] + way * reach * sign for name, sign in signs.items()}) for way in (1, -1)
    ]
    matches = [
        setup.match(player, f"{setup.seed}/{number}/{n}", 2 * n + way)
        for n in range(setup.batch)
        for way, player in enumerate(either)
    ]
    games = {game.match: game for game in crew(matches)}
    plus, minus = (mean([games[match] for match in matches[way::2]], setup.side) for way in (0, 1))
    slow = setup.steps / 10
    pull = DRAWN * ((slow + 1) / (slow + number)) ** SLOWER * (plus - minus)
    return Step(
        number, signs, plus, minus, {name: round(middle[name] + pull * sign, 5) for name, sign in signs.items()}
    )


def mean(games: Sequence[Played], side: str) -> float:
    """The mean points of a side. Raises ArdennesError if a game broke off."""
    if broken := [game for game in games if game.error]:
        raise ArdennesError(f"A game broke off (seed {broken[0].match.seed}): {broken[0].error}")
    return sum(game.points(side) for game in games) / len(games)


def compared(setup: Setup, crew: Crew, player: str, games: int) -> list[float]:
    """What a player has more than Recruit at the same side on dice that tuned nothing, game by game.

    A half is no difference, as in a pair of games: 1 is a game won that Recruit lost.
    """
    matches = [
        setup.match(one, f"{setup.seed}/check/{n}", 2 * n + way)
        for n in range(games)
        for way, one in enumerate((player, OTHER))
    ]
    played = {game.match: game for game in crew(matches)}
    mean([*played.values()], setup.side)  # none broke off
    mine, theirs = ([played[match].points(setup.side) for match in matches[way::2]] for way in (0, 1))
    return [(1 + one - other) / 2 for one, other in zip(mine, theirs, strict=True)]


def _opened(setup: Setup, log: Path, *, resume: bool) -> list[Step]:
    """The steps that the log holds, or a new log. Raises ArdennesError."""
    head = setup.plain()
    if log.is_file() and (text := log.read_text(encoding="utf-8")):
        if not resume:
            raise ArdennesError(f"{log} holds an earlier run: continue it with --resume, or delete the file.")
        whole = text[: text.rfind("\n") + 1]  # a line that was cut off counts for nothing
        try:
            found, *steps = [json.loads(line) for line in whole.splitlines()]
            done = [Step(**step) for step in steps]
        except (ValueError, TypeError):
            raise ArdennesError(f"{log} is not a log of tuning; delete it to start over.") from None
        if found != head:
            raise ArdennesError(f"{log} is from a different command: repeat the one that started it.")
        log.write_text(whole, encoding="utf-8")
        return done
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(json.dumps(head) + "\n", encoding="utf-8")
    return []
