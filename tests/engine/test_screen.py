"""The screen: builders and schema say the same, the five hand-written screens fit, and a fault is named by its path."""

import copy
import dataclasses
import json
import re
import sys
import types
import typing
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ardennes.engine import ArdennesError, screen
from ardennes.engine.screen import Screen, ScreenError, keyed_fields, listed, schema, to_json, validate, written
from tests.proving.table import proving

SCREENS = sorted((Path(__file__).parent.parent / "screens").glob("*.json"))
PARTS = {name: part for name, part in vars(screen).items() if dataclasses.is_dataclass(part)}


def read(name: str) -> dict[str, Any]:
    (path,) = (path for path in SCREENS if path.stem == name)
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


# Builders and schema say the same


def shape_of_type(kind: Any) -> Any:
    """The shape of a field in Python: comparable with the shape of a property in the schema."""
    plain = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
    if kind in plain:
        return plain[kind]
    if dataclasses.is_dataclass(kind):
        return ("part", getattr(kind, "__name__", ""))
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return ("words", frozenset(inner))
    if origin in (types.UnionType, typing.Union):
        return ("any", frozenset(map(shape_of_type, inner)))
    if origin is tuple or issubclass(origin, Sequence):
        return ("list", shape_of_type(inner[0]))
    assert issubclass(origin, Mapping)
    return ("map", shape_of_type(inner[1]))


def shape_of_schema(rule: Mapping[str, Any]) -> Any:
    if "$ref" in rule:
        name = rule["$ref"].rpartition("/")[2]
        return ("part", name) if name in PARTS else shape_of_schema(schema()["$defs"][name])
    if "anyOf" in rule:
        return ("any", frozenset(map(shape_of_schema, rule["anyOf"])))
    if "enum" in rule or "const" in rule:
        return ("words", frozenset(rule.get("enum", [rule.get("const")])))
    match rule["type"]:
        case "array":
            return ("list", shape_of_schema(rule["items"]))
        case "object":
            kind = "list" if "x-key" in rule else "map"  # what Python lists is sent as a map by key
            return (kind, shape_of_schema(rule["additionalProperties"]))
        case [*several]:
            return ("any", frozenset(several))
        case one:
            return one


def without_none(shape: Any) -> Any:
    """A field that may be left out is None in Python and absent in JSON."""
    if isinstance(shape, tuple) and shape[0] == "any":
        rest = shape[1] - {"null"}
        return next(iter(rest)) if len(rest) == 1 else ("any", rest)
    return shape


def part_rule(name: str) -> Mapping[str, Any]:
    rule: Mapping[str, Any] = schema() if name == "Screen" else schema()["$defs"][name]
    return rule


@pytest.mark.parametrize("name", PARTS)
def test_a_builder_has_the_fields_of_its_schema(name: str):
    hints = typing.get_type_hints(PARTS[name])
    in_python = {each: without_none(shape_of_type(kind)) for each, kind in hints.items()}
    in_schema = {
        each: shape_of_schema(rule)
        for each, rule in part_rule(name)["properties"].items()
        if (name, each) != ("Screen", "order")
    }
    assert in_python == in_schema
    keys = {each: rule["x-key"] for each, rule in part_rule(name)["properties"].items() if "x-key" in rule}
    part: Any = PARTS[name]
    assert keyed_fields(part) == keys


@pytest.mark.parametrize("name", PARTS)
def test_a_builder_demands_what_its_schema_requires(name: str):
    demanded = {
        each.name
        for each in dataclasses.fields(PARTS[name])
        if (each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING)
        or each.metadata.get("always")
    }
    assert demanded == set(part_rule(name)["required"])


def test_every_object_of_the_schema_has_a_builder_is_closed_and_described():
    objects = {name: rule for name, rule in schema()["$defs"].items() if rule.get("type") == "object"}
    assert objects.keys() | {"Screen"} == PARTS.keys()
    for rule in [schema(), *objects.values()]:
        assert rule["additionalProperties"] is False
        assert rule["description"]
        assert all(each["description"] for each in rule["properties"].values())


# Builders


def build(kind: Any, data: Any) -> Any:
    """What a builder's caller would write to get these data."""
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{name: build(hints[name], value) for name, value in data.items()})  # type: ignore[operator]
    inner = typing.get_args(kind)
    if isinstance(data, dict):
        parts = [each for each in inner if dataclasses.is_dataclass(each)]
        return build(parts[0], data) if kind_is_union(kind) else {key: build(inner[1], data[key]) for key in data}
    if isinstance(data, list):
        (items,) = {
            typing.get_args(each)[0] for each in (inner if kind_is_union(kind) else [kind]) if typing.get_args(each)
        }
        return tuple(build(items, each) for each in data)
    return data


def kind_is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_builders_can_make_each_screen_exactly(path: Path):
    data = read(path.stem)
    built = build(Screen, listed(data))
    assert built.to_json() == data
    validate(built)
    assert json.loads(written(built)) == data


