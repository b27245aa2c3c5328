"""What a schema cannot say of a screen: what is named is there, tables are whole, hidden things tell nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from math import isclose
from typing import Any

from ardennes.engine.screen.document import Screen, keyed_fields

Fault = tuple[str, str]
"""A JSON path and a sentence."""

Json = Mapping[str, Any]
OnMap = Callable[[str], bool]

SIDES = {"side", "attacker", "defender", "winner", "decides", "viewer"}
PLACES = {"at", "near", "place", "places", "targets", "path", "hexes"}
PIECES = {"piece", "pieces", "carrier", "card", "drawn"}
NAMING = SIDES | PLACES | PIECES | {"sheet", "face"}
PAST = ("$.log", "$.roll")
"""Parts that tell of what was: the pieces they name may be gone."""


def faults(screen: Json, on_map: OnMap) -> Iterator[Fault]:
    """Every fault of a document that fits the schema; `on_map` knows the hexes and hexsides."""
    yield from _doubles(screen)
    yield from _names(screen, on_map)
    for name, piece in screen["pieces"].items():
        yield from _piece(f"$.pieces.{name}", piece, screen)
    yield from _carrying(screen)
    yield from _boxes(screen)
    yield from _options(screen, on_map)
    for name, grid in screen.get("grids", {}).items():
        yield from _grid(f"$.grids.{name}", grid, screen)
    yield from _either(screen)
    for name, sheet in screen.get("sheets", {}).items():
        yield from _sheet(f"$.sheets.{name}", sheet)
    yield from _plots(screen)


def _ids(screen: Json, name: str) -> Set[str]:
    found = screen.get(name, {})
    return found.keys() if isinstance(found, Mapping) else {each["id"] for each in found}


def _doubles(screen: Json) -> Iterator[Fault]:
    """Sides that are there twice, and maps whose entries have other names, or stand in no order or twice in it."""
    yield from _twice("$.sides", [side["id"] for side in screen["sides"]])
    order = screen.get("order", {})
    for name, key in keyed_fields(Screen).items():
        found, listed = screen.get(name, {}), order.get(name, ())
        for at, each in found.items():
            if each[key] != at:
                yield f"$.{name}.{at}.{key}", f"it stands under {at!r}"
        yield from _twice(f"$.order.{name}", listed)
        if set(listed) != set(found):
            yield f"$.order.{name}", "it does not name exactly the entries that are there"


def _twice(path: str, names: Sequence[str]) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    for i, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            yield f"{path}[{i}]", f"{name!r} is there twice"


def _walk(node: Any, path: str = "$") -> Iterator[tuple[str, str, Any]]:
    """Every field of a document that names something: its path, its name, its value."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name in NAMING:
                yield f"{path}.{name}", name, value
            if isinstance(value, dict | list | tuple):
                yield from _walk(value, f"{path}.{name}")
    elif isinstance(node, list | tuple):
        for i, value in enumerate(node):
            if isinstance(value, dict | list | tuple):
                yield from _walk(value, f"{path}[{i}]")


