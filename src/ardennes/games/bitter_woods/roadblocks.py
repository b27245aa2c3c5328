"""Dice in mid-move (BW-29.1.toll, 29.4): what Allied units meet where parachutists or commandos are."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters.motion import Motion
from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import lasting
from ardennes.games.bitter_woods.forces import ALLIED, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited


def met(state: Position) -> None:
    """A unit in motion has entered a hex: the dice that it owes there, first for a company, then for commandos."""
    frame: Motion.Frame = state.top
    if state.game.forces.side[frame.unit] != ALLIED:
        return
    if lasting.town_of_commandos(state) >> frame.hex & 1:
        state.push("deception", frame.unit, frame.hex)
    if lasting.with_companies(state, several=False) >> frame.hex & 1:
        state.push("toll", frame.unit, frame.hex)


class Roadblock(Step[Position]):
    """A die of a unit in motion in the hex that it has entered."""

    rule: str
    what: str

    class Frame(NamedTuple):
        """The unit and the hex."""

        step: str
        unit: int
        hex: int

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        frame: Roadblock.Frame = state.top
        name, place = state.game.forces.names[frame.unit], state.game.ground.grid.name(frame.hex)
        called = state.game.forces.display_names[frame.unit]
        return Chance(
            rule=self.rule,
            reason=f"{self.what} {called} in {place}",
            key=(state.turn, state.phase, self.name, name, place, len(state.frames[-2].way)),
            dice=(Die(name),),
            side=SIDES[ALLIED],
        )

    def note(self, state: Position, frame: Frame, text: str) -> None:
        """Say how it went."""
        state.note_unit(frame.unit, "effect", self.rule, text, at=state.game.ground.grid.name(frame.hex))


class Toll(Roadblock):
    """One company of parachutists: a point more on a high die (BW-29.1.toll)."""

    name = "toll"
    rule = "BW-29.1.toll"
    what = "Whether parachutists hold up"

    def roll(self, state: Position, roll: Roll) -> None:
        """It pays, or not."""
        frame: Roadblock.Frame = state.pop()
        table, die = state.game.tables["happening"][lasting.COMPANIES]["toll"], int(roll[0])
        if die in table["on"]:
            pay(state, lasting.toll(state))
            self.note(state, frame, f"is held up by parachutists: die {die}, one extra point")
        else:
            self.note(state, frame, f"brushes parachutists aside: die {die}")


def pay(state: Position, parts: int) -> None:
    """The unit in motion has spent more."""
    below = state.frames[-1]
    if isinstance(below, Roadblock.Frame):
        top = state.pop()
        state.amend(spent=state.top.spent + parts)
        state.push(*top)
    else:
        state.amend(spent=below.spent + parts)


class Deception(Roadblock):
    """Commandos as military police: no roads on this Game-Turn, or no step more (BW-29.4)."""

    name = "deception"
    rule = "BW-29.4"
    what = "Whether commandos misdirect"

    def roll(self, state: Position, roll: Roll) -> None:
        """It goes on, leaves the roads, or stops."""
        frame: Roadblock.Frame = state.pop()
        effect, die = lasting.infested(state), int(roll[0])
        assert effect is not None
        table = lasting.table_of(state, effect)
        if die in table["stops"]:
            self.note(state, frame, f"is stopped by false military police: die {die}")
            moving: Motion.Frame = state.pop()
            state.game.steps["motion"].finish(state, moving)  # type: ignore[attr-defined]
        elif die in table["no_roads"]:
            state.change_effect(effect, units=effect.units | 1 << frame.unit)
            text = cited(f"is misdirected: die {die}, no roads for the rest of the Game-Turn", "BW-R.94")
            self.note(state, frame, text)
        else:
            self.note(state, frame, f"is not taken in by false military police: die {die}")
