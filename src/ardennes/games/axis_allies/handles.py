"""How pieces and places are called, and every verb with the things that it can take.

A lot of equal units is `inf@G6`; of a chart `tank@7Armd`; in hand for a custom set-up `art@allies`. Trucks and air
units have names. On the screen alone a lot that has attacked or moved is `spent-inf@G6` beside one that has not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.engine import Action, Options, Table, Verb
from ardennes.games.axis_allies.forces import AIR, ART, INF, POOLS, TYPES, Forces
from ardennes.games.axis_allies.terrain import OFF_BOARD, Terrain

DONE = (Action("done"),)
STOP = (Action("stop"),)
PASS = (Action("pass"),)
FIGHT = (Action("fight"),)
PRINTED = (Action("choose", "printed"),)
SEND = tuple(Action("send", kind) for kind in TYPES)
HOLD = tuple(Action("hold", kind) for kind in TYPES)
FIRST_OR_SECOND = Options((Action("choose", "first"), Action("choose", "second")))
HAND_TYPES = (*TYPES, "supply")
SPENT = "spent-"  # before the handle of a lot that has attacked or moved, on the screen alone
NOT_NOW = {
    "choose": ("AA-1.1", "that is chosen before air units are placed, or during a custom set-up"),
    "place": ("AA-3.9", "pieces are placed on the board when they enter"),
    "resolve": ("AA-1.3", "hexes are chosen during air combat"),
    "attack": ("AA-2.1", "a side attacks when it is its turn in ground combat"),
    "pass": ("AA-2.8", "a side passes when it is its turn in ground combat"),
    "target": ("AA-2.2", "targets are chosen after the attacking hex"),
    "pay": ("AA-2.3", "supply tokens pay for an attack or for movement"),
    "send": ("AA-2.3.b", "units are sent to their targets when an attack is split"),
    "hold": ("AA-2.5.a", "units are held back before the attack is rolled"),
    "fight": ("AA-2.5", "the dice are rolled once an attack has been declared"),
    "retreat": ("AA-2.7.e", "units retreat when they have been hit"),
    "return": ("AA-3.1", "free trucks return to base before anything moves"),
    "activate": ("AA-3.2", "hexes are activated at the start of a side's movement"),
    "blitz": ("AA-3.2.e", "a blitz is paid for along with movement, or before its formation enters"),
    "load": ("AA-0.22", "a truck loads while it is moving, or off the board"),
    "take": ("AA-R.42", "units are taken back during a custom set-up that does not cover the line"),
    "shed": ("AA-4.3", "stacking is enforced at board upkeep"),
    "destroy": ("AA-3.2.f", "units and supply are destroyed only in overfull hexes"),
}  # the rule of each verb's moment, for one that is out of place


class Handles:
    """Tables of actions by number, and the verbs. The offsets say where a kind of piece begins in a table."""

    def __init__(self, terrain: Terrain, forces: Forces) -> None:
        size = terrain.size
        names = terrain.names
        self.hexes = tuple(name for name in names if name)
        lots = [self._lots(kind, names) for kind in TYPES]
        supply = self._lots("supply", names)
        trucks = [truck.name for truck in forces.trucks]
        self.formations = tuple(formation.id for formation in forces.formations)
        chart = [f"{kind}@{formation}" for kind in TYPES for formation in self.formations]
        hand = [f"{kind}@{pool}" for kind in HAND_TYPES for pool in POOLS]
        stock = [f"supply@{box}" for box in OFF_BOARD]

        on_board = [*lots[0], *lots[1], *lots[2]]
        self.pick = Table("pick", [*on_board, *trucks, *chart, *AIR, *hand])
        self.pick_truck = 3 * size
        self.pick_chart = self.pick_truck + len(trucks)
        self.pick_air = self.pick_chart + len(chart)
        self.pick_hand = self.pick_air + len(AIR)
        chart_loads = [f"{TYPES[kind]}@{formation}" for kind in (INF, ART) for formation in self.formations]
        self.load = Table("load", [*lots[INF], *lots[ART], *supply, *chart_loads, *stock])
        self.load_chart = 3 * size
        self.load_stock = self.load_chart + len(chart_loads)
        self.retreat = Table("retreat", on_board)
        self.take = Table("take", on_board)
        self.shed = Table("shed", on_board)
        self.destroy = Table("destroy", [*on_board, *supply, *trucks])
        self.home = Table("return", trucks)

        self.place = Table("place", names)
        self.resolve = Table("resolve", names)
        self.attack = Table("attack", names)
        self.target = Table("target", names)
        self.pay = Table("pay", names)
        self.step = Table("step", names)
        self.go = Table("go", names)
        self.activate = Table("activate", names)
        self.blitz = Table("blitz", [*names, *self.formations])

        self.pieces = tuple(name for name in [*on_board, *supply, *trucks, *chart, *AIR, *hand, *stock] if name)
        self.places = (*self.hexes, *self.formations)

    @staticmethod
    def _lots(kind: str, names: Iterable[str]) -> list[str]:
        return [f"{kind}@{name}" if name else "" for name in names]

    def verbs(self) -> Sequence[Verb]:
        """Every verb, with the finite row of things that it can take."""
        hexes = self.hexes
        return (
            Verb("choose", "word", ("first", "second", "printed"), "Place first or second; use the printed set-up."),
            Verb(
                "pick", "piece", means="Choose a unit, a truck or an air unit.", among=_things(self.pick), role="begin",
                only="Only units, trucks and unplaced air units are chosen here, not supply tokens or cargo.",
            ),
            Verb("place", "place", means="Put it there.", among=hexes),
            Verb(
                "take", "piece", means="Take back a unit of this group.", among=_things(self.take),
                only="Only combat units are taken back.",
            ),
            Verb("resolve", "place", means="Resolve the air combat in a hex.", among=hexes),
            Verb("attack", "place", means="Attack from a hex.", among=hexes, role="begin"),
            Verb("pass", means="Make no attack now.", role="end"),
            Verb(
                "target", "place", means="Attack this hex; of split attacks, resolve this one next.", among=hexes,
                role="target",
            ),
            Verb("pay", "place", means="Take the supply token from there.", among=hexes),
            Verb("send", "word", TYPES, "Send one unit against the target."),
            Verb("hold", "word", TYPES, "Hold one unit back from the attack."),
            Verb("fight", means="Roll the dice.", confirm=True),
            Verb(
                "retreat", "piece", means="Retreat a unit of this group next.", among=_things(self.retreat),
                only="Only combat units retreat.", role="begin",
            ),
            Verb(
                "return", "piece", means="Return a free truck to base.", among=_things(self.home),
                only="Only trucks can be taken off the board.",
            ),
            Verb("activate", "place", means="Pay for movement from a hex.", among=hexes, role="begin"),
            Verb(
                "blitz", "place", means="Pay for a blitz from a hex or by a formation.", among=_things(self.blitz),
                role="begin",
            ),
            Verb("go", "place", means="Go there and end the move.", among=hexes),
            Verb("step", "place", means="Enter an adjacent hex.", among=hexes),
            Verb(
                "load", "piece", means="Take one unit or token aboard.", among=_things(self.load),
                only="A truck carries infantry, artillery and supply tokens, nothing else.",
            ),
            Verb("stop", means="End the move here.", role="end"),
            Verb(
                "shed", "piece", means="Move one unit out of an overfull hex.", among=_things(self.shed), role="begin",
                only="Only combat units are moved out of an overfull hex.",
            ),
            Verb(
                "destroy", "piece", means="Destroy a unit in an overfull hex.", among=_things(self.destroy),
                only="Only units, trucks and supply tokens on the board can be destroyed.",
            ),
            Verb("done", means="Finish.", role="end", confirm=True),
        )  # fmt: skip


def _things(table: Table) -> tuple[str, ...]:
    return tuple(action.thing for action in table.actions if action.thing)
