"""The Peiper Alternative (BW-36, a variant): Kampfgruppe Peiper as three battalions that join and split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.counters import GONE, bits
from ardennes.counters.joining import APART, HELD, Assembly
from ardennes.engine import Action, Reason
from ardennes.games.bitter_woods.sequence import EXPLOITATION, MOVEMENT, phase
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.forces import Forces
    from ardennes.games.bitter_woods.state import Position

OPTION = "peiper_alternative"
COMBINE, SEPARATE = Action("combine"), Action("separate")
REGROUP = (COMBINE.verb, SEPARATE.verb)
EVERYBODY = -1  # a mask of all units
MOVES = (phase(0, MOVEMENT), phase(0, EXPLOITATION))


class Battlegroup(NamedTuple):
    """Kampfgruppe Peiper and what it is made of; nothing in it ever changes."""

    whole: int
    parts: int
    grenadiers: int  # a mask of one: without them no battalion has a zone (BW-36.9)
    divisional: int  # the two battalions that together count for their division (BW-36.4)
    attached: int  # a mask of one: it does not belong to the division
    leader: int
    within: int  # how many hexes a battalion keeps to another one (BW-36.1)
    units: int  # the joined unit and the battalions
    members: int  # all of these, and their leader

    @classmethod
    def of(cls, forces: Forces, table: Mapping[str, Any]) -> Battlegroup:
        """The group of the tables."""
        whole, parts, leader = forces.index[table["whole"]], forces.named(table["parts"]), forces.index[table["leader"]]
        units = parts | 1 << whole
        return cls(
            whole, parts, forces.named([table["grenadiers"]]), forces.named(table["divisional"]),
            forces.named([table["attached"]]), leader, table["within"], units, units | 1 << leader,
        )  # fmt: skip

    @property
    def assembly(self) -> Assembly:
        """The joined unit and its parts."""
        return Assembly(self.whole, self.parts)

    def folded(self, units: int) -> int:
        """A set of units in which the three battalions together stand as the one unit, and fewer as none (BW-36.8)."""
        if units & self.parts == self.parts:
            units |= 1 << self.whole
        return units & ~self.parts


def played(state: Position) -> bool:
    """Whether the variant is played."""
    return OPTION in state.optional


def set_up(state: Position) -> None:
    """The three battalions and their leader stand where the joined unit would (BW-36.0)."""
    group = state.game.battlegroup
    start = state.game.ground.grid.index(state.game.forces.units[group.whole].start)
    if state.at[group.whole] >= 0:
        state.lift(group.whole)
    state.at[group.whole] = APART
    for unit in bits(group.parts | 1 << group.leader):
        state.stand(unit, start)


def suppose(state: Position, unit: int) -> None:
    """A supposition is about to set a unit somewhere: a held part is split off first, a split unit joined."""
    group = state.game.battlegroup
    if state.at[unit] == HELD:
        for part in bits(group.parts):
            state.at[part] = state.at[group.whole]
        state.at[group.whole] = APART
    elif state.at[unit] == APART:
        for part in bits(group.parts):
            state.at[part] = HELD


# ---- joining and splitting (BW-36.11) ----


def offers(state: Position, among: int = EVERYBODY) -> tuple[Action, ...]:
    """Joining or splitting, whichever is possible now; the units that it concerns must be among some units."""
    if not played(state):
        return ()
    group = state.game.battlegroup
    if state.at[group.whole] >= 0:
        action = SEPARATE
    elif state.gathered(state.game.assemblies[0]) >= 0:
        action = COMBINE
    else:
        return ()
    return () if why_not(state, action, among) else (action,)


def why_not(state: Position, action: Action, among: int = EVERYBODY) -> Reason | None:
    """Why the battalions do not join, or the group does not split; None if it may."""
    if not played(state):
        return Reason("BW-36.0", "Kampfgruppe Peiper may join and split only with the Peiper Alternative.")
    group, joins = state.game.battlegroup, action == COMBINE
    return next(_bars(state, group.parts if joins else 1 << group.whole, among, joins=joins), None)


def _bars(state: Position, units: int, among: int, *, joins: bool) -> Iterator[Reason]:
    """Why units do not join or split, in the order in which a player would be told."""
    group, called = state.game.battlegroup, state.game.forces.called
    rule = "BW-36.11" if joins else "BW-36.11.split"
    weak = sum(1 << unit for unit in bits(units) if state.reduced >> unit & 1 or state.at[unit] == GONE)
    if weak and joins:
        yield Reason("BW-36.12", f"{called(weak)} has had losses, so the battalions can no longer join.")
    if joins and state.gathered(group.assembly) < 0:
        yield Reason(rule, "The three battalions may join only when all of them are in one hex.")
    if not joins and state.at[group.whole] < 0:
        yield Reason(rule, "Kampfgruppe Peiper is not on the map as one unit.")
    if weak:
        yield Reason(rule, "Kampfgruppe Peiper may split into its battalions only at full strength.")
    if units & ~among:
        yield Reason(rule, "This combat result no longer concerns all of them.")
    if units & state.busy:
        yield Reason("BW-R.108", "A unit that is building or repairing this turn may not join or split.")
    waiting = units & state.reserve
    if waiting and waiting != units and state.phase != phase(0, EXPLOITATION):
        yield Reason("BW-R.108", "Some of the battalions are in reserve and the others are not.")
    if state.regrouped:
        yield Reason("BW-R.109", "The group has just joined or split; undo that, or move first.")


def regroup(state: Position, action: Action) -> None:
    """The battalions become one unit, or the unit becomes its battalions."""
    group = state.game.battlegroup
    where = state.game.ground.grid.name(state.gathered(group.assembly) if action == COMBINE else state.at[group.whole])
    if action == COMBINE:
        text = cited(f"The battalions of Kampfgruppe Peiper join in {where}", "BW-R.109")
        state.note("effect", "BW-36.11", text, side="german", at=where)
        _combine(state, group)
    else:
        text = cited(f"Kampfgruppe Peiper splits into its battalions in {where}", "BW-R.109")
        state.note("effect", "BW-36.11.split", text, side="german", at=where)
        _separate(state, group)
    state.regrouped = True


def _combine(state: Position, group: Battlegroup) -> None:
    parts, whole = group.parts, 1 << group.whole
    least = min(left(state, unit) for unit in bits(parts))
    moves = bool(parts & state.moved) or any(unit in state.spent for unit in bits(parts))
    shared = {name: getattr(state, name) & parts == parts for name in ("reserve", "released", "unbound")}
    some_poised = state.top.poised & parts if state.phase == MOVES[1] and moving(state) else 0
    state.join(group.assembly)
    for name, all_of_them in shared.items():
        setattr(state, name, getattr(state, name) & ~whole | (whole if all_of_them else 0))
    if some_poised and some_poised != parts:
        state.amend(poised=state.top.poised & ~whole)
    for unit in bits(parts):
        state.spent.pop(unit, None)
    if moves and moving(state):
        _go_on(state, group.whole, least)
        _tell(state, group.whole, least)


def _separate(state: Position, group: Battlegroup) -> None:
    rest, moved = left(state, group.whole), state.moved >> group.whole & 1 or group.whole in state.spent
    state.split(group.assembly)
    state.spent.pop(group.whole, None)
    if moved and moving(state):
        for unit in bits(group.parts):
            _go_on(state, unit, rest)
        _tell(state, group.whole, rest)


def moving(state: Position) -> bool:
    """Whether units move now: not in the attack after the exploitation moves, which falls into that phase."""
    return state.phase in MOVES and state.top.step == state.phase


def _go_on(state: Position, unit: int, points: int) -> None:
    """A unit that has just joined or split has so many points left and may go on with them (BW-36.11.points)."""
    state.spent[unit] = allowance(state, unit) - points
    state.moved = state.moved & ~(1 << unit) if points > 0 else state.moved | 1 << unit


def _tell(state: Position, unit: int, points: int) -> None:
    from ardennes.counters.journeys import points as words

    text = f"continues with {words(points, state.game.ground.point)} movement points, the fewest any of them had left"
    if not points:
        text = "may move no farther: some unit of the group has no movement points left"
    state.note_unit(unit, "effect", "BW-36.11.points", text)


# ---- movement points (BW-36.11.points) ----


def allowance(state: Position, unit: int) -> int:
    """What a unit may spend in a move, in twelfths."""
    from ardennes.games.bitter_woods.movement import allowance as whole

    return whole(state, unit)


def left(state: Position, unit: int) -> int:
    """The points that a unit has left in this phase."""
    if state.moved >> unit & 1 and unit not in state.spent:
        return 0
    return max(0, allowance(state, unit) - state.spent.get(unit, 0))


def resumed(state: Position) -> int:
    """The units that go on after they have joined or split."""
    return sum(1 << unit for unit in state.spent if not state.moved >> unit & 1) if state.spent else 0


def spend(state: Position, unit: int, points: int) -> None:
    """A unit has ended its move, with so many points spent; a unit that had to stop has none left (BW-7.4)."""
    if played(state) and state.game.battlegroup.units >> unit & 1:
        state.spent[unit] = min(points, allowance(state, unit))


def spend_all(state: Position, unit: int) -> None:
    """The move of a unit is over by a die or by an enemy zone."""
    spend(state, unit, allowance(state, unit))


def presses(state: Position) -> bool:
    """Whether somebody who has moved could go on if the group joined or split now."""
    if not offers(state):
        return False
    group = state.game.battlegroup
    units = [unit for unit in bits(group.units) if state.at[unit] >= 0]
    released = state.released if state.phase == phase(0, EXPLOITATION) else EVERYBODY
    able = [left(state, unit) if released >> unit & 1 else 0 for unit in units]
    return any(unit in state.spent for unit in units) and min(able) > 0


# ---- thirds of a unit (BW-36.8, BW-R.111) ----


def log_exit(state: Position, unit: int) -> None:
    """A battalion has left the map: say how many of them have, and that they count together."""
    group = state.game.battlegroup
    if group.parts >> unit & 1:
        count = (state.counted & group.parts).bit_count()
        text = f"counts as a third of a unit off the map; {count} of 3 have left in supply"
        state.note_unit(unit, "exit", "BW-36.8", text)


def log_thirds(state: Position, units: int) -> None:
    """Victory is judged with battalions among some units: say that they count as thirds of one unit."""
    if parts := units & state.game.battlegroup.parts:
        text = f"{state.game.forces.called(parts)} count as thirds of a unit: all three are one"
        state.note("score", "BW-R.111", text, side="german")


# ---- the leader (BW-36.0.lead) ----


def led(state: Position, leader: int, units: int) -> int:
    """Those of some units that a leader may lead by their formation: Peiper leads his own group only (BW-36.0.lead)."""
    group = state.game.battlegroup
    return units & group.units if leader == group.leader else units


def with_his_men(state: Position) -> bool:
    """Whether Peiper is in a hex with a unit of his group (BW-36.0.lead.loss)."""
    group = state.game.battlegroup
    at = state.at[group.leader]
    return at >= 0 and bool(state.stack(at) & group.units)


def needs_a_leader(state: Position) -> int:
    """The units that would leave their reserve without a leader but for this variant (BW-36.0.lead.reserve)."""
    return state.game.battlegroup.units if played(state) else 0


def show_face(state: Position) -> None:
    """After the atrocities the other counter of the leader is used for the rest of the game (BW-36.0.lead.face)."""
    leader = state.game.battlegroup.leader
    if played(state) and not state.mugshot and state.at[leader] >= 0:
        state.mugshot = True
        text = "is replaced by his other counter for the rest of the game"
        state.note_unit(leader, "effect", "BW-36.0.lead.face", text)
