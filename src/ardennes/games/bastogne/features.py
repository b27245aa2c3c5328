"""What a learning program reads of a position beside what its fields declare: markers, plans, the town."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ardennes.counters.features import rows_of_hexes
from ardennes.engine.features import NONE, Entry, Stored, Track, all_known
from ardennes.engine.hidden import HIDDEN
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.state import Position

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne


def tracks(game: Bastogne) -> Iterator[Track]:
    """What each side holds and has chosen; hands and plans are their owner's secrets (BA-8.1)."""
    for n in range(len(game.ground.town)):
        yield Track(f"town-{n + 1}", "the side that was last in this hex of Bastogne", partial(_town, n))
    rows = rows_of_hexes(game)
    for side, who in enumerate(SIDES):
        yield Track(f"{who}-markers", f"support fire markers in the {who} hand", Stored("holding", side))
        hand = all_known(Stored("hand", who), len(game.pools[side].values))
        used = Stored("used", side)
        for n, factor in enumerate(game.pools[side].values):
            about = f"markers of {factor} in the {who} hand; -1 if it is hidden"
            yield Track(f"{who}-hand-{factor}", about, Entry(hand, n))
            yield Track(f"{who}-used-{factor}", f"markers of {factor} used since the last draw", Entry(used, n))
        about = f"row of the hex that the {who} side has chosen to bombard; -1 for none, or if it is hidden"
        yield Track(f"{who}-aim", about, partial(_aim, rows, who))
        about = f"sum of the markers that the {who} side has chosen and not shown; -1 if it is hidden"
        yield Track(f"{who}-fire", about, partial(_fire, who))


def _town(n: int, view: Position) -> int:
    return SIDES.index(view.town[n])


def _aim(rows: tuple[int, ...], who: str, view: Position) -> int:
    plan: object = view.plan[who]
    if plan is HIDDEN:
        return NONE
    aim = view.plan[who].aim
    return rows[aim] if aim >= 0 else NONE


def _fire(who: str, view: Position) -> int:
    plan: object = view.plan[who]
    return NONE if plan is HIDDEN else sum(view.plan[who].fire)
