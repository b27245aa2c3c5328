"""A mark holds a test to its word: what it claims to prove, the engine must have touched."""

import pytest

from ardennes.engine.touch import touch
from tests.rulemark import rule


def test_a_mark_lets_a_test_pass_that_touches_its_rule():
    @rule("PG-5.1", "engine-undo")
    def test() -> str:
        touch("PG-5.1")
        touch("engine-undo")
        return "passed"

    assert test() == "passed"


def test_a_mark_fails_a_test_that_never_touches_its_rule():
    @rule("PG-5.1", "PG-5.2")
    def test() -> None:
        touch("PG-5.1")

    with pytest.raises(AssertionError, match=r"never touched PG-5\.2$"):
        test()


def test_what_one_test_touches_does_not_count_for_another():
    @rule("PG-5.1")
    def first() -> None:
        touch("PG-5.1")

    @rule("PG-5.1")
    def second() -> None: ...

    first()
    with pytest.raises(AssertionError):
        second()


@pytest.mark.parametrize("ids", [("PG-99.1",), ("PG-5.1", "QQ-1"), ()])
def test_a_mark_must_name_cases_that_are_in_a_catalogue(ids: tuple[str, ...]):
    with pytest.raises(LookupError):
        rule(*ids)
