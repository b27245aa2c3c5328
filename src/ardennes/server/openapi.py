"""The HTTP interface described for machines: an OpenAPI 3.1 document, made from the declared shapes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ardennes import __name__ as project
from ardennes.server.endpoints import ENDPOINTS, Endpoint
from ardennes.server.screen_answer import BASE
from ardennes.server.shapes import answers, requests
from ardennes.server.shapes.schema import components
from ardennes.server.tiles import LEVELS, THEMES

Json = dict[str, Any]

PARAMETERS: dict[str, Json] = {
    "token": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": requests.TOKEN},
    "code": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": requests.TOKEN},
    "game": {"type": "string", "pattern": "^[a-z0-9-]+$", "minLength": 1, "maxLength": requests.TOKEN},
    "version": {"type": "string", "pattern": "^[0-9a-f]+$", "minLength": 1, "maxLength": requests.TOKEN},
    "theme": {"type": "string", "enum": list(THEMES)},
    "level": {"type": "string", "enum": [level.id for level in LEVELS]},
    "tile": {"type": "string", "pattern": r"^[0-9]{1,3}-[0-9]{1,3}\.webp$"},
    "line": {"type": "integer", "minimum": 0, "maximum": 10**requests.FIGURES - 1},
    "number": {"type": "integer", "minimum": 1, "maximum": 10**requests.FIGURES - 1},
    "action": {"type": "string", "minLength": 1, "maxLength": requests.LONGEST, "pattern": requests.ONE_LINE},
}
CHECKSUM = {"type": "string", "description": "the `hash` of what you have; with any other text everything is sent"}
REFUSALS = {
    400: "The request cannot be understood",
    403: "The request comes from another site's page",
    404: "There is no such game or seat",
    408: "The request did not arrive in time",
    409: "The game has changed since",
    413: "The request is too large",
    415: "The request is not JSON",
    422: "The rules do not allow it",
    429: "Too many requests from this address; try again later",
    503: "The server cannot do it now",
}


@cache
def document() -> Json:
    """The whole document."""
    paths: dict[str, Json] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": project, "version": "1", "description": "Wargames over HTTP; every refusal is a sentence."},
        "paths": paths,
        "components": {"schemas": components("#/components/schemas/{name}")},
    }


def _operation(one: Endpoint) -> Json:
    found: Json = {"summary": one.summary, "operationId": one.name, "responses": _answers(one)}
    given = [_parameter(name, "path") for name in re.findall(r"{(\w+)}", one.path)]
    given += [_parameter(one.query, "query")] if one.query else []
    if one.patched:
        given.append({"name": BASE, "in": "header", "required": False, "schema": CHECKSUM})
    if given:
        found["parameters"] = given
    if one.takes is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": _named(one.takes)}}}
    return found


def _parameter(name: str, where: str) -> Json:
    return {"name": name, "in": where, "required": True, "schema": PARAMETERS[name]}


def _named(shape: type) -> Json:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def _answers(one: Endpoint) -> Json:
    kind, schema = "application/json", _named(answers.Answer)
    if isinstance(one.gives, str):
        kind, schema = one.gives, {"type": "string"}
    else:
        schema = {"anyOf": [_named(one.gives), _named(answers.Patch)]} if one.patched else _named(one.gives)
    refused = {"application/json": {"schema": _named(answers.Fault)}}
    found: Json = {str(one.status): {"description": "Done", "content": {kind: {"schema": schema}}}}
    found |= {str(status): {"description": words, "content": refused} for status, words in REFUSALS.items()}
    if one.name == "tile":
        found["202"] = {"description": "It is being drawn; ask again in a second"}
    if one.gives is answers.Health:
        found["503"] = {"description": "Nothing can be saved", "content": {kind: {"schema": schema}}}
    return found
