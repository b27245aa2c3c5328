"""Parts of a screen from what the engine already says: decisions, tallies, odds, events, the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, cast, get_args

from ardennes.engine.screen.play import (
    Ask,
    Barred,
    Die,
    Log,
    LogLine,
    Obligation,
    Option,
    Prompt,
    Roll,
    Standing,
    Undo,
    WhyNot,
)
from ardennes.engine.screen.sheet import MayChange, Measure, Outcome, TallyLine
from ardennes.engine.screen.text import Note, Reason
from ardennes.engine.screen.words import Icon, OptionKind, Owed, Progress, PromptKind, TallyAbout

if TYPE_CHECKING:
    from ardennes.engine import action, battle, catalogue, decision, event, game, queries, record, state


class Rolls(Protocol):
    """Whatever has rolls on record: a record, or a moment of its past."""

    @property
    def rolls(self) -> Sequence[record.Rolled]:
        """The rolls, the last one last."""

    @property
    def events(self) -> Sequence[event.Event]:
        """The log."""

    @property
    def ends(self) -> Sequence[int]:
        """How much of the log stood after each entry."""


EVENT_ICONS: Mapping[str, Icon] = {
    "move": "act",
    "attack": "fight",
    "roll": "die",
    "loss": "lost",
    "retreat": "retreat",
    "advance": "advance",
    "enter": "enter",
    "supply": "supply",
    "turn": "turn",
    "phase": "turn",
    "end": "victory",
    "exit": "exit",
    "air": "air",
    "control": "control",
    "setup": "position",
    "arrival": "enter",
    "result": "fight",
    "points": "victory",
    "cost": "arrow",
}
"""The picture of an event by its kind, for the kinds that all games share; a game adds its own (`Game.event_icons`). A
kind that has none and is an icon itself is its own picture."""


def figure(value: float) -> str:
    """A figure as it is printed: whole if it is whole.

    >>> figure(4.0), figure(2.5), figure(-1)
    ('4', '2.5', '−1')
    """
    text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
    return f"−{text}" if value < 0 else text


def option(
    of: game.Game, asked: decision.Decision, chosen: action.Action, label: str, *, commits: bool | None = None
) -> Option:
    """An option of a decision; what carries it follows from its verb. Further fields are set with `replace`.

    Whether it commits is asked of the state, which plays it on a copy; give `commits` where the game knows.
    """
    kinds: Mapping[str, OptionKind] = {"piece": "piece", "place": "place"}
    number: OptionKind = "number" if chosen.thing.isdigit() else "button"
    kind = kinds.get(of.universe.verbs[chosen.verb].takes, number)
    final = asked.commits(chosen) if commits is None else commits
    return Option(str(chosen), kind, label, final, chosen.thing or None, default=chosen == asked.default)


def prompt(of: game.Game, asked: decision.Decision, viewer: str) -> Prompt:
    """The prompt of a decision, as the side that decides or another one sees it."""
    if asked.side != viewer:
        first, rest = asked.prompt[0], asked.prompt[1:].rstrip(".")
        begins = first.lower() if rest[:1].islower() else first  # not the number of a unit, such as I/501
        task = f"Their task: {begins}{rest}{'' if rest.endswith('?') else '.'}"
        return Prompt("wait", f"Waiting for the {asked.side.capitalize()} player", task, asked.rule, asked.step)
    verbs = {chosen.verb: of.universe.verbs[chosen.verb].takes for chosen in asked.options}
    asks = [Ask(verb, takes) for verb, takes in verbs.items() if takes in ("piece", "place")]
    kind = cast(PromptKind, str(asked.kind))
    return Prompt(kind, asked.prompt, rule=asked.rule, step=asked.step, asks=asks)


def obligation(
    owed: decision.Obligation, text: str, state: Owed = "open", *, by: str | None = None, is_piece: bool = True
) -> Obligation:
    """An obligation of the state, said as a sentence; `by` says in words when it must be met."""
    if is_piece:
        return Obligation(owed.rule, text, owed.side, by or owed.by, state, pieces=[owed.who])
    return Obligation(owed.rule, text, owed.side, by or owed.by, state, places=[owed.who])


def shut(view: state.State, chosen: action.Action, label: str) -> Barred:
    """A choice that a player looks for and does not have now, with the reason."""
    reason = view.why_not(chosen)
    assert reason is not None
    return Barred(str(chosen), label, [Reason(reason.rule, reason.text)])


def tally(lines: Iterable[battle.Line], columns: Sequence[str] = ()) -> list[TallyLine]:
    """The lines of a tally. Those about the column are told by its heading, not by its number."""
    return [_tally_line(line, columns) for line in lines]


def _tally_line(line: battle.Line, columns: Sequence[str]) -> TallyLine:
    about = cast(TallyAbout, line.about) if line.about in get_args(TallyAbout) else "attack"
    before, after = (
        columns[min(max(int(at), 0), len(columns) - 1)] if about == "column" and columns else figure(at)
        for at in (line.before, line.after)
    )
    return TallyLine(line.rule, line.text, about, after, before if before != after else None)


def outcomes(odds: battle.Odds, text: Callable[[battle.Outcome], str]) -> list[Outcome]:
    """Every result of a battle with its chance; `text` says what a result means here."""
    return [Outcome(each.label, each.probability, text(each)) for each in odds.outcomes]


def measures(odds: battle.Odds) -> list[Measure]:
    """The exact figures of a battle whose results are too many to list."""
    return [Measure(each.name, figure(each.mean), each.chances) for each in odds.measures]


def may_change(odds: battle.Odds, side: str) -> list[MayChange]:
    """What the other side may still add to a battle, as the best it can do."""
    return [MayChange(line.rule, line.text, side) for line in odds.may_change]


def standing(each: queries.Standing, state: Progress) -> Standing:
    """A victory condition as the state answers it."""
    if each.needed is None:
        return Standing(each.rule, each.name, each.side, figure(each.now), state, by=each.by or None)
    done = min(max(each.now / each.needed, 0.0), 1.0) if each.needed else None
    return Standing(
        each.rule, each.name, each.side, figure(each.now), state, figure(each.needed), each.by or None, done
    )


def log(of: game.Game, events: Sequence[event.Event], *, last: int = 60, since: int | None = None) -> Log:
    """The last events of a side's log (`record.events_for(side)`), numbered through the whole game."""
    first = max(0, len(events) - last)
    return Log([_log_line(of, first + n, each) for n, each in enumerate(events[first:])], since)


