"""Who sits at a table of the arena: a machine player by name, a Recruit of other tastes, or one of another commit.

`recruit@f17ac3d` is the Recruit of that commit, run from its own files in a process of its own, so that today's players
can be measured against yesterday's without a copy of them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import weakref
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from ardennes.ai import Budget, Player, Thought, player
from ardennes.arena.tasted import Odd, tasted
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

SOURCE = "src/ardennes"  # what a checkout needs, from the root of the repository
ROOT = Path(__file__).parents[3]

# In the process: answers questions, a line each, until nobody asks any more.
ANSWERING = """
import json, random, sys
import ardennes
from ardennes.ai import Budget, player
who = player(sys.argv[1])
print(json.dumps([ardennes.__file__, who.budget.seconds, who.budget.nodes]), flush=True)
for line in sys.stdin:
    game, view, seed, seconds, nodes = json.loads(line)
    try:
        state = ardennes.game(game).from_json(view)
        orders = who.orders(state, random.Random(seed), Budget(seconds, nodes))
        answer = [str(action) for action in orders]
    except Exception as error:
        answer = repr(error)
    print(json.dumps(answer), flush=True)
"""


class PastPlayer(Player):
    """A machine player of another commit. Where it stumbles, the plainest answer is given, as at a table.

    The time that it thinks is not on the arena's clock.
    """

    level = 0

    def __init__(self, name: str, commit: str) -> None:
        self.name = f"{name}@{commit}"
        self.title = f"{name} of {commit}"
        self.text = f"The player “{name}” as it was at {commit}."
        self._process = _started(name, checkout(commit))
        weakref.finalize(self, _stopped, self._process)
        where, seconds, nodes = self._heard()
        self.budget = Budget(seconds, nodes)
        self.source = Path(where)
        self.stumbles = 0

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """What the other commit orders."""
        assert self._process.stdin is not None
        question = [view.game.name, view.to_json(), rng.getrandbits(60), budget.seconds, budget.nodes]
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self._heard()
        if isinstance(answer, str) or not answer:
            self.stumbles += 1
            decision = view.decision
            return Thought((decision.ending or decision.default or decision.options[0],))
        return Thought(tuple(view.game.parse(line) for line in answer))

    def _heard(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ArdennesError(f"The process running {self.title} has died.")
        return json.loads(line)


def _started(name: str, source: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ANSWERING, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(source)},
    )  # fmt: skip


def _stopped(process: subprocess.Popen[str]) -> None:
    """Nobody asks any more: the process ends by itself."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()


def checkout(commit: str) -> Path:
    """The folder to import another commit from, unpacked once for each machine.

    Raises ArdennesError with a sentence where there is no repository, or no such commit in it.
    """
    try:
        full = _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}").decode().strip()
    except (OSError, subprocess.CalledProcessError):
        raise ArdennesError(f"There is no commit “{commit}” in a repository at {ROOT}.") from None
    folder = Path(tempfile.gettempdir()) / f"ardennes-{os.getuid()}-{full[:12]}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=folder.parent) as new:
            with tarfile.open(fileobj=BytesIO(_git("archive", full, SOURCE))) as packed:
                packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
                packed.extractall(new)
            try:
                (Path(new) / "src").rename(folder)
            except OSError:  # somebody else was faster
                assert folder.exists()
    return folder


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True).stdout


@cache
def seat(name: str) -> Player:
    """A player by name, by name and commit, or by name and numbers. Raises ArdennesError if there is none such."""
    who, at, commit = name.partition("@")
    if at:
        return PastPlayer(who, commit)
    who, colon, numbers = name.partition(":")
    if who == "odd" and not colon:
        return Odd()
    if not colon:
        return player(name)
    if who != "recruit":
        raise ArdennesError(f"Only “recruit” can be given other numbers, not “{who}”.")
    return tasted(numbers)
