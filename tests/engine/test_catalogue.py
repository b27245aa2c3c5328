"""The rule catalogue: read from a file, with the id at fault named."""

from pathlib import Path

import pytest

import ardennes
from ardennes.engine import ArdennesError, Catalogue, Reason
from ardennes.engine.touch import listening, touch, touches
from tests.proving.table import proving

META = '[meta]\nprefix = "ZZ"\nversion = "1973.2"\ntitle = "The book"\n'


def case(name: str, **more: str) -> str:
    fields = {"title": f"Title of {name}", "text": "Tanks roll.", **more}
    return f'[[case]]\nid = "{name}"\n' + "".join(f"{key} = {value!r}\n" for key, value in fields.items())


def read(tmp_path: Path, *cases: str) -> Catalogue:
    path = tmp_path / "rules.toml"
    path.write_text(META + "".join(cases), encoding="utf-8")
    return Catalogue.load(path)


def test_cases_are_kept_in_the_order_of_the_book(tmp_path: Path):
    rules = read(tmp_path, case("ZZ-2.1"), case("ZZ-1"), case("ZZ-9.5.CA"))
    assert [each.id for each in rules] == ["ZZ-2.1", "ZZ-1", "ZZ-9.5.CA"]
    assert (len(rules), rules.version, rules["ZZ-1"].title) == (3, "1973.2", "Title of ZZ-1")
    assert "ZZ-1" in rules
    assert "ZZ-3" not in rules


def test_what_needs_a_test_are_rules_and_rulings_that_are_not_exempt(tmp_path: Path):
    rules = read(
        tmp_path,
        case("ZZ-1"),
        case("ZZ-2", kind="note"),
        case("ZZ-3", kind="ruling", reason="the book is silent"),
        case("ZZ-4", exempt="a matter of taste"),
        case("ZZ-5", kind="permission"),
        case("ZZ-6", kind="definition"),
        case("ZZ-7", kind="component"),
    )
    assert rules.provable() == ["ZZ-1", "ZZ-3"]


@pytest.mark.parametrize(
    ("cases", "sentence"),
    [
        ([case("ZZ-1"), case("ZZ-1")], "rules.toml: the id “ZZ-1” is malformed or used twice."),
        ([case("AO-1")], "rules.toml: the id “AO-1” is malformed or used twice."),
        ([case("ZZ-1", kind="law")], "rules.toml: ZZ-1 is of kind “law”; it must be one of rule, component"),
        ([case("ZZ-1", kind="ruling")], "rules.toml: the ruling ZZ-1 gives no reason."),
    ],
)
def test_a_fault_names_the_case(tmp_path: Path, cases: list[str], sentence: str):
    with pytest.raises(ArdennesError) as caught:
        read(tmp_path, *cases)
    assert str(caught.value).startswith(sentence)


def test_a_case_may_refer_only_to_one_that_is_there(tmp_path: Path):
    with pytest.raises(ArdennesError, match="ZZ-1 refers to ZZ-9, which does not exist"):
        read(tmp_path, case("ZZ-1") + 'see = ["ZZ-9"]\n')


def test_a_search_finds_cases_with_every_word(tmp_path: Path):
    rules = read(tmp_path, case("ZZ-1", text="A bridge is blown."), case("ZZ-2", text="A bridge stands."))
    assert [each.id for each in rules.search("Bridge BLOWN")] == ["ZZ-1"]
    assert [each.id for each in rules.search("zz-2")] == ["ZZ-2"]


# Who hears which rules act


def test_a_reason_touches_its_rule():
    with touches() as acted:
        Reason("ZZ-1", "because")
    assert acted == {"ZZ-1"}


def test_nobody_listens_outside_and_an_inner_listener_hears_for_itself():
    assert not listening()
    with touches() as outer:
        touch("ZZ-1")
        with touches() as inner:
            touch("ZZ-2")
    assert (outer, inner) == ({"ZZ-1"}, {"ZZ-2"})
    assert not listening()


# Games


def test_an_unknown_game_is_refused_with_those_that_there_are():
    with pytest.raises(ArdennesError, match="There is no game “chess”; there are"):
        ardennes.game("chess")


def test_the_proving_ground_is_not_shipped():
    assert "proving" not in ardennes.games()
    assert proving().version == "1"
