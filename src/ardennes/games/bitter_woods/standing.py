"""Standing instead of retreating (BW-24.4, an option): a leader has units in his range take losses and stay."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import first_bar
from ardennes.counters.roster import replaced
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import battlegroup
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.leaders import able, among, bars, beside, led, must_go
from ardennes.games.bitter_woods.results import NUMBERS, elsewhere
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

RETREAT = "retreat"


def _followers(state: Position, units: int) -> int:
    """The leaders in whose hexes all units retreat: they retreat too (BW-R.81)."""
    leaders = beside(state, units)
    return sum(1 << leader for leader in bits(leaders) if not state.stack(state.at[leader]) & ~units)


class Stand(Step[Position]):
    """Whether a leader has units stand, at the price of losses (BW-24.4)."""

    name = "stand"

    class Frame(NamedTuple):
        """Whose, how many hexes, and who must retreat."""

        step: str
        side: int
        hexes: int
        units: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which leader; nobody is asked where none can."""
        frame: Stand.Frame = state.top
        units = frame.units & state.playing[frame.side]
        leaders = able(state, frame.side, frame.hexes, units) if units else 0
        regroup = battlegroup.offers(state, units)
        if not leaders and not (regroup and possible(state, frame.side, frame.hexes, units)):
            state.pop()
            _retreat(state, frame, units)
            return None
        losses = count(frame.hexes, "loss")
        prompt = f"Retreat {NUMBERS[frame.hexes]}, or choose a leader: units in his range stand fast and take {losses}"
        options = Options(Masked(state.game.actions.influence, leaders), regroup, (DONE,))
        facts = {"hexes": frame.hexes, "units": units.bit_count()}
        return Decision(
            SIDES[frame.side], self.name, Kind.CHOOSE, prompt, "BW-24.4", options, default=DONE, facts=facts
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """They retreat, or a leader's units take as many losses as hexes, and the others retreat (BW-24.4.shock)."""
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        frame: Stand.Frame = state.pop()
        units = frame.units & state.playing[frame.side]
        if action == DONE:
            _retreat(state, frame, units)
            return
        leader = state.game.forces.index[action.thing]
        staying = led(state, leader, units)
        state.influenced[leader] = state.influenced.get(leader, 0) + 1
        forces, losses = state.game.forces, count(frame.hexes, "loss")
        stand = f"has {forces.called(staying)} stand for {losses} instead of retreating"
        state.note_unit(leader, "influence", "BW-24.4", cited(cited(stand, "BW-R.83"), "BW-R.79"))
        if going := units & ~staying:
            where = f"{forces.called(going)} must still retreat"
            state.note("influence", "BW-24.4.shock", where, side=SIDES[frame.side])
        for unit in bits(must_go(state, units)):
            state.note_unit(unit, "influence", "BW-21.3.retreat", "is shocked and not in a fortification")
        _retreat(state, frame, going)
        for _ in range(frame.hexes):
            state.push(
                "loss", frame.side, staying | among(state, staying), "BW-24.4", "standing fast instead of retreating"
            )

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the leader."""
        frame: Stand.Frame = state.top
        if action.verb in battlegroup.REGROUP:
            return battlegroup.why_not(state, action, frame.units)
        if action.verb != "influence":
            return elsewhere(action) or Reason("BW-24.4", "First decide whether the units stand fast or retreat.")
        units = frame.units & state.playing[frame.side]
        bar = first_bar(state.game.forces.index[action.thing], bars(state, frame.side, frame.hexes, units))
        return bar and bar.reason(state.game.forces.call(action.thing))


def possible(state: Position, side: int, hexes: int, units: int, first: int = 0) -> bool:
    """Whether a leader may have units stand, or could if Peiper's group split: battalions take more losses (BW-R.109).

    `first` are losses that come before.
    """
    if able(state, side, hexes, units, first):
        return True
    group = state.game.battlegroup
    if not units >> group.whole & 1 or not state.staff or not battlegroup.played(state):
        return False
    supposed = state.copy()
    supposed.regrouped = False  # the die of this combat is rolled by then
    if battlegroup.why_not(supposed, battlegroup.SEPARATE, units):
        return False
    supposed.split(group.assembly)
    return bool(able(supposed, side, hexes, replaced(units, 1 << group.whole, group.parts), first))


def _retreat(state: Position, frame: Stand.Frame, units: int) -> None:
    if not units:
        return
    with_ = _followers(state, units)
    for leader in bits(with_):
        state.note_unit(leader, "retreat", "BW-R.81", "must retreat: all units in his hex do")
    state.push(RETREAT, frame.side, frame.hexes, units | with_)
