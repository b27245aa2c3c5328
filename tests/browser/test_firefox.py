"""Every page in Firefox: it opens, shows what it is for, and complains of nothing."""

from __future__ import annotations

import httpx
import pytest

from tests.browser.firefox import FIREFOX, firefox


@pytest.mark.skipif(FIREFOX is None, reason="Firefox is missing: install it (Debian: apt install firefox-esr)")
def test_every_page_opens_in_firefox_and_a_move_is_played(address: str):
    begun = httpx.post(f"{address}/api/tables", json={"game": "bulge", "players": {"allied": "human"}}, timeout=60)
    token = next(seat["token"] for seat in begun.json()["seats"] if seat["side"] == "*")
    with firefox() as browser:
        browser.open(f"{address}/")
        browser.wait("document.querySelectorAll('.game-card').length > 4")
        browser.open(f"{address}/rules/bulge")
        browser.wait("document.querySelector('details summary')")
        for other in ("new/bulge", "dice", "import", "nowhere/at/all"):
            browser.open(f"{address}/{other}")
            browser.wait("document.querySelector('main')")
        browser.open(f"{address}/seat/{token}")
        browser.wait("document.querySelector('[data-curtain], .prompt')")
        browser.tells("document.querySelector('[data-curtain]')?.click()")
        browser.wait("[...document.querySelectorAll('.ground canvas')].some((one) => one.width > 300)")
        before = int(browser.tells("document.querySelector('.table').dataset.revision"))
        browser.tells("document.querySelector('.prompt [data-action]').click()")
        browser.wait(f"document.querySelector('.table').dataset.revision > {before}")
        browser.tells("document.querySelector('[aria-label=Replay]').click()")
        browser.wait("document.querySelector('.replay input[type=range]')")
        assert browser.complaints == []
