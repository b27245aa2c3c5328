"""The barrage: up to twenty-seven dice in one roll, with exact measures instead of a list (PG-10)."""

from __future__ import annotations

from ardennes.engine import Action, Battle, Chance, Decision, Die, Kind, Line, Measure, Odds, Options, Step
from ardennes.engine.chance import Roll
from tests.proving import frames
from tests.proving.state import Ground

DONE = Action("done")
FACES = 12
RANGE = 2


def in_range(state: Ground, place: str) -> list[str]:
    """The lots that can still bombard a hex."""
    grid = state.game.board.grid
    there = grid.index(place)
    near = [lot for lot in sorted(state.lots) if grid.distance(grid.index(lot.partition("@")[2]), there) <= RANGE]
    return [lot for lot in near if lot not in state.fought]


def chances_of_hits(dice: list[int]) -> tuple[float, ...]:
    """The exact chances of so many hits, of dice that each hit at this or less."""
    chances = [1.0]
    for best in dice:
        p = best / FACES
        chances = [
            (chances[n] * (1 - p) if n < len(chances) else 0.0) + (chances[n - 1] * p if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return tuple(chances)


def dice_of(state: Ground, lots: tuple[str, ...]) -> list[tuple[str, int]]:
    """A lot's name and the number it hits at, for every piece of it."""
    table = state.game.tables["barrage"]
    return [(lot, int(table[lot.partition("@")[0]])) for lot in lots for _ in range(state.lots.get(lot, 0))]


def odds(state: Ground, battle: Battle) -> Odds:
    """Hits, steps lost and the chance to clear the hex, each exact."""
    dice = dice_of(state, battle.attackers)
    hits = chances_of_hits([best for _, best in dice])
    steps = sum(state.steps[unit.number] for place in battle.targets for unit in state.stack("blue", place))
    lost = (*hits[:steps], sum(hits[steps:])) if len(hits) > steps else hits
    cleared = sum(hits[steps:]) if steps else 1.0
    measures = (
        Measure("hits", sum(n * p for n, p in enumerate(hits)), hits),
        Measure("steps lost", sum(n * p for n, p in enumerate(lost)), lost),
        Measure("hex cleared", cleared, (1 - cleared, cleared), "cleared"),
    )
    lines = tuple(Line("PG-10.1", f"{lot} hits at {best}", 0, best, lot) for lot, best in dict.fromkeys(dice))
    return Odds(lines, len(dice), steps, f"{len(dice)} dice", measures=measures)


class Barrage(Step[Ground]):
    """Red chooses a hex to bombard, or goes on."""

    name = "barrage"
    frame = frames.Bombard

    def ask(self, state: Ground) -> Decision | None:
        now: frames.Bombard = state.top
        if now.target:
            return self._ask_who(state, now)
        places = sorted({state.at[unit.name] for unit in state.on_board("blue")})
        targets = [Action("target", place) for place in places if in_range(state, place)]
        if not targets:
            state.pop()
            return None
        options = Options(targets, [DONE])
        return Decision("red", self.name, Kind.TARGET, "Bombard a hex?", "PG-10.1", options)

    def _ask_who(self, state: Ground, now: frames.Bombard) -> Decision:
        joins = [Action("join", lot) for lot in in_range(state, now.target) if lot not in now.lots]
        options = Options(joins, [DONE] if now.lots else [])
        return Decision("red", self.name, Kind.JOIN, f"Who bombards {now.target}?", "PG-10.1", options)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Bombard = state.top
        if action.verb == "target":
            state.push(self.name, action.thing)
        elif action.verb == "join":
            state.amend(lots=(*now.lots, action.thing))
        elif not now.target:
            state.pop()
        else:
            state.fought = (*state.fought, *now.lots)
            state.amend(step="salvo")


class Salvo(Step[Ground]):
    """All dice of a barrage in one roll."""

    name = "salvo"
    frame = frames.Bombard

    def ask(self, state: Ground) -> Chance:
        now: frames.Bombard = state.top
        dice = [Die(lot, FACES) for lot, _ in dice_of(state, now.lots)]
        key: tuple[str | int, ...] = (state.turn, self.name, now.target, *now.lots)
        return Chance(rule="PG-10.1", reason=f"the barrage on {now.target}", key=key, dice=dice, side="red")

    def roll(self, state: Ground, roll: Roll) -> None:
        now: frames.Bombard = state.pop()
        faces = [int(face) for face in roll]
        hits = sum(face <= best for face, (_, best) in zip(faces, dice_of(state, now.lots), strict=True))
        text = f"{hits} hits on {now.target}"
        state.note("result", "PG-10.2", text, side="red", at=now.target, label=str(hits))
        defending = tuple(unit.name for unit in state.stack("blue", now.target))
        state.push("losses", "blue", defending, hits)
