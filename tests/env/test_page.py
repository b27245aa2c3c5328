"""docs/environment.md says what is so: its examples run, one after the other, and its table of shapes is right."""

import re
from pathlib import Path
from typing import Any

import ardennes
from ardennes.env.observing import space_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environment.md"


def test_the_examples_run():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) >= 6
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    assert names["env"].last()[0]["action_mask"].any()


def test_the_table_of_shapes_is_right():
    text = PAGE.read_text(encoding="utf-8")
    for name in ardennes.games():
        game = ardennes.game(name)
        space: Any = space_of(game)
        position = space["observation"]
        shapes = [" × ".join(f"{n:,}" for n in position[part].shape) for part in ("pieces", "places", "tracks")]
        row = f"| {game.title.split(':')[0]} | {' | '.join(shapes)} | {space['action_mask'].shape[0]:,} |"
        assert row in text, f"the page wants: {row}"
