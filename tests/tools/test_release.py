"""What a release is refused for, and what is installed of one. `make release` makes, installs and plays it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from ardennes.cli import _parser
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


def test_the_containerfile_names_what_is_there_and_starts_a_server_that_keeps_its_games_in_the_volume():
    text = (ROOT / "Containerfile").read_text("utf-8")
    stages = set(re.findall(r"^FROM \S+ AS (\w+)$", text, re.M))
    for stage, sources in re.findall(r"^COPY (?:--from=(\w+) )?(.+) \S+$", text, re.M):
        assert stage in stages if stage else all((ROOT / source).exists() for source in sources.split())
    (volume,) = re.findall(r"^VOLUME (\S+)$", text, re.M)
    (port,) = re.findall(r"^EXPOSE (\d+)$", text, re.M)
    (command,) = re.findall(r"^ENTRYPOINT (.+)$", text, re.M)
    program, *words = json.loads(command)
    asked = _parser().parse_args(words)
    assert (program, asked.port, str(asked.data)) == ("ardennes", int(port), f"{volume}/games.db")
    assert f":{port}/health" in text
    assert text.index("\nUSER ardennes\n") < text.index("\nENTRYPOINT")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = {one.rpartition(" :: ")[2] for one in project["classifiers"]}
    assert set(re.findall(r"^FROM python:([\d.]+)-slim", text, re.M)) <= known
