"""What a position of Bitter Woods is: where every unit stands, what has befallen it, what it owes, and the markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.counters import GONE, Stacked, bits
from ardennes.counters.duties import Duties
from ardennes.counters.effects import Effects
from ardennes.counters.joining import Joining
from ardennes.counters.roster import replaced
from ardennes.counters.steps import Steps
from ardennes.engine.fields import column, mapping, value
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, PEOPLE
from ardennes.games.bitter_woods.wording import cited

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.area import Area
    from ardennes.games.bitter_woods.game import BitterWoods

OUT, NORTH, SOUTH, WEST = -3, -4, -5, -6  # a German unit that has left the map; an Allied one off an edge
NOBODY = (0, 0)
ASIDE = -7  # a unit that takes no part in a hand-written position
NOBODY_COMES: tuple[Any, ...] = (((), ()), 0, (), 0, (0, ()))
NO_ZONES: tuple[int | None, int | None] = (None, None)
ARMIES_SHORT = ("", "6Pz", "5Pz")
ARMY_ARTILLERY = "army_artillery"  # the option by which boundaries bind guns too (BW-37.2)
LEADERS = "leaders"  # the option that brings leaders and their own rule of reserves (BW-24.0)


class ReserveRules(NamedTuple):
    """The cases by which units are put in reserve, leave it to move, and lose it."""

    put: str = "BW-14.1"
    release: str = "BW-14.2"
    end: str = "BW-14.3"


BASIC, LED = ReserveRules(), ReserveRules("BW-24.5", "BW-24.5.release", "BW-24.5.end")


class Position(Steps, Duties, Effects, Joining, Stacked):
    """A position. Sets of units, hexes and bridges are masks; points are twelfths."""

    game: BitterWoods

    unsupplied: int = value("units out of supply at the last check (BW-12.4)", start=0, status="out-of-supply")
    shortage: str = value(
        "the army that is short of supply in this Game-Turn (BW-12.6)", start="", track="shortage", words=ARMIES_SHORT
    )
    marched: int = value(
        "units that moved or came in during their side's last Movement Phase (BW-9.8.ford, BW-R.39)",
        start=0,
        status="marched",
    )
    busy: int = value(
        "units that have built a position or repair a bridge in this player turn (BW-R.22, BW-R.45)",
        start=0,
        status="busy",
    )
    reserve: int = value("units in reserve (BW-14.1)", start=0, status="reserve")
    fired: int = value("artillery that has been used (BW-10.1)", start=0, status="fired")
    shocked: int = value("units that a bombardment has shocked (BW-21.3)", start=0, status="shocked")
    unbound: int = value("units that are free of boundaries (BW-5.4.point)", start=0, status="unbound")
    counted: int = value("German units that have left the map in supply (BW-17.1)", start=0, status="counted")
    aircraft: tuple[int, int] = value(
        "aircraft that each side has left in this Game-Turn (BW-11.1)",
        start=lambda game: game.aircraft(1),
        track=("german-aircraft", "allied-aircraft"),
        least=0,
    )
    interdicted: int = value("hexes under Allied interdiction (BW-11.3)", start=0, of="hexes")
    dropped: int = value(
        "Allied units that an air drop supplies until the next German check (BW-12.5.lasts)", start=0, status="air-drop"
    )
    improved: int = value("hexes with an improved position (BW-8.1)", start=lambda game: game.dug_in, of="hexes")
    forts: int = value("towns that have been fortified (BW-8.2.build)", start=0, of="hexes")
    captured: int = value("hexes of Liège that Germans were the last to enter (BW-R.42)", start=0, of="hexes")
    blown: int = value("bridges that are blown (BW-13.2)", start=lambda game: game.ground.blown, of="bridges")
    tried: int = value("bridges that were to be blown in this Combat Phase (BW-13.1)", start=0, of="bridges")
    built: int = value("bridges that the German has rebuilt (BW-13.4)", start=0, track="german-bridges", least=0)
    vacated: tuple[int, int] = value(
        "hexes that each side may not enter in this Game-Turn, after a withdrawal (BW-9.5.CA.withdraw)",
        start=(0, 0),
        of="hexes",
    )
    meuse: bool = value("whether Germans have come near the Meuse (BW-16.1.meuse)", start=False, track="meuse-reached")
    herve: bool = value("whether Germans have come near Herve (BW-16.1.herve)", start=False, track="herve-free")
    ungarrisoned: bool = value(
        "whether Seventh Army lacks its garrison in this German turn (BW-35.0)", start=False, track="garrison-missing"
    )
    bombarded: dict[int, int] = mapping(
        "hex that has been bombarded in this Combat Phase -> the units that were in it (BW-21.2.once, BW-23.2.bombard)"
    )
    travelled: int = value(
        "leaders that have left their hex in this player turn (BW-24.5.release)", start=0, status="travelled"
    )
    released: int = value(
        "units and leaders that may move in this Exploitation Phase (BW-24.5.release)", start=0, of="units"
    )
    influenced: dict[int, int] = mapping("leader -> battles that he has influenced in this player turn (BW-24.1)")
    attached: dict[int, int] = mapping("German unit that has come in -> its army, by number (BW-24.6.attach)")
    challenged: int = value(
        "units that had to stop after a challenge in this phase (BW-22.2.stack)", start=0, of="units"
    )
    spent: dict[int, int] = mapping(
        "unit of Kampfgruppe Peiper that has moved in this phase -> the points that it has spent (BW-36.11.points)"
    )
    regrouped: bool = value("whether that group has joined or split and not moved since (BW-R.109)", start=False)
    mugshot: bool = value(
        "whether the leader Peiper has his other counter (BW-36.0.lead.face)", start=False, track="peiper-mugshot"
    )
    sneaked: bool = value("whether Panzer Brigade 150 has tried its sneak (BW-27.2)", start=False, track="sneaked")
    dumps: dict[str, int] = mapping("fuel dump -> its hex, the Allied player's secret (BW-25.1)", hidden=True)
    fuel: dict[str, int] = mapping("fuel dump that has been revealed -> who has it (BW-25.2)")
    searched: int = value("hexes that Germans have searched for fuel dumps (BW-25.2)", start=0, of="hexes")
    alarm: int = value(
        "hexes with perhaps a dump for which the Allied player is to be asked (BW-25.3)", start=0, of="hexes"
    )
    declined: int = value(
        "such hexes for which he has declined in this German turn (BW-25.3.later)", start=0, of="hexes"
    )
    blasted: tuple[str, ...] = value("fuel dumps that were to be blown up in this Game-Turn (BW-25.3.later)", start=())
    fuelled: bool = value(
        "whether the German player has had both fuel dumps at once (BW-25.2.both)", start=False, track="both-dumps"
    )
    since: dict[int, int] = mapping("unit -> the Game-Turn in which it came in, where attrition is played (BW-20.0)")
    repairs: dict[int, int] = mapping("bridge -> the unit that repairs it in this player turn (BW-13.3)")
    left: dict[int, int] = mapping("Allied unit off the map -> the Game-Turn in which it left (BW-5.5.return)")

    optional: frozenset[str] = value("the optional rules in force", start=frozenset(), derived=True)
    bindable: int = value(
        "units that army boundaries can concern; an option adds guns (BW-5.4, BW-37.2)", start=0, derived=True
    )
    outside: int = value("hexes that are not in play in the scenario (BW-2.9.southern.area)", start=0, derived=True)
    zone: tuple[int | None, int | None] = value(
        "the zones of each side, None where they must be found anew", start=NO_ZONES, derived=True
    )
    fighting: list[int] = column("hexes of each side with units that have their own zone", start=(0, 0), derived=True)
    staff: int = value("leaders on the map; they are in no stack and hold nothing (BW-24.3)", start=0, derived=True)
    posts: list[int] = column("hexes of each side's leaders", start=(0, 0), derived=True)
    lone: list[tuple[int, int]] = column(
        "hexes of each side's leaders without a unit of theirs, and with those around, when last asked",
        start=(NOBODY, NOBODY), derived=True,
    )  # fmt: skip
    roaming: Any = value("units that could move when last asked in this phase", start=None, derived=True)
    crowds: int = value("hexes with as many units that count as a hex takes, or more (BW-6.1)", start=0, derived=True)
    abroad: int = value("mechanized units on ground that its boundaries close to their army", start=0, derived=True)
    comers: tuple[Any, ...] = value(
        "units that may come in, or easily can, when last asked, and what that depends on",
        start=NOBODY_COMES, derived=True,
    )  # fmt: skip

    prospects: Any = value("where Peiper's group can go, when last asked", start=None, derived=True)
    in_force: Any = value("what lasting effects do, when last asked", start=None, derived=True)
    firing: Any = value("guns that may fire on a hex, when last asked; None if a unit moved", start=None, derived=True)
    retreating: Any = value("the ways of the unit that retreats", start=None, derived=True)
    nation_held: list[int] = column("hexes of American and of British units (BW-28.2)", start=(0, 0), derived=True)
    working: tuple[Any, ...] = value(
        "units that cannot move and may build or repair, when last asked, and what that depends on",
        start=((), 0), derived=True,
    )  # fmt: skip
    digging: tuple[Any, ...] = value(
        "hexes in which a side builds no position, and what that depends on", start=((), 0), derived=True
    )

    sets_of_units = ("released", "challenged")
    frame_sets = ("units", "poised", "fought")

    def refresh(self) -> None:
        """Rebuild what is derived from the position."""
        self.optional = self.game.in_force(self.scenario, self.options)
        self.outside = self.area.outside
        forces = self.game.forces
        self.bindable = forces.bindable | (forces.batteries if ARMY_ARTILLERY in self.optional else 0)
        self.in_force, self.retreating, self.prospects, self.firing = None, None, None, None
        self.digging = self.working = ((), 0)
        self.zone, self.crowds, self.abroad, self.roaming, self.comers = NO_ZONES, 0, 0, None, NOBODY_COMES
        self.fighting, self.posts, self.staff = [0, 0], [0, 0], 0
        self.nation_held = [0, 0]
        super().refresh()
        self.captured = self.captured & ~self.held[ALLIED] | self.game.ground.liege & self.held[GERMAN]
        for unit in bits(self.game.forces.leaders):
            if self.at[unit] >= 0:
                self._post(unit, self.at[unit])
        self.revive_duties()
        self.revive_effects()

    def off_play(self, unit: int) -> bool:
        """Leaders have a hex and are not counted in it (BW-24.3)."""
        return bool(self.game.forces.leaders >> unit & 1)

    # ---- changes ----

    def units_replaced(self, old: int, new: int) -> None:
        """What is owed by units that join or split is owed by those that take their place (BW-36.11)."""
        self.replace_in_duties(old, new)
        self.bombarded = {i: replaced(units, old, new) for i, units in self.bombarded.items()}

    def enter(self, unit: int, i: int) -> None:
        """Add a unit to the stack in a hex; zones must be found anew."""
        super().enter(unit, i)
        self.firing = None
        game = self.game
        side = game.forces.side[unit]
        self.zone = (self.zone[GERMAN], None) if side else (None, self.zone[ALLIED])
        if not game.zoneless >> unit & 1:
            self.fighting[side] |= 1 << i
        stack, limit = self.stacks[i], game.stack_limit
        if stack.bit_count() >= limit and game.load(stack) >= limit:
            self.crowds |= 1 << i
        if self.closed_to(unit) >> i & 1:
            self.abroad |= 1 << unit
        if side:
            self._enter_nation(unit, i)

    def _enter_nation(self, unit: int, i: int) -> None:
        """Its nation has a hex."""
        american, british = self.game.nations.apart
        if american >> unit & 1:
            self.nation_held[0] |= 1 << i
        elif british >> unit & 1:
            self.nation_held[1] |= 1 << i

    def _leave_nation(self, unit: int, i: int) -> None:
        """Its nation has a hex no longer, unless others of it are there."""
        for nation, units in enumerate(self.game.nations.apart):
            if units >> unit & 1 and not self.stacks.get(i, 0) & units:
                self.nation_held[nation] ^= 1 << i
                if self.posts[ALLIED] >> i & 1:
                    self.nation_held[nation] |= self.hexes_of(self.staff & units)

    def zone_of(self, side: int) -> int:
        """The hexes in the zones of a side, found again when one of its units has moved."""
        found = self.zone[side]
        if found is None:
            ground, fighting = self.game.ground, self.fighting[side]
            if self.playing[side] & self.game.battlegroup.parts:
                fighting |= self._battalions()
            found = ground.grid.across(fighting, ground.zone_sides) | self.held[side]
            self.zone = (self.zone[GERMAN], found) if side else (found, self.zone[ALLIED])
        return found

    def _battalions(self) -> int:
        """The hex in which battalions of Peiper's group have a zone together (BW-36.9)."""
        from ardennes.games.bitter_woods import zones

        return self.hexes_of(self.game.battlegroup.parts & ~zones.without(self))

    def closed_to(self, unit: int) -> int:
        """The hexes that boundaries close to a unit as long as they bind it (BW-5.4, BW-37.2)."""
        game = self.game
        if unit in self.attached or game.forces.batteries >> unit & 1:
            return game.ground.closed.get(self.army_of(unit), 0) if self.bindable >> unit & 1 else 0
        return game.closed_to[unit]

    def _post(self, leader: int, i: int) -> None:
        """A leader is in a hex."""
        self.at[leader] = i
        self.staff |= 1 << leader
        self._enter_nation(leader, i)
        self.posts[self.game.forces.side[leader]] |= 1 << i
        if self.closed_to(leader) >> i & 1:
            self.abroad |= 1 << leader

    def start_phase(self, name: str) -> None:
        """Begin a phase: nobody has moved, fought, joined or split in it."""
        self.regrouped, self.spent = False, {}
        super().start_phase(name)

    def stand(self, unit: int, i: int) -> None:
        """Set a unit on a hex: a German ends a fortification there, and units in reserve next to it are released."""
        if self.regrouped and self.game.battlegroup.units >> unit & 1:
            self.regrouped = False
        if self.game.forces.leaders >> unit & 1:
            self._post(unit, i)
            self.travelled |= 1 << unit
            self.pass_through(unit, (i,))
        else:
            super().stand(unit, i)
            self.pass_through(unit, (i,))
            self._end_reserves(unit, i)
        self.look_for_lone_leaders()

    def lift(self, unit: int) -> None:
        """Take a unit off its hex; the last one to leave gives an improved position up (BW-8.1.remove)."""
        game, i = self.game, self.at[unit]
        side = game.forces.side[unit]
        self.abroad &= ~(1 << unit)
        if game.forces.leaders >> unit & 1:
            self.at[unit] = GONE
            self.staff &= ~(1 << unit)
            self._leave_nation(unit, i)
            self.posts[side] = self.hexes_of(self.staff & game.forces.of[side])
            return
        super().lift(unit)
        self.firing = None
        self.zone = (self.zone[GERMAN], None) if side else (None, self.zone[ALLIED])
        if side:
            self._leave_nation(unit, i)
        rest = self.stacks.get(i, 0)
        if not rest & ~game.zoneless and self.fighting[side] >> i & 1:
            self.fighting[side] ^= 1 << i
        if self.crowds >> i & 1 and game.load(rest) < game.stack_limit:
            self.crowds &= ~(1 << i)
        if not rest and self.improved >> i & 1:
            self.improved &= ~(1 << i)
            name = game.ground.grid.name(i)
            self.note("position", "BW-8.1.remove", f"The improved position in {name} is given up", at=name)

    def eliminate(self, unit: int, rule: str, why: str) -> None:
        """Remove a unit for good; a German leader takes his army's reserves with him (BW-24.5.end)."""
        super().eliminate(unit, rule, why)
        if self.game.forces.leaders >> unit & 1:
            self.unsupplied &= ~(1 << unit)
            self._end_reserves_of(unit)
        self.look_for_lone_leaders()

    def look_for_lone_leaders(self) -> None:
        """Leaders who are alone in an enemy zone are lost at once (BW-24.3.alone)."""
        for side in (GERMAN, ALLIED) if self.staff else ():
            if self.posts[side] & self.held[side] == self.posts[side]:
                continue
            if self.exposed(side) & self.held[1 - side] and self.lone[side][0] & self.zone_of(1 - side):
                from ardennes.games.bitter_woods.leaders import lose_lone

                lose_lone(self)
                return

    def exposed(self, side: int) -> int:
        """The hexes from which a passing enemy would cost a side a leader."""
        posts = self.posts[side]
        lone = posts ^ (posts & self.held[side]) if posts else 0
        if not lone:
            return 0
        if self.lone[side][0] != lone:
            self.lone[side] = (lone, lone | self.game.ground.grid.around(lone))
        return self.lone[side][1]

    def _end_reserves_of(self, leader: int) -> None:
        """The units of a German leader's army are in reserve no longer; he is lost (BW-24.5.end)."""
        if self.game.forces.side[leader] != GERMAN:
            return
        group = self.game.battlegroup
        own = group.units if leader == group.leader else self.of_army(self.game.forces.units[leader].army)
        lost = self.reserve & own
        self.reserve &= ~lost
        for other in bits(lost):
            name = self.game.forces.display_names[leader]
            self.note_unit(other, "reserve", LED.end, f"is no longer in reserve: {name} is lost")

    def pass_through(self, unit: int, way: tuple[int, ...]) -> None:
        """A unit has been in these hexes: a German ends fortifications, Liège changes hands, some hexes free a unit."""
        if not way:
            return
        game, been = self.game, 0
        for i in way:
            been |= 1 << i
        if self.effects and game.forces.side[unit] == ALLIED:
            from ardennes.games.bitter_woods.lasting import entered

            entered(self, unit, way)
        if self.dumps and been & game.near_dumps:
            from ardennes.games.bitter_woods.fuel import entered as searched

            searched(self, unit, way)
        if game.forces.leaders >> unit & 1:
            self._end_forts(unit, way)
            self._free(unit, way)
            return
        enemy = 1 - game.forces.side[unit]
        if been & self.exposed(enemy):
            from ardennes.games.bitter_woods.leaders import lose_passed

            lose_passed(self, unit, been)
        if not been & game.ground.telling and not been & self.forts:
            if game.forces.batteries >> unit & 1:
                self._free(unit, way)
            return
        if not self.herve and game.forces.side[unit] == GERMAN:
            self.herve = any(game.ground.near_herve >> i & 1 for i in way)
        self._end_forts(unit, way)
        for i in way:
            if game.ground.liege >> i & 1:
                self._take_liege(unit, i)
        self._free(unit, way)

    def _end_forts(self, unit: int, way: tuple[int, ...]) -> None:
        """A German unit of whatever kind ends the fortifications that it enters (BW-8.2.remove)."""
        for i in way if self.forts and self.game.forces.side[unit] == GERMAN else ():
            if self.forts >> i & 1:
                self.forts &= ~(1 << i)
                name = self.game.ground.grid.name(i)
                self.note("position", "BW-8.2.remove", f"The fortification of {name} is lost", at=name)

    def _free(self, unit: int, way: tuple[int, ...]) -> None:
        """Some hexes free a unit of boundaries (BW-5.4.point, BW-37.2.end)."""
        game, freeing = self.game, self.freeing(unit)
        for i in way:
            if freeing >> i & 1 and self.bounded(unit):
                self.unbound |= 1 << unit
                rule, text = "BW-5.4.point", f"has reached {game.ground.grid.name(i)}; boundaries no longer apply to it"
                if game.forces.batteries >> unit & 1:
                    rule, text = "BW-37.2.end", cited(
                        "is west of the end of a boundary; boundaries no longer apply to it", "BW-R.106"
                    )
                self.note_unit(unit, "free", rule, text)

    def freeing(self, unit: int) -> int:
        """The hexes that free a unit of boundaries: two points, for guns all that lies west of them (BW-R.106)."""
        game = self.game
        guns = game.forces.batteries >> unit & 1
        places = game.ground.west if guns else game.ground.freeing
        return places.get(self.army_of(unit), 0)

    def _take_liege(self, unit: int, i: int) -> None:
        """A unit has been in a hex of Liège: it is its side's until the other enters it (BW-R.42)."""
        side = self.game.forces.side[unit]
        if (side == GERMAN) != bool(self.captured >> i & 1):
            self.captured ^= 1 << i
            name = self.game.ground.grid.name(i)
            self.note("supply", "BW-R.42", f"{name}, a hex of Liège, is in {PEOPLE[side]} hands", at=name)

    def bounded(self, unit: int) -> bool:
        """Whether army boundaries concern a unit at this time (BW-5.4)."""
        return bool(self.bounded_units >> unit & 1)

    @property
    def bounded_units(self) -> int:
        """The units that army boundaries concern at this time."""
        return self.bindable & ~self.unbound if self.turn <= self.game.last_bounded_turn else 0

    def _end_reserves(self, unit: int, i: int) -> None:
        """A unit in reserve that is next to an enemy is in reserve no longer (BW-14.3, BW-24.5.end)."""
        if not self.reserve:
            return
        beside = self.game.ground.ring[i] & self.held[1 - self.game.forces.side[unit]]
        if not beside:
            return
        near = self.units_at(beside)
        lost = self.reserve & (near | 1 << unit)
        self.reserve &= ~lost
        for other in bits(lost):
            self.note_unit(other, "reserve", self.reserve_rules.end, "is next to the enemy and no longer in reserve")

    # ---- questions ----

    def given_aircraft(self, turn: int = 0) -> tuple[int, int]:
        """The aircraft of each side on this Game-Turn or another, before any is used (BW-11.1, BW-2.9.southern.air)."""
        german, allied = self.game.aircraft(turn or self.turn)
        most = self.area.aircraft
        return (german, allied) if most is None else (min(german, most), min(allied, most))

    @property
    def area(self) -> Area:
        """The part of the map in play, with its units and aircraft (BW-2.9.southern.area)."""
        return self.game.areas[self.scenario]

    @property
    def season(self) -> int:
        """The state of the ground: DRY, MUD or FREEZE."""
        return self.game.seasons[self.turn - 1]

    @property
    def reserve_rules(self) -> ReserveRules:
        """The cases of the rule of reserves that is played."""
        return LED if LEADERS in self.optional else BASIC

    def army_of(self, unit: int) -> str:
        """The army of a unit: that of its counter, or that to which it has been attached (BW-24.6.attach)."""
        attached = self.attached.get(unit)
        return self.game.forces.units[unit].army if attached is None else ARMIES[attached]

    def of_army(self, army: str) -> int:
        """The units of a German army, those attached to it among them (BW-24.6.attach)."""
        found = self.game.forces.of_army.get(army, 0)
        for unit, number in self.attached.items():
            found = found | 1 << unit if ARMIES[number] == army else found & ~(1 << unit)
        return found

    def lost(self, side: int) -> int:
        """The units of a side that have been eliminated; leaders are not counted (BW-R.81)."""
        units = self.game.forces.of[side] & ~self.game.forces.leaders
        return sum(1 << unit for unit in bits(units) if self.at[unit] == GONE)

    def supplied(self, units: int) -> int:
        """Those of some units that are in supply."""
        return units & ~self.unsupplied

    def off_map(self, edge: int) -> int:
        """The Allied units off an edge."""
        return sum(1 << unit for unit in bits(self.game.forces.of[ALLIED]) if self.at[unit] == edge)
