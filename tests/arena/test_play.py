"""A match is plain data: it gives the same game wherever it is played, and its pair the same dice."""

import pickle
import random
from dataclasses import replace

import pytest

import ardennes
from ardennes.ai import Budget, Player, Thought
from ardennes.ai import player as of_name
from ardennes.ai.player import _MAKERS
from ardennes.arena import Match, Played, paired, play, repeated
from ardennes.arena.playing import budget
from ardennes.cli.journals import read
from ardennes.engine.action import Action
from ardennes.engine.chance import Chance
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.engine.state import State

GAME = "bulge"  # the shortest at random
SIDES = ardennes.game(GAME).sides


def matches(pairs: int = 2, seed: int = 0) -> list[Match]:
    return list(paired(GAME, SIDES, "campaign", ("random", "random"), pairs, seed=seed))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, tuple[str | int, ...]], set[tuple[int | str, ...]]]:
    """Every roll that a game was given, by seed and event."""
    rolls: dict[tuple[str, tuple[str | int, ...]], set[tuple[int | str, ...]]] = {}
    keyed = Chance.keyed

    def listen(self: Chance, seed: int | str) -> tuple[int, ...] | tuple[str, ...]:
        roll = keyed(self, seed)
        rolls.setdefault((str(seed), self.key), set()).add(roll)
        return roll

    monkeypatch.setattr(Chance, "keyed", listen)
    return rolls


def test_both_games_of_a_pair_have_the_same_dice_for_the_same_event(heard):
    one, other = matches(1)
    play(one)
    events = set(heard)
    play(other)
    shared = events & set(heard)
    assert len(shared) >= 3, "the two games of the pair met too few equal events"
    assert all(len(rolls) == 1 for rolls in heard.values())


def test_another_pair_has_other_dice(heard):
    for match in matches(6)[::2]:
        play(match)
    by_event: dict[tuple[str | int, ...], list[set[tuple[int | str, ...]]]] = {}
    for (_, event), rolls in heard.items():
        by_event.setdefault(event, []).append(rolls)
    assert any(len({next(iter(r)) for r in fell}) > 1 for fell in by_event.values())


def test_the_players_of_a_pair_change_sides():
    one, other = paired(GAME, SIDES, "campaign", ("recruit", "random"), 1)
    assert (one.players, one.first) == (("recruit", "random"), 0)
    assert (other.players, other.first) == (("random", "recruit"), 1)
    assert one.seed == other.seed
    assert (one.pair, other.pair) == (0, 0)


def test_a_match_gives_the_same_game_every_time_and_another_seed_another():
    match = matches(1)[0]
    assert play(match) == play(match)
    assert play(match).journal != play(replace(match, seed="other")).journal


def test_what_was_played_travels_whole():
    game = play(next(repeated(GAME, "campaign", ("random", "random"), 1)))
    assert pickle.loads(pickle.dumps(game)) == game


def test_the_journal_of_a_match_replays_to_its_result(tmp_path):
    game = play(matches(1)[0])
    path = tmp_path / "game.journal"
    path.write_text(game.journal, encoding="utf-8")
    state = Record.replay(ardennes.game(GAME), read(path)).state
    assert state.result == (game.winner, game.level, game.rule)
    assert state.turn == game.turn


@pytest.mark.parametrize("name", ["axis-allies", "bulge"])
def test_every_turn_is_kept_with_its_standing_its_losses_and_its_ground(name: str):
    rules = ardennes.game(name)
    game = play(next(repeated(name, next(iter(rules.scenarios)), ("random", "random"), 1)))
    assert not game.error
    assert [turn.turn for turn in game.turns] == list(range(1, game.turn + 1))
    assert all(turn.standing and turn.ground is not None for turn in game.turns)
    lost = [[force.lost for force in turn.forces] for turn in game.turns]
    assert lost == sorted(lost)
    assert sum(lost[-1]) > 0
    assert all(force.units > 0 and force.strength > 0 for turn in game.turns for force in turn.forces)


def test_every_piece_that_is_gone_counts_as_lost_lots_too():
    rules = ardennes.game("axis-allies")  # whose pieces are lots: several may go at a blow
    game = play(next(repeated(rules.name, "watch-on-the-rhine", ("rusher", "rusher"), 1)))
    end = Record.replay(rules, Journal.parse(game.journal, {rules.name: rules.sides})).state
    before, after = (sum(unit.count for unit in state.units()) for state in (rules.start(), end))
    lost = sum(force.lost for force in game.turns[-1].forces)
    assert lost == before - after > 5


def test_what_a_turn_needed_is_told_of_that_turn():
    game = play(next(repeated("bulge", "campaign", ("random", "random"), 1)))
    ends = [f"the end of Game-Turn {n}" for n in range(1, game.turn + 1)]
    assert [turn.standing[0].by for turn in game.turns] == ends
    assert [turn.day for turn in game.turns[:2]] == ["1944-12-16", "1944-12-17"]


class Stubborn(Player):
    """Orders what is not possible, after a while."""

    name = "stubborn"

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        if view.turn > 1:
            return Thought((Action("surrender"),))
        return Thought((rng.choice(view.decision.options),))


@pytest.fixture
def stubborn(monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setitem(_MAKERS, "stubborn", Stubborn)
    return play(next(paired(GAME, SIDES, "campaign", ("stubborn", "random"), 1)))


def test_an_illegal_order_breaks_the_game_off_and_the_journal_leads_there(stubborn: Played):
    assert "Refused" in stubborn.error
    assert stubborn.winner is None
    assert stubborn.journal.splitlines()[-1].endswith("surrender")


def test_a_player_thinks_as_long_as_the_match_says():
    recruit = of_name("recruit")
    match = matches(1)[0]
    assert budget(recruit, match) == recruit.budget
    assert budget(recruit, replace(match, nodes=7)).nodes == 7
    whole = recruit.budget.nodes
    assert whole is not None
    assert budget(recruit, replace(match, share=0.1)).nodes == whole // 10
