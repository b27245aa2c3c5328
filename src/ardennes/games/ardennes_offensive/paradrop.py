"""The German paradrop (AO-15.0): von der Heydte lands on Game-Turn 2 and survives on a 1 or a 2."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import POOL
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.speech import both
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN
from ardennes.games.ardennes_offensive.stacking import with_room
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import controlled


def drop_is_due(state: Position) -> bool:
    """Whether the unit must be dropped in this phase."""
    drop = state.game.tables["paradrop"]
    return bool(state.turn == drop["game_turn"] and state.at[state.game.paratroops] == POOL)


def landing_ground(state: Position) -> int:
    """Where the unit may land: live hexes that no bar covers."""
    return free(state.game.ground.grid.all, landing_bars(state))


def landing_bars(state: Position) -> tuple[Bar, ...]:
    """The hexes on which the unit may not land, in the order in which a player would be told."""
    ground = state.game.ground
    crowded = state.held[GERMAN] & ~with_room(state, state.game.paratroops)
    return (
        Bar("AO-15.0", "is impassable", ground.impassable),
        Bar("AO-R.36", "is off the live map, where no unit may land", ground.dead),
        Bar("AO-15.0", "holds an Allied unit", state.held[ALLIED]),
        Bar("AO-15.0", "is in an Allied ZOC", controlled(state, ALLIED)),
        Bar("AO-R.36", "has no room for another unit", crowded),
        Bar("AO-R.36", "is too close to a German unit in Road Mode", ground.beside(state.cols[GERMAN])),
    )


class Paradrop(Step[Position]):
    """The drop, before any other movement."""

    class Frame(NamedTuple):
        """The hex where the unit has landed and the die is rolled; None at first."""

        step: str
        landed: int | None = None

    name = "paradrop"
    frame = Frame

    def ask(self, state: Position) -> Decision | Chance | None:
        """Where to land, then the die."""
        forces, unit = state.game.forces, state.game.paratroops
        piece, name = forces.names[unit], forces.display_names[unit]
        frame: Paradrop.Frame = state.top
        if frame.landed is not None:
            where = state.game.ground.grid.name(frame.landed)
            key = (state.turn, self.name, piece, 0)
            lives = both(str(face) for face in state.game.tables["paradrop"]["survives"])
            reason = f"Does {name} survive the drop on {where}? Needs {lives.replace('and', 'or')}"
            return Chance(rule="AO-15.0", reason=reason, key=key, dice=[Die(piece)], side="german")
        ground = landing_ground(state)
        if not ground:
            state.note("lapse", "AO-15.0", f"{name} has nowhere to land")
            state.pop()
            return None
        options = Options(Masked(state.game.actions.drop, ground))
        return Decision("german", self.name, Kind.PLACE, f"Choose where {name} is dropped", "AO-15.0", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The unit lands in standard mode, before the die."""
        i = state.game.ground.grid.index(action.thing)
        unit = state.game.paratroops
        state.stand(unit, i)
        state.amend(landed=i)
        state.note_unit(unit, "drop", "AO-R.36", f"is dropped on {action.thing}", to=action.thing)

    def roll(self, state: Position, roll: Roll) -> None:
        """On a 1 or 2 the unit survives, supplied and free to move; else it counts as destroyed (AO-R.49)."""
        unit = state.game.paratroops
        state.pop()
        piece, name = state.game.forces.names[unit], state.game.forces.display_names[unit]
        if roll[0] in state.game.tables["paradrop"]["survives"]:
            state.note(
                "drop", "AO-15.0.after", f"Die roll {roll[0]}: {name} has landed safely", side="german", piece=piece
            )
        else:
            state.eliminate(unit, "AO-R.49", f"lost in the drop on a {roll[0]}")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why the unit cannot land on a hex."""
        if action.verb == "pick":
            return Reason("AO-R.23", "The drop comes before any other movement.")
        if action.verb != "drop":
            return None
        bar = first_bar(state.game.ground.grid.index(action.thing), landing_bars(state))
        return bar.reason(action.thing) if bar else None
