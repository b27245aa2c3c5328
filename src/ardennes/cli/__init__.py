"""The `ardennes` command: what a person types.

It reads a command line, calls the other packages and prints sentences. It knows no rule and decides nothing about a
game; bad input is answered with one sentence and exit status 1, never with a traceback.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

import ardennes
from ardennes.cli import arena, catalogue, journals, maps, puzzles, serve, simulate, table, train, tune, worker
from ardennes.engine.errors import ArdennesError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ardennes",
        description="Battle of the Bulge wargames, every rule enforced.",
        epilog="“ardennes COMMAND --help” describes a command.",
    )
    parser.add_argument("--version", action="version", version=f"ardennes {version('ardennes')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    games = commands.add_parser("games", help="list the games, their scenarios and rule options")
    games.set_defaults(run=_games)
    catalogue.add_to(commands)
    journals.add_to(commands)
    table.add_to(commands)
    serve.add_to(commands)
    worker.add_to(commands)
    maps.add_to(commands)
    arena.add_to(commands)
    simulate.add_to(commands)
    puzzles.add_to(commands)
    train.add_to(commands)
    tune.add_to(commands)
    return parser


def _games(_: argparse.Namespace) -> int:
    for name in ardennes.games():
        game = ardennes.game(name)
        print(f"{name}: {game.title} ({' against '.join(game.sides)})")
        for scenario in game.scenarios.values():
            print(f"    scenario {scenario.name}: {scenario.title}")
        for option in game.options.values():
            print(f"    option {option.name} = {' | '.join(option.choices)} ({option.default}): {option.title}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:  # “ardennes rules bulge | head”: the reader has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written at the exit
        return 141
    except ArdennesError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}.", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print("The file is not text.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status
