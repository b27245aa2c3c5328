"""Where units went, in words that are true of every one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ardennes.ai.atlas import OPEN, Atlas
from ardennes.ai.picture import Aim, Picture
from ardennes.ai.player import Remark
from ardennes.ai.wording import listed, place_name, units
from ardennes.engine.queries import Unit
from ardennes.engine.state import State

MOST = 5  # sentences
FADE = 0.8  # of what a goal is worth, for each open hex that it is away
LESS = 0.6  # of what it left: for so little a unit is not said to go to a goal, but to draw back
COVER = 3 * OPEN  # half-points, within which a unit covers a goal
DISTANT = 12 * OPEN  # half-points, from where on nobody is said to go towards a goal
TOWARDS, BACK, IN, TO, AGAINST = "towards", "back", "in", "to", "against"

Stand = Mapping[str, Unit]  # the units of a side, by handle


@dataclass(frozen=True, slots=True)
class Went:
    """A unit, or some of a lot, that is elsewhere now."""

    piece: str
    count: int
    start: int  # -1 if it came from off the map, or cannot be told from others
    end: int
    arrived: bool


def standing(state: State, side: str) -> dict[str, Unit]:
    """The units of a side that stand in some place or box."""
    return {unit.handle: unit for unit in state.units() if unit.place and unit.side == side}


def describe_moves(
    picture: Picture, before: Stand, after: Stand, against: Mapping[str, int] | None = None
) -> list[Remark]:
    """A sentence for those who went to cover a goal or came nearer to it, who drew back, who came in, and the rest.

    `against` gives the hex that a unit was sent to attack.
    """
    groups: dict[tuple[str, int], list[Went]] = {}
    for went in moved(picture.atlas, before, after):
        target = (against or {}).get(went.piece, -1)
        beside = target >= 0 and picture.grid.distance(target, went.end) == 1
        groups.setdefault((AGAINST, target) if beside else _why(picture, went), []).append(went)
    largest = sorted(groups.items(), key=lambda entry: -sum(went.count for went in entry[1]))
    return [_sentence(picture, how, goal, some) for (how, goal), some in largest[:MOST]]


def moved(atlas: Atlas, before: Stand, after: Stand) -> list[Went]:
    """Who stands elsewhere than before."""
    found = []
    lots = any(unit.count > 1 for unit in (*before.values(), *after.values()))
    for handle, unit in after.items():
        old, end = before.get(handle), atlas.index(unit.hex)
        start = atlas.index(old.hex) if old is not None else -1
        more = unit.count - (old.count if old is not None else 0)
        if end < 0:
            continue
        if old is not None and old.place != unit.place:
            boxed = atlas.index(old.place) < 0
            found.append(Went(handle, unit.count, start, end, boxed))
        elif more > 0:
            found.append(Went(handle, more, -1, end, not lots))
    return found


def _why(picture: Picture, went: Went) -> tuple[str, int]:
    """What a move was for: how, and the goal, -1 for none."""
    if went.start < 0:
        return (IN if went.arrived else TO), -1
    field = picture.atlas.field
    nearer = [aim for aim in picture.aims if field(aim.hex)[went.end] < min(field(aim.hex)[went.start], DISTANT)]

    def draws(aim: Aim, i: int) -> float:
        return float(aim.points * FADE ** (field(aim.hex)[i] / OPEN))

    best = max(nearer, key=lambda aim: draws(aim, went.end), default=None)
    left = max((draws(aim, went.start) for aim in picture.aims), default=0.0)
    if best is None or draws(best, went.end) < LESS * left:
        if went.arrived:
            return IN, -1
        return (BACK if picture.nearest_foe[went.end] > picture.nearest_foe[went.start] else TO), -1
    covers = best.how == "deny" and field(best.hex)[went.end] <= COVER
    return (TO if covers else TOWARDS), best.hex


def _sentence(picture: Picture, how: str, goal: int, some: Sequence[Went]) -> Remark:
    atlas, total = picture.atlas, units(sum(went.count for went in some))
    ends = list(dict.fromkeys(went.end for went in some))
    if how == AGAINST:
        text = f"Brings up {total} against {place_name(atlas, goal)}."
    elif goal >= 0:
        ends.sort(key=lambda i: (atlas.field(goal)[i], i))
        what = f"to cover {place_name(atlas, goal)}" if how == TO else f"towards {place_name(atlas, goal)}"
        if ends == [goal]:
            text = f"Moves {total} to {place_name(atlas, goal)}."
        else:
            foremost = "to" if len(ends) == 1 else "the lead unit to"
            text = f"Moves {total} {what}, {foremost} {place_name(atlas, ends[0])}."
    else:
        verb = {IN: "Brings in", BACK: "Draws back"}.get(how, "Moves")
        text = f"{verb} {total}{' at' if how == IN else ' to'} {_some_places(atlas, ends)}."
    places = tuple(atlas.grid.name(i) for i in ends)
    return Remark(text, places, tuple(went.piece for went in some))


def _some_places(atlas: Atlas, ends: Sequence[int]) -> str:
    if len(ends) <= 2:
        return listed(place_name(atlas, i) for i in ends)
    return f"{place_name(atlas, ends[0])} and other hexes"
