"""What the German player may know of fuel dumps (BW-25): nothing that depends on where an unrevealed one lies.

Two games are played side by side that differ in the hex of a dump alone. Whatever the German player or a spectator
could see of them is compared after every choice, until a dump is found or blown up in one of the two.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from ardennes.engine import Action, Record
from ardennes.engine.errors import ArdennesError
from ardennes.games.bitter_woods import fuel
from tests.games.bitter_woods.table import Table, at, game, hex_
from tests.games.bitter_woods.test_25_dumps import lying

ROUND = {"francorchamps": ("1909", "1808", "1709", "1710", "1810", "1910"),
         "samree": ("2818", "2718", "2618", "2619", "2720", "2819")}  # fmt: skip
GERMANS = ("1SS-Peiper", "1SS-1", "1SS-2", "12SS-12", "12SS-25", "12VG-27", "12VG-48", "PzBde150", "116Pz-16",
           "116Pz-60", "A-388", "R-9")  # fmt: skip
ALLIES = ("30Inf-117", "30Inf-119", "30Inf-120", "1Inf-16", "1Inf-18", "9Arm-CCB", "82Abn-504", "82Abn-505", "A-174",
          "A-402US", "A-422")  # fmt: skip
MORE = "spearheads = true\nangriff = true\nchallenge = true\nrandom_events = true\n"


def crowd(rng: random.Random) -> str:
    """Units of both sides round both places, none next to an enemy in a hex that could hold a dump."""
    grid = game().ground.grid
    near = grid.names(grid.disc(1 << hex_("1809") | 1 << hex_("2719"), 3))
    sites = {place for ring in ROUND.values() for place in ring}
    places = [place for place in near if not game().ground.forest >> hex_(place) & 1]
    rng.shuffle(places)
    held = [place for place in places if place in sites][:4] + [place for place in places if place not in sites]
    allied = dict(zip(ALLIES, held, strict=False))
    taken = set(allied.values()) | sites
    german = dict(zip(GERMANS, (place for place in places if place not in taken), strict=False))
    return " / ".join(f"{name} {place}" for name, place in {**german, **allied}.items())


class Pair:
    """Two games that the German player cannot tell apart, each with its record."""

    def __init__(self, seed: int, step: str, turn: int) -> None:
        self.rng = random.Random(seed)
        self.dump = self.rng.choice(list(ROUND))
        places = self.rng.sample(ROUND[self.dump], 2)
        pieces = crowd(self.rng)
        self.tables = [at(step, pieces, turn=turn, more=lying(**{self.dump: place}, more=MORE)) for place in places]
        self.seen = 0  # how often the Allied player was asked

    @property
    def records(self) -> list[Record]:
        return [table.record for table in self.tables]

    def same(self, what: Callable[[Table], object]) -> None:
        """Something is the same of both."""
        one, other = map(what, self.tables)
        assert one == other

    def told_apart(self) -> bool:
        """Whether a dump has been revealed in one of the two: from then on they differ by right."""
        one, other = (table.state.fuel for table in self.tables)
        return one != other or any(self.dump in each for each in (one, other))

    # ---- playing ----

    def play(self, choices: int) -> None:
        """Choose at random, the same in both, and compare."""
        for _ in range(choices):
            state = self.tables[0].state
            if state.over or self.told_apart():
                return
            self.compare()
            if state.chance is not None:
                roll = state.chance.sample(self.rng)
                for record in self.records:
                    record.roll(roll)
                continue
            self.seen += state.decision.step == "dump"
            action = self.choice()
            self.same(lambda table, action=action: table.state.decision.commits(action))  # type: ignore[misc]
            for record in self.records:
                record.apply(action)

    def choice(self) -> Action:
        """Of those that both are offered; Germans like to go on, and round the dumps."""
        one, other = (table.state.decision.options for table in self.tables)
        common = [action for action in one if action in other]
        watched = game().ground.grid.names(fuel.watched(self.tables[0].state))
        hot = [action for action in common if action.thing in watched]
        likely = [action for action in common if action.verb in ("pick", "step", "target", "join", "advance")]
        wanted = hot if self.rng.random() < 0.5 else likely
        return self.rng.choice(wanted if wanted and self.rng.random() < 0.9 else common)

    # ---- comparing ----

    def compare(self) -> None:
        """Views, pauses, undo, refusals, journals, the log."""
        for side in ("german", None):
            self.same(lambda table, side=side: table.state.view(side))  # type: ignore[misc]
            self.same(lambda table, side=side: table.state.view(side).key())  # type: ignore[misc]
            self.same(lambda table, side=side: table.record.events_for(side))  # type: ignore[misc]
        self.same(lambda table: str(table.record.journal.view("german")))
        self.same(lambda table: table.state.epoch)
        self.same(lambda table: table.record.cannot_undo())
        self.same(lambda table: table.state.over)
        self.same(lambda table: str(table.state.chance and (table.state.chance.rule, table.state.chance.reason)))
        if self.tables[0].state.chance is not None or self.tables[0].state.over:
            return
        self.same(self.question)
        if self.tables[0].asked()[0] == "german":
            self.same(lambda table: list(table.state.decision.options))
            for action in self.others():
                self.same(lambda table, action=action: table.state.why_not(action))  # type: ignore[misc]
        if self.rng.random() < 0.05:
            self.same(lambda table: game().screen(table.state.view("german")))
        self.battles()

    @staticmethod
    def question(table: Table) -> tuple[object, ...]:
        """Who is asked what; the options of a secret question are its own side's."""
        d = table.state.decision
        return d.side, d.step, d.kind, d.prompt, d.rule, d.obligations, d.default, d.facts, d.secret

    def others(self) -> Iterator[Action]:
        """Actions that are refused, those for dumps always among them."""
        yield from (Action("burn", place) for ring in ROUND.values() for place in ring[:3])
        options = self.tables[0].state.decision.options
        universe = list(game().universe)
        yield from (action for action in self.rng.sample(universe, 12) if action not in options)

    def battles(self) -> None:
        """The odds of the battle in hand."""
        battle = self.tables[0].state.battle()
        if battle is not None and battle.attackers:
            self.same(lambda table: str(table.state.odds(table.state.battle())))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(10))
