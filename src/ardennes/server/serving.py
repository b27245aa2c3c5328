"""How uvicorn serves the application: within bounds, and without a word about tokens."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from ardennes.server.limits import IDLE, LAST_WORDS, MESSAGE, Limits
from ardennes.server.protocol import Gate, protocols

BACKLOG = 128  # connections that are let in at a time
OTHERS = 600  # files beside the connections: the database's, pipes, and four times those that are about to be refused


def room_for(connections: int) -> int:
    """Let this process open as many files as so many connections need; how many of them fit."""
    try:
        import resource
    except ImportError:  # Windows
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHERS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # the system may have a lower bound of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return connections if soft == resource.RLIM_INFINITY else min(connections, soft - min(OTHERS, soft * 2 // 3))


def configured(
    app: ASGIApp, *, limits: Limits | None = None, proxies: Collection[str] = (), packed: bool = False, **more: Any
) -> uvicorn.Config:
    """The settings of a server; `more` are uvicorn's own: host, port."""
    gate = Gate(limits or Limits(), proxies)
    http, live = protocols(gate)
    state = getattr(app, "state", None)
    if state is not None:
        state.gate = gate
    settings: dict[str, Any] = {
        "http": http,
        "ws": live,
        "ws_max_size": MESSAGE,
        "ws_per_message_deflate": packed,
        "proxy_headers": False,  # the guard believes the proxies that it is told of, and no other
        "server_header": False,
        "access_log": False,
        "backlog": BACKLOG,
        "timeout_keep_alive": IDLE,
        "timeout_graceful_shutdown": LAST_WORDS,
        "log_config": None,
        "log_level": None,
    }
    return uvicorn.Config(app, **settings | more)
