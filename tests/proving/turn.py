"""The sequence of play: set-up by hand, secret plans, the draw, the alarm, the phases, the end (PG-1 to 4, 9)."""

from __future__ import annotations

from ardennes.engine import Action, Chance, Decision, Die, Kind, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.step import Bare
from tests.proving import frames
from tests.proving.assault import lay_duties
from tests.proving.state import EXIT, FIGHTING, IN_HAND, LIMIT, Ground

DONE = Action("done")
ZONES = ("north", "south")
PHASES = (
    "red plan", "blue plan", "reveal", "draw", "alarm",
    "red movement", "barrage", "red combat", "blue movement", "blue combat",
)  # fmt: skip


class Turn(Step[Ground]):
    """Phase after phase, turn after turn."""

    name = "turn"
    frame = frames.Turn

    def ask(self, state: Ground) -> None:
        now: frames.Turn = state.top
        if self._annihilated(state):
            return
        if now.phase == len(PHASES):
            self._end_turn(state)
            return
        state.amend(phase=now.phase + 1)
        begin_phase(state, PHASES[now.phase])

    def _annihilated(self, state: Ground) -> bool:
        for side in state.game.sides:
            out = ("dead", EXIT, "unformed")
            left = [unit for unit in state.game.order[side] if unit.kind in FIGHTING]
            if all(state.at[unit.name] in out or state.at[unit.name] in state.game.units for unit in left):
                state.end(state.enemy(side), "annihilation", "PG-9.3")
                return True
        return False

    def _end_turn(self, state: Ground) -> None:
        if state.turn < state.game.scenarios[state.scenario].turns:
            state.turn += 1
            state.amend(phase=0)
        elif state.town == "red":
            state.end("red", "the town", "PG-9.2")
        elif not any(state.game.east >> h & 1 for h in self._red_hexes(state)):
            state.end("blue", "the line holds", "PG-9.4")
        else:
            state.end(None, "stalemate", "PG-9.5")

    def _red_hexes(self, state: Ground) -> list[int]:
        return [state.game.board.grid.index(state.at[unit.name]) for unit in state.fighting("red")]


def begin_phase(state: Ground, phase: str) -> None:
    """Put the phase's step on the stack, with what it starts from."""
    side, _, name = phase.rpartition(" ")
    state.note("phase", "PG-2.1", f"Turn {state.turn}: {phase}", side=side)
    state.fought = ()
    if name == "movement":
        state.moved = [0] * len(state.moved)
        state.tired = {}
        state.entered = 0
        state.push(name, side)
    elif name == "combat":
        lay_duties(state, side)
        state.push(name, side)
    elif name == "plan":
        state.push(name, side)
    else:
        state.push(name)


class SetUp(Step[Ground]):
    """Blue sets up by hand: a unit, then its hex, until all stand."""

    name = "setup"
    frame = frames.InHand

    def ask(self, state: Ground) -> Decision:
        now: frames.InHand = state.top
        if now.unit:
            begin = state.game.board.grid.names(state.game.board.regions["blue-start"])
            open_ = [h for h in begin if len(state.stack("blue", h)) < LIMIT]
            options = Options([Action("put", h) for h in open_])
            return Decision("blue", self.name, Kind.SETUP, f"Where does {now.unit} begin?", "PG-1.1", options)
        waiting = [unit.name for unit in state.game.order["blue"] if state.at[unit.name] == IN_HAND]
        options = Options([Action("pick", name) for name in waiting], [] if waiting else [DONE])
        return Decision("blue", self.name, Kind.SETUP, "Choose a unit to set up", "PG-1.1", options)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.InHand = state.top
        if action.verb == "pick":
            state.amend(unit=action.thing)
        elif action.verb == "put":
            state.place(now.unit, action.thing)
            state.note("set up", "PG-1.1", f"{now.unit} begins", side="blue", piece=now.unit, to=action.thing)
            state.amend(unit="")
        else:
            state.pop()


class Plan(Step[Ground]):
    """A side plans its missions in secret."""

    name = "plan"
    frame = frames.OfSide

    def ask(self, state: Ground) -> Decision:
        now: frames.OfSide = state.top
        side = now.side
        chosen = state.planned[side] if state.viewer in (None, side) else ()
        left = state.missions[side] - len(chosen)
        free = [zone for zone in ZONES if zone not in chosen] if left else []
        options = Options([Action("assign", zone) for zone in free], [DONE])
        prompt = "Where do you fly?"
        return Decision(side, self.name, Kind.CHOOSE, prompt, "PG-3.1", options, secret=True)

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action == DONE:
            state.pop()
        else:
            state.planned[decision.side] = tuple(sorted((*state.planned[decision.side], action.thing)))

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        if action.verb == "assign":
            return Reason("PG-3.1", "You fly there already, or have no mission left.")
        return None


class Reveal(Step[Ground]):
    """The plans are laid open together."""

    name = "reveal"
    frame = Bare

    def ask(self, state: Ground) -> None:
        state.pop()
        flown = []
        for side in state.game.sides:
            zones = state.planned[side]
            flown += [f"{side}-air-{zone}" for zone in zones]
            state.missions[side] -= len(zones)
            state.planned[side] = ()
            state.note("reveal", "PG-3.2", f"{side} flies {' and '.join(zones) or 'nowhere'}", side=side)
        state.flown = tuple(flown)
        state.learn()


class Draw(Step[Ground]):
    """Red draws a chit that only he sees; its handle is new."""

    name = "draw"
    frame = Bare

    def ask(self, state: Ground) -> Chance | None:
        left = self._bag(state)
        if len(left) <= (0 if state.viewer in (None, "red") else len(state.hand)):
            state.pop()
            return None
        return Chance(
            rule="PG-4.1", reason="Red draws a chit", key=(state.turn, self.name),
            pool=left, draws=1, side="red", seen_by=("red",),
        )  # fmt: skip

    def _bag(self, state: Ground) -> list[str]:
        """What is in the bag; to those who cannot see Red's hand, all that could be."""
        left = dict(state.game.tables["chits"])
        known = state.played if state.viewer not in (None, "red") else (*state.played, *state.hand.values())
        for chit in known:
            left[chit] -= 1
        return [chit for chit, n in left.items() for _ in range(n)]

    def roll(self, state: Ground, roll: Roll) -> None:
        state.pop()
        handle = f"chit-{state.turn}"
        state.hand[handle] = str(roll[0])
        state.note("draw", "PG-4.1", f"{handle} is {roll[0]}", side="red", piece=handle, seen_by=("red",))


class Alarm(Step[Ground]):
    """Blue rolls in secret."""

    name = "alarm"
    frame = Bare

    def ask(self, state: Ground) -> Chance | None:
        state.sprung = False
        if not state.on("ambush"):
            if state.on("quiet"):
                state.note("quiet", "PG-4.4", "The night is quiet")
            state.pop()
            return None
        reason = "Blue's alarm"
        key = (state.turn, self.name)
        return Chance(rule="PG-4.2", reason=reason, key=key, dice=[Die("blue")], side="blue", seen_by=("blue",))

    def roll(self, state: Ground, roll: Roll) -> None:
        state.pop()
        state.alarm = int(roll[0])
        state.note("roll", "PG-4.2", f"The alarm is {roll[0]}", side="blue", seen_by=("blue",))
