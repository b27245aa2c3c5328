"""Paying with supply tokens: for attacks (2.3), for movement and for blitzes (3.2)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters.bars import first_bar
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import bars, sources
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.words import does

ATTACK, ACTIVATE, BLITZ = "attack", "activate", "blitz"
PURPOSES = {ATTACK: "the attack from", ACTIVATE: "movement from", BLITZ: "a blitz from"}
RULES = {ATTACK: "AA-2.3", ACTIVATE: "AA-3.2", BLITZ: "AA-3.2.e"}
SOURCE_RULES = {ATTACK: "AA-2.3.a", ACTIVATE: "AA-3.2.a", BLITZ: "AA-3.2.a"}


def spend(state: Position, side: int, h: int, source: int, purpose: str) -> None:
    """A token is gone the moment it is spent."""
    state.store(side, source, -1)
    if purpose == ACTIVATE:
        state.activated |= 1 << h
        state.make_ready(h)
    elif purpose == BLITZ:
        state.blitzed |= 1 << h
    if state.heard:
        names = state.game.terrain.names
        text = f"{does(side, 'spend')} a supply token in {names[source]} for {PURPOSES[purpose]} {names[h]}"
        state.note("supply", RULES[purpose], text, side=SIDES[side], at=names[source])
        if not state.stores[side] >> source & 1:
            state.note("supply", "AA-R.16", f"{names[source]} has no tokens left", side=SIDES[side], at=names[source])


def pay(state: Position, side: int, h: int, purpose: str) -> None:
    """Spend a token at once where there is one place to take it from, else ask which."""
    found = sources(state, side, h)
    if found & (found - 1):
        state.push("payment", side, h, purpose)
    else:
        spend(state, side, h, found.bit_length() - 1, purpose)


class Payment(Step[Position]):
    """Which hex gives the token."""

    class Frame(NamedTuple):
        """Who pays for what."""

        step: str
        side: int
        hex: int  # that attacks or is activated
        purpose: str

    name = "payment"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """A hex with a token that may be spent."""
        now: Payment.Frame = state.top
        options = Options(Masked(state.game.handles.pay, sources(state, now.side, now.hex)))
        prompt = f"Choose the hex whose supply token pays for {PURPOSES[now.purpose]} {state.name_of(now.hex)}"
        return Decision(SIDES[now.side], self.name, Kind.PAY, prompt, SOURCE_RULES[now.purpose], options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The token is spent."""
        now: Payment.Frame = state.pop()
        spend(state, now.side, now.hex, state.game.terrain.bit[action.thing], now.purpose)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot give the token."""
        if action.verb != "pay":
            return None
        now: Payment.Frame = state.top
        return why_no_token(state, now.side, now.hex, state.game.terrain.bit[action.thing], now.purpose)


def why_no_token(state: Position, side: int, h: int, source: int, purpose: str) -> Reason | None:
    """Why a hex cannot give the token."""
    terrain = state.game.terrain
    rule, there, bit = SOURCE_RULES[purpose], terrain.names[source], 1 << source
    if not (source == h or terrain.near[h] & bit):
        return Reason(rule, f"{there} is not next to {terrain.names[h]}.")
    if not state.stores[side] & bit:
        return Reason("AA-0.22.e" if _aboard(state, side, source) else rule, f"You have no supply token in {there}.")
    bar = first_bar(source, bars(state, side, rule))
    return bar.reason(there) if bar else None


def _aboard(state: Position, side: int, h: int) -> bool:
    """Whether supply lies in a hex only on a truck."""
    return any(state.load_of(number)[2] for number in state.trucks_at(side, h))


def why_not_payable(state: Position, side: int, h: int, purpose: str) -> Reason | None:
    """Why no token can be found for a hex: the nearest miss is named."""
    terrain = state.game.terrain
    around = (1 << h | terrain.near[h]) & state.stores[side]
    for source in terrain.grid.bits(around):
        return why_no_token(state, side, h, source, purpose)
    for source in terrain.grid.bits((1 << h | terrain.near[h]) & state.parked[side]):
        if _aboard(state, side, source):
            return Reason("AA-0.22.e", f"The tokens in {terrain.names[source]} are on a truck.")
    return Reason(SOURCE_RULES[purpose], f"No supply token in {terrain.names[h]} or next to it can pay.")
