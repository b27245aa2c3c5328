"""The play on the screen: phases, prompt, options with their words, the attack sheet, dice due."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ardennes.counters.journeys import points
from ardennes.counters.screens import nobody_asked, result_table
from ardennes.engine import Action, Battle, Decision, Odds, screen
from ardennes.engine.battle import Outcome
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Favours, PhaseState
from ardennes.engine.speech import both, count
from ardennes.games.bulge import combat, journeys
from ardennes.games.bulge.forces import PEOPLE, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.names import MISSIONS
from ardennes.games.bulge.retreat import ways_out
from ardennes.games.bulge.sequence import ORDER

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge
    from ardennes.games.bulge.queries import Situation

PHASES = (
    ("Weather", "BU-5.0.weather"),
    ("Air missions", "BU-5.0.assignment"),
    ("Interdiction", "BU-5.0.interdiction"),
    ("German first combat", "BU-5.0.pre"),
    ("German movement", "BU-5.0.movement"),
    ("German second combat", "BU-5.0.post"),
    ("Resupply", "BU-5.0.resupply"),
    ("Allied first combat", "BU-5.0.pre"),
    ("Allied movement", "BU-5.0.movement"),
    ("Allied second combat", "BU-5.0.post"),
    ("Victory", "BU-5.0.victory"),
)
WORDS = {
    "assign": "Fly {}",
    "interdict": "Interdict the roads of {}",
    "resupply": "Resupply {}",
    "motorise": "Motorise {}",
    "pick": "Choose {}",
    "test": "Roll for the movement of {}",
    "place": "Enter at {}",
    "go": "Go to {}",
    "exit": "Leave the map at {}",
    "drop": "Drop on {}",
    "target": "Attack {}",
    "join": "{} joins the attack",
    "choose": "Attack on the {} table",
    "support": "Add ground support",
    "fight": "Attack at {}",
    "lose": "Give up {}",
    "step": "Retreat to {}",
    "advance": "Advance to {}",
    "done": "Done",
}
DONE = {
    "advance": "Nobody advances", "support": "No more support", "move": "Stay here",
    "air assignment": "Confirm the missions",
}  # fmt: skip
ADVICE = {
    "attack": "On the primary table more units are lost on both sides; on the secondary one they retreat instead.",
    "support": "Each mission moves the attack to a better column.",
    "interdiction": "A road hex without a unit: its roads are closed to the enemy for this Game-Turn.",
}
QUIET = ("go", "exit", "place", "motorise")  # never with dice or a hand-over behind them
MEANS: dict[str, tuple[str, Favours]] = {
    "Ae": ("One attacker is eliminated, the others retreat; the defender may advance", "defender"),
    "Ar": ("All attackers retreat; the defender may advance", "defender"),
    "Ct": ("Nothing happens", "neither"),
    "Dr": ("The defender retreats; an attacker may advance", "attacker"),
    "Ex": ("The defender is eliminated; the attacker loses no more than his factor", "both"),
    "De": ("The defender is eliminated; an attacker may advance", "attacker"),
}


def phases(view: Situation) -> screen.Phases:
    """The phases of the Game-Turn."""
    now = ORDER.index(view.frames[0][0]) if view.frames else len(ORDER)
    steps = []
    for at, (label, rule) in enumerate(PHASES):
        state: PhaseState = "done" if at < now else "now" if at == now else "later"
        side = ORDER[at].split()[0]
        steps.append(screen.Phase(label, state, side if side in SIDES else None, rule))
    return screen.Phases(f"Game-Turn {view.turn}", steps)


def prompt(view: Situation, viewer: str) -> screen.Prompt:
    """What is expected now."""
    idle = nobody_asked(view)
    if idle is not None:
        return idle
    found = derive.prompt(view.game, view.decision, viewer)
    return replace(found, text=found.text or ADVICE.get(view.decision.step), pieces=_asked_about(view))


def _asked_about(view: Situation) -> list[str]:
    """The unit that the question is about."""
    top, handles = view.top, view.game.forces.names
    return [handles[top[1]]] if top[0] in ("move", "enter", "step back", "supply die") else []


# ---- options ----


def options(view: Situation, asked: Decision, sheet: str | None) -> list[screen.Option]:
    """Everything that may be done now, in words."""
    walk = asked.data if isinstance(asked.data, Walk) else None
    found = []
    commits: dict[str, bool] = {}
    for action in asked.options:
        if action.verb in QUIET or (action.verb == "interdict" and action.verb in commits):
            final = commits.get(action.verb, False)
        else:
            final = commits[action.verb] = asked.commits(action)
        option = derive.option(view.game, asked, action, label(view, asked, action), commits=final)
        if action.verb == "fight":
            lower = action != asked.options[0]
            group = "Lower the column" if lower else None
            option = replace(option, kind="button", tone=None if lower else "fight", group=group)
        elif action.verb == "assign":
            option = replace(option, detail=MISSIONS[action.thing][1])
        elif action.verb == "choose":
            option = replace(option, detail=_expected(view, action.thing))
        elif action.verb == "done":
            option = replace(option, tone="main", warns=_forgotten(asked))
        if walk is not None and action.verb == "go":
            option = _with_way(view, walk, option)
        if sheet is not None and action.verb in ("choose", "support", "fight", "done"):
            option = replace(option, sheet=sheet)
        found.append(option)
    return found


def label(view: Situation, asked: Decision, action: Action) -> str:
    """An option in words, in this position."""
    if action.verb != "done":
        return phrase(view.game, action)
    if asked.kind == "load":
        return "Motorise no more"
    return DONE.get(asked.step, "End the phase")


def phrase(game: Bulge, action: Action) -> str:
    """An action in words, whatever the position."""
    thing = action.thing
    if thing in game.forces.index:
        thing = game.forces.call(thing)
    elif action.verb == "assign":
        thing = MISSIONS[thing][0]
    elif action.verb == "exit":
        thing = game.ground.grid.name(game.ground.exits[game.ground.exit_of[thing]].hex)
    return WORDS[action.verb].format(thing)


def _forgotten(asked: Decision) -> screen.Note | None:
    """What would be left undone if the phase ended now."""
    units = [action.thing for action in asked.options if action.verb in ("pick", "test", "resupply")]
    if units and asked.step.endswith(("movement", "resupply")):
        what = "be resupplied" if asked.step.endswith("resupply") else "move or enter"
        return screen.Note(f"{count(len(units), 'unit')} could still {what}.", pieces=units)
    hexes = [action.thing for action in asked.options if action.verb == "target"]
    return screen.Note(f"{count(len(hexes), 'enemy unit')} could still be attacked.", places=hexes) if hexes else None


def _expected(view: Situation, table: str) -> str | None:
    """How often an attack on one of the tables makes the defender give way, and what it costs on average."""
    battle = view.battle()
    if battle is None or not battle.attackers:
        return None
    words = (*(word for word in battle.words if word[0] != "table"), ("table", table))
    odds = view.odds(replace(battle, words=words))
    clears = sum(each.probability for each in odds.outcomes if each.label in ("De", "Dr", "Ex"))
    lost = odds.expect("attacker", "losses")
    return f"the defender gives way in {round(100 * clears)} of 100; on average {lost:.1f} attackers are lost"


def _with_way(view: Situation, walk: Walk, option: screen.Option) -> screen.Option:
    grid, point = view.game.ground.grid, view.game.point
    target = grid.index(option.thing or "")
    cost = points(walk.cost(target), point)
    return replace(option, cost=cost, path=[grid.name(i) for i, _ in journeys.route(walk, target)])


# ---- the attack sheet ----


def sheets(view: Situation, asked: Decision | None) -> list[screen.Sheet]:
    """The attack that is being declared or fought."""
    battle = None if view.over else view.battle()
    if battle is None or not battle.attackers:
        return []
    return [_sheet(view, battle, view.odds(battle), asked)]


def _sheet(view: Situation, battle: Battle, odds: Odds, asked: Decision | None) -> screen.Sheet:
    side = SIDES.index(battle.side)
    enemy = SIDES[1 - side]
    target = battle.targets[0]
    there = view.here[view.game.ground.grid.index(target)]
    defender = view.game.forces.names[there]
    building = view.chance is None
    title = f"{PEOPLE[side]} attack on {view.game.forces.said[there]} in {target}"
    return screen.Sheet(
        "attack", title, "Attack", "building" if building else "declared",
        battle.side, enemy, [target], _attackers(view, battle, asked), [_defender(view, enemy, defender, target, odds)],
        tally=derive.tally(odds.tally, odds.columns),
        odds=screen.Comparison(
            "differential", derive.figure(odds.attack), derive.figure(odds.defence),
            odds.column, _shifts(odds),
        ),
        table=_table(view, odds),
        outcomes=[_outcome(view, battle, outcome) for outcome in odds.outcomes],
        next=_next(view, asked),
        notes=_one_table(view, battle),
    )  # fmt: skip


def _attackers(view: Situation, battle: Battle, asked: Decision | None) -> list[screen.Group]:
    """The attackers one by one, then those who could join."""
    tick = "fixed" if view.top[0] != combat.Attack.name else "in"
    found = [_alone(view, battle.side, _fighter(view, name, tick), name) for name in battle.attackers]
    for action in asked.options if asked else ():
        if action.verb == "join":
            fighter = replace(_fighter(view, action.thing), tick="out", action=str(action))
            found.append(_alone(view, battle.side, fighter, action.thing, joined=False))
    return found


def _alone(view: Situation, side: str, fighter: screen.Fighter, name: str, *, joined: bool = True) -> screen.Group:
    forces = view.game.forces
    unit = forces.index[name]
    where = view.place_of(unit)
    counts = str(forces.factor[unit]) if joined else "–"
    return screen.Group(f"{forces.said[unit]}, from {where}", side, [fighter], counts, at=where)


def _defender(view: Situation, side: str, name: str, where: str, odds: Odds) -> screen.Group:
    """The defender, with what the ground adds to its factor."""
    forces = view.game.forces
    why = [screen.Reason(line.rule, line.text) for line in odds.tally if line.about == "defence"][1:]
    label, printed = f"{forces.call(name)}, in {where}", str(forces.factor[forces.index[name]])
    counts = derive.figure(odds.defence)
    return screen.Group(label, side, [_fighter(view, name)], counts, at=where, printed=printed, reasons=why)


def _shifts(odds: Odds) -> list[screen.Reason]:
    """How the difference of the strengths becomes the column."""
    lines = [line for line in odds.tally if line.about == "column" and line.rule != "BU-12.1.step5"]
    found = []
    for line in derive.tally(lines, odds.columns):
        moved = f": {line.before} becomes {line.after}" if line.before is not None else ""
        found.append(screen.Reason(line.rule, line.text + moved))
    return found


def _fighter(view: Situation, name: str, tick: str = "fixed") -> screen.Fighter:
    factor = str(view.game.forces.factor[view.game.forces.index[name]])
    return screen.Fighter(name, "in" if tick == "in" else "fixed", printed=factor, counts=factor)


def _table(view: Situation, odds: Odds) -> screen.ResultTable:
    name: str = odds.facts["table"]
    return result_table(f"{name.capitalize()} table", "BU-12.1.step4", odds, view.game.tables["crt"][name])


def _one_table(view: Situation, battle: Battle) -> list[screen.Note]:
    """Why the attack has no choice of tables, where it has none."""
    target = view.game.ground.grid.index(battle.targets[0])
    reason = combat.why_one_table(view, target, view.game.forces.named(battle.attackers))
    return [screen.Note(reason.text, reason.rule)] if reason else []


def _outcome(view: Situation, battle: Battle, outcome: Outcome) -> screen.Outcome:
    """A result and what it comes to here: a unit that must retreat and has nowhere to go is eliminated."""
    text, favours = MEANS[outcome.label]
    rule = f"BU-12.2.{outcome.label}"
    if outcome.label == "Dr" and outcome.defender.eliminated:
        text, rule = "The defender cannot retreat and is eliminated; an attacker may advance", "BU-12.3.eliminated"
    trapped = [name for name in battle.attackers if not ways_out(view, view.game.forces.index[name])]
    if outcome.label in ("Ae", "Ar") and trapped:
        be = "cannot retreat and are" if len(trapped) > 1 else "cannot retreat and is"
        text += f"; {both(view.game.forces.call(name) for name in trapped)} {be} eliminated"
    return screen.Outcome(outcome.label, outcome.probability, text, favours, rule)


def _next(view: Situation, asked: Decision | None) -> list[screen.Note]:
    """What comes before the die."""
    if asked is not None and asked.step == "differential" and len(asked.options) == 1:
        return []
    words = {
        "attack": screen.Note("Choose the attackers, then the table.", "BU-12.1.step1"),
        "support": screen.Note("Ground support may be added.", "BU-12.1.step2"),
        "mist": screen.Note("The mist die falls first.", "BU-6.1.mist"),
        "differential": screen.Note("The column may be lowered before the die.", "BU-12.1.lower"),
    }
    note = words.get(view.top[0])
    return [note] if note else []
