"""The shapes as JSON schemas. `python -m ardennes.server.shapes.schema` writes the file that the client is built by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from ardennes.server.shapes import analysis, answers, requests
from ardennes.server.shapes.answers import Answer
from ardennes.server.shapes.requests import Body

FILE = Path(__file__).with_name("shapes.schema.json")


def shapes() -> list[type]:
    """Every shape, in the order of its declaration."""
    abstract = {Answer, Body}
    modules = (answers, requests, analysis)
    known = dict.fromkeys(one for module in modules for one in vars(module).values() if isinstance(one, type))
    return [one for one in known if issubclass(one, Answer | Body) and one not in abstract]


def components(reference: str) -> dict[str, Any]:
    """The schema of every shape by its name; `reference` says how one points to another."""
    _, found = msgspec.json.schema_components(shapes(), ref_template=reference)
    return found


def text() -> str:
    """The schema file."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Shapes"}
    names = [shape.__name__ for shape in shapes()]
    every = {
        "type": "object",
        "description": "Every shape by its name.",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names},
        "additionalProperties": False,
    }
    return json.dumps({**about, **every, "$defs": components("#/$defs/{name}")}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
