"""Whether a text that a player was shown is made of known templates and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from bench.strings import SOURCE, WORD, modules, of_data

GAP = re.compile(r"\{[^{}]*\}")


class Known:
    """The templates of the code and the data, and the words that are put into gaps."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.templates: dict[str, set[tuple[str, ...]]] = defaultdict(set)  # by the longest word: the fixed parts
        found: set[str] = {each.text for each in of_data()}
        for _, reader in modules():
            self.words |= reader.words
            found |= {text for _, text in reader.found}
        for path in (SOURCE / "games").glob("*/data/*"):
            self.words |= set(names(path.read_text(encoding="utf-8"), path.suffix))
        for text in found:
            self.add(text)

    def add(self, text: str) -> None:
        """Take a template in; its gaps may hold anything, and its full stop may follow the id of a rule."""
        fixed = tuple(part.strip().lower() for part in GAP.split(text.rstrip(".")) if part.strip())
        words = WORD.findall(" ".join(fixed))
        if words:
            self.templates[max(words, key=len)].add(fixed)

    def strange(self, text: str) -> list[str]:
        """The words of a text that are in no template that fits it, and in no name."""
        words, lower = list(WORD.finditer(text)), text.lower()
        covered: set[int] = set()
        for word in {each.group().lower() for each in words}:
            for fixed in self.templates.get(word, ()):
                covered.update(*fits(fixed, lower))
        return [each.group() for each in words if each.start() not in covered and not self.named(each.group())]

    def named(self, word: str) -> bool:
        """Whether a word stands alone in the code or the data, or is the plural of one that does."""
        return any(form in self.words for form in (word, word.lower(), word.removesuffix("s"), word.removesuffix("es")))


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
    """The words of names in a file of data: the cells of a table, the short values of TOML."""
    values = re.split(r"[,\n]", source) if suffix == ".csv" else re.findall(r'"([^"\n]{1,40})"', source)
    for value in values:
        if value.count(" ") < 4:
            yield from WORD.findall(value)
