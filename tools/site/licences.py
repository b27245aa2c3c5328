"""The licences of what Ardennes is built on, as a page: read from the installed packages, without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

NOT_HERE = "not installed here"
FAMILY = re.compile(r"License :: (?:OSI Approved :: )?(.+)")


class Licence(NamedTuple):
    """A package, the version that is installed, its licence, and what brings it."""

    name: str
    version: str
    licence: str
    brought_by: str


def page(lock: Path) -> str:
    """The page; `lock` is npm's lock file of the client."""
    lines = [
        "# Licences",
        "Ardennes itself is under the MIT licence. These are the packages that it uses, with the licences that they "
        "declare: what you install for play, and what only those need who work on it. The page is made from the "
        "packages that are installed where the site is built.",
        "## Python",
        "The column on the right names the extra that brings a package (`ardennes[server]`); a dot stands for Ardennes "
        "without any.",
        _table(python()),
        "## The browser's client",
        "“Client” is part of the page that players load; “build” is needed only to make it.",
        _table(npm(lock)),
    ]
    return "\n\n".join(lines) + "\n"


def _table(rows: Iterator[Licence]) -> str:
    head = ["| package | version | licence | brought by |", "|---|---|---|---|"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])


def python(root: str = "ardennes") -> Iterator[Licence]:
    """Every package that the root needs, with any of its extras, and those that these need in turn."""
    found: dict[str, set[str]] = {}
    for extra in ["", *(distribution(root).metadata.get_all("Provides-Extra") or ())]:
        for name in needed(root, extra):
            found.setdefault(name, set()).add(extra or ".")
    for name in sorted(found):
        by = ", ".join(sorted(found[name])) if "." not in found[name] else "."
        yield Licence(name, *declared(name), by)


def needed(root: str, extra: str) -> set[str]:
    """The names of the packages that one extra of a package brings, however far down."""
    seen: set[tuple[str, str]] = set()
    todo = [(root, extra)]
    while todo:
        name, wanted = todo.pop()
        for text in _requires(name):
            one = Requirement(text)
            if one.marker is not None and not one.marker.evaluate({"extra": wanted}):
                continue
            for each in ["", *one.extras]:
                key = (re.sub(r"[-_.]+", "-", one.name).lower(), each)
                if key not in seen:
                    seen.add(key)
                    todo.append(key)
    return {name for name, _ in seen} - {root}


def _requires(name: str) -> list[str]:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return []


def declared(name: str) -> tuple[str, str]:
    """The version and the licence that an installed package declares."""
    try:
        about = distribution(name).metadata
    except PackageNotFoundError:
        return "", NOT_HERE
    named = [found[1] for line in about.get_all("Classifier") or () if (found := FAMILY.match(line))]
    (expression, *_), (free, *_) = (about.get_all(field) or [""] for field in ("License-Expression", "License"))
    words = expression or ", ".join(named) or free.strip().partition("\n")[0] or _enclosed(name)
    return about["Version"], words.replace("|", "/")


def _enclosed(name: str) -> str:
    """The first line of the licence that lies in a package, for one that declares none."""
    for path in distribution(name).files or ():
        if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            first = path.read_text(encoding="utf-8").strip().splitlines()[0].strip("# ")
            return f"in its {path.name}" if first.startswith("Copyright") else first
    return "not declared"


def npm(lock: Path) -> Iterator[Licence]:
    """Every package of npm's lock file."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    rows = {
        (path.rpartition("node_modules/")[2], one["version"]): one
        for path, one in packages.items()
        if path and "version" in one
    }
    for (name, version), one in sorted(rows.items()):
        yield Licence(name, version, one.get("license", "not declared"), "build" if one.get("dev") else "client")
