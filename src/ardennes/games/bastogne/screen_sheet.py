"""The attack sheet: who fights, support and protective fire, the column, the table, the chance of every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ardennes.engine import Battle, Odds, Outcome, screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Stage, Tick
from ardennes.engine.speech import both, count
from ardennes.games.bastogne import outcomes
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, heading
from ardennes.games.bastogne.screen_pieces import BastognePieces


class BastogneSheets(BastognePieces):
    """The sheet of an attack or a bombardment, from the choice of its target on."""

    sheet_verbs = ("fire", "done")
    sheet_name = "attack"
    odds_kind = "differential"
    table_rule = "BA-8.3"

    @cached_property
    def odds(self) -> Odds | None:
        """The odds, with the columns as they are printed; none before the first attacker or marker."""
        battle = self.battle
        if battle is None or not (battle.attackers or battle.support):
            return None
        odds = self.view.odds(battle)
        return replace(odds, column=heading(odds.column), columns=tuple(map(heading, odds.columns)))

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """The sheet of the battle, as soon as its target is known."""
        battle, odds = self.battle, self.odds
        if battle is None:
            return ()
        one = self.sheet(battle)
        kind = "Bombardment" if battle.kind == BOMBARDMENT else "Attack"
        may_change = derive.may_change(odds, one.defender) if odds else []
        return [replace(one, kind=kind, may_change=[*self._support_to_come(battle), *may_change])]

    def _support_to_come(self, battle: Battle) -> list[screen.MayChange]:
        """The markers that the attacker may still add, for those who do not see his choice (BA-8.2.1)."""
        side = SIDES.index(battle.side)
        if self.step != "support" or self.view.knows(side):
            return []
        each: int = self.game.tables["support_limit"]["per_attacking_unit"]
        most = count(min(each * len(battle.attackers), self.view.holding[side]), "marker")
        text = f"support fire, up to {most}, one for each attacking unit"
        return [screen.MayChange("BA-8.2.1", text, battle.side)]

    def sheet_title(self, battle: Battle) -> str:
        """Who is attacked where."""
        where = battle.targets[0]
        unit = self.view.here[self.game.ground.grid.index(where)]
        what = "Bombardment of" if battle.kind == BOMBARDMENT else "Attack on"
        return f"{what} {self.game.forces.display_names[unit]} in {where}"

    def sheet_notes(self, battle: Battle) -> Sequence[screen.Note]:
        """What a bombardment is without."""
        if battle.kind != BOMBARDMENT:
            return ()
        return [
            screen.Note("No protective fire against a bombardment", "BA-R.24"),
            screen.Note("No advance after a bombardment", "BA-8.1.advance"),
        ]

    def stage(self) -> Stage:
        """An attack is declared when its units are chosen, a bombardment when the die is due."""
        return "building" if self.step in ("attack", "bombardment") else "declared"

    def strength(self, unit: int) -> int:
        """The attack strength, or the defence of the side that does not attack."""
        figures = self.view.figures(unit)
        return figures.attack if self.game.forces.side[unit] == self.view.phasing else figures.defence

    def attackers(self, battle: Battle) -> list[screen.Group]:
        """The attackers one by one, those who could join, and the support fire."""
        index = self.game.forces.index
        tick: Tick = "in" if self.step == "attack" else "fixed"
        found = [self._alone(battle, index[name], tick) for name in battle.attackers]
        can_join = self.things(self.mine, "join") if self.mine else []
        found += [self._alone(battle, index[name], "out") for name in can_join]
        return [*found, *self._fire(battle, battle.side, "Support fire")]

    def _alone(self, battle: Battle, unit: int, tick: Tick) -> screen.Group:
        name, strength, where = self.game.forces.names[unit], str(self.strength(unit)), self.view.place_of(unit)
        action = f"join {name}" if tick != "fixed" else None
        fighter = screen.Fighter(name, tick, action, printed=strength, counts=strength)
        label, counts = f"{self.game.forces.display_names[unit]}, from {where}", "–" if tick == "out" else strength
        return screen.Group(label, battle.side, [fighter], counts, at=where)

    def defenders(self, battle: Battle) -> list[screen.Group]:
        """The unit attacked, and the protective fire."""
        side = SIDES[1 - SIDES.index(battle.side)]
        unit = self.view.here[self.game.ground.grid.index(battle.targets[0])]
        strength = str(self.view.figures(unit).defence)
        fighter = screen.Fighter(self.game.forces.names[unit], "fixed", printed=strength, counts=strength)
        label = f"{self.game.forces.display_names[unit]}, in {battle.targets[0]}"
        cover = self._fire(battle, side, "Protective fire")
        return [screen.Group(label, side, [fighter], strength, at=battle.targets[0]), *cover]

    @staticmethod
    def _fire(battle: Battle, side: str, what: str) -> list[screen.Group]:
        """A side's markers, as far as they are known."""
        factors = [factor for who, factor in battle.support if who == side]
        if not factors:
            return []
        counts = str(sum(map(int, factors)))
        return [screen.Group(f"{what} {both(factors)}", side, [], counts, role="artillery")]

    def why_column(self, odds: Odds) -> list[screen.Reason]:
        """The row of the defender's terrain, and the ends of the table."""
        lines = [line for line in odds.tally if line.about == "column"]
        return [screen.Reason(line.rule, line.text) for line in lines]

    def result_table(self, odds: Odds) -> screen.ResultTable:
        """The table of results, its columns headed with the differentials of the row."""
        table: Mapping[str, Sequence[str]] = self.game.tables["crt"]["results"]
        wide = len(odds.columns)
        rows = [screen.TableRow(str(face), table[str(face)][:wide]) for face in range(1, 7)]
        label = f"Combat results, {odds.facts['row']} row"
        return screen.ResultTable(label, self.table_rule, odds.columns, rows, odds.columns.index(odds.column))

    def outcome(self, battle: Battle, outcome: Outcome) -> screen.Outcome:
        """A result with its chance, and what it would do here."""
        rule: str = self.game.effects(battle.kind)[outcome.label]["rule"]
        text = outcomes.means(self.view, battle, outcome)
        return screen.Outcome(outcome.label, outcome.probability, text, outcomes.favours(outcome), rule)
