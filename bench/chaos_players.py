"""Those who play in the chaos test: scripted people who act over HTTP, and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

ACKNOWLEDGED, REFUSED = {200, 201}, {409, 422, 400}
PATIENCE = 20.0  # seconds for an answer


@dataclass
class Sent:
    """An action that was sent: whether it was acknowledged, or nobody knows what became of it."""

    action: str
    acknowledged: bool


@dataclass
class Player:
    """A scripted person at a table: at one side of it against a machine, or at both sides."""

    game: str
    sides: Sequence[str]
    machine: str  # "" where he plays both sides
    rng: random.Random
    ports: Sequence[int]
    token: str = ""
    table: str = ""
    sent: list[Sent] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    revision: int = 0  # the last that was acknowledged
    went_back: int = 0  # how often less was shown than what had been acknowledged
    over: bool = False

    @property
    def human(self) -> Sequence[str]:
        """The sides that he plays."""
        return self.sides[:1] if self.machine else self.sides

    async def begin(self, client: httpx.AsyncClient) -> None:
        """Begin a table."""
        players = {side: "human" if side in self.human else self.machine for side in self.sides}
        while True:
            answer = await self._send(client, "POST", "/api/tables", {"game": self.game, "players": players})
            if answer is not None and answer.status_code == 201:
                break
            await asyncio.sleep(0.5)
        begun = answer.json()
        mine = self.human[0] if self.machine else "*"
        self.table = begun["table"]
        self.token = next(seat["token"] for seat in begun["seats"] if seat["side"] == mine)

    async def play(self, client: httpx.AsyncClient, until: float, every: float) -> None:
        """Act until the time is over or the game is."""
        while time.monotonic() < until and not self.over:
            await self.step(client)
            await asyncio.sleep(every * self.rng.random() * 2)

    async def step(self, client: httpx.AsyncClient) -> bool:
        """Look, and act where he is asked; whether something of his was acknowledged."""
        answer = await self._send(client, "GET", f"/api/seats/{self.token}")
        if answer is None or answer.status_code != 200:
            return False
        shown = answer.json()
        self.went_back += shown["revision"] < self.revision
        self.over = bool(shown["screen"].get("result"))
        options = _actions(shown["screen"])
        if self.over or not options:
            return False
        return await self._act(client, shown["revision"], self.rng.choice(options))

    async def _act(self, client: httpx.AsyncClient, revision: int, action: str) -> bool:
        body = {"revision": revision, "actions": [action]}
        answer = await self._send(client, "POST", f"/api/seats/{self.token}/actions", body)
        if answer is not None and answer.status_code in REFUSED:
            return False
        acknowledged = answer is not None and answer.status_code == 200
        self.sent.append(Sent(action, acknowledged))
        if answer is not None and acknowledged:
            self.revision = answer.json()["revision"]
        return acknowledged

    async def _send(
        self, client: httpx.AsyncClient, method: str, path: str, body: dict[str, Any] | None = None
    ) -> httpx.Response | None:
        """The answer of one of the servers; None if there was none."""
        address = f"http://127.0.0.1:{self.rng.choice(self.ports)}{path}"
        try:
            answer = await client.request(method, address, json=body, timeout=PATIENCE)
        except httpx.TransportError as error:
            self.answers["timed out" if isinstance(error, httpx.TimeoutException) else "no connection"] += 1
            return None
        self.answers[str(answer.status_code)] += 1
        return answer


def _actions(screen: dict[str, Any]) -> list[str]:
    """Everything that a screen offers: single options, and those of its ranges."""
    single = list(screen.get("options") or ())
    return single + [f"{one['verb']} {thing}" for one in screen.get("ranges") or () for thing in one["things"]]


def missing(sent: Sequence[Sent], stored: Sequence[str]) -> int:
    """How many acknowledged actions are not stored, in the order in which they were sent.

    What is stored must be what was sent, without some of those actions of which nobody knows what became.
    """
    least = [0, *([len(sent) + 1] * len(stored))]  # actions missing, by how many stored ones are accounted for
    for one in sent:
        lost = [had + one.acknowledged for had in least]
        for at, action in enumerate(stored):
            if action == one.action:
                lost[at + 1] = min(lost[at + 1], least[at])
        least = lost
    return min(least)


def foreign(sent: Sequence[Sent], stored: Sequence[str]) -> int:
    """How many more actions are stored than were sent: some were stored twice, or nobody knows whose they are."""
    return max(0, sum((Counter(stored) - Counter(one.action for one in sent)).values()))
