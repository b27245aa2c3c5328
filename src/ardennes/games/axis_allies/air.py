"""Phase 1: placing air units, and the air combat of one hex after the other (1.2 to 1.4)."""

from __future__ import annotations

from typing import NamedTuple, cast

from ardennes.engine import Action, Chance, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.axis_allies import sequence
from ardennes.games.axis_allies.forces import AIR, AIR_TYPES
from ardennes.games.axis_allies.state import Position, Two
from ardennes.games.axis_allies.strips import KINDS, box_of, hits_in, lay_out, thrown_again
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES
from ardennes.games.axis_allies.throw import AIR_ATTACK, hit_count
from ardennes.games.axis_allies.words import does, listed, shot_down


def in_hand(state: Position, side: int) -> Two:
    """Fighters and bombers that a side has still to place; losses of earlier turns do not count."""
    have = state.game.forces.air
    fighters, bombers = have[2 * side], have[2 * side + 1]
    for at, n in state.air.items():
        if at >> 1 & 1 == side:
            if at & 1:
                bombers -= n
            else:
                fighters -= n
    return fighters, bombers


class AirPlacing(Step[Position]):
    """A side places its air units, then the other."""

    class Frame(NamedTuple):
        """Who places first, and who places now."""

        step: str
        first: int
        side: int

    name = "air placing"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which air unit comes next; when all are placed, the other side or the combat."""
        now: AirPlacing.Frame = state.top
        fighters, bombers = in_hand(state, now.side)
        if not fighters and not bombers:
            if now.side == now.first:
                state.amend(side=1 - now.side)
            else:
                state.put("air combat", now.first, hexes_with_aircraft(state))
            return None
        handles = state.game.handles
        kinds = (1 if fighters else 0) | (2 if bombers else 0)
        options = Options(Masked(handles.pick, kinds << handles.pick_air + 2 * now.side))
        prompt = f"Choose the air unit to place next; {fighters + bombers} left"
        return Decision(SIDES[now.side], self.name, Kind.PICK, prompt, "AA-1.2", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The air unit is in hand."""
        now: AirPlacing.Frame = state.top
        state.push("aircraft", now.side, AIR.index(action.thing) & 1)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only own air units, and all of them."""
        if action.verb == "done":
            return Reason("AA-R.5", "All air units must be placed; none may be held back.")
        if action.verb == "pick":
            others = action.thing in AIR
            return Reason("AA-1.2", "The other side places now." if others else "Only air units are placed now.")
        return None


class Aircraft(Step[Position]):
    """The hex for an air unit: any full hex."""

    class Frame(NamedTuple):
        """The air unit in hand."""

        step: str
        side: int
        kind: int  # fighter or bomber

    name = "aircraft"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Any full hex of the board."""
        now: Aircraft.Frame = state.top
        options = Options(Masked(state.game.handles.place, state.game.terrain.all))
        prompt = f"Choose the hex that the {AIR_TYPES[now.kind]} flies to"
        return Decision(SIDES[now.side], self.name, Kind.PLACE, prompt, "AA-0.20", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The air unit is over the hex."""
        placed: Aircraft.Frame = state.pop()
        side, kind = placed.side, placed.kind
        at = 4 * state.game.terrain.bit[action.thing] + 2 * side + kind
        state.air[at] = state.air.get(at, 0) + 1
        if state.heard:
            text = f"{does(side, 'place')} a {AIR_TYPES[kind]} over {action.thing}"
            state.note("air", "AA-1.2", text, side=SIDES[side], piece=AIR[2 * side + kind], to=action.thing)


def hexes_with_aircraft(state: Position) -> int:
    """The hexes that have air units over them."""
    mask = 0
    for at, n in state.air.items():
        if n:
            mask |= 1 << (at >> 2)
    return mask


class AirCombat(Step[Position]):
    """The sides name hexes in turn."""

    class Frame(NamedTuple):
        """Who names the next hex, and the hexes not dealt with."""

        step: str
        side: int
        left: int

    name = "air combat"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A hex with air units; the phase ends when none is left."""
        now: AirCombat.Frame = state.top
        if not now.left:
            end_air_combat(state)
            return None
        options = Options(Masked(state.game.handles.resolve, now.left))
        prompt = "Choose the next hex in which to fight the air combat"
        return Decision(SIDES[now.side], self.name, Kind.TARGET, prompt, "AA-1.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The hex is fought over, and the other side names the next."""
        now: AirCombat.Frame = state.top
        h = state.game.terrain.bit[action.thing]
        state.amend(side=1 - now.side, left=now.left & ~(1 << h))
        state.push("dogfight", h)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """A hex must be named, and only one that has air units and was not dealt with."""
        if action.verb in ("done", "pass"):
            return Reason("AA-R.6", "A hex must be chosen as long as any has air units over it.")
        if action.verb != "resolve":
            return None
        there = hexes_with_aircraft(state) >> state.game.terrain.bit[action.thing] & 1
        why = "has already been resolved" if there else "has no air units over it"
        return Reason("AA-1.3", f"{action.thing} {why}.")


def end_air_combat(state: Position) -> None:
    """All air units go back to their off-board areas."""
    state.air = {}
    if state.heard:
        state.note("phase", "AA-1.4", "Air combat is over; all air units return")
    sequence.begin_ground_combat(state)


# ---- dogfight ----


class Dogfight(Step[Position]):
    """A round of a dogfight, both sides' dice in one throw."""

    class Frame(NamedTuple):
        """The hex, and which round it is."""

        step: str
        hex: int
        round: int = 1

    name = "dogfight"
    frame = Frame

    def ask(self, state: Position) -> Chance | None:
        """The dice of both sides; where one side has no air units the ground fires."""
        now: Dogfight.Frame = state.top
        h = now.hex
        forces = (state.aircraft(AXIS, h), state.aircraft(ALLIES, h))
        if not any(forces[AXIS]) or not any(forces[ALLIES]):
            begin_fire(state, h)
            return None
        axis, allies = forces
        dice = (
            *state.game.labelled([AIR_TYPES[0]] * axis[0] + [AIR_TYPES[1]] * axis[1], AXIS),
            *state.game.labelled([AIR_TYPES[0]] * allies[0] + [AIR_TYPES[1]] * allies[1], ALLIES),
        )
        where = state.name_of(h)
        key = (state.turn, self.name, where, now.round)
        return Chance(rule="AA-1.3.I", reason=f"round {now.round} of the dogfight over {where}", key=key, dice=dice)

    def roll(self, state: Position, roll: Roll) -> None:
        """Hits of both sides; those on more than six air units are thrown again."""
        now: Dogfight.Frame = state.top
        h = now.hex
        faces = cast(tuple[int, ...], roll)
        mine = sum(state.aircraft(AXIS, h))
        hit_on = state.game.forces.hit_on
        at_allies = tuple([face for face in faces[:mine] if face <= hit_on])
        at_axis = tuple([face for face in faces[mine:] if face <= hit_on])
        if state.heard:
            text = f"Dogfight over {state.name_of(h)}: Axis {', '.join(map(str, faces[:mine]))}"
            text += f"; Allies {', '.join(map(str, faces[mine:]))}; {hit_on} or less is a hit"
            state.note("roll", "AA-1.3.I.a", text, at=state.name_of(h))
        if at_allies and thrown_again(state, sum(state.aircraft(ALLIES, h))):
            state.put("dogfight again", h, now.round, at_axis, len(at_allies))
        else:
            end_round(state, h, now.round, at_axis, at_allies)


class DogfightAgain(Step[Position]):
    """Axis hits on more than six Allied air units are thrown again.

    The Axis never has more than six air units, so that Allied hits never are.
    """

    class Frame(NamedTuple):
        """The round, and the hits of both sides."""

        step: str
        hex: int
        round: int
        at_axis: tuple[int, ...]  # the Allied dice that hit
        hits: int  # of the Axis, to be thrown again

    name = "dogfight again"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """A die for each Axis hit."""
        now: DogfightAgain.Frame = state.top
        where = state.name_of(now.hex)
        return Chance(
            rule="AA-R.10",
            reason=f"where the Axis hits over {where} fall",
            key=(state.turn, self.name, where, now.round),
            dice=state.game.labelled(["hit"] * now.hits, AXIS),
            side="axis",
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """The round ends with the numbers now thrown."""
        now: DogfightAgain.Frame = state.top
        faces = cast(tuple[int, ...], roll)
        log_second_throw(state, now.hex, AXIS, faces)
        end_round(state, now.hex, now.round, now.at_axis, faces)


def log_second_throw(state: Position, h: int, side: int, faces: tuple[int, ...]) -> None:
    """The log of a side's hits that are thrown again."""
    if state.heard:
        text = f"Against more than six air units the hits are rolled again: {', '.join(map(str, faces))}"
        state.note("roll", "AA-R.10", text, side=SIDES[side], at=state.name_of(h))


def end_round(state: Position, h: int, number: int, at_axis: tuple[int, ...], at_allies: tuple[int, ...]) -> None:
    """Both sides' losses are taken off together, then comes the next round."""
    if state.heard:
        log_boxes(state, AXIS, h, at_axis)
        log_boxes(state, ALLIES, h, at_allies)
    shot = (losses(state.aircraft(AXIS, h), at_axis), losses(state.aircraft(ALLIES, h), at_allies))
    for side in (AXIS, ALLIES):
        shoot_down(state, side, h, shot[side], "AA-1.3.I.a")
    if state.heard and not any(state.aircraft(AXIS, h)) and not any(state.aircraft(ALLIES, h)):
        there = state.name_of(h)
        state.note("air", "AA-R.7", f"Both sides have lost their last air units over {there}", at=there)
    state.put("dogfight", h, number + 1)


def log_boxes(state: Position, side: int, h: int, faces: tuple[int, ...]) -> None:
    """The log of where each hit on a side's air strip goes, fighters laid out first."""
    fighters, bombers = state.aircraft(side, h)
    went = []
    for face in faces:
        box = box_of(face, fighters + bombers)
        unit = f"fighter {box + 1}" if box < fighters else f"bomber {box - fighters + 1}"
        went.append(f"{face} on {unit}")
    if went:
        there = state.name_of(h)
        state.note("roll", "AA-1.3.IV", f"Hits over {there}: {', '.join(went)}", side=SIDES[1 - side], at=there)


def losses(aircraft: Two, hits: tuple[int, ...]) -> Two:
    """Fighters and bombers that fall: each box that is hit once or more, fighters laid out first.

    >>> losses((2, 1), (1, 3, 4))
    (1, 1)
    """
    boxes = sum(aircraft)
    fallen = [box for box, n in enumerate(hits_in(hits, boxes)) if n]
    fighters = sum(box < aircraft[0] for box in fallen)
    return fighters, len(fallen) - fighters


def shoot_down(state: Position, side: int, h: int, lost: Two, rule: str) -> None:
    """Air units that fall go back to their off-board area, and are there again next turn."""
    for kind, n in enumerate(lost):
        if n:
            state.air[4 * h + 2 * side + kind] -= n
    if state.heard and any(lost):
        there = state.name_of(h)
        text = f"{does(side, 'lose')} {listed((lost[0], 'fighter'), (lost[1], 'bomber'))} over {there}"
        state.note("loss", rule, text, side=SIDES[side], at=there)


# ---- anti-aircraft fire and air attack ----


def begin_fire(state: Position, h: int) -> None:
    """The enemy's ground units fire at the air units that are left, one die a type; else the attack comes at once."""
    side = AXIS if any(state.aircraft(AXIS, h)) else ALLIES
    if not any(state.aircraft(side, h)):
        state.pop()
        return
    guns = firing(state, 1 - side, h)
    if guns:
        state.put("anti-aircraft", h, side, guns)
    else:
        if state.heard:
            log_nothing_to_attack(state, side, h)
        state.pop()


def log_nothing_to_attack(state: Position, side: int, h: int) -> None:
    """The log of air units that have no enemy under them, or captured pieces only."""
    there = state.name_of(h)
    if state.pieces_of(1 - side) >> h & 1:
        text = f"Captured trucks and tokens in {there} neither fire nor can be attacked"
        state.note("air", "AA-R.8", text, side=SIDES[side], at=there)
    else:
        text = f"{does(side, 'find')} nothing to attack in {there}"
        state.note("air", "AA-R.9", text, side=SIDES[side], at=there)


def firing(state: Position, side: int, h: int) -> tuple[int, ...]:
    """The types of a side's ground units in a hex that are not captured, in the order of the strips."""
    strip = lay_out(state, 1 - side, h)
    return tuple([kind for kind in range(5) if strip[kind]])


class AntiAircraft(Step[Position]):
    """One die for each type of ground unit."""

    class Frame(NamedTuple):
        """Who fires at whom."""

        step: str
        hex: int
        side: int  # of the air units
        guns: tuple[int, ...]  # the types that fire

    name = "anti-aircraft"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die for each type."""
        now: AntiAircraft.Frame = state.top
        where = state.name_of(now.hex)
        return Chance(
            rule="AA-1.3.II",
            reason=f"anti-aircraft fire over {where}",
            key=(state.turn, self.name, where),
            dice=state.game.labelled([KINDS[kind] for kind in now.guns], 1 - now.side),
            side=SIDES[1 - now.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """Hits; those on more than six air units are thrown again."""
        now: AntiAircraft.Frame = state.top
        h, side = now.hex, now.side
        faces = cast(tuple[int, ...], roll)
        hits = tuple([face for face in faces if face <= state.game.forces.hit_on])
        if state.heard:
            text = f"Anti-aircraft fire over {state.name_of(h)}: {', '.join(map(str, faces))}; "
            text += f"{state.game.forces.hit_on} or less is a hit: {hit_count(len(hits))}"
            state.note("roll", "AA-1.3.II", text, side=SIDES[1 - side], at=state.name_of(h))
        if hits and thrown_again(state, sum(state.aircraft(side, h))):
            state.put("anti-aircraft again", h, side, len(hits))
        else:
            begin_air_attack(state, h, side, hits)


class AntiAircraftAgain(Step[Position]):
    """Hits on more than six air units are thrown again."""

    class Frame(NamedTuple):
        """How many hits there are, and on whom."""

        step: str
        hex: int
        side: int  # of the air units
        hits: int

    name = "anti-aircraft again"
    frame = Frame

    def ask(self, state: Position) -> Chance:
        """A die for each hit."""
        now: AntiAircraftAgain.Frame = state.top
        where = state.name_of(now.hex)
        return Chance(
            rule="AA-R.10",
            reason=f"where the anti-aircraft hits over {where} fall",
            key=(state.turn, self.name, where),
            dice=state.game.labelled(["hit"] * now.hits, 1 - now.side),
            side=SIDES[1 - now.side],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """The fire ends with the numbers now thrown."""
        now: AntiAircraftAgain.Frame = state.top
        faces = cast(tuple[int, ...], roll)
        log_second_throw(state, now.hex, 1 - now.side, faces)
        begin_air_attack(state, now.hex, now.side, faces)


def begin_air_attack(state: Position, h: int, side: int, hits: tuple[int, ...]) -> None:
    """What the fire hits falls; all air units that are left attack the ground units."""
    lost = losses(state.aircraft(side, h), hits)
    label = shot_down(lost)
    if state.heard:
        log_boxes(state, side, h, hits)
        twice = len(hits) - sum(lost)
        text = f"Over {state.name_of(h)}: {label}" + (f"; {hit_count(twice)} on air units already hit" if twice else "")
        state.note("result", "AA-1.3.II", text, side=SIDES[1 - side], label=label)
    shoot_down(state, side, h, lost, "AA-1.3.II")
    left = state.aircraft(side, h)
    if any(left):
        state.put("throw", AIR_ATTACK, side, h, h, (*left, 0))
    else:
        state.pop()
