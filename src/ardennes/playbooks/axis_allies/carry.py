"""Trucks: which go home, what they load, and where they bring it (0.21, 0.22, 3.1, 3.11, 3.12).

Tokens are worth what they let stacks do next turn: each stack near the enemy wants one to attack and one to move.
"""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.engine.options import set_bits
from ardennes.games.axis_allies.forces import ART, INF, SPACES, TANK, TYPES, Three
from ardennes.games.axis_allies.reinforcement import stock, truck_entries, trucks_off_board
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import OFF_BOARD
from ardennes.games.axis_allies.ways import TRUCK, ways_of
from ardennes.playbooks import Scored, by_score, in_order
from ardennes.playbooks.axis_allies.picture import TOKEN, Picture

DONE, STOP = Action("done"), Action("stop")
FILLED = (0.6, 0.42, 0.24)  # of a stack's weight, for its first, second and third token
FRONT = ((1.0, 3), (0.7, 2), (0.35, 1))  # weight, and tokens wanted: beside the enemy, one hex off, farther
SMALL = 0.15  # the weight of a stack without dice
FULL = 10  # dice that give a stack its full weight
ALONE = 0.3  # against a truck where the enemy can take it
WANTED = 0.1  # a token that brings less may as well come with another truck
SPARE = 0.01  # for a token that nobody wants yet
OPEN = 0.2  # of tokens on the enemy's side of the line
FREE = 0.12  # for a truck that ends outside enemy zones
LEAST = 0.08  # for less a truck stays where it is
NO_ROOM = -9.0
DETOUR = 0.02  # what it must bring to fetch tokens elsewhere
RIDE = 0.1  # a unit rides only if it gains that much more than on foot


class Depots:
    """Who wants tokens, and what lies about unused."""

    def __init__(self, state: Position, picture: Picture) -> None:
        self.state, self.picture = state, picture
        self.side, self.terrain = picture.side, picture.terrain
        self.left = {h: state.supply_at(self.side, h) for h in self.terrain.grid.bits(state.stores[self.side])}
        self.lacks: dict[int, list[float]] = {}
        for number, at in enumerate(state.trucks):
            if at >= 0 and state.owners[number] == self.side and number != picture.driving:
                self.left[at] = self.left.get(at, 0) + state.cargo[3 * number + 2]
        self.own = self.terrain.grid.mask(h for h in range(self.terrain.size) if picture.count[h])
        self._serve()

    def _wants(self, h: int) -> list[float]:
        """What each further token is worth to the stack of a hex."""
        picture, bit = self.picture, 1 << h
        dice = sum(picture.kinds[kind][h] * picture.power[kind] for kind in range(3))
        off = 0 if picture.near_enemy & bit else 1 if self.terrain.around(picture.near_enemy) & bit else 2
        weight, most = FRONT[off]
        weight *= min(1.0, SMALL + dice / FULL)
        if picture.kinds[TANK][h] < 2:
            most = min(most, 2)  # no blitz worth paying for
        return [weight * part for part in FILLED[:most]]

    def _serve(self) -> None:
        """Tokens on the board serve the stacks that want them most; the rest of the wants is what they lack."""
        wants = sorted(
            ((want, h, at) for h in self.terrain.grid.bits(self.own) for at, want in enumerate(self._wants(h))),
            key=lambda one: (-one[0], one[1], one[2]),
        )
        self.lacks = {}
        for want, h, _ in wants:
            source = next((s for s in (h, *self.terrain.grid.bits(self.terrain.near[h])) if self.left.get(s)), -1)
            if source >= 0:
                self.left[source] -= 1
            else:
                self.lacks.setdefault(h, []).append(want)

    def brings(self, h: int, tokens: int) -> float:
        """What it is worth to put so many tokens down in a hex."""
        wants = list(self.lacks.get(h, ()))
        for x in self.terrain.grid.bits(self.terrain.near[h] & self.own):
            wants += self.lacks.get(x, ())
        wants.sort(reverse=True)
        found = sum(wants[:tokens]) + SPARE * max(0, tokens - len(wants)) * (1 + self.picture.draw.at(INF, h))
        if self.own >> h & 1:
            return found
        if self.picture.hostile >> h & 1:
            found *= OPEN
        return found * (1 - self.picture.threat(h)) - TOKEN * tokens * self.picture.threat(h)