def test_the_german_player_cannot_tell_two_games_apart_that_differ_in_a_dump(seed: int):
    step, turn = [("german movement", 5), ("allied movement", 3), ("german combat", 4), ("allied combat", 5)][seed % 4]
    Pair(seed, step, turn).play(120)


def test_the_games_of_that_test_come_to_the_question_and_to_searches():
    asked = searched = found = 0
    for seed in range(20):
        pair = Pair(seed, "german movement", 5)
        pair.compare = lambda: None  # type: ignore[method-assign]  # only how far they get
        pair.play(120)
        asked += pair.seen
        searched += bool(pair.tables[0].state.searched)
        found += pair.told_apart()
    assert (asked, searched, found) >= (20, 10, 5)
    assert searched > 10
    assert found > 5


def test_undo_closes_alike_where_a_dump_could_have_been_found():
    for place in ("1808", "1910"):
        table = at("german movement", "1SS-1 1908 / 4Inf-12 5330", turn=5, more=lying(place)).do("pick 1SS-1")
        assert table.state.decision.commits(Action("step", "1808"))
        assert not table.state.decision.commits(Action("step", "1807"))
        table.do("step 1808")
        assert table.record.cannot_undo() == "The other side has decided, or something was revealed."


@pytest.mark.parametrize("order", ["when dump: done", "when choose: done", "when dump: burn 1808"])
def test_standing_orders_for_the_question_are_hidden_and_answer_alike(order: str):
    tables = [
        at("german movement", "30Inf-117 1808 / 1SS-1 1806 / 4Inf-12 5330", turn=5, more=lying(place))
        for place in ("1709", "1910")
    ]
    for table in tables:
        table.record.order("allied", order)
        table.do("pick 1SS-1", "go 1807")
    one, other = tables
    assert one.asked() == other.asked()
    assert str(one.record.journal.view("german")) == str(other.record.journal.view("german"))
    assert "burn" not in str(one.record.journal.view("german"))
    assert one.record.events_for("german") == other.record.events_for("german")
    assert one.record.cannot_undo() == other.record.cannot_undo()


def test_odds_and_advice_of_a_view_do_not_look_at_the_dumps():
    """A view answers what the German player may ask; it raises nothing and is the same for both."""
    pieces = "1SS-1 1807 / 30Inf-117 1808 / 12SS-25 1908 / 4Inf-12 5330"
    tables = [at("german combat", pieces, turn=5, more=lying(place)) for place in ("1808", "1910")]
    for table in tables:
        table.do("target 1808", "join 1SS-1")
    views = [table.state.view("german") for table in tables]
    battles = [view.battle() for view in views]
    one, other = (str(view.odds(battle)) for view, battle in zip(views, battles, strict=True) if battle is not None)
    assert one == other
    for view in views:
        assert view.reach("12SS-25").costs == views[0].reach("12SS-25").costs
        assert view.supply("1SS-1") == views[0].supply("1SS-1")


@pytest.mark.parametrize("seed", range(3))
def test_a_guess_of_the_german_view_is_played_on_like_the_game(seed: int):
    """What a view is filled with is as good as the truth: the same choices are legal in both."""
    pair = Pair(seed, "german movement", 5)
    pair.play(20)
    state = pair.tables[0].state
    if state.chance is not None or state.over:
        return
    guess = state.view("german").guess(pair.rng)
    assert guess.view("german") == state.view("german")
    assert (guess.decision.side, guess.decision.step) == (state.decision.side, state.decision.step)
    for dump in fuel.names(state):
        assert fuel.sites(guess, dump) >> guess.dumps[dump] & 1


def test_a_try_for_a_dump_that_is_not_there_is_refused_in_the_same_words():
    """For every hex of the board, whichever side is asked, wherever the dumps are."""
    pieces = "30Inf-117 1808 / 1SS-1 1806 / 4Inf-12 5330"
    elsewhere = at("german movement", pieces, turn=5, more=lying("1910")).do("pick 1SS-1", "go 1807")
    assert elsewhere.asked() == ("allied", "dump")
    said = {elsewhere.refusal_text(f"burn {place}") for place in ("1808", "1910", "2718", "3333", "0101")}
    assert len(said) == 1
    german = [at("german movement", pieces, turn=5, more=lying(place)) for place in ("1808", "1910")]
    for place in ("1808", "1910", "3333"):
        one, other = (table.refusal(f"burn {place}") for table in german)
        assert one == other
    with pytest.raises(ArdennesError):
        elsewhere.do("burn 1808")
