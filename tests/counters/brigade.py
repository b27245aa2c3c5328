"""A skirmish in which two red battalions that meet may join into a brigade, and the brigade may split again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from ardennes.counters import DONE, Stacked, bits
from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.duties import Duties
from ardennes.counters.joining import APART, HELD, Assembly, Joining, scattered
from ardennes.engine import Action, Decision, Game, Kind, Masked, Options, Reason, State, Verb
from ardennes.engine.fields import value
from tests.counters.skirmish import RULES, SIDES, March, Position, Skirmish, skirmish

JOIN, SPLIT = Action("unite"), Action("divide")
BRIGADE = "R3,red,DE,,3,armor,X,,,3\n"


class Post(Duties, Joining, Stacked):
    """A position in which units stack, join and split; one change in a march."""

    game: Brigade

    sets_of_units = ("tired",)

    tired: int = value("units that have marched far", start=0)
    changed: bool = value("whether units have joined or split in this march", start=False)

    def refresh(self) -> None:
        """Find out again who is where."""
        super().refresh()
        self.revive_duties()

    def units_replaced(self, old: int, new: int) -> None:
        """Duties pass on."""
        self.replace_in_duties(old, new)

    def start_phase(self, name: str) -> None:
        """A new march, a new change."""
        self.changed = False
        super().start_phase(name)


class Joiners(March):
    """A march in which units may join or split once, and stack with friends."""

    def ask(self, state: Position) -> Decision:
        """Who moves, where to, or join or split."""
        post, game, who = cast(Post, state), cast("Brigade", state.game), SIDES[self.side]
        if state.top.unit is not None:
            options = Options(Masked(game.go, hexes(post, state.top.unit)))
            return Decision(who, self.name, Kind.MOVE, game.prompts[state.top.unit], "SK-1", options)
        able = sum(1 << unit for unit in bits(post.playing[self.side] & ~post.moved) if hexes(post, unit))
        options = Options(Masked(game.pick, able), changes(post) if self.side == 0 else (), (DONE,))
        return Decision(who, self.name, Kind.PICK, "Choose a unit to move, or end the phase", "SK-1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """As in the skirmish, or join or split."""
        post = cast(Post, state)
        if action == JOIN:
            post.join(post.game.assemblies[0])
        elif action == SPLIT:
            post.split(post.game.assemblies[0])
        elif action.verb == "go":
            post.shift(state.top.unit, state.game.ground.grid.index(action.thing))
            post.moved |= 1 << state.top.unit
            state.amend(unit=None)
            return
        else:
            super().take(state, action, decision)
            return
        post.changed = True

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not there, not now."""
        return Reason("SK-1", f"{action} is not possible now.")


def changes(post: Post) -> tuple[Action, ...]:
    """Joining or splitting, whichever is possible."""
    brigade = post.game.assemblies[0]
    if post.changed:
        return ()
    if post.gathered(brigade) >= 0:
        return (JOIN,)
    return (SPLIT,) if post.at[brigade.whole] >= 0 else ()


def hexes(post: Post, unit: int) -> int:
    """The neighbouring hexes without an enemy."""
    return post.game.ground.ring[post.at[unit]] & ~post.held[1 - post.game.forces.side[unit]]


class Brigade(Skirmish):
    """The game."""

    name = "brigade"
    state_class = Post  # type: ignore[assignment]  # units stack here
    screen = Game.screen  # none
    phrase = Game.phrase
    verbs = (*Skirmish.verbs, Verb("unite"), Verb("divide"))

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        index = self.forces.index
        self.assemblies = (Assembly(index["R3"], 1 << index["R1"] | 1 << index["R2"]),)
        self.steps |= {"red march": Joiners("red march", 0), "blue march": Joiners("blue march", 1)}

    @property
    def boxes(self) -> Boxes:
        """Two more boxes."""
        return Boxes((
            Box("pool", -1, "waits"), Box("eliminated", -2, "is lost"),
            Box("joined", HELD, "is in the brigade"), Box("split", APART, "is split"),
        ))  # fmt: skip

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        """The brigade begins in two parts."""
        state = cast(Post, super().set_up(scenario, options))
        state.at[self.forces.index["R3"]] = APART
        return state

    def invariants(self, state: Any) -> Iterator[str]:
        """Parts are nowhere else."""
        return scattered(state)


def brigade(folder: Path) -> Brigade:
    """The game, its data written into a folder first."""
    skirmish(folder)
    with (folder / "units.csv").open("a", encoding="utf-8") as file:
        file.write(BRIGADE)
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    return Brigade(folder)
