"""The play on the screen: phases, prompt, options with their words, the attack sheet, standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ardennes.counters import screens
from ardennes.counters.screens import GameScreen, PhaseName
from ardennes.engine import Action, Battle, Decision, Obligation, Odds, Reached, screen, speech
from ardennes.engine.screen import derive
from ardennes.games.axis_allies import air, words
from ardennes.games.axis_allies.forces import AIR, AIR_TYPES, LONG, TYPES
from ardennes.games.axis_allies.ground import ready_at
from ardennes.games.axis_allies.queries import attack_of
from ardennes.games.axis_allies.screen_pieces import supply_handle
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.strips import KINDS, lay_out
from ardennes.games.axis_allies.terrain import SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

PEOPLE = ("Axis", "Allied")
PHASE_BAR = (
    PhaseName("Air combat", "AA-1.0"),
    PhaseName("Ground combat", "AA-2.0"),
    PhaseName("Return of trucks", "AA-3.1"),
    PhaseName("Axis movement", "AA-3.0", "axis"),
    PhaseName("Axis reinforcement", "AA-3.9", "axis"),
    PhaseName("Allied movement", "AA-3.0", "allies"),
    PhaseName("Allied reinforcement", "AA-3.9", "allies"),
    PhaseName("Board upkeep", "AA-4.0"),
)
STARTS = {
    "air initiative": 0, "air choice": 0, "air placing": 0, "air combat": 0, "ground initiative": 1, "axis attack": 1,
    "allies attack": 1, "trucks home": 2, "axis movement": 3, "axis moves": 3, "axis reinforcement": 4,
    "allies movement": 5, "allies moves": 5, "allies reinforcement": 6, "upkeep": 7, "stacking": 7,
}  # fmt: skip
SAFE = ("move", "drive", "blitz", "onward", "arrive", "load up", "put")
WORDS = {
    **screens.WORDS,
    "choose": "Place {}",
    "choose printed": "Use the printed set-up",
    "place": "Place in {}",
    "resolve": "Fight the air combat over {}",
    "attack": "Attack from {}",
    "pass": "Pass: no attack for now",
    "pay": "Pay with the supply token in {}",
    "send": "Send {}",
    "hold": "Hold {} back",
    "fight": "Roll the dice",
    "retreat": "Retreat next: {}",
    "step": "Go to {}",
    "return": "Take {} off the board",
    "take": "Take back {}",
    "activate": "Pay for movement from {}",
    "blitz": "Pay for a blitz: {}",
    "go": "Go to {}",
    "load": "Load {}",
    "stop": "Stop here",
    "shed": "Move out: {}",
    "destroy": "Destroy {}",
}
ENDINGS = {
    "moves": "End movement", "movement": "Begin moving", "reinforcement": "End reinforcement",
    "setup": "End the set-up", "home": "No more trucks", "targets": "No more targets",
}  # fmt: skip
TO_ACT = {"moves": "Can still move", "reinforcement": "Can still enter", "placing": "Still to be placed"}
CHANCES = {
    "combat units gone": "chance that every combat unit is destroyed or retreats",
    "hex cleared": "chance that nothing at all is left in the hex",
}
DRIVES = {"go": "Drive to {} and stop there", "step": "Drive to {}, then load or drive on"}


class Play(GameScreen[Position, "AxisAllies"]):
    """What is asked, what may be done, and what an attack comes to."""

    people = PEOPLE
    words = WORDS
    endings = ENDINGS
    ending = "Continue"
    ending_verbs = ("done", "pass", "stop")
    sheet_verbs = ("fight", "hold", "send")
    to_act_labels = TO_ACT
    to_act_label = "Still to act"

    def phases(self) -> screen.Phases:
        """The bar of the turn."""
        game, turn = self.game, self.view.turn
        now = STARTS.get(self.view.phase, -1) if self.view.frames else -1
        skipped = [0] if turn < game.air_from else []
        return self.bar(f"{game.turn_names[turn - 1]} turn", PHASE_BAR, now, skipped=skipped)

    def roll_prompt(self) -> screen.Prompt:
        """The prompt where dice are due."""
        found = super().roll_prompt()
        return replace(found, title=found.title[0].upper() + found.title[1:], step=self.step)

    def asked_about(self) -> Sequence[str]:
        """The lot or truck that was picked, while it is asked what becomes of it."""
        return _picked(self.view) if self.mine else ()

    # ---- options ----

    def option(self, asked: Decision, action: Action) -> screen.Option:
        """What may be done, and the way that a unit or truck will take."""
        found = super().option(asked, action)
        if action.verb == "fight":
            return replace(found, tone="fight")
        if action.verb == "target":
            return replace(found, detail=self._hope(self.game.terrain.bit[action.thing]))
        if action.verb == "blitz" and action.thing in self.game.forces.number:
            return replace(found, kind="button")
        reached = self._reached
        if action.verb not in DRIVES or reached is None or reached.path is None or action.thing not in reached.costs:
            return found
        return replace(found, path=list(reached.path(action.thing)), cost=str(reached.costs[action.thing]))

    def _hope(self, target: int) -> str | None:
        """What an attack on a hex with all that may attack it would come to, before anything is paid for."""
        now = self.view.top
        if now.step != "targets":
            return None
        units = ready_at(self.view, now.hex)
        found = self.view.odds(attack_of(self.view, now.side, now.hex, target, units))
        gone = next((each for each in found.measures if each.name == "combat units gone"), None)
        chance = f": {round(100 * gone.mean)} % {CHANCES[gone.name]}" if gone else ""
        return f"{found.column}{chance}"

    @cached_property
    def _reached(self) -> Reached | None:
        """Where the unit or truck that is asked about can go."""
        view = self.view
        if self.step == "drive":
            return view.reach(self.game.forces.trucks[view.top.truck].name)
        return view.reach(f"{TYPES[view.top.kind]}@{view.name_of(view.top.hex)}") if self.step == "move" else None

    def commits(self, asked: Decision, action: Action) -> bool | None:
        """Whether there is no undo after an action, where that is known without trying it."""
        if asked.step in SAFE and action.verb != "choose":
            return False
        if asked.step.endswith((" moves", " movement")):
            return False
        if asked.step.endswith(" reinforcement") and action.verb != "done":
            return False
        if asked.step.endswith(" setup") and action.verb == "pick":
            return False
        return sum(air.in_hand(self.view, self.view.top.side)) == 1 if asked.step == "aircraft" else None

    def label(self, action: Action) -> str:
        """An action in words, in this position."""
        if self.step == "drive" and action.verb in DRIVES:
            return DRIVES[action.verb].format(self.called(self.game, action))
        if self.step == "retreat" and action.verb == "step":
            return f"Retreat to {self.called(self.game, action)}"
        return super().label(action)

    @classmethod
    def called(cls, game: AxisAllies, action: Action) -> str:
        """What a lot, a truck or a hex is called in a sentence."""
        return action.thing if action.verb == "choose" else words.called(game, action.thing)

    def forgotten(self, asked: Decision) -> screen.Note | None:
        """What would be left undone if the part of the turn ended now."""
        hexes, lots = self.things(asked, "attack"), self.things(asked, "pick")
        if hexes:
            return screen.Note(f"{speech.count(len(hexes), 'hex')} could still attack.", places=hexes)
        if not lots or asked.kind != "pick":
            return None
        what = "enter" if asked.step.endswith("reinforcement") else "move"
        return screen.Note(f"{speech.count(len(lots), 'group')} of units or trucks could still {what}.", pieces=lots)

    def acted(self, asked: Decision) -> int:
        """The trucks that have driven."""
        return self.view.driven.bit_count() if asked.step.endswith(("moves", "reinforcement")) else 0

    def obligation(self, duties: Sequence[Obligation]) -> screen.Obligation:
        """Hexes of the line that a set-up by hand has still to cover."""
        first, hexes = duties[0], [owed.who for owed in duties]
        text = f"Of the front line {speech.both(hexes)} must still be in the zone of control of a unit."
        return screen.Obligation(first.rule, text, first.side, "the end of the set-up", "open", places=hexes)

    # ---- battle and victory ----

    def attack_sheets(self) -> Sequence[screen.Sheet]:
        """The battle that is declared or fought, with its exact figures; while targets are chosen, that on the last."""
        now = self.view.top if self.view.frames else None
        if now is None or now.step != "targets" or not now.chosen or self.asked is None:
            return [_sheet(self.view, self.battle)] if self.battle else ()
        battle = attack_of(self.view, now.side, now.hex, now.chosen[-1], ready_at(self.view, now.hex))
        divided = screen.Note("Units are divided among the targets later; this counts all of them.", rule="AA-2.3.b")
        notes = [divided] if len(now.chosen) > 1 else []
        return [replace(_sheet(self.view, battle), stage="building", notes=notes)]

    def standing(self) -> list[screen.Standing]:
        """Both victory conditions: met or lost when the game is over."""
        won = self.view.outcome.winner if self.view.outcome else None
        return [
            derive.standing(each, "met" if won == each.side else "lost" if won else "open")
            for each in self.view.standing()
        ]

    def result_text(self, level: str) -> str:
        """The end, with the points."""
        return f"{level} with {words.number(self.view.vp, 'victory point')} for the Axis"


def _picked(state: Position) -> tuple[str, ...]:
    """The lot or truck that was picked."""
    now = state.top
    match now.step:
        case "move":
            return (f"{TYPES[now.kind]}@{state.name_of(now.hex)}",)
        case "arrive":
            return (f"{TYPES[now.kind]}@{state.game.handles.formations[now.formation]}",)
        case "drive" | "load up":
            return (state.game.forces.trucks[now.truck].name,)
        case "aircraft":
            return (AIR[2 * now.side + now.kind],)
    return ()


# ---- the attack sheet ----


def _sheet(state: Position, battle: Battle) -> screen.Sheet:
    found = state.odds(battle)
    other = SIDES[1 - SIDES.index(battle.side)]
    kind, over = battle.kind.capitalize(), "air" in battle.kind or "dog" in battle.kind
    return screen.Sheet(
        id="battle",
        title=f"{kind} {'over' if over else 'on'} {battle.targets[0]}",
        kind=kind,
        stage="building" if state.top.step in ("hold", "split") else "declared",
        attacker=battle.side,
        defender=other,
        targets=battle.targets,
        attackers=_attackers(state, battle),
        defenders=_defenders(state, battle, other),
        tally=derive.tally(found.tally),
        odds=screen.Comparison("dice", derive.figure(found.attack), derive.figure(found.defence), found.column),
        outcomes=_results(found),
        measures=sorted((_measure(each) for each in derive.measures(found)), key=_is_detail),
    )


def _results(found: Odds) -> list[screen.Outcome]:
    """Every result as it comes out here: those that come to the same are one, the likeliest first."""
    chances: dict[str, float] = {}
    for outcome in found.outcomes:
        text = outcome.text or outcome.label
        chances[text] = chances.get(text, 0.0) + outcome.probability
    return [screen.Outcome(text, chance, text) for text, chance in sorted(chances.items(), key=lambda one: -one[1])]


def _is_detail(each: screen.Measure) -> bool:
    """Whether a figure is less than what matters first: whether the hex is cleared."""
    return each.label not in CHANCES.values()


def _measure(each: screen.Measure) -> screen.Measure:
    """A figure of the battle in words; that units or the hex are cleared is a chance, not a number of things."""
    if each.label in CHANCES:
        return replace(each, label=CHANCES[each.label], value=f"{round(100 * float(each.value))} %")
    first, _, rest = each.label.partition(" ")
    return replace(each, label=f"{PEOPLE[SIDES.index(first)]} {rest}") if first in SIDES else each


def _attackers(state: Position, battle: Battle) -> list[screen.Group]:
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


def _shown(state: Position, battle: Battle, piece: str) -> list[str]:
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


def _defenders(state: Position, battle: Battle, other: str) -> list[screen.Group]:
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


def _stack_handles(state: Position, side: int, h: int) -> list[str]:
    stack = state.stack(h) if state.held[side] >> h & 1 else (0, 0, 0)
    found = [f"{TYPES[kind]}@{state.name_of(h)}" for kind, n in enumerate(stack) if n]
    if not state.held[1 - side] >> h & 1:
        found += [state.game.forces.trucks[number].name for number in state.trucks_at(side, h)]
        found += [supply_handle(state, side, h)] if state.supply_at(side, h) else []
    return found
