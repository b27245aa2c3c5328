"""A real PostgreSQL on a temporary directory, as any machine with Debian's server has it."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
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


class Cluster:
    """A PostgreSQL in a folder, which can be started, stopped and killed."""

    def __init__(self, place: Path) -> None:
        programs = binaries()
        assert programs is not None, "PostgreSQL's server is missing: install it (Debian: apt install postgresql)."
        self._user = _servant(place)
        self._data = place / "data"
        self._control: list[Path | str] = [programs / "pg_ctl", "-D", self._data, "-w", "-l", place / "log"]
        port = free_port()
        self.url = f"postgresql://ardennes@127.0.0.1:{port}/postgres"
        self._settings = f"-p {port} -c unix_socket_directories= -c listen_addresses=127.0.0.1 -c fsync=off"
        words = ["-U", "ardennes", "-A", "trust", "-E", "UTF8", "--no-sync"]
        _as(self._user, [programs / "initdb", "-D", self._data, *words])

    def start(self, patience: float = 0) -> None:
        """Start it; what a killed one has left behind may be in the way for a moment."""
        deadline = time.monotonic() + patience
        while True:
            try:
                return _as(self._user, [*self._control, "-o", self._settings, "start"])
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it in one of PostgreSQL's ways: smart, fast or immediate."""
        _as(self._user, [*self._control, "-m", mode, "stop"])

    @property
    def runs(self) -> bool:
        """Whether it was started, and not stopped since."""
        return (self._data / "postmaster.pid").exists()

    def kill(self) -> None:
        """End the first of its processes as a power cut would; the others notice."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pg") as place:
        found = Cluster(Path(place))
        found.start()
        try:
            yield found
        finally:
            if found.runs:
                found.stop()


@contextmanager
def running() -> Iterator[str]:
    """The address of an empty database, gone afterwards."""
    with cluster() as found:
        yield found.url


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
