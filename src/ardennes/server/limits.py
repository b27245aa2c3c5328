"""How much a stranger may cost: sizes, times and counts, and the quotas that `ardennes serve --quota` sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ardennes.engine.errors import ArdennesError

HEAD = 16_000  # bytes of a request's line and headers
ADDRESS = 8_000  # bytes of a request's address
MESSAGE = 4_096  # bytes of what a page says over a socket
IN_TIME = 10.0  # seconds for the head of a request, or for its body
READ_IN_TIME = 30.0  # seconds within which a client takes what it asked for
IDLE = 60  # seconds that an idle connection stays open: a player thinks for longer than the usual five
LAST_WORDS = 3  # seconds that requests may take to end when the server is stopped

CONNECTIONS = 5_000  # in all
PER_CLIENT = 200  # of them from one address, on an open server
SOCKETS = 100  # live lines from one address, likewise
KEPT = 500  # tables kept in memory though nobody uses them; the one not looked at for longest goes first

PERIODS = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0}


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in a period, all of them at once if need be.

    >>> Rate.parse("30/min")
    Rate(count=30.0, period=60.0)
    """

    count: float
    period: float

    @classmethod
    def parse(cls, text: str) -> Rate:
        """Read `COUNT/PERIOD`. Raises ArdennesError."""
        found = re.fullmatch(r"([0-9]{1,9})/(s|min|h|d)", text)
        if not found or not int(found.group(1)):
            raise ArdennesError(f"“{text}” is not a rate; write a number and s, min, h or d: 30/min.")
        return cls(float(found.group(1)), PERIODS[found.group(2)])


QUOTAS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "requests": ("600/min", "requests"),
        "tables": ("60/h", "new games"),
        "imports": ("20/h", "imported games"),
        "orders": ("30/min", "standing orders"),
        "hints": ("30/min", "hints"),
        "sandbox": ("300/min", "sandbox moves"),
        "studies": ("20/min", "plans and reports"),
        "machine": ("1800/h", "seconds of computer thinking"),
    }
)
"""What is counted by client and by table: how much there is of it on an open server, and its name in a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a server. A quota that is not named is not counted: so a server for one machine has none."""

    quotas: Mapping[str, Rate] = field(default_factory=dict)
    connections: int = CONNECTIONS
    per_client: int = CONNECTIONS  # of one address
    sockets: int = CONNECTIONS  # live connections from one address

    @staticmethod
    def open_server() -> dict[str, Rate]:
        """The quotas of a server that strangers can reach."""
        return {name: Rate.parse(rate) for name, (rate, _) in QUOTAS.items()}


def quota(text: str) -> tuple[str, Rate | None]:
    """A quota as the command line names it: `hints=30/min`, or `hints=off`. Raises ArdennesError."""
    name, _, rate = text.partition("=")
    if name not in QUOTAS:
        raise ArdennesError(f"There is no quota “{name}”; there are {', '.join(QUOTAS)}.")
    return name, None if rate == "off" else Rate.parse(rate)
