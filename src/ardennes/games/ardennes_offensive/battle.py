"""Combat resolution (AO-10.0): immunity upheld or waived, the die, and what its result does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ardennes.counters import bits, give_up, total
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.speech import both, count
from ardennes.games.ardennes_offensive import bridges, odds
from ardennes.games.ardennes_offensive.forces import PEOPLE, SIDES
from ardennes.games.ardennes_offensive.state import Position

KEEP, WAIVE = Action("choose", "keep"), Action("choose", "waive")
IMMUNITY = Options((KEEP, WAIVE))
RESULTS = {"Ar": "attacker retreats", "Dr": "defender retreats", "Ex": "exchange", "De": "defender eliminated"}


class Clash(NamedTuple):
    """A battle that has been declared."""

    targets: int  # hexes attacked
    attackers: int  # units
    defenders: int  # units that take part; others in the targets only share their fate (AO-E.9.2)
    column: int
    immune: int  # hexes whose immunity has not been waived
    asking: tuple[tuple[int, int], ...]  # (side, hex) whose owner is still to be asked


class ClashStep(Step[Position]):
    """A step of a battle that has been declared and not been rolled for."""

    class Frame(NamedTuple):
        """The battle."""

        step: str
        clash: Clash

    frame = Frame

    def revive(self, name: str, clash: Sequence[Any]) -> Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, Clash(*clash))


def fight(state: Position, targets: tuple[int, ...], joined: int, column: int) -> None:
    """An attack is made at some odds: all units in the targets defend (AO-9.1.B), and nobody fights twice."""
    grid = state.game.ground.grid
    mask = grid.mask(targets)
    there = state.units_at(mask)
    defenders = there & ~state.fought
    if state.heard:
        _log_attack(state, mask, joined, defenders, column)
    state.fought |= joined | there
    state.owing |= (joined | there) & state.road
    immune, asking = _immunities(state, mask, joined, column)
    _put(state, Clash(mask, joined, defenders, column, immune, asking))


def _put(state: Position, clash: Clash) -> None:
    """The next step of a battle: owners of immune hexes are asked, then the die falls."""
    state.put(Waive.name if clash.asking else Battle.name, clash)


def _immunities(state: Position, targets: int, joined: int, column: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The immune hexes in the battle, and who is asked for them: the attacker first, then the defender (AO-R.11)."""
    ground, grid = state.game.ground, state.game.ground.grid
    side = state.phasing
    ours, theirs = state.hexes_of(joined) & ground.immune[side], targets & ground.immune[1 - side]
    moves = state.game.moved_by[odds.table_for(state, side)][column]
    asked = [(side, i) for i in grid.sorted(ours)] if "attacker" in moves else []
    if "defender" in moves:
        asked += [(1 - side, i) for i in grid.sorted(theirs)]
    return ours | theirs, tuple(asked)


def _log_attack(state: Position, targets: int, joined: int, defenders: int, column: int) -> None:
    game = state.game
    hexes = game.ground.grid.names(targets)
    label = game.columns[column]
    verb = "attack" if joined.bit_count() > 1 else "attacks"
    text = f"{game.forces.called(joined)} {verb} {game.forces.called(defenders)} in {both(hexes)} at {label}"
    state.note("attack", "AO-9.0", text, side=game.sides[state.phasing], at=hexes[0])
    for unit in bits((joined | state.units_at(targets)) & state.road):
        piece, name = game.forces.names[unit], game.forces.display_names[unit]
        state.note("mode", "AO-6.7.L", f"{name} fights in Road Mode and must leave it later", piece=piece)
    for unit in bits(state.units_at(targets) & ~defenders):
        piece, name = game.forces.names[unit], game.forces.display_names[unit]
        state.note("attack", "AO-E.9.2", f"{name} retreated there and shares the result", piece=piece)


