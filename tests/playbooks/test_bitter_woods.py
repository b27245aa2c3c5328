"""How the playbook of Bitter Woods supports a battle when optional rules offer more than guns and aircraft."""

from __future__ import annotations

from ardennes.playbooks import playbook
from tests.games.bitter_woods.test_23_angriff import ALL, PIECES, declared


def test_support_is_advised_where_an_attack_on_the_move_could_be_announced():
    state = declared(PIECES, *ALL).state
    assert "angriff" in map(str, state.decision.options)
    assert [str(one.action) for one in playbook("bitter-woods").rank["support"](state)] == ["fly", "done"]
