"""Puzzles: every line of each is played through the engine, and the accepted plays, and only they, are best."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ardennes.ai import Budget, Player, Thought, player
from ardennes.ai.puzzles import Puzzle, PuzzleError, Solver, puzzles, run
from ardennes.ai.puzzles.read import FOLDER
from ardennes.ai.puzzles.solve import EQUAL, after, rolled
from ardennes.cli import main
from ardennes.cli.puzzle_pictures import picture
from ardennes.engine.action import Action
from ardennes.engine.battle import Odds
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

ALL = puzzles()
DOCS = Path(__file__).resolve().parents[2] / "docs"
THEMES = {
    "encircle and eliminate",
    "hold the bridge",
    "exit by road past a blocker",
    "restore a cut supply line",
    "plug the junction",
    "do not attack",
}
each = pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.name)


@cache
def solved(name: str) -> tuple[Puzzle, Solver]:
    """A puzzle and the values of its positions, found once."""
    (puzzle,) = puzzles([name])
    return puzzle, Solver(puzzle)


def play(state: State, *lines: str) -> State:
    """The position after some actions."""
    for line in lines:
        state = after(state, state.game.parse(line))
    return state


def odds(state: State) -> Odds:
    """The chances of the battle that is declared."""
    battle = state.battle()
    assert battle is not None
    return state.odds(battle)


class Best(Player):
    """Plays what the solver found."""

    name = "best"

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        return Thought(self.solver.line(view.guess(rng)))


# ---- what the files say


def test_the_first_six_themes_are_there_spread_over_three_games():
    assert {puzzle.theme for puzzle in ALL} >= THEMES
    assert {puzzle.game for puzzle in ALL} >= {"ardennes-offensive", "axis-allies", "bulge"}


@each
def test_a_puzzle_is_named_by_its_theme_and_tells_its_situation_in_a_sentence(puzzle: Puzzle):
    assert puzzle.name.startswith(puzzle.theme.replace(" ", "-"))
    assert puzzle.text.endswith(".")
    assert ". " not in puzzle.text
    assert puzzle.start().decision.side == puzzle.side


# ---- the proof


@each
def test_the_accepted_plays_and_only_they_are_best(puzzle: Puzzle):
    puzzle, solver = solved(puzzle.name)
    start = puzzle.start()
    assert solver.value(start) == pytest.approx(puzzle.best, abs=EQUAL)
    ends = [(puzzle.accepts(end, way), solver.value(end), way) for end, way in solver.stretches(start)]
    for accepted, value, way in ends:
        line = "; ".join(map(str, way))
        assert accepted == (abs(value - puzzle.best) < EQUAL), f"{line} is worth {value}"
        assert value < puzzle.best + EQUAL, line
    assert any(accepted for accepted, _, _ in ends)
    assert sum(not accepted for accepted, _, _ in ends) >= 10, "there is something to choose from"


def plain(puzzle: Puzzle, state: State) -> float:
    """The value of a position without memory and without short cuts."""
    if puzzle.ended(state):
        return puzzle.measure(state)
    if state.chance is not None:
        return sum(share * plain(puzzle, rolled(state, roll)) for roll, share in state.chance.outcomes())
    values = [plain(puzzle, after(state, option)) for option in state.decision.options]
    return max(values) if state.decision.side == puzzle.side else min(values)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("plug-the-junction", ("activate F4", "pick inf@F4", "go E4")),
        ("plug-the-junction", ("activate G5", "pick inf@G5", "go H4")),
        ("do-not-attack", ("attack F5",)),
        ("encircle-and-eliminate", ("pick 560VG", "go 0904", "done", "join 62VG", "choose secondary")),
    ],
)
def test_the_solver_agrees_with_plain_counting(name: str, way: tuple[str, ...]):
    puzzle, solver = solved(name)
    state = play(puzzle.start(), *way)
    assert solver.value(state) == pytest.approx(plain(puzzle, state), abs=EQUAL)


def test_a_tree_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ardennes.ai.puzzles.solve.MOST", 20)
    with pytest.raises(ArdennesError, match="“encircle-and-eliminate” has more than 20 positions"):
        Solver(solved("encircle-and-eliminate")[0]).value(solved("encircle-and-eliminate")[0].start())


# ---- the same by reasoning


def test_in_the_ring_every_retreat_is_the_end():
    puzzle, _ = solved("encircle-and-eliminate")
    ring = play(puzzle.start(), "pick 560VG", "go 0904", "done", "join 62VG", "choose secondary", "fight +6")
    front = play(puzzle.start(), "pick 560VG", "go 0703", "done", "join 560VG", "join 62VG", "choose primary")
    front = play(front, "fight +9")
    gains = []
    for state, escapes in ((ring, 0), (front, 1)):
        chances = odds(state).outcomes
        assert sum(o.defender.retreat for o in chances) == escapes
        paid = sum(o.probability * 3 for o in chances if o.label == "Ex")  # 62 VG, the price of 106 Inf
        gains.append(sum(o.probability * 3 for o in chances if o.defender.eliminated) - paid)
    assert gains == pytest.approx([2.5, 1.5])
    assert puzzle.best == 30 + gains[0]


@pytest.mark.parametrize(
    ("place", "crossed"),
    [("0715", set()), ("0714", set()), ("0815", {"0414"}), ("0914", {"0414"}), ("1217", {"0414", "0815"})],
)
def test_from_hotton_both_bridges_are_watched(place: str, crossed: set[str]):
    puzzle, _ = solved("hold-the-bridge")
    there = puzzle.start().suppose({"9ArmB": place})
    assert {"0414", "0815"} & there.reach("560VG").costs.keys() == crossed


def test_only_the_infantry_drives_the_engineers_off_and_leaves_somebody_to_drive():
    puzzle, solver = solved("exit-by-road-past-a-blocker")
    alone = play(puzzle.start(), "target 0417", "join 12VG-27", "fight 4-1")
    both = play(puzzle.start(), "target 0417", "join 12VG-27", "join 1SSPz-1ai", "fight 9-1")
    assert {outcome.label for outcome in odds(alone).outcomes} == {"Dr1", "Dr2", "Dr3"}
    assert all(outcome.defender.eliminated for outcome in odds(both).outcomes)
    assert solver.value(both) == 0


def test_a_unit_on_the_road_opens_it_and_holds_the_engineers():
    puzzle, _ = solved("restore-a-cut-supply-line")
    start = puzzle.start()
    points = {line.name: line.now for line in start.standing()}
    opened = start.suppose({"12VG-27": "0715"})
    assert points["German points"] == 32
    assert {line.name: line.now for line in opened.standing()}["German points"] == 35
    assert start.reach("366e").costs
    assert not opened.reach("366e").costs


def test_without_the_token_nobody_moves():
    puzzle, solver = solved("do-not-attack")
    for attacked in ("attack G5", "attack F5"):
        assert solver.value(play(puzzle.start(), attacked)) == 0
    emptied = play(puzzle.start(), "attack G5", "fight")
    emptied.roll((1, 1))
    assert {unit.place for unit in emptied.units() if unit.place} == {"G5", "F5"}, "Bastogne is empty"
    while not emptied.over:
        emptied.apply("done")  # nothing else is left to anybody
    assert {unit.place for unit in emptied.units() if unit.place} == {"G5", "F5"}


# ---- the runner


@each
def test_who_plays_best_solves_every_puzzle_and_who_plays_anything_none(puzzle: Puzzle):
    puzzle, solver = solved(puzzle.name)
    best = run(puzzle, Best(solver), solver=solver)
    assert best.solved
    assert best.played == best.best
    assert puzzle.accepts(play(puzzle.start(), *map(str, best.best)), best.best)
    anything = run(puzzle, player("random"), solver=solver)
    assert not anything.solved
    assert anything.value - anything.later < puzzle.best - EQUAL


class Sleepy(Best):
    """Fights well, one answer at a time, and moves nobody."""

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        if view.decision.kind == Kind.PICK:
            return Thought((Action("done"),))
        return Thought(super().think(view, rng, budget).actions[:1])


def test_a_mistake_after_the_dice_counts():
    puzzle, solver = solved("exit-by-road-past-a-blocker")
    verdict = run(puzzle, Sleepy(solver), solver=solver)
    assert not verdict.solved
    assert (verdict.value, verdict.later) == pytest.approx((1.0, 1.0))


def test_a_player_that_says_nothing_is_not_waited_for():
    puzzle, solver = solved("plug-the-junction")

    class Mute(Player):
        name, title = "mute", "Mute"

        def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
            return Thought(())

    with pytest.raises(ArdennesError, match=r"Mute gives no answer to “.+” in “plug-the-junction”"):
        run(puzzle, Mute(), solver=solver)


def test_the_player_is_given_a_view_of_its_side_and_numbers_of_its_own():
    puzzle, solver = solved("plug-the-junction")
    seen = []

    class Curious(Best):
        def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
            seen.append((view.viewer, rng.random(), budget))
            return super().think(view, rng, budget)

    run(puzzle, Curious(solver), seeds=(5, 6), solver=solver)
    assert [viewer for viewer, _, _ in seen] == ["axis", "axis"]
    assert [number for _, number, _ in seen] == [random.Random(seed).random() for seed in (5, 6)]
    assert {budget for _, _, budget in seen} == {Player.budget}


# ---- bad files


FAULTS = [
    ('title = "Behind the Schnee Eifel"', "title = ", "title", "this is not valid TOML"),
    ('title = "Behind the Schnee Eifel"', "title = 3", "title", "“title” must be text"),
    ('side = "german"', 'side = "swiss"', "side", "“swiss” is not a side in Bulge"),
    ('side = "german"', 'side = "allied"', "side", "“allied” has no decision to make in this position"),
    ('game = "bulge"', 'game = "chess"', "game", "There is no game “chess”"),
    ('"560VG" = "0701"', '"560VG" = "9999"', '"560VG"', "there is no hex or exit “9999”"),
    ("[puzzle]", "[riddle]", "game", "the file has no [puzzle] table"),
    ("best = 32.5", 'best = "much"', "best", "“much” is not a number"),
    ("best = 32.5", "beast = 32.5", "beast", "[puzzle] has no key “beast”"),
    ("best = 32.5", "", "[puzzle]", "[puzzle] must give “best”"),
    ("{ turn = 5, ", "{ ", "until", "“until” is a turn and its steps"),
    (
        '{ standing = "German points to win" }',
        '{ standing = "Gold" }',
        "measure",
        "there is no victory condition “Gold”",
    ),
    ('{ standing = "German points to win" }', '{ held = "0414" }', "measure", "for a place held, say by whom"),
    ('{ standing = "German points to win" }', "", "measure", "“measure” must be a list of one or more tables"),
    (
        '{ standing = "German points to win" }',
        '{ held = "9999", by = "german" }',
        "measure",
        "there is no place “9999”",
    ),
    ('"fight +6"', '"fight +7"', "accepted", "“fight” takes one of"),
    ("stands = {", "stand = {", "accepted", "“stand” is not known here"),
    ('560VG = "0904"', "560VG = 904", "accepted", "“stands” lists the places of each piece as text"),
]


@pytest.mark.parametrize(("old", "new", "at", "message"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_bad_file_is_answered_with_its_line(tmp_path: Path, old: str, new: str, at: str, message: str):
    text = (FOLDER / "encircle-and-eliminate.toml").read_text("utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    line = next(n for n, words in enumerate(text.splitlines(), 1) if words.startswith(at))
    with pytest.raises(PuzzleError) as caught:
        puzzles(folder=tmp_path)
    assert str(caught.value).startswith(f"bad.toml, line {line}: ")
    assert message in str(caught.value)


# ---- the command


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["puzzles", *arguments])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_the_command_tells_what_was_played_and_what_was_best(capsys: pytest.CaptureFixture[str]):
    status, text = said(capsys, "--player", "random", "do-not-attack")
    assert status == 0
    title, played, best, total = text.splitlines()
    assert title == "One token before Bastogne  do not attack  axis-allies  not solved (0 of 1)"
    assert played.startswith("    played  ")
    assert best == "    best    pass; activate G5; pick tank@G5; go H4; done"
    assert total == "Random solves 0 of 1."


def test_an_unsolved_puzzle_fails_only_where_that_is_required(capsys: pytest.CaptureFixture[str]):
    assert said(capsys, "--player", "random", "--require", "do-not-attack")[0] == 1


def test_recruit_is_set_every_puzzle_of_a_game(capsys: pytest.CaptureFixture[str]):
    status, text = said(capsys, "--game", "axis-allies")
    assert status == 0
    assert "plug the junction" in text
    assert text.splitlines()[-1].startswith("Recruit solves ")
    assert text.splitlines()[-1].endswith(" of 2.")


def test_the_command_lists_what_is_asked(capsys: pytest.CaptureFixture[str]):
    status, text = said(capsys, "--list", "hold-the-bridge")
    assert status == 0
    assert text.startswith("hold-the-bridge (bulge, allied to play)\n    La Roche has fallen, and from Manhay")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("checkmate",), "There is no puzzle “checkmate”; choose from do-not-attack, encircle-and-eliminate"),
        (("--game", "chess"), "There are no puzzles for “chess”; there are some for ardennes-offensive, axis-allies"),
        (("--player", "napoleon"), "There is no computer player “napoleon”"),
    ],
)
def test_bad_arguments_are_answered_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
):
    status, text = said(capsys, *arguments)
    assert status == 1
    assert text.startswith(message)
    assert text.count("\n") == 1


# ---- the page


@each
def test_the_page_shows_every_puzzle_as_its_file_tells_it(puzzle: Puzzle):
    page = (DOCS / "puzzles.md").read_text("utf-8")
    flat = " ".join(page.split())
    for words in (f"## {puzzle.title} ", puzzle.text, puzzle.asked, puzzle.solution):
        assert words in flat
    best = "; ".join(map(str, solved(puzzle.name)[1].line(puzzle.start())))
    before, _, fold = page.partition(f"## {puzzle.title}\n")[2].partition("<details>")
    assert f"pictures/puzzles/{puzzle.name}.png" in before
    assert f"`{best}`" in fold.partition("</details>")[0], "the solution is behind the fold"
    assert (DOCS / "pictures" / "puzzles" / f"{puzzle.name}.png").is_file()


def test_a_picture_shows_the_counters_and_the_hexes_that_are_named():
    puzzle, _ = solved("do-not-attack")
    shown = ElementTree.fromstring(picture(puzzle))
    counters = [part.get("transform", "") for part in shown if part.get("transform", "").startswith("translate(")]
    assert len(counters) == 4  # infantry, tank, token; infantry
    left, top, wide, high = map(float, shown.get("viewBox", "").split())
    for counter in counters:
        x, y = map(float, counter.removeprefix("translate(").partition(")")[0].split())
        assert left < x < left + wide
        assert top < y < top + high