class Waive(ClashStep):
    """Owners of immune hexes keep the immunity or waive it, one hex after the other."""

    name = "waive"

    def ask(self, state: Position) -> Decision:
        """Whether the immunity of one hex is waived (AO-E.11.0)."""
        clash: Clash = state.top.clash
        side, i = clash.asking[0]
        where = state.game.ground.grid.name(i)
        facts: dict[str, Any] = {"odds": clash.column or 0.5, "hex": where}
        units = state.game.forces.called(state.stack(i))
        prompt = f"Choose whether {units} in {where} will hold or retreat if the result is a retreat"
        return Decision(SIDES[side], self.name, Kind.CHOOSE, prompt, "AO-E.11.0", IMMUNITY, default=KEEP, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Keep or waive the immunity of one hex."""
        clash: Clash = state.top.clash
        side, i = clash.asking[0]
        immune = clash.immune
        if action == WAIVE:
            immune &= ~(1 << i)
            where = state.game.ground.grid.name(i)
            text = f"The {PEOPLE[side]} player waives the immunity of {where}: the units there may retreat"
            state.note("waive", "AO-R.11", text, side=SIDES[side], at=where)
        _put(state, clash._replace(immune=immune, asking=clash.asking[1:]))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Immunity is decided before the die."""
        where = state.game.ground.grid.name(state.top.clash.asking[0][1])
        return Reason("AO-R.11", f"Decide before the die roll whether to waive the immunity of {where}.")


class Battle(ClashStep):
    """The die of a battle."""

    name = "battle"

    def ask(self, state: Position) -> Chance:
        """One die."""
        clash: Clash = state.top.clash
        names = state.game.ground.grid.names(clash.targets)
        who = SIDES[state.phasing]
        key: tuple[str | int, ...] = (state.turn, who, *names)
        reason = f"{who.title()} attack on {both(names)} at {state.game.columns[clash.column]}"
        return Chance(rule="AO-9.0", reason=reason, key=key, dice=[Die(who)], side=who)

    def roll(self, state: Position, roll: Roll) -> None:
        """Read the result and carry it out (AO-R.33)."""
        clash: Clash = state.pop().clash
        game = state.game
        label = game.crt[odds.table_for(state, state.phasing)][clash.column][int(roll[0]) - 1]
        result = game.tables["results"][label]
        if state.heard:
            _log_result(state, clash, int(roll[0]), label)
        if "retreats" in result:
            _retreat(state, clash, result["retreats"] == "attacker", result["hexes"])
        else:
            _destroy(state, clash, bool(result.get("exchange")))


def _log_result(state: Position, clash: Clash, die: int, label: str) -> None:
    """What the die says, in words."""
    forces, where = state.game.forces, state.game.ground.grid.names(clash.targets)
    losers = clash.attackers if label.startswith("A") else state.units_at(clash.targets)
    if "retreats" in state.game.tables["results"][label]:
        losers &= ~state.units_at(clash.immune)
    fate = f"{forces.called(losers)} {_fate(state, label, losers)}" if losers else "all are immune and hold"
    text = f"Die roll {die}, {RESULTS[label[:2]]}: {fate}"
    state.note("result", f"AO-10.1.{label[:2]}", text, side=SIDES[state.phasing], at=where[0], label=label)


def _fate(state: Position, label: str, losers: int) -> str:
    """What a result means for those whom it strikes."""
    one = losers.bit_count() == 1
    result = state.game.tables["results"][label]
    if "retreats" in result:
        return f"{'has' if one else 'have'} to retreat {count(result['hexes'], 'hex')}"
    return f"{'is' if one else 'are'} eliminated" + (
        ", and the attacker loses units in the exchange" if "exchange" in result else ""
    )


def _destroy(state: Position, clash: Clash, exchange: bool) -> None:
    """De and Ex remove all defenders, whatever the ground; an exchange is then paid for (AO-10.1.Ex, AO-R.13)."""
    price = total(state.game.forces.strength, clash.defenders)
    rule = "AO-10.1.Ex" if exchange else "AO-10.1.De"
    push_advance(state, state.phasing, clash.targets, clash.attackers)
    for unit in bits(state.units_at(clash.targets)):
        state.eliminate(unit, rule, "exchanged" if exchange else "destroyed in combat")
    if exchange:
        text = f"The {PEOPLE[state.phasing]} player must remove attackers with a printed strength of at least {price}"
        state.note("loss", "AO-R.16", text, side=SIDES[state.phasing])
        state.push(Exchange.name, price, clash.attackers)


def _retreat(state: Position, clash: Clash, attacker: bool, hexes: int) -> None:
    """Ar and Dr move the units of each hex that is not immune (AO-R.13); the other side leads them."""
    side = state.phasing
    victor, loser = (1 - side, side) if attacker else (side, 1 - side)
    grid = state.game.ground.grid
    left = state.hexes_of(clash.attackers) if attacker else clash.targets
    units = clash.attackers if attacker else state.units_at(clash.targets)
    units &= state.units_at(left & ~clash.immune)
    if state.heard:
        for i in grid.bits(left & clash.immune):
            rule = state.game.ground.immunity(i)
            names, where = state.game.forces.called(state.stack(i)), grid.name(i)
            state.note("immune", rule, f"Immune to retreat in {where}: {names}", at=where)
        if units and left & clash.immune:
            where = both(grid.names(left & ~clash.immune))
            state.note("immune", "AO-R.13", f"The result moves only the units in {where}", side=SIDES[loser])
    push_advance(state, victor, left & ~clash.immune, clash.defenders if attacker else clash.attackers)
    shade = state.shadow if loser == side else bridges.shadow(state, loser)
    if units:
        state.push("retreat", victor, hexes, units, shade)


def push_advance(state: Position, victor: int, hexes: int, units: int) -> None:
    """Remember who may advance where, and which bridges were cut for him before the result (AO-R.50)."""
    units &= state.game.forces.mechanized
    if units and hexes:
        shade = state.shadow if victor == state.phasing else bridges.shadow(state, victor)
        state.push("advance", victor, hexes, units, shade)


class Exchange(Step[Position]):
    """The attacker pays for an exchange (AO-R.16)."""

    class Frame(NamedTuple):
        """What is still owed, and who can pay."""

        step: str
        price: int
        units: int

    name = "exchange"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which attacker is removed next, until the price is reached."""
        frame: Exchange.Frame = state.top
        price, units = frame.price, frame.units
        if units and total(state.game.forces.strength, units) <= price:
            for unit in bits(units):
                state.eliminate(unit, "AO-R.16", "all attackers are needed for the exchange")
            price = 0
        if price <= 0 or not units:
            state.pop()
            return None
        options = Options(Masked(state.game.actions.lose, units))
        prompt = f"Remove attackers for the exchange: units worth {price} or more"
        return Decision(SIDES[state.phasing], self.name, Kind.LOSS, prompt, "AO-10.1.Ex", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Remove one attacker."""
        give_up(state, action, state.game.forces.strength, "AO-10.1.Ex")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only attackers pay; advances come later."""
        if action.verb == "advance":
            return Reason("AO-R.33", "The exchange must be paid for before any unit advances.")
        if action.verb != "lose":
            return None
        return Reason(
            "AO-10.1.Ex", f"{state.game.forces.call(action.thing)} did not attack, or has already been removed."
        )
