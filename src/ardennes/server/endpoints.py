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
    Endpoint("/health", "health", "Server health", answers.Health),
    Endpoint("/api/version", "version", "Versions of the client and the screens", answers.Version, drawn=True),
    Endpoint("/api/games", "games", "The games, their scenarios and options", answers.Games),
    Endpoint("/api/games/{game}/rules", "rules", "The rules of a game", answers.Rules),
    Endpoint(
        "/api/games/{game}/board", "board", "The board: hexes in units of the picture", answers.BoardInfo, drawn=True
    ),
    Endpoint(
        "/api/games/{game}/cover.webp", "cover", "A piece of the map as a cover picture", "image/webp", drawn=True
    ),
    Endpoint(
        "/api/games/{game}/tiles/{version}/{theme}/{level}/{tile}",
        "tile",
        "A map tile",
        "image/webp",
        drawn=True,
    ),
    Endpoint("/api/games/{game}/labels", "labels", "Names on the map", answers.Labels, drawn=True),
    Endpoint("/api/symbols", "symbols", "Counter symbols", answers.Symbols, drawn=True),
    Endpoint("/api/dice", "dice", "How often each die face came up", answers.DiceCount),
    Endpoint("/api/tables", "begin", "Start a game", answers.Begun, requests.Begin, status=201),
    Endpoint("/api/journals", "bring", "Start a game from a journal", answers.Begun, requests.Bring, status=201),
    Endpoint(SEAT, "look", "The screen of a seat", answers.Whole),
    Endpoint(
        f"{SEAT}/actions",
        "act",
        "Carry out one or more actions, all or none, and then any further batches that are legal and can be undone",
        answers.Whole,
        requests.Act,
    ),
    Endpoint(f"{SEAT}/undo", "undo", "Undo the last choice, or several", answers.Whole, requests.Again),
    Endpoint(f"{SEAT}/redo", "redo", "Redo the last choice, or several", answers.Whole, requests.Again),
    Endpoint(f"{SEAT}/retract", "retract", "Take back one earlier choice", answers.Whole, requests.Retract),
    Endpoint(f"{SEAT}/rewind", "rewind", "Propose going back, agree or refuse", answers.Whole, requests.Rewind),
    Endpoint(
        f"{SEAT}/resume",
        "resume",
        "Resume a game that a corrected rule has stopped",
        answers.Whole,
        requests.Resume,
    ),
    Endpoint(f"{SEAT}/end", "end", "Resign, offer a draw, or accept one", answers.Whole, requests.End),
    Endpoint(f"{SEAT}/rematch", "rematch", "Start a rematch with sides swapped", answers.Whole, requests.Rematch),
    Endpoint(f"{SEAT}/orders", "order", "Leave a standing order", answers.Whole, requests.Order),
    Endpoint(f"{SEAT}/pace", "pace", "Set the speed of the computer player", answers.Whole, requests.SetPace),
    Endpoint(f"{SEAT}/hint", "hint", "What the computer would do here, and why", answers.Hint),
    Endpoint(f"{SEAT}/lesson", "lesson", "The guided first turn, as far as it has got", answers.Lesson),
    Endpoint(f"{SEAT}/reports", "reports", "Comments of the computer players on their moves", answers.Reports),
    Endpoint(f"{SEAT}/why", "why", "Why an action is not possible", answers.Why, query="action"),
    Endpoint(f"{SEAT}/ahead", "ahead", "What the dice would be rolled for", answers.Ahead, query="action"),
    Endpoint(f"{SEAT}/onward", "onward", "The unit or battle to do next", answers.Onward, requests.Next),
    Endpoint(f"{SEAT}/shortcuts", "shortcuts", "Several steps that one press can do", answers.Shortcuts),
    Endpoint(f"{SEAT}/frames", "frames", "Every line, as this seat may see it", answers.Moments),
    Endpoint(f"{SEAT}/frames/{{line}}", "frame", "The screen after a given line", answers.Whole),
    Endpoint(f"{SEAT}/losses", "losses", "What each side has lost, by turn", answers.Losses),
    Endpoint(
        f"{SEAT}/sandbox", "try_out", "Try moves out in a sandbox; nothing counts", analysis.TriedOut, analysis.TryOut
    ),
    Endpoint(
        f"{SEAT}/sandbox/why", "try_why", "Why an action is not possible in a sandbox", answers.Why, analysis.AskTried
    ),
    Endpoint(
        f"{SEAT}/sandbox/ahead",
        "try_ahead",
        "What the dice would be rolled for in a sandbox",
        answers.Ahead,
        analysis.AskTried,
    ),
    Endpoint(f"{SEAT}/sandbox/odds", "try_odds", "The odds of a plan", analysis.Plan, analysis.Planned),
    Endpoint(f"{SEAT}/analysis", "analysis", "Score by turn, luck, front and turning points", analysis.Analysis),
    Endpoint(f"{SEAT}/journal", "journal", "The journal, as this seat may read it", "text/plain"),
    Endpoint(f"{SEAT}/originals/{{number}}", "original", "The journal before a rule was corrected", "text/plain"),
    Endpoint(f"{SEAT}/replace", "replace", "A new link; the old one stops working", answers.Replaced, requests.Replace),
    Endpoint(f"{SEAT}/delete", "delete", "Delete the game, or agree to delete it", answers.Deleted, requests.Delete),
    Endpoint("/api/invitations/{code}", "invitation", "What an invitation is for", answers.Invited),
    Endpoint("/api/invitations/{code}/accept", "accept", "Accept an invitation", answers.Accepted, requests.Accept),
    Endpoint(f"{SEAT}/links", "links", "Links to share", answers.Links),
)
