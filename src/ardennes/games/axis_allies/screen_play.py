"""The play on the screen: phases, prompt, options with their words, the attack sheet, dice due, standing, the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ardennes.engine import Action, Battle, Decision, Odds, Reached, screen, speech
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import PhaseState
from ardennes.games.axis_allies import air, words
from ardennes.games.axis_allies.forces import AIR, AIR_TYPES, LONG, TYPES
from ardennes.games.axis_allies.screen_pieces import supply_handle
from ardennes.games.axis_allies.strips import KINDS, lay_out
from ardennes.games.axis_allies.terrain import SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies
    from ardennes.games.axis_allies.state import Battlefield

PEOPLE = ("Axis", "Allied")
PHASES = (
    ("Air combat", "AA-1.0", ""),
    ("Ground combat", "AA-2.0", ""),
    ("Axis movement", "AA-3.0", "axis"),
    ("Axis reinforcement", "AA-3.9", "axis"),
    ("Allied movement", "AA-3.0", "allies"),
    ("Allied reinforcement", "AA-3.9", "allies"),
    ("Board upkeep", "AA-4.0", ""),
)
STARTS = {
    "air initiative": 0, "air choice": 0, "air placing": 0, "air combat": 0, "ground initiative": 1, "axis attack": 1,
    "allies attack": 1, "trucks home": 2, "axis movement": 2, "axis moves": 2, "axis reinforcement": 3,
    "allies movement": 4, "allies moves": 4, "allies reinforcement": 5, "upkeep": 6, "stacking": 6,
}  # fmt: skip
SAFE = ("move", "drive", "blitz", "onward", "arrive", "load up", "put")
WORDS = {
    "choose": "Place {}",
    "pick": "Choose {}",
    "place": "Put it in {}",
    "resolve": "Fight the air combat over {}",
    "attack": "Attack from {}",
    "pass": "Pass: attack no more for now",
    "target": "Attack {}",
    "pay": "Pay with the supply token in {}",
    "send": "Send {}",
    "hold": "Hold {} back",
    "fight": "Throw the dice",
    "retreat": "Retreat next: {}",
    "step": "Go to {}",
    "return": "Take {} off the board",
    "activate": "Pay for the movement of {}",
    "blitz": "Pay for the blitz of {}",
    "go": "Go to {}",
    "load": "Load {}",
    "stop": "Stop here",
    "shed": "Move out: {}",
    "destroy": "Destroy {}",
    "done": "Done",
}


ENDINGS = ("done", "pass", "stop")
DONE = {
    ("moves", "done"): "End the movement", ("movement", "done"): "Begin the moves",
    ("reinforcement", "done"): "End the reinforcement", ("setup", "done"): "End the set-up",
    ("home", "done"): "No more trucks", ("targets", "done"): "No further target",
}  # fmt: skip
CHANCES = {
    "combat units gone": "chance that every combat unit is hit and gone",
    "hex cleared": "chance that nothing at all is left in the hex",
}
DRIVES = {"go": "Drive to {} and stop there", "step": "Drive to {}, then load or drive on"}


def phases(state: Battlefield) -> screen.Phases:
    """The bar of the turn."""
    now = STARTS.get(state.frames[0][0], -1) if state.frames else -1
    steps = []
    for number, (label, rule, side) in enumerate(PHASES):
        when: PhaseState = "done" if number < now else "now" if number == now else "later"
        if number == 0 and state.turn < state.game.air_from:
            when = "skipped"
        steps.append(screen.Phase(label, when, side or None, rule))
    return screen.Phases(f"{state.game.turn_names[state.turn - 1]} turn", steps)


def prompt(state: Battlefield, viewer: str) -> screen.Prompt:
    """What is expected now."""
    if state.over:
        return screen.Prompt("over", "The game is over")
    chance = state.chance
    if chance is not None:
        return screen.Prompt("roll", chance.reason[0].upper() + chance.reason[1:], rule=chance.rule, step=state.top[0])
    found = derive.prompt(state.game, state.decision, viewer)
    if found.kind != "wait":
        return replace(found, pieces=_picked(state))
    return replace(found, title=f"Waiting for the {PEOPLE[SIDES.index(state.decision.side)]} player")


def _picked(state: Battlefield) -> tuple[str, ...]:
    """The lot or truck that was picked, while it is asked what becomes of it."""
    step, *more = state.top
    forces = state.game.forces
    if step == "move":
        return (f"{TYPES[more[1]]}@{state.name_of(more[2])}",)
    if step == "arrive":
        return (f"{TYPES[more[1]]}@{state.game.handles.formations[more[2]]}",)
    if step in ("drive", "load up"):
        return (forces.trucks[more[0] if step == "drive" else more[1]].name,)
    if step == "aircraft":
        return (AIR[2 * more[0] + more[1]],)
    return ()


def due(state: Battlefield) -> screen.Due | None:
    """The dice that come next."""
    chance = None if state.over else state.chance
    if chance is None:
        return None
    return screen.Due(chance.rule, chance.reason, chance.side, [die.sides for die in chance.dice])


# ---- options ----


def options(state: Battlefield, asked: Decision, sheet: str | None) -> list[screen.Option]:
    """Everything that may be done, in words."""
    reached = _reached(state, asked)
    return [_with_path(_option(state, asked, action, sheet), action, reached) for action in asked.options]


def _option(state: Battlefield, asked: Decision, action: Action, sheet: str | None) -> screen.Option:
    found = derive.option(state.game, asked, action, label(state, action), commits=_commits(state, asked, action))
    if action.verb == "blitz" and action.thing in state.game.forces.number:
        found = replace(found, kind="button")
    if action.verb in ("fight", "hold", "send"):
        found = replace(found, sheet=sheet, tone="fight" if action.verb == "fight" else None)
    elif action.verb in ("done", "pass", "stop"):
        found = replace(found, tone="main", warns=_forgotten(asked))
    return found


def _forgotten(asked: Decision) -> screen.Note | None:
    """What would be left undone if the part of the turn ended now."""
    hexes = [action.thing for action in asked.options if action.verb == "attack"]
    if hexes:
        return screen.Note(f"{speech.count(len(hexes), 'hex')} could still attack.", places=hexes)
    lots = [action.thing for action in asked.options if action.verb == "pick"]
    if not lots or asked.kind != "pick":
        return None
    what = "come in" if asked.step.endswith("reinforcement") else "move"
    return screen.Note(f"{speech.count(len(lots), 'group')} of units or trucks could still {what}.", pieces=lots)


def _commits(state: Battlefield, asked: Decision, action: Action) -> bool | None:
    """Whether there is no undo after an action, where that is known without trying it."""
    if asked.step in SAFE and action.verb != "choose":
        return False
    if asked.step.endswith((" moves", " movement")):
        return False
    if asked.step.endswith(" reinforcement") and action.verb != "done":
        return False
    if asked.step.endswith(" setup") and action.verb == "pick":
        return False
    if asked.step == "aircraft":
        return sum(air.in_hand(state, state.top[1])) == 1
    return None


def label(state: Battlefield, action: Action) -> str:
    """An action in words, in this position."""
    step = state.top[0]
    if action.verb in ENDINGS and (step, action.verb) in DONE:
        return DONE[step, action.verb]
    if action.verb == "done":
        return DONE.get((step.rpartition(" ")[2], "done"), "Go on")
    if step == "drive" and action.verb in DRIVES:
        return DRIVES[action.verb].format(words.called(state.game, action.thing))
    if action.verb == "step" and step == "retreat":
        return f"Retreat to {words.called(state.game, action.thing)}"
    return phrase(state.game, action)


def phrase(game: AxisAllies, action: Action) -> str:
    """An action in words, whatever the position."""
    if action.verb == "choose":
        return "Take the printed set-up" if action.thing == "printed" else f"Place {action.thing}"
    return WORDS[action.verb].format(words.called(game, action.thing))


def _reached(state: Battlefield, asked: Decision) -> Reached | None:
    """Where the unit or truck that is asked about can go."""
    if asked.step == "drive":
        return state.reach(state.game.forces.trucks[state.top[1]].name)
    return state.reach(f"{TYPES[state.top[2]]}@{state.name_of(state.top[3])}") if asked.step == "move" else None


def _with_path(found: screen.Option, action: Action, reached: Reached | None) -> screen.Option:
    """The way that a unit or truck will take."""
    if action.verb != "go" or reached is None or reached.path is None or action.thing not in reached.costs:
        return found
    return replace(found, path=list(reached.path(action.thing)), cost=str(reached.costs[action.thing]))


# ---- the attack sheet ----


def sheets(state: Battlefield, battle: Battle | None) -> list[screen.Sheet]:
    """The battle that is declared or fought, with its exact figures."""
    if battle is None:
        return []
    found = state.odds(battle)
    other = SIDES[1 - SIDES.index(battle.side)]
    measures = [_measure(each) for each in derive.measures(found)]
    return [
        screen.Sheet(
            id="battle",
            title=f"{battle.kind.capitalize()} {'over' if 'air' in battle.kind or 'dog' in battle.kind else 'on'} "
            f"{battle.targets[0]}",
            kind=battle.kind.capitalize(),
            stage="building" if state.top[0] in ("hold", "split") else "declared",
            attacker=battle.side,
            defender=other,
            targets=list(battle.targets),
            attackers=_attackers(state, battle),
            defenders=_defenders(state, battle, other),
            tally=derive.tally(found.tally),
            odds=screen.Comparison("dice", derive.figure(found.attack), derive.figure(found.defence), found.column),
            outcomes=_results(found),
            measures=measures,
        )
    ]


def _results(found: Odds) -> list[screen.Outcome]:
    """Every result as it comes out here: those that come to the same are one, the likeliest first."""
    chances: dict[str, float] = {}
    for outcome in found.outcomes:
        text = outcome.text or outcome.label
        chances[text] = chances.get(text, 0.0) + outcome.probability
    return [screen.Outcome(text, chance, text) for text, chance in sorted(chances.items(), key=lambda one: -one[1])]


def _measure(each: screen.Measure) -> screen.Measure:
    """A figure of the battle in words; that units or the hex are cleared is a chance, not a number of things."""
    if each.label in CHANCES:
        return replace(each, label=CHANCES[each.label], value=f"{round(100 * float(each.value))} %")
    first, _, rest = each.label.partition(" ")
    return replace(each, label=f"{PEOPLE[SIDES.index(first)]} {rest}") if first in SIDES else each


def _attackers(state: Battlefield, battle: Battle) -> list[screen.Group]:
    power = dict(zip(TYPES, state.game.forces.power, strict=True))
    power |= dict(zip(AIR_TYPES, state.game.forces.air_power, strict=True))
    found = []
    for piece, n in Counter(battle.attackers).items():
        kind = piece.partition("@")[0].partition("-")[0]
        dice = n if battle.kind in ("dogfight", "anti-aircraft") else n * power.get(kind, 1)
        fighters = [screen.Fighter(name, "in", counts=str(dice)) for name in _shown(state, battle, piece)]
        label = words.number(n, LONG.get(kind, kind))
        found.append(screen.Group(label, battle.side, fighters, words.number(dice, "die")))
    return found


def _shown(state: Battlefield, battle: Battle, piece: str) -> list[str]:
    """The handles on the board that a piece of a battle stands for."""
    where = battle.targets[0]
    h = state.game.terrain.bit[where]
    kind = piece.partition("@")[0]
    side = SIDES.index(battle.side)
    if "@" not in piece:
        return [f"{piece}@{where}"]
    if kind == "truck":
        return [state.game.forces.trucks[number].name for number in state.trucks_at(side, h)]
    return [supply_handle(state, side, h)] if kind == "supply" else [piece]


def _defenders(state: Battlefield, battle: Battle, other: str) -> list[screen.Group]:
    h, where = state.game.terrain.bit[battle.targets[0]], battle.targets[0]
    if battle.support:
        count = Counter(piece for _, piece in battle.support)
        fighters = [screen.Fighter(f"{piece}@{where}", "fixed", counts=str(n)) for piece, n in count.items()]
        return [screen.Group(f"over {where}", other, fighters, speech.count(len(battle.support), "air unit"), at=where)]
    attacker, side = SIDES.index(battle.side), SIDES.index(other)
    strip = lay_out(state, attacker, h)
    names = _stack_handles(state, side, h)
    fighters = [screen.Fighter(name, "fixed") for name in names]
    text = words.listed(*((strip[kind], KINDS[kind]) for kind in range(5))) or "nobody"
    return [screen.Group(f"{text}, in {where}", other, fighters, speech.count(strip.boxes, "box"), at=where)]


def _stack_handles(state: Battlefield, side: int, h: int) -> list[str]:
    stack = state.stack(h) if state.held[side] >> h & 1 else (0, 0, 0)
    found = [f"{TYPES[kind]}@{state.name_of(h)}" for kind, n in enumerate(stack) if n]
    if not state.held[1 - side] >> h & 1:
        found += [state.game.forces.trucks[number].name for number in state.trucks_at(side, h)]
        found += [supply_handle(state, side, h)] if state.supply_at(side, h) else []
    return found


# ---- standing and end ----


def standing(state: Battlefield) -> list[screen.Standing]:
    """Both victory conditions."""
    axis, allies = state.standing()
    won = state.outcome.winner if state.outcome else None
    return [
        derive.standing(axis, "met" if won == "axis" else "lost" if won else "open"),
        derive.standing(allies, "met" if won == "allies" else "lost" if won else "open"),
    ]


def result(state: Battlefield) -> screen.Result | None:
    """How it ended."""
    if state.outcome is None:
        return None
    winner, level, rule = state.outcome
    return screen.Result(rule, level, f"{level} with {words.number(state.vp, 'victory point')} for the Axis", winner)
