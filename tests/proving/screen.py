"""What the proving ground shows to a side, from its view alone."""

from __future__ import annotations

from ardennes.engine import screen as s
from ardennes.engine.battle import Battle
from ardennes.engine.battle import Outcome as Result
from ardennes.engine.screen.words import ComparisonKind, Nation, Progress, Stage, Symbol, TintKind
from tests.proving.state import IN_HAND, UNFORMED, Ground
from tests.proving.tally import defenders
from tests.proving.turn import PHASES

SYMBOLS: dict[str, Symbol] = {"tank": "armour", "infantry": "infantry", "truck": "truck", "artillery": "artillery"}
LOTS: dict[str, Symbol] = {"inf": "soldier", "tank": "tank", "gun": "gun"}
BACK = s.Face("neutral", "chit")
MEANS = {
    "AE": "Every attacker loses a step", "AL": "The attacker loses a step", "NE": "Nothing happens",
    "DL": "The defender loses a step", "DR": "The defender retreats", "DS": "The defender retreats, shaken",
    "DE": "The defender is eliminated",
}  # fmt: skip


def screen(view: Ground) -> s.Screen:
    """The whole screen of a view."""
    game, viewer = view.game, view.viewer or "observer"
    asked = None if view.over or view.chance else view.decision
    mine = asked is not None and asked.side == viewer
    fight = view.battle() if not view.over else None
    return s.Screen(
        game=s.Title(game.name, game.title),
        scenario=s.Title(view.scenario, game.scenarios[view.scenario].title, _options_in_force(view)),
        sides=[s.Side("red", "Red", "german"), s.Side("blue", "Blue", "allied")],
        viewer=viewer,
        decides=asked.side if asked else None,
        turn=s.Turn(view.turn, f"Turn {view.turn}", game.scenarios[view.scenario].turns),
        phases=_phases(view),
        prompt=_prompt(view, viewer),
        pieces=[*_units(view), *_lots(view), *_missions(view), *_chits(view, viewer)],
        options=[s.derive.option(game, asked, o, str(o)) for o in asked.options] if asked and mine else (),
        markers=[s.Marker("blown", "Blown bridge", side, rule="PG-5.8") for side in view.blown],
        boxes=_boxes(view),
        obligations=[
            s.derive.obligation(duty, f"{duty.who} must {duty.what}", is_piece=duty.who in game.units)
            for duty in (asked.obligations if asked else ())
        ],
        sheets=[_sheet(view, fight)] if fight and fight.attackers else (),
        due=_due(view),
        overlays=[_zones(view, side) for side in game.sides],
        standing=[s.derive.standing(each, _progress(each.now, each.needed)) for each in view.standing()],
        result=_result(view),
    )


def _options_in_force(view: Ground) -> list[s.Note]:
    chosen = [view.game.options[name] for name, value in view.options if value == "on"]
    return [s.Note(option.title, option.rule) for option in chosen]


def _phases(view: Ground) -> s.Phases:
    now = int(view.frames[0].phase) - 1
    bar = [
        s.Phase(name.capitalize(), "done" if at < now else "now" if at == now else "later", rule="PG-2.1")
        for at, name in enumerate(PHASES)
    ]
    return s.Phases("Sequence of play", bar)


def _prompt(view: Ground, viewer: str) -> s.Prompt:
    if view.over:
        return s.Prompt("over", "The game is over")
    if view.chance:
        return s.Prompt("roll", f"Dice: {view.chance.reason}", rule=view.chance.rule)
    return s.derive.prompt(view.game, view.decision, viewer)


def _units(view: Ground) -> list[s.Piece]:
    found = []
    for unit in view.game.units.values():
        at = view.at[unit.name]
        steps = view.steps[unit.number]
        carrier = at if at in view.game.units else None
        if at == "dead" or (carrier and view.unit(carrier).parts):
            continue
        figures = [str(unit.attack), str(unit.defence), str(unit.move)]
        nation: Nation = "heer" if unit.side == "red" else "us"
        face = s.Face(nation, SYMBOLS[unit.kind], "III", unit.name, figures=figures, reduced=0 < steps < unit.steps)
        supply = view.supply(unit.name)
        short = [s.Badge("unsupplied", "Out of supply", supply.rule)] if supply.state == "unsupplied" else []
        place = None if carrier else at
        found.append(s.Piece(unit.name, unit.side, face, unit.name, place, carrier, badges=short))
    return found


