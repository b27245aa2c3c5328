"""A real PostgreSQL on a temporary directory, as any machine with Debian's server has it."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """Where the server's programs are, the newest version first; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if found:
        return found[0].parent
    where = shutil.which("initdb")
    return Path(where).parent if where else None


@contextmanager
def running() -> Iterator[str]:
    """The address of an empty database, gone afterwards."""
    programs = binaries()
    assert programs is not None, "PostgreSQL's server is missing: install it (Debian: apt install postgresql)."
    with tempfile.TemporaryDirectory(prefix="pg") as place:
        user = _servant(Path(place))
        data = Path(place) / "data"
        port = free_port()
        _as(user, [programs / "initdb", "-D", data, "-U", "ardennes", "-A", "trust", "-E", "UTF8", "--no-sync"])
        settings = f"-p {port} -c unix_socket_directories= -c listen_addresses=127.0.0.1 -c fsync=off"
        control: list[Path | str] = [programs / "pg_ctl", "-D", data, "-w", "-l", Path(place) / "log"]
        _as(user, [*control, "-o", settings, "start"])
        try:
            yield f"postgresql://ardennes@127.0.0.1:{port}/postgres"
        finally:
            _as(user, [*control, "-m", "immediate", "stop"])


def _servant(place: Path) -> str:
    """PostgreSQL refuses to run as root: then it runs as its own user, who owns the place."""
    if os.geteuid() != 0:
        return getpass.getuser()
    account = pwd.getpwnam("postgres")
    os.chown(place, account.pw_uid, account.pw_gid)
    return "postgres"


def _as(user: str, command: Sequence[Path | str]) -> None:
    words = [str(word) for word in command]
    if user != getpass.getuser():
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *words]
    subprocess.run(words, check=True, capture_output=True, cwd="/")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
