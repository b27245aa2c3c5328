"""Results as one Parquet file: a row a game, and in it a list of its turns. It needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ardennes.arena.atomic import atomic_write
from ardennes.arena.match import Played, TurnEnd
from ardennes.engine.errors import ArdennesError


def missing() -> str | None:
    """A sentence if no Parquet file can be written here; None if one can."""
    try:
        import pyarrow.parquet  # noqa: F401  # only to see whether it is there
    except ImportError:
        return "A Parquet file needs “pyarrow”: install ardennes[arena]."
    return None


def write(played: Iterable[Played], sides: tuple[str, ...], path: Path) -> None:
    """Write the games down. Raises ArdennesError where pyarrow is not installed."""
    if sentence := missing():
        raise ArdennesError(sentence)
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist([row(game, sides) for game in played], schema=schema())
    with atomic_write(path) as new:
        pyarrow.parquet.write_table(table, new, compression="zstd")


def schema() -> Any:
    """The columns of the file."""
    import pyarrow as pa

    standing = pa.struct({
        "name": pa.string(), "side": pa.string(), "now": pa.float64(), "needed": pa.float64(), "by": pa.string(),
        "rule": pa.string(),
    })  # fmt: skip
    force = pa.struct({"side": pa.string(), "lost": pa.int32(), "units": pa.int32(), "strength": pa.float64()})
    turn = pa.struct({
        "turn": pa.int32(), "day": pa.string(), "standing": pa.list_(standing), "forces": pa.list_(force),
        "ground": pa.string(),
    })  # fmt: skip
    text = pa.string()
    return pa.schema({
        "game": text, "scenario": text, "options": pa.map_(text, text), "seed": text, "pair": pa.int32(),
        "number": pa.int32(), "first": text, "seats": pa.list_(pa.struct({"side": text, "player": text})),
        "nodes": pa.int64(), "share": pa.float64(), "winner": text, "winner_player": text, "level": text, "rule": text,
        "turn": pa.int32(), "decisions": pa.int32(), "seconds": pa.float64(), "error": text,
        "thinking": pa.list_(pa.list_(pa.float64())), "turns": pa.list_(turn),
    })  # fmt: skip


def row(game: Played, sides: tuple[str, ...]) -> dict[str, Any]:
    """A game as a row."""
    match = game.match
    seats = dict(zip(sides, match.players, strict=True))
    return {
        "game": match.game,
        "scenario": match.scenario,
        "options": list(match.options),
        "seed": match.seed,
        "pair": match.pair,
        "number": match.number,
        "first": sides[match.first],
        "seats": [{"side": side, "player": name} for side, name in seats.items()],
        "nodes": match.nodes,
        "share": match.share,
        "winner": game.winner,
        "winner_player": seats[game.winner] if game.winner else None,
        "level": game.level,
        "rule": game.rule,
        "turn": game.turn,
        "decisions": game.decisions,
        "seconds": game.seconds,
        "error": game.error,
        "thinking": game.thinking,
        "turns": [_turn(turn) for turn in game.turns],
    }


def _turn(turn: TurnEnd) -> dict[str, Any]:
    plain = asdict(turn)
    plain["ground"] = None if turn.ground is None else f"{turn.ground:x}"
    return plain
