"""The rules engine: who decides, what is legal, which dice fall, what each side may know.

It drives a game by small sequential decisions and labelled chance nodes, explains every refusal with a rule, hides
what must be hidden, and keeps the record from which any position can be rebuilt. It knows no game and no map: a game
plugs in steps, verbs and data, and everything outside talks to the engine's contract only.
"""

from ardennes.engine.action import Action, Table, Universe, Verb
from ardennes.engine.battle import Battle, Column, Effect, Line, Measure, Odds, Outcome, Strength
from ardennes.engine.catalogue import Case, Catalogue, Reason
from ardennes.engine.chance import Chance, Die
from ardennes.engine.chart import TerrainChart
from ardennes.engine.decision import Decision, Kind, Obligation
from ardennes.engine.errors import (
    ArdennesError,
    BadOption,
    BadRoll,
    EngineFault,
    JournalError,
    NotOffered,
    PositionError,
    Refused,
    Unknown,
)
from ardennes.engine.event import Event
from ardennes.engine.game import Game, RuleOption, Scenario, Score
from ardennes.engine.hidden import HIDDEN
from ardennes.engine.journal import Journal
from ardennes.engine.options import Masked, Options
from ardennes.engine.orders import Foreseen, Order
from ardennes.engine.position import Position
from ardennes.engine.queries import Goal, Margin, Reached, Standing, Supplied, Unit
from ardennes.engine.record import Record
from ardennes.engine.state import Result, State
from ardennes.engine.step import Step

__all__ = [
    "HIDDEN",
    "Action",
    "ArdennesError",
    "BadOption",
    "BadRoll",
    "Battle",
    "Case",
    "Catalogue",
    "Chance",
    "Column",
    "Decision",
    "Die",
    "Effect",
    "EngineFault",
    "Event",
    "Foreseen",
    "Game",
    "Goal",
    "Journal",
    "JournalError",
    "Kind",
    "Line",
    "Margin",
    "Masked",
    "Measure",
    "NotOffered",
    "Obligation",
    "Odds",
    "Options",
    "Order",
    "Outcome",
    "Position",
    "PositionError",
    "Reached",
    "Reason",
    "Record",
    "Refused",
    "Result",
    "RuleOption",
    "Scenario",
    "Score",
    "Standing",
    "State",
    "Step",
    "Strength",
    "Supplied",
    "Table",
    "TerrainChart",
    "Unit",
    "Universe",
    "Unknown",
    "Verb",
]
