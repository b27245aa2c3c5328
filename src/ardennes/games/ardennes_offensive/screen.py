"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from dataclasses import replace

from ardennes.counters import screens
from ardennes.engine import screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import PhaseState
from ardennes.games.ardennes_offensive import (
    screen_duties,
    screen_options,
    screen_pieces,
    screen_sheet,
    screen_table,
    victory,
)
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES

LABELS = ("Reinforcements", "Supply", "Movement", "Combat", "Mechanized movement")


def screen_of(view: Situation) -> screen.Screen:
    """Everything that the side of a view is shown at this moment."""
    seat = screens.seat(view)
    asked, mine = seat.asked, seat.mine
    sheet = None if view.over else screen_sheet.sheet(view)
    pieces = screen_pieces.pieces(view, asked)
    return screen.Screen(
        game=screen.Title(view.game.name, view.game.title),
        scenario=_scenario(view),
        sides=_sides(view),
        viewer=seat.viewer,
        decides=seat.decides,
        turn=screens.turn_of(view.game, view.turn),
        phases=_phases(view),
        prompt=_prompt(view, seat.viewer),
        pieces=pieces,
        options=screen_options.options(view, mine, sheet.id if sheet else None) if mine else (),
        markers=screen_table.markers(view),
        tints=screen_table.tints(view),
        lines=screen_table.lines(view),
        boxes=screen_table.boxes(view, pieces),
        tracks=screen_table.tracks(view),
        barred=screen_duties.barred(view, mine) if mine else (),
        to_act=screen_duties.to_act(view, mine) if mine else None,
        obligations=screen_duties.obligations(view, mine) if mine else (),
        sheets=[sheet] if sheet else (),
        due=screens.due(view),
        overlays=screen_table.overlays(view),
        standing=_standing(view),
        result=_result(view),
    )


def _scenario(view: Situation) -> screen.Title:
    scenario = view.game.scenarios[view.scenario]
    notes = [screen.Note(scenario.text, scenario.rule)]
    for side, name in enumerate(PEOPLE):
        plan = view.game.plan(view, side)
        notes.append(screen.Note(f"{name}: {plan.setup} set-up, {plan.rate} reinforcements", "AO-17.0.rates"))
    table = "the standard table" if view.standard else "his initial table"
    notes.append(screen.Note(f"The German attacks on {table}", "AO-10.3"))
    return screen.Title(scenario.name, scenario.title, notes)


def _sides(view: Situation) -> list[screen.Side]:
    """Both sides with their points; exits are counted at the end of the Game-Turn and are marked until then."""
    german, allied = victory.points(view)
    needed, exits = str(view.game.tables["victory"]["minimum"]), victory.exit_points(view)
    label = "victory points"
    if exits and not view.over:
        needed, label = f"{needed}, {exits} if held", "victory points, exits being counted when the Game-Turn ends"
    return [
        screen.Side(SIDES[GERMAN], PEOPLE[GERMAN], "german", screen.Score(str(german), label, needed)),
        screen.Side(SIDES[ALLIED], PEOPLE[ALLIED], "allied", screen.Score(str(allied), "victory points")),
    ]


def _phases(view: Situation) -> screen.Phases:
    who = PEOPLE[view.phasing]
    name = view.frames[0][0] if view.frames else ORDER[-1]
    if name not in ORDER:
        side = SIDES.index(view.frames[-1 if len(view.frames[-1][0].split()) > 1 else -2][0].split()[0])
        return screen.Phases("Set-up", [screen.Phase(f"{PEOPLE[side]} set-up", "now", rule="AO-17.0")], SIDES[side])
    now = ORDER.index(name) % len(PHASES)
    steps = [
        screen.Phase(label, _phase_state(view, at, now), rule=f"AO-4.1.{at + 1}") for at, label in enumerate(LABELS)
    ]
    after = screen.After("then the Allied turn", SIDES[ALLIED])
    if view.phasing == ALLIED:
        after = screen.After(f"then turn {view.turn + 1}, the German turn", SIDES[GERMAN])
    return screen.Phases(f"{who} turn", steps, SIDES[view.phasing], after)


def _phase_state(view: Situation, at: int, now: int) -> PhaseState:
    if view.turn == view.game.tables["first_turn"]["game_turn"] and PHASES[at] == "movement":
        return "skipped"
    if at == now and not view.over:
        return "now"
    return "done" if at <= now else "later"


def _prompt(view: Situation, viewer: str) -> screen.Prompt:
    idle = screens.nobody_asked(view)
    if idle is not None:
        return idle
    found = derive.prompt(view.game, view.decision, viewer)
    return replace(found, text=_advice(view), pieces=screen_pieces.asked_about(view))


def _advice(view: Situation) -> str | None:
    """A second sentence where the first does not say why the question is asked, or by whom it is answered."""
    top = view.top[0]
    if top == "waive":
        return "A town or the West Wall lets its units ignore a retreat; to waive that is to let them go."
    if top in ("retreat", "way"):
        return f"The {PEOPLE[view.top[1]]} side has won the fight and leads the retreat."
    if top == "place" and view.frames[0][0] in ORDER:
        return f"{screen_pieces.title(view, view.top[1])}: it waits there, off the map, and comes in when it moves."
    if top == "attack":
        return "Tick the units on the sheet; the odds and the chances follow them."
    if top == "exchange":
        return "The attacker pays with units worth at least as much as the defenders had, as printed."
    return None


def _standing(view: Situation) -> list[screen.Standing]:
    return [
        derive.standing(each, "met" if each.needed is not None and each.now >= each.needed else "open")
        for each in view.standing()
    ]


def _result(view: Situation) -> screen.Result | None:
    if view.result is None:
        return None
    winner, level, rule = view.result
    german, allied = victory.points(view)
    return screen.Result(rule, level, f"{level[0].upper()}{level[1:]}: German {german} points, Allied {allied}", winner)
