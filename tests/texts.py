"""Whether a text that a player was shown is made of known templates and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from bench.strings import SOURCE, WORD, modules, of_data

GAP = re.compile(r"\{[^{}]*\}")
NAMES = 4  # that may follow each other with nothing but a blank between: a unit, what it does, to whom, where
EDGES = re.compile(r"[^\w.&’' -]+")  # what a run of names is cut at


class Known:
    """The templates of the code and the data, and the names that are put into their gaps."""

    def __init__(self) -> None:
        self.names: set[str] = set()  # whole: a run of words that no template covers must be one, or a part of one
        self.templates: dict[str, set[tuple[str, ...]]] = defaultdict(set)  # by the longest word: the fixed parts
        found: set[str] = {each.text for each in of_data()}
        for _, reader in modules():
            self.names |= reader.words
            found |= {text for _, text in reader.found}
        for path in (SOURCE / "games").glob("*/data/*"):
            self.names |= set(names(path.read_text(encoding="utf-8"), path.suffix))
        for text in found:
            self.add(text)
        self.parts = {part for name in self.names for part in runs(name)}

    def add(self, text: str) -> None:
        """Take a template in; its gaps may hold anything, and its full stop may follow the id of a rule."""
        fixed = tuple(part.strip().lower() for part in GAP.split(text.rstrip(".")) if part.strip())
        words = WORD.findall(" ".join(fixed))
        if len(words) > 1:  # one without letters would match everything, and one of a word is a name
            self.templates[max(words, key=len)].add(fixed)
        self.names.update(words if len(words) == 1 else ())

    def strange(self, text: str) -> list[str]:
        """The runs of words of a text that are in no template that fits it, and in no name."""
        words, lower = list(WORD.finditer(text)), text.lower()
        covered: set[int] = set()
        for word in {each.group().lower() for each in words}:
            for fixed in self.templates.get(word, ()):
                covered.update(*fits(fixed, lower))
        left = [each for each in words if each.start() not in covered and each.group() != "and"]
        return [run for run in uncovered(text, words, left) if not self.named(run)]

    def named(self, run: str, most: int = NAMES) -> bool:
        """Whether a run of words is a name or a part of one, the plural of one, or so many of them in a row."""
        run = run.lower()
        if any(form in self.parts for form in (run, run.removesuffix("s"), run.removesuffix("es"))):
            return True
        ends = [each.start() for each in re.finditer(r"[ -]", run)] if most > 1 else []
        return any(self.named(run[:end], 1) and self.named(run[end + 1 :], most - 1) for end in ends)


def uncovered(text: str, words: list[re.Match[str]], left: list[re.Match[str]]) -> Iterator[str]:
    """The words that are left, those joined that follow each other with nothing but a blank between."""
    run = left[:1]
    place = {each.start(): n for n, each in enumerate(words)}
    for before, each in pairwise(left):
        follows = place[each.start()] == place[before.start()] + 1
        if not follows or text[before.end() : each.start()] != " ":
            yield text[run[0].start() : run[-1].end()]
            run = []
        run.append(each)
    if run:
        yield text[run[0].start() : run[-1].end()]


def runs(name: str) -> Iterator[str]:
    """Every run of words in a name, in small letters."""
    for part in EDGES.split(name.lower()):
        words = list(WORD.finditer(part))
        for i, first in enumerate(words):
            for last in words[i:]:
                yield part[first.start() : last.end()]


def fits(fixed: tuple[str, ...], text: str) -> list[range]:
    """Where the fixed parts of a template stand in a text, in their order; nothing if one is missing."""
    found, at = list[range](), 0
    if len(fixed) == 1:
        (part,) = fixed
        while (at := text.find(part, at)) >= 0:
            found.append(range(at, at := at + len(part)))
        return found
    for part in fixed:
        at = text.find(part, at)
        if at < 0:
            return []
        found.append(range(at, at := at + len(part)))
    return found


def names(source: str, suffix: str) -> Iterator[str]:
    """The names in a file of data: the cells of a table, the short values of TOML."""
    values = re.split(r"[,\n]", source) if suffix == ".csv" else re.findall(r'"([^"\n]{1,40})"', source)
    return (value for value in values if value.count(" ") < 4)
