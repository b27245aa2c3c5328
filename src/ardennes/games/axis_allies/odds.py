"""Exact odds: the tally of an attack and the chances of what it does, without listing thirty dice.

Every die falls by itself, also when hits are thrown again: it misses, or it ends in a box with a known chance. So the
hits in the boxes are multinomial, and what they do to one type follows from a product of short power series.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ardennes.engine import ArdennesError, Battle, Effect, Line, Measure, Odds, Outcome, Strength
from ardennes.engine.battle import Measured
from ardennes.games.axis_allies import dogfight, stacks
from ardennes.games.axis_allies.forces import AIR, AIR_TYPES, PLURAL, TYPES, Three
from ardennes.games.axis_allies.series import Joint, box_chances, hit_boxes, joint, spread_of_type
from ardennes.games.axis_allies.strips import KINDS, SUPPLY, Damage, Strip, lay_out
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.words import number, shot_down

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position

EACH_TRUCK = "each hit on a truck box destroys a truck; two on the same box destroy two"
LISTED = 60_000  # steps of arithmetic: a longer list of results is left out, and measures tell of it


def odds(state: Position, battle: Battle) -> Odds:
    """The odds of a battle of any kind. Raises ArdennesError for a kind that there is not, or an attack on nobody."""
    if battle.kind == "attack":
        return _attack(state, battle, _ground_dice(state, battle))
    if battle.kind == "air attack":
        return _attack(state, battle, _air_dice(state, battle))
    if battle.kind == "anti-aircraft":
        return _fire(state, battle)
    if battle.kind == "dogfight":
        return _dogfight(state, battle)
    raise ArdennesError(
        f"There is no battle “{battle.kind}”; there are attack, air attack, anti-aircraft and dogfight."
    )


# ---- dice ----


def _ground_dice(state: Position, battle: Battle) -> Strength:
    dice = Strength("dice")
    count = Counter(lot.partition("@")[0] for lot in battle.attackers)
    for kind, power in zip(TYPES, state.game.forces.power, strict=True):
        if count[kind]:
            text = f"{number(count[kind], KINDS[TYPES.index(kind)])} with {number(power, 'die')} each"
            dice.add(count[kind] * power, "AA-0.15", text)
    return dice


def _air_dice(state: Position, battle: Battle) -> Strength:
    dice = Strength("dice")
    count = Counter(piece.partition("-")[0] for piece in battle.attackers)
    for kind, power in zip(AIR_TYPES, state.game.forces.air_power, strict=True):
        if count[kind]:
            dice.add(count[kind] * power, "AA-1.3.III", f"{number(count[kind], kind)} with {number(power, 'die')} each")
    return dice


# ---- attacks on ground units ----


def _attack(state: Position, battle: Battle, dice: Strength) -> Odds:
    side, h = SIDES.index(battle.side), state.game.terrain.bit[battle.targets[0]]
    strip = lay_out(state, side, h)
    boxes, n = strip.boxes, dice.value
    if not boxes:
        raise ArdennesError(f"There is nothing to attack in {battle.targets[0]}.")
    laid = "1 box is laid out" if boxes == 1 else f"{boxes} boxes are laid out"
    lines = [*dice.lines, Line("AA-2.4", laid, 0, boxes, "defence")]
    again = boxes > state.game.forces.rethrow_above
    if again:
        lines.append(Line("AA-2.11", "the hits are rolled again and assigned from 1 to 12", boxes, boxes, "die"))
    if strip.tokens > 1:
        lines.append(Line("AA-R.18", "all supply shares one box", strip.tokens, 1, "defence"))
    if strip.trucks > 1:
        lines.append(Line("AA-2.7.c", EACH_TRUCK, strip.trucks, strip.trucks, "defence"))
    chances = box_chances(boxes, again)
    rooms = stacks.rooms(state, 1 - side, h)
    lines += _crowded(strip, rooms)
    measures = _measures(strip, chances, n, (rooms[1], rooms[2], rooms[4]))
    return Odds(
        tally=tuple(lines),
        attack=n,
        defence=boxes,
        column=f"{number(n, 'die')} on {boxes} {'box' if boxes == 1 else 'boxes'}",
        outcomes=_outcomes(strip, chances, n, rooms),
        measures=measures,
        facts={"dice": n, "boxes": boxes, "thrown_again": again},
    )


def _crowded(strip: Strip, rooms: tuple[int, ...]) -> list[Line]:
    """What the hexes around have no room for: of one type, or of all together."""
    found = []
    for kind, room in enumerate((rooms[1], rooms[2], rooms[4])):
        if strip[kind] > room:
            able, rest = (number(room, KINDS[kind]), "others") if room else (f"no {PLURAL[kind]}", "those")
            text = f"{able} can retreat; {rest} with one hit are destroyed"
            found.append(Line("AA-2.7.k", text, strip[kind], room, "defence"))
    units, placed = sum(strip.units), stacks.finding_room(strip.units, rooms)
    if not found and placed < units:
        text = f"{number(placed, 'unit') if placed else 'no unit'} can retreat; others with one hit are destroyed"
        found.append(Line("AA-2.7.k", text, units, placed, "defence"))
    return found


def _groups(strip: Strip) -> list[tuple[int, int, int]]:
    """The boxes of each type present: type, first box, one beyond the last."""
    found, at = [], 0
    for kind in range(5):
        width = strip[kind] if kind != SUPPLY else min(strip.tokens, 1)
        if width:
            found.append((kind, at, at + width))
        at += width
    return found


def _measures(strip: Strip, chances: list[float], n: int, room: Three) -> tuple[Measure, ...]:
    """How many of each type are destroyed and retreat, were it to go first, and whether the hex is left empty."""
    found: list[Measure] = []
    for kind, start, end in _groups(strip):
        spread = spread_of_type(kind, chances[start:end], n, strip.tokens)
        if kind < 3:
            destroyed, back = [0.0] * (end - start + 1), [0.0] * (end - start + 1)
            for (gone, retreats), chance in spread.items():
                trapped = max(0, retreats - room[kind])
                destroyed[gone + trapped] += chance
                back[retreats - trapped] += chance
            found.append(_measure(f"{PLURAL[kind]} destroyed", destroyed, "destroyed"))
            found.append(_measure(f"{PLURAL[kind]} retreating", back, "retreating"))
        else:
            size = end - start if kind != SUPPLY else strip.tokens
            lost = [0.0] * (size + 1)
            for (gone, _), chance in spread.items():
                lost[gone] += chance
            found.append(_measure("supply destroyed" if kind == SUPPLY else "trucks destroyed", lost, "destroyed"))
    combat = sum(strip.units)
    if combat:
        found.append(_chance("combat units gone", hit_boxes(chances[:combat], n)))
    trucks = chances[combat : combat + strip.trucks]
    pools = [(sum(trucks), len(trucks)), (chances[-1], strip.tokens)]
    cleared = hit_boxes(chances[:combat], n, [pool for pool in pools if pool[1]])
    found.append(_chance("hex cleared", cleared, "cleared"))
    return tuple(found)


def _measure(name: str, chances: list[float], kind: Measured = "") -> Measure:
    return Measure(name, sum(at * chance for at, chance in enumerate(chances)), tuple(chances), kind)


def _chance(name: str, chance: float, kind: Measured = "") -> Measure:
    chance = min(max(chance, 0.0), 1.0)
    return Measure(name, chance, (1 - chance, chance), kind)


def _outcomes(strip: Strip, chances: list[float], n: int, rooms: tuple[int, ...]) -> tuple[Outcome, ...]:
    """Every result with its chance, where there are few; the owner is taken to retreat as many units as can go."""
    if not strip.boxes:
        return ()
    results = joint([(kind, chances[a:b]) for kind, a, b in _groups(strip)], n, strip.tokens, LISTED)
    found = []
    units = sum(strip.units)
    crowded = stacks.finding_room(strip.units, rooms) < units
    for result, chance in results.items():
        damage = _damage(result)
        gone, back = sum(damage.destroyed), sum(damage.retreats)
        trapped = back - stacks.finding_room(damage.retreats, rooms) if crowded else 0
        defender = Effect(
            losses=gone + trapped + len(damage.trucks) + damage.tokens,
            steps=gone + trapped,
            retreat=1 if back > trapped else 0,
            eliminated=bool(units) and gone + trapped == units,
        )
        found.append(Outcome(chance, damage.label, Effect(), defender, _trapped(damage, trapped) if trapped else ""))
    return tuple(sorted(found, key=lambda one: -one.probability))


def _trapped(damage: Damage, trapped: int) -> str:
    """A result in words where some of those who would retreat have no room: they are destroyed."""
    if trapped < sum(damage.retreats):
        return f"{damage.label}, {trapped} of them destroyed for lack of room"
    inf, tank, art = (gone + back for gone, back in zip(damage.destroyed, damage.retreats, strict=True))
    return Damage((inf, tank, art), (0, 0, 0), damage.trucks, damage.tokens).label


def _damage(result: Joint) -> Damage:
    destroyed, retreats, trucks, tokens = [0, 0, 0], [0, 0, 0], 0, 0
    for kind, gone, back in result:
        if kind < 3:
            destroyed[kind], retreats[kind] = gone, back
        elif kind == SUPPLY:
            tokens = gone
        else:
            trucks = gone
    three = (destroyed[0], destroyed[1], destroyed[2])
    return Damage(three, (retreats[0], retreats[1], retreats[2]), tuple(range(trucks)), tokens)


# ---- shots at aircraft ----


def _aircraft(pieces: list[str]) -> tuple[int, int]:
    kinds = Counter(piece.partition("-")[0] for piece in pieces)
    return kinds["fighter"], kinds["bomber"]


def _fire(state: Position, battle: Battle) -> Odds:
    """Anti-aircraft fire: one die a type, each air unit that is hit falls."""
    h = state.game.terrain.bit[battle.targets[0]]
    enemy = 1 - SIDES.index(battle.side)
    strip = lay_out(state, enemy, h)
    dice = Strength("dice")
    for kind in range(5):
        if strip[kind]:
            dice.add(1, "AA-1.3.II", f"one die for {KINDS[kind]}")
    named = _aircraft([piece for side, piece in battle.support if side != battle.side])
    aircraft = named if any(named) else state.aircraft(enemy, h)
    shot = dogfight.losses(aircraft, dice.value)
    outcomes = [
        Outcome(chance, shot_down(lost), Effect(), Effect(losses=sum(lost))) for lost, chance in sorted(shot.items())
    ]
    name = SIDES[enemy]
    return Odds(
        tally=tuple(dice.lines),
        attack=dice.value,
        defence=sum(aircraft),
        column=f"{number(dice.value, 'die')} on {number(sum(aircraft), 'air unit')}",
        outcomes=tuple(outcomes),
        measures=_left(name, aircraft, {_minus(aircraft, lost): chance for lost, chance in shot.items()}),
    )


def _minus(aircraft: tuple[int, int], lost: tuple[int, int]) -> tuple[int, int]:
    return aircraft[0] - lost[0], aircraft[1] - lost[1]


def _left(name: str, aircraft: tuple[int, int], ends: dict[tuple[int, int], float]) -> tuple[Measure, ...]:
    """How many fighters and bombers of a side are left."""
    found = []
    for kind in (0, 1):
        if aircraft[kind]:
            chances = [0.0] * (aircraft[kind] + 1)
            for end, chance in ends.items():
                chances[end[kind]] += chance
            found.append(_measure(f"{name} {AIR_TYPES[kind]}s left", chances))
    return tuple(found)


def _dogfight(state: Position, battle: Battle) -> Odds:
    """A dogfight to its end, as a solved chain of rounds."""
    mine = [piece for piece in battle.attackers if piece in AIR]
    theirs = [piece for _, piece in battle.support if piece in AIR]
    axis, allies = (
        (_aircraft(mine), _aircraft(theirs)) if battle.side == "axis" else (_aircraft(theirs), _aircraft(mine))
    )
    ends = dogfight.solve(axis, allies)
    lines = (
        Line("AA-1.3.I.a", "one die for each Axis air unit", 0, sum(axis), "attack"),
        Line("AA-1.3.I.a", "one die for each Allied air unit", 0, sum(allies), "defence"),
    )
    left: list[Measure] = []
    for name, force, at in (("axis", axis, 0), ("allies", allies, 1)):
        spread: dict[tuple[int, int], float] = {}
        for end, chance in ends.items():
            spread[end[at]] = spread.get(end[at], 0.0) + chance
        left += _left(name, force, spread)
    for winner, at in (("the Axis wins", 0), ("the Allies win", 1)):
        left.append(_chance(f"{winner} the air combat", sum(chance for end, chance in ends.items() if any(end[at]))))
    return Odds(lines, sum(axis), sum(allies), f"{sum(axis)} against {sum(allies)}", measures=tuple(left))
