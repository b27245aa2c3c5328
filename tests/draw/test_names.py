"""Names are where they can be read."""

from __future__ import annotations

from itertools import combinations

from ardennes.draw import Picture
from ardennes.draw.metrics import ITALIC, TOWN, text_width

from .conftest import picture_of


def test_no_two_names_overlap(picture: Picture):
    labels = picture.names.labels
    touching = [
        (a.words, b.words)
        for a, b in combinations(labels, 2)
        if any(r.overlaps(s) for r in a.rects for s in b.rects)
    ]
    assert touching == []


def test_a_river_has_room_for_its_whole_name(picture: Picture):
    for label in picture.names.labels:
        if label.kind == "river":
            size = label.rects[0].high / 0.95
            assert sum(rect.wide for rect in label.rects) >= text_width(label.words, ITALIC, size), label.words


def test_every_name_lies_inside_the_frame(picture: Picture):
    frame = picture.frame
    for label in picture.names.labels:
        for corner in (c for rect in label.rects for c in rect.corners):
            assert 0 <= corner.real <= frame.width, label.words
            assert 0 <= corner.imag <= frame.height, label.words


def test_every_town_of_the_rules_has_its_name(picture: Picture):
    named = {label.words.lower() for label in picture.names.labels}
    assert {t.place.name.lower() for t in picture.towns if t.by_rule and t.place.name} <= named


def test_the_name_of_a_town_hex_lies_nearer_to_it_than_to_another(picture: Picture):
    """Where towns crowd a name may stand as near to a neighbour, but hardly ever."""
    towns = {t.place.name.lower(): picture.frame.px(t.at) for t in picture.towns if t.by_rule and t.place.name}
    labels = {label.words.lower(): label.rects[0] for label in picture.names.labels if label.kind == "town"}
    astray = [name for name, at in towns.items()
              if any(labels[name].gap(other) < labels[name].gap(at) for word, other in towns.items() if word != name)]
    assert len(astray) <= len(towns) // 15, astray


def test_names_keep_clear_of_discs(picture: Picture):
    blocked = picture._blocked()
    hidden = [label.words for label in picture.names.labels if any(r.overlaps(b) for r in label.rects for b in blocked)]
    assert hidden == []


def test_villages_wait_for_the_close_view():
    near, far = picture_of("sample-pointy", 54), picture_of("sample-pointy", 30)
    names = [{label.words for label in p.names.labels} for p in (near, far)]
    assert "Assenois" in names[0]
    assert "Assenois" not in names[1]
    assert "BASTOGNE" in names[1]


def test_a_wide_letter_takes_more_room_than_a_narrow_one():
    assert text_width("WW", TOWN, 10) > 2 * text_width("ii", TOWN, 10)
    assert text_width("ab", TOWN, 10, spacing=3) == text_width("ab", TOWN, 10) + 6
