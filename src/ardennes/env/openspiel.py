"""A game as OpenSpiel sees it: `import ardennes.env.openspiel` and `pyspiel.load_game("ardennes(game=bulge)")`.

`scenario=` is one of the game's; where its name is a number, `scenario=#5`, since OpenSpiel takes 5 for a number.
`options=` are rule options: `options=weather:variable+airdrop:on`. The extra `openspiel` installs OpenSpiel.

Nodes of chance are explicit where their outcomes can be listed. A throw of so many dice that they cannot (Axis &
Allies) is one outcome, drawn by a seed: such a game is sampled, not enumerated, and the seed is a part of its history.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

import ardennes
from ardennes.engine.chance import Roll
from ardennes.engine.state import State
from ardennes.env.encoding import encoding_of
from ardennes.env.observing import observers
from ardennes.env.planning import Node

MOST = 50_000  # answers and rolls, which no game comes near
WIDE = 1296  # outcomes of a throw that is listed; a wider one is drawn

TYPE = pyspiel.GameType(
    short_name="ardennes",
    long_name="Battle of the Bulge wargames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "bulge", "scenario": "", "options": "", "seed": 0},
)


class ArdennesGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game and a scenario."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**TYPE.parameter_specification, **(params or {})}
        self.rules = ardennes.game(chosen["game"])
        self.scenario: str | None = chosen["scenario"].removeprefix("#") or None
        given = [one.partition(":") for one in chosen["options"].split("+") if one]
        self.options: dict[str, Any] = {name: choice for name, _, choice in given}
        self.seed = int(chosen["seed"])
        words = len(encoding_of(self.rules))
        info = pyspiel.GameInfo(words, WIDE, 2, -1.0, 1.0, 0.0, MOST)
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> ArdennesState:
        """The start of the scenario."""
        return ArdennesState(self, self.rules.start(self.scenario, **self.options))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ArdennesObserver:
        """What reads positions as OpenSpiel asks for it."""
        return ArdennesObserver(self)


class ArdennesState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A moment of a game."""

    def __init__(self, game: ArdennesGame, state: State) -> None:
        super().__init__(game)
        self.seed = game.seed
        self.node = Node(state)

    def current_player(self) -> int:
        """The number of the side that is asked, or OpenSpiel's number for chance or the end."""
        turn = self.node.turn
        if turn == "over":
            return int(pyspiel.PlayerId.TERMINAL)
        if turn == "chance":
            return int(pyspiel.PlayerId.CHANCE)
        return self.node.state.game.sides.index(turn)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(int, self.node.legal()))

    def _outcomes(self) -> list[tuple[Roll, float]]:
        chance = self.node.state.chance
        assert chance is not None
        return self.node.outcomes() if chance.size <= WIDE else [(chance.keyed(self.seed), 1.0)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the outcomes, and their probabilities."""
        return [(n, probability) for n, (_, probability) in enumerate(self._outcomes())]

    def _apply_action(self, action: int) -> None:
        if self.node.turn == "chance":
            self.node.roll(self._outcomes()[action][0])
        else:
            self.node.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(map(str, self._outcomes()[action][0]))
        return str(self.node.encoding.action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.state.over

    def returns(self) -> list[float]:
        """The result for each side."""
        return list(self.node.returns())

    def __str__(self) -> str:
        return self.node.state.key()

    def resample_from_infostate(self, player: int, rng: Any) -> ArdennesState:
        """Another moment that the player could not tell from this one."""
        state = self.node.state
        seen = state.view(state.game.sides[player])
        return ArdennesState(self.get_game(), seen.guess(random.Random(int(rng() * 2**53))))


class ArdennesObserver:
    """A position as one row of numbers: pieces, places and tracks."""

    def __init__(self, game: ArdennesGame) -> None:
        self._looking = observers(game.rules, secretive=True)
        self._sides = game.rules.sides
        state = game.rules.start(game.scenario, **game.options)
        self.tensor = np.zeros(len(self._row(state, 0)), np.float32)
        self.dict = {"observation": self.tensor}

    def _row(self, state: State, player: int) -> Any:
        side = self._sides[player]
        asked = None if state.over or state.chance is not None else state.decision
        seen = self._looking[side].look(state.view(side), asked)
        return np.concatenate([part.ravel() for part in (seen["pieces"], seen["places"], seen["tracks"])])

    def set_from(self, state: ArdennesState, player: int) -> None:
        """Read a moment as a player sees it."""
        self.tensor[:] = self._row(state.node.state, player)

    def string_from(self, state: ArdennesState, player: int) -> str:
        """A text that is the same for moments that the player cannot tell apart."""
        found = state.node.state
        return found.view(found.game.sides[player]).key()


def names() -> Iterable[str]:
    """What OpenSpiel loads: `ardennes(game=…)`."""
    return [f"ardennes(game={name})" for name in ardennes.games()]


pyspiel.register_game(TYPE, ArdennesGame)
