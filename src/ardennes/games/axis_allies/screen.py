"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ardennes.engine import Decision, screen
from ardennes.games.axis_allies import screen_pieces, screen_table, screen_why
from ardennes.games.axis_allies.screen_play import Play


class AxisAlliesScreen(Play):
    """The screen of a seat: what lies on the table, and what belongs to no step of the play."""

    def scenario_notes(self) -> list[screen.Note]:
        """The rule options in force."""
        found = [option for option in self.game.options.values() if self.view.on(option.name)]
        printed = screen.Note("Printed set-up", self.game.scenarios[self.view.scenario].rule)
        return [screen.Note(option.title, option.rule) for option in found] or [printed]

    def side_labels(self) -> Sequence[str]:
        """The sides by themselves."""
        return ("Axis", "Allies")

    def scores(self) -> Sequence[screen.Score | None]:
        """The points of the Axis."""
        return (screen.Score(str(self.view.vp), "victory points", str(self.game.needed)), None)

    def turn(self) -> screen.Turn:
        """The turn with its days; the front that belongs beside it is that of the last."""
        names, number, (first, last) = self.game.turn_names, self.view.turn, self._days(self.view.turn)
        shown = f"{last.day} {last:%B %Y}" if first == last else f"{first.day} and {last.day} {last:%B %Y}"
        label = f"{names[number - 1]} turn, {number} of {len(names)}"
        return screen.Turn(number, label, len(names), shown, last.isoformat())

    def _days(self, turn: int) -> tuple[date, date]:
        """The first and the last day of a turn."""
        calendar = self.game.tables["calendar"]
        ends: list[date] = calendar["last_dates"]
        return ends[turn - 2] + timedelta(days=1) if turn > 1 else calendar["first_date"], ends[turn - 1]

    # ---- what lies on the table ----

    def pieces(self) -> list[screen.Piece]:
        """Lots, tokens, trucks with their cargo, air units."""
        return screen_pieces.pieces(self.view)

    def faces(self) -> Mapping[str, screen.Face]:
        """Every face by nation and type."""
        return screen_pieces.faces()

    def tints(self) -> list[screen.Tint]:
        """The ground that the Axis controls, and the hex that attacks now."""
        return screen_table.tints(self.view)

    def lines(self) -> list[screen.Line]:
        """The front line, and the attack."""
        return screen_table.lines(self.view)

    def boxes(self) -> list[screen.Box]:
        """Off-board areas, charts, hands and strips."""
        return screen_table.boxes(self.view, self.battle)

    def grids(self) -> list[screen.Grid]:
        """The charts, and the strips of a battle."""
        return screen_table.grids(self.view, self.battle)

    def tracks(self) -> list[screen.Track]:
        """Turns and victory points."""
        return screen_table.tracks(self.view)

    def overlays(self) -> list[screen.Overlay]:
        """Zones of control, supply, the start line and the historical bulge."""
        return screen_table.overlays(self.view)

    # ---- why not ----

    def barred(self, asked: Decision) -> list[screen.Barred]:
        """On the card of each lot or truck that cannot act: the rule that forbids it."""
        return screen_why.barred(self.view, asked)

    def here_now(self) -> list[screen.Reason]:
        """The rules that act just now."""
        return screen_why.here_now(self.view, self.sheets)
