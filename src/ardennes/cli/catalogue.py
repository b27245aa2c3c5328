"""`ardennes rules`: read the rules of a game in our own words, or list the cases that no test proves."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import Any

import ardennes
from ardennes.engine.catalogue import Case
from ardennes.engine.coverage import gaps, proved
from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    rules = commands.add_parser("rules", help="read the rules of a game", description=__doc__)
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("id", nargs="?", metavar="ID", help="a case, or the start of its number (AO-9.2)")
    rules.add_argument("--search", metavar="WORDS", help="only cases containing all of these words")
    rules.add_argument(
        "--coverage", action="store_true", help="list the cases that no test proves (exit status 1 if there are any)"
    )
    rules.add_argument("--tests", default="tests", metavar="FOLDER", help="the folder of tests (tests)")
    rules.set_defaults(run=_rules)


def _rules(chosen: argparse.Namespace) -> int:
    rules = ardennes.game(chosen.game).rules
    if chosen.coverage:
        return _coverage(chosen)
    cases = rules.search(chosen.search) if chosen.search else list(rules)
    if chosen.id:
        cases = [c for c in cases if c.id == chosen.id] or [c for c in cases if c.id.startswith(f"{chosen.id}.")]
    if not cases:
        raise ArdennesError(f"{rules.title} has no case {chosen.id or chosen.search!r}.")
    if len(cases) > 40 and not chosen.id:
        for case in cases:
            print(f"{case.id:14} {case.title}")
    else:
        for case in cases:
            print(_full_text(case))
    return 0


def _full_text(case: Case) -> str:
    """A case as a paragraph."""
    text = textwrap.fill(case.text, 100, initial_indent="    ", subsequent_indent="    ")
    reason = textwrap.fill(f"Why: {case.reason}", 100, initial_indent="    ", subsequent_indent="    ")
    see = f"\n    See {', '.join(case.see)}." if case.see else ""
    kind = "" if case.kind == "rule" else f" ({case.kind})"
    return f"{case.id} {case.title}{kind}\n{text}" + (f"\n{reason}" if case.reason else "") + see + "\n"


def _coverage(chosen: argparse.Namespace) -> int:
    folder = Path(chosen.tests)
    if not folder.is_dir():
        raise ArdennesError(
            f"There is no folder of tests at “{folder}”; run this in the project folder, or name the folder with "
            "--tests."
        )
    rules = ardennes.game(chosen.game).rules
    found = proved(folder)
    missing = gaps(rules, found)
    for rule in missing:
        print(f"{rule:14} {rules[rule].title}")
    needed = rules.provable()
    exempt = len(rules) - len(needed)
    print(f"{len(needed) - len(missing)} of {len(needed)} cases proved by a test; {exempt} need none.")
    return 1 if missing else 0
