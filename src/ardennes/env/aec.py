"""The environment: one game as PettingZoo plays it, agents asked in the order in which the rules ask them."""

from __future__ import annotations

import os
import random
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

import ardennes
from ardennes.engine.catalogue import Reason
from ardennes.engine.decision import Decision
from ardennes.engine.state import State
from ardennes.env.encoding import Encoding, encoding_of
from ardennes.env.observing import Observation, Observer, observers, space_of
from ardennes.env.planning import Node
from ardennes.env.rewards import lead, result_of

Reward = Literal["result", "margin"]
RENDERED = ("ansi", "svg", "rgb_array")


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game for two learning agents, which are named as the sides are.

    The dice are the environment's: keyed by the seed, so that the same die of the same turn falls alike whatever else
    was played. A reset without a seed draws one.

    `game`: its name. `scenario`: one of the game's; its first if none is given. `render_mode`: "ansi", "svg" or
    "rgb_array". `reward`: "result" pays 1, -1 or 0 at the end; "margin" adds, after each answer, the change of a
    side's lead (`ardennes.env.rewards.lead`). `max_steps`: so many answers truncate a game. All others are the game's
    rule options, as `Game.start` takes them.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        render_mode: str | None = None,
        *,
        reward: Reward = "result",
        max_steps: int | None = None,
        **options: Any,
    ) -> None:
        """Raises BadOption for a scenario or rule options that the game does not have."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDERED:
            raise ValueError(f"A game is rendered as {', '.join(RENDERED)}, not as {render_mode!r}.")
        if reward not in ("result", "margin"):
            raise ValueError(f"The reward must be “result” or “margin”, not {reward!r}.")
        self.game = ardennes.game(game)
        self.scenario, self.options = scenario, options
        self.render_mode, self.reward, self.max_steps = render_mode, reward, max_steps
        name = f"{game.replace('-', '_')}_v1"
        self.metadata = {"name": name, "render_modes": list(RENDERED), "is_parallelizable": False, "render_fps": 4}
        self.encoding: Encoding = encoding_of(self.game)
        self.possible_agents = list(self.game.sides)
        space = space_of(self.game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        words = len(self.encoding)
        self.action_spaces = {side: gymnasium.spaces.Discrete(words) for side in self.possible_agents}
        self._seeds = random.Random(int.from_bytes(os.urandom(8), "big"))
        self._nothing = np.zeros(len(self.encoding), np.int8)
        self._nothing.flags.writeable = False
        self._eyes: dict[bool, dict[str, Observer]] = {}
        self.state_of_play: State = self.game.start(scenario, **options)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # ---- spaces ----

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for both sides, and for every scenario and option."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All words of the game; `action_mask` says which are legal."""
        return self.action_spaces[agent]

    # ---- the course of a game ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with `options={"state": state}` go on from that state, or from a "position" as a file has it.

        Other words mean nothing. Raises PositionError for a position that is not sound.
        """
        if seed is not None:
            self._seeds.seed(seed)
        self.dice = self._seeds.getrandbits(63)
        self.state_of_play = self._begin(options or {})
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.steps = 0
        self._secretive = secretive = self.game.secretive(self.state_of_play)
        if secretive not in self._eyes:
            self._eyes = {secretive: observers(self.game, secretive=secretive)}
        self._seen_by = self._eyes[secretive]
        self._roll()
        if self.reward == "margin":
            self._lead = lead(self.state_of_play, self.agents[0])
        self._turn_to_the_asked()

    def _begin(self, options: dict[str, Any]) -> State:
        if "state" in options:
            state: State = options["state"].copy()
            if state.game is not self.game or state.viewer is not None:
                raise ValueError("A game can only continue from a complete state of the same game.")
            return state
        if "position" in options:
            return self.game.position(options["position"])
        return self.game.start(self.scenario, **self.options)

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is asked; dice that follow are rolled.

        Raises Refused, with the rule and the reason, for an action that is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"The game is not over; {agent} must choose an action.")
        state = self.state_of_play
        state.apply(self.encoding.action(action))
        self._roll()
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        over = state.over
        if over or self.reward == "margin":
            self._pay()
        elif any(self.rewards.values()):
            self.rewards = dict.fromkeys(self.agents, 0.0)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to_the_asked()

    def _roll(self) -> None:
        """Roll whatever dice are due."""
        state = self.state_of_play
        while (chance := state.chance) is not None:
            state.roll(chance.keyed(self.dice))

    def _pay(self) -> None:
        """Pay both sides; what one gains the other loses."""
        first, second = self.agents
        paid = result_of(self.state_of_play, first)
        if self.reward == "margin":
            before, self._lead = self._lead, lead(self.state_of_play, first)
            paid += self._lead - before
        self.rewards = {first: paid, second: -paid}
        self._accumulate_rewards()

    def _turn_to_the_asked(self) -> None:
        """The agent to act is the side that is asked; at the end the first that is left."""
        self._asked = asked = self.decision
        self.agent_selection = asked.side if asked is not None else self.agents[0]

    # ---- what an agent sees ----

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; None when the game is over."""
        return None if self.state_of_play.over else self.state_of_play.decision

    def observe(self, agent: str) -> Any:
        """The position as the agent may know it, and which actions are legal for it; none if it is not asked.

        The options are those of the state: that a side is offered the same in its view is a promise of the engine.
        """
        state, asked = self.state_of_play, self._asked
        seen = self._seen_by[agent].look(state.view(agent) if self._secretive else state, asked)
        mask = self.encoding.mask(asked.options) if asked is not None and asked.side == agent else self._nothing
        found: Observation = {"observation": seen, "action_mask": mask}
        return found

    def view(self, agent: str) -> State:
        """The agent's view of the game, with all that the engine answers from one: odds, reach, reasons."""
        return self.state_of_play.view(agent)

    def why_not(self, action: int | str) -> Reason | None:
        """The rule and the reason why an action is not possible now; None exactly when it is legal."""
        word = action if isinstance(action, str) else self.encoding.action(action)
        decision = self.decision
        return self.view(decision.side if decision is not None else self.possible_agents[0]).why_not(word)

    def node(self, agent: str, rng: random.Random) -> Node:
        """The game as a planner of that agent may search it: hidden values guessed, dice as chance nodes."""
        return Node(self.view(agent).guess(rng))

    # ---- pictures ----

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as the agent to act sees it: a text, an SVG, or an array of pixels."""
        from ardennes.env.rendering import pixels, svg, text

        if self.render_mode is None:
            gymnasium.logger.warn("This environment was made without a render_mode.")
            return None
        view = self.view(self.agent_selection)
        if self.render_mode == "ansi":
            return text(view)
        return svg(view) if self.render_mode == "svg" else pixels(view)

    def close(self) -> None:
        """Nothing is held open."""
