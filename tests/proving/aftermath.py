"""The battle die and what follows: losses, retreats led by the victor, advances (PG-7.10 to 7.17)."""

from __future__ import annotations

from ardennes.engine import Action, Chance, Decision, Die, Kind, Options, Reason, Step
from ardennes.engine.chance import Roll
from tests.proving.assault import battle_of
from tests.proving.state import LIMIT, Ground, Unit, shake
from tests.proving.tally import defenders, result, tally
from tests.proving.walking import with_room

RETREAT = 2  # hexes


class Fire(Step[Ground]):
    """The battle die."""

    name = "fire"

    def ask(self, state: Ground) -> Chance:
        _, side, targets, *_ = state.top
        reason = f"the battle of {' and '.join(targets)}"
        key = (state.turn, side, self.name, *targets)
        return Chance(rule="PG-7.10", reason=reason, key=key, dice=[Die(side)], side=side)

    def roll(self, state: Ground, roll: Roll) -> None:
        battle = battle_of(state)
        label = result(state, tally(state, battle).column, int(roll[0]))
        defending = tuple(unit.name for unit in defenders(state, battle))
        state.pop()
        text = f"{' and '.join(battle.targets)}: {label}"
        state.note("result", "PG-7.10", text, side=battle.side, at=battle.targets[0], label=label)
        self._follow(state, battle.side, battle.targets, battle.attackers, defending, label)

    def _follow(
        self, state: Ground, side: str, targets: tuple[str, ...], attackers: tuple[str, ...],
        defending: tuple[str, ...], label: str,
    ) -> None:  # fmt: skip
        enemy = state.enemy(side)
        if label == "AE":
            for name in attackers:
                state.lose_step(name, "PG-7.17")
        elif label == "AL":
            state.push("losses", side, attackers, 1)
        elif label == "DL":
            state.push("losses", enemy, defending, 1)
        elif label == "DE":
            for name in defending:
                state.eliminate(name, "PG-7.10")
            state.push("advance", side, targets, attackers)
        elif label in ("DR", "DS"):
            state.push("advance", side, targets, attackers)
            leader = side if state.on("victor") else enemy
            state.push("retreat", leader, defending, RETREAT, (), label)


class Losses(Step[Ground]):
    """Steps are lost by the owner's choice. Frame: the owner, the units, how many steps."""

    name = "losses"

    def ask(self, state: Ground) -> Decision | None:
        _, side, names, count = state.top
        alive = [name for name in names if state.steps[state.unit(name).number]]
        if not count or not alive:
            state.pop()
            return None
        options = Options([Action("lose", name) for name in alive])
        return Decision(side, self.name, Kind.LOSS, f"Lose {count} steps", "PG-7.17", options)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        name, side, names, count = state.top
        state.put(name, side, names, count - 1)
        state.lose_step(action.thing, "PG-7.17")


class Retreat(Step[Ground]):
    """Unit after unit retreats. Frame: who leads, the units, hexes to go, the way so far, the result."""

    name = "retreat"

    def ask(self, state: Ground) -> Decision | None:
        _, leader, names, left, path, label = state.top
        if not names:
            state.pop()
            return None
        unit = state.unit(names[0])
        if not left:
            if label == "DS":
                state.note("shaken", "PG-7.14", f"{unit.name} is shaken", side=unit.side, piece=unit.name)
                shake(state, unit.name)
            self._next(state)
            return None
        steps = ways_out(state, unit, state.at[unit.name], left, path)
        if not steps:
            state.eliminate(unit.name, "PG-7.12")
            self._next(state)
            return None
        rule = "PG-7.11" if leader != unit.side else "PG-7.16"
        options = Options([Action("step", place) for place in steps])
        prompt = f"{unit.name} retreats, {left} to go"
        return Decision(leader, self.name, Kind.RETREAT, prompt, rule, options, facts={"unit": unit.name})

    def _next(self, state: Ground) -> None:
        name, leader, names, _, _, label = state.top
        state.put(name, leader, names[1:], RETREAT, (), label)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        name, leader, names, left, path, label = state.top
        here = state.at[names[0]]
        state.place(names[0], action.thing)
        state.put(name, leader, names, left - 1, (*path, here), label)
        state.note("retreat", decision.rule, f"{names[0]} falls back", piece=names[0], at=here, to=action.thing)

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        if action.verb != "step":
            return None
        return Reason("PG-7.11", f"The retreat cannot be completed over {action.thing}.")


def ways_out(state: Ground, unit: Unit, here: str, left: int, path: tuple[str, ...]) -> list[str]:
    """The next hexes of every retreat that can be completed."""
    grid = state.game.board.grid
    enemy = state.enemy(unit.side)
    open_ = grid.around(grid.bit(here)) & ~state.occupied(enemy) & ~state.zone(enemy) & ~grid.mask((*path, here))
    if left == 1:
        return grid.names(open_ & with_room(state, unit))
    return [place for place in grid.names(open_) if ways_out(state, unit, place, left - 1, (*path, here))]


class Advance(Step[Ground]):
    """Attackers enter the hexes that became empty. Frame: the side, the hexes, the attackers."""

    name = "advance"

    def ask(self, state: Ground) -> Decision | None:
        _, side, targets, attackers = state.top
        if not targets:
            state.pop()
            return None
        able = self._able(state)
        if not able:
            state.put(self.name, side, targets[1:], attackers)
            return None
        options = Options([Action("advance", name) for name in able], [Action("done")])
        return Decision(side, self.name, Kind.ADVANCE, f"Who advances to {targets[0]}?", "PG-7.13", options)

    def _able(self, state: Ground) -> list[str]:
        _, side, targets, attackers = state.top
        grid = state.game.board.grid
        there = grid.index(targets[0])
        if state.occupied(state.enemy(side)) >> there & 1 or len(state.stack(side, targets[0])) >= LIMIT:
            return []
        near = [name for name in attackers if state.at[name] in grid]
        return [name for name in near if grid.distance(grid.index(state.at[name]), there) == 1]

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        _, side, targets, attackers = state.top
        if action.verb == "done":
            state.put(self.name, side, targets[1:], attackers)
            return
        before = state.at[action.thing]
        state.place(action.thing, targets[0])
        rest = tuple(name for name in attackers if name != action.thing)
        state.put(self.name, side, targets, rest)
        state.note("advance", "PG-7.13", f"{action.thing} advances", piece=action.thing, at=before, to=targets[0])
