"""Axis & Allies: for each question the options, the best first.

Every answer is derived afresh from the complete state that is given: no memory, no dice, no hidden knowledge. Supply is
at the heart of it: attacks and movement are weighed against the tokens they cost, and trucks bring tokens where they
do most.
"""

from __future__ import annotations

from ardennes.playbooks import Playbook, Rank
from ardennes.playbooks.axis_allies import carry, fight, march, opening, sky

RANK: dict[str, Rank] = {
    "allies setup": opening.set_up,
    "axis setup": opening.set_up,
    "put": opening.set_up,
    "air choice": sky.choose,
    "air placing": sky.pick,
    "aircraft": sky.place,
    "air combat": sky.resolve,
    "axis attack": fight.attack,
    "allies attack": fight.attack,
    "targets": fight.target,
    "payment": fight.pay,
    "hold": fight.fight,
    "split": fight.send,
    "attacks": fight.next_attack,
    "retreats": fight.who_retreats,
    "retreat": fight.retreat,
    "trucks home": carry.send_home,
    "axis movement": march.pay_for_movement,
    "allies movement": march.pay_for_movement,
    "axis moves": march.next_move,
    "allies moves": march.next_move,
    "move": march.where_to,
    "blitz": march.blitz_to,
    "drive": carry.drive,
    "axis reinforcement": march.next_arrival,
    "allies reinforcement": march.next_arrival,
    "arrive": march.arrive_at,
    "onward": march.go_on,
    "load up": carry.load_up,
    "stacking": fight.ease,
    "shed": fight.shed,
}

PLAYBOOK = Playbook(rank=RANK)
