"""The screens along the golden journals are those that were looked at and approved."""

from __future__ import annotations

import json

import pytest

from tests.games.screen_digests import DIGESTS, digests, journals

APPROVED = json.loads(DIGESTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", journals())
def test_what_is_shown_along_a_golden_journal_has_not_changed(name: str):
    now, approved = digests(name), APPROVED[name]
    changed = sorted(field for field in {*now, *approved} if now.get(field) != approved.get(field))
    assert not changed, "if that was meant: python -m tests.games.screen_digests"


def test_there_are_no_digests_of_journals_that_are_gone():
    assert sorted(APPROVED) == journals()