def _texts(path: str, value: Any) -> Iterator[Fault]:
    """The texts that a field holds, one or several, each with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list | tuple):
        yield from ((f"{path}[{i}]", each) for i, each in enumerate(value) if isinstance(each, str))


def _fields(screen: Json) -> Iterator[tuple[str, str, Any]]:
    """Every field below the names of the document; the order of its maps is told by keys, which are no names."""
    return _walk({name: value for name, value in screen.items() if name != "order"})


def _names(screen: Json, on_map: OnMap) -> Iterator[Fault]:
    """Sides, boxes and pieces that are named but not declared."""
    sides, boxes, pieces = _ids(screen, "sides"), _ids(screen, "boxes"), _ids(screen, "pieces")
    for path, field, value in _fields(screen):
        for where, name in _texts(path, value):
            if field in SIDES and name not in sides and (field, name) != ("viewer", "observer"):
                yield where, f"there is no side {name!r}"
            elif field in PLACES and name not in boxes and not on_map(name):
                yield where, f"there is no place {name!r}"
            elif field in PIECES and name not in pieces and not path.startswith(PAST):
                yield where, f"there is no piece {name!r}"
            elif field == "sheet" and name not in _ids(screen, "sheets"):
                yield where, f"there is no sheet {name!r}"
            elif field == "face" and name not in screen.get("faces", {}):
                yield where, f"there is no face {name!r}"


def _piece(path: str, piece: Json, screen: Json) -> Iterator[Fault]:
    if ("at" in piece) == ("carrier" in piece):
        yield path, "a piece is at a place or on a carrier: exactly one of them"
    if piece.get("hidden"):
        face = piece["face"] if isinstance(piece["face"], Mapping) else screen.get("faces", {}).get(piece["face"], {})
        for told in ("unit", "formation", "figures", "text", "reduced"):
            if told in face:
                yield f"{path}.face", f"a hidden piece shows its back, which has no {told}"
        if "facts" in piece or "badges" in piece:
            yield path, "a hidden piece has no facts and no badges"


def _carrying(screen: Json) -> Iterator[Fault]:
    carrier = {name: piece["carrier"] for name, piece in screen["pieces"].items() if "carrier" in piece}
    for name in screen["pieces"]:
        chain = [name]
        while (on := carrier.get(chain[-1])) is not None and on not in chain:
            chain.append(on)
        if on is not None:
            yield f"$.pieces.{name}.carrier", f"{' is carried by '.join([*chain, on])}"


def _boxes(screen: Json) -> Iterator[Fault]:
    lying: dict[str, list[Json]] = {}
    for piece in screen["pieces"].values():
        lying.setdefault(piece.get("at", ""), []).append(piece)
    for name, box in screen.get("boxes", {}).items():
        inside, path = lying.get(name, []), f"$.boxes.{name}"
        match box.get("shows", "open"):
            case "hidden" if inside or "count" in box:
                yield path, "not even the number of what lies in a hidden box may be told"
            case "counted" if not all(piece.get("hidden") for piece in inside):
                yield path, "in a box that is only counted every piece is hidden"
        if inside and box.get("count", len(inside)) != len(inside):
            yield f"{path}.count", f"{len(inside)} pieces lie in the box"


def _options(screen: Json, on_map: OnMap) -> Iterator[Fault]:
    pieces, boxes = _ids(screen, "pieces"), _ids(screen, "boxes")
    if (screen["options"] or screen.get("ranges")) and screen["viewer"] != screen.get("decides"):
        yield "$.options", "only the side that decides is given options"
    yield from _ranges(screen, on_map)
    for name, option in screen["options"].items():
        path = f"$.options.{name}"
        _, _, thing = option["action"].partition(" ")
        kind = option["kind"]
        if option.get("thing", "") != thing:
            yield f"{path}.thing", f"the action {option['action']!r} is about {thing!r}"
        elif kind == "piece" and thing not in pieces:
            yield f"{path}.thing", f"there is no piece {thing!r}"
        elif kind == "place" and thing not in boxes and not on_map(thing):
            yield f"{path}.thing", f"there is no place {thing!r}"
        elif kind == "number" and not thing.isdigit():
            yield f"{path}.thing", f"{thing!r} is not a number"
    for i, barred in enumerate(screen.get("barred", ())):
        if barred["action"] in screen["options"]:
            yield f"$.barred[{i}].action", f"{barred['action']!r} is an option, so it is not barred"


def _ranges(screen: Json, on_map: OnMap) -> Iterator[Fault]:
    pieces, boxes, known = _ids(screen, "pieces"), _ids(screen, "boxes"), set(screen["options"])
    for i, one in enumerate(screen.get("ranges", ())):
        path = f"$.ranges[{i}]"
        if len(one.get("costs", one["things"])) != len(one["things"]):
            yield f"{path}.costs", f"there are {len(one['things'])} things"
        for thing in one["things"]:
            action = f"{one['verb']} {thing}"
            if not (thing in pieces if one["kind"] == "piece" else thing in boxes or on_map(thing)):
                yield f"{path}.things", f"there is no {one['kind']} {thing!r}"
            if action in known:
                yield f"{path}.things", f"{action!r} is offered twice"
            known.add(action)
    for i, way in enumerate(screen.get("ways", ())):
        if len(way["before"]) != len(way["hexes"]):
            yield f"$.ways[{i}].before", f"there are {len(way['hexes'])} hexes"


def _grid(path: str, grid: Json, screen: Json) -> Iterator[Fault]:
    boxes, columns = _ids(screen, "boxes"), grid.get("columns", ())
    if len(grid["cells"]) != len(grid["rows"]):
        yield f"{path}.cells", f"there are {len(grid['rows'])} rows"
    for i, row in enumerate(grid["cells"]):
        if columns and len(row) != len(columns):
            yield f"{path}.cells[{i}]", f"there are {len(columns)} columns"
        for j, box in enumerate(row):
            if box is not None and box not in boxes:
                yield f"{path}.cells[{i}][{j}]", f"there is no box {box!r}"


def _either(screen: Json) -> Iterator[Fault]:
    """Tracks and lines that are given in no way, or in two."""
    for name, track in screen.get("tracks", {}).items():
        if ("cells" in track) == ("scale" in track):
            yield f"$.tracks.{name}", "a track has cells or a scale: exactly one of them"
    for path, drawn in (
        ("$.lines", screen.get("lines", ())),
        *((f"$.overlays.{name}.lines", each.get("lines", ())) for name, each in screen.get("overlays", {}).items()),
    ):
        for i, line in enumerate(drawn):
            if sum(way in line for way in ("sides", "hexes", "lonlat")) != 1:
                yield f"{path}[{i}]", "a line has sides, hexes or lonlat: exactly one of them"


def _sheet(path: str, sheet: Json) -> Iterator[Fault]:
    if (outcomes := sheet.get("outcomes")) and not isclose(sum(o["chance"] for o in outcomes), 1, abs_tol=1e-6):
        yield f"{path}.outcomes", f"the chances make {sum(o['chance'] for o in outcomes):.6f}, not 1"
    for i, measure in enumerate(sheet.get("measures", ())):
        if (chances := measure.get("chances")) and not isclose(sum(chances), 1, abs_tol=1e-6):
            yield f"{path}.measures[{i}].chances", f"they make {sum(chances):.6f}, not 1"
    if table := sheet.get("table"):
        width = len(table["columns"])
        for i, row in enumerate(table["rows"]):
            if len(row["cells"]) != width:
                yield f"{path}.table.rows[{i}].cells", f"there are {width} columns"
        for name, end in (("column", width), ("unshifted", width), ("row", len(table["rows"]))):
            if table.get(name, 0) >= end:
                yield f"{path}.table.{name}", f"it is counted from 0 and ends at {end - 1}"


def _plots(screen: Json) -> Iterator[Fault]:
    for i, plot in enumerate(screen.get("plots", ())):
        for j, series in enumerate(plot["series"]):
            if len(series["values"]) != len(plot["turns"]):
                yield f"$.plots[{i}].series[{j}].values", f"there are {len(plot['turns'])} turns"
