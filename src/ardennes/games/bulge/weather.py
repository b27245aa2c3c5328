"""Weather (BU-6.0): by history, or by a die that the day modifies."""

from __future__ import annotations

from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.engine.step import Bare
from ardennes.games.bulge.sequence import next_phase
from ardennes.games.bulge.state import WEATHERS, Position


class Weather(Step[Position]):
    """The weather of the Game-Turn is found."""

    name = "weather"
    frame = Bare

    def ask(self, state: Position) -> Chance | None:
        """On the first day overcast, else by the historical table, else one die."""
        variable = state.chosen("weather") == "variable"
        historical: str = state.game.tables["weather"]["historical"][state.turn - 1]
        if state.turn == 1:
            settle(state, historical, "BU-6.0.first")
            return None
        if not variable:
            settle(state, historical, "BU-6.0.historical")
            return None
        reason = f"Weather for Game-Turn {state.turn}"
        return Chance(rule="BU-6.0.variable", reason=reason, key=(state.turn, self.name), dice=[Die("weather")])

    def roll(self, state: Position, roll: Roll) -> None:
        """The die with the modifier of the day gives the weather."""
        modifier: int = state.game.tables["weather"]["drm"][state.turn - 2]
        total = int(roll[0]) + modifier
        ranges = state.game.tables["variable_weather"]
        word = next(name for name in WEATHERS if ranges[name][0] <= total <= ranges[name][1])
        state.note("roll", "BU-6.0.variable", f"Weather die roll {roll[0]}, DRM {modifier:+d}: {total}")
        settle(state, word, "BU-6.0.variable")


def settle(state: Position, word: str, rule: str) -> None:
    """The weather is known for this Game-Turn."""
    state.weather = word
    state.weathers = (*state.weathers, word)
    state.note("phase", "BU-5.0.weather", "Weather Phase")
    state.note("weather", rule, f"The weather is {word}")
    next_phase(state)
