"""Who asks, and under which name the server is asked."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ANYWHERE = frozenset({"", "0.0.0.0", "::"})  # bound to every address of the machine


def headers_of(scope: Mapping[str, Any], name: bytes) -> list[str]:
    """Every value of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def client_of(scope: Mapping[str, Any], proxies: Collection[str]) -> str:
    """The address that asks. What a request says of it (X-Forwarded-For) is believed from these proxies alone.

    The last address in the list is the one that our proxy saw; whatever stands before it, anybody may have written.
    """
    peer = (scope.get("client") or ("",))[0]
    found = str(peer)
    if found in proxies:
        named = [one.strip() for value in headers_of(scope, b"x-forwarded-for") for one in value.split(",")]
        while named and (found := _plain(named.pop())) in proxies:
            pass
        found = found or str(peer)
    return network(found)


def _plain(address: str) -> str:
    """An address without its port; "" if it is none."""
    text = address.strip("[]") if address.endswith("]") else address
    for one in (text, text.rpartition(":")[0].strip("[]")):
        try:
            return str(ipaddress.ip_address(one))
        except ValueError:
            continue
    return ""


def network(address: str) -> str:
    """The address as a client is counted by: of IPv6 the first half, since a household has the other to itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Hosts:
    """The names under which a server may be asked: another one is a page's attempt to reach it by a borrowed name."""

    def __init__(self, bound: str = "127.0.0.1", names: Iterable[str] = ()) -> None:
        self.names = LOOPBACK | {bound.lower()} | {name.lower() for name in names}
        self.by_number = bound in ANYWHERE  # a number cannot be borrowed

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = hostname(host)
        return name in self.names or (self.by_number and _plain(name) != "")


def hostname(host: str) -> str:
    """The name in a Host header, without its port; "" if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
