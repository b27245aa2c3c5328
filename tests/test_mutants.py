"""Rules are broken where they stand, one small change at a time, and what is noticed is counted."""

from __future__ import annotations

import ast
from bisect import bisect
from itertools import accumulate
from pathlib import Path

import pytest

import ardennes
from bench.mutants.__main__ import Verdict, sample, table
from bench.mutants.sites import of_game, of_source, of_table

GAMES = Path(ardennes.__file__).parent / "games"

SOURCE = '''
def may_enter(state, side, i):
    """Units enter hexes without an enemy, up to three."""
    if state.moved >> i & 1:
        return False
    return not state.held[1 - side] >> i & 1 and state.count(i) < 3
'''


def changes(kind: str) -> set[str]:
    return {mutant.new for mutant in of_source("movement.py", SOURCE) if mutant.kind == kind}


def test_comparisons_numbers_sides_conditions_and_early_returns_are_broken():
    assert changes("comparison") == {"(state.count(i) <= 3)"}
    assert {"2", "4"} <= changes("constant")
    assert changes("side") == {"side"}
    assert changes("condition") == {"(state.count(i) < 3)", "(not state.held[1 - side] >> i & 1)"}
    assert changes("early return") == {"False"}
    assert "(state.moved >> i)" in changes("mask")


def test_cells_of_a_combat_table_and_numbers_are_broken_and_comments_are_not():
    text = '[crt]\n1 = ["Ar", "Ct", "Dr"]  # page 3\ncount = 10\n# most = 4\n'
    assert [(found.line, found.old, found.new) for found in of_table("tables.toml", text)] == [
        (2, '"Ar"', '"Ct"'), (2, '"Ct"', '"Ar"'), (2, '"Dr"', '"Ar"'), (3, "10", "11"),
    ]  # fmt: skip


@pytest.mark.parametrize("game", ardennes.games())
def test_every_change_of_a_game_can_be_applied_and_leaves_a_program(game: str):
    folder = GAMES / game.replace("-", "_")
    found = of_game(folder)
    assert len(found) > 500
    for path in {mutant.path for mutant in found}:
        text = (folder / path).read_text(encoding="utf-8")
        starts = statements(text) if path.endswith(".py") else []
        for mutant in found:
            if mutant.path != path:
                continue
            changed = mutant.applied(text)
            assert changed != text, mutant.name
            if starts:  # a module is a program if each of its statements is one
                at = bisect(starts, mutant.start)
                end = starts[at] if at < len(starts) else len(text.encode())
                raw, longer = changed.encode(), len(mutant.new.encode()) - len(mutant.old.encode())
                ast.parse(raw[starts[at - 1] : end + longer])


def statements(text: str) -> list[int]:
    """Where each statement of a module begins, in bytes."""
    lines = [0, *accumulate(len(line.encode()) for line in text.splitlines(keepends=True))]
    return [0, *(lines[_line(node) - 1] for node in ast.parse(text).body)]


def _line(node: ast.stmt) -> int:
    """The line on which a statement begins, its decorators included."""
    decorated = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.decorator_list
    return decorated[0].lineno if decorated else node.lineno


def test_a_sample_is_the_same_for_the_same_seed():
    assert sample("bulge", 3, 10) == sample("bulge", 3, 10) != sample("bulge", 4, 10)


def test_a_change_fits_only_the_file_that_it_was_found_in():
    mutant = next(of_source("movement.py", SOURCE))
    with pytest.raises(ValueError, match=r"movement\.py does not hold"):
        mutant.applied(SOURCE.replace("state", "place"))


def test_the_table_counts_who_noticed():
    first, second, *_ = sample("bulge", 1, 2)
    text = table([Verdict(first, "rule tests"), Verdict(second, "")])
    assert text.splitlines()[-1].split() == ["all", "2", "1", "50%", "1", "50%"]
