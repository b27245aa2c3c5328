"""What coverage.py says of files, added up by package."""

from __future__ import annotations

from tools.coverage import Reached, by_package, table


def one(lines: int, of_lines: int, branches: int, of_branches: int) -> dict[str, dict[str, int]]:
    return {
        "summary": {
            "covered_lines": lines,
            "num_statements": of_lines,
            "covered_branches": branches,
            "num_branches": of_branches,
        }
    }


def test_files_are_added_up_by_package_and_each_game_is_one():
    report = {
        "src/ardennes/__init__.py": one(1, 1, 0, 0),
        "src/ardennes/engine/state.py": one(9, 10, 3, 4),
        "src/ardennes/engine/screen/play.py": one(10, 10, 0, 0),
        "src/ardennes/games/bulge/air.py": one(5, 5, 1, 2),
        "src/ardennes/games/bastogne/air.py": one(0, 5, 0, 2),
    }
    found = by_package(report)
    assert found["engine"] == Reached(19, 20, 3, 4)
    assert list(found) == ["ardennes", "engine", "games/bastogne", "games/bulge"]
    assert list(table(found))[2:] == [
        "| ardennes | 1 | 100.0 % | 0 | – |",
        "| engine | 20 | 95.0 % | 4 | 75.0 % |",
        "| games/bastogne | 5 | 0.0 % | 2 | 0.0 % |",
        "| games/bulge | 5 | 100.0 % | 2 | 50.0 % |",
        "| all | 31 | 80.6 % | 8 | 50.0 % |",
    ]
