"""The Ardennes Offensive: what counts for whom."""

from __future__ import annotations

from ardennes.games.ardennes_offensive.forces import GERMAN, SIDES
from ardennes.playbooks import Playbook

# The German player has six turns for thirty-five points, and his enemy grows from day to day: the roads to the exits
# first, no fear for a flank, and nobody who stands on a road is too good for an attack: every unit killed is a point as
# well. Found by measured play, in all ten scenarios.
PLAYBOOK = Playbook(
    tastes={SIDES[GERMAN]: {"pull": 12.0, "fade": 0.6, "danger": 0.1, "prey": 0.1, "forgone": 0.05}},
    looks_ahead=True,
    pace=2.2,
)
