"""A server process of its own with the proving game, to be killed by a test.

`python -m tests.server.lone URL PORT METHOD [LEASE]`; the method is that of its own processes, the lease the seconds
for which it holds a table.
"""

from __future__ import annotations

import sys
from typing import cast

from ardennes.processes import Method, Processes
from tests.proving.listing import list_proving_only


def main(url: str, port: int, method: Method, lease: float) -> None:
    """Serve until killed."""
    import uvicorn  # here, since every process that this one starts imports this module

    from ardennes.server import leases
    from ardennes.server.app import create_app
    from ardennes.server.serving import configured

    leases.LEASE = lease
    list_proving_only()
    app = create_app(url, processes=Processes(method, list_proving_only))
    uvicorn.Server(configured(app, host="127.0.0.1", port=port)).run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), cast(Method, sys.argv[3]), float(sys.argv[4]) if sys.argv[4:] else 15.0)
