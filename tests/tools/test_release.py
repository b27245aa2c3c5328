"""What a release is refused for, and what is installed of one. `make release` makes, installs and plays it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools.release.__main__ import HASHES, ROOT, NotReady, agreed_version

FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def change(tree: Path, name: str, old: str, new: str) -> None:
    text = (tree / name).read_text("utf-8")
    assert re.search(old, text, re.M)
    (tree / name).write_text(re.sub(old, new, text, flags=re.M), "utf-8")


def test_the_version_stands_in_one_place_and_the_rest_agrees(tree: Path):
    version = agreed_version(tree)
    change(tree, "pyproject.toml", f'^version = "{version}"', 'version = "9.9.9"')
    with pytest.raises(NotReady, match=rf"CITATION.cff names {re.escape(version)}, pyproject.toml 9.9.9\."):
        agreed_version(tree)


def test_a_version_without_its_section_in_the_changelog_is_not_released(tree: Path):
    version = agreed_version(tree)
    change(tree, "CHANGELOG.md", rf"^## \[{re.escape(version)}\].*$", "## later")
    with pytest.raises(NotReady, match=r"CHANGELOG.md has no section"):
        agreed_version(tree)


def test_what_a_host_installs_is_the_versions_that_are_tested_each_with_its_hashes():
    """pip refuses the whole list if one hash is missing; here the list is compared with the tested versions."""
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", HASHES.read_text("utf-8"), re.M))
    tested = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text("utf-8"), re.M))
    assert {name: version for name, version in locked.items() if tested.get(name) != version} == {}
    blocks = re.split(r"^(?=[\w.-]+==)", HASHES.read_text("utf-8"), flags=re.M)[1:]
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_every_requirement_of_a_host_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["server"], *extras["postgres"], *extras["workers"]]
    locked = set(re.findall(r"^([\w.-]+)==", HASHES.read_text("utf-8"), re.M))
    assert {Requirement(one).name.lower() for one in wanted} <= locked
