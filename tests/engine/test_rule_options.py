"""Rule options: defaults by scenario, and a sentence for every combination that does not go together."""

import pytest

from ardennes.engine import BadOption, RuleOption
from tests.engine.toy import Ask, Toy

WEATHER = RuleOption("weather", "Weather", "ZZ-2", "historical", ("historical", "variable"), {"two": "variable"})
DROP = RuleOption("drop", "Paradrop", "ZZ-3", needs=("air",))
AIR = RuleOption("air", "Air war", "ZZ-4", fixed_in=("two",))
SIMPLE = RuleOption("simple", "Simple supply", "ZZ-5", "on")
FULL = RuleOption("full", "Full supply", "ZZ-6", replaces=("simple", "ZZ-12"))
QUICK = RuleOption("quick", "Quick game", "ZZ-7", excludes=("full",))
STRICT = RuleOption("strict", "Strict supply", "ZZ-8", replaces=("fixed",))
FIXED = RuleOption("fixed", "Fixed supply", "ZZ-9", "on", fixed_in=("one",))

GAME = Toy([Ask("red", "say a, say b"), "over"], [WEATHER, DROP, AIR, SIMPLE, FULL, QUICK, STRICT, FIXED])


def chosen(scenario: str = "one", **wanted: str | bool) -> dict[str, str]:
    return dict(GAME.start(scenario, **wanted).options)


def test_what_is_not_wished_for_has_its_default():
    assert chosen() == {
        "air": "off", "drop": "off", "fixed": "on", "full": "off", "quick": "off", "simple": "on", "strict": "off",
        "weather": "historical",
    }  # fmt: skip


def test_a_scenario_may_have_its_own_default():
    assert chosen("two")["weather"] == "variable"


@pytest.mark.parametrize(("wish", "value"), [(True, "on"), (False, "off"), ("on", "on"), ("off", "off")])
def test_an_option_is_switched_by_truth_or_by_word(wish: str | bool, value: str):
    assert chosen(quick=wish)["quick"] == value


def test_an_option_takes_the_place_of_what_it_replaces():
    options = chosen(full=True)
    assert (options["full"], options["simple"]) == ("on", "off")


@pytest.mark.parametrize(
    ("scenario", "wanted", "sentence"),
    [
        ("one", {"mud": True}, "Toy has no rule option “mud”; it has weather, drop, air"),
        ("one", {"weather": "fine"}, "“Weather” can be historical, variable, not “fine” (ZZ-2)."),
        ("one", {"weather": True}, "“Weather” can be historical, variable, not “on” (ZZ-2)."),
        ("one", {"drop": True}, "“Paradrop” needs “Air war” (ZZ-3)."),
        ("two", {"air": True}, "“Air war” is always off in this scenario (ZZ-4)."),
        ("one", {"full": True, "simple": True}, "“Full supply” replaces “Simple supply” (ZZ-6)."),
        ("one", {"quick": True, "full": True}, "“Quick game” cannot be played with “Full supply” (ZZ-7)."),
        ("one", {"strict": True}, "“Strict supply” replaces “Fixed supply” (ZZ-8)."),
    ],
)
def test_a_bad_wish_is_refused_with_a_sentence(scenario: str, wanted: dict[str, str | bool], sentence: str):
    with pytest.raises(BadOption) as caught:
        GAME.start(scenario, **wanted)
    assert str(caught.value).startswith(sentence)


def test_wishing_for_what_is_fixed_anyway_is_no_fault():
    assert chosen("two", air=False)["air"] == "off"


def test_without_a_name_the_first_scenario_is_played():
    assert GAME.start().scenario == "one"


def test_an_unknown_scenario_is_refused_with_those_that_there_are():
    with pytest.raises(BadOption, match=r"^Toy has no scenario “three”; it has one, two\.$"):
        GAME.start("three")


def test_the_options_in_force_are_part_of_the_position():
    assert GAME.start("one", quick=True).key() != GAME.start("one").key()
