"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ardennes.counters import DONE, screens
from ardennes.engine import screen
from ardennes.engine.screen import derive
from ardennes.engine.speech import few
from ardennes.games.bulge import screen_pieces, screen_play, screen_table, supply, victory
from ardennes.games.bulge.forces import ALLIED, GERMAN, PEOPLE, SIDES

if TYPE_CHECKING:
    from ardennes.engine import Decision
    from ardennes.games.bulge.queries import Situation


def screen_of(view: Situation) -> screen.Screen:
    """Everything that the side of a view is shown at this moment."""
    seat = screens.seat(view)
    asked, mine = seat.asked, seat.mine
    sheets = screen_play.sheets(view, mine)
    ways = [supply.lines(view, side) for side in (GERMAN, ALLIED)]
    fed = [way.mask for way in ways]
    return screen.Screen(
        game=screen.Title(view.game.name, view.game.title),
        scenario=_scenario(view),
        sides=_sides(view),
        viewer=seat.viewer,
        decides=seat.decides,
        turn=screens.turn_of(view.game, view.turn),
        phases=screen_play.phases(view),
        prompt=screen_play.prompt(view, seat.viewer),
        pieces=screen_pieces.pieces(view, asked, fed),
        options=screen_play.options(view, mine, sheets[0].id if sheets else None) if mine else (),
        markers=screen_table.markers(view),
        tints=screens.under_attack(None if view.over else view.battle(), "BU-12.0"),
        lines=screen_table.lines(view),
        boxes=screen_table.boxes(view, fed[GERMAN]),
        grids=screen_table.grids(view),
        tracks=screen_table.tracks(view),
        barred=_barred(view, mine) if mine else (),
        to_act=_to_act(view, mine) if mine else None,
        obligations=_obligations(view, mine) if mine else (),
        sheets=sheets,
        due=screens.due(view),
        overlays=screen_table.overlays(view, ways),
        standing=_standing(view),
        result=_result(view),
    )


def _standing(view: Situation) -> list[screen.Standing]:
    """What each side needs: the German so many points, the Allies that he has no more than so many."""
    german, allied = (derive.standing(each, "open") for each in view.standing())
    return [german, replace(allied, needed=f"{allied.needed} or fewer", progress=None)]


def _scenario(view: Situation) -> screen.Title:
    scenario = view.game.scenarios[view.scenario]
    weather = "BU-6.0.variable" if view.chosen("weather") == "variable" else "BU-6.0.historical"
    notes = [
        screen.Note(f"{view.chosen('weather').capitalize()} weather", weather),
        screen.Note("German airdrop" if view.on("airdrop") else "No airdrop", "BU-15.0"),
    ]
    return screen.Title(scenario.name, scenario.title, notes)


def _sides(view: Situation) -> list[screen.Side]:
    german, allied = victory.numbers(view, view.turn)
    score = screen.Score(derive.figure(view.points), "victory points", derive.figure(german))
    holds = screen.Score(f"≤ {derive.figure(allied)}", "German points at the end of the turn win for the Allies")
    return [screen.Side(SIDES[0], PEOPLE[0], "german", score), screen.Side(SIDES[1], PEOPLE[1], "allied", holds)]


def _to_act(view: Situation, asked: Decision) -> screen.ToAct | None:
    """The units that can still be picked or tested to move."""
    if not asked.step.endswith("movement"):
        return None
    found = [action.thing for action in asked.options if action.verb in ("pick", "test")]
    label = "Can still move or enter"
    return screen.ToAct(label, found, len(found) + view.moved.bit_count()) if found else None


def _obligations(view: Situation, asked: Decision) -> list[screen.Obligation]:
    """What must be done, in one sentence, with the units that it binds and where they are."""
    if not asked.obligations:
        return []
    first, handles = asked.obligations[0], [owed.who for owed in asked.obligations]
    forces = view.game.forces
    places = [view.place_of(forces.index[name]) for name in handles]
    said = few(forces.call(name) for name in handles)
    if first.what == "attack":
        text, by = (
            f"{said} must attack an enemy beside {'it' if len(handles) == 1 else 'them'}.",
            "the end of this phase",
        )
    else:
        text, by = f"{said} must move out of {places[0]} to make room.", "the next move"
    return [screen.Obligation(first.rule, text, first.side, by, "open", handles, places)]


def _barred(view: Situation, asked: Decision) -> list[screen.Barred]:
    """The end of a phase, shut, where something must be done first."""
    if not asked.step.endswith("combat") or DONE in asked.options:
        return []
    return [derive.shut(view, DONE, "End the phase")]


def _result(view: Situation) -> screen.Result | None:
    if view.result is None:
        return None
    winner, level, rule = view.result
    text = (
        f"{level[0].upper()}{level[1:]}: the German has {derive.figure(view.points)} points on Game-Turn {view.turn}."
    )
    return screen.Result(rule, level, text, winner)
