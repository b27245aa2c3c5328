"""Whether Recruit's own set-up is better than the one the map shows: `python -m bench.setups GAME SCENARIO SIDE`.

Games in pairs with the same dice: in one the side sets up as Recruit does, in the other it leaves its units where the
map shows them. The other side sets up as Recruit does in both, or, with --against map, as the map shows.
"""

import argparse
import random
from collections.abc import Sequence

import ardennes
from ardennes.ai import Budget, Recruit, Thought
from ardennes.ai.player import offer
from ardennes.arena.match import Match, Played
from ardennes.arena.playing import play
from ardennes.arena.score import Score, score_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

SHOWN = "as-the-map-shows"


class Shown(Recruit):
    """Recruit, but its units stay where the map shows them."""

    name = SHOWN

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """The set-up is over at once; all else as Recruit does it."""
        asked = view.decision
        if asked.kind != Kind.SETUP:
            return super().think(view, rng, budget)
        done = [option for option in asked.options if option.verb == "done"]
        return Thought((done[0] if done else asked.default or asked.options[0],))


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each pair, then both scores and what was lost in the mean."""
    parser = argparse.ArgumentParser(prog="bench.setups", description="Compare Recruit's set-up with the map's.")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("side")
    parser.add_argument("--against", choices=("recruit", "map"), default="recruit")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--budget", type=float, default=0.1)
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args(words)
    offer(Shown)
    found: dict[str, list[Played]] = {"recruit": [], SHOWN: []}
    for number in range(chosen.pairs):
        for name, games in found.items():
            games.append(play(_match(chosen, name, number)))
        print(f"{number}: " + "; ".join(_told(games[-1], chosen.side) for games in found.values()), flush=True)
    for name, games in found.items():
        score = score_of([played.points(chosen.side) for played in games])
        print(f"{chosen.side} set up by {name}: {_percent(score)}; lost in the mean: {_losses(games)}")


def _match(chosen: argparse.Namespace, name: str, number: int) -> Match:
    other = SHOWN if chosen.against == "map" else "recruit"
    players = tuple(name if side == chosen.side else other for side in ardennes.game(chosen.game).sides)
    return Match(chosen.game, chosen.scenario, players, f"{chosen.seed}/{number}", number, number, share=chosen.budget)


def _told(played: Played, side: str) -> str:
    assert not played.error, played.error
    return f"{played.points(side)} in turn {played.turn}, {_losses([played])}"


def _percent(score: Score) -> str:
    return f"{score.mean:.0%} ({score.low:.0%} to {score.high:.0%}) of {score.pairs}"


def _losses(games: list[Played]) -> str:
    sides = [force.side for force in games[0].turns[-1].forces]
    lost = [sum(played.turns[-1].forces[n].lost for played in games) / len(games) for n in range(len(sides))]
    return ", ".join(f"{side} {mean:.1f}" for side, mean in zip(sides, lost, strict=True))


if __name__ == "__main__":
    main()
