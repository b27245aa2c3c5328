"""Plain values to JSON and back, without losing what JSON lacks: tuples, whole-number keys, what is hidden."""

from __future__ import annotations

from typing import Any

from ardennes.engine.hidden import HIDDEN


def encode(value: Any) -> Any:
    """A value of a position as JSON. Raises TypeError for what is not plain data."""
    if value is None or isinstance(value, bool | int | str | float):
        return value
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(k), encode(v)] for k, v in sorted(value.items(), key=lambda kv: repr(kv[0]))]}
    if isinstance(value, frozenset):
        return {"set": sorted((encode(item) for item in value), key=repr)}
    if value is HIDDEN:
        return {"hidden": True}
    raise TypeError(f"a position may hold plain data only, not {type(value).__name__}")


def decode(value: Any) -> Any:
    """The value that `encode` wrote."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if isinstance(value, dict):
        ((tag, content),) = value.items()
        if tag == "tuple":
            return tuple(decode(item) for item in content)
        if tag == "dict":
            return {decode(k): decode(v) for k, v in content}
        if tag == "set":
            return frozenset(decode(item) for item in content)
        return HIDDEN
    return value