@lru_cache(2_000)
def _icon(of: game.Game, kind: str) -> Icon:
    otherwise = cast(Icon, kind) if kind in get_args(Icon) else "plain"
    return of.event_icons.get(kind) or EVENT_ICONS.get(kind, otherwise)


@lru_cache(20_000)
def _log_line(of: game.Game, number: int, each: event.Event) -> LogLine:
    return LogLine(
        number,
        each.text,
        _icon(of, each.kind),
        each.rule or None,
        each.side or None,
        places=[place for place in (each.at, each.to) if place],
        pieces=[each.piece] if each.piece else [],
    )


def undo(of: record.Record, viewer: str) -> Undo:
    """Whether a side can take its last action back, what that was, or what stops it."""
    reason = of.cannot_undo()
    if reason is not None:
        return Undo(False, reason=reason)
    last = of.journal.entries[of.last_choice()]  # a standing order may stand behind it
    return _choice(of, last.text) if last.side == viewer else Undo(False, reason="The other side is choosing.")


def redo(of: record.Record, viewer: str) -> Undo:
    """Whether a side can do again what it took back last, or why not."""
    choice = of.undone
    if choice is None:
        return Undo(False, reason="There is nothing to redo.")
    mine = not of.state.over and of.state.chance is None and of.state.decision.side == viewer
    return _choice(of, choice) if mine else Undo(False, reason="The other side is choosing.")


def _choice(of: record.Record, line: str) -> Undo:
    """A choice on record, as a player reads it and as it was sent."""
    return Undo(True, of.game.phrase(of.game.parse(line)), action=line)


def roll(of: Rolls, viewer: str, sheet: str | None = None) -> Roll | None:
    """The last roll or draw that a side may see, with what the log says came of it; None if there was none."""
    seen = [one for one in of.rolls if one.chance.seen_by is None or viewer in one.chance.seen_by]
    if not seen:
        return None
    last = seen[-1]
    chance = last.chance
    told = [e.text for e in of.events[last.events : of.ends[last.entry]] if e.seen_by is None or viewer in e.seen_by]
    dice = [
        Die(int(str(face)), die.sides, die.label or None) for die, face in zip(chance.dice, last.outcome, strict=False)
    ]
    drawn = [str(name) for name in last.outcome] if chance.pool else []
    result = told[0] if told else None
    private = chance.seen_by is not None
    return Roll(chance.rule, chance.reason, chance.side, sheet, dice, drawn, result=result, private=private)


def why_not(of: game.Game, asked: action.Action, reason: catalogue.Reason, at: str | None = None) -> WhyNot:
    """The card that answers `why not`."""
    helps = [Note(reason.helps)] if reason.helps else []
    title = f"Why not: {of.phrase(asked)}?" if asked in of.universe else "Why not?"
    return WhyNot(str(asked), title, [Reason(reason.rule, reason.text)], helps, at)
