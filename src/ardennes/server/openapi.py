"""The HTTP interface described for machines: an OpenAPI 3.1 document."""

from __future__ import annotations

from typing import Any

from ardennes import __name__ as project

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "integer", "minimum": 0}
ERROR: Json = {"type": "object", "required": ["error", "rule"], "properties": {"error": TEXT, "rule": TEXT}}
SHOWN: Json = {
    "type": "object",
    "required": ["revision", "lines", "seat", "players", "thinking", "screen"],
    "properties": {
        "revision": {**NUMBER, "description": "Goes with the next change; a stale one is refused with 409."},
        "lines": {**NUMBER, "description": "Lines of the journal."},
        "seat": {"type": "object"},
        "players": {"type": "object", "additionalProperties": TEXT},
        "thinking": {"type": "boolean", "description": "A machine is deciding."},
        "working": {"enum": ["", "thinking", "playing"], "description": "What it does just now."},
        "pace": {"type": ["string", "null"], "description": "How fast machines play here; null where there are none."},
        "proposal": {"type": ["object", "null"], "description": "A rewind that waits for the other side's word."},
        "stopped": {
            "type": ["object", "null"],
            "description": "Where a corrected rule has stopped the game: line, turn, text, rule, may_resume.",
        },
        "originals": {**NUMBER, "description": "Journals that corrected rules have cut."},
        "series": {
            "type": ["object", "null"],
            "description": "Once over: number, next (this seat in the rematch), may_begin, label, rule, totals.",
        },
        "secret": {"type": "boolean", "description": "At a shared screen: only the side that decides may look now."},
        "screen": {"type": "object", "description": "The screen document; see docs/screen-format.md."},
    },
}
REMARK: Json = {
    "type": "object",
    "properties": {
        "text": TEXT,
        "places": {"type": "array", "items": TEXT},
        "pieces": {"type": "array", "items": TEXT},
    },
}
REMARKS: Json = {"type": "array", "items": REMARK}
IDEA: Json = {
    "type": "object",
    "properties": {
        "revision": NUMBER,
        "player": TEXT,
        "actions": {"type": "array", "items": TEXT},
        "remarks": REMARKS,
    },
}
REPORT: Json = {
    "type": "object",
    "properties": {"first": NUMBER, "last": NUMBER, "side": TEXT, "player": TEXT, "remarks": REMARKS},
}
REPORTS: Json = {"type": "object", "properties": {"reports": {"type": "array", "items": REPORT}}}
PACE: Json = {"enum": ["slow", "normal", "fast", "skip"], "description": "To skip lasts until a person is asked."}
PLAYERS: Json = {"type": "object", "additionalProperties": TEXT, "description": "side → human, link, or a machine"}


def document() -> Json:
    """The whole interface."""
    return {
        "openapi": "3.1.0",
        "info": {"title": project, "version": "1", "description": "Wargames with every rule enforced."},
        "paths": {
            "/health": {"get": _get("Whether server and database are well", {"type": "object"})},
            "/api/games": {"get": _get("The games and the machine players", {"type": "object"})},
            "/api/games/{game}/rules": {"get": _get("The rule catalogue", {"type": "object"}, "game")},
            "/api/games/{game}/board": {"get": _get("Hexes in the picture's units", {"type": "object"}, "game")},
            "/api/games/{game}/cover.webp": {"get": _get("A piece of the map", TEXT, "game", kind="image/webp")},
            "/api/games/{game}/labels": {"get": _get("Names that stand on the map", {"type": "object"}, "game")},
            "/api/dice": {"get": _get("How often each face fell", {"type": "object"})},
            "/api/tables": {"post": _post("Begin a table", _begin(), status="201")},
            "/api/journals": {"post": _post("Begin a table from a journal", _bring(), status="201")},
            "/api/seats/{token}": {"get": _get("The screen of a seat", SHOWN, "token")},
            "/api/seats/{token}/hint": {"get": _get("What a machine would do here, and why", IDEA, "token")},
            "/api/seats/{token}/reports": {"get": _get("What machines say of the lines they played", REPORTS, "token")},
            "/api/seats/{token}/why": {
                "get": _get("Why an action is not possible", {"type": "object"}, "token", query="action")
            },
            "/api/seats/{token}/ahead": {
                "get": _get("What the dice would be thrown for", {"type": "object"}, "token", query="action")
            },
            "/api/seats/{token}/frames": {
                "get": _get("Every line, as the seat may read it", {"type": "object"}, "token")
            },
            "/api/seats/{token}/frames/{line}": {
                "get": _get("The screen after so many lines", SHOWN, "token", also="line")
            },
            "/api/seats/{token}/losses": {
                "get": _get("What each side has lost, by turn", {"type": "object"}, "token")
            },
            "/api/seats/{token}/journal": {
                "get": _get("The journal as the seat may read it", TEXT, "token", kind="text/plain")
            },
            "/api/seats/{token}/originals/{number}": {
                "get": _get("The journal before a rule was corrected", TEXT, "token", also="number", kind="text/plain")
            },
            "/api/seats/{token}/links": {"get": _get("Links to share", {"type": "object"}, "token")},
            **{f"/api/seats/{{token}}/{verb}": {"post": post} for verb, post in _changes().items()},
        },
    }


