"""The rule catalogue: every case of a rulebook in our own words, and which of them the engine touched."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ardennes.engine.errors import ArdennesError
from ardennes.engine.touch import show

KINDS = ("rule", "component", "note", "definition", "permission", "ruling")
PROVABLE = ("rule", "ruling")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed, or why it counts: the rule and a sentence."""

    rule: str
    text: str
    helps: str = ""  # what would make it possible, if anything would

    def __post_init__(self) -> None:
        show(self.rule)


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a rulebook."""

    id: str
    title: str
    text: str
    kind: str = "rule"
    reason: str = ""  # of a ruling
    see: tuple[str, ...] = ()
    exempt: str = ""  # why no test needs to prove it, though it is a rule


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All cases of one game, by id, in the order of the rulebook."""

    prefix: str
    version: str
    title: str
    cases: dict[str, Case] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Catalogue:
        """Read `rules.toml`. Raises ArdennesError with the id at fault."""
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        meta = data["meta"]
        pattern = re.compile(rf"{re.escape(meta['prefix'])}-[A-Za-z0-9.\-]+$")
        cases: dict[str, Case] = {}
        for raw in data["case"]:
            case = Case(**{**raw, "see": tuple(raw.get("see", ()))})
            if not pattern.match(case.id) or case.id in cases:
                raise ArdennesError(f"{path.name}: the id “{case.id}” is malformed or used twice.")
            if case.kind not in KINDS:
                raise ArdennesError(
                    f"{path.name}: {case.id} is of kind “{case.kind}”; it must be one of {', '.join(KINDS)}."
                )
            if case.kind == "ruling" and not case.reason:
                raise ArdennesError(f"{path.name}: the ruling {case.id} gives no reason.")
            cases[case.id] = case
        for case in cases.values():
            for other in case.see:
                if other not in cases:
                    raise ArdennesError(f"{path.name}: {case.id} refers to {other}, which does not exist.")
        return cls(meta["prefix"], str(meta["version"]), meta["title"], cases)

    def __getitem__(self, rule: str) -> Case:
        return self.cases[rule]

    def __contains__(self, rule: str) -> bool:
        return rule in self.cases

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases.values())

    def __len__(self) -> int:
        return len(self.cases)

    def provable(self) -> list[str]:
        """The ids that need a proving test."""
        return [case.id for case in self if case.kind in PROVABLE and not case.exempt]

    def search(self, words: str) -> list[Case]:
        """Cases whose id, title or text holds every word."""
        wanted = words.lower().split()
        return [c for c in self if all(w in f"{c.id} {c.title} {c.text}".lower() for w in wanted)]
