"""A table to test at: a position drawn in a few lines, a record to drive it, and short questions about what is.

    axis   I7  inf 1 tank 2 art 1 supply 1
    allies I6  inf 2 tank 1 supply 1
    truck-al1  I6 loaded supply 2
    7Armd      tank 1

A line is a side with a hex and what it has there, a truck with its place, or a formation with what is left of it. The
engine answers a question with one answer by itself; `try_` and the helpers below give an answer only where it is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import pytest

import ardennes
from ardennes.engine import Battle, Chance, Event, Game, Measure, Odds, Record, Refused, State
from tests.games.axis_allies import ground

SIDES = ("axis", "allies")
COMBAT = ("inf", "tank", "art")


@cache
def game() -> Game:
    """Axis & Allies, read once."""
    return ardennes.game("axis-allies")


def other(side: str) -> str:
    """The enemy of a side."""
    return SIDES[side == "axis"]


def drawn(drawing: str) -> dict[str, str]:
    """The pieces of a drawing as a position file has them."""
    pieces: dict[str, str] = {}
    for line in drawing.strip().splitlines():
        words = line.split("#")[0].split()
        if words:
            named = 2 if words[0] in SIDES else 1
            name = " ".join(words[:named])
            assert name not in pieces, f"{name} is drawn twice"
            pieces[name] = " ".join(words[named:])
    return pieces


def toml(step: str, drawing: str, *, turn: int, markers: Mapping[str, Any], tracks: Mapping[str, int]) -> str:
    """A position file."""
    lines = [
        'game = "axis-allies"',
        'scenario = "watch-on-the-rhine"',
        f"turn = {turn}",
        f'step = "{step}"',
        "[pieces]",
    ]
    lines += [f'"{name}" = "{value}"' for name, value in drawn(drawing).items()]
    lines += ["[markers]", *(f"{name} = {_toml(value)}" for name, value in markers.items())]
    lines += ["[tracks]", *(f'"{name}" = {value}' for name, value in tracks.items())]
    return "\n".join(lines) + "\n"


def _toml(value: str | Collection[str]) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return "[" + ", ".join(f'"{one}"' for one in sorted(value)) + "]"


def at(
    step: str,
    drawing: str,
    *,
    turn: int = 3,
    axis: Collection[str] | None = None,
    gained: Collection[str] = (),
    lost: Collection[str] = (),
    supply: Mapping[str, int] | None = None,
    **markers: str | Collection[str],
) -> Table:
    """A table at the start of a step.

    `axis` is what the Axis controls (the starting line otherwise), `gained` and `lost` what it has more or less;
    `supply` the tokens off the board.
    """
    control = (set(ground.AXIS_SIDE if axis is None else axis) | set(gained)) - set(lost)
    tracks = {f"{side} supply": n for side, n in (supply or {}).items()}
    text = toml(step, drawing, turn=turn, markers={"axis": control, **markers}, tracks=tracks)
    return Table(Record.from_position(game(), text))


def start(**options: str | bool) -> Table:
    """A table with a new game."""
    return Table(Record.start(game(), "watch-on-the-rhine", **options))


class Table:
    """A record and questions about it."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def state(self) -> State:
        """The position now."""
        return self.record.state

    @property
    def raw(self) -> Any:
        """The state with the fields that only this game has."""
        return self.record.state

    def fork(self) -> Table:
        """The same moment, to try something on."""
        return Table(Record(self.state.copy()))

    # ---- playing ----

    def do(self, *lines: str) -> Table:
        """Carry out actions, and rolls written as `roll 3 5`."""
        for line in lines:
            if line.startswith("roll "):
                self.record.roll([int(word) for word in line.split()[1:]])
            else:
                self.record.apply(line)
        return self

    def offers(self, verb: str) -> set[str]:
        """What a verb may take now; empty if dice are due or the game is over."""
        if self.state.over or self.state.chance is not None:
            return set()
        return {action.thing for action in self.state.decision.options if action.verb == verb}

    def may(self, verb: str) -> bool:
        """Whether an action with this verb is offered."""
        return bool(self.offers(verb))

    def try_(self, *lines: str) -> Table:
        """Carry out those of the actions that are offered when their turn comes: the engine may have taken the rest."""
        for line in lines:
            verb, _, thing = line.partition(" ")
            if thing in self.offers(verb):
                self.do(line)
        return self

    def throw(self, *, axis: Sequence[int] = (), allies: Sequence[int] = ()) -> Table:
        """Supply dice that are labelled by side. Raises AssertionError if not just so many are due."""
        chance = self.due()
        hands = {"axis": list(axis), "allies": list(allies)}
        faces = []
        for die in chance.dice:
            hand = hands["axis" if die.label.startswith("axis") else "allies"]
            assert hand, f"more dice are due: {[die.label for die in chance.dice]}"
            faces.append(hand.pop(0))
        assert not hands["axis"] + hands["allies"], f"fewer dice are due: {[die.label for die in chance.dice]}"
        self.record.roll(faces)
        return self

    def due(self) -> Chance:
        """The throw that is due."""
        assert self.state.chance is not None, f"no dice are due: {self.state!r}"
        return self.state.chance

    def dice(self) -> int:
        """How many dice are due."""
        return len(self.due().dice)

    def asked(self) -> tuple[str, str]:
        """Who is asked, and in which step."""
        return self.state.decision.side, self.state.decision.step

    def rule(self) -> str:
        """The rule under which somebody is asked, or dice are thrown."""
        return self.state.decision.rule if self.state.chance is None else self.state.chance.rule

    def until(self, *steps: str) -> Table:
        """Decline whatever is asked, and throw misses, until a step asks or throws. Raises AssertionError."""
        for _ in range(2000):
            if self.state.over or self.step() in steps:
                return self
            if self.state.chance is not None:
                face = 1 if self.step().startswith("dogfight") else 12  # a dogfight without hits has no end
                self.record.roll([min(face, 11), *[face] * (self.dice() - 1)])
            else:
                quiet = [verb for verb in ("pass", "done", "stop") if self.may(verb)]
                self.do(quiet[0] if quiet else str(self.state.decision.options[0]))
        raise AssertionError(f"the game never came to {', '.join(steps)}")

    def step(self) -> str:
        """The step that asks or throws."""
        if self.state.over:
            return "over"
        return cast(str, self.state.top.step) if self.state.chance is not None else self.state.decision.step

    # ---- refusals ----

    def forbids(self, line: str) -> str:
        """The rule that refuses an action now. Raises AssertionError if none does."""
        reason = self.state.why_not(line)
        assert reason is not None, f"“{line}” is legal"
        with pytest.raises(Refused) as refused:
            self.state.copy().apply(line)
        assert refused.value.rule == reason.rule
        return reason.rule

    def why(self, line: str) -> str:
        """What a refused action is answered with. Raises AssertionError if it is legal."""
        reason = self.state.why_not(line)
        assert reason is not None, f"“{line}” is legal"
        return reason.text

    def refusal(self, line: str) -> tuple[str, str]:
        """The rule and the sentence that answer an action which names no piece or place of the game."""
        reason = self.state.why_not(line)
        assert reason is not None, f"“{line}” is legal"
        return reason.rule, reason.text

    # ---- ground combat ----

    def declare(self, hex_: str, *targets: str, pay: Iterable[str] = (), hold: Iterable[str] = ()) -> Table:
        """Choose the attacking hex and its targets, pay, and hold units back; stops before the dice."""
        sources = list(pay)
        self.do(f"attack {hex_}")
        for target in targets:
            self.try_(f"target {target}")
            if self.may("pay"):
                self.do(f"pay {sources.pop(0)}" if sources else f"pay {min(self.offers('pay'))}")
        if self.step() == "targets":
            self.do("done")
        return self.do(*(f"hold {kind}" for kind in hold))

    def attack(self, hex_: str, target: str, dice: str, **how: Iterable[str]) -> Table:
        """Attack one hex and throw."""
        self.declare(hex_, target, **how).try_("fight")
        return self.do(f"roll {dice}")

    def split(self, hex_: str, sent: Mapping[str, str], *, pay: Iterable[str] = ()) -> Table:
        """Attack several hexes, each with the units named (`"inf tank tank"`), up to the first dice."""
        self.declare(hex_, *sent, pay=pay)
        for number, units in enumerate(sent.values(), 1):
            self.try_(*(f"send {kind}" for kind in units.split()))
            self.try_("fight" if number == len(sent) else "done")
        return self

    # ---- movement ----

    def pay_for(self, *hexes: str, blitz: Collection[str] = ()) -> Table:
        """Activate hexes, some with a blitz, and end the payment."""
        for hex_ in hexes:
            self.do(f"activate {hex_}").try_(f"pay {hex_}").try_(*(f"pay {s}" for s in sorted(self.offers("pay"))[:1]))
            if hex_ in blitz:
                self.do(f"blitz {hex_}").try_(f"pay {hex_}").try_(*(f"pay {s}" for s in sorted(self.offers("pay"))[:1]))
        if self.step().endswith("movement"):
            self.do("done")
        return self

    def reach(self, piece: str, verb: str = "go") -> set[str]:
        """Where a piece may go when it is picked up now."""
        moved = self.fork()
        if piece in moved.offers("pick"):
            moved.do(f"pick {piece}")
        return moved.offers(verb)

    def bars(self, piece: str, line: str) -> str:
        """The rule that refuses an action of a piece that is picked up."""
        moved = self.fork()
        moved.do(f"pick {piece}")
        return moved.forbids(line)

    # ---- what is ----

    def force(self, side: str, hex_: str) -> str:
        """What a side has in a hex: `inf 2 tank 1 truck 1 supply 3`; "" for nothing."""
        state, h = self.raw, self.raw.game.terrain.bit[hex_]
        found = dict.fromkeys(COMBAT, 0)
        if state.held[SIDES.index(side)] >> h & 1:
            found = dict(zip(COMBAT, state.stack(h), strict=True))
        found["truck"] = len(self.trucks(side, hex_))
        found["supply"] = state.supply_at(SIDES.index(side), h)
        return " ".join(f"{kind} {n}" for kind, n in found.items() if n)

    def forces(self, side: str) -> dict[str, str]:
        """All that a side has on the board, by hex."""
        return {hex_: found for hex_ in ground.HEXES if (found := self.force(side, hex_))}

    def trucks(self, side: str, place: str) -> set[str]:
        """The names of a side's trucks in a hex, or `off` the board."""
        raw = self.raw
        return {
            truck.name
            for truck, at, owner in zip(raw.game.forces.trucks, raw.trucks, raw.owners, strict=True)
            if SIDES[owner] == side and self._place(at) == place
        }

    def truck(self, name: str) -> str:
        """Where a truck is: a hex, `off` or `dead`."""
        return self._place(self.raw.trucks[self.raw.game.forces.truck_number[name]])

    def _place(self, at: int) -> str:
        return cast(str, self.raw.name_of(at)) if at >= 0 else {-1: "off", -2: "dead"}.get(at, "hand")

    def cargo(self, name: str) -> str:
        """What a truck carries: `inf 1 art 1 supply 4`; "" for nothing."""
        load = self.raw.load_of(self.raw.game.forces.truck_number[name])
        return " ".join(f"{kind} {n}" for kind, n in zip(("inf", "art", "supply"), load, strict=True) if n)

    def chart(self, formation: str) -> str:
        """What is left of a formation on its chart."""
        forces, charts = self.raw.game.forces, self.raw.charts
        left = [charts[kind * len(forces.formations) + forces.number[formation]] for kind in range(3)]
        return " ".join(f"{kind} {n}" for kind, n in zip(COMBAT, left, strict=True) if n)

    def depot(self, side: str) -> int:
        """A side's supply tokens off the board."""
        return cast(int, self.raw.depot[SIDES.index(side)])

    def points(self) -> int:
        """Where the victory marker stands."""
        return cast(int, self.raw.vp)

    def air(self, side: str, hex_: str) -> str:
        """A side's air units over a hex: `fighter 2 bomber 1`; "" for none."""
        found = self.raw.aircraft(SIDES.index(side), self.raw.game.terrain.bit[hex_])
        return " ".join(f"{kind} {n}" for kind, n in zip(("fighter", "bomber"), found, strict=True) if n)

    def axis_ground(self) -> frozenset[str]:
        """The hexes that the Axis controls."""
        return frozenset(hex_ for hex_ in ground.HEXES if self.state.control(hex_) == "axis")

    def events(self, kind: str = "", rule: str = "") -> list[Event]:
        """What has happened, of one kind or by one rule."""
        return [e for e in self.record.events if kind in ("", e.kind) and rule in ("", e.rule)]

    def told(self, rule: str) -> list[str]:
        """What the log says under a rule."""
        return [event.text for event in self.events(rule=rule)]

    def here_now(self, side: str) -> dict[str, str]:
        """The rules that act just now, as a side is shown them."""
        return {one.rule: one.text for one in self.state.game.screen(self.state.view(side)).here_now}

    # ---- odds ----

    def odds(self, side: str, target: str, units: str) -> Odds:
        """The arithmetic of a ground attack by units like `inf@I7 tank@I7 tank@I7`."""
        return self.state.odds(Battle("attack", side, (target,), tuple(units.split())))

    def odds_now(self) -> Odds:
        """The arithmetic of the battle that is being declared or thrown for."""
        battle = self.state.battle()
        assert battle is not None, f"nobody fights: {self.state!r}"
        return self.state.odds(battle)


def measure(odds: Odds, name: str) -> Measure:
    """A figure of the odds by its name."""
    return next(found for found in odds.measures if found.name == name)


def tallied(odds: Odds) -> dict[str, float]:
    """The rules in the tally of the odds, each with the figure that it leads to last."""
    return {line.rule: line.after for line in odds.tally}
