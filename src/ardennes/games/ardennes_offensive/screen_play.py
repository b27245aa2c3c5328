"""The play on the screen: options with their costs and ways, duties, and the attack sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ardennes.counters import bits, screens
from ardennes.counters.screens import Goal
from ardennes.engine import Action, Battle, Decision, Obligation, Odds, Outcome, screen
from ardennes.engine.screen import derive
from ardennes.engine.speech import both, count, few
from ardennes.games.ardennes_offensive import journeys, odds
from ardennes.games.ardennes_offensive.combat import odds_now
from ardennes.games.ardennes_offensive.forces import PEOPLE, SIDES
from ardennes.games.ardennes_offensive.movement import Walk, walk
from ardennes.games.ardennes_offensive.screen_pieces import Pieces
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES

WORDS = {
    **screens.WORDS,
    "go": "Move to {}",
    "march": "March to {} in Road Mode",
    "choose keep": "Hold, whatever the die roll",
    "choose waive": "Retreat if the result says so",
    "step": "Move to {}",
    "advance": "Advance {}",
    "place": "Place at {}",
}
STOPS = screen.Note("It stops in an enemy ZOC", "AO-7.1.A")
ENDINGS = {"advance": "No advance", "setup": "Leave the rest as printed on the map"}
TO_ACT = {"reinforcement": "Still to be placed"}
TABLES = {"initial": "German initial table"}
PHASE_NAMES = {
    "reinforcement": "Reinforcement Phase", "supply": "Supply Judgment Phase", "movement": "Initial Movement Phase",
    "combat": "Combat Phase", "mechanized": "Mechanized Movement Phase",
}  # fmt: skip


class Play(Pieces):
    """What may be done, what must be done, and what an attack comes to."""

    words = WORDS
    endings = ENDINGS
    shut = PHASES
    alike = ("pick", "go", "march", "place", "drop", "join", "target", "fight")
    ranging = ("pick", "place", "drop", "go", "march")
    sheet_verbs = ("join", "target", "choose", "fight")
    to_act_labels = TO_ACT
    to_act_label = "Can still move"
    table_rule = "AO-10.0"
    table_labels = TABLES
    unsaid = ("AO-3.33", "AO-R.15", "AO-R.14", "AO-9.3.J")

    # ---- options ----

    @cached_property
    def _walk(self) -> Walk | None:
        """Where the unit in motion can go."""
        if self.mine is not None and isinstance(self.mine.data, Walk):
            return self.mine.data
        unit = self.in_motion()
        return walk(self.view, unit) if unit is not None and self.step == "move" else None

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """Fights with what they bring."""
        one = super().option(asked, action)
        if action.verb == "fight":
            return replace(one, tone="fight", group="Odds", detail=self._expected(action.thing))
        if action.verb == "lose":
            return replace(one, detail=self._worth(action.thing))
        return one

    def _worth(self, name: str) -> str | None:
        """What a unit pays of an exchange."""
        if self.step != "exchange":
            return None
        forces, price = self.game.forces, self.view.top.price
        worth = forces.strength[forces.index[name]]
        return f"Worth {worth}: " + (f"{price - worth} more to remove" if worth < price else "enough")

    def label(self, action: Action) -> str:
        """The words of an option in this position."""
        if action.verb in ("go", "march") and self._stays(action.thing):
            return f"{'Enter' if action.verb == 'march' else 'Leave'} Road Mode in {action.thing}"
        if action.verb == "step":
            return f"{'Advance' if self.step == 'into' else 'Retreat'} to {action.thing}"
        return super().label(action)

    def _stays(self, where: str) -> bool:
        """Whether the unit in motion changes its mode there and nothing else."""
        unit = self.in_motion()
        return unit is not None and not self.view.waiting >> unit & 1 and self.view.place_of(unit) == where

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """A destination with its cost in points, and what happens there."""
        walk = self._walk
        if walk is None or action.verb not in ("go", "march"):
            return super().goal(asked, action)
        i, column = self.game.ground.grid.index(action.thing), action.verb == "march"
        label = self.label(action) if self._stays(action.thing) else self.words[action.verb]
        notes: tuple[screen.Note, ...] = ()
        if walk.stops >> i & 1:
            notes = (STOPS,)
        if walk.onto >> i & 1:
            notes = (*notes, screen.Note(f"{walk.kind.stack} of its MPs are for stacking", "AO-8.1.A"))
            label = f"{label} and stack there, for {walk.kind.stack} extra MPs"
        commits, group = bool(self.commits(asked, action)), "Road Mode" if column else "Standard mode"
        return Goal(journeys.spent(walk, i, column), label, commits, "place", group, notes)

    def way(self, verb: str, place: str) -> list[str]:
        """The cheapest way to a hex, in the mode in which the move ends."""
        if self._walk is None or verb not in ("go", "march"):
            return []
        grid = self.game.ground.grid
        legs = journeys.route(self._walk, grid.index(place), verb == "march")
        return list(dict.fromkeys(grid.name(i) for i, _ in legs))

    def _expected(self, column: str) -> str:
        """What an attack at these odds brings on the average."""
        assert self.battle is not None
        found = self.view.odds(replace(self.battle, words=(("odds", column),), declared=()))
        ours, theirs = found.expect("attacker", "losses"), found.expect("defender", "losses")
        return f"{self.gives_way(found)}; on average {theirs:.1f} defending and {ours:.1f} attacking units are lost"

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """What would be left undone if the phase ended now."""
        if asked.step not in ORDER:
            return None
        units, hexes = self.things(asked, "pick"), self.things(asked, "target")
        if units:
            return screen.Note(f"{count(len(units), 'unit')} could still move.", pieces=units)
        if not hexes:
            return None
        foes = [self.game.forces.names[unit] for name in hexes for unit in bits(self.lying_in((name,)))]
        return screen.Note(f"{count(len(hexes), 'hex')} could still be attacked.", places=hexes, pieces=foes)

    # ---- duties ----

    def duty(self, first: Obligation, units: Sequence[int], places: Sequence[str]) -> tuple[str, str]:
        """What units must do, and by the end of which phase."""
        side, phase = first.by.split()
        by = f"the end of the {PEOPLE[SIDES.index(side)]} {PHASE_NAMES[phase]}"
        called = few(self.game.forces.display_names[unit] for unit in units)
        if first.what == "be attacked":
            return f"{count(len(units), 'American unit')} must still be attacked, in {both(places)}.", by
        if first.what == "attack":
            return f"{count(len(units), 'German unit')} must still attack an adjacent American unit.", by
        if first.what == "enter":
            return f"{called} must enter from off the map at {both(places)}.", by
        if first.what == "be placed":
            return f"{called} must be placed at an open entry of the map edge.", by
        return f"{called} must move: units in Road Mode may not be next to other units on the road.", by

    def acted(self, asked: Decision) -> int:
        """The units that have moved, or that were placed in this phase."""
        if not asked.step.endswith("reinforcement"):
            return super().acted(asked)
        return (self.view.waiting & self.game.forces.of[SIDES.index(asked.side)]).bit_count()

    def shut_buttons(self, asked: Decision) -> Iterator[tuple[Action, str]]:
        """The end of a phase, or the attack itself."""
        yield from super().shut_buttons(asked)
        if asked.step == "attack" and not self.things(asked, "fight"):
            _, targets, joined = self.view.top
            column = odds_now(self.view, targets, joined) if joined else 0
            yield Action("fight", self.game.columns[column]), "Attack"

    # ---- the attack sheet ----

    def strength(self, unit: int) -> int:
        """The printed combat strength."""
        return self.game.forces.strength[unit]

    def defence(self, where: str, units: int) -> str:
        """What the defenders of a hex count who were not attacked yet."""
        return str(odds.defence(self.view, self.game.ground.grid.mask([where]), units & ~self.view.fought))

    def sheet_notes(self, battle: Battle) -> list[screen.Note]:
        """The ground and what it does."""
        ground, side = self.game.ground, SIDES.index(battle.side)
        attackers = self.view.hexes_of(self.game.forces.named(battle.attackers))
        notes = []
        for who, hexes, owner in (
            ("defender", ground.grid.mask(battle.targets), 1 - side), ("attacker", attackers, side)
        ):  # fmt: skip
            for i in ground.grid.sorted(hexes & ground.immune[owner]):
                where, rule = ground.grid.name(i), ground.immunity(i)
                notes.append(
                    screen.Note(f"In {where} the {who} may ignore a retreat or waive their immunity", rule, [where])
                )
        if len(battle.targets) > 1:
            notes.append(screen.Note("Each attacker must be adjacent to every hex attacked", "AO-9.2.D"))
        return notes

    def why_column(self, odds: Odds) -> list[screen.Reason]:
        """The ratio before it is rounded."""
        exact = derive.figure(round(odds.attack / odds.defence, 2))
        return [screen.Reason("AO-9.3.K", f"{exact} to 1, rounded in the defender's favour")]

    def outcome(self, battle: Battle, outcome: Outcome) -> screen.Outcome:
        """A result; one that moves nobody favours neither side."""
        shown = super().outcome(battle, outcome)
        return replace(shown, favours="neither") if _nobody_moves(outcome) else shown

    def means(self, battle: Battle, outcome: Outcome) -> tuple[str, str]:
        """What a result would do here."""
        kind = outcome.label[:2]
        return _means(kind, outcome), f"AO-10.1.{kind}"


def _nobody_moves(outcome: Outcome) -> bool:
    """Whether all whom a retreat would strike are immune."""
    retreats = outcome.label[:2] in ("Ar", "Dr")
    return retreats and not (outcome.attacker.retreat or outcome.defender.retreat)


def _means(kind: str, outcome: Outcome) -> str:
    if kind == "De":
        return "All defenders are eliminated"
    if kind == "Ex":
        least = count(round(outcome.attacker.losses), "unit")
        return f"All defenders are eliminated; the attacker loses {least} or more"
    who, effect = ("attackers", outcome.attacker) if kind == "Ar" else ("defenders", outcome.defender)
    if not effect.retreat:
        return f"The {who} are immune and hold"
    if effect.eliminated:
        return f"The {who} cannot retreat and are eliminated"
    n = round(effect.losses)
    lost = f"; {count(n, 'unit')} cannot and {'is' if n == 1 else 'are'} eliminated" if effect.losses else ""
    return f"The {who} retreat {count(effect.retreat, 'hex')}{lost}"
