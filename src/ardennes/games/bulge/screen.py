"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from dataclasses import replace

from ardennes.counters.screens import PhaseName
from ardennes.engine import screen
from ardennes.engine.screen import derive
from ardennes.games.bulge import victory
from ardennes.games.bulge.forces import PEOPLE
from ardennes.games.bulge.screen_play import Play
from ardennes.games.bulge.screen_table import Table
from ardennes.games.bulge.sequence import ORDER

PHASE_BAR = (
    PhaseName("Weather", "BU-5.0.weather"),
    PhaseName("Air missions", "BU-5.0.assignment"),
    PhaseName("Interdiction", "BU-5.0.interdiction"),
    PhaseName("German pre-movement combat", "BU-5.0.pre", "german"),
    PhaseName("German movement", "BU-5.0.movement", "german"),
    PhaseName("German post-movement combat", "BU-5.0.post", "german"),
    PhaseName("Allied resupply", "BU-5.0.resupply", "allied"),
    PhaseName("Allied pre-movement combat", "BU-5.0.pre", "allied"),
    PhaseName("Allied movement", "BU-5.0.movement", "allied"),
    PhaseName("Allied post-movement combat", "BU-5.0.post", "allied"),
    PhaseName("Victory determination", "BU-5.0.victory"),
)
ADVICE = {
    "attack": "The Primary CRT causes more losses on both sides, the Secondary CRT more retreats.",
    "support": "Each mission shifts the attack one column right.",
    "interdiction": "Choose a road hex without a unit. Its roads are closed to the enemy for this Game-Turn.",
}


class BulgeScreen(Play, Table):
    """The screen of a seat: options in force, scores, phases, standing and the end."""

    people = PEOPLE
    advice = ADVICE

    def scenario_notes(self) -> list[screen.Note]:
        """The weather that is played with, and whether there is an airdrop."""
        weather = self.view.chosen("weather")
        return [
            screen.Note(f"{weather.capitalize()} weather", f"BU-6.0.{weather}"),
            screen.Note("German airdrop" if self.view.on("airdrop") else "No airdrop", "BU-15.0"),
        ]

    def scores(self) -> list[screen.Score]:
        """The German points, and how many the Allies may allow him."""
        german, allied = victory.numbers(self.view, self.view.turn)
        return [
            screen.Score(derive.figure(self.view.points), "victory points", derive.figure(german)),
            screen.Score(f"≤ {derive.figure(allied)}", "German points at the end of the turn: Allied victory"),
        ]

    def phases(self) -> screen.Phases:
        """The phases of the Game-Turn."""
        now = ORDER.index(self.view.frames[0][0]) if self.view.frames else len(ORDER)
        return self.bar(f"Game-Turn {self.view.turn}", PHASE_BAR, now)

    def standing(self) -> list[screen.Standing]:
        """What each side needs: the German so many points, the Allies that he has no more than so many."""
        german, allied = (derive.standing(each, "open") for each in self.view.standing())
        return [german, replace(allied, needed=f"{allied.needed} or fewer", progress=None)]

    def result_text(self, level: str) -> str:
        """The end, with the points."""
        return f"{level}: the Germans have {derive.figure(self.view.points)} points on Game-Turn {self.view.turn}."
