"""What is asked and answered where a game is looked at closely: the sandbox and the report."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from ardennes.server.shapes.answers import Answer, Whole
from ardennes.server.shapes.requests import MOST, Batch, Body, Number, Said, Text

MOVES = 1_000  # of a sandbox

Moves = Annotated[list[Said], Meta(max_length=MOVES)]


# ---- requests ----


class Tried(Body, kw_only=True):
    """A position tried out: where the sandbox begins, and what has been done in it since."""

    line: Annotated[Number, Meta(description="the line of the game that it begins after, as the seat counts them")]
    guess: Annotated[Number, Meta(description="which guess of what is hidden")] = 1
    base: Annotated[Text, Meta(description="the position that it began with, as an answer named it")] = ""
    moves: Annotated[Moves, Meta(description="actions, and dice as `roll 4 3`")] = field(default_factory=list)


class TryOut(Tried, kw_only=True):
    """What is done next in a sandbox: moves, further batches of which each is done that may be, or one taken back."""

    actions: Annotated[list[Said], Meta(max_length=MOST)] = field(default_factory=list)
    also: Annotated[list[Batch], Meta(max_length=MOST)] = field(default_factory=list)
    usual: bool = False
    retract: Text = ""


class AskTried(Tried, kw_only=True):
    """A question about an action in a sandbox."""

    action: Said


class Planned(Tried, kw_only=True):
    """A plan: the moves of a sandbox that follow the first so many."""

    since: Number


# ---- answers ----


class TriedMove(Answer):
    """A move of a sandbox, as it is sent and as a player reads it."""

    move: str
    text: str
    side: str = ""


class Fall(Answer):
    """One way in which dice can fall, and what comes of it."""

    move: str
    chance: float
    text: str


class TriedDie(Answer):
    """A die that is due."""

    label: str
    sides: int


class DiceDue(Answer, kw_only=True):
    """Dice or a draw that a sandbox waits for."""

    reason: str
    rule: str
    side: str = ""
    dice: list[TriedDie] = field(default_factory=list)
    pool: list[str] = field(default_factory=list)
    draws: int = 0
    falls: Annotated[list[Fall], Meta(description="where there are few")] = field(default_factory=list)


class TriedOut(Answer, kw_only=True):
    """A sandbox: what it shows, and all that has been done in it."""

    base: Annotated[str, Meta(description="the position that it began with; goes with the next request")]
    shown: Annotated[Whole, Meta(description="its revision and lines count the moves")]
    moves: list[TriedMove]
    guessed: Annotated[bool, Meta(description="whether something is hidden, and guessed")] = False
    due: Annotated[DiceDue, Meta(description="the dice that fall next")] | UnsetType = UNSET


class Share(Answer):
    """How likely something is."""

    label: str
    chance: float


class Fought(Answer):
    """A battle of a plan: how likely it comes to it, its results, and which side holds the place in the end."""

    label: str
    place: Annotated[str, Meta(description="where it is fought: its first target, if it has one")]
    chance: float
    results: list[Share]
    holds: list[Share]


class LostOf(Answer):
    """What a side loses in a plan: the mean, its error, and the chance of each number of pieces."""

    side: str
    mean: float
    error: float
    chances: list[float]


class Plan(Answer, kw_only=True):
    """What comes of a plan."""

    exact: Annotated[bool, Meta(description="every way in which the dice can fall was counted")]
    trials: Annotated[int, Meta(description="how many ways were counted, or how many trials were made")]
    carried: Annotated[float, Meta(description="the chance that every choice of it can be made")]
    low: Annotated[float, Meta(description="that chance lies between here …")]
    high: Annotated[float, Meta(description="… and here, 95 times of 100")]
    stops: Annotated[list[Share], Meta(description="the choices that could not be made")]
    battles: list[Fought]
    losses: list[LostOf]


# ---- the report ----

Figures = list[float | None]
Point = tuple[float, float]


class TurnEnd(Answer):
    """The end of a turn: its last line as the seat counts them, and the day where the game names one."""

    number: int
    label: str
    day: str
    line: int


class Condition(Answer):
    """A victory condition, and how it stood at the end of each turn."""

    name: str
    side: str
    rule: str
    needed: float | None
    values: Figures


class Estimate(Answer):
    """How likely somebody thinks that a side wins, at the end of each turn."""

    label: str
    side: str
    values: Figures


class Fortune(Answer):
    """What the dice of battles did to a side: its losses beside those to be expected, and how its own dice fell."""

    side: str
    expected: float
    suffered: float
    luck: Annotated[float, Meta(description="in losses of both sides, better than expected")]
    columns: Annotated[
        float | None,
        Meta(description="the same in column shifts, by what one was worth in the mean; null without a table"),
    ]
    pips: Annotated[float, Meta(description="better than the mean of its own dice")]
    throws: int


class TurningPoint(Answer):
    """A moment that turned the game: the line after it, whom or whose condition it is about, and its size."""

    line: int
    turn: int
    kind: Literal["dice", "standing"]
    side: str
    text: str
    size: float


class Town(Answer):
    """A town on the map of the front, in degrees."""

    name: str
    lon: float
    lat: float


class FrontDay(Answer):
    """The front at the end of a turn, in degrees, and the true one of that day where it is known."""

    held: Annotated[int, Meta(description="hexes of the side")]
    lines: list[list[Point]]
    true: list[list[Point]]
    true_held: int | None = None
    same: Annotated[float | None, Meta(description="the share of hexes that were whose they were in history")] = None


class FrontOf(Answer):
    """The front by turn, as the ground of one side."""

    side: str
    frame: Annotated[tuple[float, float, float, float], Meta(description="west, south, east, north")]
    towns: list[Town]
    days: list[FrontDay]


class Analysis(Answer, kw_only=True):
    """The report of a game, as the seat may know it."""

    turns: list[TurnEnd]
    standing: list[Condition]
    estimates: list[Estimate] = field(default_factory=list)
    unit: Annotated[Literal["steps", "pieces"], Meta(description="of losses")]
    luck: list[Fortune]
    curve: Annotated[list[float], Meta(description="the luck of the first side, added up to the end of each turn")]
    others: Annotated[int, Meta(description="dice that fell for something else than a battle")]
    points: list[TurningPoint]
    front: FrontOf | UnsetType = UNSET
