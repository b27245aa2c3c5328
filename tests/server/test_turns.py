"""Whoever waits at a screen is served before games that play on by themselves."""

from __future__ import annotations

import asyncio

import ardennes
from ardennes.server.thinking import Thinkers
from ardennes.server.turns import Turns, Urgency
from tests.server import loops
from tests.server.conftest import PROVING
from tests.server.patience import PATIENCE


def test_the_most_urgent_is_next_and_then_whoever_came_first():
    async def main() -> list[str]:
        turns, served = Turns(1), list[str]()

        async def come(name: str, urgency: Urgency) -> None:
            async with turns.taken(urgency):
                served.append(name)
                await asyncio.sleep(0)

        wanted = [("show 1", Urgency.SHOW), ("show 2", Urgency.SHOW), ("game", Urgency.GAME), ("hint", Urgency.PERSON)]
        tasks = [asyncio.create_task(come(*one)) for one in wanted]
        gone = asyncio.create_task(come("gone", Urgency.PERSON))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(*tasks, gone, return_exceptions=True)
        async with turns.taken(Urgency.SHOW):
            served.append("again")
        return served

    assert loops.run(main()) == ["show 1", "hint", "game", "show 2", "again"]


def test_a_turn_that_was_given_to_one_who_is_gone_is_not_lost():
    async def main() -> None:
        turns = Turns(1)
        first = turns.taken(Urgency.GAME)
        await first.__aenter__()
        waiting = asyncio.create_task(turns.taken(Urgency.GAME).__aenter__())
        await asyncio.sleep(0)
        await first.__aexit__(None, None, None)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(PATIENCE), turns.taken(Urgency.SHOW):
            pass

    loops.run(main())


def test_a_hint_does_not_wait_for_games_between_machines(proving_listed: None):
    async def main() -> list[str]:
        thinkers, done = Thinkers(PROVING, workers=1), list[str]()
        state = ardennes.game("proving").start()
        view = state.view(state.decision.side)

        async def ask(name: str, urgency: Urgency) -> None:
            await thinkers.ask("random", view, 1, urgency=urgency)
            done.append(name)

        shows = [asyncio.create_task(ask(f"show {n}", Urgency.SHOW)) for n in range(20)]
        await asyncio.sleep(0)
        hint = asyncio.create_task(ask("hint", Urgency.PERSON))
        await asyncio.gather(hint, *shows)
        thinkers.close()
        return done

    assert loops.run(main()).index("hint") == 1
