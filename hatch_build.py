"""No package without the browser's client: it is built where it is missing or old, and what hinders that is told."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20  # the oldest version that builds the client
SOURCES = ("web/src", "web/scripts", "src/ardennes/engine/schema", "src/ardennes/server/shapes")
GENERATED = "*.gen.ts"


class NoClient(Exception):
    """The client is missing and cannot be built here."""


class ClientHook(BuildHookInterface[Any]):
    """Sees to the client before anything is packed. A checkout that is installed for editing does without."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop the build with a sentence where there is no client and none can be built."""
        root = Path(self.root)
        if version != "editable" and not is_current(root):
            try:
                build(root)
            except NoClient as error:
                self.app.abort(str(error))


def is_current(root: Path) -> bool:
    """Whether the client is built, and none of its sources is newer. A source distribution has only the client."""
    page = root / "src" / "ardennes" / "server" / "pages" / "index.html"
    if not page.is_file():
        return False
    built = page.stat().st_mtime
    return not (root / "web").is_dir() or all(path.stat().st_mtime <= built for path in _sources(root))


def _sources(root: Path) -> Iterator[Path]:
    """The files that the client is made of, as far as they are written by hand."""
    for folder in SOURCES:
        yield from (path for path in (root / folder).rglob("*") if path.is_file() and not path.match(GENERATED))
    yield from (path for path in (root / "web").glob("*.*") if path.suffix in (".json", ".ts", ".html"))


def build(root: Path) -> None:
    """Build the client. Raises NoClient with the reason in a sentence."""
    npm = shutil.which("npm")
    if not (root / "web").is_dir() or npm is None or _node() < NODE:
        raise NoClient(f"The browser's client is not built. Run “make web”, or install Node {NODE} or newer.")
    for words in (("install", "--no-audit", "--no-fund", "--no-save"), ("run", "build")):
        done = subprocess.run([npm, *words], cwd=root / "web", stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise NoClient(f"The browser's client could not be built: “npm {' '.join(words)}” failed, see above.")


def _node() -> int:
    """The version of this machine's Node; 0 where there is none."""
    node = shutil.which("node")
    if node is None:
        return 0
    words = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = words.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0
