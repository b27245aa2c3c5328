"""PettingZoo's and Gymnasium's checks of every game and scenario, at length: `python -m bench.env_matrix`.

For each scenario `api_test` and `seed_test`, with the rule options of the scenario and with all that go together; and
`check_env` of the game against the random player. The tests of the suite do a part of this. What the two libraries
warn of is counted: they would rather see agents called player_0, and observations of one array.
"""

import argparse
import importlib
import io
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any

from gymnasium.utils.env_checker import check_env

import ardennes
from ardennes.env.single import AgainstMachine
from bench.environment_bench import chess_env
from bench.games_bench import all_options


def main(arguments: Sequence[str] | None = None) -> int:
    """Check everything; stops with the error of the first check that fails."""
    parser = argparse.ArgumentParser(prog="bench.env_matrix", description="Check every environment at length.")
    parser.add_argument("--cycles", type=int, default=300, help="steps of each check (default: 300)")
    cycles = parser.parse_args(arguments).cycles
    chess_env()  # PettingZoo's checks import games of its own, which want pygame
    from pettingzoo.test import api_test, seed_test

    for name in ardennes.games():
        game, module = ardennes.game(name), importlib.import_module(f"ardennes.env.{name.replace('-', '_')}_v1")
        for scenario in game.scenarios:
            begun, heard = time.process_time(), Counter[str]()
            every: tuple[dict[str, Any], ...] = ({}, dict(all_options(game, scenario)))
            for options in every:
                with warnings.catch_warnings(record=True) as caught, redirect_stdout(io.StringIO()):
                    warnings.simplefilter("always")
                    api_test(module.env(scenario=scenario, **options), num_cycles=cycles)
                    seed_test(lambda m=module, s=scenario, o=options: m.env(scenario=s, **o), num_cycles=cycles)
                    single = AgainstMachine(name, scenario=scenario, illegal="lose", **options)
                    check_env(single, skip_render_check=True)
                heard.update(str(one.message).split(".")[0][:50] for one in caught)
            spent = time.process_time() - begun
            print(f"{name} {scenario}: passed in {spent:.1f} s; warned of {dict(heard)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
