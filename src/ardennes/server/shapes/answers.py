"""What the server answers, beside the screen itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ardennes.server.shapes.requests import Pace

Screen = Annotated[dict[str, Any], Meta(extra_json_schema={"x-screen": "ScreenDocument"})]
Sheet = Annotated[dict[str, Any], Meta(extra_json_schema={"x-screen": "Sheet"})]
WhyNot = Annotated[dict[str, Any], Meta(extra_json_schema={"x-screen": "WhyNot"})]
Outcome = Annotated[dict[str, Any], Meta(extra_json_schema={"x-screen": "Outcome"})]
Measure = Annotated[dict[str, Any], Meta(extra_json_schema={"x-screen": "Measure"})]
"""Parts of `engine/schema/screen.schema.json`."""


class Answer(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A JSON object that the server sends."""


class Fault(Answer):
    """Why a request was refused: a sentence, and the rule where there is one."""

    error: str
    rule: str


# ---- before a game ----


class Scenario(Answer):
    """One way to begin a game."""

    name: str
    title: str
    text: str
    rule: str
    turns: int


class RuleOption(Answer, kw_only=True):
    """An optional rule or variant, and how it stands to others."""

    name: str
    title: str
    rule: str
    summary: str  # what it changes, in a sentence
    text: str  # of its first case
    cases: list[str]  # the ids of all its cases
    default: str
    choices: list[str]
    by_scenario: dict[str, str] = field(name="byScenario")
    fixed_in: list[str] = field(name="fixedIn")
    needs: list[str]
    replaces: list[str]
    excludes: list[str]
    group: str  # under which heading it is listed
    without_effect: dict[str, str] = field(name="withoutEffect")  # scenario where nothing of it can happen → why
    unless: list[str]  # options beside which it has an effect there all the same


class Facts(Answer):
    """What a card says of a game: its scale, its length, how much there is to know."""

    km: float
    hexes: int
    turns: int
    rules: int
    published: str
    scale: str
    hours: int


class LessonInfo(Answer):
    """A guided first turn as it is offered."""

    title: str
    text: str
    side: str
    steps: Annotated[int, Meta(description="how many there are")]


class GameInfo(Answer):
    """A game as its card and its start form show it."""

    name: str
    title: str
    version: str
    sides: list[str]
    hides: bool
    about: Facts
    scenarios: list[Scenario]
    options: list[RuleOption]
    start: Annotated[str, Meta(description="the scenario for a first game")] = ""
    lesson: LessonInfo | UnsetType = UNSET


class Machine(Answer):
    """A machine player that can be chosen."""

    name: str
    title: str
    text: str
    quick: bool


class Games(Answer):
    """The games, and who plays them."""

    games: list[GameInfo]
    machines: list[Machine]


class Case(Answer):
    """A case of a rule catalogue."""

    id: str
    title: str
    text: str
    kind: str
    reason: str
    see: list[str]


class ForeseenAnswer(Answer):
    """An answer that may be left in advance, and the orders that say it."""

    label: str
    orders: list[str]


class Foreseen(Answer):
    """A question that may be answered in advance, with the orders of each answer."""

    question: str
    rule: str
    answers: list[ForeseenAnswer]


class Aim(Answer):
    """How a side wins."""

    side: str
    text: str
    rule: str
    scenarios: Annotated[list[str], Meta(description="where it holds; none: in all")] = []


class Term(Answer):
    """A term of the game, explained."""

    term: str
    text: str
    rule: str


class Rules(Answer):
    """The rule catalogue of a game."""

    title: str
    version: str
    cases: list[Case]
    foreseen: list[Foreseen] = []
    aims: list[Aim] = []
    terms: list[Term] = []


class DiceCount(Answer):
    """How often each face fell, by the number of a die's sides."""

    dice: dict[str, dict[str, int]]


class Health(Answer):
    """Whether the server and its database are well, and how many games there are."""

    status: Literal["well", "ill"]
    reason: str = ""
    games: list[str] = []
    tables: int = 0
    over: int = 0


class Version(Answer):
    """What a page must agree with: the screens that are sent, and the client that is served."""

    schema: Annotated[int, Meta(description="the version of the schema of a screen")]
    build: Annotated[str, Meta(description="the client's main script; empty where none is built")]


# ---- the map ----


class HexInfo(Answer):
    """A hex: its centre in the picture's units, its terrain and its town."""

    x: float
    y: float
    terrain: str
    features: list[str]
    town: str = ""


class ChartRow(Answer):
    """A kind of ground: what it asks of who enters it, and what it gives in combat."""

    kind: Annotated[str, Meta(description="the board's word for it")]
    label: str
    move: str
    rule: str
    fight: str = ""
    mark: Annotated[str, Meta(description="what is written into its hexes")] = ""
    along: Annotated[bool, Meta(description="hexsides and roads: listed, not tinted")] = False
    words: Annotated[str, Meta(description="how it stands in a sentence, where that is not the label")] = ""


