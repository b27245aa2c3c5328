"""`ardennes play`: a game in the terminal. It shows the decision, takes an action line, and explains on `?`."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ardennes
from ardennes.cli.journals import read
from ardennes.engine.action import Action
from ardennes.engine.decision import Decision
from ardennes.engine.errors import ArdennesError, BadOption
from ardennes.engine.event import Event
from ardennes.engine.game import Game
from ardennes.engine.record import Record

HELP = """\
Type an action as listed, such as “pick 2Pz” or “go 1205”, or the number of an option.
  ?              why you are asked, and by which rule      ? go 1205    why that is not allowed
  options        everything you can do now                 odds         the attack being declared
  standing       where the victory conditions stand        rule AO-9.2  read a rule
  undo, redo     take back, as far as the rules allow      log          what happened recently
  resign         give up the game                          draw         end the game as an agreed draw
  save FILE      save the journal                          quit         stop (the journal is kept in game.journal)
"""
SHOWN = 24


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    play = commands.add_parser("play", help="play in the terminal", description=HELP, formatter_class=_Plain)
    play.add_argument("game", nargs="?", metavar="GAME")
    play.add_argument("--scenario", metavar="NAME")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option (repeatable)")
    play.add_argument(
        "--random",
        action="append",
        default=[],
        metavar="SIDE",
        help="the computer plays this side with random moves (repeatable)",
    )
    play.add_argument("--load", type=Path, metavar="JOURNAL", help="continue a saved game")
    play.add_argument("--seed", metavar="S", help="random seed for the dice (default: a new one)")
    play.set_defaults(run=_play)


class _Plain(argparse.RawDescriptionHelpFormatter):
    pass


def _play(chosen: argparse.Namespace) -> int:
    record = _resumed(chosen) if chosen.load else _fresh(chosen)
    for side in chosen.random:
        if side not in record.game.sides:
            raise BadOption(f"{record.game.title} has no side “{side}”; it has {', '.join(record.game.sides)}.")
    dice = random.Random(chosen.seed) if chosen.seed else random.SystemRandom()
    return Table(record, dice, frozenset(chosen.random)).play()


def _resumed(chosen: argparse.Namespace) -> Record:
    journal = read(chosen.load)
    return Record.replay(ardennes.game(journal.game), journal)


def _fresh(chosen: argparse.Namespace) -> Record:
    names = ardennes.games()
    if not names:
        raise ArdennesError("No games are installed.")
    game = ardennes.game(chosen.game or _ask_for("Which game", names))
    options: dict[str, str | bool] = {}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"“{text}” is not a rule option; write NAME=VALUE.")
        options[name] = value
    scenario = chosen.scenario
    if scenario is None and len(game.scenarios) > 1 and sys.stdin.isatty():
        for one in game.scenarios.values():
            print(f"  {one.name}: {one.title}")
        scenario = _ask_for("Which scenario", tuple(game.scenarios))
    return Record.start(game, scenario, **options)


def _ask_for(question: str, names: tuple[str, ...]) -> str:
    """One of some names; the first where nobody can be asked."""
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    answer = input(f"{question}? ({', '.join(names)}) [{names[0]}] ").strip()
    return answer or names[0]


class Table:
    """A game between people (and random players) at one terminal."""

    def __init__(self, record: Record, dice: random.Random, machines: frozenset[str]) -> None:
        self.record = record
        self.dice = dice
        self.machines = machines
        self.asked: Decision | None = None
        record.subscribe(self._tell)
        self.words: dict[str, Callable[[str], None]] = {
            "?": self._why,
            "help": lambda _: print(HELP),
            "options": lambda _: self._list(len(self.record.state.decision.options)),
            "odds": self._odds,
            "standing": self._standing,
            "rule": self._rule,
            "undo": lambda _: self.record.undo(),
            "redo": lambda _: self.record.redo(),
            "log": self._log,
            "resign": lambda _: self._close("resign"),
            "draw": lambda _: self._close("draw"),
            "save": self._save,
        }

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    def play(self) -> int:
        """To the end of the game, or of the player's patience."""
        print(f"{self.game.title}. Type “help” for help.")
        while not self.record.state.over:
            state = self.record.state
            if state.chance is not None:
                self._roll()
                continue
            decision = state.decision
            if decision.side in self.machines:
                self.record.apply(self.dice.choice(decision.options))
                continue
            self._show(decision)
            try:
                line = input("> ").strip()
            except EOFError:
                line = "quit"
            if line in ("quit", "exit"):
                self._save("game.journal")
                return 0
            self._do(line)
        result = self.record.state.result
        assert result is not None
        print(f"The game is over. Winner: {result.winner or 'none'}, {result.level} ({result.rule}).")
        self._save("game.journal")
        return 0

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if word in self.words:
                self.words[word](rest.strip())
            elif line.isdigit():
                self._take_numbered(int(line))
            elif line:
                self.record.apply(line)
        except ArdennesError as error:
            print(f"  {error}")
        except OSError as error:
            print(f"  {error.filename}: {error.strerror}.")

    def _close(self, how: str) -> None:
        """End the game by word of whoever is asked."""
        if how == "draw" and self.machines:
            raise ArdennesError("The computer does not negotiate.")
        self.record.close(self.record.state.decision.side, how)

    def _take_numbered(self, number: int) -> None:
        options = self.record.state.decision.options
        if not 1 <= number <= len(options):
            raise ArdennesError(f"There is no option {number}; there are {len(options)}.")
        self.record.apply(options[number - 1])

    def _roll(self) -> None:
        chance = self.record.state.chance
        assert chance is not None
        roll = chance.sample(self.dice)
        shown = " ".join(map(str, roll)) if chance.seen_by is None else "in secret"
        print(f"  {chance.reason}: {shown} ({chance.rule})")
        self.record.roll(roll)

    # ---- what is shown ----

    def _show(self, decision: Decision) -> None:
        print(f"\nTurn {self.record.state.turn}, {decision.side}: {decision.prompt} ({decision.rule})")
        for duty in decision.obligations[:SHOWN]:
            print(f"  must: {duty.who} {duty.what} ({duty.rule})")
        self._list(SHOWN)

    def _list(self, most: int) -> None:
        options = self.record.state.decision.options
        shown = [f"{n} {action}" for n, action in enumerate(options[:most], 1)]
        more = f" … and {len(options) - most} more (“options” lists all)" if len(options) > most else ""
        print("  " + " | ".join(shown) + more)

    def _tell(self, event: Event) -> None:
        if event.seen_by is None:
            print(f"  · {event.text} ({event.rule})")

    def _log(self, _: str) -> None:
        for event in self.record.events_for(None)[-SHOWN:]:
            print(f"  · {event.text} ({event.rule})")

    def _why(self, rest: str) -> None:
        state = self.record.state
        if not rest:
            self._rule(state.decision.rule)
            return
        reason = state.why_not(Action.parse(rest))
        print("  That is allowed." if reason is None else f"  {reason.text} ({reason.rule}) {reason.helps}".rstrip())

    def _rule(self, rest: str) -> None:
        if rest not in self.game.rules:
            raise ArdennesError(f"There is no rule “{rest}”.")
        case = self.game.rules[rest]
        print(f"  {case.id} {case.title}: {case.text}")

    def _odds(self, _: str) -> None:
        state = self.record.state
        battle = state.battle()
        if battle is None:
            raise ArdennesError("No attack is being declared now.")
        odds = state.odds(battle)
        for line in odds.tally:
            print(f"  {line.about:8} {line.before:g} → {line.after:g}  {line.text} ({line.rule})")
        print(f"  {odds.attack:g} against {odds.defence:g}: {odds.column}")
        for outcome in odds.outcomes:
            print(f"  {outcome.probability:6.1%} {outcome.label}")
        for measure in odds.measures:
            print(f"  {measure.name}: {measure.mean:.2f} on average")

    def _standing(self, _: str) -> None:
        for one in self.record.state.standing():
            needed = "" if one.needed is None else f" of {one.needed:g}"
            print(f"  {one.side} {one.name}: {one.now:g}{needed}, {one.by} ({one.rule})")

    def _save(self, rest: str) -> None:
        path = Path(rest or "game.journal")
        path.write_text(str(self.record.journal), encoding="utf-8")
        print(f"  Journal written to {path}.")
