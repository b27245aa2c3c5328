"""What tests of combat share: an attack by all who can, a result that falls whatever the die, a retreat in hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.engine import Decision, Reason
from ardennes.engine.touch import show
from ardennes.games.bitter_woods.course import Course, enter
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import Table, at, game, hex_, unit

Fall = Callable[..., Table]


def attack(table: Table, place: str, *joining: str) -> Table:
    """Attack a hex by some units, or by all who can, without any support; the die is due."""
    table.do(f"target {place}")
    while more := sorted(table.offers("join") & set(joining) if joining else table.offers("join")):
        table.do(f"join {more[0]}")
    table.do("done")
    while table.state.chance is None:
        table.do("done")
    return table


@pytest.fixture
def fall(monkeypatch: pytest.MonkeyPatch) -> Fall:
    """An attack on a hex whose result falls whatever the die: `fall("D2", "1424", "2Pz-3 1324 / 28Inf-110 1424")`."""

    def fight(
        label: str, place: str, pieces: str, *joining: str, step: str = "german combat", turn: int = 9, more: str = ""
    ) -> Table:
        monkeypatch.setitem(game().__dict__, "crt", ((label,) * 6,) * 9)
        return attack(at(step, pieces, turn=turn, more=more), place, *joining).roll(3)

    return fight


def quiet(pieces: str, *, turn: int = 9, side: str = "german", more: str = "") -> Table:
    """A Combat Phase in which only two far-off units could fight: the engine would end a phase without any."""
    return at(f"{side} combat", f"{pieces} / 352VG-914 5301 / 4Inf-12 5302", turn=turn, more=more)


def retreating(table: Table, name: str, hexes: int, *way: str) -> Situation:
    """The moment in which a unit's retreat has come so far; the engine would answer where there is one option."""
    state = table.state.copy()
    number = unit(name)
    state.push("way", number, hexes, (state.at[number], *map(hex_, way)))
    return state


def advancing(table: Table, name: str, hexes: int, *way: str, bonus: bool = True) -> Situation:
    """The moment in which a unit's advance of so many hexes has come so far, whatever has been paid for it so far."""
    state = table.state.copy()
    course = Course(unit(name), 1 << hex_(way[0]), hexes, bonus, (state.at[unit(name)],))
    for place in way:
        course = enter(state, course, hex_(place))
    state.push("advancing", *course)
    return state


def steps(state: Situation) -> set[str]:
    """The hexes and hexsides that a step in hand offers next."""
    decision = game().steps[state.top.step].ask(state)
    assert isinstance(decision, Decision), "nothing is asked"
    return {option.thing for option in decision.options}


def why(state: Situation, line: str) -> str:
    """The rule by which a step in hand refuses an action. Raises AssertionError if it is an option."""
    return refusal(state, line).rule


def refusal(state: Situation, line: str) -> Reason:
    """Why a step in hand refuses an action. Raises AssertionError if it is an option."""
    step, action = game().steps[state.top.step], game().parse(line)
    decision = step.ask(state)
    assert isinstance(decision, Decision), "nothing is asked"
    assert action not in decision.options, f"{line} is possible"
    reason = step.why_not(state, action, decision)
    assert reason is not None, f"{line} is refused without a reason"
    show(reason.rule)
    return reason


def led(table: Table, *places: str) -> Table:
    """Retreats by these hexes where they are offered, else by the first that is; losses by the first unit that may."""
    while not table.state.over and table.asked()[1] in ("retreat", "way", "loss"):
        options = table.options()
        table.do(next((f"step {place}" for place in places if f"step {place}" in options), options[0]))
    return table
