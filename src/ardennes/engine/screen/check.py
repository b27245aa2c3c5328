"""Is a document a screen? First by the schema, then by what a schema cannot say: that whatever is named is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen.document import Screen
from ardennes.engine.screen.references import Fault, OnMap, faults

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


class ScreenError(ArdennesError):
    """A document that is no screen. `path` is the JSON path of the fault, `reason` says what is wrong with it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


@cache
def schema() -> Mapping[str, Any]:
    """The JSON schema of a screen."""
    text = resources.files("ardennes.engine").joinpath("schema/screen.schema.json").read_text(encoding="utf-8")
    loaded = json.loads(text)
    assert isinstance(loaded, dict)
    return loaded


def validate(screen: Screen | Mapping[str, Any], on_map: OnMap | None = None) -> None:
    """Raise ScreenError for the first fault of a screen. Needs the package `jsonschema`, which play does not.

    `on_map` says whether a place is a hex or hexside (`Game.on_map`); without a game, the schema says how they look.
    """
    document = screen.to_json() if isinstance(screen, Screen) else screen
    for path, reason in (*_against_schema(document), *faults(document, on_map or _looks_like_a_hex)):
        raise ScreenError(path, reason)


def _looks_like_a_hex(place: str) -> bool:
    return any(re.search(schema()["$defs"][kind]["pattern"], place) for kind in ("Hex", "Hexside"))


def _against_schema(document: Mapping[str, Any]) -> Iterator[Fault]:
    try:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import best_match
    except ImportError:
        raise ArdennesError("To check a screen, install the package jsonschema (the extra `test` has it).") from None
    error = best_match(_validator(Draft202012Validator).iter_errors(document))
    if error is not None:
        yield _in_words(error)


@cache
def _validator(draft: type[Validator]) -> Validator:
    """Checks documents by the schema; an entry of a list that was found sound is not checked again.

    Most pieces are on a screen as they were on the last one, and to check them is most of the work.
    """
    from jsonschema.validators import extend

    sound: set[tuple[int, str]] = set()  # part of the schema, which stays as it is, and the entry as text

    def each(
        validator: Any, part: Mapping[str, Any], entries: Iterable[tuple[int | str, Any]]
    ) -> Iterator[ValidationError]:
        for at, entry in entries:
            key = id(part), json.dumps(entry)
            if key not in sound:
                errors = list(validator.descend(entry, part, path=at))
                yield from errors
                if not errors:
                    sound.add(key)

    def items(validator: Any, part: Mapping[str, Any], found: Any, _: Any) -> Iterator[ValidationError]:
        yield from each(validator, part, enumerate(found) if isinstance(found, list) else ())

    usual = draft.VALIDATORS["additionalProperties"]

    def additional(validator: Any, part: Any, found: Any, rule: Any) -> Iterator[ValidationError]:
        if "x-key" in rule and isinstance(found, dict):  # a map by key: nothing but entries
            yield from each(validator, part, found.items())
        else:
            yield from usual(validator, part, found, rule) or ()

    checks = {"items": items, "additionalProperties": additional}
    checked: type[Validator] = extend(draft, checks)  # type: ignore[no-untyped-call]  # has no hints
    return checked(schema())


def _in_words(error: ValidationError) -> Fault:
    """The path of the field at fault, and a sentence about it."""
    path, rule = _path(error.absolute_path), error.schema
    found: Any = error.instance
    assert isinstance(rule, dict)
    match error.validator:
        case "additionalProperties":
            unknown = next(name for name in found if name not in rule["properties"])
            return f"{path}.{unknown}", f"there is no such field; there are {', '.join(rule['properties'])}"
        case "required":
            missing = next(name for name in rule["required"] if name not in found)
            return f"{path}.{missing}", "this field is missing: " + _means(rule["properties"][missing])
        case "pattern":
            return path, f"{found!r} will not do: {_means(rule)}"
        case "enum":
            return path, f"{found!r} is none of {', '.join(map(str, rule['enum']))}"
    return path, f"{error.message}: {_means(rule)}"


def _path(steps: Iterable[int | str]) -> str:
    """The path of a field as faults name it.

    >>> _path(["pieces", "2AD-67", "badges", 0])
    '$.pieces.2AD-67.badges[0]'
    """
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def _means(rule: Mapping[str, Any]) -> str:
    """What the schema says of a field."""
    return str(rule.get("description", "see the schema"))