class Haul:
    """Where a truck's load does most."""

    def __init__(self, state: Position, picture: Picture) -> None:
        self.state, self.picture = state, picture
        self.side, self.terrain = picture.side, picture.terrain
        self.ways = ways_of(state, picture.side)
        self.depots = Depots(state, picture)

    def drop(self, h: int, load: Three) -> float:
        """What it is worth to end with a load in a hex."""
        inf, art, tokens = load
        picture = self.picture
        found = self.depots.brings(h, tokens) if tokens else 0.0
        if inf + art and not self._room(h, inf, art):
            return NO_ROOM
        for kind in (INF,) * inf + (ART,) * art:
            found += picture.worth(kind, h)
            picture.add(kind, h)
        picture.add(INF, h, -inf)
        picture.add(ART, h, -art)
        if not self.ways.zone >> h & 1:
            found += FREE
        if picture.enemy_reach >> h & 1 and not picture.count[h] and not inf + art:
            found -= ALONE
        return found

    def _room(self, h: int, inf: int, art: int) -> bool:
        """Whether passengers may be put down in a hex."""
        picture = self.picture
        some = picture.kinds[INF][h] + inf <= picture.limits[INF] and picture.kinds[ART][h] + art <= picture.limits[ART]
        return some and picture.count[h] + picture.extra[h] + inf + art < picture.most

    def best_drop(self, hexes: int, load: Three) -> tuple[float, int]:
        """The best place for a load among some hexes."""
        best, where = float("-inf"), -1
        for h in self.terrain.grid.bits(hexes):
            value = self.drop(h, load)
            if value > best + 1e-9:
                best, where = value, h
        return best, where

    def thirsty(self, h: int, load: Three) -> bool:
        """Whether somebody lacks one more token where a load is brought."""
        tokens = load[2]
        return self.depots.brings(h, tokens + 1) - (self.depots.brings(h, tokens) if tokens else 0.0) > WANTED

    def spare(self, h: int) -> int:
        """Tokens in a hex that no stack there wants."""
        return max(0, self.depots.left.get(h, 0)) if self.state.stores[self.side] >> h & 1 else 0

    def ride(self, kind: int, h: int, load: Three) -> float:
        """What a unit whose movement is paid for gains if it joins a load, against staying or going on foot."""
        picture = self.picture
        reach = self.ways.ends(TRUCK, h)
        picture.add(kind, h, -1)
        afoot = [x for x in self.terrain.grid.bits(self.ways.ends(kind, h)) if picture.room(kind, x)]
        without = max(picture.worth(kind, x) for x in (h, *afoot))
        gain = self.best_drop(reach, _with(load, kind))[0] - self.best_drop(reach, load)[0] - without
        picture.add(kind, h, 1)
        return gain

    def riders(self, h: int, load: Three) -> list[tuple[float, int]]:
        """The types of units in a hex that would gain by a ride, and how much."""
        if sum(load) >= SPACES or not self.ways.ends(TRUCK, h):
            return []
        paid = [kind for kind in (INF, ART) if self.state.able[kind] >> h & 1]
        gains = [(self.ride(kind, h, load), kind) for kind in paid]
        return sorted((one for one in gains if one[0] > RIDE), reverse=True)

    def plan(self, h: int, load: Three) -> tuple[float, int]:
        """What a truck in a hex with a load gains by fetching spare tokens somewhere, and where that is; -1 for none.

        The gain is counted against staying where it is.
        """
        room = SPACES - sum(load)
        reach = self.ways.ends(TRUCK, h) | 1 << h
        stay = self.drop(h, load)
        best = self.best_drop(reach, load)[0] - stay
        where = -1
        stuck = bool(self.ways.zone >> h & 1)
        for p in self.terrain.grid.bits(reach):
            n = min(room, self.spare(p))
            if not n or (p != h and (stuck or self.ways.stops >> p & 1)):
                continue
            more = (load[0], load[1], load[2] + n)
            gain = self.best_drop(self.ways.ends(TRUCK, p) | 1 << p, more)[0] - stay
            if gain > best + (DETOUR if p != h else 0.0):
                best, where = gain, p
        return best, where


# ---- the road home ----


def first(action: Action, options: list[Action]) -> list[Scored]:
    """The options with one of them in front."""
    return in_order([action, *(option for option in options if option != action)] if action in options else options)


def send_home(state: Position) -> list[Scored]:
    """Trucks go home as long as more waits there than the trucks beside the board can carry."""
    side = state.top.side
    formations = state.game.forces.formations
    n = len(formations)
    waits = state.depot[side] + state.game.forces.income[side]
    for number, formation in enumerate(formations):
        if formation.side == side and formation.turn <= state.turn:
            waits += state.charts[number] + state.charts[ART * n + number]
    spaces = SPACES * trucks_off_board(state, side).bit_count()
    options = [option for option in state.decision.options if option != DONE]
    if waits <= spaces:
        return in_order([DONE, *options])
    number_of = state.game.forces.truck_number
    options.sort(key=lambda option: state.supply_at(side, state.trucks[number_of[option.thing]]))
    return in_order([*options, DONE])


# ---- trucks on the board ----


def trucks_to_drive(state: Position, picture: Picture, lorries: list[int]) -> list[Scored]:
    """The trucks that have something to do, the most useful first."""
    haul = Haul(state, picture)
    found = []
    for number in lorries:
        h, load = state.trucks[number], state.load_of(number)
        gain = max([haul.plan(h, load)[0], *(gain for gain, _ in haul.riders(h, load))])
        if gain > LEAST:
            found.append((gain, Action("pick", state.game.forces.trucks[number].name)))
    return by_score(found)


