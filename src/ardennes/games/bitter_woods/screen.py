"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ardennes.counters import DONE, bits, screens
from ardennes.counters.journeys import points
from ardennes.counters.screens import Goal, PhaseName
from ardennes.engine import Action, Decision, screen
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import course, spearheads, victory
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.names import ARMY_NAMES
from ardennes.games.bitter_woods.outcomes import NUMBERS
from ardennes.games.bitter_woods.screen_sheet import BitterSheets
from ardennes.games.bitter_woods.screen_table import bridge_words
from ardennes.games.bitter_woods.sequence import (
    COMBAT,
    CONSTRUCTION,
    DEMOLITION,
    EXPLOITATION,
    INTERDICTION,
    MOVEMENT,
    ORDER,
    RESERVE,
    SUPPLY,
)
from ardennes.games.bitter_woods.walks import Walk

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

PHASES = {
    SUPPLY: ("Supply", "BW-4.0.supply"),
    RESERVE: ("Reserves", "BW-4.0.reserve"),
    MOVEMENT: ("Movement", "BW-4.0.movement"),
    COMBAT: ("Combat", "BW-4.0.combat"),
    DEMOLITION: ("Demolition", "BW-13.1"),
    EXPLOITATION: ("Exploitation", "BW-4.0.exploitation"),
    CONSTRUCTION: ("Bridge building", "BW-4.0.construction"),
}
WORDS = {
    **screens.WORDS,
    "drop": "Drop supplies on {}",
    "interdict": "Interdict {}",
    "reserve": "Put {} in reserve",
    "enter": "Enter by {}",
    "go": "Move to {} and stop",
    "step": "Move into {}, then on",
    "stop": "End the move here",
    "challenge": "Challenge the interdiction of {}",
    "slip": "Try to slip through to {}",
    "dash": "Continue along the road",
    "combine": "Join the three battalions into Kampfgruppe Peiper",
    "separate": "Split Kampfgruppe Peiper into its battalions",
    "exit": "Exit the map from {}",
    "build": "Build an improved position",
    "repair": "Repair the bridge {}",
    "add": "{} gives support",
    "fly": "Send an aircraft",
    "bombard": "Bombard the hex first",
    "angriff": "Attack on the move",
    "lose": "{} takes the loss",
    "advance": "{} advances",
    "influence": "{} has them stand fast",
    "attach": "Attach to {}",
    **{f"attach {army}": f"Attach it to {ARMY_NAMES[army]}" for army in ARMIES},
    "blow": "Try to blow the bridge {}",
    "span": "Cross and complete the bridge {}",
    "demolish": "Blow the bridge {} without a die roll",
    "guard": "Guard the bridge {}",
    "mark": "Choose {}",
    "burn": "Try to blow up the fuel dump in {}",
}
ENDINGS = {
    SUPPLY: "No more air drops",
    "interdiction": "No more interdiction",
    RESERVE: "Reserves are set",
    MOVEMENT: "Done moving",
    COMBAT: "No more attacks",
    DEMOLITION: "Finish blowing bridges",
    EXPLOITATION: "Done with exploitation",
    CONSTRUCTION: "Finish building bridges",
    "attack": "Attack with these units",
    "support": "No support",
    "defence": "No defensive support",
    "advance": "No more advances",
    "past": "No more advances",
    "bombard": "Bombard",
    "stand": "Retreat",
    "crossing": "No one else crosses",
    "assault": "No attack after exploitation",
    "guard": "Do not guard a bridge",
    "dump": "Do not blow up a dump",
}
SUPPORTED = {"support": "Support with these", "defence": "Defend with these"}  # with something added
ADVICE = {
    "german supply": "Allied units in that hex are in supply until the next German turn.",
    "german reserve": "A unit in reserve does not move or attack now; it moves after combat with its full allowance.",
    "allied reserve": "A unit in reserve does not move or attack now; it moves after combat with its full allowance.",
    INTERDICTION: "Entering such a hex costs German mechanized units two extra points, other units one.",
    "attack": "Click the units that attack; each click adds one.",
    "bombard": "At least two artillery units or two rockets; four or more add one to the die rolls. They may not "
               "fire again.",
    "past": "Not into the defender's hex or ZOC; the first enemy ZOC stops a unit, and infantry must stay behind.",
    "support": "Any number of artillery units in range, and one aircraft.",
    "defence": "Any number of artillery units in range of the hex, and one aircraft. You see the attack as it stands.",
    "german construction": "The hex across must be free of enemy units; units that cross stop there.",
    "allied construction": "The hex across must be free of enemy units; units that cross stop there.",
    "stand": "Units in the leader's range take as many losses as the retreat has hexes; the others retreat.",
    "attach": "That army's boundaries and shortages apply to it, and only that army's leader may release it.",
    "drop zone": "Two dice for each of four companies determine in which of the six hexes around it they land.",
    "commandos": "On 4 or 5 an Allied unit that enters may not use roads for the rest of the turn, on 6 it stops.",
    "dump": "You are asked whenever a dump could be there. Its location is revealed before the die roll; 1 to 3 "
            "destroys it.",
    "guard": "It may not be blown in the Allied turn of 18AM.",
    "assault": "He attacks alone, without artillery or aircraft; the advance may be converted to road movement.",
    "dash": "Each remaining hex of the advance is one movement point, along roads only.",
    "overstacked": "Units that had to stop after a challenge and exceed the stacking limit are eliminated.",
    "loss": "A full-strength unit is flipped; a reduced unit or an artillery unit is eliminated.",
    "german demolition": "Each bridge once. An enemy across the bridge: blown on 1-3, otherwise on 1-4.",
    "allied demolition": "Each bridge once. An enemy across the bridge: blown on 1-3, otherwise on 1-4.",
}
FRACTIONS = {"1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔"}
TO_ACT = {MOVEMENT: "Can still move or enter", EXPLOITATION: "Can still exploit"}


