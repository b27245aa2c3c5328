"""What stands in README and docs between the sentences: blocks of code and commands, each with where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = (
    "ardennes", "createdb", "createuser", "dask", "export", "git", "make", "mkdir", "node", "npm", "npx", "pg_dump",
    "pip", "podman", "psql", "pytest", "python", "python3", "sqlite3", "sudo", "useradd",
)  # fmt: skip
COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ )*(?:[\w./-]*/)?(?:{'|'.join(PROGRAMS)}) \S.*")
FENCE = re.compile(r"^(```+)(\w*)(?: +title=\"([^\"]+)\")?[^\n]*\n(.*?)^\1$", re.M | re.S)
SHELLS = ("", "sh")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the file that it shows, its text."""

    page: str
    line: int
    language: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True, slots=True)
class Command:
    """A command as a reader would type it."""

    page: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def pages() -> list[str]:
    """The pages that people write; those below docs/made are made by tools."""
    written = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "made" not in path.parts]
    return ["README.md", "CONTRIBUTING.md", *(str(path.relative_to(ROOT)) for path in written)]


def text_of(page: str) -> str:
    """A page."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, text: str | None = None) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = text_of(page) if text is None else text
    return [
        Block(page, text.count("\n", 0, found.start()) + 1, found[2], found[3] or "", found[4])
        for found in FENCE.finditer(text)
    ]


def commands(page: str, text: str | None = None) -> Iterator[Command]:
    """Every command of a page: lines of blocks for the shell, indented lines, and words in the text marked as code."""
    text = text_of(page) if text is None else text
    for block in blocks(page, text):
        if block.language in SHELLS:
            for number, line in enumerate(block.text.splitlines(), block.line + 1):
                yield from _command(page, number, line)
    for number, line in enumerate(_without_blocks(text).splitlines(), 1):
        if line.startswith("    "):
            yield from _command(page, number, line)
        for words in re.findall(r"`([^`]+)`", line):
            yield from _command(page, number, words)


def _without_blocks(text: str) -> str:
    """A page without its fenced blocks, every other line where it was."""
    return FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)


def _command(page: str, line: int, words: str) -> Iterator[Command]:
    typed = re.sub(r"\s+#\s.*", "", words).strip()
    if COMMAND.fullmatch(typed):
        yield Command(page, line, typed)
