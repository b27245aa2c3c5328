"""The files of docs/hosting.md, as they stand there: systemd reads the unit; nginx and Caddy bring TLS to a server.

What each proxy must do: answers and live lines pass, the page's own origin is known, the server counts clients by the
address that the proxy saw, whatever they claim themselves, and no log of the proxy holds the key to a seat.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from ardennes.server.clients import Hosts
from ardennes.server.limits import Limits, Rate
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.postgres import free_port

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
NAME = "games.example.org"
BESIDE = "127.0.0.2"  # another client
PAGE = "<title>Ardennes</title>" + "x" * 2_000


def shipped(language: str, beginning: str) -> str:
    """The block of the page in a language that begins so."""
    found = re.findall(rf"^```{language}\n(.*?)^```", HOSTING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = (one for one in found if one.startswith(beginning))
    return str(block)


@dataclass
class Behind:
    """A server behind a proxy, as players reach it."""

    served: Served
    port: int
    trusted: ssl.SSLContext
    log: Path  # everything that the proxy has written

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A player's browser at an address of this machine."""
        host = f"{NAME}:{self.port}"
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        client = httpx.Client(base_url=f"https://127.0.0.1:{self.port}", transport=transport, timeout=PATIENCE)
        client.headers.update({"Host": host, "Origin": f"https://{host}"})
        client.event_hooks = {"request": [lambda request: request.extensions.update(sni_hostname=NAME)]}
        return client


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for the name, and its key."""
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    words = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    words += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(chain)]
    subprocess.run(["openssl", "req", *words], check=True, capture_output=True)
    return chain, key


def nginx(folder: Path, port: int, to: int) -> list[str]:
    """The command that runs the shipped nginx configuration, all of it."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx).")
    chain, key = certificate(folder)
    text = shipped("nginx", "limit_conn_zone")
    for ours, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(chain)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ("/var/log/nginx/error.log", f"{folder}/error.log"),
        ("127.0.0.1:8044", f"127.0.0.1:{to}"),
    ):
        assert ours in text
        text = text.replace(ours, here)
    (folder / "site.conf").write_text(text, "utf-8")
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.getuid() == 0 else ""
    whole = f"{user}daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\n{places}include {folder}/site.conf;\n}}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    command = [program, "-e", str(folder / "start.log"), "-c", str(folder / "nginx.conf")]
    said = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False).stderr
    assert "test is successful" in said
    assert "[warn]" not in said, said
    return command


