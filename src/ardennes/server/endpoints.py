"""The HTTP interface as a list: what can be asked where, in which shape, and in which shape it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ardennes.server.shapes import analysis, answers, requests
from ardennes.server.shapes.answers import Answer
from ardennes.server.shapes.requests import Body

Kind = Literal["application/json", "text/plain", "image/webp"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked."""

    path: str
    name: str  # of the method that answers
    summary: str
    gives: type[Answer] | Kind
    takes: type[Body] | None = None  # of a POST
    status: int = 200
    query: str = ""  # the one parameter that must be in the address
    drawn: bool = False  # answered by the pictures

    @property
    def patched(self) -> bool:
        """Whether whoever says which document he has is answered with what has changed of it."""
        return self.gives is answers.Whole and not self.path.endswith("{line}")

    @property
    def method(self) -> Literal["GET", "POST"]:
        """Whatever changes something is a POST with a JSON body."""
        return "GET" if self.takes is None else "POST"


SEAT = "/api/seats/{token}"

ENDPOINTS = (
    Endpoint("/health", "health", "Whether the server is well", answers.Health),
    Endpoint("/api/version", "version", "Which client and which screens this is", answers.Version, drawn=True),
    Endpoint("/api/games", "games", "The games, their scenarios and options", answers.Games),
    Endpoint("/api/games/{game}/rules", "rules", "The rule catalogue", answers.Rules),
    Endpoint("/api/games/{game}/board", "board", "Hexes in the picture's units", answers.BoardInfo, drawn=True),
    Endpoint("/api/games/{game}/cover.webp", "cover", "A piece of the map", "image/webp", drawn=True),
    Endpoint(
        "/api/games/{game}/tiles/{version}/{theme}/{level}/{tile}",
        "tile",
        "A tile of the map",
        "image/webp",
        drawn=True,
    ),
    Endpoint("/api/games/{game}/labels", "labels", "Names that stand on the map", answers.Labels, drawn=True),
    Endpoint("/api/symbols", "symbols", "The shapes of the counters", answers.Symbols, drawn=True),
    Endpoint("/api/dice", "dice", "How often each face fell", answers.DiceCount),
    Endpoint("/api/tables", "begin", "Begin a table", answers.Begun, requests.Begin, status=201),
    Endpoint("/api/journals", "bring", "Begin a table from a journal", answers.Begun, requests.Bring, status=201),
    Endpoint(SEAT, "look", "The screen of a seat", answers.Whole),
    Endpoint(
        f"{SEAT}/actions",
        "act",
        "One or more actions, all or none; and each further batch that may be and is not final",
        answers.Whole,
        requests.Act,
    ),
    Endpoint(f"{SEAT}/undo", "undo", "Take the last choice back, or so many", answers.Whole, requests.Again),
    Endpoint(f"{SEAT}/redo", "redo", "Do it again, or so many", answers.Whole, requests.Again),
    Endpoint(f"{SEAT}/retract", "retract", "Take one earlier choice back", answers.Whole, requests.Retract),
    Endpoint(f"{SEAT}/rewind", "rewind", "Propose, agree to, or refuse going back", answers.Whole, requests.Rewind),
    Endpoint(
        f"{SEAT}/resume",
        "resume",
        "Play on where a corrected rule has stopped the game",
        answers.Whole,
        requests.Resume,
    ),
    Endpoint(f"{SEAT}/end", "end", "Resign, offer a draw, or take it", answers.Whole, requests.End),
    Endpoint(f"{SEAT}/rematch", "rematch", "Begin the next game, sides exchanged", answers.Whole, requests.Rematch),
    Endpoint(f"{SEAT}/orders", "order", "Leave a standing order", answers.Whole, requests.Order),
    Endpoint(f"{SEAT}/pace", "pace", "How fast a machine plays", answers.Whole, requests.SetPace),
    Endpoint(f"{SEAT}/hint", "hint", "What a machine would do here, and why", answers.Hint),
    Endpoint(f"{SEAT}/lesson", "lesson", "The guided first turn, as far as it has come", answers.Lesson),
    Endpoint(f"{SEAT}/reports", "reports", "What machines say of the lines they played", answers.Reports),
    Endpoint(f"{SEAT}/why", "why", "Why an action is not possible", answers.Why, query="action"),
    Endpoint(f"{SEAT}/ahead", "ahead", "What the dice would be thrown for", answers.Ahead, query="action"),
    Endpoint(f"{SEAT}/onward", "onward", "Which unit or battle is next", answers.Onward, requests.Next),
    Endpoint(f"{SEAT}/shortcuts", "shortcuts", "What may be done in one press", answers.Shortcuts),
    Endpoint(f"{SEAT}/frames", "frames", "Every line, as the seat may read it", answers.Moments),
    Endpoint(f"{SEAT}/frames/{{line}}", "frame", "The screen after so many lines", answers.Whole),
    Endpoint(f"{SEAT}/losses", "losses", "What each side has lost, by turn", answers.Losses),
    Endpoint(
        f"{SEAT}/sandbox", "try_out", "Try a position out; nothing of it counts", analysis.TriedOut, analysis.TryOut
    ),
    Endpoint(f"{SEAT}/sandbox/why", "try_why", "Why not, in a sandbox", answers.Why, analysis.AskTried),
    Endpoint(f"{SEAT}/sandbox/ahead", "try_ahead", "What for, in a sandbox", answers.Ahead, analysis.AskTried),
    Endpoint(f"{SEAT}/sandbox/odds", "try_odds", "The odds of a plan", analysis.Plan, analysis.Planned),
    Endpoint(f"{SEAT}/analysis", "analysis", "How it stood, luck, front and turning points", analysis.Analysis),
    Endpoint(f"{SEAT}/journal", "journal", "The journal as the seat may read it", "text/plain"),
    Endpoint(f"{SEAT}/originals/{{number}}", "original", "The journal before a rule was corrected", "text/plain"),
    Endpoint(f"{SEAT}/replace", "replace", "A new link; the old one dies", answers.Replaced, requests.Replace),
    Endpoint(f"{SEAT}/delete", "delete", "Delete the game, or agree to it", answers.Deleted, requests.Delete),
    Endpoint("/api/invitations/{code}", "invitation", "What an invitation is to", answers.Invited),
    Endpoint("/api/invitations/{code}/accept", "accept", "Take the seat", answers.Accepted, requests.Accept),
    Endpoint(f"{SEAT}/links", "links", "Links to share", answers.Links),
)
