"""The play on the screen: phases, prompt, options with their words, the attack sheet, dice due."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ardennes.engine import Action, Battle, Decision, Odds, screen
from ardennes.engine.battle import Outcome
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Favours, PhaseState
from ardennes.games.bulge import combat, journeys
from ardennes.games.bulge.forces import PEOPLE, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.screen_pieces import MISSION_NAMES
from ardennes.games.bulge.sequence import ORDER

if TYPE_CHECKING:
    from ardennes.games.bulge.queries import Situation

PHASES = (
    ("Weather", "BU-5.0.weather"),
    ("Air missions", "BU-5.0.assignment"),
    ("Interdiction", "BU-5.0.interdiction"),
    ("German combat", "BU-5.0.pre"),
    ("German movement", "BU-5.0.movement"),
    ("German combat", "BU-5.0.post"),
    ("Resupply", "BU-5.0.resupply"),
    ("Allied combat", "BU-5.0.pre"),
    ("Allied movement", "BU-5.0.movement"),
    ("Allied combat", "BU-5.0.post"),
    ("Victory", "BU-5.0.victory"),
)
WORDS = {
    "assign": "{}",
    "interdict": "Interdict the roads of {}",
    "resupply": "Resupply {}",
    "motorise": "Motorise {}",
    "pick": "Choose {}",
    "test": "Roll for {}",
    "place": "Enter at {}",
    "go": "Go to {}",
    "exit": "Leave the map by {}",
    "drop": "Drop on {}",
    "target": "Attack {}",
    "join": "{} attacks",
    "choose": "Attack on the {} table",
    "support": "Add ground support",
    "fight": "Fight at {}",
    "lose": "Give up {}",
    "step": "Retreat to {}",
    "advance": "Advance to {}",
    "done": "Done",
}
DONE = {"advance": "Nobody advances", "support": "No more support", "move": "Stay here"}
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
    if view.over:
        return screen.Prompt("over", "The game is over")
    if view.chance is not None:
        return screen.Prompt("roll", view.chance.reason, rule=view.chance.rule)
    return derive.prompt(view.game, view.decision, viewer)


def due(view: Situation) -> screen.Due | None:
    """The dice that come next."""
    chance = None if view.over else view.chance
    if chance is None:
        return None
    return screen.Due(chance.rule, chance.reason, chance.side, [die.sides for die in chance.dice])


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
        option = derive.option(view.game, asked, action, label(asked, action), commits=final)
        if action.verb == "fight":
            option = replace(option, kind="button", tone="fight")
        if walk is not None and action.verb == "go":
            option = _with_way(view, walk, option)
        if sheet is not None and action.verb in ("choose", "support", "fight", "done"):
            option = replace(option, sheet=sheet)
        found.append(option)
    return found


def label(asked: Decision, action: Action) -> str:
    """An option in words."""
    if action.verb == "done":
        return DONE.get(asked.step, "Done")
    thing = action.thing
    if action.verb == "assign":
        thing = dict(zip(("cap", "interdiction", "support", "resupply"), MISSION_NAMES, strict=True))[thing]
    return WORDS[action.verb].format(thing)


def _with_way(view: Situation, walk: Walk, option: screen.Option) -> screen.Option:
    grid, point = view.game.ground.grid, view.game.point
    target = grid.index(option.thing or "")
    whole, fifths = divmod(walk.cost(target), point)
    cost = f"{whole}" if not fifths else f"{whole or ''} {fifths}/{point}".strip()
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
    defender = view.game.forces.names[view.here[view.game.ground.grid.index(target)]]
    building = view.chance is None
    return screen.Sheet(
        "attack", f"{PEOPLE[side]} attack on {target}", "attack", "building" if building else "declared",
        battle.side, enemy, [target], [_attackers(view, battle, odds, asked)],
        [screen.Group("Defender", enemy, [_fighter(view, defender)], derive.figure(odds.defence), at=target)],
        tally=derive.tally(odds.tally, odds.columns),
        odds=screen.Comparison(
            "differential", derive.figure(odds.attack), derive.figure(odds.defence),
            f"{odds.facts['differential']:+d}",
        ),
        table=_table(view, odds),
        outcomes=[_outcome(outcome) for outcome in odds.outcomes],
        next=_next(view),
    )  # fmt: skip


def _attackers(view: Situation, battle: Battle, odds: Odds, asked: Decision | None) -> screen.Group:
    ins = [_fighter(view, name, "fixed" if view.top[0] != combat.Attack.name else "in") for name in battle.attackers]
    outs = [
        replace(_fighter(view, action.thing), tick="out", action=str(action))
        for action in (asked.options if asked else ())
        if action.verb == "join"
    ]
    return screen.Group("Attackers", battle.side, [*ins, *outs], derive.figure(odds.attack))


def _fighter(view: Situation, name: str, tick: str = "fixed") -> screen.Fighter:
    factor = str(view.game.forces.factor[view.game.forces.index[name]])
    return screen.Fighter(name, "in" if tick == "in" else "fixed", printed=factor, counts=factor)


def _table(view: Situation, odds: Odds) -> screen.ResultTable:
    name: str = odds.facts["table"]
    table = view.game.tables["crt"][name]
    rows = [screen.TableRow(str(die), table[str(die)]) for die in range(1, 7)]
    label = f"{name.capitalize()} table"
    return screen.ResultTable(label, "BU-12.1.step4", odds.columns, rows, odds.columns.index(odds.column))


def _outcome(outcome: Outcome) -> screen.Outcome:
    text, favours = MEANS[outcome.label]
    return screen.Outcome(outcome.label, outcome.probability, text, favours, f"BU-12.2.{outcome.label}")


def _next(view: Situation) -> list[screen.Note]:
    """What comes before the die."""
    words = {
        "attack": screen.Note("Choose the attackers, then the table.", "BU-12.1.step1"),
        "support": screen.Note("Ground support may be added.", "BU-12.1.step2"),
        "mist": screen.Note("The mist die falls first.", "BU-6.1.mist"),
        "differential": screen.Note("The column may be lowered before the die.", "BU-12.1.lower"),
    }
    note = words.get(view.top[0])
    return [note] if note else []
