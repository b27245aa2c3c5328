"""Build, check, install and play a release: `python -m tools.release`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.release.installed import begin, empty_environment, play_a_turn, served

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
HASHES = ROOT / "locks" / "server.txt"
PLAYERS = {"german": "human", "allied": "random"}


class NotReady(Exception):
    """Why nothing can be released, in a sentence."""


def main() -> int:
    """Make a release, or say in a sentence what hinders it."""
    try:
        version = agreed_version(ROOT)
        shutil.rmtree(DIST, ignore_errors=True)
        run("-m", "build", "--outdir", DIST)
        made = sorted(DIST.iterdir())
        run("-m", "twine", "check", "--strict", *made)
        for package in made:
            with tempfile.TemporaryDirectory() as folder:
                print(f"{package.name}: installed and played, {played(package, Path(folder))} lines")
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Version {version} is ready in {DIST.name}/.")
    return 0


def agreed_version(root: Path) -> str:
    """The version in pyproject.toml. Raises NotReady where the changelog or the citation names another one."""
    version: str = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    cited = re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text("utf-8"), re.M)
    if cited is None or cited[1] != version:
        raise NotReady(f"CITATION.cff names {cited[1] if cited else 'no version'}, pyproject.toml {version}.")
    if not re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", (root / "CHANGELOG.md").read_text("utf-8"), re.M
    ):
        raise NotReady(f"CHANGELOG.md has no section “## [{version}]” with its date.")
    return version


def run(*words: str | Path) -> None:
    """Run a module of this Python, with the build's own packages pinned. Raises NotReady if it fails."""
    pins = str(ROOT / "constraints.txt")
    environment = {**os.environ, "PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins}
    done = subprocess.run([sys.executable, *map(str, words)], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise NotReady(f"“{' '.join(map(str, words))}” failed, see above.")


def played(package: Path, place: Path) -> int:
    """Install a package where nothing else is, with every hash checked, and play a turn: how many lines were stored."""
    python = empty_environment(place / "installed")
    for words in installing(package):
        run("-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check", *words)
    home = place / "home"
    home.mkdir()
    with served(python, home) as (client, _):
        token = begin(client, "bulge", "german", PLAYERS)
        lines: int = play_a_turn(client, token, "german")["lines"]
    return lines


def installing(package: Path) -> Iterator[tuple[str | Path, ...]]:
    """What pip is to install: first what the server needs, hash by hash, then the package and nothing that it names."""
    yield "--require-hashes", "--only-binary", ":all:", "-r", HASHES
    yield "--no-deps", package


if __name__ == "__main__":
    sys.exit(main())
