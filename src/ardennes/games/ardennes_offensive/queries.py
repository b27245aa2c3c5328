"""Answers for planners, overlays and explanations: odds, reach, zones, supply, goals, standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Self

from ardennes.counters import OFF_BOARD, bits, total
from ardennes.engine import Action
from ardennes.engine.battle import Battle, Effect, Line, Odds, Outcome, Strength
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Goal, Margin, Prices, Reached, Standing, Supplied, Unit
from ardennes.games.ardennes_offensive import bridges, journeys, odds, retreat, supply, victory
from ardennes.games.ardennes_offensive.advance import open_to
from ardennes.games.ardennes_offensive.battle import Clash, ClashStep
from ardennes.games.ardennes_offensive.combat import Attack
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SIDES
from ardennes.games.ardennes_offensive.movement import walk
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES
from ardennes.games.ardennes_offensive.state import UNKNOWN, Position
from ardennes.games.ardennes_offensive.terrain import NO_SIDES
from ardennes.games.ardennes_offensive.zones import zone


class Situation(Position):
    """A position that answers the queries of the engine's contract."""

    __slots__ = ()

    # ---- the side that asks ----

    def as_phasing(self, side: int) -> Situation:
        """The position as that side's units would meet it in their own Player-Turn: this one, or the next."""
        phase = ORDER.index(self.phase) if self.frames and self.phase in ORDER else 0
        if self.phasing == side and phase % len(PHASES) >= PHASES.index("movement"):
            return self
        supposed = self.copy()
        supposed.listener = None
        if side == GERMAN and self.phasing == ALLIED:
            supposed.turn += 1
        supposed.phasing = side
        supposed.fought = supposed.moved = supposed.forced = 0
        bridges.judge(supposed)
        supply.judge(supposed)
        return supposed

    # ---- battles ----

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now."""
        game, grid = self.game, self.game.ground.grid
        frame = next((f for f in reversed(self.frames) if isinstance(f, Attack.Frame | ClashStep.Frame)), None)
        if frame is None:
            return None
        if isinstance(frame, Attack.Frame):
            return self._declared(grid.mask(frame.targets), frame.joined, ())
        clash = frame.clash
        words = [("odds", game.columns[clash.column])]
        asked = {i for _, i in clash.asking}
        for i in grid.sorted((clash.targets | self.hexes_of(clash.attackers)) & (game.ground.immune[0])):
            side = 1 - self.phasing if clash.targets >> i & 1 else self.phasing
            if game.ground.immune[side] >> i & 1 and i not in asked:
                words.append((f"immunity {grid.name(i)}", "keep" if clash.immune >> i & 1 else "waive"))
        return self._declared(clash.targets, clash.attackers, tuple(words))

    def _declared(self, targets: int, attackers: int, words: tuple[tuple[str, str], ...]) -> Battle:
        hexes = tuple(self.game.ground.grid.names(targets))
        units = tuple(self.game.forces.names[unit] for unit in bits(attackers))
        declared = [Action("target", h) for h in hexes] + [Action("join", unit) for unit in units]
        declared += [Action("fight", answer) for question, answer in words if question == "odds"]
        return Battle("attack", SIDES[self.phasing], hexes, units, words=words, declared=tuple(declared))

    def odds(self, battle: Battle) -> Odds:
        """The tally, the column and the exact chances of any battle of either side, real or supposed.

        Raises ArdennesError for a battle without attackers in play that are not isolated, without defenders, or between
        units that are not next to each other.
        """
        return self.as_phasing(SIDES.index(battle.side))._odds(battle)

    def shifted(self, battle: Battle, columns: int) -> tuple[Outcome, ...]:
        """The chances that it would have so many columns farther right."""
        return self.as_phasing(SIDES.index(battle.side))._odds(battle, columns).outcomes

    def _odds(self, battle: Battle, shift: int = 0) -> Odds:
        game, grid = self.game, self.game.ground.grid
        side = SIDES.index(battle.side)
        targets = grid.mask(battle.targets)
        attackers = game.forces.named(battle.attackers) & self.playing[side]
        if not attackers or targets & ~self.held[1 - side] or not targets:
            raise ArdennesError("A battle needs attackers in play, and defenders in every hex attacked.")
        if not attackers & ~self.isolated:
            raise ArdennesError("Isolated units may not attack.")
        if any(self.hexes_of(attackers) & ~game.ground.ring[i] for i in grid.bits(targets)):
            raise ArdennesError("Attackers must be adjacent to every hex they attack.")
        fresh = self._fresh(targets)
        lines: list[Line] = []

        def make(what: str, i: int) -> Strength:
            return Strength(f"{what} {'from' if what == 'attack' else 'in'} {grid.name(i)}", lines)

        attack = odds.attack(self, attackers, make)
        defence = odds.defence(self, targets, fresh, make)
        if self.hexes_of(attackers).bit_count() > 1 or targets.bit_count() > 1:
            lines.append(Line("AO-R.14", "hex by hex, then added", attack, attack, "attack"))
        if targets.bit_count() > 1:
            lines.append(Line("AO-R.51", "the attacked hexes defend with one total", defence, defence, "defence"))
        chosen = battle.word("odds")
        column = odds.column(self, attack, defence, game.columns.index(chosen) if chosen else None)
        waived = {question.partition(" ")[2] for question, answer in battle.words if answer == "waive"}
        immune = game.ground.immune[1 - side] & targets | game.ground.immune[side] & self.hexes_of(attackers)
        immune &= ~grid.mask(hex_ for hex_ in waived if hex_ in grid)
        clash = Clash(targets, attackers, fresh, column.at + shift, immune, ())
        return Odds(
            tally=(*lines, *column.lines), attack=attack, defence=defence, column=column.label,
            outcomes=self._outcomes(clash, side), columns=game.columns, facts={"table": odds.table_for(self, side)},
        )  # fmt: skip

    def _fresh(self, targets: int) -> int:
        """The units in the targets that would take part: the real battle's, or those not attacked yet, or all."""
        there = self.units_at(targets)
        clash = next((f.clash for f in reversed(self.frames) if isinstance(f, ClashStep.Frame)), None)
        if clash is not None and clash.targets == targets:
            return clash.defenders
        return there & ~self.fought or there

    def _outcomes(self, clash: Clash, side: int) -> tuple[Outcome, ...]:
        table = self.game.crt[odds.table_for(self, side)]
        labels = Counter(table[clash.column] if 0 <= clash.column < len(table) else ())
        dice = sum(labels.values())
        return tuple(
            Outcome(count / dice, label, *self._effects(clash, side, label)) for label, count in labels.items()
        )

    def _effects(self, clash: Clash, side: int, label: str) -> tuple[Effect, Effect]:
        """What a result would do to attacker and defender as things stand."""
        result = self.game.tables["results"][label]
        there = self.units_at(clash.targets)
        if "retreats" not in result:
            paid, spared = self._exchange(clash) if result.get("exchange") else (0, clash.attackers)
            advance = self._may_advance(spared, clash.targets)
            return Effect(losses=paid, may_advance=advance), Effect(losses=there.bit_count(), eliminated=True)
        hexes: int = result["hexes"]
        attacker = result["retreats"] == "attacker"
        units = clash.attackers if attacker else there
        units &= self.units_at((self.hexes_of(clash.attackers) if attacker else clash.targets) & ~clash.immune)
        loser = side if attacker else 1 - side
        shade = self.shadow if loser == self.phasing else bridges.shadow(self, loser)
        lost = retreat.trapped(self, units, hexes, shade)
        left = sum(1 << i for i in self.game.ground.grid.bits(self.hexes_of(units)) if not self.stacks[i] & ~units)
        beaten = Effect(
            losses=lost.bit_count(), retreat=hexes if units else 0, eliminated=bool(units) and lost == units
        )
        winners = clash.defenders if attacker else clash.attackers
        victor = Effect(may_advance=self._may_advance(winners, left))
        return (beaten, victor) if attacker else (victor, beaten)

    def _exchange(self, clash: Clash) -> tuple[int, int]:
        """The fewest attackers that pay for an exchange; and who is left if those that advance are spared longest."""
        strength = self.game.forces.strength
        owed = total(strength, clash.defenders)
        strongest = sorted(bits(clash.attackers), key=lambda unit: -strength[unit])
        moving = self.game.forces.mechanized
        spared = clash.attackers & ~_payers(sorted(strongest, key=lambda unit: moving >> unit & 1), owed, strength)
        return _payers(strongest, owed, strength).bit_count(), spared

    def _may_advance(self, units: int, hexes: int) -> int:
        """How many units may advance into hexes that are cleared, one into each (AO-R.9)."""
        units &= self.game.forces.mechanized
        if not units or not hexes:
            return 0
        side = self.game.forces.side[units.bit_length() - 1]
        shade = self.shadow if side == self.phasing else bridges.shadow(self, side)
        cut = bridges.cut(self, side, shade)
        able = sum(1 for unit in bits(units) if open_to(self, unit, hexes, cut))
        return min(able, hexes.bit_count())

    # ---- movement, zones, supply ----

    def reach(self, piece: str) -> Reached:
        """Where a piece can go in its next Movement Phase, whoever's turn it is; empty for one that cannot move."""
        unit = self.game.forces.index[piece]
        if self.at[unit] < 0 or not self._in_reach_of_play(unit):
            return Reached({})
        side = self.game.forces.side[unit]
        there = self.as_phasing(side)
        if there is self:
            there = self.copy()
        bit = 1 << unit
        if there.owing & bit:
            there.set_road(unit, False)
            there.forced |= bit
        found = walk(there, unit)
        grid = self.game.ground.grid
        places = (grid.name(i) for i in grid.bits(found.go | found.march))
        costs = Prices(places, lambda place: journeys.cheapest(found, grid.index(place)))

        def path(place: str) -> tuple[str, ...]:
            i = grid.index(place)
            column = not found.go >> i & 1
            return tuple(dict.fromkeys(grid.name(j) for j, _ in journeys.route(found, i, column)))

        return Reached(costs, found.kind.parts, path)

    def _in_reach_of_play(self, unit: int) -> bool:
        """Whether a unit is not dormant, or has an Allied unit in play beside it that lets it return (AO-5.3.M)."""
        ground, i = self.game.ground, self.at[unit]
        return not ground.edge >> i & 1 or bool(self.awake >> unit & 1 or ground.ring[i] & self.held[ALLIED])

    def zoc(self, side: str) -> frozenset[str]:
        """The hexes in a side's zones of control."""
        found = zone(self, SIDES.index(side))
        return frozenset(self.game.ground.grid.names(found))

    def supply(self, piece: str) -> Supplied:
        """Whether a piece is supplied, unsupplied or isolated, as judged or as it would be now, and its path."""
        unit = self.game.forces.index[piece]
        side, i = self.game.forces.side[unit], self.at[unit]
        if i < 0:
            return Supplied("off the map", "AO-14.0")
        if self.off_play(unit):
            return Supplied("supplied", "AO-R.30" if self.waiting >> unit & 1 else "AO-R.8")
        if supply.always_supplied(self, side):
            return Supplied("supplied", "AO-4.2.supply")
        found = self.as_phasing(side)._judged(unit)
        if side != self.phasing and found.rule == "AO-13.2.B":
            return Supplied(found.state, "AO-E.13.4")
        return found

    def _judged(self, unit: int) -> Supplied:
        """The state of a unit of the phasing side, as judged, with the rule that explains it best."""
        grid, side, i = self.game.ground.grid, self.phasing, self.at[unit]
        found = supply.lines(self, side, bridges.ways(self).cut)
        state = "isolated" if self.isolated >> unit & 1 else "unsupplied" if self.unsupplied >> unit & 1 else "supplied"
        if (state == "supplied") != bool(supply.now(self, side).mask >> i & 1):
            return Supplied(state, "AO-E.12.2", tuple(grid.name(j) for j in found.path(i)))
        if state == "isolated":
            return Supplied(state, "AO-12.3.H")
        if state == "unsupplied":
            near = (supply.surrounded(self, side) & self.game.ground.home[side]) >> i & 1
            by_bridge = supply.lines(self, side, NO_SIDES).mask >> i & 1
            return Supplied(state, "AO-12.3.J" if near else "AO-13.2.B" if by_bridge else "AO-12.3.G")
        path = tuple(grid.name(j) for j in found.path(i))
        at_source = "AO-12.2.D" if side == GERMAN else "AO-12.2.F"
        return Supplied(state, "AO-12.1.A" if len(path) > 1 else at_source, path)

    def control(self, place: str) -> str | None:
        """The side whose unit is in a hex, or else alone has it in its zones; zones on exit hexes favour the German."""
        i = self.game.ground.grid.index(place)
        german, allied = zone(self, GERMAN), zone(self, ALLIED)
        if self.game.ground.entries[ALLIED] >> i & 1:
            allied = ~german  # the hex is his wherever the enemy's zones do not reach
        side = self.holder(i, (german, allied))
        return None if side is None else SIDES[side]

    # ---- victory ----

    def worth(self, piece: str) -> float:
        """What a piece is worth in victory points: every unit one (AO-16.0.A)."""
        return float(self.game.tables["victory"]["unit"])

    def goals(self, side: str) -> tuple[Goal, ...]:
        """The exit hexes, to hold or to deny, and Bastogne, on which the southern ones hang."""
        ground = self.game.ground
        how, when = ("hold" if side == SIDES[GERMAN] else "deny"), "at the end of each Game-Turn"
        south = sum(ground.worth[i] for i in ground.grid.bits(victory.southern(self)))
        found = [Goal(ground.grid.name(i), float(vp), how, when, "AO-16.0.C") for i, vp in ground.worth.items()]  # type: ignore[arg-type]
        return (*found, Goal(ground.grid.name(ground.bastogne), float(south), how, when, "AO-16.0.D"))  # type: ignore[arg-type]

    def standing(self) -> tuple[Standing, ...]:
        """Every victory condition: now, needed, by when."""
        table = self.game.tables["victory"]
        german, allied = victory.points(self)
        last = self.game.tables["turns"]["count"]
        found = []
        if self.turn <= table["immediate_through"]:
            by = f"the end of Game-Turn {table['immediate_through']}"
            name = "German points for an immediate victory"
            found.append(Standing(name, german, table["minimum"], by, "AO-16.2", SIDES[GERMAN]))
        by = f"the end of Game-Turn {last}"
        needed = table["german_ratio"][0] / table["german_ratio"][1]
        share = german / allied if allied else float(german)
        found += [
            Standing("German points", german, table["minimum"], by, "AO-16.3", SIDES[GERMAN]),
            Standing("Allied points", allied, None, by, "AO-16.0.A", SIDES[ALLIED]),
            Standing("German points per Allied point", round(share, 4), needed, by, "AO-16.1", SIDES[GERMAN]),
        ]
        release = self.game.tables["reinforcements"]["wb_release"]
        if self.confined():
            by = f"the end of a Game-Turn up to {last}"
            name = "German points that release the west bank units"
            found.append(Standing(name, german, release, by, "AO-14.3.C", SIDES[ALLIED]))
        return tuple(found)

    def margin(self, side: str) -> tuple[Margin, ...]:
        """The points of the immediate victory, and at the end the least number and the ratio, as if tallied now.

        The Allied player wins by either; the German player needs both.
        """
        table, last = self.game.tables["victory"], self.game.tables["turns"]["count"]
        least, soon = table["minimum"], table["immediate_through"]
        german, allied = victory.points(self)
        if side == SIDES[GERMAN]:
            best = allied * table["german_ratio"][0] / table["german_ratio"][1]
            found = [
                Margin("points", last, german - least, least, "AO-16.3", "at the end"),
                Margin("ratio", last, german - best, least, "AO-16.1", "at the end"),
            ]
            if self.turn <= soon:
                found.insert(0, Margin("points at once", self.turn, german - least, least, "AO-16.2"))
            return tuple(found)
        worst = allied * table["allied_ratio"][0] / table["allied_ratio"][1]
        return (
            Margin("German points short", last, least - 1 - german, least, "AO-16.3"),
            Margin("ratio", last, worst - german, least, "AO-16.1", "ratio"),
        )

    def units(self) -> tuple[Unit, ...]:
        """Every unit on the map, dormant ones included, with its printed strength and allowance.

        One that waits to come in is in the box of its entry (AO-R.30).
        """
        forces, name, waiting = self.game.forces, self.game.ground.grid.name, self.waiting
        return tuple(
            Unit(
                forces.names[unit], SIDES[forces.side[unit]], f"entry-{name(i)}" if waiting >> unit & 1 else name(i),
                forces.strength[unit], forces.strength[unit], forces.units[unit].allowance,
                entry=name(i) if waiting >> unit & 1 else "",
            )
            for unit, i in enumerate(self.at)
            if i >= 0
        )  # fmt: skip

    # ---- supposing ----

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with pieces set elsewhere (a hex, `pool` or `eliminated`) and no rule asked."""
        supposed = self.copy()
        for name, place in places.items():
            unit = self.game.forces.index[name]
            bit = 1 << unit
            supposed.waiting &= ~bit
            supposed.at[unit] = OFF_BOARD[place] if place in OFF_BOARD else self.game.ground.grid.index(place)
            if supposed.at[unit] < 0 or not self.game.ground.road_hexes >> supposed.at[unit] & 1:
                supposed.road &= ~bit
                supposed.owing &= ~bit
        ways = supposed.ways
        supposed.refresh()
        supposed.ways = ways
        supposed.able = UNKNOWN
        supposed._asked = None
        return supposed


def _payers(units: Sequence[int], owed: int, strength: Sequence[int]) -> int:
    """Those who pay for an exchange if units are removed in this order until the price is reached (AO-R.16)."""
    paid = 0
    for unit in units:
        if owed <= 0:
            break
        owed -= strength[unit]
        paid |= 1 << unit
    return paid
