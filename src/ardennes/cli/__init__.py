"""The `ardennes` command: what a person types.

It reads a command line, calls the other rooms and prints sentences. It knows no rule and decides nothing about a game;
bad input is answered with one sentence and exit status 1, never with a traceback.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files


def playable() -> list[str]:
    """The names of the games whose rules are there, in alphabetical order."""
    rooms = files("ardennes") / "games"
    if not rooms.is_dir():
        return []
    return sorted(room.name.replace("_", "-") for room in rooms.iterdir() if (room / "game.py").is_file())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="ardennes", description="Battle of the Bulge wargames, every rule enforced.")
    parser.add_argument("--version", action="version", version=f"ardennes {version('ardennes')}")
    parser.add_argument("command", choices=["games", "play"], help="list the games, or play one in the terminal")
    if parser.parse_args(arguments).command == "games":
        print("\n".join(playable()) or "No game is ready yet.")
        return 0
    print("Nothing can be played in the terminal yet: the rules engine comes first.", file=sys.stderr)
    return 1
