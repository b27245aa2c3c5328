"""The German airdrop (BU-15.0, optional): von der Heydte is dropped on Game-Turn 1, and seldom lands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.bulge import british
from ardennes.games.bulge.forces import ALLIED, GERMAN
from ardennes.games.bulge.state import Position

DICE = ("BU-15.0.survive", "BU-15.0.target", "BU-15.0.scatter")
ASKS = ("does it survive the drop", "does it land on its target", "in which direction does it scatter")


def may_drop(state: Position) -> bool:
    """Whether the unit may be dropped on this Game-Turn: once, on the first (BU-R.30)."""
    if state.turn != state.game.tables["airdrop"]["game_turn"] or not state.waiting >> state.game.paratroops & 1:
        return False
    return state.on("airdrop") and bool(landing_ground(state))


def due(state: Position) -> int:
    """The unit, if it may be dropped now, in the German Movement Phase."""
    return 1 << state.game.paratroops if state.phasing == GERMAN and may_drop(state) else 0


def landed(state: Position) -> int:
    """The unit, if it has come down in this phase."""
    first = state.turn == state.game.tables["airdrop"]["game_turn"]
    return state.moved & 1 << state.game.paratroops if first else 0


def bars(state: Position) -> Iterator[Bar]:
    """Why the unit may not be dropped now."""
    rule = "BU-R.30" if state.on("airdrop") else "BU-15.0"
    why = "may be dropped only on Game-Turn 1, and only with the airdrop option"
    yield Bar(rule, why, state.waiting & 1 << state.game.paratroops & ~due(state))


def landing_ground(state: Position) -> int:
    """The hexes that the unit may be aimed at, in enemy zones or not."""
    return free(state.game.ground.grid.all, bars_to_aim(state))


def bars_to_aim(state: Position) -> Iterator[Bar]:
    """Why the unit may not be aimed at a hex (BU-15.0.where), in the order in which a player would be told."""
    german, near = state.held[GERMAN], state.game.tables["airdrop"]["range"]
    yield Bar("BU-15.0.where", "holds a unit", german | state.held[ALLIED])
    far = ~state.game.ground.grid.disc(german, near)
    yield Bar("BU-15.0.where", f"is more than {near} hexes from every German unit", far)


class Airdrop(Step[Position]):
    """The drop: a hex is aimed at, then up to three dice say where the unit lands."""

    class Frame(NamedTuple):
        """The hex aimed at, and the number of dice rolled."""

        step: str
        aim: int | None = None
        rolled: int = 0

    name = "airdrop"
    frame = Frame

    def ask(self, state: Position) -> Decision | Chance:
        """Where the unit is aimed, then up to three dice."""
        game = state.game
        name, title = game.forces.names[game.paratroops], game.forces.display_names[game.paratroops]
        now: Airdrop.Frame = state.top
        if now.aim is None:
            options = Options(Masked(game.actions.drop, landing_ground(state)))
            return Decision("german", self.name, Kind.PLACE, f"Choose where to drop {title}", "BU-15.0.where", options)
        reason = f"{title} is dropped on {game.ground.grid.name(now.aim)}: {ASKS[now.rolled]}?"
        key = (state.turn, self.name, now.rolled)
        return Chance(rule=DICE[now.rolled], reason=reason, key=key, dice=[Die(name)], side="german")

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Aim at a hex."""
        state.amend(aim=state.game.ground.grid.index(action.thing))
        state.note_unit(state.game.paratroops, "drop", "BU-15.0", f"is aimed at {action.thing}", to=action.thing)

    def roll(self, state: Position, roll: Roll) -> None:
        """Survive, hit the target, or drift."""
        now: Airdrop.Frame = state.top
        assert now.aim is not None
        unit, drop = state.game.paratroops, state.game.tables["airdrop"]
        die = int(roll[0])
        state.note("roll", DICE[now.rolled], f"{ASKS[now.rolled].capitalize()}? Die roll {die}", side="german")
        if now.rolled == 0 and die not in drop["survives"]:
            state.pop()
            state.eliminate(unit, "BU-15.0.survive", "lost in the airdrop")
        elif now.rolled == 0 or (now.rolled == 1 and die not in drop["on_target"]):
            state.amend(rolled=now.rolled + 1)
        else:
            state.pop()
            land(state, unit, now.aim if now.rolled == 1 else drift(state, now.aim, die))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot be aimed at."""
        if action.verb != "drop":
            return None
        bar = first_bar(state.game.ground.grid.index(action.thing), bars_to_aim(state))
        assert bar is not None
        return bar.reason(action.thing)


def drift(state: Position, i: int, die: int) -> int:
    """The neighbouring hex that the third die names, -1 if it is off the map."""
    grid = state.game.ground.grid
    direction: str = state.game.tables["scatter"][str(die)]
    state.note("drop", "BU-R.31", f"It scatters to the {direction}", side="german")
    return grid.neighbours(i)[grid.directions.index(direction)]


def land(state: Position, unit: int, i: int) -> None:
    """The unit lands, if no unit is there, and does not move in this phase."""
    if i < 0:
        state.eliminate(unit, "BU-R.31", "it scatters off the map")
    elif i in state.here:
        state.eliminate(unit, "BU-15.0.occupied", "it lands on another unit")
    else:
        state.stand(unit, i)
        state.moved |= 1 << unit
        where = state.game.ground.grid.name(i)
        state.note_unit(unit, "drop", "BU-15.0.move", f"lands in {where} and may not move this phase", to=where)
        british.come(state, unit)
