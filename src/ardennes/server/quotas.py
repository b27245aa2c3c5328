"""What each client address and each table has used up: token buckets, bounded in number."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from ardennes.engine.errors import ArdennesError
from ardennes.server.limits import QUOTAS, Limits, Rate

REMEMBERED = 20_000  # buckets; the one that was used longest ago goes first


class TooMuch(ArdennesError):
    """A client or a table has used up its share."""


class Quotas:
    """The buckets of a server process."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # what was left, and when
        self._sockets: dict[str, int] = {}
        self.sockets = 0  # live lines

    def take(self, name: str, *whose: str, amount: float = 1.0) -> None:
        """Use some of a quota, of each of the clients and tables that are named. Raises TooMuch, taking nothing."""
        rate = self.limits.quotas.get(name)
        if rate is None:
            return
        for one in whose:
            if (left := self.left(name, one)) < amount:
                raise TooMuch(_sentence(name, rate, (amount - left) * rate.period / rate.count))
        for one in whose:
            self.charge(name, one, amount)

    def left(self, name: str, whose: str) -> float:
        """How much of a quota is left."""
        rate = self.limits.quotas.get(name)
        if rate is None:
            return float("inf")
        before, then = self._left.get((name, whose), (rate.count, self._clock()))
        return min(rate.count, before + (self._clock() - then) * rate.count / rate.period)

    def charge(self, name: str, whose: str, amount: float) -> None:
        """Use some of a quota, whether it is there or not."""
        rate = self.limits.quotas.get(name)
        if rate is None:
            return
        self._left[name, whose] = (max(-rate.count, self.left(name, whose) - amount), self._clock())
        self._left.move_to_end((name, whose))
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def open_socket(self, *whose: str) -> None:
        """Count a live line of a client and of a table. Raises TooMuch where one of them has too many."""
        for one in whose:
            if self._sockets.get(one, 0) >= self.limits.sockets:
                raise TooMuch("Too many pages are open for this game or from this address; close some of them.")
        for one in whose:
            self._sockets[one] = self._sockets.get(one, 0) + 1
        self.sockets += 1

    def close_socket(self, *whose: str) -> None:
        """Count it no longer."""
        self.sockets -= 1
        for one in whose:
            left = self._sockets.get(one, 1) - 1
            if left:
                self._sockets[one] = left
            else:
                self._sockets.pop(one, None)


def _sentence(name: str, rate: Rate, wait: float) -> str:
    per = {1.0: "a second", 60.0: "a minute", 3600.0: "an hour", 86400.0: "a day"}[rate.period]
    return f"The limit here is {rate.count:g} {QUOTAS[name][1]} {per}; try again in {_span(wait)}."


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} minutes"