def caddy(folder: Path, port: int, to: int) -> list[str]:
    """The command that runs the shipped Caddyfile, with a certificate that is there already."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed (Debian: apt install caddy).")
    chain, key = certificate(folder)
    text = shipped("caddyfile", "")
    for ours, here in (
        ("{\n\tlog default", "{\n\tadmin off\n\tauto_https disable_redirects\n\tlog default"),
        (f"{NAME} {{", f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}"),
        ("127.0.0.1:8044", f"127.0.0.1:{to}"),
    ):
        assert ours in text
        text = text.replace(ours, here)
    (folder / "Caddyfile").write_text(text, "utf-8")
    return [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


Proxy = Callable[[Path, int, int], list[str]]


@contextmanager
def running(proxy: Proxy, folder: Path, served: Served) -> Iterator[Behind]:
    """A proxy in front of a server."""
    port = free_port()
    command, log = proxy(folder, port, served.port), folder / "said.log"
    home = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=home)
    try:
        behind = Behind(served, port, ssl.create_default_context(cafile=str(folder / "fullchain.pem")), folder)
        deadline = time.monotonic() + PATIENCE
        with behind.client() as client:
            while True:
                try:
                    client.get("/health")
                    break
                except httpx.TransportError:
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < deadline, "the proxy does not listen"
                    time.sleep(0.05)
        yield behind
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def behind(request: pytest.FixtureRequest, tmp_path: Path, proving_listed: None) -> Iterator[Behind]:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text(PAGE)
    served = Served(
        database_url(None, str(tmp_path / "games.db")),
        hosts=Hosts("127.0.0.1", [NAME]),
        limits=Limits({"tables": Rate(2, 3600)}),
        proxies=["127.0.0.1"],
        pages=pages,
    )
    folder = tmp_path / "proxy"
    folder.mkdir()
    try:
        with running(request.param, folder, served) as found:
            yield found
    finally:
        served.stop()


def begun(client: httpx.Client, **headers: str) -> httpx.Response:
    return client.post("/api/tables", json={"game": "proving"}, headers=headers)


def test_a_game_is_played_through_the_proxy(behind: Behind):
    with behind.client() as client:
        page = client.get("/")
        assert page.text == PAGE
        assert page.headers["content-encoding"] in ("gzip", "zstd")
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        answer = begun(client)
        assert answer.status_code == 201, answer.text
        token = next(seat["token"] for seat in answer.json()["seats"] if seat["side"] == "*")
        with live(behind, token) as line:
            shown = json.loads(line.recv(timeout=PATIENCE))
            body = {"revision": shown["revision"], "actions": [next(iter(shown["screen"]["options"]))]}
            assert client.post(f"/api/seats/{token}/actions", json=body).status_code == 200
            assert json.loads(line.recv(timeout=PATIENCE))["revision"] == shown["revision"] + 1
        elsewhere = begun(client, Origin="https://evil.example")
        assert elsewhere.status_code == 403
        assert client.post("/api/journals", json={"journal": "x" * 700_000}).status_code == 413


def live(behind: Behind, token: str) -> Any:
    host = f"{NAME}:{behind.port}"
    return connect(
        f"wss://{host}/api/seats/{token}/live",
        sock=socket.create_connection(("127.0.0.1", behind.port)),
        ssl=behind.trusted,
        origin=Origin(f"https://{host}"),
        max_size=None,
    )


def test_clients_are_counted_by_the_address_that_the_proxy_saw(behind: Behind):
    with behind.client() as client, behind.client(BESIDE) as other:
        claims = ("203.0.113.9", "203.0.113.10", "203.0.113.11, 198.51.100.1")
        assert [begun(client, **{"X-Forwarded-For": claim}).status_code for claim in claims] == [201, 201, 429]
        assert begun(other).status_code == 201


def test_no_log_of_the_proxy_holds_a_key_not_even_while_the_server_is_away(behind: Behind):
    with behind.client() as client:
        token = begun(client).json()["seats"][0]["token"]
        assert client.get(f"/api/seats/{token}").status_code == 200
        behind.served.stop()
        assert client.get(f"/api/seats/{token}").status_code in (502, 503)
        assert client.get(f"/seat/{token}").status_code in (502, 503)
    written = {path.name: path.read_bytes() for path in behind.log.glob("*.log")}
    assert not [name for name, said in written.items() if token.encode() in said]


def test_systemd_takes_the_unit(tmp_path: Path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed.")
    text = shipped("ini", "[Unit]")
    command = "/usr/local/lib/ardennes/bin/ardennes"
    assert f"ExecStart={command} serve " in text
    unit = tmp_path / "ardennes.service"
    unit.write_text(text.replace(command, sys.executable), "utf-8")  # which must be there
    said = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "ardennes.service" not in said.stderr, said.stderr
    broken = tmp_path / "broken.service"
    broken.write_text(unit.read_text().replace("NoNewPrivileges", "NewPrivileges"), "utf-8")
    said = subprocess.run([program, "verify", str(broken)], capture_output=True, text=True, check=False)
    assert "NewPrivileges" in said.stderr, "it would notice"
    exposed = [program, "security", "--offline=true", "--no-pager", "--threshold=50", str(unit)]
    assert subprocess.run(exposed, capture_output=True, check=False).returncode == 0, "5.0 of 10 at most"
