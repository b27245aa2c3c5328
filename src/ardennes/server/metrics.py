"""What the server counts of itself, for Prometheus. Routes are named by their pattern: no token, no table."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from ardennes.server.endpoints import ENDPOINTS

log = logging.getLogger("ardennes.requests")

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
KIND = "text/plain; version=0.0.4; charset=utf-8"


def _patterns(paths: Iterable[str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(re.sub(r"{\w+}", "[^/]+", path)), path) for path in dict.fromkeys(paths)]


PATTERNS = _patterns([*(one.path for one in ENDPOINTS), "/api/seats/{token}/live", "/api/openapi.json", "/metrics"])


def route(path: str) -> str:
    """The pattern of an address.

    >>> route("/api/seats/q3V0/frames/7")
    '/api/seats/{token}/frames/{line}'
    """
    if path.startswith("/assets/"):
        return "/assets"
    found = next((name for pattern, name in PATTERNS if pattern.fullmatch(path)), "")
    return found or ("other" if path.startswith("/api/") else "page")


class Metrics:
    """The figures of a server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered", "method", "route", "status")
        self.refused = self._counter("refused", "Requests refused before they reached a game", "status")
        self.storage = self._counter("storage_errors", "Requests that failed because the database was unavailable")
        self.failed = self._counter("failures", "Requests that failed because of a server error")
        self.latency = Histogram(
            "ardennes_request_seconds", "Request duration", ["route"], buckets=BUCKETS, registry=self.registry
        )

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"ardennes_{name}", words, labels, registry=self.registry)

    def watch(self, **gauges: tuple[str, Callable[[], float]]) -> None:
        """Ask for some figures whenever they are read: their names, what they are, and how many there are now."""
        self.registry.register(_Gauges(gauges))

    def answered(self, method: str, path: str, status: int, seconds: float, client: str) -> None:
        """Count a request, and put it into the log where that is wanted."""
        name = route(path)
        self.requests.labels(method, name, str(status)).inc()
        self.latency.labels(name).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {"method": method, "route": name, "status": status, "ms": round(1000 * seconds, 1)}
            log.info("%s %s %s", method, name, status, extra={"fields": {**fields, "client": client}})

    async def page(self, _: Request) -> Response:
        """All figures as Prometheus reads them."""
        return Response(generate_latest(self.registry), headers={"Content-Type": KIND})


class _Gauges(Collector):
    def __init__(self, gauges: dict[str, tuple[str, Callable[[], float]]]) -> None:
        self.gauges = gauges

    def collect(self) -> Iterator[Metric]:
        for name, (words, count) in self.gauges.items():
            yield GaugeMetricFamily(f"ardennes_{name}", words, count())
