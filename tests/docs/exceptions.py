"""What stands in README and docs and is not run as it stands there, by name and with the reason.

An entry that no page has any more fails the test: take it out.
"""

INSTALLS = "it installs, which needs the network: tests/wheel installs the wheel and plays a turn"
TESTS = "it is the tests themselves; that the files are there is checked"
MEASURES = "it measures for minutes; that the program is there is checked"
SIMULATED = "its games are the longest; simulate is run for the other games"
HOST = "it changes the machine of a host"

NOT_RUN = {
    "make ": "a target of the Makefile; that it is there is checked",
    "pip install": INSTALLS,
    "pip wheel --no-deps .": INSTALLS,
    "games/bin/pip install ": INSTALLS,
    "games/bin/ardennes serve --open": "it opens a browser; tests/browser plays on a real server",
    "python3 -m venv ": INSTALLS,
    ".venv/bin/pytest ": TESTS,
    ".venv-3.14/bin/pytest ": TESTS,
    "pytest games": "tests/docs/test_sixth_game.py runs it where the files are that it tests",
    "export ARDENNES_GAMES=": "tests/docs/test_sixth_game.py does",
    "mkdir -p games/crossing/data": "tests/docs/test_sixth_game.py does",
    "ardennes rules crossing": "tests/docs/test_sixth_game.py runs it where the game is",
    "ardennes fuzz crossing ": "tests/docs/test_sixth_game.py runs it where the game is",
    "ardennes simulate crossing ": "tests/docs/test_sixth_game.py runs it where the game is",
    "ardennes play crossing ": "tests/docs/test_sixth_game.py runs it where the game is",
    "python -m tests.games.screen_digests": "it writes the digests that tests/games/test_screens.py compares",
    "python -m ardennes.geo": "it compiles all boards; tests/geo compares them with the committed ones",
    "python -m ardennes.server.shapes.schema": "it writes into the sources; tests/server compares what it would write",
    "python -m bench.": MEASURES,
    "ardennes serve": "it serves until it is stopped; tests/server and tests/browser play on a real server",
    "ardennes worker": "it works until it is stopped; tests/server/test_workers.py starts real ones",
    "DATABASE_URL=": "tests/server/test_workers.py does it on a real PostgreSQL",
    "ardennes arena --cluster": "tests/arena/test_cluster.py plays on a real cluster",
    "ardennes puzzles --pictures ": "it draws the pictures of the page, which takes long",
    "ardennes train GAME --games N": "it plays hundreds of games; tests/ai trains on a few",
    "ardennes tune ": "it plays hundreds of games; tests/arena/test_tuning.py tunes with a few",
    "ardennes simulate ardennes-offensive --all-scenarios": SIMULATED,
    "ardennes simulate bitter-woods ": SIMULATED,
    "ardennes simulate bulge --games 200 --cluster ": "tests/arena/test_cluster.py plays on a real cluster",
    "dask ": "tests/arena/test_cluster.py starts a scheduler and workers",
    "/usr/local/lib/ardennes/bin/pip install ": HOST,
    "useradd ": HOST,
    "createuser ": HOST,
    "createdb ": HOST,
    "podman ": "no container can be built where the tests run; tests/tools/test_release.py reads the Containerfile",
    "pg_dump ": "tests/server/test_backup.py saves and restores a real game",
    "sqlite3 games.db ": "tests/server/test_backup.py saves and restores a real game",
    "/usr/local/lib/ardennes-new/bin/ardennes check ": "tests/server/test_backup.py restores and checks",
}
"""A command, or how it begins → why it is not run."""

SHORTENED = {
    "ardennes puzzles": "ardennes puzzles --player random plug-the-junction",
    "ardennes puzzles hold-the-bridge --require": "ardennes puzzles plug-the-junction --player random",
    "ardennes fuzz bulge": "ardennes fuzz bulge --games 5 --jobs 1",
    "ardennes play bulge": "ardennes play bulge --seed 1",
}
"""A command that takes long or waits for somebody → what is run in its place."""

MANY = {"--games": "1", "--pairs": "1", "--players": "random,random", "--jobs": "1"}
"""Options of `ardennes arena` and `ardennes simulate` → what they are given, so that one quick game is played."""

NOT_RUN_BLOCKS = {
    "docs/strength.md": "it plays fourteen games of the slowest player, which takes hours",
    "docs/add-a-sixth-game.md": "tests/docs/test_sixth_game.py runs it where the game is",
}
"""A page → why its Python is compiled, and its imports are carried out, but it is not run."""
