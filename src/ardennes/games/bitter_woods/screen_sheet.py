"""The attack sheet: who fights and supports, the column with its shifts, the die, the chance of every result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ardennes.counters import bits
from ardennes.engine import Battle, Odds, Outcome, screen
from ardennes.engine.battle import Line
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Stage, Tick
from ardennes.engine.speech import both, count
from ardennes.games.bitter_woods import attrition, bombardment, odds, outcomes, shock
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.odds import STAR, Clash
from ardennes.games.bitter_woods.queries import AIRCRAFT, ON_THE_MOVE, SHELLED
from ardennes.games.bitter_woods.screen_table import BitterTable

PLAIN = {"light-woods": "clear"}  # the rule of light woods is that of clear ground
CHANGES = (  # what changes a defender's strength
    "BW-9.4.town", "BW-9.4.river", "BW-9.4.once", "BW-10.3.half", "BW-10.4.one", "BW-21.3",
)  # fmt: skip
SUPPORTING = ("support", "defence")  # the steps in which a side adds artillery and aircraft
TABLES = {  # the tables of results: what they are called, and their rule
    "crt": ("Combat results", "BW-9.5"),
    "angriff": ("Attack on the move", "BW-23.2"),
}


class BitterSheets(BitterTable):
    """The sheet of an attack, from the choice of its target on."""

    sheet_verbs = ("fly", "bombard", "angriff", "done")
    sheet_name = "attack"
    odds_kind = "ratio"
    table_rule = "BW-9.5"

    # ---- the sheet ----

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """The sheet of the battle, with what the defender may still add."""
        battle = self.battle
        if battle is None:
            return ()
        one = self.sheet(battle)
        return [replace(one, may_change=derive.may_change(self.odds, one.defender) if self.odds else ())]

    def sheet_title(self, battle: Battle) -> str:
        """Who is attacked where."""
        where = battle.targets[0]
        here = self.view.stack(self.game.ground.grid.index(where))
        what = "Attack on the move" if battle.word(ON_THE_MOVE) else "Attack"
        return f"{what} on {self.game.forces.called(here)} in {where}"

    def sheet_notes(self, battle: Battle) -> Sequence[screen.Note]:
        """The ground on which the defender stands."""
        i = self.game.ground.grid.index(battle.targets[0])
        kind = self.game.board.terrain_of(i)
        return [screen.Note(self._ground(self.game, i), f"BW-9.4.{PLAIN.get(kind, kind)}")]

    def stage(self) -> Stage:
        """An attack is declared once its units have been named; support comes after."""
        return "building" if self.step in ("attack", *SHELLED) else "declared"

    def before_the_die(self) -> Sequence[screen.Note]:
        """What comes before the die falls."""
        if self.step in SHELLED:
            frame = self.view.top
            text = f"The bombardment shocks {bombardment.needed(self.view, frame.hex, frame.guns)}; the attack follows"
            return [screen.Note(text, "BW-21.2.die")]
        if self.step == "attack":
            return [screen.Note("Then you name artillery and aircraft in support, and the defender his", "BW-9.2")]
        if self.step == "support":
            what = "artillery" if self.view.top.clash.angriff else "artillery and aircraft"
            return [screen.Note(f"Then the defender names {what} in support", "BW-9.2")]
        return ()

    # ---- who fights ----

    def strength(self, unit: int) -> int:
        """The combat strength of the side that is up."""
        return self.view.figures(unit).attack

    def counts(self, clash: Clash, unit: int) -> int:
        """What a unit of the attacker counts in this attack, by the tally of an attack by it alone."""
        bit = 1 << unit
        if self.game.forces.artillery & bit:
            return odds.tally(self.view, Clash(clash.side, clash.hex, guns=bit)).attack
        return odds.tally(self.view, Clash(clash.side, clash.hex, bit)).attack

    def attackers(self, battle: Battle) -> list[screen.Group]:
        """The attackers hex by hex with those who could join, the artillery in support, the aircraft."""
        clash = self.view.clash()
        assert clash is not None
        beside = self.beside(battle) & ~self.game.forces.artillery if self.choosing else 0
        groups = []
        for at, here in sorted(self._by_hex(clash.attackers | beside).items()):
            fighters = [self._attacker(clash, unit) for unit in bits(here)]
            printed = sum(self.strength(unit) for unit in bits(here & clash.attackers))
            counts = sum(self.counts(clash, unit) for unit in bits(here & clash.attackers))
            where = self.game.ground.grid.name(at)
            label = f"{self.game.forces.called(here)}, from {where}"
            shown = str(printed) if printed != counts else None
            group = screen.Group(label, battle.side, fighters, str(counts) if counts else "–", at=where, printed=shown)
            groups.append(group)
        if self.step in SHELLED:
            return [*groups, *self._shelling(battle, clash.barrage)]
        return [*groups, *self._support(battle, battle.side, clash.guns, clash.plane)]

    def _shelling(self, battle: Battle, guns: int) -> Iterable[screen.Group]:
        """The artillery that bombards, and what could join it; it adds no strength."""
        asked = self.mine is not None and self.step == SHELLED[0]
        offered = self.game.forces.named(self.things(self.mine, "add")) if asked and self.mine else 0
        fighters = [
            replace(self._gun(unit, bool(guns >> unit & 1), asked), counts=None) for unit in bits(guns | offered)
        ]
        if fighters:
            why = [screen.Reason("BW-21.1", "It fires before the attack and gives no support")]
            label = "Artillery that bombards" if guns else "Artillery in range"
            yield screen.Group(label, battle.side, fighters, "–", role="artillery", reasons=why)

    def _attacker(self, clash: Clash, unit: int) -> screen.Fighter:
        joined = bool(clash.attackers >> unit & 1)
        fighter = self.fighter(unit, joined=joined)
        if not joined:
            return fighter
        return replace(fighter, counts=str(self.counts(clash, unit)), reasons=self._halved(unit))

    def _halved(self, unit: int) -> list[screen.Reason]:
        """Why a unit counts less than is printed on it."""
        found = []
        if self.view.shocked >> unit & 1:
            found.append(screen.Reason("BW-21.3", "Shocked: half strength, fractions up"))
        left = shock.half(self.view, unit, self.strength(unit))
        if self.view.unsupplied & ~self.game.forces.artillery & 1 << unit and left > 1:
            found.append(screen.Reason("BW-12.4.attack", "Out of supply: half strength, fractions up"))
        return found

    def defenders(self, battle: Battle) -> list[screen.Group]:
        """The units in the hex with what doubles or halves them, the artillery in support, the aircraft."""
        clash = self.view.clash()
        assert clash is not None
        where, side = battle.targets[0], SIDES[1 - clash.side]
        here, forces = self.view.stack(clash.hex), self.game.forces
        found = odds.tally(self.view, clash._replace(cover=0))
        why = _together(line for line in found.lines if line.about == "defence" and line.rule in CHANGES)
        fighters = [
            screen.Fighter(forces.names[unit], "fixed", printed=str(self.strength(unit))) for unit in bits(here)
        ]
        printed = sum(self.strength(unit) for unit in bits(here))
        shown = str(printed) if printed != found.defence else None
        label = f"{forces.called(here)}, in {where}"
        group = screen.Group(label, side, fighters, str(found.defence), at=where, printed=shown, reasons=why)
        return [group, *self._support(battle, side, clash.cover, clash.shield)]

    def _support(self, battle: Battle, side: str, guns: int, plane: bool) -> Iterable[screen.Group]:
        """A side's artillery in support with what could be added, and its aircraft."""
        forces, asked = self.game.forces, self.mine is not None and self.mine.side == side and self.step in SUPPORTING
        offered = forces.named(self.things(self.mine, "add")) if asked and self.mine else 0
        if guns | offered:
            fighters = [self._gun(unit, bool(guns >> unit & 1), asked) for unit in bits(guns | offered)]
            counts = sum(self.supports(unit) for unit in bits(guns))
            label = "Artillery in support" if guns else "Artillery in range"
            yield screen.Group(label, side, fighters, str(counts) if guns else "–", role="artillery")
        if plane:
            yield self._aircraft_group(battle, side)

    @staticmethod
    def _aircraft_group(battle: Battle, side: str) -> screen.Group:
        """A side's aircraft, and what comes of it."""
        way = "right" if side == battle.side else "left"
        rule, why, counts = "BW-11.2", f"One column {way}", f"1 {way}"
        if {who for who, name in battle.support if name == AIRCRAFT} == set(SIDES):
            rule, why, counts = "BW-R.6", "The aircraft cancel each other", "–"
        return screen.Group("Aircraft", side, [], counts, role="air", reasons=[screen.Reason(rule, why)])

    def _gun(self, unit: int, used: bool, asked: bool) -> screen.Fighter:
        name, counts = self.game.forces.names[unit], str(self.supports(unit))
        tick: Tick = "in" if used and asked else "fixed" if used else "out"
        action = None if tick == "fixed" else f"add {name}"
        printed, why = str(self.strength(unit)), self._halved(unit)
        return screen.Fighter(name, tick, action, printed=printed, counts=counts if used else None, reasons=why)

    def supports(self, unit: int) -> int:
        """What an artillery unit counts in support: half if it is shocked (BW-21.3)."""
        return shock.half(self.view, unit, self.strength(unit))

    # ---- the arithmetic and the results ----

    def comparison(self, found: Odds) -> screen.Comparison:
        """The two strengths and the column, with what shifts it and what modifies the die."""
        one = super().comparison(found)
        modifier = int(found.facts["modifier"])
        shown = f"{found.column} ({_signed(modifier)})" if modifier else found.column
        return replace(one, shown=shown)

    def why_column(self, found: Odds) -> list[screen.Reason]:
        """The odds, what shifts the column and what modifies the die, each with how much."""
        return [
            screen.Reason(line.rule, f"{line.text[0].upper()}{line.text[1:]}{_change(line)}")
            for line in found.tally
            if line.about in ("column", "die")
        ]

    def result_table(self, found: Odds) -> screen.ResultTable:
        """The table of results with the column lit, and the one from which it was shifted."""
        name = str(found.facts["table"])
        label, rule = TABLES[name]
        table: dict[str, list[str]] = self.game.tables[name]["results"]
        stars = "" if attrition.OPTION in self.view.optional else STAR  # they concern attrition only
        rows = [screen.TableRow(str(face), [cell.rstrip(stars) for cell in table[str(face)]]) for face in range(1, 7)]
        column = found.columns.index(found.column)
        first = next(int(line.after) for line in found.tally if line.rule == "BW-9.2.odds")
        unshifted = min(max(first, 0), len(found.columns) - 1)
        return screen.ResultTable(label, rule, found.columns, rows, column, unshifted if unshifted != column else None)

    def outcome(self, battle: Battle, outcome: Outcome) -> screen.Outcome:
        """A result with its chance, and what it would do here."""
        clash = self.view.clash()
        assert clash is not None
        rule: str = self.game.tables["results"][outcome.label]["rule"]
        text = outcomes.means(self.view, clash, outcome)
        label = f"{outcome.label}{STAR}" if outcome.text else outcome.label
        return screen.Outcome(label, outcome.probability, text, outcomes.favours(outcome), rule)


def _together(lines: Iterable[Line]) -> list[screen.Reason]:
    """Lines of a tally that say the same of several units, said once."""
    rules: dict[str, list[str]] = {}
    for line in lines:
        rules.setdefault(line.rule, []).append(line.text)
    found = []
    for rule, texts in rules.items():
        names, what = [text.partition(" is ")[0] for text in texts], texts[0].partition(" is ")[2]
        same = len(texts) > 1 and what
        found += [screen.Reason(rule, text) for text in ([f"{both(names)} are {what}"] if same else texts)]
    return found


def _change(line: Line) -> str:
    """How much a line of the tally shifts the column or modifies the die."""
    n = int(line.after - line.before)
    if not n:
        return ""
    if line.about == "die":
        return f": die roll {_signed(n)}"
    return f": {count(abs(n), 'column')} {'right' if n > 0 else 'left'}"


def _signed(n: int) -> str:
    """A modifier with its sign.

    >>> _signed(1), _signed(-1)
    ('+1', '−1')
    """
    return f"+{n}" if n > 0 else f"−{-n}"
