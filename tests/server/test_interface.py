"""The declared interface against the running server: nothing valid refused, nothing invalid accepted, no error."""

from __future__ import annotations

import copy
import json
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CheckFunction
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

import ardennes
from ardennes.server.endpoints import ENDPOINTS, Endpoint
from ardennes.server.openapi import document
from ardennes.server.shapes import answers, schema
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_tables import begin, decider

EXAMPLES = 10  # of valid and of invalid requests for each thing that can be asked
CHECKS: list[CheckFunction] = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]
REFUSED = {404, 409, 422}  # there is no such thing, somebody was first, the rules are against it: the shape was right


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory):
    from tests import proving

    game = proving.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ardennes, "games", lambda: (game.name,))
        patch.setattr(ardennes, "game", lambda _: game)
        server = Served(database_url(None, str(tmp_path_factory.mktemp("interface") / "games.db")))
        yield server
        server.stop()


def described(token: str) -> dict[str, Any]:
    """The interface's description of itself, with a seat's token and a game's name given."""
    found = copy.deepcopy(document())
    given = {"token": token, "code": token, "game": "proving"}
    for path in found["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] in given:
                    parameter["schema"] = {"type": "string", "enum": [given[parameter["name"]]]}
    return found


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.name)
def test_the_interface_keeps_its_word(running: Served, endpoint: Endpoint):
    seats = begin(running)
    token, _ = decider(running, seats)
    loaded = schemathesis.openapi.from_dict(described(token))
    loaded.config.update(base_url=f"http://127.0.0.1:{running.port}")
    operation = loaded[endpoint.path][endpoint.method]

    def tried(case: Any, *, valid: bool) -> None:
        if valid and isinstance(case.body, dict) and "revision" in case.body:
            now = running.client.get(f"/api/seats/{token}").json()
            case.body["revision"] = now.get("revision", 0)  # there is none once the seat is replaced, or the game gone
        response = case.call(timeout=PATIENCE)  # a map is drawn when it is first asked for
        assert response.status_code < 500, response.text
        if response.status_code == 413:  # which is a refusal too
            return
        case.validate_response(response, checks=CHECKS)
        if valid:
            assert response.status_code in {endpoint.status, *REFUSED}, (response.status_code, response.text)

    quick = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    quick(given(operation.as_strategy(generation_mode=GenerationMode.POSITIVE))(lambda c: tried(c, valid=True)))()
    if endpoint.takes or endpoint.query:
        quick(given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))(lambda c: tried(c, valid=False)))()


def test_the_schema_that_the_client_is_built_by_is_the_present_one():
    said = "run “python -m ardennes.server.shapes.schema”"
    assert schema.FILE.read_text("utf-8") == schema.text(), said


CONTROL = ["\x00", "\x1b[2J", "a\nb", "\x7f", "\x85", "\u2028"]


@pytest.mark.parametrize("text", CONTROL)
def test_control_characters_are_refused_with_a_sentence(running: Served, text: str):
    answer = running.client.post("/api/tables", json={"game": text})
    expected = "The request is not understood: “game” must be text without control characters."
    assert (answer.status_code, answer.json()["error"]) == (400, expected)


def test_half_a_character_is_refused_with_a_sentence(running: Served):
    raw = b'{"game": "proving", "scenario": "\\ud800"}'
    answer = running.client.post("/api/tables", content=raw, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "The request is not JSON.")


@pytest.mark.parametrize("name", ["game", "self", "scenario", "cls"])
def test_an_option_with_any_name_is_only_an_unknown_option(running: Served, name: str):
    answer = running.client.post("/api/tables", json={"game": "proving", "options": {name: "on"}})
    assert answer.status_code == 422
    assert f"has no rule option “{name}”" in answer.json()["error"]
    journal = f"ardennes journal 1\ngame proving\nrules 1\nscenario field\noption {name} on\n\n"
    assert running.client.post("/api/journals", json={"journal": journal}).status_code == 422


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "1.5", "٣", "x"])
def test_a_number_in_an_address_that_is_none_is_not_there(running: Served, number: str):
    token = begin(running)[""]
    for what in ("frames", "originals"):
        assert running.client.get(f"/api/seats/{token}/{what}/{number}").status_code in (404, 414)


def test_a_nul_in_a_token_never_reaches_the_database(served: Served):
    answer = served.client.get("/api/seats/%00" + "x" * 20)
    assert answer.status_code == 404
    assert answer.json()["error"].endswith(".")


def test_a_batch_of_batches_is_bounded(running: Served):
    token, shown = decider(running, begin(running))
    body = {"revision": shown["revision"], "actions": ["done"], "also": [["done"] * 300] * 2}
    assert running.client.post(f"/api/seats/{token}/actions", json=body).status_code == 422


def test_rules_that_a_browser_has_are_not_sent_again(running: Served):
    for path in ("/api/games", "/api/games/proving/rules"):
        first = running.client.get(path)
        again = running.client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_every_answer_of_a_table_has_its_declared_shape(running: Served):
    """Strictly: a field that is sent and not declared is a fault, as is one that is declared and not sent."""
    token = begin(running, blue="random")["red"]
    for one in ENDPOINTS:
        if one.method == "GET" and "{token}" in one.path and isinstance(one.gives, type):
            path = one.path.format(token=token, line=0, number=1)
            answer = running.client.get(path, params={"action": "done"} if one.query else None)
            assert answer.status_code in (200, 422), answer.text
            shape = one.gives if answer.status_code == 200 else answers.Fault
            msgspec.json.decode(answer.content, type=shape)


def test_the_answers_of_the_real_games_have_their_declared_shapes(tmp_path_factory: pytest.TempPathFactory):
    server = Served(database_url(None, str(tmp_path_factory.mktemp("real") / "games.db")))
    try:
        msgspec.json.decode(server.client.get("/api/games").content, type=answers.Games)
        for name in ardennes.games():
            _conforms(server.client, f"/api/games/{name}/rules", answers.Rules)
            _conforms(server.client, f"/api/games/{name}/board", answers.BoardInfo)
        _conforms(server.client, "/api/symbols", answers.Symbols)
    finally:
        server.stop()


def _conforms(client: httpx.Client, path: str, shape: type) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    msgspec.json.decode(answer.content, type=shape)
    assert json.loads(answer.content)
