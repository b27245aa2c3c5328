"""What the engine does between two questions: it answers what has one answer, and stops where a game is broken."""

import pytest

from ardennes.engine import Action, BadRoll, Decision, EngineFault, Kind, NotOffered, Obligation, Refused, State, Verb
from ardennes.engine.options import options_of
from ardennes.engine.touch import touches
from tests.engine.toy import Ask, Cast, Script, Toy, said

AB = "say a, say b"


def begun(*script: Ask | Cast | str) -> State:
    return Toy([*script, "over"]).start()


def test_a_question_with_one_answer_is_answered():
    state = begun(Ask("red", "say a"), Ask("blue", "say b"), Ask("red", AB))
    assert said(state) == ["red: say a", "blue: say b"]
    assert state.decision.side == "red"


def test_a_lone_done_is_asked_because_it_is_the_last_chance_to_undo():
    assert begun(Ask("red", "done")).decision.options == [Action("done")]


def test_a_verb_that_must_be_confirmed_is_asked_alone_whatever_its_name():
    game = Toy([Ask("red", "done"), Ask("red", "say a"), "over"])
    game.verbs = (Verb("done"), Verb("say", "word", ("a",), confirm=True))
    state = game.start()
    assert said(state) == ["red: done"]
    assert state.decision.options == [Action("say", "a")]


def test_the_answer_that_ends_a_choice_is_declared_by_the_game():
    game = Toy([Ask("red", "say a, say b, done"), Ask("red", AB), "over"])
    game.verbs = (Verb("say", "word", ("a", "b")), Verb("done", role="end"))
    state = game.start()
    assert state.decision.ending == Action("done")
    state.apply("done")
    assert state.decision.ending is None
    game = Toy([Ask("red", "done, say b"), "over"])
    game.verbs = (Verb("done"), Verb("say", "word", ("a", "b"), role="end"))
    assert game.start().decision.ending == Action("say", "b")


def test_a_question_whose_absence_would_tell_something_is_asked():
    assert begun(Ask("blue", "say a", always=True)).decision.options == [Action("say", "a")]


def test_a_question_without_an_answer_is_a_dead_end():
    with pytest.raises(EngineFault, match=r"^dead end: <red talk \(choose\): Say something \[0 options\]>$"):
        begun(Ask("red", ""))


def test_a_sequence_that_never_asks_is_called_endless():
    toy = Toy(["over"])
    toy.first = "endless"
    with pytest.raises(EngineFault, match="endless: the step endless goes round without a question"):
        toy.start()


def test_dice_come_before_the_next_question():
    state = begun(Cast(), Ask("red", AB))
    assert state.chance is not None
    with pytest.raises(EngineFault, match="dice must be rolled first"):
        _ = state.decision
    with pytest.raises(Refused, match=r"Dice must be rolled first: a die\. \(engine-due\)"):
        state.apply("say a")
    state.roll([4])
    assert said(state) == ["roll: 4"]
    assert state.chance is None


def test_a_roll_that_is_not_due_is_refused():
    with pytest.raises(BadRoll, match="No die roll is due now"):
        begun(Ask("red", AB)).roll([4])


def test_a_bad_roll_changes_nothing():
    state = begun(Cast(), Ask("red", AB))
    with pytest.raises(BadRoll):
        state.roll([7])
    assert state.chance is not None
    assert said(state) == []


def test_an_option_is_carried_out():
    state = begun(Ask("red", AB), Ask("blue", AB))
    state.apply("say b")
    assert said(state) == ["red: say b"]
    assert state.decision.side == "blue"


def test_what_is_no_option_is_refused_with_rule_and_reason():
    state = begun(Ask("red", AB))
    with pytest.raises(Refused) as caught:
        state.apply("say c")
    assert (caught.value.rule, caught.value.reason) == (
        "ZZ-1",
        "“say c” is not possible now. Red player: Say something.",
    )
    assert said(state) == []


def test_why_not_is_none_exactly_for_the_options():
    state = begun(Ask("red", AB))
    assert [str(a) for a in state.game.universe if state.why_not(a) is None] == ["say a", "say b"]


def test_why_not_explains_dice_and_the_end():
    due, over = begun(Cast()), Toy(["over"]).start()
    assert str(due.why_not("say a")).startswith("Reason(rule='ZZ-1', text='Dice must be rolled first")
    reason = over.why_not("say a")
    assert reason is not None
    assert reason.text == "The game is over."


def test_a_refusal_touches_its_rule():
    with touches() as acted:
        Refused("ZZ-7", "no")
    assert acted == {"ZZ-7"}


def test_a_question_touches_its_rule_and_those_of_its_obligations():
    duty = Obligation("R1", "attack", "combat", "ZZ-9", "red")
    with touches() as acted:
        begun(Ask("red", AB, obligation=duty))
    assert acted == {"ZZ-1", "ZZ-9"}


def test_the_end_has_a_winner_a_level_and_a_rule():
    state = Toy(["crushing"]).start()
    assert state.over
    assert state.result == ("red", "crushing", "ZZ-1")
    with pytest.raises(Refused, match="The game is over"):
        state.apply("say a")
    with pytest.raises(EngineFault, match="the game is over"):
        _ = state.decision


@pytest.mark.parametrize(
    "script",
    [
        [Ask("red", AB), Cast(), Ask("red", AB)],
        [Ask("red", AB), Ask("blue", AB)],
        [Ask("red", AB, learn=True), Ask("red", AB)],
        [Ask("red", AB)],
    ],
)
def test_an_action_before_dice_a_hand_over_a_reveal_or_the_end_commits(script: Script):
    state = begun(*script)
    assert state.decision.commits(Action("say", "a"))
    assert said(state) == []  # asking is not doing


def test_an_action_before_another_question_to_the_same_side_does_not_commit():
    assert not begun(Ask("red", AB), Ask("red", AB)).decision.commits(Action("say", "a"))


@pytest.mark.parametrize("query", ["odds", "reach", "zoc", "supply", "control", "worth", "goals", "suppose"])
def test_a_query_that_a_game_does_not_answer_says_so(query: str):
    state = begun(Ask("red", AB))
    with pytest.raises(NotOffered, match=f"^Toy does not answer “{query}”.$"):
        getattr(state, query)("x")


def test_a_question_that_words_itself_late_says_what_was_so_when_it_was_asked():
    read: list[str] = []

    def words() -> str:
        read.append("once")
        return "Which way?"

    asked = Decision("blue", "turn", Kind.CHOOSE, words, "X-1", options_of(Action("done")))
    assert not read, "nobody has looked at it"
    assert asked.prompt == asked.bound(State.__new__(State)).prompt == "Which way?"
    assert read == ["once"]


def test_what_must_be_done_is_put_into_words_when_somebody_looks():
    read: list[str] = []

    def words() -> tuple[Obligation, ...]:
        read.append("once")
        return (Obligation("A", "attack", "the end of the turn", "X-1", "blue"),)

    ways = options_of(Action("done"))
    asked = Decision("blue", "turn", Kind.CHOOSE, "Which way?", "X-1", ways, obligations=words)
    assert not read, "nobody has looked at it"
    assert asked.obligations == asked.bound(State.__new__(State)).obligations == words()
    assert read == ["once", "once"], "one of them was the test's own"
    assert Decision("blue", "turn", Kind.CHOOSE, "Which way?", "X-1", ways).obligations == ()
