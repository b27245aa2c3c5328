"""Machine players with a single trait each, for tests of those who let them play."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from ardennes.ai import Budget, Player, Remark, Thought
from ardennes.ai.player import _MAKERS
from ardennes.engine.action import Action
from ardennes.engine.state import State
from tests.proving.listing import list_proving_only


class Teller(Player):
    """Plays through to the next die or foreign decision, always the first option, and tells what it does."""

    name = title = "teller"
    text = "Tells."
    level = 99

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """Every first option; the remark names what the view knows of the first."""
        state, side = view.guess(rng), view.decision.side
        actions = list[Action]()
        while not state.over and state.chance is None and state.decision.side == side:
            actions.append(state.decision.options[0])
            state.apply(actions[-1])
        return Thought(tuple(actions), (Remark(f"I begin with {actions[0]}.", pieces=(actions[0].thing,)),))


class Sleeper(Teller):
    """Never comes to an end."""

    name = title = "sleeper"
    level = 90

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """No answer in this life."""
        time.sleep(600)
        return super().think(view, rng, budget)


class Stumbler(Teller):
    """Makes a mistake in its own code."""

    name = title = "stumbler"
    level = 91

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """No answer at all."""
        raise IndexError("no such plan")


class Cheat(Teller):
    """Wants what is not allowed."""

    name = title = "cheat"
    level = 92

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """An action that is never legal."""
        return Thought((Action("fly", "moon"),))


class Mortal(Teller):
    """Dies over its first thought, with its whole process; lives afterwards."""

    name = title = "mortal"
    level = 93
    grave = Path("/nonexistent")

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """Die once."""
        if not self.grave.exists():
            self.grave.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().think(view, rng, budget)


ALL = (Teller, Sleeper, Stumbler, Cheat, Mortal)


def enlist(grave: Path) -> None:
    """Let this process know the proving game and these players; in which file the mortal one leaves its mark."""
    list_proving_only()
    Mortal.grave = grave
    _MAKERS.update({one.name: one for one in ALL})
