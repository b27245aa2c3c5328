"""How the playbook answers: the options of a question, the best first, and what follows from the first of them."""

from __future__ import annotations

from ardennes.playbooks import playbook
from tests.games.axis_allies.table import Table

RANK = playbook("axis-allies").rank


def ranked(table: Table) -> list[str]:
    """The options of the question that is asked, the best first."""
    state = table.state
    return [str(one.action) for one in RANK[state.decision.step](state)]


def best(table: Table) -> str:
    """The answer that is ranked first."""
    return ranked(table)[0]


def follow(table: Table, *until: str) -> list[str]:
    """Take the first rank again and again while the same side is asked, until one of some steps asks; what was done."""
    side, done = table.asked()[0], []
    while not table.state.over and table.state.chance is None and table.asked()[0] == side:
        if table.step() in until:
            break
        done.append(best(table))
        table.do(done[-1])
    return done