def small(**more: Any) -> Screen:
    return Screen(
        game=screen.Title("game", "A game"),
        scenario=screen.Title("first", "The first scenario"),
        sides=[screen.Side("german", "German", "german"), screen.Side("allied", "Allied", "allied")],
        viewer="german",
        turn=screen.Turn(1, "Turn 1"),
        phases=screen.Phases("German turn", [screen.Phase("Movement", "now")]),
        prompt=screen.Prompt("wait", "The Allied player decides"),
        pieces=[],
        **more,
    )


def test_what_is_empty_false_or_absent_is_left_out():
    face = screen.Face("heer", "armour", "XX", figures=["6"])
    assert to_json(screen.Piece("2Pz", "german", face, "2nd Panzer Division", "1206", states=["moved"])) == {
        "id": "2Pz",
        "side": "german",
        "face": {"nation": "heer", "symbol": "armour", "size": "XX", "figures": ["6"]},
        "name": "2nd Panzer Division",
        "at": "1206",
        "states": ["moved"],
    }


def test_a_screen_with_nothing_to_choose_still_says_so():
    assert small().to_json()["options"] == {}
    assert small().to_json()["schema"] == 2
    validate(small())


def test_without_jsonschema_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(ArdennesError, match="install the package jsonschema"):
        validate(small())


# The five screens


def test_there_is_a_screen_for_each_game():
    assert [path.stem for path in SCREENS] == ["ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge"]


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_a_screen_is_valid(path: Path):
    validate(read(path.stem))


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_the_chances_of_a_sheet_are_those_of_its_lit_column(path: Path):
    for sheet in read(path.stem).get("sheets", {}).values():
        table = sheet.get("table", {})
        if "column" not in table or not sheet.get("outcomes"):
            continue
        added = ([0] + [int(line["after"].replace("−", "-")) for line in sheet["tally"] if line["about"] == "die"])[-1]
        last = len(table["rows"]) - 1
        cells = [table["rows"][min(max(die + added, 0), last)]["cells"][table["column"]] for die in range(last + 1)]
        fallen = Counter(cell.rstrip("*") for cell in cells)
        chances = {label: float(Fraction(n, last + 1)) for label, n in fallen.items()}
        assert {each["label"]: each["chance"] for each in sheet["outcomes"]} == pytest.approx(chances, abs=1e-6)


def test_the_chances_of_a_sheet_are_checked_in_three_screens_at_least():
    shown = [sheet for path in SCREENS for sheet in read(path.stem).get("sheets", {}).values() if sheet.get("outcomes")]
    assert len(shown) >= 3


# Faults


Spoil = Callable[[dict[str, Any]], object]


def spoilt(path: str, value: Any) -> Spoil:
    """Set a field, given as `pieces.0.face`, to something wrong."""

    def spoil(document: dict[str, Any]) -> None:
        *way, last = path.split(".")
        at: Any = document
        for step in way:
            at = entry(at, int(step)) if step.isdigit() else at[step]
        at[last] = value

    return spoil


def entry(of: Any, n: int) -> Any:
    """The entry of that number of a list, or of a map by key."""
    return of[n] if isinstance(of, list) else list(of.values())[n]


def by_key(document: dict[str, Any], path: str) -> str:
    """A path in which an entry of a map is told by its number, with its key instead."""

    def key(found: re.Match[str]) -> str:
        return f"$.{found[1]}.{list(document[found[1]])[int(found[2])]}"

    return re.sub(rf"^\$\.({'|'.join(keyed_fields(Screen))})\[(\d+)\]", key, path)


def stack_on_itself(document: dict[str, Any]) -> None:
    piece = entry(document["pieces"], 0)
    del piece["at"]
    piece["carrier"] = piece["id"]


