"""Random events of 18AM (BW-29, an option): what the German player names for them, and their own dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ardennes.counters import DONE
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import lasting
from ardennes.games.bitter_woods.air import use
from ardennes.games.bitter_woods.events import Frame, effect_of, north, southern, table_of
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

# ---- what the German player names ----


class Naming(Step[Position]):
    """The German player names a hex for an event."""

    frame = Frame

    def __init__(self, name: str, prompt: str, then: Callable[[Position, str, str], None]) -> None:
        self.name, self.prompt, self.then = name, prompt, then

    def bars(self, state: Position) -> list[Bar]:
        """Why a hex cannot be named."""
        ground, table = state.game.ground, table_of(state, state.top.rule)
        found = [Bar(state.top.rule, cited("is not north of Sixth Panzer Army's boundary", "BW-R.88"), ~north(state))]
        never: list[str] = table.get("never", [])
        found += [Bar(state.top.rule, f"is a {terrain} hex", ground.board.terrain(terrain)) for terrain in never]
        if table.get("town"):
            found.append(Bar(state.top.rule, "is not a town", ~ground.town))
        return found

    def ask(self, state: Position) -> Decision:
        """Which hex."""
        options = Options(Masked(state.game.actions.mark, free(state.game.ground.grid.all, self.bars(state))))
        return Decision(SIDES[GERMAN], self.name, Kind.PLACE, self.prompt, state.top.rule, options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is named."""
        rule = state.pop().rule
        self.then(state, rule, action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex cannot be named."""
        if action.verb != "mark":
            return not_in_movement(action)
        bar = first_bar(state.game.ground.grid.index(action.thing), self.bars(state))
        return bar and bar.reason(action.thing)


def jump(state: Position, rule: str, place: str) -> None:
    """The drop zone is named; each company rolls where it lands (BW-29.1)."""
    state.note("effect", rule, f"The drop zone is {place}", side=SIDES[GERMAN], at=place)
    state.push("landing", rule, place, table_of(state, rule)["companies"])


def infest(state: Position, rule: str, place: str) -> None:
    """Commandos are in a town (BW-29.4)."""
    text = f"Commandos are in {place}: Allied units that enter it on 18AM roll a die"
    state.cause(effect_of(state, rule, place=place), text, side=SIDES[GERMAN])


class Landing(Step[Position]):
    """The dice by which companies land round the drop zone (BW-29.1)."""

    name = "landing"

    class Frame(NamedTuple):
        """The event, the drop zone, how many companies are still in the air."""

        step: str
        rule: str
        place: str
        left: int

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """Two dice for a company."""
        frame: Landing.Frame = state.top
        number = table_of(state, frame.rule)["companies"] - frame.left + 1
        who = f"company {number}"
        return Chance(
            rule=frame.rule, reason=f"Where {who} of von der Heydte lands", key=(state.turn, self.name, number),
            dice=(Die(f"{who}, first"), Die(f"{who}, second")), side=SIDES[GERMAN],
        )  # fmt: skip

    def roll(self, state: Position, roll: Roll) -> None:
        """It lands, or is lost off the map or among enemies (BW-R.88)."""
        frame: Landing.Frame = state.top
        grid = state.game.ground.grid
        i = by_matrix(state, grid.index(frame.place), sum(map(int, roll)))
        if i < 0:
            text = cited("A company of von der Heydte lands off the map and is lost", "BW-R.88")
            state.note("effect", frame.rule, text, side=SIDES[GERMAN])
        elif state.held[ALLIED] >> i & 1:
            text = cited(f"A company lands on Allied units in {grid.name(i)} and is lost", "BW-R.88")
            state.note("effect", frame.rule, text, side=SIDES[GERMAN], at=grid.name(i))
        else:
            effect = effect_of(state, frame.rule, place=grid.name(i))
            text = cited(f"A company of von der Heydte lands in {grid.name(i)}", "BW-R.87")
            state.cause(effect, text, side=SIDES[GERMAN])
        if frame.left > 1:
            state.amend(left=frame.left - 1)
        else:
            state.pop()


def by_matrix(state: Position, centre: int, sum_: int) -> int:
    """The hex round another one to which the sum of two dice leads; -1 if it is off the map (BW-25.1, BW-R.87)."""
    ground = state.game.ground
    direction = state.game.tables["matrix"][str(sum_)]
    return ground.grid.neighbours(centre)[ground.grid.directions.index(direction)]


# ---- Bodenplatte ----


class Bodenplatte(Step[Position]):
    """A die of each side for the aircraft that it loses (BW-29.5)."""

    name = "bodenplatte"

    class Frame(NamedTuple):
        """The event, how often its dice had been rolled before, and whose die is due."""

        step: str
        rule: str
        again: int = 0
        side: int = GERMAN

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        frame: Bodenplatte.Frame = state.top
        who = SIDES[frame.side]
        reason = f"How many aircraft the {PEOPLE[frame.side]} player loses"
        return Chance(
            rule=frame.rule, reason=reason, key=(state.turn, self.name, who), dice=(Die(who),), side=who
        )  # fmt: skip

    def roll(self, state: Position, roll: Roll) -> None:
        """Aircraft are lost now, and on later Game-Turns what cannot be paid now (BW-R.90)."""
        frame: Bodenplatte.Frame = state.top
        loss, who = int(roll[0]), SIDES[frame.side]
        text = cited(f"The {PEOPLE[frame.side]} player loses his next {loss} aircraft", "BW-R.90")
        effect = effect_of(state, frame.rule, place=who, amount=loss)
        state.cause(effect, text, side=who)
        for _ in range(lasting.lose_aircraft(state, effect, state.aircraft[frame.side])):
            use(state, frame.side)
        if frame.side == GERMAN:
            state.amend(side=ALLIED)
        else:
            state.pop()


# ---- commandos at a bridge ----


def end_german_turn(state: Position) -> bool:
    """Whether the German player is asked for a bridge before his turn ends (BW-29.3)."""
    if lasting.unnamed(state) is None:
        return False
    state.push("guard")
    return True


class Guard(Step[Position]):
    """The German player may name a bridge that cannot be blown (BW-29.3)."""

    name = "guard"

    def bars(self, state: Position) -> list[Bar]:
        """Why a bridge cannot be named."""
        return [
            Bar("BW-29.3", cited("is not north of Sixth Panzer Army's boundary", "BW-R.88"), southern(state)),
            Bar("BW-13.2", "is already blown", state.blown & state.game.ground.all_bridges),
        ]

    def ask(self, state: Position) -> Decision:
        """Which bridge, if any."""
        spans = free(state.game.ground.all_bridges, self.bars(state))
        prompt = "Choose a bridge that the Allied player may not blow on this Game-Turn, or decline"
        options = Options(Masked(state.game.actions.guard, spans), (DONE,))
        return Decision(SIDES[GERMAN], self.name, Kind.CHOOSE, prompt, "BW-29.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is guarded; the German turn ends."""
        state.pop()
        effect = lasting.unnamed(state)
        assert effect is not None
        if action == DONE:
            state.end_effect(effect, "The commandos do not guard a bridge")
        else:
            state.change_effect(effect, place=action.thing)
            text = f"Commandos guard the bridge {action.thing}: it may not be blown on 18AM"
            state.note("effect", effect.rule, text, side=SIDES[GERMAN], at=action.thing)
        next_phase(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a bridge cannot be named."""
        if action.verb != "guard":
            return not_in_movement(action)
        bridge = state.game.ground.bridges.number(action.thing)
        bar = first_bar(bridge, self.bars(state))
        return bar and bar.reason(f"The bridge {action.thing}")


def steps() -> list[Step[Any]]:
    """The steps of these events."""
    return [
        Landing(), Bodenplatte(), Guard(),
        Naming("drop zone", "Choose the drop zone of von der Heydte's companies", jump),
        Naming("commandos", "Choose the town in which commandos misdirect the enemy", infest),
    ]  # fmt: skip
