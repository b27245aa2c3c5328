"""A unit under way: step by step or in one go, on foot or in road mode, and whatever meets it (PG-5)."""

from __future__ import annotations

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.hexmap.costs import Costs
from tests.proving.frames import Way
from tests.proving.state import EXIT, Ground, withdrawals
from tests.proving.walking import (
    MODES,
    bridges,
    can_finish,
    costs_on_foot,
    costs_on_roads,
    ends,
    entries,
    exit_price,
    flooded,
    leaving,
)

STOP = Action("stop")


class Motion(Step[Ground]):
    """A picked unit moves until it stops."""

    name = "motion"
    frame = Way

    def ask(self, state: Ground) -> Decision:
        way: Way = state.top
        unit = state.unit(way.piece)
        options = Options(
            [Action("step", place) for place in self._steps(state, way)],
            self._go(state, way),
            [Action("go", EXIT)] if self._go_exit(state, way) else [],
            self._others(state, way),
            [STOP] if self._may_stop(state, way) else [],
        )
        prompt = f"{way.piece} has {way.left / 2:g} points left, {'in road mode' if way.mode == 'road' else 'on foot'}"
        return Decision(unit.side, self.name, Kind.MOVE, prompt, "PG-5.2", options, facts={"left": way.left})

    # ---- what is possible ----

    def _steps(self, state: Ground, way: Way) -> list[str]:
        """The neighbouring hexes that can be paid for and from which the move can still be ended."""
        return [place for place, price in self._prices(state, way).items() if self._ends_well(state, way, place, price)]

    def _prices(self, state: Ground, way: Way) -> dict[str, int]:
        if state.at[way.piece] not in state.game.board.grid:
            return entries(state, way)
        prices = self._neighbours(state, way)
        price = exit_price(state, way)
        return prices if price is None else {**prices, EXIT: price}

    def _neighbours(self, state: Ground, way: Way) -> dict[str, int]:
        grid = state.game.board.grid
        enemy = state.enemy(state.unit(way.piece).side)
        here, costs = grid.index(state.at[way.piece]), self._costs(state, way)
        closed = state.occupied(enemy) | (state.zone(enemy) if way.mode == "road" else 0)
        found = {}
        for there in grid.neighbours(here):
            if there >= 0 and not closed >> there & 1:
                price = costs.cost(here, there)
                if price is not None and price <= way.left:
                    found[grid.name(there)] = price
        return found

    def _costs(self, state: Ground, way: Way) -> Costs:
        if way.mode == "road":
            return costs_on_roads(state)
        return costs_on_foot(state, state.zone(state.enemy(state.unit(way.piece).side)))

    def _ends_well(self, state: Ground, way: Way, place: str, price: int) -> bool:
        if place == EXIT:
            return True
        return can_finish(state.suppose({way.piece: place}), way._replace(left=way.left - price))

    def _go(self, state: Ground, way: Way) -> Masked:
        grid = state.game.board.grid
        here = state.at[way.piece]
        mask = flooded(state, way, careful=True).mask
        return Masked(state.game.go, ends(state, way, mask & ~(grid.bit(here) if here in grid else 0)))

    def _go_exit(self, state: Ground, way: Way) -> bool:
        return bool(leaving(state, way, flooded(state, way, careful=True)))

    def _may_stop(self, state: Ground, way: Way) -> bool:
        grid = state.game.board.grid
        here = state.at[way.piece]
        return here in grid and bool(ends(state, way, grid.bit(here)))

    def _others(self, state: Ground, way: Way) -> list[Action]:
        if state.at[way.piece] not in state.game.board.grid:
            return []
        return [*self._mode(state, way), *self._cargo(state, way), *self._blow(state, way)]

    def _mode(self, state: Ground, way: Way) -> list[Action]:
        here = state.game.board.grid.bit(state.at[way.piece])
        other = MODES[1 - MODES.index(way.mode)]
        zone = state.zone(state.enemy(state.unit(way.piece).side))
        price = state.game.tables["movement"]["mode"]
        if price > way.left or (other == "road" and not here & state.game.roads & ~zone):
            return []
        return [Action("mode", other)] if can_finish(state, way._replace(left=way.left - price, mode=other)) else []

    def _cargo(self, state: Ground, way: Way) -> list[Action]:
        """What a truck can take up or set down here."""
        unit = state.unit(way.piece)
        cargo = [other.name for other in state.game.order[unit.side] if state.at[other.name] == unit.name]
        price = state.game.tables["movement"]["load"]
        if unit.kind != "truck" or price > way.left:
            return []
        later = way._replace(left=way.left - price)
        if cargo:
            here = state.at[unit.name]
            fits = len(state.stack(unit.side, here)) <= 2 and can_finish(state.suppose({cargo[0]: here}), later)
            return [Action("unload", cargo[0])] if fits else []
        stack = state.stack(unit.side, state.at[unit.name])
        free = [other for other in stack if other.kind == "infantry" and not other.parts]
        return [
            Action("load", other.name)
            for other in free
            if not state.moved[other.number] and can_finish(state.suppose({other.name: unit.name}), later)
        ]

    def _blow(self, state: Ground, way: Way) -> list[Action]:
        """Bridges of this hex that infantry may try to blow."""
        if state.unit(way.piece).kind != "infantry" or not self._may_stop(state, way):
            return []
        here = state.at[way.piece]
        return [
            Action("blow", side)
            for side in bridges(state.game.board)
            if here in side.split("/") and side not in state.blown
        ]

    # ---- carrying it out ----

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        way: Way = state.top
        if action.verb == "step":
            self._step(state, way, action.thing)
        elif action.verb == "go":
            self._arrive(state, way, action.thing)
            self._finish(state, way)
        elif action.verb == "stop":
            self._finish(state, way)
        elif action.verb == "blow":
            self._finish(state, way)
            state.push("blow", way.piece, action.thing)
        else:
            self._change(state, way, action)

    def _change(self, state: Ground, way: Way, action: Action) -> None:
        price = state.game.tables["movement"][action.verb]
        rule = "PG-5.5" if action.verb == "mode" else "PG-5.11"
        if action.verb == "mode":
            state.amend(mode=action.thing)
        elif action.verb == "load":
            state.at[action.thing] = way.piece
            state.moved[state.unit(action.thing).number] = 1
        else:
            state.place(action.thing, state.at[way.piece])
            state.moved[state.unit(action.thing).number] = 1
        state.amend(left=way.left - price)
        state.note(action.verb, rule, f"{way.piece}: {action}", piece=way.piece, at=state.at[way.piece])

    def _step(self, state: Ground, way: Way, place: str) -> None:
        price = self._prices(state, way)[place]
        self._arrive(state, way, place)
        if place == EXIT:
            self._finish(state, way)
            return
        state.amend(left=way.left - price)
        unit = state.unit(way.piece)
        met = state.zone(state.enemy(unit.side)) & state.game.board.grid.bit(place)
        if met:
            state.note("zone", "PG-5.4", f"{way.piece} enters an enemy zone", piece=way.piece, at=place)
        if met and unit.side == "red" and state.on("ambush") and not state.sprung:
            state.push("ambush", way.piece)

    def _arrive(self, state: Ground, way: Way, place: str) -> None:
        before = state.at[way.piece]
        rule = "PG-5.2"
        if before in state.game.board.boxes:
            state.entered += 1
            rule = "PG-5.9"
        state.place(way.piece, place)
        if place == EXIT:
            state.exited += 1
            rule = "PG-5.10"
        side = state.unit(way.piece).side
        state.note("move", rule, f"{way.piece} goes to {place}", side=side, piece=way.piece, at=before, to=place)

    def _finish(self, state: Ground, way: Way) -> None:
        finish(state, way.piece)
        state.pop()

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        way: Way = state.top
        board = state.game.board
        if action.verb == "step" and action.thing in board.grid and state.at[way.piece] in board.grid:
            return self._no_step(state, way, action.thing)
        if action.verb in ("stop", "go") and "withdraw" in way.must:
            return Reason("PG-6.4", f"{way.piece} is shaken and must end out of the enemy's zones.")
        if action.verb == "stop":
            return Reason("PG-6.1", "There are two units here, and none of them can make room.")
        if action.verb == "go" and action.thing in board.grid:
            zone = state.zone(state.enemy(decision.side)) & board.grid.bit(action.thing)
            if zone:
                return Reason("PG-5.4", f"{action.thing} is in an enemy zone of control; it takes a step.")
        if action.verb == "mode" and action.thing == "road" and way.mode == "foot":
            return Reason("PG-5.6", "Nobody folds up here: no road, or an enemy zone of control.")
        return None

    def _no_step(self, state: Ground, way: Way, place: str) -> Reason:
        grid = state.game.board.grid
        here, there = grid.index(state.at[way.piece]), grid.index(place)
        enemy = state.enemy(state.unit(way.piece).side)
        if there not in grid.neighbours(here):
            return Reason("PG-5.2", f"{place} is not next to {way.piece}.")
        if state.occupied(enemy) >> there & 1:
            return Reason("PG-5.3", f"{place} holds an enemy.")
        if way.mode == "road" and state.zone(enemy) >> there & 1:
            return Reason("PG-5.6", f"{place} is in an enemy zone of control.")
        price = self._costs(state, way).cost(here, there)
        if price is None:
            return Reason("PG-5.5", f"No road leads from {state.at[way.piece]} to {place}.")
        if price > way.left:
            wet = self._costs(state, way).without(["PG-5.7"]).cost(here, there)
            rule = "PG-5.7" if wet is not None and wet <= way.left else "PG-5.2"
            return Reason(rule, f"{place} costs {price / 2:g}; {way.piece} has {way.left / 2:g}.")
        return Reason("PG-6.4" if "withdraw" in way.must else "PG-6.1", f"From {place} {way.piece} could not end well.")


def finish(state: Ground, piece: str) -> None:
    """A unit has moved; if it got out of the enemy's zones, it is no longer shaken."""
    unit = state.unit(piece)
    state.moved[unit.number] = 1
    here = state.hex_of(piece)
    zone = state.zone(state.enemy(unit.side))
    if not here or not zone & state.game.board.grid.bit(here):
        state.settle(*(duty for duty in withdrawals(state, unit.side) if duty.who == piece))
    if state.exited >= 2 and not state.over:
        state.end("red", "breakout", "PG-9.1")