def leave_riders(
    state: Position, picture: Picture, ranked: list[tuple[float, Action]], lorries: list[int]
) -> list[tuple[float, Action]]:
    """Of units that would move on foot, those that no truck beside them takes farther."""
    haul = Haul(state, picture)
    names = state.game.terrain.names
    waiting = set()
    for number in lorries:
        h = state.trucks[number]
        waiting |= {f"{TYPES[kind]}@{names[h]}" for _, kind in haul.riders(h, state.load_of(number))}
    return [(gain, option) for gain, option in ranked if option.thing not in waiting]


def drive(state: Position) -> list[Scored]:
    """Take up who gains by a ride, load what is spare, fetch more elsewhere, or bring the load where it does most."""
    number = state.top.truck
    side, h = state.owners[number], state.trucks[number]
    picture = Picture(state, side, number)
    haul = Haul(state, picture)
    load = state.load_of(number)
    options = list(state.decision.options)
    names = state.game.terrain.names
    for _, kind in haul.riders(h, load):
        return first(Action("load", f"{TYPES[kind]}@{names[h]}"), options)
    take = Action("load", f"supply@{names[h]}")
    fetch = haul.plan(h, load)[1]
    if fetch == h:
        return first(take, options)
    if fetch >= 0:
        return first(Action("step", names[fetch]), options)
    reach = haul.ways.ends(TRUCK, h) | (1 << h if state.top.may_stop else 0)
    where = haul.best_drop(reach, load)[1]
    if where == h and STOP in options:
        return first(STOP, options)
    return first(Action("go", names[where]), options)


# ---- trucks beside the board ----


def lift_wanted(state: Position, picture: Picture) -> bool:
    """Whether waiting units would gain by a ride, and trucks have room for them beside the tokens."""
    haul = Haul(state, picture)
    if _seats(state, picture.side, (0, 0, 0)) <= 0:
        return False
    loads = [state.game.handles.load.actions[at] for at in set_bits(stock(state, picture.side))]
    return bool(_boarding(haul, loads, (0, 0, 0), _all_entries(haul)))


def _seats(state: Position, side: int, load: Three) -> int:
    """Spaces of the trucks beside the board that no token needs; one of these trucks has a load already."""
    return SPACES * trucks_off_board(state, side).bit_count() - sum(load) - state.depot[side]


def load_up(state: Position) -> list[Scored]:
    """Waiting units that ride to a better place than their edge, then tokens; then the entry of the best road."""
    side, number = state.top.side, state.top.truck
    haul = Haul(state, Picture(state, side))
    options = list(state.decision.options)
    load, ends = state.load_of(number), _all_entries(haul)
    if not load[2] and _seats(state, side, load) > 0:
        boarding = _boarding(haul, [option for option in options if option.verb == "load"], load, ends)
        if boarding:
            return boarding
    token = Action("load", f"supply@{OFF_BOARD[side]}")
    where = haul.best_drop(ends, load)[1]
    if token in options and (not load[0] + load[1] or _seats(state, side, load) <= 0 or haul.thirsty(where, load)):
        return first(token, options)
    return _entries_for(haul, options, where)


def _boarding(haul: Haul, loads: list[Action], load: Three, ends: int) -> list[Scored]:
    """The waiting units that gain by a ride, against being put on their own edge; those that gain most first."""
    state, picture, forces = haul.state, haul.picture, haul.state.game.forces
    ranked: list[tuple[float, Action]] = []
    best = haul.best_drop(ends, load)[0]
    for option in loads:
        word, _, where = option.thing.partition("@")
        if where not in forces.number:
            continue
        kind = TYPES.index(word)
        edge = forces.formations[forces.number[where]].arrives & state.friendly(picture.side) & ~picture.enemy
        afoot = max((picture.worth(kind, h) for h in haul.terrain.grid.bits(edge)), default=0.0)
        gain = haul.best_drop(ends, _with(load, kind))[0] - best - afoot
        if gain > RIDE:
            ranked.append((gain, option))
    return by_score(ranked)


def _with(load: Three, kind: int) -> Three:
    """A load with one more infantry or artillery."""
    inf, art, tokens = load
    return (inf + 1, art, tokens) if kind == INF else (inf, art + 1, tokens)


def _all_entries(haul: Haul) -> int:
    """Every hex that a truck can get to that comes in now."""
    found = 0
    for h in haul.terrain.grid.bits(truck_entries(haul.state, haul.side)):
        found |= _from_entry(haul, h)
    return found


def _from_entry(haul: Haul, h: int) -> int:
    return 1 << h if haul.ways.zone >> h & 1 else haul.ways.ends(TRUCK, h) | 1 << h


def _entries_for(haul: Haul, options: list[Action], where: int) -> list[Scored]:
    """The ways in from which a hex can be reached."""
    bit = haul.terrain.bit
    return in_order(
        option for option in options if option.verb == "place" and _from_entry(haul, bit[option.thing]) >> where & 1
    )
