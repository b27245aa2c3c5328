"""The screen: everything that a side is shown, from the view alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, cast

from ardennes.counters import DONE, GONE, POOL, Counter, bits, screens
from ardennes.counters.journeys import points
from ardennes.counters.screens import CounterScreen, PhaseName, Status
from ardennes.counters.steps import Stepped
from ardennes.engine import Action, Battle, Decision, Odds, Outcome, screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import PieceState, Stage, Symbol, Tick
from ardennes.engine.speech import both, count
from ardennes.games.bastogne import arrivals, outcomes, victory
from ardennes.games.bastogne.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bastogne.movement import Walk
from ardennes.games.bastogne.odds import BOMBARDMENT
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.results import RETREAT, STAND, trapped
from ardennes.games.bastogne.sequence import ORDER, SETUP, SUPPORT
from ardennes.games.bastogne.state import OUT
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
SYMBOLS: Mapping[str, Symbol] = {
    "tank": "armour", "mech": "mechanised-infantry", "recon": "armoured-cavalry", "td": "tank-destroyer",
    "infantry": "infantry", "parachute": "airborne", "glider": "glider",
}  # fmt: skip
WORDS = {
    **screens.WORDS,
    "place": "Set up in {}",
    "enter": "Come in by {}",
    "go": "Go to {}",
    "step": "Enter {}",
    "exit": "Leave the map by {}",
    "stop": "End the move here",
    "bombard": "Bombard {}",
    "fire": "Support fire {}",
    "choose retreat": "Retreat",
    "choose stand": "Stand and lose a step",
    "lose": "{} loses a step",
    "advance": "{} advances",
}
ENDINGS = {
    "attack": "Attack with these", "advance": "Nobody advances", "mobile": "End your turn",
    SETUP: "The set-up is complete",
}  # fmt: skip
FIRE_ENDINGS = {  # without a marker chosen, and with
    "bombardment": ("No more bombardments", "Bombard with these"),
    "support": ("No support fire", "Support with these"),
    "protective": ("No protective fire", "Give protective fire"),
}
ADVICE = {
    SETUP: "In any order, one unit to a hex; Bastogne itself is within two hexes of Bastogne (BA-R.42).",
    **dict.fromkeys(
        ("german mobile", "allied mobile"),
        "Mobile units move with their full allowance, whatever they have done this turn (BA-R.11).",
    ),
    "bombardment": "Your opponent sees target and markers when you have chosen all of them (BA-R.29).",
    "support": "One marker for each attacking unit; they are shown together (BA-R.29).",
    "stiff": "Stiff resistance: one unit loses a step, and nobody retreats; way out or not (BA-R.31).",
}
DEPLETED = screen.Badge("reduced", "Depleted", "BA-2.3.steps")
NO_COUNT = screen.Badge("reduced", "Depleted: does not count if it leaves the map", "BA-11.1.exit")
SHELLED = screen.Badge("fired", "Bombarded in this phase", "BA-8.1.target")
COUNTS = screen.Badge("victory", "Counts for victory", "BA-11.1.exit")
TO_ACT = dict.fromkeys(("movement", "mobile"), "Can still move or come in")


class BastogneScreen(CounterScreen[Situation, "Bastogne"]):
    """The screen of a seat."""

    people = PEOPLE
    symbols = SYMBOLS
    words = WORDS
    endings = ENDINGS
    advice = ADVICE
    alike = ("go", "step", "exit", "place", "enter", "join", "bombard")
    sheet_verbs = ("fire", "done")
    to_act_labels = TO_ACT
    sheet_name = "attack"
    odds_kind = "differential"
    table_rule = "BA-8.3"
    attack_rule = "BA-8.2"
    arrow_rule = "BA-8.2"
    turns_rule = "BA-4.0"
    turns_label = "Game-Turns"
    turns_caption = "support fire markers, German / Allied"
    zones_rule = "BA-6.0"
    zones_text = "The six hexes round each unit: an enemy who enters one must stop"

    @property
    def needed(self) -> int:
        """How many units must leave the map."""
        count: int = self.game.tables["victory"]["units"]
        return count

    # ---- turns, phases, scores ----

    def day(self, turn: int) -> date:
        """The day of a half-day turn."""
        return self.game.calendar.day(turn)

    def turn(self) -> screen.Turn:
        """The turn with its day and half."""
        return self.game.calendar.turn(self.view.turn, self.view.last_turn)

    def day_label(self, turn: int) -> str:
        """The day and its half."""
        return self.game.calendar.label(turn)

    def turn_text(self, turn: int) -> str:
        """How many markers the track gives both sides."""
        table = self.game.tables["support_fire"]
        return f"{table['german_draw'][turn - 1]} / {table['allied_draw'][turn - 1]}"

    def turn_marks(self, turn: int) -> list[screen.Mark]:
        """The units that are due on a turn and have not come in."""
        found = []
        for side, who in enumerate(SIDES):
            units = [
                unit for unit in self.game.forces.units
                if unit.side == side and unit.arrival == turn and self.view.at[unit.number] == POOL
            ]  # fmt: skip
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

    # ---- pieces ----

    def place(self, unit: int) -> str | None:
        """A hex, or a box: out, lost, set up now, due."""
        at, counter = self.view.at[unit], self.game.forces.units[unit]
        if at >= 0:
            return super().place(unit)
        if at == OUT:
            return "west"
        if at == GONE:
            return "lost"
        if counter.zone:
            return "set-up"
        return f"arrivals-{SIDES[counter.side]}" if counter.arrival <= self.view.turn else None

    def reduced(self) -> int:
        """The units whose back is up."""
        return self.view.reduced

    @classmethod
    def figures(cls, counter: Counter, *, back: bool) -> Sequence[str]:
        """Attack, defence and movement of the side that is up."""
        stepped = cast(Stepped, counter)
        return [str(figure) for figure in (stepped.back if back and stepped.back else stepped.full)]

    def condition(self, unit: int) -> Hashable:
        """Whether it is depleted."""
        return bool(self.view.reduced >> unit & 1)

    @classmethod
    def facts(cls, game: Bastogne, unit: int, condition: Hashable) -> list[screen.Fact]:
        """The figures of the side that is up."""
        attack, defence, allowance = game.forces.faces[bool(condition)][unit]
        mobile = game.forces.mobile >> unit & 1
        return [
            screen.Fact("attack", str(attack), "BA-8.2.differential"),
            screen.Fact("defence", str(defence), "BA-8.2.differential"),
            screen.Fact("movement", f"{allowance}, {'mobile' if mobile else 'leg'}", "BA-5.1"),
            screen.Fact("steps", "1" if condition else "2", "BA-2.3.steps"),
        ]

    def statuses(self) -> Iterator[Status]:
        """Depleted, bombarded, counted."""
        view, forces = self.view, self.game.forces
        german = forces.of[GERMAN] & forces.mobile
        yield Status(view.reduced & german, NO_COUNT)
        yield Status(view.reduced & ~german, DEPLETED)
        yield Status(view.bombarded, SHELLED)
        yield Status(victory.exited(view), COUNTS)

    def in_motion(self) -> int | None:
        """The unit that is set up, moves, comes in or retreats."""
        if self.step in ("motion", "enter", "way"):
            return cast(int, self.view.top.unit)
        return self.view.top.unit if self.step == SETUP and self.view.top.unit >= 0 else None

    def lights(self) -> dict[PieceState, int]:
        """A unit in another side's hand is not lit."""
        lights = super().lights()
        lights["arriving"] &= self.game.forces.due(self.view.turn)
        return lights

    # ---- options ----

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """Moves with costs and ways, markers with how many there are."""
        one = super().option(asked, action)
        grid, whole = self.game.ground.grid, self.game.ground.point
        if action.verb in ("go", "step") and isinstance(asked.data, Walk):
            i = grid.index(action.thing)
            spent = asked.data.cost(i) if action.verb == "go" else asked.data.price(i) or 0
            way = [grid.name(j) for j in asked.data.path(i)] if action.verb == "go" else []
            return replace(one, cost=points(spent, whole), path=way)
        if action.verb == "pick" and self.view.phase == asked.step:
            return self._leaving_behind(asked, one, self.game.forces.index[action.thing])
        if action.verb == "exit" and isinstance(asked.data, Walk):
            exit_ = self.game.ground.exits[self.game.ground.exit_of[action.thing]]
            spent = asked.data.cost(exit_.hex) + exit_.prices[asked.data.kind]
            return replace(one, cost=points(spent, whole), path=[grid.name(j) for j in asked.data.path(exit_.hex)])
        if action.verb == "enter":
            price = arrivals.price(self.view, self.view.top.unit, grid.index(action.thing))
            return replace(one, cost=points(price, whole))
        return one

    def _leaving_behind(self, asked: Decision, one: screen.Option, unit: int) -> screen.Option:
        """A warning: once a unit on the map has moved, those that are due have to wait (BA-R.13)."""
        wait = [name for name in self.things(asked, "pick") if self.view.away >> self.game.forces.index[name] & 1]
        if not wait or self.view.away >> unit & 1 or self.view.phase == SETUP:
            return one
        text = f"{count(len(wait), 'unit')} due to arrive will have to wait until the next phase."
        return replace(one, warns=screen.Note(text, "BA-R.13", pieces=wait))

    def label(self, action: Action) -> str:
        """An option in words; where markers are chosen, `done` says whether there are any."""
        if action == DONE and self.step in FIRE_ENDINGS and self.mine:
            return FIRE_ENDINGS[self.step][bool(self.view.plan[self.mine.side].fire)]
        if action.verb == "fire" and self.mine:
            return self._marker(SIDES.index(self.mine.side), int(action.thing))
        if action.verb == "choose" and self.step == "stiff":
            return f"{super().label(action)}{self._fatal(action)}"
        return super().label(action)

    def _marker(self, side: int, factor: int) -> str:
        """A marker with its factor, and how many of them are left in the hand."""
        held = left(self.view, side)[self.view.pool(side).values.index(factor)]
        kind = "Protective fire" if self.step == "protective" else "Support fire"
        return f"{kind} {factor} ({held} in hand)"

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
        """A unit by its name."""
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
        return screen.Box(
            f"hand-{who}", label, "hand", who, "BA-7.1.hidden", held, count=view.holding[side], notes=notes
        )

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
        ranges = [(far, f"{who} support fire reaches here", "BA-10.6.1")]
        if SIDES[side] == short["side"]:
            near = grid.disc(view.held[side], short["hexes"])
            label = f"{who} markers with a factor of {short['factor']} reach here too"
            beyond = f"{who} markers reach here, except those with a factor of {short['factor']}"
            ranges = [(far & ~near, beyond, "BA-10.6.1"), (near, label, "BA-10.6.1.three")]
        tints = [screen.Tint("range", grid.names(hexes), text, SIDES[side], rule) for hexes, text, rule in ranges]
        fire = screen.Overlay("range", "Range of support fire", "R", rule="BA-10.6.1", tints=tints)
        return [self.zones([view.zone(GERMAN), view.zone(ALLIED)]), fire]

    # ---- the attack sheet ----

    @cached_property
    def odds(self) -> Odds | None:
        """The odds; none before the first attacker or marker."""
        battle = self.battle
        if battle is None or not (battle.attackers or battle.support):
            return None
        return self.view.odds(battle)

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """There is no sheet before the first attacker or marker."""
        battle, odds = self.battle, self.odds
        if battle is None or odds is None:
            return ()
        one = self.sheet(battle)
        kind = "Bombardment" if battle.kind == BOMBARDMENT else "Attack"
        return [replace(one, kind=kind, may_change=derive.may_change(odds, one.defender))]

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
            screen.Note("Nobody advances after a bombardment", "BA-8.1.advance"),
        ]

    def stage(self) -> Stage:
        """The battle is declared as soon as the die is due."""
        return "building" if self.view.chance is None else "declared"

    def strength(self, unit: int) -> int:
        """The attack strength, or the defence of the side that does not attack."""
        figures = self.view.figures(unit)
        return figures.attack if self.game.forces.side[unit] == self.view.phasing else figures.defence

    def attackers(self, battle: Battle) -> list[screen.Group]:
        """The attackers one by one, then those who could join."""
        index = self.game.forces.index
        tick: Tick = "in" if self.step == "attack" else "fixed"
        found = [self._alone(battle, index[name], tick) for name in battle.attackers]
        can_join = self.things(self.mine, "join") if self.mine else []
        return [*found, *(self._alone(battle, index[name], "out") for name in can_join)]

    def _alone(self, battle: Battle, unit: int, tick: Tick) -> screen.Group:
        name, strength, where = self.game.forces.names[unit], str(self.strength(unit)), self.view.place_of(unit)
        action = f"join {name}" if tick != "fixed" else None
        fighter = screen.Fighter(name, tick, action, printed=strength, counts=strength)
        label, counts = f"{self.game.forces.display_names[unit]}, from {where}", "–" if tick == "out" else strength
        return screen.Group(label, battle.side, [fighter], counts, at=where)

    def defenders(self, battle: Battle) -> list[screen.Group]:
        """The unit attacked."""
        side = SIDES[1 - SIDES.index(battle.side)]
        unit = self.view.here[self.game.ground.grid.index(battle.targets[0])]
        strength = str(self.view.figures(unit).defence)
        fighter = screen.Fighter(self.game.forces.names[unit], "fixed", printed=strength, counts=strength)
        label = f"{self.game.forces.display_names[unit]}, in {battle.targets[0]}"
        return [screen.Group(label, side, [fighter], strength, at=battle.targets[0])]

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

    # ---- what would be left undone ----

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """Units that could still move, hexes that could be attacked."""
        units = self.things(asked, "pick")
        if units:
            return screen.Note(f"{count(len(units), 'unit')} could still move or come in.", pieces=units)
        for verb, what in (("target", "attacked"), ("bombard", "bombarded")):
            hexes = self.things(asked, verb)
            if hexes:
                return screen.Note(f"{count(len(hexes), 'enemy unit')} could still be {what}.")
        return None

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
