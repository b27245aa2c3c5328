"""Counters show what their face says, and sides never rest on colour alone."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ardennes.draw import Face, counter_svg, marker_svg
from ardennes.draw.counters import badge, branch, size_mark
from ardennes.draw.symbols import symbols

SVG = "{http://www.w3.org/2000/svg}"
GRENADIERS = Face("heer", "infantry", "2-4", "III", "77", "26", "teal")
GERMAN, ALLIED = ("heer", "waffen-ss", "luftwaffe"), ("us", "british", "french")


def words(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter(SVG + "text")]


def test_a_counter_shows_unit_formation_and_strength():
    assert words(counter_svg(GRENADIERS)) == ["2-4", "77", "26"]


@pytest.mark.parametrize("name", symbols().units)
@pytest.mark.parametrize("branch_name", [*GERMAN, *ALLIED])
def test_every_symbol_is_drawn_in_every_branch(name: str, branch_name: str):
    root = ElementTree.fromstring(counter_svg(Face(branch_name, name, "5-4")))
    drawn = {e.get("d") for e in root.iter(SVG + "path")}
    assert {part["d"] for part in symbols().units[name] if "d" in part} <= drawn


def test_german_corners_are_square_and_allied_corners_round():
    radii = {name: float(ElementTree.fromstring(counter_svg(Face(name, "infantry")))[0][0].get("rx", "0"))
             for name in (*GERMAN, *ALLIED)}
    assert {radii[name] for name in GERMAN} == {5.0}
    assert {radii[name] for name in ALLIED} == {14.0}


def test_letters_stand_out_from_the_body_and_symbols_from_their_box():
    for name in (*GERMAN, *ALLIED):
        colours = branch(name)
        assert contrast(colours.body, colours.text) >= 4.5, name
        assert contrast(colours.box, colours.ink) >= 4.5, name


def contrast(a: str, b: str) -> float:
    low, high = sorted(luminance(c) for c in (a, b))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else float(((p + 0.055) / 1.055) ** 2.4) for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_reduced_unit_has_a_pale_foot_with_dark_figures():
    svg = counter_svg(replace(GRENADIERS, reduced=True))
    assert "#FBF8EF" in svg
    figures = next(e for e in ElementTree.fromstring(svg).iter(SVG + "text") if e.text == "2-4")
    assert figures.get("fill") == branch("heer").ink
    assert "#FBF8EF" not in counter_svg(GRENADIERS)


def test_badges_lie_on_the_right_edge_never_over_the_figures():
    root = ElementTree.fromstring(counter_svg(replace(GRENADIERS, badges=("isolated", "unsupplied", "road"))))
    discs = [e for e in root.iter(SVG + "circle") if e.get("r") == "11"]
    assert [e.get("fill") for e in discs] == [badge("isolated").ground, badge("unsupplied").ground]
    assert all(float(e.get("cx", "0")) - 11 > 62 and float(e.get("cy", "0")) < 53 for e in discs)


def test_a_small_counter_shows_symbol_and_strength_only_and_a_tiny_one_is_a_tile():
    assert words(counter_svg(GRENADIERS, 39)) == ["2-4"]
    assert words(counter_svg(GRENADIERS, 23)) == []
    assert branch("heer").body in counter_svg(GRENADIERS, 23)


def test_the_count_of_a_stack_is_shown_from_two():
    assert "3" in words(counter_svg(replace(GRENADIERS, count=3)))
    assert words(counter_svg(replace(GRENADIERS, count=1))) == words(counter_svg(GRENADIERS))


def test_a_long_name_moves_the_size_mark_to_the_right():
    short, long = (counter_svg(Face("waffen-ss", "armour", "15-6-5", "III", unit)) for unit in ("1", "Peiper"))
    assert bars(long) > bars(short) + 15


def bars(svg: str) -> float:
    """The place of the first bar of the size mark."""
    path = next(e for e in ElementTree.fromstring(svg).iter(SVG + "path") if e.get("stroke-width") == "1.9")
    return float(path.get("d", "")[1:].split()[0])


@pytest.mark.parametrize("name", symbols().badges)
def test_every_badge_is_also_a_marker_with_its_word(name: str):
    assert words(marker_svg(name)) == [badge(name).label]
    assert words(marker_svg(name, "Two days")) == ["Two days"]


@pytest.mark.parametrize(("face", "fault"), [
    (replace(GRENADIERS, branch="navy"), "no branch"),
    (replace(GRENADIERS, symbol="submarine"), "no symbol"),
    (replace(GRENADIERS, badges=("tired",)), "no badge"),
    (replace(GRENADIERS, stripe="plaid"), "no stripe"),
    (replace(GRENADIERS, size="Z"), "size mark"),
])
def test_an_unknown_word_is_refused_with_a_sentence(face: Face, fault: str):
    with pytest.raises(ValueError, match=fault):
        counter_svg(face)


def test_a_size_mark_is_centred():
    svg = size_mark("II", 40 + 12j, "#000000")
    assert "m37.7 7.8" in svg
    assert "l0 8.4" in svg
