"""The page: head, the table of scenarios where there are several, and the report of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from ardennes.arena.match import Played
from ardennes.arena.report.maps import Map
from ardennes.arena.report.parts import NOTHING, label_of, percent, table
from ardennes.arena.report.scenario import ScenarioReport
from ardennes.arena.report.words import LEANINGS, leaning
from ardennes.engine.game import Game
from ardennes.engine.screen import Side
from ardennes.hexmap import Board


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was simulated: the game, the games played, and the command that plays them again."""

    game: Game
    played: Sequence[Played]
    command: str


def page(simulation: Simulation) -> str:
    """The whole report as HTML. Raises ValueError if nothing was played."""
    if not simulation.played:
        raise ValueError("There is nothing to report: no games were played.")
    game = simulation.game
    sides = ordered_sides(game)
    reports = [
        ScenarioReport(scenario, played, game.sides, sides)
        for name, scenario in game.scenarios.items()
        if (played := [one for one in simulation.played if one.match.scenario == name])
    ]
    grounded = isinstance(game.board, Board) and any(report.figures.grounds() for report in reports)
    drawn = Map(game.board) if grounded else None
    body = [_head(simulation, reports)]
    if len(reports) > 1:
        body.append(_overview(reports))
    body += [report.html(drawn, alone=len(reports) == 1) for report in reports]
    return _document(f"{game.title}: {len(simulation.played)} games", _style(drawn), "".join(body))


def ordered_sides(game: Game) -> list[Side]:
    """The sides as the game's screen names them, the one in German style first."""
    shown = game.screen(game.start().view(None)).sides
    return sorted(shown, key=lambda side: side.style != "german")


def _style(drawn: Map | None) -> str:
    """The style sheet, with the picture of the map in it: it is there once, however often it is shown."""
    style = (files("ardennes.arena.report") / "style.css").read_text(encoding="utf-8")
    return style if drawn is None else f'{style}.ground{{background-image:url("{drawn.picture()}")}}\n'


def _document(title: str, style: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><style>{style}</style></head>'
        f"<body><main>{body}</main></body></html>\n"
    )


def _head(simulation: Simulation, reports: Sequence[ScenarioReport]) -> str:
    """Title, who played, and how to play it again."""
    game = simulation.game
    seats = zip(game.sides, reports[0].players, strict=True)
    who = ", ".join(f"{escape(label_of(reports[0].sides, side))} by {escape(name)}" for side, name in seats)
    count = sum(len(report.figures.games) for report in reports)
    broken = sum(len(report.figures.broken) for report in reports)
    warning = (
        (f'<p class="warning">Games left out because they crashed or were cut short: {broken}.</p>') if broken else ""
    )
    return (
        f'<header><h1>{escape(game.title)}</h1><p class="lead">{count} games, {who}. Rules '
        f"{escape(game.version)}.</p>{warning}<p>To repeat this run: "
        f"<code>{escape(simulation.command)}</code></p></header>"
    )


def _overview(reports: Sequence[ScenarioReport]) -> str:
    """One row a scenario, beside what the rulebook expects of it."""
    sides = reports[0].sides
    expected = any(report.scenario.balance for report in reports)
    rows = [
        [
            escape(report.scenario.name),
            f'<a href="#{report.ident}">{escape(report.scenario.title)}</a>',
            *([f"<em>{escape(report.scenario.balance or NOTHING)}</em>"] if expected else []),
            f"<b>{escape(leaning(report.figures, sides) or NOTHING)}</b>",
            report.bar(),
            escape(report.commonest() or NOTHING),
            *(percent(report.figures.won(side)) for side in report.outcomes),
            f"{report.figures.length:.1f}",
            str(len(report.figures.games)),
        ]
        for report in reports
    ]
    names = [escape(label_of(sides, side)) for side in reports[0].outcomes]
    book = ["Expected by the rulebook"] if expected else []
    head = ["", "Scenario", *book, "In these games", "Results", "Most common", *names, "Turns", "Games"]
    return (
        f"<section><h2>Scenarios</h2><p>{_grouped(reports)}</p><div "
        f'class="overview">{table(head, rows, words=len(book) + 5)}</div><p class="note">Percentages are the '
        "share of games won, with 95 % confidence intervals in brackets; turns are the average length of a game. "
        f"{LEANINGS}</p></section>"
    )


def _grouped(reports: Sequence[ScenarioReport]) -> str:
    """The scenarios by whom their games favour."""
    found: dict[str, list[str]] = {}
    for report in reports:
        found.setdefault(leaning(report.figures, report.sides), []).append(report.scenario.name)
    told = [f"<b>{escape(what)}</b>: {escape(', '.join(names))}" for what, names in found.items() if what]
    return f"{'; '.join(told)}."
