"""Answers for planners, overlays and explanations: odds, reach, zones, goals, standing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from ardennes.counters import GONE, POOL, bits
from ardennes.engine import Action
from ardennes.engine.battle import Battle, Effect, Line, Odds, Outcome
from ardennes.engine.errors import ArdennesError
from ardennes.engine.queries import Goal, Margin, Reached, Standing, Supplied, Unit
from ardennes.games.bastogne import arrivals, odds, victory
from ardennes.games.bastogne.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bastogne.movement import Walk, terms_of, walk_of
from ardennes.games.bastogne.odds import BOMBARDMENT, GROUND, Clash, Tally
from ardennes.games.bastogne.results import trapped
from ardennes.games.bastogne.sequence import ORDER
from ardennes.games.bastogne.state import OUT, Position

END = "the end of Game-Turn 19"
DONE = Action("done")


class Situation(Position):
    """A position that answers the queries of the engine's contract."""

    __slots__ = ()

    # ---- battles ----

    def battle(self) -> Battle | None:
        """The battle that is being declared or fought now, as far as whoever looks may know it."""
        top = self.top
        step = top.step
        if step == "attack":
            return self.declared(Clash(GROUND, self.phasing, self.here[top.hex], top.hex, top.joined))
        if step in ("support", "protective"):
            clash: Clash = top.clash
            if step == "support" and self.knows(clash.side):
                clash = clash._replace(fire=self.plan[SIDES[clash.side]].fire)
            if step == "protective" and self.knows(1 - clash.side):
                clash = clash._replace(cover=self.plan[SIDES[1 - clash.side]].fire)
            return self.declared(clash)
        if step == "die":
            return self.declared(top.clash)
        if step == "bombardment" and self.knows(self.phasing):
            plan = self.plan[SIDES[self.phasing]]
            if plan.aim >= 0:
                return self.declared(Clash(BOMBARDMENT, self.phasing, self.here[plan.aim], plan.aim, 0, plan.fire))
        return None

    def declared(self, clash: Clash) -> Battle:
        """A clash as the engine's battle, with the canonical way to declare it."""
        game, who = self.game, SIDES[clash.side]
        place = game.ground.grid.name(clash.hex)
        units = tuple(game.forces.names[unit] for unit in bits(clash.attackers))
        fire = [Action("fire", str(factor)) for factor in clash.fire]
        support = [(who, str(factor)) for factor in clash.fire]
        support += [(SIDES[1 - clash.side], str(factor)) for factor in clash.cover]
        if clash.kind == BOMBARDMENT:
            actions = [Action("bombard", place), *fire, DONE]
        else:
            joins = [Action("join", unit) for unit in units]
            actions = [Action("target", place), *joins, DONE, *((*fire, DONE) if fire else ())]
        return Battle(clash.kind, who, (place,), units, tuple(support), declared=tuple(actions))

    def odds(self, battle: Battle) -> Odds:
        """The tally, the column and the exact chances of any battle of either side, real or supposed.

        Raises ArdennesError for a battle without a defender, or a ground attack without attackers on the map.
        """
        clash = self._clash(battle)
        found = odds.tally(self, clash)
        facts = {"differential": found.differential, "row": self.game.ground.row(clash.hex)}
        return Odds(
            found.lines, found.attack, found.defence, found.column.label, self._outcomes(clash, found),
            columns=found.column.labels, may_change=self._may_change(clash), facts=facts,
        )  # fmt: skip

    def shifted(self, battle: Battle, columns: int) -> tuple[Outcome, ...]:
        """The chances that it would have so many columns farther right."""
        clash = self._clash(battle)
        found = odds.tally(self, clash)
        found.column.at += columns
        return self._outcomes(clash, found) if 0 <= found.column.at < len(self.game.crt) else ()

    def _outcomes(self, clash: Clash, found: Tally) -> tuple[Outcome, ...]:
        chances = odds.chances(self, found)
        outcomes = [Outcome(p, label, *self._effects(clash, label)) for label, p in chances.items()]
        order = list(self.game.effects(clash.kind))
        return tuple(sorted(outcomes, key=lambda outcome: order.index(outcome.label)))

    def _may_change(self, clash: Clash) -> tuple[Line, ...]:
        """The best that the defender may still add (BA-8.2.1.protective)."""
        best = self.best(1 - clash.side)
        rolling = self.top.step == "die" and self.top.clash.target == clash.target
        if clash.kind == BOMBARDMENT or clash.cover or rolling or not best:
            return ()
        return (Line("BA-8.2.1.protective", f"protective fire, up to {best}", 0, -best, "attack"),)

    def _clash(self, battle: Battle) -> Clash:
        forces, grid = self.game.forces, self.game.ground.grid
        side = SIDES.index(battle.side)
        i = grid.index(battle.targets[0])
        target = self.here.get(i)
        if target is None or forces.side[target] == side:
            raise ArdennesError(f"There is no unit to attack in {battle.targets[0]}.")
        attackers = forces.named(battle.attackers)
        if battle.kind == GROUND and (not attackers or any(self.at[unit] < 0 for unit in bits(attackers))):
            raise ArdennesError("A ground attack needs attackers on the map.")
        fire = tuple(int(factor) for who, factor in battle.support if who == battle.side)
        cover = tuple(int(factor) for who, factor in battle.support if who != battle.side)
        return Clash(battle.kind, side, target, i, attackers, fire, cover)

    def _effects(self, clash: Clash, label: str) -> tuple[Effect, Effect]:
        """What a result would do to attacker and defender as things stand; a retreat may be refused for a step."""
        effect = self.game.effects(clash.kind)[label]
        count = clash.attackers.bit_count()
        ours, theirs = Effect(), Effect()
        hexes: int = effect.get("hexes", 0)
        ground = clash.kind == GROUND
        if effect.get("retreats") == "defender":
            ours, theirs = (
                Effect(may_advance=int(ground)),
                Effect(retreat=hexes, losses=trapped(self, 1 << clash.target, hexes)),
            )
        elif effect.get("retreats") == "attacker":
            ours = Effect(retreat=hexes, losses=trapped(self, clash.attackers, hexes))
        elif effect.get("eliminated") == "defender":
            ours, theirs = (
                Effect(may_advance=int(ground)),
                Effect(losses=1, eliminated=True, steps=self.steps(clash.target)),
            )
        elif effect.get("eliminated") == "attacker":
            ours = Effect(losses=count, eliminated=True, steps=sum(self.steps(unit) for unit in bits(clash.attackers)))
        reduced = effect.get("reduced", ())
        if "attacker" in reduced:
            own = clash.attackers or self.units_in(self.held[clash.side] & self.game.ground.ring[clash.hex])
            last = bool(own) and all(self.steps(unit) == 1 for unit in bits(own))
            ours = Effect(steps=int(bool(own)), losses=int(last), eliminated=ground and last and count == 1)
        if "defender" in reduced:
            dies = self.steps(clash.target) == 1
            theirs = Effect(steps=1, losses=int(dies), eliminated=dies)
            if dies and ground:
                ours = Effect(ours.losses, ours.steps, eliminated=ours.eliminated, may_advance=int(not ours.eliminated))
        return ours, theirs

    # ---- movement, zones, supply ----

    def as_moving(self, side: int) -> Situation:
        """The position as a side meets it in its Movement Phase: this one, or the next to come."""
        phase = self.phase
        if phase == f"{SIDES[side]} movement":
            return self
        supposed = self.copy()
        supposed.moved = 0
        supposed.entered = {}
        if phase in ORDER and ORDER.index(phase) > ORDER.index(f"{SIDES[side]} movement"):
            supposed.turn += 1
        return supposed

    def reach(self, piece: str) -> Reached:
        """Where a piece can go in its next Movement Phase; one that is due then, from all its hexes of entry."""
        unit = self.game.forces.index[piece]
        there = self.as_moving(self.game.forces.side[unit])
        best: dict[int, tuple[int, Walk]] = {}
        grid = self.game.ground.grid
        for walk in there._walks(unit):
            mask = walk.go | (1 << walk.hex if walk.begun and not walk.terms.friends >> walk.hex & 1 else 0)
            for i in grid.bits(mask):
                cost = walk.cost(i)
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
                return [walk_of(self, unit, top.hex, top.spent, begun=top.begun)]
            return [] if self.moved >> unit & 1 else [walk_of(self, unit)]
        if not arrivals.due(self, self.game.forces.side[unit], False) >> unit & 1:
            return []
        terms = terms_of(self, unit)
        hexes = self.game.ground.grid.bits(arrivals.hexes(self, unit))
        return [walk_of(self, unit, i, arrivals.price(self, unit, i), begun=True, terms=terms) for i in hexes]

    def zoc(self, side: str) -> frozenset[str]:
        """The hexes in a side's zones of control."""
        return frozenset(self.game.ground.grid.names(self.zone(SIDES.index(side))))

    def supply(self, piece: str) -> Supplied:
        """Every unit is in supply at all times (BA-10.4)."""
        at = self.at[self.game.forces.index[piece]]
        if at < 0:
            return Supplied("off the map", {POOL: "BA-13.0", GONE: "BA-2.3.steps"}.get(at, "BA-11.4.return"))
        return Supplied("supplied", "BA-10.4")

    def control(self, place: str) -> str | None:
        """The last occupant of a hex of Bastogne; elsewhere whoever is there, or alone has it in his zones."""
        ground = self.game.ground
        i = ground.grid.index(place.partition("/")[0])
        if i in ground.town:
            return self.town[ground.town.index(i)]
        side = self.holder(i, (self.zone(GERMAN), self.zone(ALLIED)))
        return None if side is None else SIDES[side]

    # ---- victory ----

    def worth(self, piece: str) -> float:
        """Attack and defence of the side that is up; more for a German unit that can still count by leaving."""
        unit = self.game.forces.index[piece]
        figures = self.figures(unit)
        counts = self.game.forces.side[unit] == GERMAN and self.game.forces.mobile & ~self.reduced & 1 << unit
        return figures.attack + figures.defence + (4.0 if counts else 0.0)

    def units(self) -> tuple[Unit, ...]:
        """Every unit on the map or still to come, with the figures of the side that is up."""
        forces, name = self.game.forces, self.game.ground.grid.name
        return tuple(
            Unit(
                forces.names[unit], SIDES[forces.side[unit]], name(i) if i >= 0 else "",
                self.figures(unit).attack, self.figures(unit).defence, self.figures(unit).allowance,
            )
            for unit, i in enumerate(self.at)
            if i >= 0 or i == POOL
        )  # fmt: skip

    def goals(self, side: str) -> tuple[Goal, ...]:
        """Bastogne for both; the west edge for the German while exits are wanted, to be denied by the Allies."""
        ground = self.game.ground
        needed: int = self.game.tables["victory"]["units"]
        wanted = victory.exited(self).bit_count() < needed
        when = f"at {END}"
        town = [Goal(ground.grid.name(i), 6.0, "hold", when, "BA-11.1.held") for i in ground.town]
        how = "exit" if side == SIDES[GERMAN] else "deny"
        exits = {exit_.hex: exit_ for exit_ in ground.exits if not exit_.road}
        exits |= {exit_.hex: exit_ for exit_ in ground.exits if exit_.road}
        chosen = [exit_ for exit_ in exits.values() if exit_.road or side == SIDES[GERMAN]]
        value = 1.0 if wanted else 0.0
        return (*town, *(Goal(exit_.name, value, how, when, "BA-11.1.exit") for exit_ in chosen))  # type: ignore[arg-type]

    def standing(self) -> tuple[Standing, ...]:
        """Both conditions of BA-11.1."""
        needed: int = self.game.tables["victory"]["units"]
        out, german = victory.exited(self).bit_count(), SIDES[GERMAN]
        return (
            Standing("Full-strength mobile units off the west edge", out, needed, END, "BA-11.1.exit", german),
            Standing("Hexes of Bastogne captured", victory.captured(self), len(self.town), END, "BA-11.1.held", german),
        )

    def margin(self, side: str) -> tuple[Margin, ...]:
        """Both conditions at the end: the German player needs them together, the Allied player must deny both."""
        needed, town, last = self.game.tables["victory"]["units"], len(self.town), self.last_turn
        out, hexes, group = victory.exited(self).bit_count(), victory.captured(self), "at the end"
        if side == SIDES[GERMAN]:
            return (
                Margin("units out", last, out - needed, needed, "BA-11.1.exit", group),
                Margin("hexes of Bastogne", last, hexes - town, town, "BA-11.1.held", group),
            )
        return (
            Margin("units out", last, needed - 1 - out, needed, "BA-11.1.exit", group),
            Margin("hexes of Bastogne", last, town - 1 - hexes, town, "BA-11.1.held", group),
        )

    # ---- supposing ----

    def suppose(self, places: Mapping[str, str]) -> Self:
        """A copy with pieces set elsewhere (a hex, or a box: `pool`, `eliminated`, `west`) and no rule asked."""
        supposed = self.copy()
        for name, place in places.items():
            unit = self.game.forces.index[name]
            if place in self.game.boxes:
                supposed.at[unit] = self.game.boxes.code(place)
            elif place in self.game.ground.exit_of:
                supposed.at[unit] = OUT
            else:
                supposed.at[unit] = self.game.ground.grid.index(place)
        supposed.refresh()
        supposed._asked = None
        return supposed
