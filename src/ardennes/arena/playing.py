"""One match, from the set-up to the last die. Dice are keyed by the event, players' chances by side, turn and call."""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter

import ardennes
from ardennes.ai import Budget, Player
from ardennes.arena.ground import Ground
from ardennes.arena.match import Force, Match, Played, TurnEnd
from ardennes.arena.seats import seat
from ardennes.engine.decision import Kind
from ardennes.engine.event import Event
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.queries import Standing
from ardennes.engine.state import State
from ardennes.hexmap import Board

RUNAWAY = 100_000  # actions after which a game is taken to be endless


def play(match: Match) -> Played:
    """Play a match to its end.

    Whatever goes wrong on the way (a fault of the rules, an order that is refused) is a result too: `error` says what,
    and the journal leads there.
    """
    begun = time.perf_counter()
    table = _Table(match)
    error = ""
    try:
        table.to_the_end()
    except Exception as fault:  # a game that breaks off must not stop the others
        error = "".join(traceback.format_exception(fault)[-3:])
    result = table.state.result
    return Played(
        match,
        result.winner if result else None,
        result.level if result else "",
        result.rule if result else "",
        table.state.turn,
        table.decisions,
        tuple(table.turns),
        str(table.journal),
        error,
        time.perf_counter() - begun,
        tuple(tuple(table.clocks[side].values()) for side in table.game.sides),
    )


def budget(one: Player, match: Match) -> Budget:
    """What a player may think in an answer of this match."""
    whole = one.budget if match.nodes is None else Budget(one.budget.seconds, match.nodes)
    return whole.part(match.share)


class _Table:
    """A game in progress between machines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = ardennes.game(match.game)
        self.state: State = self.game.start(match.scenario, **dict(match.options))
        self.state.listener = self._hear
        self.journal = Journal(self.game.name, self.game.version, match.scenario, dict(self.state.options))
        names = zip(self.game.sides, match.players, strict=True)
        self.players = {side: seat(name).sitting(match.seed) for side, name in names}
        self.budgets = {side: budget(one, match) for side, one in self.players.items()}
        self.clocks: dict[str, dict[int, float]] = {side: {} for side in self.game.sides}
        self.decisions = 0
        self.calls: Counter[tuple[str, int]] = Counter()
        self.lost: Counter[str] = Counter()
        self.turns: list[TurnEnd] = []
        self.turn = self.state.turn
        self.opening = self._standing()
        self.day = self._day()
        board = self.game.board
        asked = match.ground and isinstance(board, Board) and "control" in self.game.queries
        self.ground = Ground(board, self.game.sides) if asked else None

    def to_the_end(self) -> None:
        """Dice and decisions until the game is over. Raises AssertionError where it has no end."""
        state = self.state
        while not state.over:
            chance = state.chance
            if self.ground and self.ground.first is None and not self._setting_up():
                self.ground.look(state)
            if chance is not None:
                roll = chance.keyed(self.match.seed)
                self.journal.entries.append(Entry("roll", "", " ".join(map(str, roll)), chance.seen_by))
                state.roll(roll)
                self._look()
            else:
                self._decide(state.decision.side)
            assert self.decisions < RUNAWAY, f"not over after {RUNAWAY} decisions"

    def _setting_up(self) -> bool:
        return self.state.chance is None and self.state.decision.kind == Kind.SETUP

    def _decide(self, side: str) -> None:
        """Let a side think once, and do what it says."""
        state, turn = self.state, self.state.turn
        call = self.calls[side, turn]
        self.calls[side, turn] += 1
        rng = random.Random(f"{self.match.seed}|{side}|{turn}|{call}")
        view = state.view(side)
        begun = time.thread_time()
        thought = self.players[side].think(view, rng, self.budgets[side])
        clock = self.clocks[side]
        clock[turn] = clock.get(turn, 0.0) + time.thread_time() - begun
        assert thought.actions, f"{self.players[side].name} gave no answer"
        for action in thought.actions:
            secret = not state.over and state.chance is None and state.decision.secret
            self.journal.entries.append(Entry("action", side, str(action), (side,) if secret else None))
            state.apply(action)
            self.decisions += 1
            self._look()

    # ---- what is kept of each turn ----

    def _hear(self, event: Event) -> None:
        if event.kind == "loss":
            self.lost[event.side] += event.pieces

    def _look(self) -> None:
        """Write a turn down as soon as it is over."""
        state = self.state
        if state.turn == self.turn and not state.over:
            return
        if self.turn > 0:
            ground = self.ground.look(state) if self.ground else None
            self.turns.append(TurnEnd(self.turn, self.day, self._closing(), self._forces(), ground))
        self.turn, self.opening, self.day = state.turn, self._standing(), self._day()

    def _standing(self) -> tuple[Standing, ...]:
        return self.state.standing() if "standing" in self.game.queries else ()

    def _closing(self) -> tuple[Standing, ...]:
        """Where things stand now, against what the turn that is over asked for."""
        asked = {one.name: one for one in self.opening}
        return tuple(
            Standing(one.name, one.now, then.needed, then.by, one.rule, one.side)
            for one in self._standing()
            if (then := asked.get(one.name, one))
        )

    def _forces(self) -> tuple[Force, ...]:
        if "units" not in self.game.queries:
            return tuple(Force(side, self.lost[side], 0, 0.0) for side in self.game.sides)
        units = [unit for unit in self.state.units() if unit.place and unit.attack + unit.defence > 0]
        return tuple(
            Force(
                side,
                self.lost[side],
                sum(unit.count for unit in units if unit.side == side),
                float(sum(unit.count * unit.attack for unit in units if unit.side == side)),
            )
            for side in self.game.sides
        )

    def _day(self) -> str:
        """The day of the turn, where the game's screen names it; asked for only where the ground is kept."""
        if not self.match.ground:
            return ""
        return self.game.screen(self.state.view(None)).turn.day or ""