class BitterScreen(BitterSheets):
    """The screen of a seat."""

    words = WORDS
    endings = ENDINGS
    advice = ADVICE
    ranging = ("pick", "go", "drop", "interdict", "reserve")
    alike = ("go", "enter", "join", "add", "reserve", "interdict", "drop")
    shut = (MOVEMENT, COMBAT)
    to_act_labels = TO_ACT

    # ---- the scenario ----

    def scenario_notes(self) -> list[screen.Note]:
        """The scenario, and the optional rules that were chosen; of some nothing can happen in it."""
        view, game = self.view, self.game
        idle = game.without_effect(view.scenario, dict(view.options))
        notes = [*super().scenario_notes()]
        for name, choice in view.options:
            if choice == "on":
                why = f": no effect in this scenario, {idle[name]}" if name in idle else ""
                notes.append(screen.Note(f"{game.options[name].title}{why}", game.options[name].rule))
        return notes

    # ---- phases and scores ----

    def phases(self) -> screen.Phases:
        """The phases of the player turn, and whose turn comes after it."""
        view = self.view
        now = ORDER.index(view.phase) if not view.over else len(ORDER) - 1
        first = ORDER.index(f"{SIDES[ALLIED]} {SUPPLY}")
        side = GERMAN if now < first else ALLIED
        part = ORDER[:first] if side == GERMAN else ORDER[first:]
        at = now - (0 if side == GERMAN else first) + bool(view.over)
        label = f"{self.game.calendar.label(min(view.turn, view.last_turn))}, {PEOPLE[side]} turn"
        after = screen.After(f"then the {PEOPLE[1 - side]} turn", SIDES[1 - side]) if self._goes_on(side) else None
        return self.bar(label, [_phase(name, side) for name in part], at, side=SIDES[side], after=after)

    def _goes_on(self, side: int) -> bool:
        return not self.view.over and (side == GERMAN or self.view.turn < self.view.last_turn)

    def scores(self) -> list[screen.Score]:
        """In the campaign towns and losses; in the short games the points."""
        view = self.view
        if not victory.has_levels(view):
            return [
                screen.Score(str(victory.score(view)), "German points", str(victory.needed(view))),
                self._allied_score(),
            ]
        table = self.game.tables["victory"]
        held, lost = str(len(victory.towns(view))), str(victory.german_losses(view))
        return [
            screen.Score(held, "of Bastogne, St. Vith and Marche held", str(len(table["towns"]))),
            screen.Score(lost, "German mechanized losses, panzers count double", str(table["german_losses"])),
        ]

    def _allied_score(self) -> screen.Score:
        """In a short game what speaks for the Allies: German losses where they count, else the places still free."""
        names = {point.name for point in victory.points(self.view)}
        if "mechanized" in names:
            losses = str(victory.german_losses(self.view))
            return screen.Score(losses, "German mechanized losses, panzers count double")
        places = victory.objectives(self.view)["each"]
        free = len(places) - len(victory.held_towns(self.view, places))
        return screen.Score(str(free), "objectives without a supplied German unit", str(len(places)))

    def result_text(self, level: str) -> str:
        """The end, with what decided it."""
        view = self.view
        if not victory.has_levels(view):
            return f"{level}: {count(victory.score(view), 'German point')} of {victory.needed(view)} needed."
        over = count(victory.over_the_meuse(view).bit_count(), "mechanized unit")
        held = len(victory.towns(view))
        return f"{level}: the Germans hold {held} of 3 towns, with {over} beyond the Meuse."

    # ---- what is asked ----

    def prompt_text(self, text: str | None) -> str | None:
        """Advice for the step; for an advance how far it may go."""
        if self.mine and self.step == "advance":
            return self._reach_of_an_advance()
        if self.mine and self.step in ("support", "defence") and self.view.top.clash.angriff:
            return "Any number of artillery units in range; no aircraft take part in an attack on the move."
        return text or (super().prompt_text(text) if self.mine else None)

    def _reach_of_an_advance(self) -> str | None:
        """How far the result lets units advance without a road."""
        frame, grid = self.view.top, self.game.ground.grid
        unit, into = next(bits(frame.units)), grid.bits(frame.into)[0]
        return f"The result allows {NUMBERS[course.length(self.view, unit, into, frame.hexes)]}."

    # ---- options ----

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """Steps with costs; what throws the die in its colour."""
        one = super().option(asked, action)
        grid, whole, walk = self.game.ground.grid, self.game.ground.point, asked.data
        if action == DONE and self._rolls():
            return replace(one, tone="fight")
        if action.verb == "build":
            return replace(one, tone="plain")
        if action.verb == "step" and isinstance(walk, Walk):
            spent = walk.price(grid.index(action.thing))
            return one if spent is None else replace(one, cost=pill(spent, whole))
        if action.verb == "exit":
            return replace(one, warns=self._worthless())
        return one

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """Where a unit in motion can go, with its cost."""
        if action.verb != "go" or not isinstance(asked.data, Walk):
            return super().goal(asked, action)
        spent = asked.data.charge(self.game.ground.grid.index(action.thing))
        commits = self.commits(asked, action)
        return Goal(pill(spent, self.game.ground.point), self.words[action.verb], bool(commits))

    def way(self, verb: str, place: str) -> list[str]:
        """The cheapest way to a hex."""
        if verb != "go" or self.mine is None or not isinstance(self.mine.data, Walk):
            return []
        grid = self.game.ground.grid
        return [grid.name(j) for j in self.mine.data.path(grid.index(place))]

    def commits(self, asked: Decision, action: Action) -> bool | None:
        """A unit that is picked to move can always be put back; one that retreats may end what can be undone."""
        if action.verb == "pick" and self.step == self.view.phase:
            if spearheads.OPTION not in self.view.optional:
                return False
            unit = self.game.forces.index[action.thing]
            return None if spearheads.licence(self.view, unit).slips else False
        return super().commits(asked, action)

    def _worthless(self) -> screen.Note | None:
        """That the unit in motion would not count if it left the map."""
        unit = self.in_motion()
        if unit is None or self.game.forces.side[unit] == ALLIED or not self.view.unsupplied >> unit & 1:
            return None
        return screen.Note("It will not count for victory: it is out of supply.", "BW-17.1")

    def _rolls(self) -> bool:
        """Whether the die falls as soon as the step ends: nobody is asked for support after it."""
        clash = self.view.clash() if self.view.frames and not self.view.over else None
        if self.step == "bombard":
            return True
        if clash is None or not clash.attackers:
            return False
        later: dict[str, tuple[str, ...]] = {"attack": ("support", "defence"), "support": ("defence",), "defence": ()}
        steps: dict[str, Any] = self.game.steps
        return not any(steps[name].asked(self.view, clash) for name in later.get(self.step, ()))

    def label(self, action: Action) -> str:
        """An option in words; where the die falls at once, the button says so."""
        if action == DONE and self.mine:
            return self._ending()
        if action.verb == "build" and self.in_motion() is not None:
            return self._building()
        if action.verb == "step" and self.step == "way":
            return f"Retreat to {action.thing}"
        if action.verb == "step" and self.step == "advancing":
            return f"Advance to {action.thing}"
        if action.verb == "exit" and self.step == "way":
            return f"Retreat off the map from {self.called(self.game, action)}"
        if action.verb == "pick" and self.step == "retreat":
            return f"{self.called(self.game, action)} retreats next"
        if action.verb == "advance" and self.step == "crossing":
            return f"{self.called(self.game, action)} follows"
        if action.verb == "stop":
            return f"End the {'advance' if self.step in ('advancing', 'dash') else 'move'} here"
        return super().label(action)

    def _building(self) -> str:
        """An improved position, or the fortification of a town."""
        unit = self.in_motion()
        i = self.view.at[unit] if unit is not None else -1
        if not self.game.ground.fort_sites >> max(i, 0) & 1 or self.game.forces.side[unit or 0] == GERMAN:
            return "Build an improved position"
        sites: dict[str, str] = self.game.tables["fortifications"]["buildable"]
        return f"Fortify {next(name for name, at in sites.items() if self.game.ground.grid.index(at) == i)}"

    def _ending(self) -> str:
        """What the button that ends a step says: with support or without, and at what the die would be rolled."""
        label = super().label(DONE)
        clash = self.view.clash()
        if clash and self.step in SUPPORTED:
            added = (clash.guns or clash.plane) if self.step == "support" else (clash.cover or clash.shield)
            label = SUPPORTED[self.step] if added else label
        if self.odds is None or self.step == "bombard" or not self._rolls():
            return label
        if self.step == "attack":
            label = "Attack"
        return f"{label}: roll at {self.odds.column}"

    @classmethod
    def called(cls, game: BitterWoods, action: Action) -> str:
        """A unit by its name, a bridge by its two hexes, a way off the map by its hex."""
        if action.verb in ("repair", "blow", "span", "demolish", "guard"):
            return bridge_words(action.thing)
        if action.verb == "exit":
            return action.thing.partition("/")[0]
        return game.forces.call(action.thing) if action.thing in game.forces.index else action.thing

    # ---- what would be left undone, and what must be done first ----

    def shut_buttons(self, asked: Decision) -> Iterator[tuple[Action, str]]:
        """The end of a phase, under its own name."""
        return ((action, self.label(action)) for action, _ in super().shut_buttons(asked))

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """Units that could still move, enemies that could still be attacked, bridges that could be completed."""
        units = self.things(asked, "pick")
        if units and self.step == self.view.phase:
            return screen.Note(f"{count(len(units), 'unit')} could still move or enter.", pieces=units)
        hexes = self.things(asked, "target")
        if hexes:
            enemies = [self.game.forces.names[unit] for unit in bits(self.lying_in(hexes))]
            return screen.Note(f"{count(len(hexes), 'hex')} could still be attacked.", pieces=enemies)
        spans = self.things(asked, "span")
        if spans:
            return screen.Note(f"{count(len(spans), 'bridge')} could still be completed.", places=spans)
        return None


def pill(parts: int, whole: int) -> str:
    """Movement points as short as a hex has room for.

    >>> pill(3, 12), pill(28, 12), pill(6, 12), pill(24, 12), pill(7, 12)
    ('¼', '2⅓', '½', '2', '7/12')
    """
    text = points(parts, whole)
    full, _, part = text.rpartition(" ")
    return f"{full}{FRACTIONS[part]}" if part in FRACTIONS else text


def _phase(name: str, side: int) -> PhaseName:
    """A phase of the bar."""
    if name == INTERDICTION:
        return PhaseName("Interdiction", "BW-4.0.interdiction", SIDES[ALLIED])
    label, rule = PHASES[name.partition(" ")[2]]
    return PhaseName(label, rule, SIDES[side])