class Chart(Answer):
    """The terrain effects chart: the headings of its columns, and its rows."""

    move: str = ""
    fight: str = ""
    terrain: list[ChartRow] = []


class Earth(Answer):
    """How the plane of the board lies on the globe: degrees as sums over the plane's axes."""

    lon: list[float]
    lat: list[float]


class Box(Answer):
    """A box beside the map."""

    id: str
    label: str
    at: list[float]
    near: list[str]


class TileLevel(Answer):
    """A map at one size: with every detail or not, and how many pixels a pixel of the board becomes."""

    id: str
    fine: bool
    scale: float


class Tiles(Answer):
    """The raster tiles of a map: they never change under an address with its version."""

    version: str
    side: Annotated[int, Meta(description="pixels")]
    levels: list[TileLevel]


class BoardInfo(Answer):
    """The board as a picture's geometry."""

    game: str
    width: float
    height: float
    unit: float
    x0: float
    y0: float
    orientation: Literal["pointy", "flat"]
    corners: list[tuple[float, float]]
    hexes: dict[str, HexInfo]
    neighbours: dict[str, list[str]]
    earth: Earth
    boxes: list[Box]
    chart: Chart = field(default_factory=Chart)
    tiles: Tiles | UnsetType = UNSET


class TownName(Answer):
    """A name that is lettered over the map: the middle of its foot, its size and weight."""

    words: str
    x: float
    y: float
    size: float
    weight: int


class TownValue(Answer):
    """What a place is worth, on a disc."""

    words: str
    x: float
    y: float
    r: float


class Labels(Answer):
    """What is lettered over the map of a game."""

    far: Annotated[list[TownName], Meta(description="for a glance")]
    near: list[TownName]
    values: list[TownValue]


class SymbolPart(Answer):
    """A stroke, an area or a letter of a symbol."""

    paint: Literal["fill", "stroke", "hole"]
    d: str = ""
    text: str = ""
    x: float = 0
    y: float = 0
    size: float = 0


class Symbols(Answer):
    """The shapes that counters are drawn with."""

    credit: str
    box: tuple[float, float, float, float]
    grid: float
    symbols: dict[str, list[SymbolPart]]
    badges: dict[str, list[SymbolPart]]


# ---- at a table ----


class BegunSeat(Answer):
    """A seat of a new table, with the token that opens it."""

    side: str
    player: str
    token: str


class Offer(Answer):
    """A seat that waits for somebody: whoever is given the code may take it."""

    side: str
    code: str


class Begun(Answer):
    """A new table: the seats of whoever begins it, and the invitations for the others."""

    table: str
    seats: list[BegunSeat]
    invitations: list[Offer] = []


class Invited(Answer):
    """What an invitation is to."""

    game: str
    title: str
    side: str
    taken: Annotated[bool, Meta(description="somebody sits there already")]


class Accepted(Answer):
    """A seat that was taken: its token, which nobody else has seen."""

    side: str
    token: str
    game: str
    title: str


class Replaced(Answer):
    """The new token of a seat; the old one opens nothing any more."""

    token: str


class Deleted(Answer):
    """Whether a game is deleted, and if not, which sides have yet to agree."""

    deleted: bool
    waiting: list[str] = []


class Seated(Answer):
    """The seat that a screen is for, and whose view it is given."""

    side: str
    player: str
    looks: str


class Proposal(Answer):
    """A rewind or a draw that waits for the other side's word."""

    side: str
    line: int
    branch: Annotated[int, Meta(description="the line of play to go back to; 0: none")] = 0
    draw: Annotated[bool, Meta(description="a draw is offered")] = False


class Branch(Answer):
    """A line of play that somebody went back from; `rewind` takes it up again."""

    number: int
    turn: Annotated[int, Meta(description="which was being played when it was left")]
    at: Annotated[str, Meta(description="when it was left (ISO 8601)")]


class Stopped(Answer):
    """The line that a corrected rule forbids: the game stands before it until somebody plays on."""

    line: int
    turn: int
    text: str
    rule: str
    may_resume: Annotated[bool, Meta(description="whether this seat may have the game played on")]


class Total(Answer):
    """What a player has scored in a series, in all and game by game."""

    label: str
    points: int
    games: list[int]


class Series(Answer):
    """The games of a table and its rematches."""

    number: Annotated[int, Meta(description="which of them this game is")]
    next: Annotated[str | None, Meta(description="the token of this seat in the rematch")]
    may_begin: Annotated[bool, Meta(description="whether this seat may ask for one")]
    label: Annotated[str, Meta(description="what the totals count")]
    rule: str
    totals: Annotated[list[Total], Meta(description="by player; empty where no record is kept")]


class Move(Answer):
    """A piece that went from a place to another, as the record tells it."""

    kind: str
    piece: str
    start: str = field(name="from")
    to: str


