"""What planners, overlays and explanations ask of a position (PG-8, 9)."""

from __future__ import annotations

from ardennes.engine import Battle, Goal, Reached, Standing, Supplied
from tests.proving.assault import battle_of
from tests.proving.state import FIGHTING, Ground
from tests.proving.walking import allowance, ends, flooded

BATTLE_STEPS = ("declare", "support", "answer", "lower", "ground", "fire")
SUPPLY_RANGE = 6


def battle(state: Ground) -> Battle | None:
    """The battle on top of the stack, an assault or a barrage."""
    if not state.frames:
        return None
    now = state.top
    if now.step in BATTLE_STEPS:
        return battle_of(state)
    if now.step in ("barrage", "salvo") and now.target:
        return Battle("barrage", "red", (now.target,), now.lots)
    return None


def reach(state: Ground, piece: str) -> Reached:
    """Where a unit can go in its next movement phase."""
    grid = state.game.board.grid
    rested = state.copy()
    rested.moved = [0] * len(rested.moved)
    rested.entered = 0
    unit = state.unit(piece)
    way = allowance(rested, unit)
    if rested.at[piece] not in grid and rested.at[piece] not in state.game.board.boxes:
        return Reached({}, 2)
    found = flooded(rested, way)
    places = ends(rested, way, found.mask)
    costs = {grid.name(i): found.cost(i) or 0 for i in grid.sorted(places)}

    def path(place: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(grid.name(stand.hex) for stand in found.stands(grid.index(place))))

    return Reached(costs, 2, path)


def supply(state: Ground, piece: str) -> Supplied:
    """Whether a path of at most six hexes leads to the unit's own edge."""
    grid = state.game.board.grid
    here = state.hex_of(piece)
    side = state.unit(piece).side
    if not here:
        return Supplied("off the board", "PG-8.1")
    enemy = state.enemy(side)
    closed = state.occupied(enemy) | state.zone(enemy) & ~state.occupied(side)
    edge = state.game.board.regions["west" if side == "red" else "east"]
    before = {grid.index(here): -1}
    front = [grid.index(here)]
    for _ in range(SUPPLY_RANGE + 1):
        home = next((h for h in front if edge >> h & 1), None)
        if home is not None:
            return Supplied("supplied", "PG-8.1", tuple(grid.name(h) for h in _back(home, before)))
        front = [j for h in front for j in grid.neighbours(h) if _claim(j, h, before, closed)]
    return Supplied("unsupplied", "PG-8.2")


def _claim(there: int, here: int, before: dict[int, int], closed: int) -> bool:
    if there < 0 or there in before or closed >> there & 1:
        return False
    before[there] = here
    return True


def _back(at: int, before: dict[int, int]) -> list[int]:
    path = []
    while at >= 0:
        path.append(at)
        at = before[at]
    return path[::-1]


def control(state: Ground, place: str) -> str | None:
    """Who stands in a hex, or held the town last."""
    for side in state.game.sides:
        if place in state.game.board.grid and state.occupied(side) & state.game.board.grid.bit(place):
            return side
    return state.town if place == state.game.town else None


def worth(state: Ground, piece: str) -> float:
    """A unit's steps, fighting units twice; a lot's count."""
    if "@" in piece:
        return float(state.lots.get(piece, 0))
    unit = state.unit(piece)
    return state.steps[unit.number] * (2.0 if unit.kind in FIGHTING else 1.0)


def goals(state: Ground, side: str) -> tuple[Goal, ...]:
    """The town for both; the exit for Red to reach and for Blue to deny."""
    town = Goal(state.game.town, 2, "hold", "at the end", "PG-9.2")
    way_out = Goal("exit", 1, "exit" if side == "red" else "deny", "at once", "PG-9.1")
    return town, way_out


def standing(state: Ground) -> tuple[Standing, ...]:
    """Every way to win."""
    last = f"turn {state.game.scenarios[state.scenario].turns}"
    grid = state.game.board.grid
    east = [unit for unit in state.fighting("red") if state.game.east & grid.bit(state.at[unit.name])]
    return (
        Standing("units off the board", state.exited, 2, "at once", "PG-9.1", "red"),
        Standing("the town", int(state.town == "red"), 1, last, "PG-9.2", "red"),
        Standing("red units east of the river", len(east), 0, last, "PG-9.4", "blue"),
        Standing("red fighting units", len(state.fighting("red")), 0, "at once", "PG-9.3", "blue"),
        Standing("blue fighting units", len(state.fighting("blue")), 0, "at once", "PG-9.3", "red"),
    )
