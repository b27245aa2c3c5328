"""The attack sheet: who fights, what each hex counts and why, the column, the table, the chance of every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from ardennes.counters.roster import bits
from ardennes.counters.screens.pieces import CounterPieces, D, G
from ardennes.engine import Battle, Odds, Outcome, screen
from ardennes.engine.battle import Line
from ardennes.engine.errors import EngineFault
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import ComparisonKind, Favours, Stage
from ardennes.engine.speech import both

FAVOURS: Mapping[str, Favours] = {
    "Ae": "defender", "Ar": "defender", "Ct": "neither", "Ex": "both", "Dr": "attacker", "De": "attacker",
}  # fmt: skip
"""Whom a result favours, by its first two letters."""


class CounterSheets(CounterPieces[D, G]):
    """The attack sheet of a game with a table of results.

    The lines of the tally about a hex are headed “attack from 1206” and “defence in 1207”; a game in which strengths
    are not counted by hex overrides `attackers` and `defenders`.
    """

    odds_kind: ClassVar[ComparisonKind] = "ratio"
    table_rule: ClassVar[str]  # of the table of results
    table_labels: ClassVar[Mapping[str, str]] = {}  # what the tables are called, where that is not their name
    unsaid: ClassVar[Sequence[str]] = ()  # rules of the tally that change no figure of a hex
    sheet_name: ClassVar[str | None] = None  # the id of the sheet; None: the hexes attacked

    @cached_property
    def odds(self) -> Odds | None:
        """The odds of the battle on the sheet; None before the first attacker has joined."""
        return self.view.odds(self.battle) if self.battle and self.battle.attackers else None

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """The sheet of the battle that is being declared or fought."""
        return [self.sheet(self.battle)] if self.battle else ()

    def sheet(self, battle: Battle) -> screen.Sheet:
        """The sheet of a battle."""
        odds, sides = self.odds, self.game.sides
        return screen.Sheet(
            id=self.sheet_name or "+".join(battle.targets),
            title=self.sheet_title(battle),
            kind="Attack",
            stage=self.stage(),
            attacker=battle.side,
            defender=sides[1 - sides.index(battle.side)],
            targets=battle.targets,
            attackers=self.attackers(battle),
            defenders=self.defenders(battle),
            notes=self.sheet_notes(battle),
            tally=self.tally(odds) if odds else (),
            odds=self.comparison(odds) if odds else None,
            next=self.before_the_die(),
            table=self.result_table(odds) if odds else None,
            outcomes=[self.outcome(battle, each) for each in odds.outcomes] if odds else (),
        )

    def sheet_title(self, battle: Battle) -> str:
        """The heading of the sheet."""
        return f"Attack on {both(battle.targets)}"

    def stage(self) -> Stage:
        """How far the battle has come."""
        return "building" if self.choosing else "declared"

    @property
    def choosing(self) -> bool:
        """Whether attackers can still join."""
        return self.asked is not None and self.asked.kind == "join"

    def sheet_notes(self, battle: Battle) -> Sequence[screen.Note]:
        """What is to be said of the ground and of the attack."""
        return ()

    def before_the_die(self) -> Sequence[screen.Note]:
        """What comes before the die."""
        return ()

    # ---- who fights ----

    def attackers(self, battle: Battle) -> list[screen.Group]:
        """The attackers hex by hex, and those beside the hexes attacked who could join or may not."""
        game, grid, joined = self.game, self.game.ground.grid, self.game.forces.named(battle.attackers)
        units = joined | (self.beside(battle) if self.choosing else 0)
        groups = []
        for at, here in sorted(self._by_hex(units).items()):
            where = grid.name(at)
            counts, why = self._counts(f"attack from {where}")
            fighters = [self.fighter(unit, joined=bool(joined >> unit & 1)) for unit in bits(here)]
            printed = sum(self.strength(unit) for unit in bits(here & joined))
            label = f"{game.forces.called(here)}, from {where}"
            shown = str(printed) if printed else None
            groups.append(screen.Group(label, battle.side, fighters, counts, at=where, printed=shown, reasons=why))
        return groups

    def beside(self, battle: Battle) -> int:
        """The units of the attacker that are next to a hex attacked."""
        grid, side = self.game.ground.grid, self.game.sides.index(battle.side)
        hexes = grid.around(grid.mask(battle.targets)) & self.view.held[side]
        return self.lying_in(grid.names(hexes)) & self.game.forces.of[side]

    def _by_hex(self, units: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for unit in bits(units):
            at = self.view.at[unit]
            found[at] = found.get(at, 0) | 1 << unit
        return found

    def strength(self, unit: int) -> int:
        """The combat strength that is printed on a unit."""
        raise EngineFault(f"{type(self).__name__} does not say what its game shows here")

    def fighter(self, unit: int, *, joined: bool) -> screen.Fighter:
        """A unit of the attacker: ticked, to be ticked, or barred by a rule."""
        name, strength = self.game.forces.names[unit], str(self.strength(unit))
        if not self.choosing:
            return screen.Fighter(name, "fixed", printed=strength)
        if joined:
            return screen.Fighter(name, "in", f"join {name}", strength)
        reason = self.view.why_not(f"join {name}")
        if reason is None:
            return screen.Fighter(name, "out", f"join {name}", strength)
        return screen.Fighter(
            name, "barred", printed=strength, counts="–", reasons=[screen.Reason(reason.rule, reason.text)]
        )

    def defenders(self, battle: Battle) -> list[screen.Group]:
        """The defenders hex by hex."""
        forces, side = self.game.forces, self.game.sides[1 - self.game.sides.index(battle.side)]
        groups = []
        for where in battle.targets:
            units = self.lying_in((where,))
            counts, why = self._counts(f"defence in {where}")
            if self.odds is None:
                counts = self.defence(where, units)
            fighters = [
                screen.Fighter(forces.names[unit], "fixed", printed=str(self.strength(unit))) for unit in bits(units)
            ]
            label = f"{forces.called(units)}, in {where}" if units else f"in {where}"
            groups.append(screen.Group(label, side, fighters, counts, at=where, reasons=why))
        return groups

    def defence(self, where: str, units: int) -> str:
        """What the defenders of a hex count before the first attacker has joined."""
        return "–"

    def _counts(self, about: str) -> tuple[str, list[screen.Reason]]:
        """What a hex counts, and why, from the tally."""
        lines = [line for line in self.odds.tally if line.about == about] if self.odds else []
        why = [screen.Reason(line.rule, line.text) for line in lines if line.rule not in self.unsaid]
        return (derive.figure(lines[-1].after) if lines else "–"), why

    # ---- the arithmetic and the results ----

    def tally(self, odds: Odds) -> list[screen.TallyLine]:
        """The arithmetic; a figure of a hex is about attack or defence."""
        plain = [
            Line(line.rule, line.text, line.before, line.after, line.about.split()[0] if line.about else "attack")
            for line in odds.tally
        ]
        return derive.tally(plain, odds.columns)

    def comparison(self, odds: Odds) -> screen.Comparison:
        """The two strengths and the column."""
        attack, defence = derive.figure(odds.attack), derive.figure(odds.defence)
        return screen.Comparison(self.odds_kind, attack, defence, odds.column, self.why_column(odds))

    def why_column(self, odds: Odds) -> Sequence[screen.Reason]:
        """How the strengths become the column."""
        return ()

    def result_table(self, odds: Odds) -> screen.ResultTable:
        """The table of results with a row for each face of the die, and the column of the battle marked in it."""
        name = str(odds.facts["table"])
        table: Mapping[str, Sequence[str]] = self.game.tables["crt"][name]
        rows = [screen.TableRow(str(face), table[str(face)]) for face in range(1, 7)]
        label = self.table_labels.get(name, f"{name.capitalize()} table")
        return screen.ResultTable(label, self.table_rule, odds.columns, rows, odds.columns.index(odds.column))

    def outcome(self, battle: Battle, outcome: Outcome) -> screen.Outcome:
        """A result with its chance, and what it comes to here."""
        text, rule = self.means(battle, outcome)
        return screen.Outcome(outcome.label, outcome.probability, text, FAVOURS[outcome.label[:2]], rule)

    def means(self, battle: Battle, outcome: Outcome) -> tuple[str, str]:
        """What a result does here, and the rule that says so."""
        raise EngineFault(f"{type(self).__name__} does not say what its game shows here")

    @staticmethod
    def gives_way(odds: Odds) -> str:
        """How often the defender leaves the hex, for the button of an attack."""
        cleared = [each for each in odds.outcomes if each.defender.eliminated or each.defender.retreat]
        return f"{round(100 * sum(each.probability for each in cleared))} % chance to clear the hex"
