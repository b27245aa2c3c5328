"""The options on the screen: their labels, costs and ways."""

from __future__ import annotations

from dataclasses import replace

from ardennes.counters.journeys import points
from ardennes.engine import Action, Battle, Decision, screen
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Tone
from ardennes.games.ardennes_offensive import journeys, screen_duties
from ardennes.games.ardennes_offensive.forces import Forces
from ardennes.games.ardennes_offensive.movement import Walk
from ardennes.games.ardennes_offensive.movement import walk as walk_of
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER

ALIKE = ("pick", "go", "march", "place", "drop")  # whether such an option commits does not depend on the unit or hex


def options(view: Situation, asked: Decision, sheet: str | None) -> list[screen.Option]:
    """Everything that the side may do now."""
    known: dict[str, bool] = {}
    walk = asked.data if isinstance(asked.data, Walk) else None
    if view.top[0] == "move" and walk is None:
        walk = walk_of(view, view.top[1])
    found = []
    for action in asked.options:
        commits = known.get(action.verb)
        if commits is None:
            commits = asked.commits(action)
            if action.verb in ALIKE:
                known[action.verb] = commits
        one = derive.option(view.game, asked, action, _label(view, action), commits=commits)
        found.append(_with_more(view, one, action, walk, sheet))
    return [_ending(view, asked, one) if one.action == "done" else one for one in found]


def _ending(view: Situation, asked: Decision, one: screen.Option) -> screen.Option:
    """The button that ends a phase names what would be forgotten."""
    return replace(one, warns=screen_duties.forgotten(view, asked)) if asked.step in ORDER else one


def _label(view: Situation, action: Action) -> str:
    """The words of an option in this position."""
    if action.verb == "done":
        return _done(view)
    if action.verb in ("go", "march") and _stays(view, view.top[1], action.thing):
        return f"{'Take up' if action.verb == 'march' else 'Leave'} Road Mode in {action.thing}"
    if action.verb == "step":
        word = "Advance" if view.top[0] == "into" else "Lead it"
        return f"{word} to {action.thing}"
    return phrase(view.game.forces, action)


def _stays(view: Situation, unit: int, where: str) -> bool:
    """Whether a unit that goes there changes its mode and nothing else."""
    return not view.waiting >> unit & 1 and view.place_of(unit) == where


def phrase(forces: Forces, action: Action) -> str:
    """An action in words, whatever the position."""
    thing = forces.call(action.thing) if action.thing in forces.index else action.thing
    words = {
        "pick": f"Choose {thing}",
        "go": f"Move to {thing}",
        "march": f"March to {thing} in Road Mode",
        "target": f"Attack {thing}",
        "join": f"{thing} joins the attack",
        "fight": f"Attack at {thing}",
        "choose": "Stay, whatever the die says" if thing == "keep" else "Let them retreat if the die says so",
        "lose": f"Give up {thing}",
        "step": f"Go to {thing}",
        "advance": f"Advance {thing}",
        "place": f"Place at {thing}",
        "drop": f"Drop on {thing}",
        "done": "Done",
    }
    return words[action.verb]


def _done(view: Situation) -> str:
    if view.top[0] == "advance":
        return "Nobody advances"
    if view.top[0].endswith("setup"):
        return "Leave the rest as on the map"
    return screen_duties.END


def _with_more(
    view: Situation, one: screen.Option, action: Action, walk: Walk | None, sheet: str | None
) -> screen.Option:
    """Costs and ways of moves, odds of fights, the tone of buttons."""
    if action.verb in ("go", "march") and walk is not None:
        return _move(view, one, action, walk)
    if action.verb == "fight":
        return replace(one, tone="fight", sheet=sheet, group="Odds", detail=_expected(view, action.thing))
    tone: Tone | None = "main" if action.verb == "done" else None
    at_sheet = sheet if action.verb in ("join", "target", "choose") else None
    return replace(one, tone=tone, sheet=at_sheet)


def _move(view: Situation, one: screen.Option, action: Action, walk: Walk) -> screen.Option:
    """A destination with its cost in points and the way there."""
    grid = view.game.ground.grid
    i, column = grid.index(action.thing), action.verb == "march"
    way = [grid.name(j) for j, _ in journeys.route(walk, i, column)]
    notes = []
    if walk.stops >> i & 1:
        notes.append(screen.Note("It stops in an enemy zone of control", "AO-7.1.A"))
    if walk.onto >> i & 1:
        notes.append(screen.Note(f"{walk.kind.stack} of its points are for stacking", "AO-8.1.A"))
        one = replace(one, label=f"{one.label} and stack there, for {walk.kind.stack} points more")
    return replace(
        one,
        cost=points(journeys.cost(walk, i, column), walk.kind.parts),
        path=list(dict.fromkeys(way)),
        group="Road Mode" if column else "Standard mode",
        notes=notes,
    )


def _expected(view: Situation, column: str) -> str:
    """What an attack at these odds brings on the average."""
    battle = view.battle()
    assert battle is not None
    found = view.odds(Battle(battle.kind, battle.side, battle.targets, battle.attackers, words=(("odds", column),)))
    ours, theirs = found.expect("attacker", "losses"), found.expect("defender", "losses")
    clears = sum(each.probability for each in found.outcomes if each.defender.eliminated or each.defender.retreat)
    lost = f"on average {theirs:.1f} defenders are lost for {ours:.1f} attackers"
    return f"the defender gives way in {round(100 * clears)} of 100; {lost}"
