"""A drill for the shared steps: set-up by hand, hands of markers, motion, support in turn, a retreat of two hexes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, cast

from ardennes.counters import DONE, GONE, POOL, SidePhase, bits, over_hexes
from ardennes.counters.boxes import Box, Boxes
from ardennes.counters.commit import Commit
from ardennes.counters.hand import Hands, Pool, broken_hands, conceal_hands, fill_hands
from ardennes.counters.motion import Motion, Way
from ardennes.counters.retreat import Limit, Retreating, log_way
from ardennes.counters.setup import SetUp, Zone
from ardennes.engine import Action, Chance, Decision, Die, Game, Kind, Masked, Options, Reason, State, Step, Verb
from ardennes.engine.chance import Roll
from ardennes.engine.fields import mapping
from ardennes.engine.options import Part
from ardennes.hexmap import Costs, Layer, Move, Reach, flood
from tests.counters.skirmish import SIDES, Skirmish, skirmish
from tests.counters.skirmish import Position as Field
from tests.hexmap.boards import board_text

OUT = -3
RULES = """
meta = { prefix = "DR", version = "1", title = "Drill" }
"""
CASES = ("set-up", "west", "east", "stack", "draw", "move", "enemy", "attack", "support", "cover", "retreat", "away")


class Post(Field, Hands):
    """A position: one unit to a hex, a hand for each side, and what is chosen and not shown."""

    game: Drill

    plan: dict[str, tuple[int, ...]] = mapping("what a side adds", start={"red": (), "blue": ()}, hidden=True)


class Clash(NamedTuple):
    """An attack."""

    side: int
    attacker: int
    target: int
    fire: tuple[int, ...] = ()
    cover: tuple[int, ...] = ()


def revived(clash: Sequence[Any]) -> Clash:
    """A clash that was saved as plain data."""
    side, attacker, target, fire, cover = clash
    return Clash(side, attacker, target, tuple(fire), tuple(cover))


class BlueSetUp(SetUp[Post]):
    rule, full = "DR-set-up", "DR-stack"

    def zones(self, state: Post) -> Sequence[Zone]:
        grid, forces = state.game.ground.grid, state.game.forces
        return (
            Zone("DR-west", "B1 in the small zone", grid.mask(state.game.small), forces.named(["B1"])),
            Zone("DR-east", "B2 in the large zone", grid.mask(state.game.large), forces.named(["B2"])),
        )

    def placed(self, state: Post) -> None:
        state.set_step("draw")


class Draw(Step[Post]):
    name = "draw"

    class Frame(NamedTuple):
        step: str
        side: int = 0

    frame = Frame

    def ask(self, state: Post) -> Chance:
        side = state.top.side
        return state.draw(side, 2, "DR-draw", f"{SIDES[side]} draws", (state.turn, "draw", side))

    def roll(self, state: Post, roll: Roll) -> None:
        side = state.top.side
        state.drawn(side, roll)
        if side == 0:
            state.amend(side=1)
        else:
            state.set_step("red march")


class March(SidePhase[Post]):
    class Frame(NamedTuple):
        step: str

    frame = Frame

    def ask(self, state: Post) -> Decision:
        free = state.game.forces.of[self.side] & ~state.moved
        able = sum(1 << unit for unit in bits(free) if state.at[unit] >= 0 and Walk(state, unit, state.at[unit], 0).go)
        options = Options(Masked(state.game.pick, able), (DONE,))
        return Decision(SIDES[self.side], self.name, Kind.PICK, "Who moves?", "DR-move", options)

    def take(self, state: Post, action: Action, decision: Decision) -> None:
        if action == DONE:
            state.moved = 0
            state.set_step("red combat")
        else:
            unit = state.game.forces.index[action.thing]
            state.push("motion", unit, state.at[unit])

    def why_not(self, state: Post, action: Action, decision: Decision) -> Reason | None:
        return Reason("DR-move", f"{action.thing} cannot move.")


class Walk:
    """Where a unit gets."""

    def __init__(self, state: Post, unit: int, i: int, spent: int) -> None:
        grid, side = state.game.ground.grid, state.game.forces.side[unit]
        self.costs = Costs(grid).enter(grid.all, 1)
        self.friends = state.held[side] & ~(1 << state.at[unit])
        self.points = state.game.allowance[unit]
        move = Move(self.costs, ban=(Layer("DR-enemy", state.held[1 - side]),), end=(Layer("DR-stack", self.friends),))
        self.reach: Reach = flood(move, ((1 << i, spent),), self.points)
        self.go = self.reach.mask & ~(1 << i)
        beside = grid.around(1 << i) & self.reach.passed
        entered = [j for j in grid.bits(beside) if not self.friends >> j & 1 or self._on(move, j, spent + 1)]
        self.steps = grid.mask(entered)

    def _on(self, move: Move, j: int, spent: int) -> bool:
        return bool(flood(move, ((1 << j, spent),), self.points).mask & ~(1 << j))

    def cost(self, i: int) -> int:
        return self.reach.cost(i) or 0

    def path(self, i: int) -> tuple[int, ...]:
        return self.reach.path(i)


class Moving(Motion[Post]):
    rule = "DR-move"

    def way(self, state: Post, frame: Motion.Frame) -> Walk:
        return Walk(state, frame.unit, frame.hex, frame.spent)

    def may_stop(self, state: Post, frame: Motion.Frame, way: Way) -> bool:
        friends = state.held[state.game.forces.side[frame.unit]] & ~(1 << state.at[frame.unit])
        return not friends >> frame.hex & 1

    def prompt(self, state: Post, frame: Motion.Frame, way: Way) -> str:
        return f"Where does {state.game.forces.display_names[frame.unit]} go?"

    def step_cost(self, state: Post, frame: Motion.Frame, way: Way, i: int) -> int:
        return frame.spent + 1

    def finish(self, state: Post, frame: Motion.Frame) -> None:
        state.shift(frame.unit, frame.hex)
        state.moved |= 1 << frame.unit
        names = [state.game.ground.grid.name(i) for i in frame.way]
        state.note_unit(frame.unit, "move", "DR-move", f"goes {'-'.join(names)} for {frame.spent}")

    def refuse(self, state: Post, frame: Motion.Frame, action: Action) -> Reason | None:
        return Reason("DR-move", f"{action} is out of reach.")


class Combat(SidePhase[Post]):
    class Frame(NamedTuple):
        step: str

    frame = Frame

    def ask(self, state: Post) -> Decision | None:
        grid, own, enemy = state.game.ground.grid, state.held[self.side], state.held[1 - self.side]
        targets = grid.around(own) & enemy if not state.fought else 0
        if not targets:
            self._over(state)
            return None
        options = Options(Masked(state.game.target, targets), (DONE,))
        return Decision(SIDES[self.side], self.name, Kind.TARGET, "Whom?", "DR-attack", options)

    def take(self, state: Post, action: Action, decision: Decision) -> None:
        if action == DONE:
            self._over(state)
            return
        grid = state.game.ground.grid
        i = grid.index(action.thing)
        attacker = next(
            u for u in bits(state.game.forces.of[self.side]) if state.at[u] >= 0 and grid.distance(state.at[u], i) == 1
        )
        target = next(u for u in bits(state.game.forces.of[1 - self.side]) if state.at[u] == i)
        state.fought |= 1 << attacker
        state.push("support", Clash(self.side, attacker, target))

    def _over(self, state: Post) -> None:
        state.fought = 0
        state.put_back()
        if state.turn == 2:
            state.end(None, "draw", "DR-attack")
            return
        state.turn += 1
        state.set_step("draw")

    def why_not(self, state: Post, action: Action, decision: Decision) -> Reason | None:
        return Reason("DR-attack", f"{action.thing} cannot be attacked.")


class Support(Commit[Post]):
    secret = True

    def __init__(self, name: str, rule: str, defends: bool) -> None:
        self.name, self.rule, self.defends = name, rule, defends

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        return self.Frame(name, revived(clash))

    def side(self, state: Post, clash: Clash) -> int:
        return 1 - clash.side if self.defends else clash.side

    def asked(self, state: Post, clash: Clash) -> bool:
        return state.holding[self.side(state, clash)] > 0

    def candidates(self, state: Post, clash: Clash) -> Part:
        side = self.side(state, clash)
        chosen = state.plan[SIDES[side]]
        if chosen:
            return ()
        return [Action("fire", str(v)) for v, n in zip(state.pool(side).values, state.markers(side), strict=True) if n]

    def prompt(self, state: Post, clash: Clash) -> str:
        return "Add a marker?"

    def add(self, state: Post, clash: Clash, action: Action) -> None:
        state.plan[SIDES[self.side(state, clash)]] = (int(action.thing),)

    def show(self, state: Post, clash: Clash) -> Clash:
        side = self.side(state, clash)
        chosen = state.plan[SIDES[side]]
        if chosen:
            state.play(side, chosen)
            state.learn()
        state.plan[SIDES[side]] = ()
        return clash._replace(cover=chosen) if self.defends else clash._replace(fire=chosen)

    def after(self, state: Post, clash: Clash) -> None:
        state.put(*(("die", clash) if self.defends else ("cover", clash)))

    def why_not(self, state: Post, action: Action, decision: Decision) -> Reason | None:
        return Reason(self.rule, f"{action} cannot be added.")


class Fall(Step[Post]):
    name = "die"
    frame = Commit.Frame

    def revive(self, name: str, clash: Sequence[Any]) -> Commit.Frame:
        return Commit.Frame(name, revived(clash))

    def ask(self, state: Post) -> Chance:
        return Chance(rule="DR-attack", reason="The attack", key=(state.turn, "die"), dice=[Die("die")])

    def roll(self, state: Post, roll: Roll) -> None:
        clash: Clash = state.pop().clash
        if cast(int, roll[0]) + sum(clash.fire) > 4 + sum(clash.cover):
            state.push("way", clash.target, 2, (state.at[clash.target],))


class Back(Retreating[Post]):
    rule, away = "DR-retreat", "DR-away"

    def limits(self, state: Post, unit: int) -> Sequence[Limit]:
        enemy = 1 - state.game.forces.side[unit]
        zone = state.game.ground.grid.around(state.held[enemy])
        return (Limit("DR-enemy", "an enemy is in {}", state.held[enemy]), Limit("DR-attack", "{} is in a zone", zone))

    def friends(self, state: Post, unit: int) -> Limit:
        return Limit("DR-stack", "a friend is in {}", state.held[state.game.forces.side[unit]])

    def arrive(self, state: Post, unit: int, way: tuple[int, ...]) -> None:
        state.shift(unit, way[-1])
        log_way(state, unit, "DR-retreat", way)

    def trapped(self, state: Post, unit: int) -> None:
        state.eliminate(unit, "DR-retreat", "it cannot retreat")


class Drill(Skirmish):
    """The game."""

    name = "drill"
    hides = True
    state_class = Post
    small: tuple[str, ...] = ("0303", "0304")
    large: tuple[str, ...] = ("0303", "0304", "0305")
    pools = (Pool.of([1, 1, 2]), Pool.of([1, 2, 2, 3]))

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        place, step, self.target = over_hexes(self.ground.grid, "place", "step", "target")
        self.steps = {
            one.name: one
            for one in (
                BlueSetUp("blue setup", 1, self.pick, place), Draw(), March("red march", 0),
                Moving("motion", self.go, step), Combat("red combat", 0), Support("support", "DR-support", False),
                Support("cover", "DR-cover", True), Fall(), Back("way", step),
            )
        }  # fmt: skip
        self.verbs = (
            Verb("pick", "piece"), Verb("place", "place"), Verb("go", "place"), Verb("step", "place"), Verb("stop"),
            Verb("target", "place"), Verb("fire", "word", ("1", "2", "3")), Verb("done", role="end", confirm=True),
        )  # fmt: skip

    @cached_property
    def boxes(self) -> Boxes:
        return Boxes(
            (Box("pool", POOL, "waits"), Box("eliminated", GONE, "is lost"), Box("west", OUT, "is out", "red"))
        )

    def set_up(self, scenario: str, options: Mapping[str, str]) -> State:
        state = Post(self, scenario, options)
        for name, where in (("R1", "0102"), ("R2", "0202")):
            state.stand(self.forces.index[name], self.ground.grid.index(where))
        state.turn = 1
        state.set_step("blue setup")
        return state

    def conceal(self, view: State, viewer: str) -> None:
        post = cast(Post, view)
        conceal_hands(post, viewer)
        for who in SIDES:
            if who != viewer:
                post.plan[who] = ()

    def fill(self, state: State, viewer: str, rng: random.Random) -> None:
        fill_hands(cast(Post, state), viewer, rng)

    def invariants(self, state: State) -> Iterator[str]:
        yield from super().invariants(state)
        yield from broken_hands(cast(Post, state))

    screen = Game.screen  # none
    phrase = Game.phrase


def drill(folder: Path) -> Drill:
    """The game, its data written into a folder first."""
    skirmish(folder)
    cases = "".join(f'[[case]]\nid = "DR-{one}"\ntitle = "{one}"\ntext = "A rule."\n' for one in CASES)
    (folder / "rules.toml").write_text(RULES + cases, encoding="utf-8")
    (folder / "board.toml").write_text(board_text(), encoding="utf-8")
    return Drill(folder)
