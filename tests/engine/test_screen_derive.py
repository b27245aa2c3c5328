"""Parts of a screen that follow from what the engine says: prompt, options, tally, odds, log, undo, why not."""

import random
import re

from ardennes.engine import (
    Action,
    Column,
    Decision,
    Event,
    Measure,
    Odds,
    Outcome,
    Reason,
    Record,
    Standing,
    Strength,
    screen,
)
from ardennes.engine.screen import Screen, derive, validate
from tests.proving import load


def plain_screen(record: Record, viewer: str) -> Screen:
    """A screen of any game, from the engine's contract alone: everything lies in one heap."""
    state, game = record.state, record.game
    asked = None if state.over or state.chance is not None else state.decision
    boxes = [place for place in game.places() if not re.match(r"[0-9]{4}", place)]
    may = asked is not None and asked.side == viewer
    return Screen(
        game=screen.Title(game.name, game.title),
        scenario=screen.Title(state.scenario, game.scenarios[state.scenario].title),
        sides=[screen.Side(side, side.capitalize(), "german") for side in game.sides],
        viewer=viewer,
        decides=asked.side if asked else None,
        turn=screen.Turn(state.turn, f"Turn {state.turn}"),
        phases=screen.Phases("Turn", [screen.Phase(state.top.step if state.frames else "The end", "now")]),
        prompt=derive.prompt(game, asked, viewer) if asked else screen.Prompt("roll", "Dice are due"),
        pieces=[
            screen.Piece(id, game.sides[0], screen.Face("neutral", "none"), id, "heap")
            for id in dict.fromkeys([*game.pieces(), *(o.who for o in (asked.obligations if asked else ()))])
        ],
        boxes=[screen.Box(box, box, "holding") for box in dict.fromkeys(["heap", *boxes])],
        options=[derive.option(game, asked, each, str(each)) for each in asked.options] if asked and may else (),
        obligations=[derive.obligation(each, each.what) for each in asked.obligations] if asked else (),
        log=derive.log(game, record.events_for(viewer), last=12),
        undo=derive.undo(record, viewer),
    )


def test_what_the_engine_says_makes_valid_screens_for_either_side():
    record, rng = Record.start(load()), random.Random(1)
    asked = 0
    while not record.state.over and asked < 12:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
            continue
        asked += 1
        deciding = record.state.decision
        for side in record.game.sides:
            shown = plain_screen(record, side)
            validate(shown)
            assert [each.action for each in shown.options] == (
                [str(each) for each in deciding.options] if side == deciding.side else []
            )
        record.apply(rng.choice(list(deciding.options)))
    assert asked == 12


def test_an_option_is_carried_by_what_its_verb_takes():
    record = Record.start(load())
    asked = record.state.decision
    first = derive.option(record.game, asked, asked.options[0], "Set up the first unit")
    assert (first.kind, first.thing, first.commits) == ("piece", asked.options[0].thing, False)
    assert derive.prompt(record.game, asked, asked.side).asks == [screen.Ask("pick", "piece")]
    other = next(side for side in record.game.sides if side != asked.side)
    assert derive.prompt(record.game, asked, other).kind == "wait"


def test_only_the_side_that_chose_may_take_it_back():
    record = Record.start(load())
    side = record.state.decision.side
    assert derive.undo(record, side) == screen.Undo(False, reason="Nothing has been done yet.")
    record.apply(record.state.decision.options[0])
    other = next(each for each in record.game.sides if each != side)
    assert derive.undo(record, side).can
    assert derive.undo(record, other) == screen.Undo(False, reason="The other side is choosing.")


def test_a_tally_tells_columns_by_their_headings():
    attack = Strength("attack").add(9, "XY-1", "the panzers").halve("XY-2", "unsupplied")
    column = Column(["1-2", "1-1", "2-1"], 1, "XY-3", "5 to 4", attack.lines).right(1, "XY-4", "aircraft")
    assert derive.tally(column.lines, column.labels) == [
        screen.TallyLine("XY-1", "the panzers", "attack", "9", "0"),
        screen.TallyLine("XY-2", "unsupplied", "attack", "5", "9"),
        screen.TallyLine("XY-3", "5 to 4", "column", "1-1"),
        screen.TallyLine("XY-4", "aircraft", "column", "2-1", "1-1"),
    ]


def test_odds_become_bars_or_measures():
    odds = Odds((), 5, 4, "1-1", (Outcome(0.5, "Dr"), Outcome(0.5, "Ar")), (Measure("Hits", 1.5, (0.25, 0.0, 0.75)),))
    assert derive.outcomes(odds, lambda each: f"{each.label}!") == [
        screen.Outcome("Dr", 0.5, "Dr!"),
        screen.Outcome("Ar", 0.5, "Ar!"),
    ]
    assert derive.measures(odds) == [screen.Measure("Hits", "1.5", (0.25, 0.0, 0.75))]


def test_a_victory_condition_tells_how_far_it_is():
    assert derive.standing(Standing("Exits", 3, 12, "the end", "XY-11", "german"), "open") == screen.Standing(
        "XY-11", "Exits", "german", "3", "open", "12", "the end", 0.25
    )


def test_the_log_is_numbered_through_the_whole_game():
    events = [Event("move", "XY-5", f"step {n}", "german", "2Pz", "1206", "1207") for n in range(5)]
    lines = derive.log(load(), events, last=2, since=4).lines
    assert [line.number for line in lines] == [3, 4]
    assert lines[0] == screen.LogLine(3, "step 3", "act", "XY-5", "german", places=["1206", "1207"], pieces=["2Pz"])


def test_a_game_declares_the_pictures_of_its_own_events():
    game = load()
    game.event_icons = {"drizzle": "mud", "move": "road"}
    events = [Event(kind, "XY-5", kind) for kind in ("drizzle", "move", "loss", "frost", "motorise")]
    assert [line.icon for line in derive.log(game, events).lines] == ["mud", "road", "lost", "frost", "plain"]


def test_why_not_is_a_card_with_its_rule_and_what_would_help():
    reason = Reason("XY-7.1", "A unit stops at 1812.", "Go round by 1811.")
    hill = next(action for action in load().universe if action.verb == "go")
    assert derive.why_not(load(), hill, reason, "1711") == screen.WhyNot(
        str(hill),
        f"Why not: {load().phrase(hill)}?",
        [screen.Reason("XY-7.1", "A unit stops at 1812.")],
        [screen.Note("Go round by 1811.")],
        "1711",
    )
    assert derive.why_not(load(), Action("go", "exit-1711-nw"), reason).title == "Why not?"


def test_what_the_other_side_is_asked_is_told_as_its_task():
    game = load()
    asked = Record.start(game).state.decision
    (other,) = set(game.sides) - {asked.side}

    def told(prompt: str) -> str | None:
        question = Decision(asked.side, asked.step, asked.kind, prompt, asked.rule, asked.options)
        return derive.prompt(game, question, other).text

    assert told("Choose bombardments.") == "Their task: choose bombardments."
    assert told("Add protective fire in 1717?") == "Their task: add protective fire in 1717?"
    assert told("I/501 Para retreats or stands") == "Their task: I/501 Para retreats or stands."
