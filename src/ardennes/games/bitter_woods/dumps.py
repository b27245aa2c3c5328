"""Fuel dumps (BW-25, an option): two dumps whose hexes only the Allied player knows until they are revealed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from ardennes.counters import DONE
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.hidden import HIDDEN
from ardennes.games.bitter_woods import lasting
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.fuel import (
    DESTROYED,
    OPTION,
    WORDS,
    all_captured,
    lies,
    matrix,
    names,
    open_sites,
    reveal,
    sites,
    table_of,
    threatened,
)
from ardennes.games.bitter_woods.random_events import by_matrix
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import DEMOLITION, phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

SEEN = (SIDES[ALLIED],)  # who knows where a dump lies
LAST_CHANCE = phase(ALLIED, DEMOLITION)  # the end of the Allied Combat Phase; who declines then is asked as before


class Blasting(Step[Position]):
    """Whether the Allied player blows a dump up; asked wherever one could lie, so that the question tells nothing."""

    name = "dump"

    class Frame(NamedTuple):
        """The hexes in which a dump could lie that could be blown up now."""

        step: str
        hexes: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """His dump in one of these hexes, or nothing; a question without a choice is asked all the same."""
        frame: Blasting.Frame = state.top
        open_ = frame.hexes & threatened(state)
        if not open_:
            state.pop()
            return None
        own = self._own(state, open_) if state.viewer in (None, SIDES[ALLIED]) else 0
        places = ", ".join(state.game.ground.grid.names(open_))
        prompt = f"The enemy is next to {places}: try to blow up a fuel dump, or continue"
        options = Options(Masked(state.game.actions.burn, own), (DONE,))
        return Decision(
            SIDES[ALLIED], self.name, Kind.CHOOSE, prompt, "BW-25.3", options, secret=True, always=True
        )  # fmt: skip

    def _own(self, state: Position, hexes: int) -> int:
        """Those of some hexes with a dump that has not been tried."""
        fresh = [dump for dump in names(state) if dump not in state.blasted]
        return sum(1 << i for i in state.game.ground.grid.bits(hexes) if any(lies(state, dump, i) for dump in fresh))

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Its place is told, then the die falls; or he declines."""
        frame: Blasting.Frame = state.top
        if action == DONE:
            state.pop()
            if state.phase != LAST_CHANCE:
                state.declined |= frame.hexes
                text = "No dump is blown up; the next opportunity is at the end of the next Allied Combat Phase"
                state.note("dump", "BW-25.3.later", cited(text, "BW-R.105"), side=SIDES[ALLIED])
            return
        i = state.game.ground.grid.index(action.thing)
        (dump,) = (name for name in names(state) if name not in state.blasted and lies(state, name, i))
        state.amend(hexes=frame.hexes & ~(1 << i))
        if dump not in state.fuel:
            text = f"{table_of(state, dump)['name']} is in {action.thing}; the Allied player tries to blow it up"
            reveal(state, dump, "BW-25.3.reveal", text)
        state.blasted = (*state.blasted, dump)
        state.push("dump die", dump)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The same sentence for every hex, whatever lies there."""
        if action.verb != "burn":
            return not_in_movement(action)
        return Reason("BW-25.3", cited("None of your dumps can be blown up there now.", "BW-R.105"))


class BlastingDie(Step[Position]):
    """The die for a dump."""

    name = "dump die"

    class Frame(NamedTuple):
        """The dump."""

        step: str
        dump: str

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        dump = state.top.dump
        rule, faces = destroyed_on(state, dump)
        reason = f"{table_of(state, dump)['name']} is destroyed on {_either(faces)}"
        who = SIDES[ALLIED]
        return Chance(rule=rule, reason=reason, key=(state.turn, self.name, dump), dice=(Die(who),), side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """It is destroyed, or not."""
        dump, die = state.pop().dump, int(roll[0])
        rule, faces = destroyed_on(state, dump)
        gone = die in faces
        if gone:
            state.fuel[dump] = DESTROYED
        what = "is destroyed" if gone else "is not destroyed"
        text = f"{table_of(state, dump)['name']} {what}: rolled {die}, needed {_either(faces)}"
        place = state.game.ground.grid.name(state.dumps[dump])
        state.note("dump", rule, text, side=SIDES[ALLIED], at=place)


def destroyed_on(state: Position, dump: str) -> tuple[str, list[int]]:
    """The faces that destroy a dump, and the rule behind them (BW-25.3, BW-38.1.7)."""
    hard = lasting.hard_to_destroy(state, dump) if state.effects else None
    if hard:
        return hard[0], list(hard[1])
    faces: list[int] = state.game.tables["dumps"]["destroyed"]
    return "BW-25.3", faces


def _either(faces: list[int]) -> str:
    """Faces in a row.

    >>> _either([1, 2, 3]), _either([1])
    ('1-3', '1')
    """
    return f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else str(faces[0])


# ---- where they lie (BW-25.1) ----


def begin(state: Position) -> None:
    """The Allied player rolls in secret for each dump that has no place yet."""
    for dump in reversed(names(state)):
        if dump not in state.dumps:
            state.push("dump site", dump)


class SiteDice(Step[Position]):
    """Two dice that only the Allied player sees."""

    name = "dump site"
    frame = BlastingDie.Frame

    def ask(self, state: Position) -> Chance:
        """Two dice."""
        dump, who = state.top.dump, SIDES[ALLIED]
        return Chance(
            rule="BW-25.1", reason=f"Where {table_of(state, dump)['name'].lower()} is", key=(self.name, dump),
            dice=(Die("first"), Die("second")), side=who, seen_by=SEEN,
        )  # fmt: skip

    def roll(self, state: Position, roll: Roll) -> None:
        """The sum is read on the matrix."""
        dump = state.pop().dump
        table, sum_ = table_of(state, dump), sum(map(int, roll))
        state.dumps[dump] = by_matrix(state, state.game.ground.grid.index(table["centre"]), sum_)
        place = state.game.ground.grid.name(state.dumps[dump])
        text = cited(f"{table['name']} is in {place}: the dice total {sum_}", "BW-R.87")
        state.note("dump", "BW-25.1", text, side=SIDES[ALLIED], seen_by=SEEN)


# ---- secrets ----


def conceal(view: Position, viewer: str) -> None:
    """Whoever is not the Allied player does not know the hex of a dump that has not been revealed."""
    if viewer != SIDES[ALLIED]:
        for dump in view.dumps:
            if dump not in view.fuel:
                view.dumps[dump] = cast(int, HIDDEN)


def fill(state: Position, viewer: str, rng: random.Random) -> None:
    """Hexes that fit what everybody knows, all equally likely."""
    if viewer != SIDES[ALLIED]:
        for dump in state.dumps:
            if dump not in state.fuel:
                state.dumps[dump] = rng.choice(list(state.game.ground.grid.bits(sites(state, dump))))


# ---- soundness and position files ----


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong with the dumps."""
    if OPTION not in state.optional:
        fields = (state.dumps, state.fuel, state.searched, state.alarm, state.declined, state.blasted, state.fuelled)
        if any(fields):
            yield "fuel dumps are given, but the option is not chosen"
        return
    grid = state.game.ground.grid
    for dump, i in state.dumps.items():
        if cast(Any, i) is not HIDDEN and not matrix(state, dump) >> i & 1:
            yield f"the dump {dump} is in {grid.name(i)}"
    if held := open_sites(state) & state.held[GERMAN]:
        yield f"Germans are in {', '.join(grid.names(held))} and have not looked for a dump"


