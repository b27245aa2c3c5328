"""The play on the screen: options with their words, costs and ways, duties, and the attack sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ardennes.counters import screens
from ardennes.counters.journeys import points
from ardennes.counters.screens import Goal
from ardennes.engine import Action, Battle, Decision, Obligation, Odds, Outcome, screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Stage, Tick
from ardennes.engine.speech import both, count, few
from ardennes.games.bulge import british, combat, journeys
from ardennes.games.bulge.forces import PEOPLE, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.names import MISSIONS
from ardennes.games.bulge.retreat import ways_out
from ardennes.games.bulge.screen_pieces import Pieces

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

WORDS = {
    **screens.WORDS,
    "assign": "Fly {}",
    "interdict": "Interdict the roads in {}",
    "resupply": "Resupply {}",
    "motorise": "Motorize {}",
    "test": "Roll for the movement of {}",
    "place": "Enter at {}",
    "go": "Move to {}",
    "exit": "Exit the map at {}",
    "choose": "Attack on the {} CRT",
    "support": "Add ground support",
    "step": "Retreat to {}",
    "advance": "Advance to {}",
}
ENDINGS = {
    "advance": "No advance", "support": "No more support", "move": "Stay here",
    "air assignment": "Confirm the missions",
}  # fmt: skip
MEANS = {
    "Ae": "One attacker is eliminated and the others retreat; the defender may advance",
    "Ar": "All attackers retreat; the defender may advance",
    "Ct": "No effect",
    "Dr": "The defender retreats; an attacker may advance",
    "Ex": "The defender is eliminated; the attacker loses as many factors as he can without exceeding the defender's",
    "De": "The defender is eliminated; an attacker may advance",
}
NEXT = {
    "attack": screen.Note("Choose the attackers, then the CRT.", "BU-12.1.step1"),
    "support": screen.Note("Ground support may be added.", "BU-12.1.step2"),
    "mist": screen.Note("Roll the mist die first.", "BU-6.1.mist"),
    "differential": screen.Note("The column may be lowered before the die roll.", "BU-12.1.lower"),
}
TO_ACT = {"movement": "Can still move or enter"}


class Play(Pieces):
    """What may be done, what must be done, and what an attack comes to."""

    words = WORDS
    endings = ENDINGS
    shut = ("combat",)
    alike = ("go", "exit", "place", "motorise", "interdict")
    ranging = ("pick", "go", "place", "interdict")
    sheet_verbs = ("choose", "support", "fight", "done")
    counted_verbs = ("pick", "test")
    to_act_labels = TO_ACT
    sheet_name = "attack"
    odds_kind = "differential"
    table_rule = "BU-12.1.step4"

    # ---- options ----

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """Moves with their costs and ways, attacks with what they bring."""
        one = super().option(asked, action)
        if action.verb == "fight":
            lower = action != asked.options[0]
            group = "Lower the column" if lower else None
            return replace(one, kind="button", tone=None if lower else "fight", group=group)
        if action.verb == "lose" and self.step == "exchange":
            price, worth = self.view.top.price, self.game.forces.factor[self.game.forces.index[action.thing]]
            left = f"{price - worth} more to remove" if worth < price else "enough"
            return replace(one, detail=f"Worth {worth}: {left}")
        if action.verb == "assign":
            return replace(one, detail=MISSIONS[action.thing][1])
        if action.verb == "choose":
            return replace(one, detail=self._expected(action.thing))
        return one

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """A destination with its cost in points."""
        if action.verb != "go" or not isinstance(asked.data, Walk):
            return super().goal(asked, action)
        target = self.game.ground.grid.index(action.thing)
        cost = british.way_to(self.view, asked.data, target).walk.cost(target)
        return Goal(points(cost, self.game.point), self.words[action.verb], bool(self.commits(asked, action)))

    def way(self, verb: str, place: str) -> list[str]:
        """The cheapest way to a hex."""
        if verb != "go" or self.mine is None or not isinstance(self.mine.data, Walk):
            return []
        grid, target = self.game.ground.grid, self.game.ground.grid.index(place)
        walk = british.way_to(self.view, self.mine.data, target).walk
        return [grid.name(i) for i, _ in journeys.route(walk, target)]

    def label(self, action: Action) -> str:
        """The words of an option in this position."""
        if action.verb == "done" and self.asked is not None and self.asked.kind == "load":
            return "Finish motorizing"
        return super().label(action)

    @classmethod
    def called(cls, game: Bulge, action: Action) -> str:
        """A mission by its name, an exit by its hex."""
        if action.verb == "assign":
            return MISSIONS[action.thing][0]
        if action.verb == "exit":
            return game.ground.exits[game.ground.exit_of[action.thing]].label
        return super().called(game, action)

    def _expected(self, table: str) -> str | None:
        """How often an attack on one of the tables makes the defender give way, and what it costs on average."""
        battle = self.battle
        if battle is None or not battle.attackers:
            return None
        words = (*(word for word in battle.words if word[0] != "table"), ("table", table))
        odds = self.view.odds(replace(battle, words=words))
        return f"{self.gives_way(odds)}; on average {odds.expect('attacker', 'losses'):.1f} attackers are lost"

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """What would be left undone if the phase ended now."""
        units, hexes = self.things(asked, "pick", "test", "resupply"), self.things(asked, "target")
        if units and asked.step.endswith(("movement", "resupply")):
            what = "be resupplied" if asked.step.endswith("resupply") else "move or enter"
            return screen.Note(f"{count(len(units), 'unit')} could still {what}.", pieces=units)
        text = f"{count(len(hexes), 'enemy unit')} could still be attacked."
        return screen.Note(text, places=hexes) if hexes else None

    def duty(self, first: Obligation, units: Sequence[int], places: Sequence[str]) -> tuple[str, str]:
        """Units that must attack, or one that must make room."""
        called = few(self.game.forces.display_names[unit] for unit in units)
        if first.what == "attack":
            them = "it" if len(units) == 1 else "them"
            return f"{called} must attack an enemy unit adjacent to {them}.", "the end of this phase"
        return f"{called} must move out of {places[0]} to satisfy the stacking limit.", "the next move"

    # ---- the attack sheet ----

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """There is no sheet before the first attacker has joined."""
        return super().attack_sheets() if self.odds else ()

    def sheet_title(self, battle: Battle) -> str:
        """Who is attacked by whom."""
        people, where = PEOPLE[SIDES.index(battle.side)], battle.targets[0]
        defender = self.view.here[self.game.ground.grid.index(where)]
        return f"{people} attack on {self.game.forces.display_names[defender]} in {where}"

    def stage(self) -> Stage:
        """The battle is declared as soon as a die is due."""
        return "building" if self.view.chance is None else "declared"

    def strength(self, unit: int) -> int:
        """The combat factor."""
        return self.game.forces.factor[unit]

    def attackers(self, battle: Battle) -> list[screen.Group]:
        """The attackers one by one, then those who could join."""
        index = self.game.forces.index
        tick: Tick = "in" if self.step == combat.Attack.name else "fixed"
        found = [self._alone(battle, index[name], tick) for name in battle.attackers]
        return [*found, *(self._alone(battle, index[name], "out") for name in self._can_join())]

    def _can_join(self) -> list[str]:
        return self.things(self.mine, "join") if self.mine else []

    def _alone(self, battle: Battle, unit: int, tick: Tick) -> screen.Group:
        """One unit, which is all that a hex holds."""
        name, factor, where = self.game.forces.names[unit], str(self.strength(unit)), self.view.place_of(unit)
        action = f"join {name}" if tick != "fixed" else None
        fighter = screen.Fighter(name, tick, action, printed=factor, counts=factor)
        label, counts = f"{self.game.forces.display_names[unit]}, from {where}", "–" if tick == "out" else factor
        return screen.Group(label, battle.side, [fighter], counts, at=where)

    def defenders(self, battle: Battle) -> list[screen.Group]:
        """The defender, with what the ground adds to its factor."""
        assert self.odds is not None
        (group,) = super().defenders(battle)
        (fighter,) = group.fighters
        why = [screen.Reason(line.rule, line.text) for line in self.odds.tally if line.about == "defence"][1:]
        fighters, counts = [replace(fighter, counts=fighter.printed)], derive.figure(self.odds.defence)
        return [replace(group, fighters=fighters, counts=counts, printed=fighter.printed, reasons=why)]

    def why_column(self, odds: Odds) -> list[screen.Reason]:
        """How the difference of the strengths becomes the column."""
        lines = [line for line in odds.tally if line.about == "column" and line.rule != "BU-12.1.step5"]
        found = []
        for line in derive.tally(lines, odds.columns):
            moved = f": {line.before} becomes {line.after}" if line.before is not None else ""
            found.append(screen.Reason(line.rule, line.text + moved))
        return found

    def sheet_notes(self, battle: Battle) -> list[screen.Note]:
        """Why the attack has no choice of tables, where it has none."""
        target = self.game.ground.grid.index(battle.targets[0])
        reason = combat.why_one_table(self.view, target, self.game.forces.named(battle.attackers))
        return [screen.Note(reason.text, reason.rule)] if reason else []

    def before_the_die(self) -> list[screen.Note]:
        """What comes before the die."""
        if self.mine is not None and self.step == "differential" and len(self.mine.options) == 1:
            return []
        return [NEXT[self.step]] if self.step in NEXT else []

    def means(self, battle: Battle, outcome: Outcome) -> tuple[str, str]:
        """What a result comes to here: a unit that must retreat and has nowhere to go is eliminated."""
        forces, label = self.game.forces, outcome.label
        if label == "Dr" and outcome.defender.eliminated:
            return "The defender cannot retreat and is eliminated; an attacker may advance", "BU-12.3.eliminated"
        text, rule = MEANS[label], f"BU-12.2.{label}"
        trapped = [name for name in battle.attackers if not ways_out(self.view, forces.index[name])]
        if label in ("Ae", "Ar") and trapped:
            be = "cannot retreat and are" if len(trapped) > 1 else "cannot retreat and is"
            text += f"; {both(forces.call(name) for name in trapped)} {be} eliminated"
        return text, rule