def _lots(view: Ground) -> list[s.Piece]:
    found = []
    for lot, count in sorted(view.lots.items()):
        kind, _, place = lot.partition("@")
        found.append(s.Piece(lot, "red", s.Face("heer", LOTS[kind]), f"{count} {kind}", place, count=count))
    return found


def _missions(view: Ground) -> list[s.Piece]:
    face = s.Face("luftwaffe", "fighter")
    return [s.Piece(m, m.partition("-")[0], face, m, f"{m.partition('-')[0]}-missions") for m in view.flown]


def _chits(view: Ground, viewer: str) -> list[s.Piece]:
    if viewer != "red":
        return [s.Piece(handle, "red", BACK, "A chit", "hand", hidden=True) for handle in view.hand]
    return [
        s.Piece(handle, "red", s.Face("neutral", "chit", text=chit), chit, "hand") for handle, chit in view.hand.items()
    ]


def _boxes(view: Ground) -> list[s.Box]:
    boxes = view.game.board.boxes.values()
    of_board = [s.Box(box.id, box.label, "exit" if box.id == "exit" else "entry", at=box.at) for box in boxes]
    return [
        *of_board,
        s.Box(IN_HAND, "To set up", "off-board", side="blue"),
        s.Box(UNFORMED, "Divisions to form", "holding", side="red"),
        s.Box("hand", "Red's chits", "hand", side="red", shows="open" if view.viewer == "red" else "counted"),
        s.Box("red-missions", "Red aircraft", "mission", side="red"),
        s.Box("blue-missions", "Blue aircraft", "mission", side="blue"),
    ]


def _due(view: Ground) -> s.Due | None:
    chance = view.chance
    if view.over or chance is None:
        return None
    return s.Due(chance.rule, chance.reason, chance.side, [die.sides for die in chance.dice])


def _zones(view: Ground, side: str) -> s.Overlay:
    kind: TintKind = "friendly-zone" if side == view.viewer else "enemy-zone"
    places = sorted(view.zoc(side))
    return s.Overlay(f"zones-{side}", f"{side.capitalize()} zones", tints=[s.Tint(kind, places, rule="PG-5.4")])


def _progress(now: float, needed: float | None) -> Progress:
    return "met" if needed is not None and now == needed else "open"


def _result(view: Ground) -> s.Result | None:
    if view.result is None:
        return None
    winner, level, rule = view.result
    return s.Result(rule, level, f"{winner or 'Nobody'} wins: {level}", winner)


def _sheet(view: Ground, battle: Battle) -> s.Sheet:
    odds = view.odds(battle)
    stage: Stage = "declared" if view.chance else "building"
    enemy = view.enemy(battle.side)
    ours = [s.Fighter(name, "in") for name in battle.attackers]
    theirs = [s.Fighter(unit.name, "fixed") for unit in defenders(view, battle)]
    kind: ComparisonKind = "dice" if battle.kind == "barrage" else "ratio"
    return s.Sheet(
        "battle", f"Attack on {' and '.join(battle.targets)}", battle.kind, stage, battle.side, enemy, battle.targets,
        [s.Group("Attackers", battle.side, ours, s.derive.figure(odds.attack))],
        [s.Group("Defenders", enemy, theirs, s.derive.figure(odds.defence))],
        tally=s.derive.tally(odds.tally, odds.columns),
        odds=s.Comparison(kind, s.derive.figure(odds.attack), s.derive.figure(odds.defence), odds.column),
        outcomes=s.derive.outcomes(odds, _means),
        measures=s.derive.measures(odds),
        may_change=s.derive.may_change(odds, enemy),
    )  # fmt: skip


def _means(result: Result) -> str:
    return MEANS[result.label]
