"""The documentation site is built without a warning, and every link in it leads somewhere."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import ardennes
from ardennes.server.endpoints import ENDPOINTS
from tools.site import components, interface, rules
from tools.site.links import broken
from tools.site.make import CONFIG, ROOT, pages, write

PAGES = ROOT / "docs"


def built(folder: Path) -> subprocess.CompletedProcess[str]:
    """A site built strictly in a folder that has the configuration and `docs`."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / CONFIG)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def small(folder: Path, text: str) -> Path:
    """A site of one page and one picture."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(text, encoding="utf-8")
    (folder / "docs" / "map.png").write_bytes(b"")
    settings = '[project]\nsite_name = "S"\nsite_dir = "build/site"\nnav = [{ "H" = "index.md" }]\ntheme.font = false\n'
    (folder / CONFIG).write_text(settings, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / CONFIG, root)
    shutil.copytree(PAGES, root / "docs", ignore=shutil.ignore_patterns("made"))
    write(root / "docs")
    done = built(root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    return root / "build" / "site"


def test_every_link_leads_somewhere(site: Path):
    assert broken(site) == []


def test_nothing_is_fetched_from_elsewhere(site: Path):
    fetched = re.compile(r'<(?:script|img|link)[^>]+(?:src|href)="?(https?://[^" >]+)')
    found = {one for page in site.rglob("*.html") for one in fetched.findall(page.read_text(encoding="utf-8"))}
    assert found == set()


def test_every_page_of_the_menu_is_there_once():
    def names(part: object) -> list[str]:
        match part:
            case str(name):
                return [name]
            case dict():
                return [name for one in part.values() for name in names(one)]
            case list():
                return [name for one in part for name in names(one)]
        return []

    menu = names(tomllib.loads((ROOT / CONFIG).read_text(encoding="utf-8"))["project"]["nav"])
    made = {f"made/{name}" for name in pages()}
    assert len(menu) == len(set(menu))
    assert {name for name in menu if not (PAGES / name).is_file()} <= made
    assert made <= set(menu)


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("# A\n\n[b](#a) ![m](map.png)", True),
        ("# A\n\n[b](gone.md)", False),
        ("# A\n\n[b](#gone)", False),
        ("# A\n\n![m](gone.png)", False),
    ],
)
def test_a_link_that_leads_nowhere_is_seen(tmp_path: Path, text: str, sound: bool):
    folder = small(tmp_path, text)
    assert (built(folder).returncode == 0 and not broken(folder / "build" / "site")) == sound


@pytest.mark.parametrize("name", ardennes.games())
def test_every_case_stands_on_its_page_under_its_id(name: str):
    game = ardennes.game(name)
    page = rules.page(game)
    assert len(re.findall(r"^### ", page, re.M)) == len(game.rules)
    assert all(f"{{#{rules.anchor(case.id)}}}" in page for case in game.rules)


def test_what_looks_like_markup_in_a_rule_is_text():
    game = ardennes.game("bulge")
    assert rules.link_rules("a * b_c [x] `d_e` BU-12.2 BU-99", game) == (
        r"a \* b\_c \[x\] `d_e` [BU-12.2](#bu-12-2) BU-99"
    )


def test_the_source_of_a_table_is_told_with_its_remark():
    text = '[a]   # XY-1: index = turn - 1\nsource = "derived"  # from the book\n[b]\nx = 1\n[c]\nsource = "found"\n'
    assert list(components.tables(text)) == [
        components.Entry("a", "derived", "XY-1:; from the book"),
        components.Entry("c", "found"),
    ]


def test_every_request_of_the_server_is_described():
    page = pages()["interface.md"]
    assert all(f"### `{one.method} {one.path}`" in page for one in ENDPOINTS)
    assert interface.kind({"type": "array", "items": {"$ref": "#/x/Seat"}}) == "list of [Seat](#seat)"
    assert interface.kind({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string or null"


def test_every_dependency_is_listed_with_its_licence():
    page = pages()["licences.md"]
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    named = {path.rpartition("node_modules/")[2] for path in packages if path}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    named |= {Requirement(one).name.lower() for one in wanted}
    assert [name for name in sorted(named) if f"\n| {name} |" not in page] == []
    assert re.search(r"^\| rich \| [\d.]+ \| MIT.* \| \. \|$", page, re.M)
    assert "not declared" not in page