def _begin() -> Json:
    options = {"type": "object", "additionalProperties": {"type": ["string", "boolean"]}}
    fields = {"game": TEXT, "scenario": TEXT, "options": options, "players": PLAYERS}
    return {"type": "object", "required": ["game"], "properties": fields}


def _bring() -> Json:
    return {"type": "object", "required": ["journal"], "properties": {"journal": TEXT, "players": PLAYERS}}


def _changes() -> dict[str, Json]:
    actions = {"type": "array", "items": TEXT, "minItems": 1}

    def with_revision(perhaps: Json | None = None, **more: Json) -> Json:
        fields = {"revision": NUMBER, **more, **(perhaps or {})}
        return {"type": "object", "required": ["revision", *more], "properties": fields}

    also = {"also": {"type": "array", "items": actions}}
    words = "One or more actions, all or none; and each further batch that may be and is not final"
    return {
        "actions": _post(words, with_revision(also, actions=actions), "token"),
        "undo": _post("Take the last choice back, or so many", with_revision({"times": NUMBER}), "token"),
        "redo": _post("Do it again, or so many", with_revision({"times": NUMBER}), "token"),
        "retract": _post("Take one earlier choice back", with_revision(action=TEXT), "token"),
        "pace": _post(
            "How fast a machine plays", {"type": "object", "required": ["pace"], "properties": {"pace": PACE}}, "token"
        ),
        "rewind": _post(
            "Propose, or agree to, going back", {"type": "object", "properties": {"line": NUMBER}}, "token"
        ),
        "rematch": _post("Begin the next game, sides exchanged", {"type": "object"}, "token"),
        "resume": _post("Play on where a corrected rule has stopped the game", with_revision(), "token"),
        "orders": _post(
            "Leave a standing order", {"type": "object", "required": ["order"], "properties": {"order": TEXT}}, "token"
        ),
    }


def _get(
    summary: str, schema: Json, path: str = "", *, also: str = "", query: str = "", kind: str = "application/json"
) -> Json:
    found: Json = {"summary": summary, "responses": _answers("200", schema, kind)}
    given = [_parameter(name, "path") for name in (path, also) if name]
    given += [_parameter(query, "query")] if query else []
    return {**found, "parameters": given} if given else found


def _post(summary: str, body: Json, path: str = "", *, status: str = "200") -> Json:
    found: Json = {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _answers(status, SHOWN if path else {"type": "object"}, "application/json"),
    }
    return {**found, "parameters": [_parameter(path, "path")]} if path else found


def _parameter(name: str, where: str) -> Json:
    return {"name": name, "in": where, "required": True, "schema": TEXT}


def _answers(status: str, schema: Json, kind: str) -> Json:
    refused = {"application/json": {"schema": ERROR}}
    return {
        status: {"description": "Done", "content": {kind: {"schema": schema}}},
        "400": {"description": "The request says nothing that can be understood", "content": refused},
        "404": {"description": "There is no such table, seat or game", "content": refused},
        "409": {"description": "The table changed first", "content": refused},
        "422": {"description": "The rules refuse it", "content": refused},
    }
