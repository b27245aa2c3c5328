"""The report of one scenario: results, figures turn by turn, the front, and how long the players thought."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import median

from ardennes.arena.figures import Condition, Figures, Value
from ardennes.arena.match import Played
from ardennes.arena.report import charts
from ardennes.arena.report.charts import Curve, Mark
from ardennes.arena.report.front import Front
from ardennes.arena.report.maps import Map
from ardennes.arena.report.parts import badge, label_of, percent, shares, sign, spread, style_of, table
from ardennes.engine.game import Scenario
from ardennes.engine.screen import Side


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
            return f'<section id="{self.ident}"><h2>{title}</h2><p>No game came to its end.</p></section>'
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
        levels = sorted(self.figures.levels(), key=lambda one: (self.outcomes.index(one[0]), -one[2].games))
        rows = [
            [self._level(winner, level), str(share.games), percent(share)]
            for winner, level, share in levels
        ]
        return (
            f'<section><h3>Results</h3><ul class="key">{key}</ul>{self.bar()}<div class="two">'
            f"<div>{table(['Level of victory', 'Games', 'Share (95 %)'], rows)}</div>{self._ends()}</div></section>"
        )

    def _level(self, winner: str | None, level: str) -> str:
        style = style_of(self.sides, winner)
        return f'<span class="sign {style}">{sign(style)}</span> {escape(level)}'

    def _ends(self) -> str:
        """When the games ended."""
        ends = {
            turn: {label_of(self.sides, winner): n for winner, n in counts.items()}
            for turn, counts in self.figures.ends().items()
        }
        styles = [(label_of(self.sides, side), style_of(self.sides, side)) for side in self.outcomes]
        plot = charts.columns("Games by the turn in which they ended", ends, styles, self.days)
        rows = [
            [str(turn), *(str(counts.get(label, 0)) for label, _ in styles)]
            for turn, counts in ends.items()
            if any(counts.values())
        ]
        head = ["Turn", *(escape(label) for label, _ in styles)]
        return (
            "<figure><figcaption>Games by the turn in which they ended: on average after "
            f"{self.figures.length:.1f} turns</figcaption>{plot}<details><summary>Figures</summary>"
            f"{table(head, rows, words=0)}</details></figure>"
        )

    # ---- turn by turn ----

    def _over_turns(self) -> str:
        plots = [self._condition(one) for one in self.figures.conditions()]
        plots.append(self._forces("Losses: pieces lost since the game began", lambda force: force.lost))
        plots.append(self._forces("Strength of attack on the map", lambda force: force.strength))
        return (
            f'<section><h3>Turn by turn</h3><div class="plots">{"".join(plots)}</div><p class="note">Lines are means '
            "over the games that reached the turn; four games in five lie in the band.</p></section>"
        )

    def _condition(self, one: Condition) -> str:
        """A victory condition with what it needed, and what others with the same figure needed besides."""
        own = set(one.needed[0].points) if one.needed else set()
        needed = [each for at, each in enumerate(one.needed) if at == 0 or not set(each.points) <= own]
        marks = [Mark(f"{sign(style_of(self.sides, each.side))} needed", each.points) for each in needed]
        told = "; ".join(f"{mark.label}: {each.name}" for mark, each in zip(marks, needed, strict=True))
        curve = Curve("mean", style_of(self.sides, one.side), one.spreads)
        return self._plot(f"{one.name[:1].upper()}{one.name[1:]}", [curve], marks, told)

    def _forces(self, title: str, value: Value) -> str:
        lines = [Curve(side.label, side.style, self.figures.forces(side.id, value)) for side in self.sides]
        return self._plot(title, lines, [])

    def _plot(self, title: str, lines: Sequence[Curve], marks: Sequence[Mark], note: str = "") -> str:
        """A plot with its figures in a table beneath."""
        by_turn = [{one.turn: one for one in line.spreads} for line in lines]
        rows = [
            [str(turn), str(one.games), *(spread(line.get(turn)) for line in by_turn)]
            for turn, one in sorted(by_turn[0].items())
        ]
        head = ["Turn", "Games", *(escape(line.label) for line in lines)]
        return (
            f"<figure><figcaption>{escape(title)}</figcaption>{charts.curves(title, lines, marks, self.days)}"
            f'<p class="note">{escape(note)}</p>'
            f"<details><summary>Figures</summary>{table(head, rows, words=0)}</details></figure>"
        )

    # ---- times ----

    def _clocks(self) -> str:
        rows = []
        for at, (side, name) in enumerate(zip(self.figures.sides, self.players, strict=True)):
            spent = self.figures.thinking(at)
            times = [f"{median(spent):.3f} s", f"{max(spent):.3f} s"] if spent else ["–", "–"]
            rows.append([badge(self.sides, side), escape(name), str(len(spent)), *times])
        head = ["Side", "Player", "Player turns", "Median", "Worst"]
        return f"<section><h3>Time to think, a player turn</h3>{table(head, rows, words=2)}</section>"
