"""Columns and tracks are read in one go, and what takes long to find is found again when it has changed."""

from types import SimpleNamespace

from ardennes.engine.features import NONE, Entry, Kept, Stored, all_known, together
from ardennes.engine.hidden import HIDDEN


def test_what_two_readers_read_alike_is_read_once():
    asked = []

    def counted(view: SimpleNamespace) -> tuple[int, int]:
        asked.append(view.turn)
        return view.turn, 7

    read = together([Stored("turn"), Entry(counted, 0), Entry(counted, 1), counted, Stored("held", "red")])
    assert read(SimpleNamespace(turn=4, held={"red": 5})) == [4, 4, 7, (4, 7), 5]
    assert asked == [4]


def test_a_list_that_is_changed_where_it_is_is_found_again():
    view = SimpleNamespace(counts=[1, 2], ready={3: 4}, turn=1)
    kept = Kept(lambda seen: [sum(seen.counts), sum(seen.ready.values())], "counts", "ready")
    first = kept(view)
    assert first == (3, 4)
    assert kept(view) is first
    view.counts[0] = 5
    assert kept(view) == (7, 4)
    view.ready[9] = 1
    assert kept(view) == (7, 5)


def test_what_is_hidden_together_is_unknown_together():
    hand = all_known(Stored("hand", "red"), 3)
    assert hand(SimpleNamespace(hand={"red": (1, 0, 2)})) == (1, 0, 2)
    assert hand(SimpleNamespace(hand={"red": HIDDEN})) == (NONE, NONE, NONE)