def place(state: Position, hidden: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Set dumps as a position file has them; yields what is wrong, each fault with its table and key."""
    grid = state.game.ground.grid
    for dump, where in hidden.items():
        if dump not in names(state):
            yield "hidden", dump, f"there is no dump “{dump}”; there are {' and '.join(names(state))}"
            return
        around = grid.names(matrix(state, dump))
        if where not in around:
            yield "hidden", dump, f"{where} is not on the matrix: the dump is in {', '.join(around)} (BW-25.1)"
            return
        state.dumps[dump] = grid.index(where)
    for dump, word in known.items():
        if dump not in state.dumps or word not in WORDS:
            yield "markers", "fuel", f"a dump in [hidden] must be {', '.join(WORDS)}, not “{word}”"
            return
        state.fuel[dump] = WORDS[word]
    state.fuelled |= all_captured(state)
    state.searched |= open_sites(state) & state.held[GERMAN]
    for dump in names(state):
        if dump in state.fuel or not matrix(state, dump) & state.searched:
            continue
        if dump not in state.dumps:
            yield "options", OPTION, f"say in [hidden] where “{dump}” lies: German units have been next to it (BW-25.1)"
        elif state.searched >> state.dumps[dump] & 1:
            where = grid.name(state.dumps[dump])
            yield "hidden", dump, f"Germans have been in {where}, so the dump is revealed: name it in “fuel” (BW-25.2)"


def steps() -> list[Step[Any]]:
    """The steps of the fuel dumps."""
    return [SiteDice(), Blasting(), BlastingDie()]