FAULTS: dict[str, tuple[Spoil, str, str]] = {
    "an unknown field": (spoilt("pieces.0.colour", "grey"), "$.pieces[0].colour", "no such field"),
    "an unknown field at the top": (spoilt("weather", "mist"), "$.weather", "no such field"),
    "a verb in capitals": (spoilt("options.0.action", "Go 1205"), "$.options[0].action", "'Go 1205'"),
    "an action with two things": (spoilt("options.0.action", "go 1205 fast"), "$.options[0].action", "one thing"),
    "a badge without its rule": (
        spoilt("pieces.0.badges", [{"icon": "isolated", "label": "Isolated"}]),
        "$.pieces[0].badges[0].rule",
        "missing",
    ),
    "a tally line without its rule": (
        lambda document: entry(document["sheets"], 0)["tally"][0].pop("rule"),
        "$.sheets[0].tally[0].rule",
        "missing",
    ),
    "a rule that is no id": (spoilt("prompt.rule", "rule nine"), "$.prompt.rule", "'rule nine'"),
    "a picture that nobody can draw": (spoilt("markers.0.icon", "skull"), "$.markers[0].icon", "'skull'"),
    "a face with a wrong size": (spoilt("pieces.0.face.size", "V"), "$.pieces[0].face.size", "'V'"),
    "a place that is none": (spoilt("pieces.0.at", "St. Vith"), "$.pieces[0].at", "'St. Vith'"),
    "a box that is not declared": (spoilt("pieces.0.at", "limbo"), "$.pieces[0].at", "no place"),
    "a side that does not play": (spoilt("pieces.0.side", "swiss"), "$.pieces[0].side", "no side"),
    "a piece in two places": (spoilt("pieces.0.carrier", "2AD-67"), "$.pieces[0]", "exactly one"),
    "a piece that carries itself": (stack_on_itself, "$.pieces[0].carrier", "carried by"),
    "a face that is not there": (spoilt("pieces.0.face", "nobody"), "$.pieces[0].face", "no face"),
    "an option for another piece": (spoilt("options.0.thing", "3AD-33"), "$.options[0].thing", "is about"),
    "an option twice": (
        lambda document: document["order"]["options"].append(document["order"]["options"][0]),
        "$.order.options[4]",
        "twice",
    ),
    "options for the side that waits": (spoilt("decides", "german"), "$.options", "only the side that decides"),
    "chances that do not make one": (
        spoilt("sheets.0.outcomes.0.chance", 0.9),
        "$.sheets[0].outcomes",
        "not 1",
    ),
    "a table with a short row": (
        lambda document: entry(document["sheets"], 0)["table"]["rows"][2]["cells"].pop(),
        "$.sheets[0].table.rows[2].cells",
        "columns",
    ),
    "a column beyond the table": (spoilt("sheets.0.table.column", 10), "$.sheets[0].table.column", "ends at 9"),
    "a fighter who is not there": (
        spoilt("sheets.0.attackers.0.fighters.0.piece", "1SS"),
        "$.sheets[0].attackers[0].fighters[0].piece",
        "no piece",
    ),
    "a track without a scale": (
        lambda document: entry(document["tracks"], 1).pop("scale"),
        "$.tracks[1]",
        "exactly one",
    ),
    "a line drawn twice": (spoilt("lines.0.hexes", ["3305", "3304"]), "$.lines[0]", "exactly one"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_by_its_path(fault: str):
    spoil, path, words = FAULTS[fault]
    document = copy.deepcopy(read("ardennes-offensive"))
    validate(document)
    path = by_key(document, path)
    spoil(document)
    for _ in range(2):  # what was sound is not looked at again; what is not stays so
        with pytest.raises(ScreenError) as caught:
            validate(document)
        assert caught.value.path == path
        assert words in caught.value.reason


def test_a_hidden_piece_may_not_show_its_figures():
    document = read("bastogne")
    at = next(name for name, piece in document["pieces"].items() if piece.get("hidden"))
    document["pieces"][at]["face"] = {"nation": "us", "symbol": "chit", "text": "4"}
    with pytest.raises(ScreenError, match="shows its back"):
        validate(document)


def test_a_hidden_box_may_not_tell_its_number():
    document = read("bulge")
    at = next(name for name, box in document["boxes"].items() if box.get("shows") == "hidden")
    document["boxes"][at]["count"] = 1
    with pytest.raises(ScreenError, match="not even the number"):
        validate(document)


def test_a_counted_box_may_not_hold_a_piece_that_is_seen():
    document = read("bastogne")
    hand = next(
        box["id"] for box in document["boxes"].values() if box.get("shows") == "counted" and box["kind"] == "hand"
    )
    seen = next(piece for piece in document["pieces"].values() if not piece.get("hidden") and "at" in piece)
    seen["at"] = hand
    with pytest.raises(ScreenError, match="only counted"):
        validate(document)


def test_the_game_says_which_places_are_on_its_map():
    document = read("axis-allies")
    validate(document, lambda place: place.partition("/")[0][0] in "ABCDEFGHIJKLMN")
    at = next(name for name, piece in document["pieces"].items() if piece.get("at") == "K6")
    with pytest.raises(ScreenError, match="there is no place 'K6'") as caught:
        validate(document, lambda place: place != "K6")
    assert caught.value.path == f"$.pieces.{at}.at"


def test_a_place_is_on_the_map_if_its_hex_is_there_whatever_it_is_called():
    game = proving()
    assert game.on_map("0503")
    assert game.on_map("0503/0504")
    assert not game.on_map("9999")
    assert not game.on_map("limbo")


def test_a_strip_names_only_boxes_that_are_there():
    document = read("axis-allies")
    at = next(name for name, grid in document["grids"].items() if grid["kind"] == "strip")
    document["grids"][at]["cells"][0][0] = "strip-13"
    with pytest.raises(ScreenError) as caught:
        validate(document)
    assert caught.value.path == f"$.grids.{at}.cells[0][0]"
