"""A game for one learning agent, as Gymnasium plays it: the other side is one of our machine players."""

from __future__ import annotations

import random
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ardennes.ai import Budget, player
from ardennes.engine.errors import Refused
from ardennes.env.aec import RENDERED, GameEnv, Reward
from ardennes.env.encoding import Mask
from ardennes.env.observing import Observation

Illegal = Literal["refuse", "lose"]


class AgainstMachine(gymnasium.Env[Observation, int]):
    """The agent plays one side of a game, a machine player the other.

    `game`: its name. `side`: the agent's; the first of the game if none is given. `opponent`: "random", "rusher",
    "recruit" or "officer", as `ardennes.ai.players()` lists them. `budget`: the share of the opponent's full thinking
    that it is given. `illegal`: "refuse" raises Refused, with the rule, for an action that is not legal; "lose" ends
    the game with a reward of -1 and the reason in `info["illegal"]`. All others are those of `GameEnv`.

    Register it under a name of your own to use `gymnasium.make`.
    """

    def __init__(
        self,
        game: str,
        side: str | None = None,
        opponent: str = "random",
        *,
        scenario: str | None = None,
        render_mode: str | None = None,
        reward: Reward = "result",
        max_steps: int | None = None,
        budget: float = 1.0,
        illegal: Illegal = "refuse",
        **options: Any,
    ) -> None:
        """Raises BadOption for a scenario or rule options that the game does not have, ArdennesError for a player."""
        self.table = GameEnv(game, scenario, render_mode, reward=reward, **options)
        sides = self.table.possible_agents
        if side is not None and side not in sides:
            raise ValueError(f"{self.table.game.title} is played by {' and '.join(sides)}, not by {side!r}.")
        if illegal not in ("refuse", "lose"):
            raise ValueError(f"An illegal action must be met by “refuse” or “lose”, not {illegal!r}.")
        self.side = side or sides[0]
        self.opponent = player(opponent)
        self.budget: Budget = self.opponent.budget.part(budget)
        self.illegal, self.max_steps, self.render_mode = illegal, max_steps, render_mode
        self.metadata = {"render_modes": list(RENDERED), "render_fps": 4}
        self.observation_space = self.table.observation_space(self.side)
        self.action_space = self.table.action_space(self.side)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the opponent play until the agent is asked."""
        super().reset(seed=seed)
        self.table.reset(seed if seed is not None else int(self.np_random.integers(2**62)), options)
        self._calls = self._steps = 0
        self._answer()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the opponent play until the agent is asked again or the game is over.

        Raises Refused, with the rule and the reason, for an action that is not legal.
        """
        info: dict[str, Any] = {}
        table, self._paid = self.table, 0.0
        try:
            table.step(int(action))
        except Refused as refused:
            if self.illegal == "refuse":
                raise
            return self._observed(), -1.0, True, False, {"illegal": str(refused)}
        self._paid += table.rewards[self.side]
        self._answer()
        self._steps += 1
        over = table.state_of_play.over
        late = not over and self.max_steps is not None and self._steps >= self.max_steps
        if over:
            result = table.state_of_play.result
            assert result is not None
            info = {"winner": result.winner or "", "level": result.level}
        return self._observed(), self._paid, over, late, info

    def _answer(self) -> None:
        """Let the opponent think and act for as long as it is asked."""
        table = self.table
        self._paid = getattr(self, "_paid", 0.0)
        while (asked := table.decision) is not None and asked.side != self.side:
            self._calls += 1
            rng = random.Random(f"{table.dice}|{self._calls}")
            for action in self.opponent.orders(table.view(asked.side), rng, self.budget):
                table.step(table.encoding.number(action))
                self._paid += table.rewards[self.side]

    def _observed(self) -> Observation:
        """What the agent sees, in arrays of its own: Gymnasium asks that none is given twice."""
        seen: Observation = self.table.observe(self.side)
        position = seen["observation"]
        return {
            "observation": {
                "pieces": position["pieces"].copy("K"),
                "places": position["places"].copy("K"),
                "tracks": position["tracks"].copy(),
            },
            "action_mask": seen["action_mask"].copy(),
        }

    def action_masks(self) -> Mask:
        """Which actions are legal now, as libraries for masked policies ask for it."""
        mask: Mask = self.table.observe(self.side)["action_mask"]
        return mask

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as the agent sees it."""
        found: str | NDArray[np.uint8] | None = self.table.render()
        return found


def vector(count: int, game: str, *args: Any, context: str | None = None, **given: Any) -> Any:
    """So many games at once, each in a process of its own, observations in shared memory.

    The arguments after the number are those of `AgainstMachine`; `context` is the way in which processes begin. The
    result is a `gymnasium.vector.AsyncVectorEnv`: close it when it is done with.
    """

    def make() -> AgainstMachine:
        return AgainstMachine(game, *args, **given)

    return gymnasium.vector.AsyncVectorEnv([make] * count, shared_memory=True, context=context)
