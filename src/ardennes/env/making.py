"""The two functions by which an environment is made, for any game."""

from __future__ import annotations

from typing import Any, Protocol

from pettingzoo.utils import wrappers

from ardennes.env.aec import GameEnv, Reward

Ordered = Any  # PettingZoo ships no types: an OrderEnforcingWrapper


class Raw(Protocol):
    """Makes an environment as it is."""

    def __call__(
        self,
        scenario: str | None = None,
        render_mode: str | None = None,
        *,
        reward: Reward = "result",
        max_steps: int | None = None,
        **options: Any,
    ) -> GameEnv:
        """The environment. Raises BadOption for a scenario or rule options that the game does not have."""


class Checked(Protocol):
    """Makes an environment that sees to it that it is used in order."""

    def __call__(
        self,
        scenario: str | None = None,
        render_mode: str | None = None,
        *,
        reward: Reward = "result",
        max_steps: int | None = None,
        **options: Any,
    ) -> Ordered:
        """The environment. Raises BadOption for a scenario or rule options that the game does not have."""


def made(game: str) -> tuple[Raw, Checked]:
    """`raw_env` and `env` of a game.

    >>> raw_env, env = made("bulge")
    >>> raw_env(weather="variable").possible_agents
    ['german', 'allied']
    """

    def raw_env(scenario: str | None = None, render_mode: str | None = None, **given: Any) -> GameEnv:
        return GameEnv(game, scenario, render_mode, **given)

    def env(scenario: str | None = None, render_mode: str | None = None, **given: Any) -> Ordered:
        return wrappers.OrderEnforcingWrapper(GameEnv(game, scenario, render_mode, **given))

    return raw_env, env
