"""A mark holds a test to its word: what it claims to prove must stand in what the test saw, or in its assertions."""

import pytest

from ardennes.engine.touch import show, touch
from tests.rulemark import rule


def test_a_mark_lets_a_test_pass_that_saw_its_rules():
    @rule("PG-5.1", "engine-undo")
    def test() -> str:
        show("PG-5.1")
        show("engine-undo")
        return "passed"

    assert test() == "passed"


def test_a_mark_fails_a_test_that_passed_its_rule_by():
    @rule("PG-5.1", "PG-5.2")
    def test() -> None:
        show("PG-5.1")
        touch("PG-5.2")

    with pytest.raises(AssertionError, match=r"never saw PG-5\.2$"):
        test()


def test_an_assertion_that_names_the_rule_is_a_proof():
    answer = "PG-5.2"

    @rule("PG-5.2")
    def test() -> str:
        assert answer == "PG-5.2"
        return "passed"

    assert test() == "passed"


def test_the_message_of_an_assertion_is_none():
    @rule("PG-5.2")
    def test() -> None:
        assert test.__name__, "PG-5.2"

    with pytest.raises(AssertionError, match=r"never saw PG-5\.2$"):
        test()


def test_what_one_test_saw_does_not_count_for_another():
    @rule("PG-5.1")
    def first() -> None:
        show("PG-5.1")

    @rule("PG-5.1")
    def second() -> None: ...

    first()
    with pytest.raises(AssertionError):
        second()


@pytest.mark.parametrize("ids", [("PG-99.1",), ("PG-5.1", "QQ-1"), ()])
def test_a_mark_must_name_cases_that_are_in_a_catalogue(ids: tuple[str, ...]):
    with pytest.raises(LookupError):
        rule(*ids)
