"""What the server is asked. Every text is bounded and free of control characters; no field is passed over."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

LARGEST = 500_000  # bytes of a body; the longest game that was ever played here needs 150 kB
LONGEST = 400  # characters of an action, a name, an order
MOST = 500  # actions in a batch
FEW = 60  # choices that may take the place of one
OPTIONS = 100  # rule options, or sides
TOKEN = 60  # characters of a seat's token
FIGURES = 9  # digits of a number in an address

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$(?!\n)"  # for Python, the dollar alone allows a last line break
SEVERAL_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]*$"

Text = Annotated[str, Meta(max_length=LONGEST, pattern=ONE_LINE)]
Said = Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=ONE_LINE)]
Lines = Annotated[str, Meta(max_length=LARGEST, pattern=SEVERAL_LINES)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]
RequestId = Annotated[str, Meta(max_length=24, pattern=r"^[A-Za-z0-9_-]*$(?!\n)")]
Times = Annotated[int, Meta(ge=1, le=MOST)]
Batch = Annotated[list[Said], Meta(min_length=1, max_length=MOST)]
Pace = Literal["slow", "normal", "fast", "skip"]


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """The JSON object that a request brings."""


class Begin(Body, kw_only=True):
    """A new table: its game, and who plays each side (`human`, `link`, or a machine player's name)."""

    game: Said
    scenario: Text = ""  # the game's first one if it is empty
    options: Annotated[dict[Text, Text | bool], Meta(max_length=OPTIONS)] = {}
    players: Annotated[dict[Text, Text], Meta(max_length=OPTIONS)] = {}
    lesson: bool = False  # begin as the game's lesson does, whatever scenario and options say


class Bring(Body, kw_only=True):
    """A table from a journal."""

    journal: Lines
    players: Annotated[dict[Text, Text], Meta(max_length=OPTIONS)] = {}


class Change(Body, kw_only=True):
    """A change of a table as the sender saw it; one that it has left behind is refused with 409.

    One with an `id` that the seat has used lately is not carried out again, and answered as if it had been just now.
    """

    revision: Number
    id: RequestId = ""


class Act(Change, kw_only=True):
    """Actions that are carried out all or none, and further batches of which each is that may be.

    Where a further batch may not be, the first of `behind` that may takes the place of its last action. With `usual`,
    the units that sensibly take part in a battle, and who pays for it, are chosen as well: an offer that can be taken
    back.
    """

    actions: Batch
    also: Annotated[list[Batch], Meta(max_length=MOST)] = []
    behind: Annotated[list[Said], Meta(max_length=FEW)] = []
    usual: bool = False


class Next(Body, kw_only=True):
    """What is next: where the last unit came from, which it was, and what the player has passed over.

    `fought` says that a battle may be offered too; a `unit` that is asked for is offered if it may be picked.
    """

    revision: Number
    near: Text = ""
    last: Text = ""
    passed: Annotated[list[Said], Meta(max_length=MOST)] = []
    fought: bool = False
    unit: Text = ""


class Again(Change, kw_only=True):
    """Undo or redo: so many choices, all or none."""

    times: Times = 1


class Retract(Change, kw_only=True):
    """One earlier choice that is taken back."""

    action: Said


class Resume(Change, kw_only=True):
    """A game that a corrected rule has stopped, played on."""


class Loose(Body, kw_only=True):
    """A change that does not depend on what the sender saw."""

    revision: Number = 0
    id: RequestId = ""


class Rewind(Loose, kw_only=True):
    """Going back to a line, or to a line of play that was left, proposed or agreed to; or a proposal refused."""

    line: Number | None = None
    branch: Number | None = None
    refuse: bool = False


class End(Loose, kw_only=True):
    """A player resigns, or offers a draw or takes the one that is offered; `rewind` with `refuse` declines it."""

    how: Literal["resign", "draw"]


class Rematch(Loose, kw_only=True):
    """The next game with the sides exchanged."""


class Order(Loose, kw_only=True):
    """A standing order left (`when STEP [FACT<VALUE]: ACTION`), or all withdrawn (`none`)."""

    order: Said


class SetPace(Loose, kw_only=True):
    """How fast a machine plays from now on; `skip` lasts until a person is asked."""

    pace: Pace


class Accept(Body, kw_only=True):
    """A seat that is offered, taken."""


class Replace(Loose, kw_only=True):
    """A new link for a seat."""


class Delete(Loose, kw_only=True):
    """The game deleted, or its deletion agreed to."""
