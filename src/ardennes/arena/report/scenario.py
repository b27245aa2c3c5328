"""The report of one scenario: results, figures turn by turn, the front, and how long the players thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import mean, median

from ardennes.arena.figures import Condition, Figures, Share, Value
from ardennes.arena.match import Played
from ardennes.arena.report import charts, words
from ardennes.arena.report.charts import Curve, Mark
from ardennes.arena.report.front import Front
from ardennes.arena.report.maps import Map
from ardennes.arena.report.parts import NOTHING, badge, label_of, percent, shares, sign, spread, style_of, table
from ardennes.engine.game import Scenario
from ardennes.engine.screen import Side

OVER_TURNS = (
    "Each line is the average over the games that reached the turn (the figure in the bottom row, if not all did); "
    "the band holds four games in five. Games that have ended drop out, so even losses can appear to fall. The line "
    "is thin where fewer than a quarter of the games remain."
)


class ScenarioReport:
    """One scenario. `sides` are as the game's screen names them, the one in German style first."""

    def __init__(
        self, scenario: Scenario, played: Sequence[Played], order: Sequence[str], sides: Sequence[Side]
    ) -> None:  # fmt: skip
        self.scenario = scenario
        self.sides = sides
        self.figures = Figures(played, order)
        self.players = played[0].match.players
        self.days = self.figures.days()

    @property
    def ident(self) -> str:
        """What the page calls it."""
        return "s" + "".join(letter if letter.isalnum() else "-" for letter in self.scenario.name)

    def html(self, drawn: Map | None, *, alone: bool) -> str:
        """All sections; folded where there are several scenarios."""
        title = escape(self.scenario.title)
        if not self.figures.games:
            return f'<section id="{self.ident}"><h2>{title}</h2><p>No games were completed.</p></section>'
        body = f'<p class="lead">{escape(self.scenario.text)}</p>{self._results()}{self._over_turns()}'
        if drawn is not None:
            body += Front(self.ident, self.figures, self.sides[0], drawn).html()
        body += self._clocks()
        if alone:
            return f'<div id="{self.ident}"><h2 class="scenario">{title}</h2>{body}</div>'
        head = f"<summary><h2>{escape(self.scenario.name)}. {title}</h2>{self.bar()}</summary>"
        return f'<details class="scenario" id="{self.ident}">{head}{body}</details>'

    # ---- results ----

    @property
    def outcomes(self) -> tuple[str | None, ...]:
        """The winners in the order in which they are shown: German style, nobody, the other."""
        return self.sides[0].id, None, self.sides[1].id

    def bar(self) -> str:
        """The results as one bar."""
        return shares([
            (label_of(self.sides, side), style_of(self.sides, side), self.figures.won(side).part)
            for side in self.outcomes
        ])  # fmt: skip

    def commonest(self) -> str:
        """The level of victory that came about most often."""
        return max(self.figures.levels(), key=lambda one: one[2].games)[1] if self.figures.games else ""

    def _results(self) -> str:
        key = "".join(
            f"<li>{badge(self.sides, side)} <b>{percent(self.figures.won(side))}</b></li>" for side in self.outcomes
        )
        rows = [
            [self._level(winner, level), str(share.games), percent(share), f"{self._mean_end(winner, level):.1f}"]
            for winner, level, share in self._levels()
        ]
        head = ["Level of victory", "Games", "Share (95 % interval)", "Turn (average)"]
        said = words.results(self.figures, self.sides, self.outcomes) + words.losses(self.figures, self.sides)
        if self.scenario.balance:
            said += f" Expected by the rulebook: <em>{escape(self.scenario.balance)}</em>."
        return (
            f'<section><h3>Results</h3><p>{said}</p><ul class="key">{key}</ul>{self.bar()}<div class="two">'
            f"<div>{table(head, rows)}</div>{self._ends()}</div></section>"
        )

    def _levels(self) -> list[tuple[str | None, str, Share]]:
        """The levels of victory, from those of the side in German style to those of the other."""
        return sorted(self.figures.levels(), key=lambda one: (self.outcomes.index(one[0]), -one[2].games))

    def _mean_end(self, winner: str | None, level: str) -> float:
        """The turn in which games with such a result ended, on average."""
        return mean(game.turn for game in self.figures.games if (game.winner, game.level) == (winner, level))

    def _level(self, winner: str | None, level: str) -> str:
        style = style_of(self.sides, winner)
        return f'<span class="sign {style}">{sign(style)}</span> {escape(level)}'

    def _ends(self) -> str:
        """When the games ended, by winner, and in figures by level of victory; nothing if all ended alike."""
        counts = self.figures.ends()
        if sum(map(bool, counts.values())) < 2:
            return ""
        ends = {
            turn: {label_of(self.sides, winner): n for winner, n in found.items()} for turn, found in counts.items()
        }
        styles = [(label_of(self.sides, side), style_of(self.sides, side)) for side in self.outcomes]
        plot = charts.columns("Turn on which the games ended", ends, styles, self.days)
        levels = [(winner, level) for winner, level, _ in self._levels()]
        by_level = Counter((game.turn, game.winner, game.level) for game in self.figures.games)
        rows = [
            [str(turn), *(str(by_level[turn, winner, level] or NOTHING) for winner, level in levels)]
            for turn, found in counts.items()
            if found
        ]
        head = ["Turn", *(self._level(winner, level) for winner, level in levels)]
        return (
            f"<figure><figcaption>Turn on which the games ended</figcaption>{plot}<details><summary>Figures by "
            f"victory level</summary>{table(head, rows, words=0)}</details></figure>"
        )

    # ---- turn by turn ----

    def _over_turns(self) -> str:
        plots = [self._condition(one) for one in self.figures.conditions()]
        plots.append(self._forces("Losses: units lost so far", lambda force: force.lost, "pieces"))
        plots.append(self._forces("Total attack strength on the map", lambda force: force.strength))
        return (
            f'<section><h3>Turn by turn</h3><div class="plots">{"".join(plots)}</div><p class="note">{OVER_TURNS}</p>'
            "</section>"
        )

    def _condition(self, one: Condition) -> str:
        """A victory condition with what it needed, and what others with the same figure needed besides."""
        own = set(one.needed[0].points) if one.needed else set()
        needed = [each for at, each in enumerate(one.needed) if at == 0 or not set(each.points) <= own]
        styles = [style_of(self.sides, each.side) for each in needed]
        marks = [
            Mark(f"{sign(style)} needed", each.points, f"needed {style}")
            for style, each in zip(styles, needed, strict=True)
        ]
        named = [f"{mark.label}: {each.name}" for mark, each in zip(marks, needed, strict=True)]
        told = "; ".join(named) if [each.name for each in needed] != [one.name] else ""
        curve = Curve("mean", style_of(self.sides, one.side), one.spreads)
        return self._plot(f"{one.name[:1].upper()}{one.name[1:]}", [curve], marks, told)

    def _forces(self, title: str, value: Value, unit: str = "") -> str:
        lines = [Curve(side.label, side.style, self.figures.forces(side.id, value)) for side in self.sides]
        return self._plot(title, lines, [], unit=unit)

    def _plot(self, title: str, lines: Sequence[Curve], marks: Sequence[Mark], note: str = "", unit: str = "") -> str:
        """A plot with its figures in a table beneath; nothing where no turn came to its end."""
        if not all(line.spreads for line in lines):
            return ""
        by_turn = [{one.turn: one for one in line.spreads} for line in lines]
        rows = [
            [str(turn), str(one.games), *(spread(line.get(turn)) for line in by_turn)]
            for turn, one in sorted(by_turn[0].items())
        ]
        head = ["Turn", "Games", *(escape(line.label) for line in lines)]
        said = f'<p class="note">{escape(note)}</p>' if note else ""
        return (
            f"<figure><figcaption>{escape(title)}</figcaption>{charts.curves(title, lines, marks, self.days, unit)}"
            f"{said}<details><summary>Figures</summary>{table(head, rows, words=0)}</details></figure>"
        )

    # ---- times ----

    def _clocks(self) -> str:
        rows = []
        for at, (side, name) in enumerate(zip(self.figures.sides, self.players, strict=True)):
            spent = self.figures.thinking(at)
            times = [f"{median(spent):.3f} s", f"{max(spent):.3f} s"] if spent else ["–", "–"]
            rows.append([badge(self.sides, side), escape(name), str(len(spent)), *times])
        head = ["Side", "Player", "Player turns", "Median", "Worst"]
        return f"<section><h3>Thinking time per player turn</h3>{table(head, rows, words=2)}</section>"
