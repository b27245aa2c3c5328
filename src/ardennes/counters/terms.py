"""The terms of a move: every rule that limits it, each a named entry; an explanation is found by leaving entries out.

A game's terms are a `NamedTuple` of what the map's flood is given (masks of hexes, points, costs). For each rule a
`Term` names the field in which it acts and the value of that field without it. The flood is made from the terms alone,
so that there is one movement code, for play and for explanations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from ardennes.engine import Reason
from ardennes.hexmap import fewest

T = TypeVar("T", bound=NamedTuple)  # what a move is made from


class Term(NamedTuple):
    """One rule that limits a move."""

    rule: str
    why: str  # for a sentence: "an enemy unit is in the way"
    field: str  # of the terms, in which it acts
    without: Any  # the value of that field without the rule, or a function that finds it from the terms

    @property
    def reason(self) -> Reason:
        """The rule with its words."""
        return Reason(self.rule, self.why)


def leave_out(terms: T, left_out: Iterable[Term]) -> T:
    """The terms as they would be without some rules."""
    for term in left_out:
        free = term.without(terms) if callable(term.without) else term.without
        terms = terms._replace(**{term.field: free})
    return terms


def obstacles(terms: T, entries: Sequence[Term], works: Callable[[T], bool]) -> tuple[Term, ...] | None:
    """The fewest rules without which something works: none if it does already, None if all of them are not enough.

    Of several answers it is the first in the order of the entries. `works` judges a move from its terms.
    """
    by_rule = {term.rule: term for term in entries}

    def without(rules: frozenset[str]) -> bool:
        return works(leave_out(terms, [term for term in by_rule.values() if term.rule in rules]))

    found = fewest(without, list(by_rule))
    return None if found is None else tuple(by_rule[rule] for rule in found)
