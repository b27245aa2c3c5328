"""The battle die and what follows: losses, retreats led by the victor, advances (PG-7.10 to 7.17)."""

from __future__ import annotations

from ardennes.engine import Action, Chance, Decision, Die, Kind, Options, Reason, Step
from ardennes.engine.chance import Roll
from tests.proving import frames
from tests.proving.assault import battle_of
from tests.proving.state import LIMIT, Ground, Unit, shake
from tests.proving.tally import defenders, result, tally
from tests.proving.walking import with_room

RETREAT = 2  # hexes


class Fire(Step[Ground]):
    """The battle die."""

    name = "fire"
    frame = frames.Assault

    def ask(self, state: Ground) -> Chance:
        now: frames.Assault = state.top
        reason = f"the battle of {' and '.join(now.targets)}"
        key: tuple[str | int, ...] = (state.turn, now.side, self.name, *now.targets)
        return Chance(rule="PG-7.10", reason=reason, key=key, dice=[Die(now.side)], side=now.side)

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
            state.push("retreat", leader, defending, RETREAT, label)


class Losses(Step[Ground]):
    """Steps are lost by the owner's choice."""

    name = "losses"
    frame = frames.Losses

    def ask(self, state: Ground) -> Decision | None:
        now: frames.Losses = state.top
        alive = [name for name in now.units if state.steps[state.unit(name).number]]
        if not now.steps or not alive:
            state.pop()
            return None
        options = Options([Action("lose", name) for name in alive])
        return Decision(now.side, self.name, Kind.LOSS, f"Lose {now.steps} steps", "PG-7.17", options)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Losses = state.top
        state.amend(steps=now.steps - 1)
        state.lose_step(action.thing, "PG-7.17")


class Retreat(Step[Ground]):
    """Unit after unit retreats."""

    name = "retreat"
    frame = frames.Retreat

    def ask(self, state: Ground) -> Decision | None:
        now: frames.Retreat = state.top
        if not now.units:
            state.pop()
            return None
        unit = state.unit(now.units[0])
        if not now.left:
            if now.label == "DS":
                state.note("shaken", "PG-7.14", f"{unit.name} is shaken", side=unit.side, piece=unit.name)
                shake(state, unit.name)
            self._next(state)
            return None
        steps = ways_out(state, unit, state.at[unit.name], now.left, now.path)
        if not steps:
            state.eliminate(unit.name, "PG-7.12")
            self._next(state)
            return None
        rule = "PG-7.11" if now.leader != unit.side else "PG-7.16"
        options = Options([Action("step", place) for place in steps])
        prompt = f"{unit.name} retreats, {now.left} to go"
        return Decision(now.leader, self.name, Kind.RETREAT, prompt, rule, options, facts={"unit": unit.name})

    def _next(self, state: Ground) -> None:
        now: frames.Retreat = state.top
        state.amend(units=now.units[1:], left=RETREAT, path=())

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Retreat = state.top
        name = now.units[0]
        here = state.at[name]
        state.place(name, action.thing)
        state.amend(left=now.left - 1, path=(*now.path, here))
        state.note("retreat", decision.rule, f"{name} falls back", piece=name, at=here, to=action.thing)

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
    """Attackers enter the hexes that became empty."""

    name = "advance"
    frame = frames.Advance

    def ask(self, state: Ground) -> Decision | None:
        now: frames.Advance = state.top
        if not now.targets:
            state.pop()
            return None
        able = self._able(state, now)
        if not able:
            state.amend(targets=now.targets[1:])
            return None
        options = Options([Action("advance", name) for name in able], [Action("done")])
        return Decision(now.side, self.name, Kind.ADVANCE, f"Who advances to {now.targets[0]}?", "PG-7.13", options)

    def _able(self, state: Ground, now: frames.Advance) -> list[str]:
        grid, place = state.game.board.grid, now.targets[0]
        there = grid.index(place)
        if state.occupied(state.enemy(now.side)) >> there & 1 or len(state.stack(now.side, place)) >= LIMIT:
            return []
        near = [name for name in now.attackers if state.at[name] in grid]
        return [name for name in near if grid.distance(grid.index(state.at[name]), there) == 1]

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Advance = state.top
        if action.verb == "done":
            state.amend(targets=now.targets[1:])
            return
        before, place = state.at[action.thing], now.targets[0]
        state.place(action.thing, place)
        state.amend(attackers=tuple(name for name in now.attackers if name != action.thing))
        state.note("advance", "PG-7.13", f"{action.thing} advances", piece=action.thing, at=before, to=place)
