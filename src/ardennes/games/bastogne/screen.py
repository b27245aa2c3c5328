"""The screen: everything that a side is shown, from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from ardennes.counters import DONE, POOL, bits, screens
from ardennes.counters.journeys import points
from ardennes.counters.screens import Goal, PhaseName
from ardennes.engine import Action, Decision, screen
from ardennes.engine.screen.words import Progress, TintKind
from ardennes.engine.speech import both, count
from ardennes.games.bastogne import arrivals, victory
from ardennes.games.bastogne.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bastogne.movement import Walk
from ardennes.games.bastogne.results import RETREAT, STAND, trapped
from ardennes.games.bastogne.screen_sheet import BastogneSheets
from ardennes.games.bastogne.sequence import ORDER, SETUP, SUPPORT
from ardennes.games.bastogne.support import left, to_draw
from ardennes.games.bastogne.wording import ENTRIES

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne

PHASE_BAR = (
    PhaseName("Support fire", "BA-4.0.support"),
    *(
        PhaseName(f"{people} {label}", rule, side)
        for people, side in zip(PEOPLE, SIDES, strict=True)
        for label, rule in (
            ("movement", "BA-4.0.movement"), ("combat", "BA-4.0.combat"), ("mobile movement", "BA-4.0.mobile"),
        )
    ),
)  # fmt: skip
WORDS = {
    **screens.WORDS,
    "place": "Set up in {}",
    "enter": "Enter at {}",
    "go": "Move to {} and stop",
    "step": "Move into {}, then on",
    "exit": "Exit the map from {}",
    "stop": "End the move here",
    "bombard": "Bombard {}",
    "fire": "Support fire {}",
    "choose retreat": "Retreat",
    "choose stand": "Stand fast and lose a step",
    "lose": "{} loses a step",
    "advance": "{} advances",
}
ENDINGS = {"attack": "Attack with these units", "advance": "No advance", "mobile": "End your turn"}
ENDINGS[SETUP] = "The set-up is complete"
FIRE_ENDINGS = {  # without a marker chosen, and with
    "bombardment": ("No more bombardments", "Bombard with these"),
    "support": ("No support fire", "Support with these"),
    "protective": ("No protective fire", "Give protective fire"),
}
ADVICE = {
    **dict.fromkeys(
        ("german mobile", "allied mobile"),
        "Mobile units may move again with their full allowance, whatever they have done this turn (BA-R.11).",
    ),
    "bombardment": "Your opponent sees the target and the markers once you have chosen all of them (BA-R.29).",
    "attack": "Click the units that attack; each click adds one.",
    "support": "One marker for each attacking unit; they are revealed together (BA-R.29).",
    "stiff": "Stiff resistance: one unit loses a step and none retreats, even if there is no retreat route (BA-R.31).",
}
TO_ACT = dict.fromkeys(("movement", "mobile"), "Can still move or enter")
NUMBERS = {2: "two", 3: "three", 4: "four"}


class BastogneScreen(BastogneSheets):
    """The screen of a seat."""

    words = WORDS
    endings = ENDINGS
    advice = ADVICE
    alike = ("go", "exit", "place", "enter", "join", "bombard")
    ranging = ("pick", "place", "go", "step")
    to_act_labels = TO_ACT
    attack_rule = "BA-8.2"
    arrow_rule = "BA-8.2"
    turns_rule = "BA-4.0"
    turns_label = "Game-Turns"
    turns_caption = "support fire markers, German / Allied"
    zones_rule = "BA-6.0"
    zones_text = "The six hexes around each unit: an enemy unit that enters one must stop"

    @property
    def needed(self) -> int:
        """How many units must leave the map."""
        return int(self.game.tables["victory"]["units"])

    # ---- turns, phases, scores ----

    def day(self, turn: int) -> date:
        """The day of a half-day turn."""
        return self.game.calendar.day(turn)

    def turn(self) -> screen.Turn:
        """The turn with its day and half."""
        return self.game.calendar.turn(self.view.turn, self.view.last_turn)

    def day_label(self, turn: int) -> str:
        """The day and its half; the month is December."""
        return f"{self.day(turn).day} {self.game.calendar.part(turn)}"

    def turn_text(self, turn: int) -> str:
        """How many markers the track gives both sides."""
        table = self.game.tables["support_fire"]
        return f"{table['german_draw'][turn - 1]} / {table['allied_draw'][turn - 1]}"

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units that are due on a turn and have not come in."""
        found = []
        for side, who in enumerate(SIDES):
            units = [unit for unit in self.game.forces.by_arrival[turn, side] if self.view.at[unit.number] == POOL]
            if units:
                by_entry: dict[str, list[str]] = {}
                for unit in units:
                    by_entry.setdefault(ENTRIES[unit.entry], []).append(unit.display_name)
                label = "; ".join(f"{entry}: {both(names)}" for entry, names in by_entry.items())
                found.append(screen.Mark(label, who, "enter", len(units)))
        return found

    def tracks(self) -> list[screen.Track]:
        """The turns with markers and arrivals."""
        return [self.turn_track()]

    def phases(self) -> screen.Phases:
        """The phases of the Game-Turn; before the first there is the set-up."""
        phase = self.view.phase
        if phase == SETUP:
            return self.bar("Set-up", [PhaseName("Allied set-up", "BA-12.0", SIDES[ALLIED])], 0)
        return self.bar(f"Game-Turn {self.view.turn}", PHASE_BAR, len(ORDER) if self.view.over else ORDER.index(phase))

    def scores(self) -> list[screen.Score]:
        """Units out of twelve, hexes of Bastogne out of two."""
        out, held = victory.exited(self.view).bit_count(), self.view.town.count(SIDES[ALLIED])
        return [
            screen.Score(str(out), "units off the west edge", str(self.needed)),
            screen.Score(str(held), "hexes of Bastogne held", str(len(self.view.town))),
        ]

    def result_text(self, level: str) -> str:
        """The end, with both conditions."""
        out, hexes = victory.exited(self.view).bit_count(), victory.captured(self.view)
        units = count(out, "full-strength mobile unit")
        return f"{level}: {units} off the west edge, {hexes} of 2 hexes of Bastogne captured."

    # ---- what is asked ----

    def prompt_text(self, text: str | None) -> str | None:
        """Advice: where units are set up, what arrivals wait for, what does not count."""
        if text or not self.mine:
            return text
        if self.step == SETUP:
            return self._set_up_advice(self.mine)
        if self.step == "motion":
            return self._motion_advice()
        wait = sum(1 for name in self.things(self.mine, "pick") if self.view.away >> self.game.forces.index[name] & 1)
        if wait and wait < len(self.things(self.mine, "pick")) and self.step == self.view.phase:
            units, they = ("the unit", "it waits") if wait == 1 else (f"the {wait} units", "they wait")
            due = "that is due" if wait == 1 else "that are due"
            first = f"Bring in {units} {due} first: {they} once a unit on the map has moved (BA-R.13)."
            return " ".join([first, *filter(None, [super().prompt_text(text)])])
        return super().prompt_text(text)

    def _set_up_advice(self, asked: Decision) -> str:
        unit = self.view.top.unit
        if unit >= 0:
            return next(f"{zone.label}." for zone in self.game.set_up_zones if zone.units >> unit & 1)
        if DONE in asked.options:
            return "Click a unit to take it back; once you continue, the set-up is final."
        return f"{' '.join(f'{zone.label}.' for zone in self.game.set_up_zones)} One unit per hex (BA-R.42)."

    def _motion_advice(self) -> str | None:
        """What a move would cost beside its points: the arrivals wait, or the unit does not count."""
        view, unit, found = self.view, self.view.top.unit, []
        if view.at[unit] >= 0:
            due = arrivals.due(view, self.game.forces.side[unit], view.phase.endswith("mobile"))
            wait = arrivals.can_come(view, due).bit_count() if due else 0
            if wait:
                units = "1 unit that is due will wait" if wait == 1 else f"{wait} units that are due will wait"
                them = "it" if wait == 1 else "them"
                found.append(f"If it moves, {units} until the next phase; Undo to bring {them} in first (BA-R.13).")
        note = self._worthless() if self.mine and self.things(self.mine, "exit") else None
        if note:
            found.append(f"If it leaves the map, {note.text[0].lower()}{note.text[1:-1]} ({note.rule}).")
        return " ".join(found) or None

    def tints(self) -> list[screen.Tint]:
        """The hex attacked, or emptied while somebody may advance into it."""
        if self.asked is None or self.step != "advance":
            return super().tints()
        place = self.game.ground.grid.name(self.view.top.hex)
        return [screen.Tint("target", [place], "One attacker may advance into it", SIDES[self.view.top.side], "BA-8.5")]

    def standing(self) -> list[screen.Standing]:
        """Both conditions, and what follows from them."""
        found = super().standing()
        met = sum(one.state == "met" for one in found)
        text = "Conditions met (both: German victory; one: a draw; neither: Allied victory)"
        state: Progress = "met" if met == len(found) else "open"
        end = screen.Standing(
            "BA-11.0", text, SIDES[GERMAN], str(met), state, str(len(found)), found[0].by, met / len(found)
        )
        return [*found, end]

    # ---- options ----

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """Exits with costs and ways, markers as buttons; what throws the die in its colour."""
        one = super().option(asked, action)
        grid, whole = self.game.ground.grid, self.game.ground.point
        if action == DONE and self._rolls():
            return replace(one, tone="fight")
        if action.verb == "fire":
            return replace(one, kind="button")
        if action.verb == "exit" and isinstance(asked.data, Walk):
            exit_ = self.game.ground.exits[self.game.ground.exit_of[action.thing]]
            spent = asked.data.cost(exit_.hex) + exit_.prices[asked.data.kind]
            way = [grid.name(j) for j in asked.data.path(exit_.hex)]
            return replace(one, cost=points(spent, whole), path=way, warns=self._worthless())
        if action.verb == "enter":
            price = arrivals.price(self.view, self.view.top.unit, grid.index(action.thing))
            return replace(one, cost=points(price, whole))
        return one

    def goal(self, asked: Decision, action: Action) -> Goal | None:
        """Where a unit in motion can go, or step to, with its cost."""
        if action.verb not in ("go", "step") or not isinstance(asked.data, Walk):
            return super().goal(asked, action)
        i, ground = self.game.ground.grid.index(action.thing), self.game.ground
        spent = asked.data.cost(i) if action.verb == "go" else asked.data.price(i) or 0
        commits = self.commits(asked, action)
        final = asked.commits(action) if commits is None else commits
        return Goal(points(spent, ground.point), self.words[action.verb], final)

    def way(self, verb: str, place: str) -> list[str]:
        """The cheapest way to a hex where the move ends."""
        if verb != "go" or self.mine is None or not isinstance(self.mine.data, Walk):
            return []
        grid = self.game.ground.grid
        return [grid.name(j) for j in self.mine.data.path(grid.index(place))]

    def _rolls(self) -> bool:
        """Whether the die falls as soon as the step ends: nobody is asked for markers after it (BA-R.44)."""
        if self.odds is None or self.battle is None:
            return False
        attacker = SIDES.index(self.battle.side)
        markers = {"attack": sum(self.view.holding), "support": self.view.holding[1 - attacker]}
        return not markers.get(self.step, 0)

    def _worthless(self) -> screen.Note | None:
        """That the unit in motion would not count if it left the map."""
        unit = self.view.top.unit
        if not self.game.forces.mobile >> unit & 1:
            return screen.Note("It will not count for victory: only mobile units count.", "BA-11.1.exit")
        if self.view.reduced >> unit & 1:
            return screen.Note("It will not count for victory: it is depleted.", "BA-11.1.exit")
        return None

    def label(self, action: Action) -> str:
        """An option in words; where the die falls at once, the button says so."""
        if action == DONE and self.mine:
            return self._ending(self.mine.side)
        if action.verb == "fire" and self.mine:
            return self._marker(SIDES.index(self.mine.side), int(action.thing))
        if action.verb == "choose" and self.step == "stiff":
            return f"{super().label(action)}{self._fatal(action)}"
        if action.verb == "step" and self.step == "way":
            return f"Retreat to {action.thing}"
        if action.verb == "stop" and self.step == "motion":
            return f"End the move in {self.game.ground.grid.name(self.view.top.hex)}"
        if action.verb == "exit" and self.step == "motion" and self._worthless():
            return f"{super().label(action)} (does not count)"
        return super().label(action)

    def _ending(self, side: str) -> str:
        """What the button that ends a step says: with markers or without, and at what the die would be rolled."""
        label = super().label(DONE)
        if self.step in FIRE_ENDINGS:
            label = FIRE_ENDINGS[self.step][bool(self.view.plan[side].fire)]
        if self.odds is None or self.battle is None or not self._rolls():
            return label
        if self.step == "bombardment":
            label = f"Bombard {self.battle.targets[0]}"
        return f"{'Attack' if self.step == 'attack' else label}: roll at {self.odds.column}"

    def _marker(self, side: int, factor: int) -> str:
        """A marker with its factor, and how many of them are left in the hand where there are several."""
        held = left(self.view, side)[self.view.pool(side).values.index(factor)]
        one = f"a {factor} ({NUMBERS.get(held, str(held))} in hand)" if held > 1 else f"the {factor}"
        return f"Protect with {one}" if self.step == "protective" else f"Fire {one}"

    def _fatal(self, action: Action) -> str:
        """A warning where retreating or standing eliminates units (BA-8.4.eliminated, 2.3.steps)."""
        frame = self.view.top
        lost, units = trapped(self.view, frame.units, frame.hexes), frame.units.bit_count()
        if action == RETREAT and lost:
            return " (eliminated: no way out)" if units == 1 else f" ({lost} of {units} have no way out)"
        last = all(self.view.steps(unit) == 1 for unit in bits(frame.units))
        return " (eliminated: last step)" if action == STAND and last else ""

    @classmethod
    def called(cls, game: Bastogne, action: Action) -> str:
        """A unit by its name, a side of the map's edge by its hex."""
        if action.verb == "exit":
            place, _, side = action.thing.partition("/")
            return f"{place}, {'north-west' if side == 'NW' else 'south-west'} side"
        return game.forces.call(action.thing) if action.thing in game.forces.index else action.thing

    # ---- boxes ----

    def boxes(self) -> list[screen.Box]:
        """The set-up, arrivals, hands and pools of both sides, the west edge, the lost."""
        view = self.view
        out = victory.exited(view).bit_count()
        found = [
            screen.Box(
                "west", "Off the west edge", "exit", SIDES[GERMAN], "BA-11.4", f"{out} of {self.needed}", "0115/SW"
            ),
            screen.Box("lost", "Eliminated", "dead", rule="BA-2.3.steps"),
        ]
        if view.phase == SETUP:
            found.append(screen.Box("set-up", "To be set up", "holding", SIDES[ALLIED], "BA-12.0"))
        for side, who in enumerate(SIDES):
            label = f"{PEOPLE[side]} reinforcements due"
            found.append(screen.Box(f"arrivals-{who}", label, "arrivals", who, "BA-13.0"))
            if view.phase != SETUP:
                found.append(self._hand(side, who))
        return found

    def _hand(self, side: int, who: str) -> screen.Box:
        """A side's markers: to others only how many."""
        view, label = self.view, f"{PEOPLE[side]} support fire"
        pool = view.pool(side)
        notes = [screen.Note(f"All markers: {_listed(pool.listed(pool.counts))}", "BA-R.19")]
        if any(view.used[side]):
            notes.append(screen.Note(f"Used this turn: {_listed(pool.listed(view.used[side]))}", "BA-7.1.once"))
        if view.viewer != who:
            return screen.Box(
                f"hand-{who}", label, "hand", who, "BA-7.1.hidden", shows="counted", count=view.holding[side],
                notes=notes,
            )  # fmt: skip
        held = _listed(pool.listed(view.markers(side))) or "none"
        return screen.Box(f"hand-{who}", label, "hand", who, "BA-7.1.hidden", held, notes=notes)

    def markers(self) -> list[screen.Marker]:
        """Who holds Bastogne."""
        return [
            screen.Marker("control", f"{name}, Bastogne: {who.capitalize()}", name, who, "BA-11.1.held")
            for name, who in zip(self.game.ground.town_names, self.view.town, strict=True)
        ]

    def overlays(self) -> list[screen.Overlay]:
        """Zones of control, and the range of support fire."""
        view, grid, side = self.view, self.game.ground.grid, self.looking()
        table = self.game.tables["bombardment_range"]
        short, who = table["short"], PEOPLE[side]
        far = grid.disc(view.held[side], table["hexes"])
        ranges: list[tuple[TintKind, int, str, str]] = [("range", far, f"{who} support fire reaches here", "BA-10.6.1")]
        if SIDES[side] == short["side"]:
            near = grid.disc(view.held[side], short["hexes"])
            label = f"{who} markers with a factor of {short['factor']} reach here too"
            beyond = f"{who} markers reach here, except those with a factor of {short['factor']}"
            ranges = [("area", far & ~near, beyond, "BA-10.6.1"), ("range", near, label, "BA-10.6.1.three")]
        tints = [screen.Tint(kind, grid.names(hexes), text, SIDES[side], rule) for kind, hexes, text, rule in ranges]
        fire = screen.Overlay("range", "Range of support fire", "F", rule="BA-10.6.1", tints=tints)
        return [self.zones([view.zone(GERMAN), view.zone(ALLIED)]), fire]

    # ---- what would be left undone ----

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """Units that could still move or be attacked; markers that are saved for later are not forgotten."""
        units = self.things(asked, "pick")
        if units:
            return screen.Note(f"{count(len(units), 'unit')} could still move or enter.", pieces=units)
        hexes = self.things(asked, "target")
        if not hexes:
            return None
        enemies = [self.game.forces.names[unit] for unit in bits(self.lying_in(hexes))]
        return screen.Note(f"{count(len(enemies), 'enemy unit')} could still be attacked.", pieces=enemies)

    def here_now(self) -> Sequence[screen.Reason]:
        """Fewer markers for the Allies at the next draw while Germans are in Bastogne."""
        view = self.view
        lost = (view.held[GERMAN] & self.game.ground.town_mask).bit_count()
        if not lost or view.over or (view.turn == view.last_turn and view.phase != SUPPORT):
            return ()
        turn = view.turn if view.phase == SUPPORT else view.turn + 1
        track = self.game.tables["support_fire"]["allied_draw"][turn - 1]
        will = count(to_draw(view, ALLIED, turn), "marker")
        text = f"German units in Bastogne: the Allied player will draw {will} on Game-Turn {turn} instead of {track}"
        return [screen.Reason("BA-10.6.2", text)]


def _listed(markers: Sequence[int]) -> str:
    return ", ".join(map(str, markers))
