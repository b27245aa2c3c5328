"""Position files: a hand-written start of any step that begins a phase, for tests, puzzles and the editor.

```toml
game = "…"
scenario = "1"
turn = 3
step = "german combat"

[options]
weather = "variable"

[pieces]
"2Pz" = "1206"               # where it stands
"116Pz" = "1207 road-mode"   # and its statuses
"3 inf" = "G6"               # a lot, where the game has lots: its own words

[tracks]
"allied losses" = 4

[hidden]
"fuel dump" = "1909"
```
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from ardennes.engine.errors import PositionError

if TYPE_CHECKING:
    from ardennes.engine.fields import Field
    from ardennes.engine.state import State

TABLES = ("options", "pieces", "markers", "tracks", "obligations", "hidden")
HEADS = ("game", "scenario", "turn", "step", "title", "text", "side")


@dataclass(slots=True)
class Position:
    """A parsed position file; `fault` knows the line of every key."""

    text: str
    game: str
    scenario: str
    turn: int
    step: str
    options: dict[str, str | bool]
    pieces: dict[str, list[str]]  # piece -> [place, status, …]
    markers: dict[str, Any]
    tracks: dict[str, Any]
    obligations: dict[str, Any]
    hidden: dict[str, Any]
    title: str = ""
    chosen: dict[str, str] = field(default_factory=dict)  # the rule options in force

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position file. Raises PositionError with the line at fault."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found.group(1)) if found else len(text.splitlines())
            raise PositionError(line, f"this is not valid TOML: {error}") from None
        for key in data:
            if key not in HEADS and key not in TABLES:
                raise PositionError(_line_of(text, key), f"“{key}” does not belong in a position file")
        for key in ("game", "step"):
            if not isinstance(data.get(key), str):
                raise PositionError(_line_of(text, key), f'{key} = "…" is missing')
        turn = data.get("turn", 1)
        if isinstance(turn, bool) or not isinstance(turn, int) or turn < 1:
            raise PositionError(_line_of(text, "turn"), "turn must be a whole number, 1 or more")
        for key in TABLES:
            if not isinstance(data.get(key, {}), dict):
                raise PositionError(_line_of(text, key), f"[{key}] must be a table")
        pieces = {}
        for name, where in data.get("pieces", {}).items():
            if not isinstance(where, str) or not where.split():
                raise PositionError(_line_of(text, name, "pieces"), f"the place of “{name}” must be text")
            pieces[name] = where.split()
        return cls(
            text=text,
            game=data["game"],
            scenario=str(data.get("scenario", "")),
            turn=turn,
            step=data["step"],
            options=data.get("options", {}),
            pieces=pieces,
            markers=data.get("markers", {}),
            tracks=data.get("tracks", {}),
            obligations=data.get("obligations", {}),
            hidden=data.get("hidden", {}),
            title=data.get("title", ""),
        )

    def read_tracks(self, state: State) -> None:
        """Give every field that has a track what [tracks] says; fault what is no track, or no value for one."""
        known = {track: field for field in state.fields for track in field.tracks}
        for key, given in self.tracks.items():
            if key not in known:
                self.fault(key, f"“{key}” is not a track; the tracks are {', '.join(known) or 'none'}", "tracks")
            field = known[key]
            now = getattr(state, field.name)
            sides = len(field.tracks) > 1
            wanted = _wanted(field, now[0] if sides else now, given)
            if wanted:
                self.fault(key, f"“{key}” takes {wanted}", "tracks")
            if sides:
                at = field.tracks.index(key)
                given = type(now)((*now[:at], given, *now[at + 1 :]))
            setattr(state, field.name, given)

    def fault(self, key: str, message: str, table: str = "") -> NoReturn:
        """Raise PositionError at the line where a key stands, in one table where several may have it."""
        raise PositionError(_line_of(self.text, key, table), message)


def _wanted(field: Field, now: Any, given: Any) -> str:
    """What a track takes, in words, if what was given is not of the kind that it holds now; "" if it is."""
    if isinstance(now, bool):
        return "" if isinstance(given, bool) else "true or false"
    if isinstance(now, str):
        return "" if given in field.words else f"one of {', '.join(field.words)}"
    if type(given) is not int:
        return "a whole number"
    return f"a whole number, {field.least} or more" if field.least is not None and given < field.least else ""


def public(text: str) -> str:
    """A position file without its hidden table; nothing of it where that cannot be cut out for certain."""
    kept, hidden = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            hidden = re.match(r"\s*\[+\s*[\"']?hidden\b", line) is not None
        if not hidden:
            kept.append(line)
    left = "\n".join(kept)
    try:
        whole, rest = tomllib.loads(text), tomllib.loads(left)
    except tomllib.TOMLDecodeError:
        return ""
    whole.pop("hidden", None)
    return left if whole == rest else ""


def _line_of(text: str, key: str, table: str = "") -> int:
    """The line where a key is set or a table begins; the first line if it is nowhere."""
    pattern = re.compile(rf'^\s*(?:"{re.escape(key)}"|{re.escape(key)})\s*=|^\s*\[{re.escape(key)}\]')
    within = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[\s*([\w-]+)", line)
        within = head.group(1) if head else within
        if pattern.match(line) and table in ("", within):
            return number
    return 1
