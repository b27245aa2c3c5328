"""The two functions by which an environment is made, for any game."""

from __future__ import annotations

from typing import Any, Protocol

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ardennes.env.aec import GameEnv, Reward


class Ordered(OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """Sees to it that an environment is used in order, as PettingZoo's own wrapper does, at a smaller price."""

    def last(self, observe: bool = True) -> Any:
        """What the agent to act sees, what it was paid, whether its game is over, and what else is known."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent to act."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def __str__(self) -> str:
        return str(self.env)


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
        return Ordered(GameEnv(game, scenario, render_mode, **given))

    return raw_env, env