class Whole(Answer, kw_only=True):
    """What a seat is shown. What there is nothing of is left out."""

    revision: Annotated[int, Meta(description="goes with the next change; a stale one is refused with 409")]
    lines: Annotated[int, Meta(description="lines of the journal")]
    seat: Seated
    players: dict[str, str]
    thinking: Annotated[bool, Meta(description="a machine is deciding")]
    screen: Screen
    hash: Annotated[int, Meta(description="the checksum of all this; none of a moment of the past")] | UnsetType = UNSET
    moves: Annotated[list[Move], Meta(description="since the line before, of a moment of the past")] = []
    proposal: Annotated[Proposal, Meta(description="to go back, while nobody has answered it")] | UnsetType = UNSET
    branches: Annotated[list[Branch], Meta(description="lines of play that somebody went back from")] = []
    working: Annotated[Literal["", "thinking", "playing"], Meta(description="what it does just now")] = ""
    pace: Annotated[Pace, Meta(description="how fast machines play here, where there are any")] | UnsetType = UNSET
    secret: Annotated[bool, Meta(description="at a shared screen: only the side that decides may look now")] = False
    orders: Annotated[list[str], Meta(description="the standing orders of this seat")] = []
    done: Annotated[list[str], Meta(description="the ids of this seat's last changes, the latest last")] = []
    stopped: Annotated[Stopped, Meta(description="where a corrected rule has stopped the game")] | UnsetType = UNSET
    originals: Annotated[int, Meta(description="journals that corrected rules have cut")] = 0
    series: Annotated[Series, Meta(description="rematches, once the game is over")] | UnsetType = UNSET
    open: Annotated[list[str], Meta(description="sides whose seat nobody has taken yet")] = []


class Patch(Answer, kw_only=True):
    """What has changed of a document with the checksum `base`, as a merge patch (RFC 7396)."""

    base: int
    revision: int
    hash: Annotated[int, Meta(description="the checksum of what the patch makes of it")]
    patch: dict[str, Any]
    moves: list[Move] = []


class Remark(Answer):
    """A sentence of a machine, and what it is about."""

    text: str
    places: list[str]
    pieces: list[str]


class Hint(Answer):
    """What a machine would do here."""

    revision: int
    player: str
    actions: list[str]
    remarks: list[Remark]


class Report(Answer):
    """What a machine says of some lines that it played."""

    first: int
    last: int
    side: str
    player: str
    remarks: list[Remark]


class Reports(Answer):
    """The reports that may be read now."""

    reports: list[Report]


class Pointer(Answer):
    """What a step of a lesson points at: an option, a piece, a place, or a part of the page."""

    kind: Literal["do", "piece", "place", "part"]
    name: str


class LessonStep(Answer):
    """A step of a lesson, and how it stands."""

    title: str
    text: str
    state: Literal["open", "done", "passed"]
    rule: str = ""
    reads: Annotated[bool, Meta(description="nothing is to be done but to read it")] = False
    pointer: Pointer | UnsetType = UNSET


class Lesson(Answer):
    """A guided first turn, as far as it has come."""

    revision: int
    title: str
    steps: list[LessonStep]


class Why(Answer):
    """Whether an action is possible, and if not, why."""

    possible: bool
    card: WhyNot | None = None


class Ahead(Answer):
    """What the dice would be thrown for if an action were taken; nothing where none would be."""

    reason: str = ""
    sheet: Sheet | None = None


class Through(Answer):
    """A battle declared in one press: the choices, what they are called, the odds and what the die may bring."""

    actions: list[str]
    by: str
    label: str
    odds: str = ""
    detail: str = ""
    outcomes: list[Outcome] = []
    measures: list[Measure] = []


class Farther(Answer):
    """A place that a unit comes to in several steps."""

    place: str
    actions: list[str]
    label: str
    commits: bool = False
    cost: str = ""


class Shortcuts(Answer):
    """What may be done in one press: a battle declared, a place reached in several steps, units placed as usual."""

    ways: list[Through] = []
    farther: list[Farther] = []
    usual: list[str] = []


class Onward(Answer):
    """What is offered next: the choices that take the unit or begin the battle, and what the seat would be shown then.

    Ends of phases in which nothing else is legal come before them. Or nothing.
    """

    screen: Screen | None = None
    skipped: list[str] = []
    actions: list[str] = []
    kind: str = ""
    question: Screen | None = None
    ways: list[Through] = []
    farther: list[Farther] = []


class Moment(Answer):
    """One line of the journal in the list that a replay is steered by."""

    line: int
    turn: int
    side: str
    text: str


class Moments(Answer):
    """Every line of a game."""

    moments: list[Moment]


class Loss(Answer):
    """Something that a side has lost."""

    turn: int
    side: str
    count: int
    text: str
    rule: str


class Losses(Answer):
    """What each side has lost."""

    losses: list[Loss]


class Observers(Answer):
    """The token of whoever looks on."""

    observer: str


class Links(Answer):
    """The links that a player may share."""

    links: Observers
    seat: str
    invitations: list[Offer] = []
