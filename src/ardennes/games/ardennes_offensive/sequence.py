"""Sequence of play (AO-4.0): which phase follows which, and what is automatic."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.engine.step import Bare
from ardennes.games.ardennes_offensive import bridges, supply, victory
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SIDES
from ardennes.games.ardennes_offensive.state import UNKNOWN, Position

PHASES = ("reinforcement", "supply", "movement", "combat", "mechanized")
ORDER = tuple(f"{side} {phase}" for side in SIDES for phase in PHASES)
SETUP = tuple(f"{side} setup" for side in reversed(SIDES))  # the Allied player sets up first (AO-4.2)


def begin_turn(state: Position, turn: int) -> None:
    """A Game-Turn begins with the German Player-Turn; from Game-Turn 6 with the die for his table (AO-R.41)."""
    state.turn = turn
    state.phasing = GERMAN
    state.set_step(ORDER[0])
    state.note("turn", "AO-4.0", f"Game-Turn {turn} begins")
    if not state.standard and turn >= state.game.tables["crt_use"]["die_from"]:
        state.push(TableDie.name)


def next_phase(state: Position) -> None:
    """The phase in play ends; the next one, or the next Player-Turn, or the next Game-Turn begins."""
    at = ORDER.index(state.phase)
    state.able = UNKNOWN
    if at + 1 == len(ORDER):
        _end_player_turn(state)
        _end_turn(state)
        return
    name = ORDER[at + 1]
    if name == ORDER[len(PHASES)]:
        _end_player_turn(state)
        state.phasing = ALLIED
    state.put(name)


def _end_player_turn(state: Position) -> None:
    state.fought = state.obliged = 0
    supply.remove_markers(state)


def _end_turn(state: Position) -> None:
    """Points are tallied, the marker moves on, or the game ends (AO-4.1.C, AO-16.0.E)."""
    victory.tally(state)
    if state.over:
        return
    if state.turn >= state.game.tables["turns"]["count"]:
        state.note("turn", "AO-2.1", f"Game-Turn {state.turn} was the last")
        victory.decide(state)
        return
    state.note("turn", "AO-4.1.C", f"Game-Turn {state.turn} ends")
    begin_turn(state, state.turn + 1)


class SupplyJudgment(SidePhase[Position]):
    """The Supply Judgment Phase: nobody decides anything (AO-4.1.2)."""

    frame = Bare

    def ask(self, state: Position) -> None:
        """Judge bridges, then supply, and go on."""
        self.announce(state, "AO-4.1.2", "Supply Judgment Phase: supply and bridge interdiction are judged")
        bridges.judge(state)
        supply.judge(state)
        next_phase(state)


class TableDie(Step[Position]):
    """The die at the beginning of a Game-Turn that may put the German on the standard table (AO-10.3)."""

    name = "table die"
    frame = Bare

    def ask(self, state: Position) -> Chance:
        """One die."""
        reason = "German CRT: on a 1 the German player changes to the standard table"
        key = (state.turn, self.name, 0)
        return Chance(rule="AO-R.41", reason=reason, key=key, dice=[Die("german")], side="german")

    def roll(self, state: Position, roll: Roll) -> None:
        """A 1 changes the table for good."""
        state.pop()
        state.standard = roll[0] == state.game.tables["crt_use"]["standard_on"]
        word = "changes to the standard CRT" if state.standard else "keeps his initial CRT"
        state.note("roll", "AO-10.3", f"Die roll {roll[0]}: the German player {word}", side="german")
