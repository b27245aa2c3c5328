"""Answers for planners, overlays and explanations: odds, reach, zones, supply, goals, standing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Self

from ardennes.counters import OFF_BOARD, POOL, bits
from ardennes.engine import Action
from ardennes.engine.battle import Battle, Effect, Line, Odds, Outcome, Strength
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Goal, Margin, Prices, Reached, Standing, Supplied, Unit
from ardennes.games.bulge import battle as battles
from ardennes.games.bulge import british, exits, journeys, odds, reinforcements, supply, victory
from ardennes.games.bulge.combat import Attack
from ardennes.games.bulge.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bulge.movement import Walk, walk
from ardennes.games.bulge.moves import Moving
from ardennes.games.bulge.odds import NO, UNKNOWN, YES, Clash
from ardennes.games.bulge.retreat import ways_out
from ardennes.games.bulge.sequence import ORDER
from ardennes.games.bulge.state import OUT, Position
from ardennes.games.bulge.zones import zone

MIST = {YES: "yes", NO: "no"}


class Situation(Position):
    """A position that answers the queries of the engine's contract."""

    __slots__ = ()

    # ---- pieces ----

    def marks(self, piece: str) -> frozenset[str]:
        """What has befallen a piece, in the words of a position file."""
        unit = self.game.forces.index[piece]
        found = {field.status for field in self.fields if field.status and getattr(self, field.name) >> unit & 1}
        if self.at[unit] <= OUT and not (self.counted | self.parted) >> unit & 1:
            found.add("cut")
        return frozenset(found)

    def as_phasing(self, side: int) -> Situation:
        """The position as a side would meet it in its Movement Phase: this one, or the next to come."""
        phase = ORDER.index(self.phase) if self.frames else 0
        own = ORDER.index(f"{SIDES[side]} movement")
        if phase == own and self.frames[0].stage:
            return self
        supposed = self.copy()
        supposed.listener = None
        if phase > own:
            supposed.turn += 1
            supposed.marked = (0, 0)
        supposed.motorised = 0
        supposed.begin_phase(side)
        return supposed

    # ---- battles ----

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now."""
        now = self.top if self.frames else None
        if isinstance(now, Attack.Frame):
            return self.declared(Clash(now.target, now.joined, ""))
        return self.declared(now.clash) if isinstance(now, battles.Fight) else None

    def declared(self, clash: Clash) -> Battle:
        """A clash as the engine's battle, with the canonical way to declare it."""
        game = self.game
        target = game.ground.grid.name(clash.target)
        units = tuple(game.forces.names[unit] for unit in bits(clash.attackers))
        words = [("phase", "post" if battles.in_post(self) else "pre")]
        actions = [Action("target", target), *(Action("join", unit) for unit in units)]
        if clash.table:
            words.append(("table", clash.table))
            actions.append(Action("choose", clash.table))
        if clash.support:
            words.append(("support", str(clash.support)))
            actions += [Action("support")] * clash.support
        if clash.mist != UNKNOWN:
            words.append(("mist", MIST[clash.mist]))
        if clash.column >= 0:
            words.append(("column", game.columns[clash.column]))
            actions.append(Action("fight", game.columns[clash.column]))
        side = SIDES[self.phasing]
        return Battle("attack", side, (target,), units, words=tuple(words), declared=tuple(actions))

    def odds(self, battle: Battle) -> Odds:
        """The tally, the column and the exact chances of any battle of either side, real or supposed.

        Words: table (primary, secondary), support (missions), mist (yes, no), column, phase (pre, post); what is left
        out is taken as it would be now. Raises ArdennesError for a battle without attackers on the map or a defender.
        """
        return self._odds(battle, 0)

    def shifted(self, battle: Battle, columns: int) -> tuple[Outcome, ...]:
        """The chances that it would have so many columns farther right."""
        return self._odds(battle, columns).outcomes

    def _odds(self, battle: Battle, shift: int) -> Odds:
        side, there = SIDES.index(battle.side), self.copy()
        if self.phasing != side:
            there.begin_phase(side)
        game = self.game
        clash, post = there._clash(battle, side)
        starved = supply.out_of_supply(there, clash.attackers)
        table = "secondary" if starved else clash.table or "primary"
        clash = clash._replace(table=table)
        lines: list[Line] = []
        attack = odds.attack(there, clash.attackers, Strength("attack", lines))
        defence = odds.defence(there, clash.target, clash.attackers, Strength("defence", lines))
        if starved:
            lines.append(Line("BU-12.1.supply", f"{game.forces.called(starved)} out of supply: Secondary CRT", 0, 0))
        differential = attack - defence
        lines.append(Line("BU-12.1.step3", f"{attack} less {defence}", differential, differential, "odds"))
        column = odds.explained(there, clash, side, post, differential)
        lines += column.lines
        unsure = odds.mist_decides(there, side, post) and clash.mist == UNKNOWN
        if unsure:
            lines.append(Line("BU-6.1.mist", "the mist die roll may add one column", column.at, column.at, "column"))
        return Odds(
            tally=tuple(lines), attack=attack, defence=defence, column=column.label,
            outcomes=there._outcomes(clash, side, post, unsure, shift), columns=game.columns,
            facts={"table": table, "differential": differential, "names": game.tables["crt"]["columns"]["names"]},
        )  # fmt: skip

    def _clash(self, battle: Battle, side: int) -> tuple[Clash, bool]:
        game, grid = self.game, self.game.ground.grid
        if len(battle.targets) != 1:
            raise ArdennesError("An attack is made against one hex.")
        target = grid.index(battle.targets[0])
        attackers = game.forces.named(battle.attackers) & game.forces.of[side]
        attackers = sum(1 << unit for unit in bits(attackers) if self.at[unit] >= 0)
        if not attackers or not self.held[1 - side] >> target & 1:
            raise ArdennesError("A battle needs attackers on the map, and a defender in the hex attacked.")
        phase = battle.word("phase")
        post = phase == "post" if phase else odds.is_post(self, side)
        mist = {"yes": YES, "no": NO}.get(battle.word("mist"), UNKNOWN)
        column = battle.word("column")
        at = game.columns.index(column) if column else -1
        return Clash(target, attackers, battle.word("table"), int(battle.word("support", "0")), mist, at), post

    def _outcomes(self, clash: Clash, side: int, post: bool, unsure: bool, shift: int) -> tuple[Outcome, ...]:
        """The chances of each result; a mist die still to come is mixed in."""
        faces = self.game.tables["shifts"]["weather"]["mist"]["die"] if unsure else ()
        cases = ((clash, 1.0),) if not unsure else (
            (clash._replace(mist=YES), len(faces) / 6), (clash._replace(mist=NO), 1 - len(faces) / 6),
        )  # fmt: skip
        chances: dict[str, float] = {}
        for case, share in cases:
            full, table = odds.full_column(self, case, side, post), self.game.crt[case.table]
            at = (min(full, case.column) if case.column >= 0 else full) + shift
            if not 0 <= at < len(table):
                return ()
            results = table[at]
            for label in results:
                chances[label] = chances.get(label, 0.0) + share / len(results)
        order = [label for label in self.game.tables["crt"]["results"] if label in chances]
        return tuple(Outcome(chances[label], label, *self._effects(clash, label)) for label in order)

    def _effects(self, clash: Clash, label: str) -> tuple[Effect, Effect]:
        """What a result would do to attacker and defender as things stand."""
        attackers, defender = clash.attackers, self.here[clash.target]
        if label in ("Ae", "Ar"):
            trapped = sum(not ways_out(self, unit) for unit in bits(attackers))
            lost = max(trapped, 1) if label == "Ae" else trapped
            all_lost = lost == attackers.bit_count()
            return Effect(losses=lost, retreat=0 if all_lost else 1, eliminated=all_lost), Effect(may_advance=1)
        if label == "Dr":
            lost = not ways_out(self, defender)
            return Effect(may_advance=1), Effect(losses=int(lost), retreat=int(not lost), eliminated=lost)
        if label in ("Ex", "De"):
            paid = self._paid(attackers, defender) if label == "Ex" else 0
            survivors = attackers.bit_count() - paid
            return (
                Effect(losses=paid, eliminated=not survivors, may_advance=min(survivors, 1)),
                Effect(losses=1, eliminated=True),
            )
        return Effect(), Effect()

    def _paid(self, attackers: int, defender: int) -> int:
        """The fewest attackers that pay for an exchange."""
        price = battles.exchange_price(self, attackers, defender)
        units = list(bits(attackers))
        factor = self.game.forces.factor
        return next(
            size
            for size in range(len(units) + 1)
            if any(sum(factor[unit] for unit in some) == price for some in combinations(units, size))
        )

    # ---- movement, zones, supply ----

    def reach(self, piece: str) -> Reached:
        """Where a piece can go in its next Movement Phase, whoever's turn it is; empty for one that cannot move.

        A unit out of supply is shown with the best die, one that arrives from all its entry hexes together.
        """
        unit = self.game.forces.index[piece]
        side = self.game.forces.side[unit]
        there = self.as_phasing(side)
        walks = there._walks(unit, side)
        grid = self.game.ground.grid
        anywhere = 0
        for found in walks:
            anywhere |= found.go

        def best(i: int) -> tuple[int, Walk]:
            able = ((found.cost(i), n, found) for n, found in enumerate(walks) if found.go >> i & 1)
            cost, _, found = min(able, key=lambda one: one[:2])
            return cost, found

        def path(place: str) -> tuple[str, ...]:
            i = grid.index(place)
            return tuple(grid.name(j) for j, _ in journeys.route(best(i)[1], i)) if anywhere >> i & 1 else ()

        places = (grid.name(i) for i in grid.sorted(anywhere))
        return Reached(Prices(places, lambda place: best(grid.index(place))[0]), self.game.point, path)

    def _walks(self, unit: int, side: int) -> list[Walk]:
        allowance = self.game.allowance
        if self.at[unit] >= 0:
            if zone(self, 1 - side) >> self.at[unit] & 1:
                return []
            now = self.top if self.frames else None
            points = now.points if isinstance(now, Moving.Frame) and now.unit == unit else allowance
            return [walk(self, unit, points)]
        if not reinforcements.due(self) >> unit & 1:
            return []
        entries = reinforcements.entries_for(self, unit)
        return [walk(self, unit, allowance, i) for i in self.game.ground.grid.bits(entries)]

    def zoc(self, side: str) -> frozenset[str]:
        """The hexes in a side's zones of control, those of its units included."""
        n = SIDES.index(side)
        return frozenset(self.game.ground.grid.names(zone(self, n) | self.held[n]))

    def supply(self, piece: str) -> Supplied:
        """Whether a piece is in supply now, and by which path."""
        grid, unit = self.game.ground.grid, self.game.forces.index[piece]
        side, i = self.game.forces.side[unit], self.at[unit]
        if i < 0:
            return Supplied("off the map", "BU-13.0" if i == POOL else "BU-3.1.only" if i <= OUT else "BU-3.1.losses")
        if supply.always_supplied(self, side):
            return Supplied("supplied", "BU-5.0.supply")
        found = supply.lines(self, side)
        if found.mask >> i & 1:
            return Supplied("supplied", "BU-14.0", tuple(grid.name(j) for j in found.path(i)))
        if self.resupplied >> unit & 1:
            return Supplied("supplied", "BU-7.4")
        return Supplied("unsupplied", supply.cut_by(self, side, i)[0])

    def control(self, place: str) -> str | None:
        """The side whose unit is in a hex, or else alone has it in its zones."""
        i = self.game.ground.grid.index(place.partition("/")[0])
        side = self.holder(i, (zone(self, GERMAN), zone(self, ALLIED)))
        return None if side is None else SIDES[side]

    # ---- victory ----

    def worth(self, piece: str) -> float:
        """What a piece is worth in victory points if it is lost: its combat factor (BU-3.1.losses)."""
        return float(self.game.forces.factor[self.game.forces.index[piece]])

    def units(self) -> tuple[Unit, ...]:
        """Every unit on the map or still to come with its combat factor; a mechanized one goes farther by road."""
        forces, name = self.game.forces, self.game.ground.grid.name
        factor, points = forces.factor, self.game.allowance
        return tuple(
            Unit(
                forces.names[unit], SIDES[forces.side[unit]], name(i) if i >= 0 else "", factor[unit], factor[unit],
                points * (1 + (forces.mechanized >> unit & 1)),
            )
            for unit, i in enumerate(self.at)
            if i >= 0 or i == POOL
        )  # fmt: skip

    def goals(self, side: str) -> tuple[Goal, ...]:
        """The exits, each with its factor; for the Allies also the hexes by which units have left, with the points."""
        when = "in the Victory Determination Phase"
        ground, forces = self.game.ground, self.game.forces
        if side == SIDES[GERMAN]:
            return tuple(Goal(e.name, float(e.factor), "exit", when, "BU-3.1.award") for e in ground.exits)
        found = [Goal(e.name, float(e.factor), "deny", when, "BU-3.1.award") for e in ground.exits]
        for n, units in sorted(exits.gone(self).items()):
            where, points = ground.grid.name(ground.exits[n].hex), forces.total(units) * ground.exits[n].factor
            found.append(Goal(where, float(points), "hold", when, "BU-3.1.unsupplied"))
        return tuple(found)

    def standing(self) -> tuple[Standing, ...]:
        """Both victory conditions: the German points now, and this Game-Turn's two numbers."""
        german, allied = victory.numbers(self, self.turn)
        by = f"the end of Game-Turn {self.turn}"
        return (
            Standing("German points to win", self.points, german, by, "BU-3.0.german", SIDES[GERMAN]),
            Standing("German points for an Allied win", self.points, allied, by, "BU-3.0.allied", SIDES[ALLIED]),
        )

    def margin(self, side: str) -> tuple[Margin, ...]:
        """This Game-Turn's number and those to come, against the points with the exits counted."""
        points, found = exits.due(self), list[Margin]()
        for turn in range(self.turn, self.game.last_turn + 1):
            german, allied = victory.numbers(self, turn)
            if side == SIDES[GERMAN]:
                found.append(Margin("points to win", turn, points - german, german, "BU-3.0.german"))
            else:
                found.append(Margin("points short of the minimum", turn, allied - points, german, "BU-3.0.allied"))
        return tuple(found)

    # ---- supposing ----

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with pieces set elsewhere (a hex, an exit, `pool` or `eliminated`) and no rule asked."""
        supposed = self.copy()
        ground = self.game.ground
        for name, place in places.items():
            unit = self.game.forces.index[name]
            supposed.entered.pop(unit, None)
            if place in OFF_BOARD:
                supposed.at[unit] = OFF_BOARD[place]
            elif place in ground.exit_of:
                supposed.at[unit] = OUT - ground.exit_of[place]
            else:
                supposed.at[unit] = ground.grid.index(place)
                if supposed.bound(unit):
                    supposed.entered[unit] = self.entered.get(unit, british.nearest_entry(supposed, unit))
        supposed.refresh()
        supposed._asked = None
        return supposed
