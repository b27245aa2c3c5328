"""The board on the screen: turns and their track, lines, tints, and the overlays of zones and supply."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from ardennes.counters.screens.pieces import CounterPieces, D, G
from ardennes.engine import screen
from ardennes.engine.screen.words import Icon

if TYPE_CHECKING:
    from ardennes.hexmap import Supply

@lru_cache(1_000)
def short_date(day: date) -> str:
    """A day in a cell: 16 Dec."""
    return f"{day.day} {day:%b}"


@lru_cache(1_000)
def long_date(day: date) -> str:
    """A day in full: Saturday 16 December 1944."""
    return f"{day:%A} {day.day} {day:%B %Y}"


class CounterBoard(CounterPieces[D, G]):
    """Turns of a day each, the attack on the map, zones of control and supply."""

    attack_rule: ClassVar[str]  # that a hex is attacked
    arrow_rule: ClassVar[str]  # from where to where
    turns_rule: ClassVar[str]
    turns_label: ClassVar[str] = "Turns"
    turns_caption: ClassVar[str | None] = None
    zones_rule: ClassVar[str]
    zones_label: ClassVar[str] = "zones of control"  # after the name of a side
    zones_text: ClassVar[str]

    # ---- turns ----

    def day(self, turn: int) -> date:
        """The day of a turn; a game with several turns a day overrides it, and `turn_label`."""
        first: date = self.game.tables["turns"]["first_date"]
        return first + timedelta(days=turn - 1)

    def turn_label(self, turn: int) -> str:
        """What a turn is called."""
        return f"Turn {turn} of {self.game.last_turn}"

    def turn(self) -> screen.Turn:
        """The turn with its day."""
        turn, day = self.view.turn, self.day(self.view.turn)
        return screen.Turn(turn, self.turn_label(turn), self.game.last_turn, long_date(day), day.isoformat())

    def turn_track(self) -> screen.Track:
        """The turns with their days and whatever is due on them."""
        cells = [
            screen.Cell(
                str(turn), self.day_label(turn), text=self.turn_text(turn), state=self.when(turn),
                marks=self.turn_marks(turn), icon=self.turn_icon(turn),
            )
            for turn in range(1, self.game.last_turn + 1)
        ]  # fmt: skip
        return screen.Track("turns", self.turns_label, cells, rule=self.turns_rule, caption=self.turns_caption)

    def day_label(self, turn: int) -> str:
        """The day of a turn as its cell shows it."""
        return short_date(self.day(turn))

    def turn_text(self, turn: int) -> str | None:
        """A figure in the cell of a turn."""
        return None

    def turn_icon(self, turn: int) -> Icon | None:
        """A picture in the cell of a turn."""
        return None

    def turn_marks(self, turn: int) -> Sequence[screen.Mark]:
        """What is due on a turn."""
        return ()

    # ---- lines and tints ----

    def board_line(
        self, name: str, label: str, *, side: str | None = None, rule: str | None = None
    ) -> list[screen.Line]:
        """The line of that name on the map, such as the front at the start."""
        found = [line for line in self.game.board.lines if line.name == name]
        return [screen.Line("start", sides=line.sides, label=label, side=side, rule=rule) for line in found]

    def arrows(self) -> list[screen.Line]:
        """From each hex of the attackers to each hex attacked."""
        battle, view = self.battle, self.view
        if battle is None:
            return []
        hexes = dict.fromkeys(view.place_of(self.game.forces.index[name]) for name in battle.attackers)
        return [
            screen.Line("attack", hexes=[where, target], side=battle.side, rule=self.arrow_rule)
            for where in hexes
            for target in battle.targets
        ]

    def lines(self) -> list[screen.Line]:
        """The attack that is being declared or fought."""
        return self.arrows()

    def tints(self) -> list[screen.Tint]:
        """The hexes that are attacked, marked from before the first attacker joins."""
        battle = self.battle
        if battle is None:
            return []
        return [screen.Tint("target", battle.targets, "Under attack", battle.side, self.attack_rule)]

    # ---- overlays ----

    def zones(self, masks: Sequence[int]) -> screen.Overlay:
        """The zones of control of both sides."""
        return self.lasting(f"zones {self.viewer}", tuple(masks), lambda: self._zones(masks))

    def _zones(self, masks: Sequence[int]) -> screen.Overlay:
        grid = self.game.ground.grid
        tints = [
            screen.Tint(
                "friendly-zone" if name == self.viewer else "enemy-zone", grid.names(mask),
                f"{people} {self.zones_label}", name, self.zones_rule,
            )
            for name, people, mask in zip(self.game.sides, self.people, masks, strict=True)
            if mask
        ]  # fmt: skip
        text, rule = self.zones_text, self.zones_rule
        return screen.Overlay("zones", "Zones of control", "C", text=text, rule=rule, tints=tints)

    def looking(self) -> int:
        """The side that looks, or for an observer the phasing one."""
        return self.game.sides.index(self.viewer) if self.viewer in self.game.sides else self.view.phasing

    def supply_ways(self, found: Supply, side: int, hexes: int) -> list[screen.Line]:
        """The ways by which supply comes to some hexes of a side, found once for all who look."""
        return self.lasting(f"ways {side}", (found, hexes), lambda: self._ways(found, side, hexes))

    def _ways(self, found: Supply, side: int, hexes: int) -> list[screen.Line]:
        grid, name, label = self.game.ground.grid, self.game.sides[side], f"{self.people[side]} supply"
        return [
            screen.Line("supply", hexes=[grid.name(i) for i in way], label=label, side=name)
            for way in found.tree(hexes)
        ]
