"""Looking back over the wire: every line is a screen again, and shows no more than it showed then."""

from __future__ import annotations

import time
from typing import Any

from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_tables import act, begin, decider, look, shown_by


def play(served: Served, seats: dict[str, str], choices: int) -> list[tuple[str, dict[str, Any]]]:
    """Some choices, the first option each; the token and the screen before every one of them."""
    seen = []
    for _ in range(choices):
        token, shown = decider(served, seats)
        seen.append((token, shown))
        assert act(served, token, shown).status_code == 200
    return seen


def frame(served: Served, token: str, line: int) -> dict[str, Any]:
    answer = served.client.get(f"/api/seats/{token}/frames/{line}")
    assert answer.status_code == 200, answer.text
    return shown_by(answer)


def test_every_line_shows_the_pieces_where_they_stood(served: Served):
    seats = begin(served)
    for token, shown in play(served, seats, 8):
        then = frame(served, token, shown["lines"])["screen"]
        assert then["pieces"] == shown["screen"]["pieces"]
        assert then["prompt"] == shown["screen"]["prompt"]
        assert then["options"] == []


def test_the_log_of_a_moment_ends_there(served: Served):
    seats = begin(served)
    for token, shown in play(served, seats, 8):
        then = frame(served, token, shown["lines"])["screen"]
        assert [line["text"] for line in then["log"]["lines"]] == [
            line["text"] for line in shown["screen"]["log"]["lines"]
        ]


def test_the_list_of_moments_has_a_line_for_every_line_and_no_secret(served: Served):
    seats = begin(served)
    play(served, seats, 6)
    lines = look(served, seats["red"])["lines"]
    for side in ("red", "blue", ""):
        moments = served.client.get(f"/api/seats/{seats[side]}/frames").json()["moments"]
        assert [moment["line"] for moment in moments] == list(range(1, lines + 1))
        journal = served.client.get(f"/api/seats/{seats[side]}/journal").text
        hidden = [moment["text"] for moment in moments if moment["text"] and moment["text"] not in journal]
        told = {line["text"] for line in look(served, seats[side])["screen"]["log"]["lines"]}
        assert set(hidden) <= told


def test_a_line_that_never_was_is_not_there(served: Served):
    token, shown = decider(served, begin(served))
    for line in (shown["lines"] + 1, "last", -1):
        assert served.client.get(f"/api/seats/{token}/frames/{line}").status_code == 404


def test_what_was_undone_can_be_done_again(served: Served):
    token, shown = decider(served, begin(served))
    assert shown["screen"]["redo"] == {"can": False, "reason": "There is nothing to redo."}
    option = next(o for o in shown["screen"]["options"] if not o["commits"])
    after = shown_by(act(served, token, shown, option["action"]))
    undone = shown_by(served.client.post(f"/api/seats/{token}/undo", json={"revision": after["revision"]}))
    assert undone["screen"]["redo"] == {"can": True, "label": option["action"], "action": option["action"]}
    again = shown_by(served.client.post(f"/api/seats/{token}/redo", json={"revision": undone["revision"]}))
    assert again["screen"]["pieces"] == after["screen"]["pieces"]


def test_the_last_roll_is_shown_with_its_dice(served: Served):
    seats = begin(served)
    for _ in range(200):
        token, shown = decider(served, seats)
        if shown["screen"].get("roll", {}).get("dice"):
            break
        act(served, token, shown, next((o["action"] for o in shown["screen"]["options"] if o["commits"]), None))
    roll = shown["screen"]["roll"]
    assert roll["rule"].startswith("PG-")
    assert all(1 <= die["value"] <= die["faces"] for die in roll["dice"])


def test_the_log_says_what_is_new_since_the_last_own_choice(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    side = next(s for s, t in seats.items() if t == token)
    while look(served, token)["screen"].get("decides") == side:
        shown = look(served, token)
        act(served, token, shown)
    log = look(served, token)["screen"]["log"]
    assert log["since"] >= len(shown["screen"]["log"]["lines"])


def test_a_finished_game_has_its_figures_by_turn(served: Served):
    observer = begin(served, red="random", blue="random")[""]
    deadline = time.monotonic() + PATIENCE
    while "result" not in (shown := look(served, observer))["screen"]:
        assert time.monotonic() < deadline, "the game has no end"
        time.sleep(0.02)
    plots = {plot["label"]: plot for plot in shown["screen"]["plots"]}
    pieces = plots["Units on the map"]
    assert {line["side"] for line in pieces["series"]} == {"red", "blue"}
    assert all(len(line["values"]) == len(pieces["turns"]) for line in pieces["series"])
    assert "Distance covered by the middle of each army (km)" in plots
    losses = served.client.get(f"/api/seats/{observer}/losses").json()["losses"]
    assert [one["turn"] for one in losses] == sorted(one["turn"] for one in losses)
    for line in plots["Units lost"]["series"]:
        assert line["values"] == sorted(line["values"])  # nobody comes back
        assert line["values"][-1] == sum(one["count"] for one in losses if one["side"] == line["side"])
