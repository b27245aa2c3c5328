"""9.6 and 9.7: what follows a combat: advances, the order of results, retreats off the map."""

from __future__ import annotations

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.scenes import PLAIN, draw
from tests.games.ardennes_offensive.table import at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

DUEL = """
    1SSPz-1a 9-10 at E
    99ID-395 3-4  at .
"""

# Advances


@rule("AO-9.6.N")
def test_one_mechanized_attacker_advances_into_the_hex_that_was_cleared():
    table = at("german combat", DUEL + "2Pz-3 6-10 at NE\n12VG-27 4-4 at SE", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a", "2Pz-3", "12VG-27"], die=1)
    assert table.where("99ID-395") == "eliminated"
    assert table.offers("advance") == {"1SSPz-1a", "2Pz-3"}
    assert table.forbids("advance 12VG-27") == "AO-9.6.N"
    table.do("advance 2Pz-3")
    assert table.where("2Pz-3") == PLAIN
    assert table.offers("advance") == set()


@rule("AO-9.6.N")
def test_only_a_unit_that_took_part_advances():
    table = at("german combat", DUEL + "2Pz-3 6-10 at NE", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    assert table.offers("advance") == {"1SSPz-1a"}
    assert table.forbids("advance 2Pz-3") == "AO-9.6.N"


@rule("AO-9.6.N")
def test_the_advance_may_be_declined():
    table = at("german combat", DUEL, centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    assert table.state.decision.rule == "AO-9.6.N"
    table.do("done")
    assert table.where("1SSPz-1a") == table.hex("E")


@rule("AO-9.6.N")
def test_a_defender_advances_into_the_hex_that_the_attacker_left():
    table = at("german combat", "12VG-27 4-4 at E\n9AD-CCB 5-12 at .", centre=PLAIN)
    table.attack(PLAIN, by=["12VG-27"], die=1).lead()  # 1-2: Ar1
    assert table.where("12VG-27") != table.hex("E")
    assert table.asked()[0] == "allied"
    table.do("advance 9AD-CCB")
    assert table.where("9AD-CCB") == table.hex("E")


@rule("AO-9.6.N")
def test_a_hex_is_not_cleared_while_a_unit_that_took_no_part_stays_in_it():
    """26VG-39 is in the hex of 26VG-77 and does not attack: the defender may only follow 26VG-78."""
    drawing = "26VG-77 2-4 at E\n26VG-39 2-4 at E\n26VG-78 2-4 at NE\n9AD-CCB 5-12 at ."
    table = at("german combat", drawing, centre=PLAIN).attack(PLAIN, by=["26VG-77", "26VG-78"], die=1).lead()
    assert table.where("26VG-77") != table.hex("E")
    assert (table.where("26VG-39"), table.state.decision.rule) == (table.hex("E"), "AO-9.6.N")
    table.do("advance 9AD-CCB")
    assert table.where("9AD-CCB") == table.hex("NE")


@rule("AO-R.9")
def test_each_cleared_hex_may_be_entered_by_another_unit():
    table = at("german combat", """
        1SSPz-1a  9-10 at .
        12SSPz-12 7-10 at .
        2Pz-3     6-10 at .
        99ID-395  3-4  at W
        392e      1-4  at NW
    """, centre=PLAIN)  # fmt: skip
    both = table.hex("W"), table.hex("NW")
    table.attack(*both, by=["1SSPz-1a", "12SSPz-12", "2Pz-3"], die=die_for("initial", "5-1", "Dr3")).lead()
    table.do("advance 1SSPz-1a")
    assert (table.state.decision.rule, table.offers("step")) == ("AO-R.9", set(both))
    table.do(f"step {both[0]}")
    assert table.offers("advance") == {"12SSPz-12", "2Pz-3"}
    table.do("advance 2Pz-3").try_(f"step {both[1]}")
    assert (table.where("1SSPz-1a"), table.where("2Pz-3")) == both
    assert table.offers("advance") == set()
    assert table.where("12SSPz-12") == PLAIN


@rule("AO-9.6.N")
def test_an_advance_pays_no_heed_to_zones():
    table = at("german combat", DUEL + "2ID-38 4-4 at W W", centre=PLAIN)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1).lead()
    table.do("advance 1SSPz-1a")
    assert table.where("1SSPz-1a") == PLAIN


@rule("AO-R.10")
def test_a_column_advances_only_along_a_road():
    here, there = ground.first_step(
        lambda a, b: ground.on_road(a) and not ground.road(a, b) and ground.field(a, 1) and ground.field(b, 1)
        and not ground.german_ground(a)
    )  # fmt: skip
    other = next(h for h in ground.neighbours(there) if ground.distance(h, here) > 1 and not ground.on_road(h))
    table = at("german combat", f"1SSPz-1a 9-10 at {here} road-mode\n392e 1-4 at {there}\n2Pz-3 6-10 at {other}")
    table.attack(there, by=["1SSPz-1a", "2Pz-3"], die=1)
    assert table.where("392e") == "eliminated"
    assert table.offers("advance") == {"2Pz-3"}
    assert table.forbids("advance 1SSPz-1a") == "AO-R.10"


@rule("AO-R.10")
def test_no_advance_comes_beside_a_friendly_column_on_the_road():
    """The hex that was cleared is joined by road to a column's: standard units stay out of it."""
    for there, column in ground.steps(lambda a, b: ground.road(a, b) and ground.field(a, 1) and ground.field(b, 1)):
        foes = [h for h in ground.neighbours(there) if not ground.on_road(h) and ground.distance(h, column) > 1]
        if not foes or ground.german_ground(there):
            continue
        pieces = {"1SSPz-1a": foes[0], "392e": there, "2Pz-3": f"{column} road-mode"}
        table = at("german combat", draw(pieces))
        table.attack(there, by=["1SSPz-1a", "2Pz-3"], die=1)
        assert table.where("392e") == "eliminated"
        assert table.offers("advance") == {"2Pz-3"}
        assert table.forbids("advance 1SSPz-1a") == "AO-R.10"
        return
    raise AssertionError("no road of the map fits")


# How results fall


@rule("AO-R.33")
def test_losses_come_before_the_advance():
    table = at("german combat", """
        1SSPz-1a 9-10 at E
        150Bde   3-10 at NE
        99ID-395 3-4  at .
    """, centre=PLAIN)  # fmt: skip
    table.attack(PLAIN, by=["1SSPz-1a", "150Bde"], die=die_for("initial", "4-1", "Ex"))
    assert table.where("99ID-395") == "eliminated"
    assert table.offers("lose") == {"1SSPz-1a", "150Bde"}
    assert table.offers("advance") == set()
    assert table.forbids("advance 1SSPz-1a") == "AO-R.33"
    table.do("lose 150Bde")
    assert table.offers("advance") == {"1SSPz-1a"}


# Off the map


@rule("AO-9.7.P", "AO-R.7")
def test_an_allied_unit_with_no_other_way_retreats_onto_the_map_edge():
    here, foes = cornered()
    table = at("german combat", "\n".join([f"99ID-395 3-4 at {here}", *foes]))
    (attacker,) = [foe.split()[0] for foe in foes[:1]]
    before = table.points("german")
    table.attack(here, by=[attacker], die=die_for("initial", "3-1", "Dr2"))
    table.lead()
    assert ground.edge(table.where("99ID-395"))
    assert ground.distance(here, table.where("99ID-395")) == 1  # the first map-edge hex ends it
    assert table.points("german") == before


@rule("AO-R.7")
def test_a_column_that_goes_off_the_map_leaves_road_mode_and_owes_nothing():
    for here in ground.where(lambda h: ground.on_road(h) and any(ground.road(h, n) and ground.edge(n)
                                                                 for n in ground.neighbours(h))):  # fmt: skip
        edge = next(n for n in ground.neighbours(here) if ground.edge(n) and ground.road(here, n))
        foes = [h for h in ground.ring(here, 2) if ground.live(h) and edge not in ground.neighbours(h)]
        for foe in (h for h in ground.neighbours(here) if ground.live(h) and edge not in ground.neighbours(h)):
            names = ["1SSPz-1a", "2Pz-3", "PzLehr-130", "12SSPz-12", "12SSPz-25", "12SSPz-26", "2Pz-2", "2Pz-304"]
            tanks = dict(zip(names, (foe, *foes), strict=False))
            found = Map(3, {**tanks, "99ID-395": here}, frozenset(["99ID-395"]))
            fed = found.supply("1SSPz-1a") == "supplied"
            if ground.town(here) or found.retreats("99ID-395", 1) != {(edge,)} or not fed:
                continue
            table = at("german combat", draw({**tanks, "99ID-395": f"{here} road-mode"}))
            column = table.odds(here, by=["1SSPz-1a"]).column
            label = "Dr3" if column in ("6-1", "7-1") else "Dr1"
            table.attack(here, by=["1SSPz-1a"], die=die_for("initial", column, label))
            assert table.where("99ID-395") == edge
            assert not table.statuses("99ID-395") & {"road-mode", "must-leave-road"}
            return
    raise AssertionError("no road off the map fits")


def cornered() -> tuple[str, list[str]]:
    """A live hex at the edge, and Germans whose zones close its live neighbours but not the edge."""
    for here in ground.where(lambda h: ground.open_ground(h) and any(map(ground.edge, ground.neighbours(h)))):
        edges = [h for h in ground.neighbours(here) if ground.edge(h)]
        near = sorted(ground.disc(here, 2))
        away = [h for h in near if ground.live(h) and not set(ground.neighbours(h)) & set(edges)]
        beside = [h for h in away if h in ground.neighbours(here)]
        inland = [h for h in away if h in ground.ring(here, 2)]
        if not beside or any(ground.terrain(h) != "clear" for h in ground.disc(here, 1) if not ground.edge(h)):
            continue
        names = ["1SSPz-1a", "2Pz-3", "PzLehr-130", "12SSPz-12", "12SSPz-25", "150Bde"]
        posts = dict(zip(names, (beside[0], *inland), strict=False))
        closed = {h for post in posts.values() for h in (post, *ground.neighbours(post))}
        if all(h in closed for h in ground.neighbours(here) if ground.live(h)):
            return here, draw(posts).splitlines()
    raise LookupError("no corner of the map fits")
