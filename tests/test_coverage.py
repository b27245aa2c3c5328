"""Every case of every rulebook is proved by a test."""

from pathlib import Path

import pytest

import ardennes
from ardennes.engine import Catalogue
from ardennes.engine.coverage import gaps, proved
from tests.proving import load

TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    return proved(TESTS)


@pytest.mark.parametrize("name", ardennes.games())
def test_every_case_of_a_game_is_proved(name: str, found: dict[str, list[str]]):
    missing = gaps(ardennes.game(name).rules, found)
    assert not missing, f"no test proves {', '.join(missing)}"


def test_every_case_of_the_proving_ground_is_proved(found: dict[str, list[str]]):
    missing = gaps(load().rules, found)
    assert not missing, f"no test proves {', '.join(missing)}"


def catalogue(tmp_path: Path, *cases: str) -> Catalogue:
    head = '[meta]\nprefix = "ZZ"\nversion = "1"\ntitle = "Z"\n'
    body = "".join(f'[[case]]\nid = "{case}"\ntitle = "t"\ntext = "t"\n' for case in cases)
    path = tmp_path / "rules.toml"
    path.write_text(head + body, encoding="utf-8")
    return Catalogue.load(path)


def marked(tmp_path: Path, source: str) -> dict[str, list[str]]:
    (tmp_path / "test_z.py").write_text(source, encoding="utf-8")
    return proved(tmp_path)


@pytest.mark.parametrize("mark", ['@rule("ZZ-1")', '@pytest.mark.rule("ZZ-0", "ZZ-1")', '@rulemark.rule("ZZ-1")'])
def test_a_mark_above_a_test_proves_its_ids(tmp_path: Path, mark: str):
    assert marked(tmp_path, f"{mark}\ndef test_one(): ...\n")["ZZ-1"] == ["test_z.py::test_one"]


@pytest.mark.parametrize(
    "source",
    [
        '@rule("ZZ-1")\ndef helper(): ...\n',
        '# rule("ZZ-1")\ndef test_one(): ...\n',
        '@pytest.mark.skip\n@rule("ZZ-1")\ndef test_one(): ...\n',
        '@rule("ZZ-1")\n@pytest.mark.xfail(reason="later")\ndef test_one(): ...\n',
        'def test_one():\n    rule("ZZ-1")\n',
    ],
)
def test_what_does_not_run_as_a_test_proves_nothing(tmp_path: Path, source: str):
    assert marked(tmp_path, source) == {}


def test_a_gap_is_a_provable_case_without_a_test(tmp_path: Path):
    rules = catalogue(tmp_path, "ZZ-1", "ZZ-2", "ZZ-3")
    assert gaps(rules, {"ZZ-2": ["test_two"]}) == ["ZZ-1", "ZZ-3"]
