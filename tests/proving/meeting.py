"""What a unit meets on its way: a bridge to blow, an ambush (PG-5.8 and 5.14)."""

from __future__ import annotations

from ardennes.engine import Action, Chance, Decision, Die, Kind, Options, Reason, Step
from ardennes.engine.chance import Roll
from tests.proving import frames
from tests.proving.state import Ground, shake


class Blow(Step[Ground]):
    """A die for a bridge."""

    name = "blow"
    frame = frames.Blow

    def ask(self, state: Ground) -> Chance:
        now: frames.Blow = state.top
        return Chance(
            rule="PG-5.8",
            reason=f"{now.piece} tries to blow the bridge {now.bridge}",
            key=(state.turn, self.name, now.piece),
            dice=[Die(now.piece)],
            side=state.unit(now.piece).side,
        )

    def roll(self, state: Ground, roll: Roll) -> None:
        now: frames.Blow = state.pop()
        if int(roll[0]) <= 3:
            state.blown = tuple(sorted((*state.blown, now.bridge)))
            state.note("blow", "PG-5.8", f"{now.piece} blows the bridge", piece=now.piece, at=now.bridge)


class Ambush(Step[Ground]):
    """Blue is asked whether he springs his ambush, whether he can or not."""

    name = "ambush"
    frame = frames.Ambush

    def ask(self, state: Ground) -> Decision | Chance:
        now: frames.Ambush = state.top
        piece = now.piece
        if now.sprung:
            reason = f"an ambush on {piece}"
            return Chance(rule="PG-5.14", reason=reason, key=(state.turn, self.name), dice=[Die(piece)], side="blue")
        enough = 4 if state.on("wide") else 5
        words = ["hold", "spring"] if state.alarm >= enough else ["hold"]
        options = Options([Action("choose", word) for word in words])
        prompt = f"{piece} is at {state.at[piece]}; spring the ambush?"
        facts = {"unit": piece, "hex": state.at[piece], "kind": state.unit(piece).kind}
        default = Action("choose", "hold")
        return Decision(
            "blue", self.name, Kind.CHOOSE, prompt, "PG-5.14", options, always=True, default=default, facts=facts
        )

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action.thing == "hold":
            state.pop()
            return
        state.sprung = True
        rule = "PG-4.3" if state.on("wide") else "PG-5.14"
        state.note("ambush", rule, "Blue springs his ambush", side="blue", at=state.at[state.top.piece])
        state.amend(sprung=True)

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        if action == Action("choose", "spring"):
            return Reason("PG-4.2", "The alarm die was too low for an ambush.")
        return None

    def roll(self, state: Ground, roll: Roll) -> None:
        piece = state.pop().piece
        state.pop()
        if int(roll[0]) <= 3:
            shake(state, piece)
            state.lose_step(piece, "PG-5.14")
        state.moved[state.unit(piece).number] = 1
