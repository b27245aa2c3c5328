"""A hint gives the reasons of the choice that is asked for, and of no other."""

from __future__ import annotations

import pytest

import ardennes
from ardennes.server.thinking import Idea, hinted

MARCH = {"text": "Moves two units towards Bastogne.", "places": ["2518", "2416"], "pieces": ["2Pz-2", "2Pz-3"]}
ATTACK = {"text": "Attacks Wiltz.", "places": ["2615"], "pieces": ["2Pz-2"]}
OTHER = {"text": "Moves one unit towards Spa.", "places": ["0517"], "pieces": ["1SSPz-2"]}
GENERAL = {"text": "Declines to advance.", "places": [], "pieces": []}


@pytest.mark.parametrize(
    ("actions", "kept"),
    [
        (["pick 2Pz-3", "go 2518", "pick 1SSPz-2", "go 0517", "done"], [MARCH, GENERAL]),
        (["target 2615", "join 2Pz-2", "fight 4-1", "target 0517"], [MARCH, ATTACK, GENERAL]),
        (["place 0517", "pick 2Pz-3", "go 2518"], [OTHER, GENERAL]),
        (["done"], [GENERAL]),
    ],
)
def test_a_hint_keeps_the_reasons_of_its_first_choice(actions: list[str], kept: list[dict[str, object]]):
    idea = Idea(actions, [MARCH, ATTACK, OTHER, GENERAL])
    assert hinted(idea, {"pick", "target"}) == Idea(actions, kept)


def test_the_game_says_which_verbs_further_answers_complete():
    """In Axis & Allies the attacking hex is named first; the reason is about the target, which comes second."""
    game, reason = ardennes.game("axis-allies"), {"text": "Attacks St. Vith.", "places": ["D8"], "pieces": []}
    idea = Idea(["attack E9", "target D8", "fight"], [reason])
    assert hinted(idea, game.beginning_verbs).remarks == [reason]
    assert hinted(idea, ()).remarks == []
