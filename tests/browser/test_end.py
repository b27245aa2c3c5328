"""A game to its end: the last two turns by clicking, then what is said about how it ended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import ardennes
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from tests.browser.endings import GOLDEN, two_turns_before_the_end
from tests.browser.hand import Hand, Script
from tests.browser.window import Window


def replayed(path: Path) -> Record:
    """The game of a journal that was downloaded."""
    sides = {name: ardennes.game(name).sides for name in ardennes.games()}
    journal = Journal.parse(path.read_text("utf-8"), sides)
    return Record.replay(ardennes.game(journal.game), journal)


@pytest.mark.parametrize(("game", "own", "other"), [("ardennes-offensive", "german", "allied")])
def test_the_last_two_turns_against_a_scripted_seat(window: Window, game: str, own: str, other: str, tmp_path: Path):
    seats = window.bring(two_turns_before_the_end(game), **{own: "human", other: "link"})
    window.sit(seats[own])
    turn = window.look(seats[own])["screen"]["turn"]["number"]
    shown = Hand(window, seats[own]).play_to_the_end(Script(window, seats[other]))
    assert shown["screen"]["turn"]["number"] == turn + 1

    page, result = window.page, shown["screen"]["result"]
    card = page.get_by_role("dialog", name="The end of the game")
    winner = next((side["label"] for side in shown["screen"]["sides"] if side["id"] == result.get("winner")), None)
    expect(card.locator("h2")).to_contain_text(f"{winner} victory" if winner else "A draw")
    expect(card).to_contain_text(result["level"])
    expect(card).to_contain_text(result["text"])
    expect(card.locator(".chip").first).to_contain_text(result["rule"])
    plots = shown["screen"]["plots"]
    assert len(plots) >= 3
    for plot in plots:
        figure = card.locator("figure").filter(has_text=plot["label"])
        expect(figure.locator("svg")).to_be_visible()
        expect(figure.locator("polyline")).to_have_count(len(plot["series"]))

    with page.expect_download() as carried:
        card.get_by_text("Download the game").click()
    carried.value.save_as(tmp_path / "game.journal")
    ended = replayed(tmp_path / "game.journal").state
    assert ended.over
    assert ended.result is not None
    assert ended.result.level == result["level"]

    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="show the result").click()
    card.get_by_role("button", name="Replay").click()
    expect(page.get_by_label("Position in the game")).to_be_visible()


def test_the_end_shows_the_record_of_the_table_and_leads_to_a_rematch(window: Window):
    journal = (GOLDEN / "axis-allies" / "allies-hold-out-to-the-end.journal").read_text("utf-8")
    journal = journal.replace("| [pieces]", '| [options]\n| campaign_record = "on"\n| [pieces]')
    seats = window.bring(journal, axis="human", allies="link")
    window.sit(seats["axis"])
    page = window.page
    record = page.get_by_role("dialog", name="The end of the game").get_by_label("Match record")
    points = window.look(seats["axis"])["series"]["totals"][0]["points"]
    expect(record).to_contain_text("Axis victory points, game 1 of this match")
    expect(record.locator("dl > div")).to_have_text([f"You{points}", "Your opponent0"])
    page.get_by_role("button", name="Rematch with sides swapped").click()
    expect(page.get_by_role("dialog", name="The end of the game")).to_have_count(0)
    token = page.url.rpartition("/")[2]
    assert token == window.look(seats["axis"])["series"]["next"]
    assert window.look(token)["seat"]["side"] == "allies"
    window.sit(seats["allies"])
    page.get_by_role("button", name="Go to the rematch").click()
    expect(page).to_have_url(re.compile(window.look(seats["allies"])["series"]["next"]))
