"""The screen: everything that a side is shown, put together from the view alone."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ardennes.engine import screen
from ardennes.engine.speech import both
from ardennes.games.axis_allies import screen_pieces, screen_play, screen_table, screen_why

if TYPE_CHECKING:
    from datetime import date

    from ardennes.engine import Decision
    from ardennes.games.axis_allies.game import AxisAllies
    from ardennes.games.axis_allies.state import Battlefield


TO_ACT = {"moves": "Can still move", "reinforcement": "Can still come in", "placing": "Still to be placed"}


def screen_of(view: Battlefield) -> screen.Screen:
    """Everything that the side of a view is shown at this moment."""
    viewer = view.viewer or "observer"
    asked = None if view.over or view.chance is not None else view.decision
    battle = None if view.over else view.battle()
    mine = asked is not None and asked.side == viewer
    sheets = screen_play.sheets(view, battle)
    sheet = sheets[0].id if sheets else None
    return screen.Screen(
        game=screen.Title(view.game.name, view.game.title),
        scenario=_scenario(view),
        sides=_sides(view),
        viewer=viewer,
        decides=asked.side if asked else None,
        turn=_turn(view),
        phases=screen_play.phases(view),
        prompt=screen_play.prompt(view, viewer),
        pieces=screen_pieces.pieces(view),
        options=screen_play.options(view, asked, sheet) if asked and mine else (),
        faces=screen_pieces.faces(),
        tints=screen_table.tints(view),
        lines=screen_table.lines(view),
        boxes=screen_table.boxes(view, battle),
        grids=screen_table.grids(view, battle),
        tracks=screen_table.tracks(view),
        barred=screen_why.barred(view, asked) if asked and mine else (),
        to_act=_to_act(view, asked) if mine else None,
        obligations=_obligations(asked) if mine else (),
        sheets=sheets,
        due=screen_play.due(view),
        overlays=screen_table.overlays(view),
        standing=screen_play.standing(view),
        here_now=screen_why.here_now(view, sheets),
        result=screen_play.result(view),
    )


def _scenario(view: Battlefield) -> screen.Title:
    scenario = view.game.scenarios[view.scenario]
    notes = [screen.Note(option.title, option.rule) for option in view.game.options.values() if view.on(option.name)]
    return screen.Title(scenario.name, scenario.title, notes or [screen.Note("Printed set-up", scenario.rule)])


def _sides(view: Battlefield) -> list[screen.Side]:
    score = screen.Score(str(view.vp), "victory points", str(view.game.needed))
    return [screen.Side("axis", "Axis", "german", score), screen.Side("allies", "Allies", "allied")]


def _turn(view: Battlefield) -> screen.Turn:
    """The turn with its days; the front that belongs beside it is that of the last."""
    names, (first, last) = view.game.turn_names, days_of(view.game, view.turn)
    shown = f"{last.day} {last:%B %Y}" if first == last else f"{first.day} and {last.day} {last:%B %Y}"
    label = f"{names[view.turn - 1]} turn, {view.turn} of {len(names)}"
    return screen.Turn(view.turn, label, len(names), shown, last.isoformat())


def days_of(game: AxisAllies, turn: int) -> tuple[date, date]:
    """The first and the last day of a turn."""
    calendar = game.tables["calendar"]
    ends: list[date] = calendar["last_dates"]
    return ends[turn - 2] + timedelta(days=1) if turn > 1 else calendar["first_date"], ends[turn - 1]


def _to_act(view: Battlefield, asked: Decision | None) -> screen.ToAct | None:
    """The lots and trucks that can still be picked, and with them the trucks that have driven."""
    if asked is None or asked.kind != "pick":
        return None
    found = [action.thing for action in asked.options if action.verb == "pick"]
    what = asked.step.rpartition(" ")[2]
    driven = view.driven.bit_count() if what in ("moves", "reinforcement") else 0
    return screen.ToAct(TO_ACT.get(what, "Still to act"), found, len(found) + driven) if found else None


def _obligations(asked: Decision | None) -> list[screen.Obligation]:
    """Hexes of the line that a set-up by hand has still to cover."""
    if asked is None or not asked.obligations:
        return []
    first, hexes = asked.obligations[0], [owed.who for owed in asked.obligations]
    text = f"Of the front line {both(hexes)} must still be in the zone of control of a unit."
    return [screen.Obligation(first.rule, text, first.side, "the end of the set-up", "open", places=hexes)]
