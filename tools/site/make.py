"""Makes the pages that follow from games and server, and has the site built or served."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ardennes
from ardennes.server.openapi import document
from tools.site import choices, components, interface, licences, rules

ROOT = Path(__file__).resolve().parents[2]
CONFIG = "zensical.toml"
MADE = "made"


def data_of(name: str) -> Path:
    """The folder with the data of a game."""
    return Path(ardennes.__file__).parent / "games" / name.replace("-", "_") / "data"


def pages() -> dict[str, str]:
    """The made pages by their path below `docs/made`."""
    games = [(name, ardennes.game(name)) for name in ardennes.games()]
    found = {"glossary.md": choices.glossary(games), "interface.md": interface.page(document())}
    found["licences.md"] = licences.page(ROOT / "web" / "package-lock.json")
    for name, game in games:
        found[f"{name}/rules.md"] = rules.page(game)
        found[f"{name}/components.md"] = components.page(game, data_of(name))
        found[f"{name}/options.md"] = choices.page(game)
    return found


def write(docs: Path) -> None:
    """Put the made pages into a folder of pages, where they differ from what lies there."""
    for name, text in pages().items():
        path = docs / MADE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def run(command: str, root: Path = ROOT, *words: str) -> int:
    """Let the site's builder work in a folder that has the configuration and `docs`; its status is handed on."""
    builder = [sys.executable, "-m", "zensical", command, "--config-file", str(root / CONFIG)]
    return subprocess.run([*builder, *words], cwd=root, check=False).returncode
