"""How uvicorn serves the application: within bounds, and without a word about tokens."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from ardennes.server.limits import IDLE, LAST_WORDS, MESSAGE, Limits
from ardennes.server.protocol import Gate, protocols


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
        "timeout_keep_alive": IDLE,
        "timeout_graceful_shutdown": LAST_WORDS,
        "log_config": None,
        "log_level": None,
    }
    return uvicorn.Config(app, **settings | more)
