"""A masked policy gradient in NumPy that proves the environment: `python -m bench.policy_gradient --minutes 20`.

The policy scores every legal action by what it is about: its verb, the row of its piece or place in the observation,
what stands round the place, and how it lies from the piece that moves. A small network makes one figure of that, and a
softmax over the legal actions alone makes chances of the figures. It learns by advantages (GAE, with a linear critic)
from games as the Allied side of Bulge against Rusher, paid by `margin`. At every eighth of the time it plays fixed
games against Rusher; the last policy plays random play and Recruit too, beside the other players in its place. The
curve is written as SVG, the figures as JSON beside it, and the weights. A file that ends in .stop beside them ends the
training before its time.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ardennes.engine.game import Game
from ardennes.env.encoding import encoding_of
from ardennes.env.single import AgainstMachine

Array = NDArray[np.float32]
GAME, SIDE = "bulge", "allied"
TEACHERS = ("rusher",)
JUDGES = ("random", "rusher", "recruit")
QUICK = ("rusher",)  # those against whom a point of the curve is played
HIDDEN = 48
POINTS = 8  # parts of the time
BATCH = 6  # games between two changes of the policy
GAMMA, LAMBDA = 0.99, 0.95
RATE, CRITIC_RATE, ENTROPY = 5e-3, 0.05, 0.003
CLIP = 1.0  # of the gradient's length
FAR = 6.0  # hexes that count as one in directions


class Eyes:
    """Turns an observation into a row of figures for each legal action, and one row for the critic."""

    def __init__(self, game: Game) -> None:
        encoding = encoding_of(game)
        self.version, self.parts = encoding.version, encoding.parts.astype(np.intp)
        features, grid = game.features, game.board.grid
        names = [column.name for column in features.pieces]
        self.acting, self.place = names.index("acting"), names.index("place")
        places = game.places()
        self.around = np.full((len(places) + 1, 6), len(places), np.intp)
        self.at = np.zeros((len(places) + 1, 2), np.float32)
        rows = {name: n for n, name in enumerate(places)}
        for name, row in rows.items():
            if name in grid:
                i = grid.index(name)
                self.at[row] = grid.centre(i)
                near = [grid.name(j) for j in grid.neighbours(i) if j >= 0]
                self.around[row, : len(near)] = [rows[other] for other in near]
        self.middle = self.at[:-1].mean(0)
        self.terrains = max(features.places[0].printed) + 1
        self.units = len(names) - 1
        self.grounds = len(features.places) - 1
        self.verbs = len(game.verbs)
        self.width = self.verbs + self.units + self.terrains + 2 * self.grounds + 6

    def look(self, observation: Any) -> tuple[NDArray[np.intp], Array, Array]:
        """The numbers of the legal actions, a row for each, and a row for the position."""
        seen, mask = observation["observation"], observation["action_mask"]
        pieces, places, tracks = seen["pieces"], seen["places"], seen["tracks"]
        legal = np.flatnonzero(mask)
        verb, piece, place = self.parts[legal].T
        rows = np.zeros((len(legal), self.width), np.float32)
        many = np.arange(len(legal))
        rows[many, verb] = 1
        start = self.verbs
        with_piece = np.flatnonzero(piece >= 0)
        if len(with_piece):
            figures = pieces[piece[with_piece]]
            rows[with_piece, start : start + self.units] = np.delete(figures, self.place, 1) / 4.0
            place = place.copy()
            place[with_piece] = figures[:, self.place]
        start += self.units
        there = np.flatnonzero(place >= 0)
        if len(there):
            self._add_places(rows, start, there, place[there], pieces, places)
        whole = np.concatenate([tracks, pieces[:, 1:].sum(0), places[:, 1:].sum(0), [1]]).astype(np.float32)
        return legal, rows, np.sign(whole) * np.log1p(np.abs(whole))

    def _add_places(self, rows: Array, start: int, there: Any, place: Any, pieces: Any, places: Any) -> None:
        """What is in the hex, what is in those next to it, and where it lies."""
        kind = places[place, 0]
        known = kind >= 0
        rows[there[known], start + kind[known]] = 1
        start += self.terrains
        ground = np.vstack([places[:, 1:], np.zeros((1, self.grounds), places.dtype)])
        rows[there, start : start + self.grounds] = ground[place]
        start += self.grounds
        rows[there, start : start + self.grounds] = ground[self.around[place]].sum(1) / 3.0
        start += self.grounds
        rows[there, start : start + 2] = (self.at[place] - self.middle) / (2 * FAR)
        acting = np.flatnonzero(pieces[:, self.acting])
        if len(acting) and pieces[acting[0], self.place] >= 0:
            way = (self.at[place] - self.at[pieces[acting[0], self.place]]) / FAR
            rows[there, start + 2 : start + 4] = way
            rows[there, start + 4] = np.hypot(*way.T)
            rows[there, start + 5] = 1


@dataclass
class Policy:
    """Two layers that score an action, and a linear critic of positions."""

    weights: dict[str, Array]
    critic: Array
    moments: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    updates: int = 0

    @classmethod
    def fresh(cls, width: int, positions: int, rng: np.random.Generator) -> "Policy":
        """Small weights by chance."""
        first = rng.normal(0, 1 / np.sqrt(width), (width, HIDDEN)).astype(np.float32)
        second = rng.normal(0, 0.1 / np.sqrt(HIDDEN), HIDDEN).astype(np.float32)
        made = {"first": first, "bias": np.zeros(HIDDEN, np.float32), "second": second}
        return cls(made, np.zeros(positions, np.float32))

    def chances(self, rows: Array) -> tuple[Array, Array]:
        """The chance of each legal action, and the hidden layer."""
        hidden = np.tanh(rows @ self.weights["first"] + self.weights["bias"])
        scores = hidden @ self.weights["second"]
        powers = np.exp(scores - scores.max())
        return powers / powers.sum(), hidden

    def gradient(self, rows: Array, chosen: int, advantage: float) -> dict[str, Array]:
        """How the weights change to make a choice likelier by its advantage, and to keep the policy open."""
        chances, hidden = self.chances(rows)
        logs = np.log(chances + 1e-9)
        scores = -advantage * chances - ENTROPY * chances * (logs - (chances * logs).sum())
        scores[chosen] += advantage
        back = np.outer(scores, self.weights["second"]) * (1 - hidden**2)
        return {"first": rows.T @ back, "bias": back.sum(0), "second": scores @ hidden}

    def climb(self, gradients: dict[str, Array]) -> None:
        """One step of Adam uphill."""
        self.updates += 1
        length = float(np.sqrt(sum((one**2).sum() for one in gradients.values())))
        scale = min(1.0, CLIP / (length + 1e-9))
        for name, gradient in gradients.items():
            first, second = self.moments.get(name, (np.zeros_like(gradient), np.zeros_like(gradient)))
            first = 0.9 * first + 0.1 * scale * gradient
            second = 0.999 * second + 0.001 * (scale * gradient) ** 2
            self.moments[name] = first, second
            mean, spread = first / (1 - 0.9**self.updates), second / (1 - 0.999**self.updates)
            self.weights[name] = self.weights[name] + RATE * mean / (np.sqrt(spread) + 1e-8)


@dataclass
class Course:
    """What is kept of a game: what was seen, chosen and paid."""

    rows: list[Array] = field(default_factory=list)
    positions: list[Array] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    paid: list[float] = field(default_factory=list)


def played(env: AgainstMachine, eyes: Eyes, policy: Policy, rng: np.random.Generator, seed: int) -> tuple[Course, str]:
    """A game by the policy, and who won it."""
    observation, _ = env.reset(seed=seed)
    game, over = Course(), False
    info: dict[str, Any] = {}
    while not over:
        legal, rows, position = eyes.look(observation)
        chances, _ = policy.chances(rows)
        chosen = int(np.searchsorted(np.cumsum(chances), rng.random() * 0.999999))
        observation, reward, over, _, info = env.step(int(legal[chosen]))
        game.rows.append(rows)
        game.positions.append(position)
        game.chosen.append(chosen)
        game.paid.append(reward)
    return game, str(info["winner"])


def learn(policy: Policy, games: Sequence[Course]) -> None:
    """One change of the policy and of the critic by some games."""
    advantages: list[NDArray[np.float64]] = []
    targets: list[NDArray[np.float64]] = []
    for game in games:
        values = np.array([position @ policy.critic for position in game.positions], np.float64)
        following = np.append(values[1:], 0.0)
        errors = np.array(game.paid) + GAMMA * following - values
        found, running = np.zeros(len(errors)), 0.0
        for n in range(len(errors) - 1, -1, -1):
            running = errors[n] + GAMMA * LAMBDA * running
            found[n] = running
        advantages.append(found)
        targets.append(found + values)
    spread, mean = float(np.concatenate(advantages).std()) + 1e-6, float(np.concatenate(advantages).mean())
    total: dict[str, Any] = {}
    count = sum(len(game.chosen) for game in games)
    for game, better in zip(games, advantages, strict=True):
        for rows, chosen, advantage in zip(game.rows, game.chosen, better, strict=True):
            if len(rows) > 1:
                for name, part in policy.gradient(rows, chosen, (float(advantage) - mean) / spread).items():
                    total[name] = total.get(name, 0) + part / count
    policy.climb(total)
    seen, wanted = np.vstack([np.vstack(game.positions) for game in games]), np.concatenate(targets)
    for _ in range(4):
        wrong = wanted - seen @ policy.critic
        policy.critic += (CRITIC_RATE * (seen * wrong[:, None]).mean(0) / (seen**2).mean()).astype(np.float32)


def share_won(play: Callable[[int], str], games: int) -> float:
    """The share of games that the side that learns wins."""
    return Counter(play(10_000_019 + n) for n in range(games))[SIDE] / games


def machine_against(name: str, opponent: str, seed: int) -> str:
    """Who wins a game that a machine player plays in the place of the policy."""
    from ardennes.ai import player

    env, machine = AgainstMachine(GAME, SIDE, opponent), player(name)
    env.reset(seed=seed)
    rng, over = random.Random(seed), False
    info: dict[str, Any] = {}
    while not over:
        for action in machine.orders(env.table.view(SIDE), rng, machine.budget):
            _, _, over, _, info = env.step(env.table.encoding.number(action))
    return str(info["winner"])


def train(minutes: float, seed: int, small: int, large: int, stop: Path) -> dict[str, Any]:
    """The curve and the last figures, after so many minutes of processor time, or when a file to stop it appears."""
    rng = np.random.default_rng(seed)
    envs = {name: AgainstMachine(GAME, SIDE, name, reward="margin") for name in TEACHERS}
    judged = {name: AgainstMachine(GAME, SIDE, name) for name in JUDGES}
    game = envs[TEACHERS[0]].table.game
    eyes = Eyes(game)
    position = eyes.look(envs[TEACHERS[0]].reset(seed=seed)[0])[2]
    policy = Policy.fresh(eyes.width, len(position), rng)

    def figures(games: int, against: Sequence[str]) -> dict[str, float]:
        return {
            name: share_won(lambda n, env=env: played(env, eyes, policy, np.random.default_rng(n), n)[1], games)  # type: ignore[misc]
            for name, env in judged.items()
            if name in against
        }

    curve: list[dict[str, Any]] = []
    spent, number, steps = 0.0, 0, 0
    lengths: list[int] = []
    while True:
        stopped = stop.is_file()
        if stopped or spent >= len(curve) * minutes * 60 / POINTS:
            longest = round(float(np.mean(lengths[-60:])), 1) if lengths else 0
            point = {"minutes": round(spent / 60, 2), "games": number, "steps": steps, "turns": longest}
            curve.append({**point, "won": figures(small, QUICK)})
            print(json.dumps(curve[-1]), flush=True)
            if stopped or len(curve) > POINTS:
                break
        begun = time.process_time()
        games = []
        for n in range(BATCH):
            env = envs[TEACHERS[n % len(TEACHERS)]]
            games.append(played(env, eyes, policy, rng, int(rng.integers(2**40)))[0])
            lengths.append(env.table.state_of_play.turn)
        learn(policy, games)
        number += BATCH
        steps += sum(len(one.chosen) for one in games)
        spent += time.process_time() - begun
    np.savez(stop.with_suffix(".npz"), critic=policy.critic, **policy.weights)  # type: ignore[arg-type]
    last = {"policy": {"games": large, "won": figures(large, JUDGES)}}
    print("policy", json.dumps(last["policy"]), flush=True)
    for name, count in (("random", large), ("rusher", large), ("recruit", max(1, large // 5))):
        won = {other: share_won(lambda n, o=other, m=name: machine_against(m, o, n), count) for other in JUDGES}  # type: ignore[misc]
        last[name] = {"games": count, "won": won}
        print(name, json.dumps(last[name]), flush=True)
    return {"game": GAME, "side": SIDE, "seed": seed, "actions": eyes.version, "curve": curve, "last": last}


COLOURS = {"random": "#4C6A92", "rusher": "#B0742C", "recruit": "#A23B3B"}


def picture(found: dict[str, Any]) -> str:
    """The learning curve: the share of games won against each judge, over the games played."""
    wide, high, left, foot, top = 620, 320, 50, 270, 40
    last = max(point["games"] for point in found["curve"])

    def at(games: float, won: float) -> str:
        return f"{left + games / last * 460:.1f},{foot - won * (foot - top):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12" fill="#333">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        f'<text x="{left}" y="20" font-size="14">Bulge: games won as the Allied side while learning</text>',
    ]
    for won in (0, 0.25, 0.5, 0.75, 1):
        y = foot - won * (foot - top)
        parts.append(f'<line x1="{left}" x2="{left + 460}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{won:.0%}</text>')
    for part in range(5):
        games = last * part / 4
        parts.append(f'<text x="{left + 115 * part}" y="{foot + 18}" text-anchor="middle">{games:,.0f}</text>')
    parts.append(f'<text x="{left + 230}" y="{foot + 38}" text-anchor="middle">training games</text>')
    ends = sorted((found["curve"][-1]["won"][judge], judge) for judge in QUICK)
    heights: dict[str, float] = {}
    for won, judge in ends:
        y = foot - won * (foot - top) + 4
        heights[judge] = min(y, min(heights.values()) - 15) if heights else y
    for judge in QUICK:
        points = " ".join(at(point["games"], point["won"][judge]) for point in found["curve"])
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[judge]}" stroke-width="2.5"/>')
        parts.append(f'<text x="{left + 468}" y="{heights[judge]:.1f}" fill="{COLOURS[judge]}">against {judge}</text>')
    return "\n".join([*parts, "</svg>", ""])


def judged_again(weights: Path, games: int) -> dict[str, float]:
    """The share of games that a policy wins whose weights were kept, against each judge."""
    kept = dict(np.load(weights))
    policy = Policy(kept, kept.pop("critic"))
    found = {}
    for name in JUDGES:
        env = AgainstMachine(GAME, SIDE, name)
        eyes = Eyes(env.table.game)
        wins = (played(env, eyes, policy, np.random.default_rng(n), 20_000_003 + n)[1] == SIDE for n in range(games))
        found[name] = sum(wins) / games
        print(name, found[name], flush=True)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, judge, and write the curve."""
    parser = argparse.ArgumentParser(prog="bench.policy_gradient", description="Train a baseline in the environment.")
    parser.add_argument("--minutes", type=float, default=20.0, help="processor time of training (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judged", type=int, default=30, metavar="N", help="games against each at a point")
    parser.add_argument("--last", type=int, default=50, metavar="N", help="games against each at the end")
    parser.add_argument("--curve", type=Path, default=Path("docs/pictures/learning.svg"), help="the picture to write")
    parser.add_argument("--weights", type=Path, help="judge the policy with these weights again, and train nothing")
    chosen = parser.parse_args(arguments)
    if chosen.weights is not None:
        judged_again(chosen.weights, chosen.last)
        return 0
    found = train(chosen.minutes, chosen.seed, chosen.judged, chosen.last, chosen.curve.with_suffix(".stop"))
    chosen.curve.write_text(picture(found), encoding="utf-8")
    chosen.curve.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
