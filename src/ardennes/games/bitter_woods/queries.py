"""Answers for planners, overlays and explanations: odds, reach, zones, supply, goals, standing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Self

from ardennes.counters import GONE, POOL, bits
from ardennes.engine import Action, Options
from ardennes.engine.battle import Battle, Line, Odds, Outcome
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Goal, Margin, Reached, Standing, Supplied, Unit
from ardennes.engine.speech import both
from ardennes.games.bitter_woods import (
    angriff,
    arrivals,
    assault,
    attrition,
    battlegroup,
    bombardment,
    nerve,
    odds,
    outcomes,
    shock,
    supply,
    victory,
)
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.movement import terms_of, walk_of
from ardennes.games.bitter_woods.odds import Clash, Tally
from ardennes.games.bitter_woods.sequence import MOVEMENT, ORDER, phase
from ardennes.games.bitter_woods.state import OUT, Position
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.games.bitter_woods.walks import Walk
from ardennes.games.bitter_woods.zones import zone

DONE, FLY = Action("done"), Action("fly")
ATTACK = "attack"
NERVE, NERVES = "nerve", ("", "shaken", "held")  # the die before the die: the word of a battle for how it fell
BARRAGE = "bombarded by"  # the word of a battle for the artillery that bombards the hex first
ON_THE_MOVE = "on the move"  # the word of a battle that has been announced as an attack on the move
AIRCRAFT = "aircraft"  # what stands for an aircraft in the support of a battle
SHELLED = ("bombard", "shelling")  # the steps of a bombardment
FOUGHT = ("support", "defence", "nerve", "die")  # the steps whose frame holds a clash
OFF_MAP = {POOL: "BW-16.1", GONE: "BW-9.6", OUT: "BW-5.5"}  # why a unit is not on the map; else it is off an edge


class Situation(Position):
    """A position that answers the queries of the engine's contract."""

    __slots__ = ()

    # ---- battles ----

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now; none while a hex is shelled that nobody attacks yet."""
        clash = self.clash()
        if clash is None or (self.top.step == SHELLED[1] and not clash.attackers):
            return None
        return self.declared(clash)

    def clash(self) -> Clash | None:
        """The attack that is being declared or fought now."""
        top = self.top
        if top.step == ATTACK:
            return Clash(self.phasing, top.hex, top.joined)
        if top.step in SHELLED:
            return Clash(self.phasing, top.hex, top.joined, barrage=top.guns)
        if top.step == assault.Assault.name:
            named = top.hex != assault.NOWHERE
            return Clash(self.phasing, top.hex, top.joined) if named else assault.sole(self, top.units)
        return top.clash if top.step in FOUGHT else None

    def declared(self, clash: Clash) -> Battle:
        """A clash as the engine's battle, with the canonical way to declare it."""
        game, who, enemy = self.game, SIDES[clash.side], SIDES[1 - clash.side]
        place, names = game.ground.grid.name(clash.hex), game.forces.names
        units = tuple(names[unit] for unit in bits(clash.attackers))
        guns = [names[unit] for unit in bits(clash.guns)]
        support = [(who, gun) for gun in guns] + [(who, AIRCRAFT)] * clash.plane
        support += [(enemy, names[unit]) for unit in bits(clash.cover)] + [(enemy, AIRCRAFT)] * clash.shield
        shelling = [names[unit] for unit in bits(clash.barrage)]
        actions = [Action("target", place), *(Action("join", unit) for unit in units)]
        if shelling:
            actions += [bombardment.BOMBARD, *(Action("add", gun) for gun in shelling), DONE]
        actions.append(DONE)
        if guns or clash.plane or clash.angriff:
            move = [angriff.ANGRIFF] * clash.angriff
            actions += [*(Action("add", gun) for gun in guns), *([FLY] * clash.plane), *move, DONE]
        storm = next((frame for frame in self.frames if frame.step == assault.Assault.name), None)
        if storm is not None and storm.hex == assault.NOWHERE:
            actions = actions[:1]  # the units of a single one are known
        said = ((NERVE, NERVES[clash.nerve]), (BARRAGE, " ".join(shelling)), (ON_THE_MOVE, "yes" * clash.angriff))
        words = tuple((question, answer) for question, answer in said if answer)
        return Battle(ATTACK, who, (place,), units, tuple(support), words, tuple(actions))

    def odds(self, battle: Battle) -> Odds:
        """The tally, the column and the exact chances of any battle of either side, real or supposed.

        Raises ArdennesError for a battle without a defender, or without attackers on the map.
        """
        clash = self.clash_of(battle)
        found = odds.tally(self, clash)
        results = self._outcomes(clash, self._chances(clash, found))
        facts = {"modifier": found.modifier.value, "table": found.chart.table}
        return Odds(
            found.lines, found.attack, found.defence, found.heading, results, columns=found.column.labels,
            may_change=self._may_change(clash), facts=facts,
        )  # fmt: skip

    def shifted(self, battle: Battle, columns: int) -> tuple[Outcome, ...]:
        """The chances that it would have so many columns farther right, once no other die comes before the die."""
        clash = self.clash_of(battle)
        found = odds.tally(self, clash)
        found.column.at += columns
        if not 0 <= found.column.at < len(self.game.results(found.chart.table)):
            return ()
        starred = bool(attrition.tired(self, clash) & ~self.reduced)
        return self._outcomes(clash, odds.chances(self, found, starred=starred))

    def _outcomes(self, clash: Clash, chances: dict[str, float]) -> tuple[Outcome, ...]:
        order = list(self.game.tables["results"])
        results = [outcomes.outcome(self, clash, label, p) for label, p in chances.items()]
        return tuple(sorted(results, key=lambda outcome: (order.index(outcome.label), outcome.text)))

    def _chances(self, clash: Clash, found: Tally) -> dict[str, float]:
        """The exact chances of all results, with those of a bombardment that is still to come (BW-21.2.die)."""
        if not clash.barrage:
            return self._after_shelling(clash, found)
        mixed: dict[str, float] = {}
        for units, chance in bombardment.shocks(self, clash.hex, clash.barrage).items():
            supposed = self.copy()
            supposed.shocked |= units
            for label, p in supposed._after_shelling(clash, odds.tally(supposed, clash)).items():
                mixed[label] = mixed.get(label, 0.0) + chance * p
        return mixed

    def _after_shelling(self, clash: Clash, found: Tally) -> dict[str, float]:
        """The chances of all results as things stand; a die before the die is mixed in (BW-19, 31)."""
        before = nerve.of(self, clash) if clash.nerve == odds.UNROLLED else None
        starred = bool(attrition.tired(self, clash) & ~self.reduced)
        if before is None:
            return odds.chances(self, found, starred=starred)
        shaken = odds.chances(self, odds.tally(self, clash._replace(nerve=odds.SHAKEN)))
        held = odds.chances(self, odds.tally(self, clash._replace(nerve=odds.HELD)))
        parts = {label: before.chance * shaken.get(label, 0.0) for label in {**shaken, **held}}
        return {label: p + (1 - before.chance) * held.get(label, 0.0) for label, p in parts.items()}

    def _may_change(self, clash: Clash) -> tuple[Line, ...]:
        """The best that the defender may still add: all his guns in range, and an aircraft (BW-10.2.defence, 11.2)."""
        top = self.top
        if top.step in ("nerve", "die") and top.clash.hex == clash.hex:
            return ()
        forces, found = self.game.forces, []
        offered = list(Options(self.game.steps["defence"].candidates(self, clash)))  # type: ignore[attr-defined]
        guns = forces.named([action.thing for action in offered if action.verb == "add"])
        if guns:
            points = sum(shock.half(self, unit, self.figures(unit).defence) for unit in bits(guns))
            text = f"The defender may add up to {points} from {forces.called(guns)}"
            found.append(Line("BW-10.2.defence", text, 0, points, "defence"))
            if clash.angriff and odds.tally(self, clash._replace(cover=clash.cover | guns)).chart is odds.ORDINARY:
                text = "That may bring the attack below 2-1; it is then fought on the regular CRT"
                found.append(Line("BW-23.1.odds", text, 0, 0, "column"))
        if FLY in offered:
            effect = "it cancels the attacker's" if clash.plane else "one column left"
            found.append(Line("BW-11.2", f"The defender may add an aircraft: {effect}", 0, 0, "column"))
        return tuple(found)

    def clash_of(self, battle: Battle) -> Clash:
        """A battle as a clash. Raises ArdennesError if it is none."""
        forces, grid = self.game.forces, self.game.ground.grid
        if len(battle.targets) != 1:
            raise ArdennesError("An attack is made against one hex.")
        side, i = SIDES.index(battle.side), grid.index(battle.targets[0])
        if not self.held[1 - side] >> i & 1:
            raise ArdennesError(f"There is no unit to attack in {battle.targets[0]}.")
        named = forces.named(battle.attackers) & forces.of[side]
        attackers = named & ~forces.artillery & ~forces.leaders
        if not attackers or any(self.at[unit] < 0 for unit in bits(named)):
            raise ArdennesError("An attack needs attackers on the map that are not artillery.")
        ours = [name for who, name in battle.support if who == battle.side]
        theirs = [name for who, name in battle.support if who != battle.side]
        guns = forces.named([name for name in ours if name != AIRCRAFT]) | named & forces.artillery
        cover = forces.named([name for name in theirs if name != AIRCRAFT])
        return Clash(
            side, i, attackers, guns, AIRCRAFT in ours, cover, AIRCRAFT in theirs,
            nerve=NERVES.index(battle.word(NERVE)),
            angriff=bool(battle.word(ON_THE_MOVE)),
            barrage=forces.named(battle.word(BARRAGE).split()),
        )  # fmt: skip

    # ---- movement, zones, supply ----

    def as_moving(self, side: int) -> Situation:
        """The position as a side meets it in its Movement Phase: this one, or the next to come."""
        own = phase(side, MOVEMENT)
        if self.phase == own:
            return self
        supposed = self.copy()
        supposed.moved = supposed.busy = supposed.reserve = 0
        supposed.spent = {}
        if side == ALLIED:
            supposed.interdicted = 0
        if self.phase in ORDER and ORDER.index(self.phase) > ORDER.index(own):
            supposed.turn = min(self.turn + 1, self.last_turn)
            supposed.vacated = (0, 0)
            supposed.interdicted = 0
        supposed.phasing = side
        return supposed

    def reach(self, piece: str) -> Reached:
        """Where a piece can go in its next Movement Phase; one that is due then, from all its hexes of entry."""
        unit = self.game.forces.index[piece]
        there = self.as_moving(self.game.forces.side[unit])
        best: dict[int, tuple[int, Walk]] = {}
        grid = self.game.ground.grid
        for walk in there._walks(unit):
            here = 1 << walk.hex if walk.begun and walk.may_stop else 0
            for i in grid.bits(walk.go | here):
                cost = walk.spent if i == walk.hex else walk.charge(i)
                if i not in best or cost < best[i][0]:
                    best[i] = (cost, walk)

        def path(place: str) -> tuple[str, ...]:
            i = grid.index(place)
            return tuple(grid.name(j) for j in best[i][1].path(i)) if i in best else ()

        costs = {grid.name(i): best[i][0] for i in sorted(best, key=grid.order)}
        return Reached(costs, self.game.ground.point, path)

    def _walks(self, unit: int) -> list[Walk]:
        if self.at[unit] >= 0:
            top = self.top
            if top.step == "motion" and top.unit == unit:
                return [self.game.steps["motion"].way(self, top)]  # type: ignore[attr-defined]
            return [] if self.moved >> unit & 1 else [walk_of(self, unit)]
        if not arrivals.due(self, self.game.forces.side[unit]) >> unit & 1:
            return []
        terms = terms_of(self, unit)
        hexes = self.game.ground.grid.bits(arrivals.hexes(self, unit))
        return [walk_of(self, unit, i, arrivals.price(self, unit, i), begun=True, terms=terms) for i in hexes]

    def zoc(self, side: str) -> frozenset[str]:
        """The hexes in a side's zones of control, those of its units included."""
        return frozenset(self.game.ground.grid.names(zone(self, SIDES.index(side))))

    def supply(self, piece: str) -> Supplied:
        """Whether a piece was in supply at the last check, its path now, and the rule behind it."""
        unit = self.game.forces.index[piece]
        if self.at[unit] < 0:
            return Supplied("off the map", OFF_MAP.get(self.at[unit], "BW-5.5.return"))
        return supply.explained(self, unit)

    def control(self, place: str) -> str | None:
        """The side whose unit is in a hex, or else alone has it in its zones."""
        i = self.game.ground.grid.index(place.partition("/")[0])
        side = self.holder(i, (zone(self, GERMAN), zone(self, ALLIED)))
        return None if side is None else SIDES[side]

    # ---- victory ----

    def worth(self, piece: str) -> float:
        """Strength and endurance, of a leader his figures; more for those whose loss shifts the level of victory."""
        forces, unit = self.game.forces, self.game.forces.index[piece]
        counts = forces.mechanized & forces.of[GERMAN] & 1 << unit
        led = forces.units[unit].influence + forces.units[unit].command
        return self.figures(unit).attack + forces.er[unit] + led + (3.0 if counts else 0.0)

    def units(self) -> tuple[Unit, ...]:
        """Every unit on the map or still to come; one that waits, with the hex of its first letter."""
        ground, forces = self.game.ground, self.game.forces
        found = []
        for unit, i in enumerate(self.at):
            if i < 0 and (i != POOL or not arrivals.turn_of(self, unit)):
                continue
            figures, letters = self.figures(unit), forces.units[unit].entry
            place = ground.grid.name(i) if i >= 0 else ""
            entry = "" if place else ground.grid.name(self.first_road(letters))
            name, side = forces.names[unit], SIDES[forces.side[unit]]
            found.append(Unit(name, side, place, figures.attack, figures.defence, figures.allowance, entry=entry))
        return tuple(found)

    def first_road(self, letters: Iterable[str]) -> int:
        """The hex of the first of some letters that is in play."""
        roads = [self.game.ground.letters[letter] for letter in letters]
        return next((i for i in roads if not self.outside >> i & 1), roads[0])

    def goals(self, side: str) -> tuple[Goal, ...]:
        """The towns for both; in the campaign also the Meuse and the exits beyond it, to be denied by the Allies."""
        when = f"at the end of {self.game.calendar.label(self.last_turn)}"
        if not victory.has_levels(self):
            entry = victory.objectives(self)
            return tuple(Goal(at, 4.0, "hold", when, entry["rule"]) for at in entry["each"].values())
        return tuple(self._campaign_goals(side == SIDES[GERMAN], when))

    def _campaign_goals(self, german: bool, when: str) -> Iterator[Goal]:
        ground, table = self.game.ground, self.game.tables["victory"]
        for at in table["towns"].values():
            yield Goal(at, 6.0, "hold", when, "BW-17.1")
        if not german:
            others = set(table["allied_strategic"].values()) - set(table["towns"].values())
            for at in sorted(others):
                yield Goal(at, 2.0, "hold", when, "BW-17.5")
        for name in _bridgeheads(ground):
            yield Goal(name, 3.0, "reach" if german else "deny", when, "BW-17.2")
        for exit_ in ground.exits:
            yield Goal(exit_.name, 1.0, "exit" if german else "deny", "at once", "BW-17.1")

    def standing(self) -> tuple[Standing, ...]:
        """Every condition of victory: where it stands and what it needs."""
        end = f"the end of {self.game.calendar.label(self.last_turn)}"
        return tuple(self._levels(end) if victory.has_levels(self) else self._points(end))

    def _levels(self, end: str) -> Iterator[Standing]:
        """The three towns, what each level asks for beside them, and the losses that shift the level."""
        table, (german, allied) = self.game.tables["victory"], SIDES
        strategic, tactical, draw = (table[level] for level in ("strategic", "tactical", "draw"))
        out, over = victory.exited(self), victory.over_the_meuse(self)
        near = over | victory.near_the_meuse(self)
        held, names = len(victory.towns(self)), both(table["towns"])
        yield Standing(f"{names} held by supplied units", held, strategic["towns"], end, "BW-17.1", german)
        text = f"Strategic victory, with three towns: mechanized units off the map{self._armor(out, strategic)}"
        yield Standing(text, out.bit_count(), strategic["mechanized"], end, "BW-17.1", german)
        text = f"Tactical victory, with two towns: mechanized units beyond the Meuse{self._armor(over, tactical)}"
        yield Standing(text, over.bit_count(), tactical["mechanized"], end, "BW-17.2", german)
        text = "Draw, with two towns: mechanized units at or beyond the Meuse"
        yield Standing(text, near.bit_count(), draw["mechanized"], end, "BW-17.3", german)
        text = "One level better for the Germans: Allied units eliminated"
        yield Standing(text, victory.allied_losses(self), table["allied_losses"], end, "BW-17.6", german)
        text = "One level better for the Allies: German mechanized losses, panzers count double"
        yield Standing(text, victory.german_losses(self), table["german_losses"], end, "BW-17.6.german", allied)

    def _armor(self, units: int, needs: Mapping[str, int]) -> str:
        """How many of some units are armor, and how many must be."""
        return f", {(units & self.game.forces.armor).bit_count()} of {needs['armor']} armor"

    def _points(self, end: str) -> Iterator[Standing]:
        german, scenario = SIDES[GERMAN], self.game.scenarios[self.scenario]
        yield Standing("German points", victory.score(self), victory.needed(self), end, scenario.rule, german)
        for point in victory.points(self):
            yield Standing(point.label, point.now, point.needed, end, point.rule, SIDES[point.side])

    def margin(self, side: str) -> tuple[Margin, ...]:
        """What each way to win asks for, as if judged now; losses that shift a draw are a way of their own."""
        last, german = self.last_turn, side == SIDES[GERMAN]
        if not victory.has_levels(self):
            now, needed = victory.score(self), victory.needed(self)
            ahead = now - needed if german else needed - 1 - now
            return (Margin("points", last, ahead, needed, self.game.scenarios[self.scenario].rule),)
        table = self.game.tables["victory"]
        strategic, tactical, draw = (table[level] for level in ("strategic", "tactical", "draw"))
        held, over = len(victory.towns(self)), victory.over_the_meuse(self)
        near = (over | victory.near_the_meuse(self)).bit_count()

        def all_of(group: str, *parts: tuple[str, float, float, str]) -> Iterator[Margin]:
            for name, ahead, needed, rule in parts:
                yield Margin(name, last, ahead, needed, rule, group)

        if german:
            out, lost = victory.exited(self).bit_count(), victory.allied_losses(self)
            return (
                *all_of("tactical", ("towns", held - tactical["towns"], 3, "BW-17.2"),
                        ("units beyond the Meuse", over.bit_count() - tactical["mechanized"], 3, "BW-17.2")),
                *all_of("strategic", ("towns", held - strategic["towns"], 3, "BW-17.1"),
                        ("units out", out - strategic["mechanized"], 6, "BW-17.1")),
                *all_of("losses", ("towns", held - draw["towns"], 3, "BW-17.3"),
                        ("units at the Meuse", near - draw["mechanized"], 3, "BW-17.3"),
                        ("Allied losses", lost - table["allied_losses"], table["allied_losses"], "BW-17.6")),
            )  # fmt: skip
        bled = victory.german_losses(self) - table["german_losses"]
        return (
            *all_of("towns", ("towns", draw["towns"] - 1 - held, 3, "BW-17.4")),
            *all_of("Meuse", ("units at the Meuse", draw["mechanized"] - 1 - near, 3, "BW-17.4")),
            *all_of("losses", ("units beyond the Meuse", tactical["mechanized"] - 1 - over.bit_count(), 3, "BW-17.2"),
                    ("German losses", bled, table["german_losses"], "BW-17.6.german")),
        )  # fmt: skip

    # ---- supposing ----

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with pieces set elsewhere (a hex, an exit, or a box such as `pool`) and no rule asked."""
        supposed, boxes, ground = self.copy(), self.game.boxes, self.game.ground
        for name, place in places.items():
            unit = self.game.forces.index[name]
            battlegroup.suppose(supposed, unit)
            if place in ground.way_out:
                edge = ground.ways_out[ground.way_out[place]].edge
                supposed.at[unit] = boxes.code(edge) if self.game.forces.side[unit] == ALLIED else OUT
            elif place in boxes:
                supposed.at[unit] = boxes.code(place)
            else:
                supposed.at[unit] = ground.grid.index(place)
        supposed.refresh()
        supposed._asked = None
        return supposed


@cache
def _bridgeheads(ground: Ground) -> tuple[str, ...]:
    """The hexes on the far bank of the Meuse, north of Vireux, to which a bridge leads."""
    far = ground.north_of_vireux
    ends = (ground.bridges.ends(bridge) for bridge in range(len(ground.bridges)))
    across = ((i, j) for pair in ends for i, j in (pair, pair[::-1]) if far >> i & 1 and not ground.far_bank >> j & 1)
    return tuple(dict.fromkeys(ground.grid.name(i) for i, _ in across))
