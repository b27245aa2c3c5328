"""Parts of the screen that every game of counters shows alike; whatever a rule says is said by the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from ardennes.counters.deployment import Deployment
from ardennes.engine import Battle, Decision, Odds, State, screen
from ardennes.engine.screen.words import TimeState

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame
    from ardennes.hexmap import Supply


# ---- who looks, and what is asked ----


@dataclass(frozen=True, slots=True)
class Seat:
    """Who looks at the screen, and what is asked now."""

    viewer: str
    asked: Decision | None  # the question that is due, whoever is to answer
    mine: Decision | None  # the same, if it is for the viewer to answer

    @property
    def decides(self) -> str | None:
        """The side that is asked."""
        return self.asked.side if self.asked else None


def seat(view: State) -> Seat:
    """The seat from which a view is seen."""
    viewer = view.viewer or "observer"
    asked = None if view.over or view.chance is not None else view.decision
    return Seat(viewer, asked, asked if asked is not None and asked.side == viewer else None)


def nobody_asked(view: State) -> screen.Prompt | None:
    """The prompt where nobody is asked: the game is over, or dice are due. None where somebody is."""
    if view.over:
        return screen.Prompt("over", "The game is over")
    if view.chance is not None:
        return screen.Prompt("roll", view.chance.reason, rule=view.chance.rule)
    return None


def due(view: State) -> screen.Due | None:
    """The dice that come next."""
    chance = None if view.over else view.chance
    if chance is None:
        return None
    return screen.Due(chance.rule, chance.reason, chance.side, [die.sides for die in chance.dice])


# ---- turns, one a day ----


def day_of(game: CounterGame, turn: int) -> date:
    """The day of a Game-Turn."""
    first: date = game.tables["turns"]["first_date"]
    return first + timedelta(days=turn - 1)


def turn_of(game: CounterGame, turn: int) -> screen.Turn:
    """A Game-Turn with its day."""
    day = day_of(game, turn)
    label = f"Turn {turn} of {game.last_turn}"
    return screen.Turn(turn, label, game.last_turn, f"{day:%A} {day.day} {day:%B %Y}", day.isoformat())


def time_of(view: State, turn: int) -> TimeState:
    """Whether a Game-Turn is past, now or later."""
    return "past" if turn < view.turn else "now" if turn == view.turn else "later"


# ---- lines, overlays, tables ----


def arrows(view: Deployment, battle: Battle | None, rule: str) -> list[screen.Line]:
    """From each hex of the attackers to each hex attacked."""
    if battle is None:
        return []
    hexes = dict.fromkeys(view.place_of(view.game.forces.index[name]) for name in battle.attackers)
    return [
        screen.Line("attack", hexes=[where, target], side=battle.side, rule=rule)
        for where in hexes
        for target in battle.targets
    ]


def under_attack(battle: Battle | None, rule: str) -> list[screen.Tint]:
    """The hexes that are attacked, marked from before the first attacker joins."""
    return [screen.Tint("target", battle.targets, "Under attack", battle.side, rule)] if battle else []


def zones(view: Deployment, masks: Sequence[int], rule: str, label: str, text: str) -> screen.Overlay:
    """The zones of control of both sides; `label` follows the name of a side."""
    tints = [
        screen.Tint(
            "friendly-zone" if name == view.viewer else "enemy-zone", view.game.ground.grid.names(mask),
            f"{name.capitalize()} {label}", name, rule,
        )
        for name, mask in zip(view.game.sides, masks, strict=True)
        if mask
    ]  # fmt: skip
    return screen.Overlay("zones", "Zones of control", "C", text=text, rule=rule, tints=tints)


def looking(view: Deployment) -> int:
    """The side that looks, or for an observer the phasing one."""
    return view.game.sides.index(view.viewer) if view.viewer in view.game.sides else view.phasing


def supply_ways(view: Deployment, found: Supply, side: int, hexes: int) -> list[screen.Line]:
    """The ways by which supply comes to some hexes of a side."""
    name, grid = view.game.sides[side], view.game.ground.grid
    label = f"{name.capitalize()} supply"
    return [
        screen.Line("supply", hexes=[grid.name(i) for i in way], label=label, side=name) for way in found.tree(hexes)
    ]


def result_table(label: str, rule: str, odds: Odds, table: Mapping[str, Sequence[str]]) -> screen.ResultTable:
    """A table of results with a row for each face of the die, and the column of a battle marked in it."""
    rows = [screen.TableRow(str(face), table[str(face)]) for face in range(1, 7)]
    return screen.ResultTable(label, rule, odds.columns, rows, odds.columns.index(odds.column))
