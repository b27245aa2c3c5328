"""What is still to be done, in words: duties, the units that can still act, and why a phase cannot end yet."""

from __future__ import annotations

from ardennes.counters import DONE, bits
from ardennes.engine import Action, Decision, Obligation, screen
from ardennes.engine.screen import derive
from ardennes.engine.speech import both, count, few
from ardennes.games.ardennes_offensive.combat import odds_now
from ardennes.games.ardennes_offensive.forces import PEOPLE, SIDES
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER

PHASE_NAMES = {
    "reinforcement": "Reinforcement Phase", "supply": "Supply Phase", "movement": "Movement Phase",
    "combat": "Combat Phase", "mechanized": "Mechanized Movement Phase",
}  # fmt: skip
END = "End the phase"


def obligations(view: Situation, asked: Decision) -> list[screen.Obligation]:
    """Duties of one kind as one sentence, with the units that it binds and where they are."""
    kinds: dict[str, list[Obligation]] = {}
    for duty in asked.obligations:
        kinds.setdefault(duty.what, []).append(duty)
    return [_owed(view, what, duties) for what, duties in kinds.items()]


def _owed(view: Situation, what: str, duties: list[Obligation]) -> screen.Obligation:
    first, names = duties[0], [duty.who for duty in duties]
    units = [view.game.forces.index[name] for name in names]
    places = list(dict.fromkeys(view.place_of(unit) for unit in units if view.at[unit] >= 0))
    side, phase = first.by.split()
    by = f"the end of the {PEOPLE[SIDES.index(side)]} {PHASE_NAMES[phase]}"
    text = _sentence(view, what, units, places)
    return screen.Obligation(first.rule, text, first.side, by, "open", names, places)


def _sentence(view: Situation, what: str, units: list[int], places: list[str]) -> str:
    said = few(view.game.forces.said[unit] for unit in units)
    if what == "be attacked":
        return f"{count(len(units), 'American unit')} must still be attacked, in {both(places)}."
    if what == "attack":
        return f"{count(len(units), 'German unit')} beside them must still attack."
    if what == "come in":
        return f"{said} must come in from off the map, at {both(places)}."
    if what == "be placed":
        return f"{said} must be placed at an open entry of the map edge."
    return f"{said} must move to make room for a column on the road."


def to_act(view: Situation, asked: Decision) -> screen.ToAct | None:
    """The units that can still be picked, and how many there were when the phase began."""
    if asked.kind != "pick":
        return None
    found = [action.thing for action in asked.options if action.verb == "pick"]
    if not found:
        return None
    if asked.step.endswith("reinforcement"):
        placed = view.waiting & view.game.forces.of[SIDES.index(asked.side)]
        return screen.ToAct("Still to be placed", found, len(found) + placed.bit_count())
    return screen.ToAct("Can still move", found, len(found) + view.moved.bit_count())


def barred(view: Situation, asked: Decision) -> list[screen.Barred]:
    """The button that a player looks for and that is shut: the end of a phase, or the attack itself."""
    verbs = {action.verb for action in asked.options}
    if asked.step in ORDER and "done" not in verbs:
        return [derive.shut(view, DONE, END)]
    if asked.step == "attack" and "fight" not in verbs:
        _, targets, joined = view.top
        column = odds_now(view, targets, joined) if joined else 0
        return [derive.shut(view, Action("fight", view.game.columns[column]), "Attack")]
    return []


def forgotten(view: Situation, asked: Decision) -> screen.Note | None:
    """What would be left undone if the phase ended now."""
    rest = [action for action in asked.options if action.verb in ("pick", "target")]
    if not rest:
        return None
    things = [action.thing for action in rest]
    if rest[0].verb == "pick":
        return screen.Note(f"{count(len(things), 'unit')} that can move would stay.", pieces=things)
    grid = view.game.ground.grid
    foes = [view.game.forces.names[unit] for name in things for unit in bits(view.stack(grid.index(name)))]
    return screen.Note(f"{count(len(things), 'hex')} could still be attacked.", places=things, pieces=foes)
