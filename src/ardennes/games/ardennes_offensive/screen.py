"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from ardennes.counters.screens import PhaseName
from ardennes.engine import screen
from ardennes.games.ardennes_offensive import names, victory
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.ardennes_offensive.screen_play import Play
from ardennes.games.ardennes_offensive.screen_table import Table
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES

PHASE_LABELS = ("Reinforcement", "Supply Judgment", "Initial Movement", "Combat", "Mechanized Movement")
PHASE_BAR = tuple(PhaseName(label, f"AO-4.1.{number}") for number, label in enumerate(PHASE_LABELS, 1))
ADVICE = {
    "waive": "Units in a town or on the West Wall may ignore a retreat; if you waive that, they retreat.",
    "attack": "Tick units on the sheet; the odds and the chances change with them.",
    "exchange": "The attacker removes units with a printed strength at least equal to the defenders'.",
}


class ArdennesScreen(Play, Table):
    """The screen of a seat: scenario, scores, phases, advice and the end."""

    people = PEOPLE
    advice = ADVICE

    def scenario_notes(self) -> list[screen.Note]:
        """The scenario, what it gives each side, and the German table."""
        notes = [*super().scenario_notes()]
        for side, name in enumerate(PEOPLE):
            plan = self.game.plan(self.view, side)
            notes.append(screen.Note(f"{name}: {plan.setup} set-up, {plan.rate} reinforcements", "AO-17.0.rates"))
        table = "the standard CRT" if self.view.standard else "his initial CRT"
        return [*notes, screen.Note(f"The German player attacks on {table}", "AO-10.3")]

    def scores(self) -> list[screen.Score]:
        """The points; exits are counted at the end of the Game-Turn and are marked until then."""
        german, allied = self.points
        needed, exits = str(self.game.tables["victory"]["minimum"]), victory.exit_points(self.view)
        label = "victory points"
        if exits and not self.view.over:
            needed, label = f"{needed}, {exits} if held", "victory points; exits are counted when the Game-Turn ends"
        return [screen.Score(str(german), label, needed), screen.Score(str(allied), "victory points")]

    def phases(self) -> screen.Phases:
        """The phases of the Player-Turn; before it a set-up by hand, which is no phase."""
        view = self.view
        name = view.phase if view.frames else ORDER[-1]
        if name not in ORDER:
            who = next(frame.step.split()[0] for frame in reversed(view.frames) if " " in frame.step)
            setup = PhaseName(f"{PEOPLE[SIDES.index(who)]} set-up", "AO-17.0")
            return self.bar("Set-up", [setup], 0, side=who)
        now = len(PHASES) if view.over else ORDER.index(name) % len(PHASES)
        first = view.turn == self.game.tables["first_turn"]["game_turn"]
        after = screen.After("then the Allied turn", SIDES[ALLIED])
        if view.phasing == ALLIED:
            after = screen.After(f"then turn {view.turn + 1}, the German turn", SIDES[GERMAN])
        return self.bar(
            f"{PEOPLE[view.phasing]} turn", PHASE_BAR, now, side=SIDES[view.phasing], after=after,
            skipped=[PHASES.index("movement")] if first else [],
        )  # fmt: skip

    def prompt_text(self, text: str | None) -> str | None:
        """A sentence where the question does not say why it is asked, or by whom it is answered."""
        if self.step in ("retreat", "way"):
            return f"The {PEOPLE[self.view.top.victor]} player won the combat and moves the retreating units."
        if self.step == "place" and self.view.phase in ORDER:
            unit = names.long(self.game.forces.units[self.view.top.unit])
            return f"{unit}: it waits there, off the map, and enters when it moves."
        return self.advice.get(self.step)

    def result_text(self, level: str) -> str:
        """The end, with the points."""
        german, allied = self.points
        return f"{level}: German {german} points, Allied {allied}"
