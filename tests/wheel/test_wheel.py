"""The package as a player gets it: with the client in it, installed where nothing else is, and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.release.installed import begin, empty_environment, play_a_turn, served

ROOT = Path(__file__).parents[2]
PAGES = Path("src/ardennes/server/pages")
NO_NETWORK = re.compile("Failed to establish a new connection|NameResolutionError|ConnectTimeoutError|No route to host")


def pip(python: Path, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What pip does for another Python, in the versions that constraints.txt names. Skips where it has no network."""
    locked = {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "pip", "--python", str(python), *map(str, words)]
    hidden = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")  # what is installed is tried, and compiled as it is for a player
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    variables = {**inherited, **locked, **environment}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode and NO_NETWORK.search(done.stdout + done.stderr):
        pytest.skip("pip has no network here, so that nothing can be installed.")
    return done


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that can build packages."""
    python = empty_environment(tmp_path_factory.mktemp("builder"))
    done = pip(python, "install", "hatchling")
    assert done.returncode == 0, done.stderr
    return python


def clone(place: Path) -> Path:
    """The files that git keeps, as they are now."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("tests/", "docs/")):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place / name)
    return place


def build(builder: Path, source: Path, out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return pip(builder, "wheel", "--no-deps", "--no-build-isolation", "-w", out, source, **environment)


def contents(folder: Path) -> set[str]:
    """What lies in the only wheel of a folder."""
    (wheel,) = folder.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


# Without a client there is no wheel


def node(folder: Path, *, npm: str) -> str:
    """A search path on which nothing is but a Node, and an npm that runs the words given."""
    for name, words in (("node", "echo v22.1.0"), ("npm", npm)):
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!{shutil.which('sh')}\nPATH={os.defpath}\n{words}\n")
        path.chmod(0o755)
    return str(folder / "bin")


def test_a_clean_clone_is_refused_in_a_sentence_where_the_client_cannot_be_built(builder: Path, tmp_path: Path):
    done = build(builder, clone(tmp_path / "clone"), tmp_path / "out", PATH=str(tmp_path))
    printed = done.stdout + done.stderr
    assert done.returncode != 0
    assert "The browser's client is not built. Run “make web”, or install Node 20 or newer." in printed
    assert "Traceback" not in printed
    assert not list((tmp_path / "out").glob("*.whl"))


def test_a_build_of_the_client_that_fails_is_told(builder: Path, tmp_path: Path):
    path = node(tmp_path, npm='[ "$1" = install ]')
    done = build(builder, clone(tmp_path / "clone"), tmp_path / "out", PATH=path)
    assert done.returncode != 0
    assert "could not be built: “npm run build” failed" in done.stderr + done.stdout


@pytest.mark.parametrize("there", ["nothing", "an old client"])
def test_a_client_that_is_missing_or_old_is_built(builder: Path, tmp_path: Path, there: str):
    source = clone(tmp_path / "clone")
    (source / PAGES).mkdir()
    if there != "nothing":
        (source / PAGES / "index.html").write_text(there)
        os.utime(source / PAGES / "index.html", (0, 0))
    path = node(tmp_path, npm=f'[ "$1" = install ] || echo new >../{PAGES}/index.html')
    done = build(builder, source, tmp_path / "out", PATH=path)
    assert done.returncode == 0, done.stderr
    assert "ardennes/server/pages/index.html" in contents(tmp_path / "out")
    assert (source / PAGES / "index.html").read_text() == "new\n"


# With one it is installed, and plays


@pytest.fixture(scope="module")
def installed(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which there is what a player installs: no compiler was needed, nor Node."""
    if not (ROOT / PAGES / "index.html").is_file():
        pytest.skip("the client is not built: run “make web”")
    place = tmp_path_factory.mktemp("wheel")
    source = clone(place / "clone")
    shutil.copytree(ROOT / PAGES, source / PAGES, copy_function=shutil.copyfile)
    done = build(builder, source, place / "out", PATH=str(place))
    assert done.returncode == 0, done.stderr
    (wheel,) = (place / "out").glob("*.whl")
    python = empty_environment(place / "installed")
    done = pip(python, "install", "--only-binary", ":all:", f"ardennes[server] @ {wheel.as_uri()}")
    assert done.returncode == 0, done.stderr
    return python


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below a folder, with its size and when it was written."""
    found = {path.relative_to(folder).as_posix(): path.stat() for path in folder.rglob("*")}
    return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in found.items()}


def test_the_wheel_plays_where_there_is_nothing_else_and_writes_nothing_into_the_package(
    installed: Path, tmp_path: Path
):
    environment = installed.parents[1]
    before = files(environment)
    assert any(name.endswith("ardennes/server/pages/index.html") for name in before)
    assert not any("/asyncpg/" in name for name in before), "only PostgreSQL needs it"
    with served(installed, tmp_path) as (client, printed):
        data = tmp_path / ".local" / "share" / "ardennes" / "ardennes.db"
        assert printed == f"Games are saved in {data}.\n"
        page = client.get("/").raise_for_status().text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert len(client.get(script).raise_for_status().content) > 50_000
        cover = client.get("/api/games/bulge/cover.webp", timeout=60).raise_for_status()
        assert cover.content[8:12] == b"WEBP"
        token = begin(client, "bulge", "german", {"german": "human", "allied": "random"})
        shown = play_a_turn(client, token, "german")
        journal = client.get(f"/api/seats/{token}/journal").raise_for_status().text
    assert "\ngerman " in journal
    assert "\nallied " in journal
    assert data.is_file()
    assert len(list((tmp_path / ".cache" / "ardennes" / "maps").glob("bulge-map-*/cover.webp"))) == 1
    assert files(environment) == before
    with served(installed, tmp_path) as (client, _):
        assert client.get(f"/api/seats/{token}").json()["lines"] >= shown["lines"], "the game was saved"
