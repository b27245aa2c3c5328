"""What a hex is worth to one more unit, as the Allies see it.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from ardennes.games.axis_allies.forces import INF
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES
from ardennes.playbooks.axis_allies.picture import Picture
from tests.games.axis_allies import ground
from tests.games.axis_allies.table import at


def picture(drawing: str, gained: Collection[str] = ()) -> Picture:
    """How the Allies see a position."""
    return Picture(cast(Position, at("allies movement", drawing, gained=gained).state), ALLIES)


def test_a_post_on_the_road_bars_the_towns_behind_it():
    seen = picture("allies A1 inf 1\naxis G7 tank 4 supply 4", gained=["F5", "F6", "F7", "G6", "G7"])
    bit = seen.terrain.bit
    assert {"E4", "G4"} <= {name for name, h in bit.items() if seen.enemy_reach >> h & 1}
    assert seen.bars(bit["F4"]) > seen.bars(bit["K2"]) == 0
    seen.add(INF, bit["F4"])
    assert seen.bars(bit["F4"]) > 0, "nor may it leave"
    assert seen.bars(bit["F3"]) < seen.bars(bit["F4"]), "a second one behind it bars less"


def test_whoever_cannot_retreat_fears_every_hit():
    hex_ = ground.find(ground.deep)
    west, east = (f"axis {ground.beyond(hex_, side)} inf 2" for side in ("W", "E"))
    before, behind = picture(f"{east} supply 1"), picture(f"{east} supply 1\n{west}")
    h = before.terrain.bit[hex_]
    assert (before.trapped >> h & 1, behind.trapped >> h & 1) == (0, 1)
    free = behind.worth(INF, h)
    behind.trapped = 0
    assert free < behind.worth(INF, h)


def test_tokens_are_worth_a_guard_only_within_reach_of_the_enemy_and_not_on_the_last_turn():
    depot = "D4"
    full, empty = (picture(f"allies {depot} inf 1 supply {n}\naxis F5 tank 3 supply 3") for n in (6, 1))
    h = full.terrain.bit[depot]
    for seen in (full, empty):
        seen.add(INF, h, -1)
    assert full.worth(INF, h) > empty.worth(INF, h)
    full.last = empty.last = True
    assert full.worth(INF, h) == empty.worth(INF, h)
