"""Steps of the proving game as a correction of its rules might leave them, each stricter than before."""

from __future__ import annotations

from ardennes.engine import Action, Chance, Decision, Die, Options, Reason
from tests.proving.state import Ground
from tests.proving.turn import DONE, Alarm, Plan, SetUp

STACKED = """\
ardennes journal 1
game proving
rules 1
scenario meeting

blue pick B1
blue put 0206
blue pick B2
blue put 0206
"""  # what `OneToAHex` forbids in its last line


class OneToAHex(SetUp):
    """As corrected: no two units begin in one hex."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        free = [one for one in asked.options if one.verb != "put" or not state.stack("blue", one.thing)]
        asked.options = Options(free)
        return asked

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        return Reason("PG-6.1", f"{action.thing} holds a unit already.") if action.verb == "put" else None


class OneMission(Plan):
    """As corrected: a side flies one mission a turn."""

    def ask(self, state: Ground) -> Decision:
        asked = super().ask(state)
        if state.viewer in (None, asked.side) and state.planned[asked.side]:
            asked.options = Options([DONE])
        return asked


class TwoDice(Alarm):
    """As corrected: the alarm is rolled with two dice."""

    def ask(self, state: Ground) -> Chance | None:
        due = super().ask(state)
        if due is not None:
            due.dice = (Die("blue"), Die("white"))
        return due
