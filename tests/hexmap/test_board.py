"""What a board file says, and the sentence for each way in which it can be wrong."""

from __future__ import annotations

import re

import pytest

from ardennes.hexmap import Board, BoardError
from tests.hexmap.boards import board, board_text

MORE = """
[regions]
NE = ["0105", "0106"]
front = ["0101/0102", "0102/0103"]
nobody = []

[[box]]
id = "north"
label = "Off the map to the north"
at = [2.0, -1.5]
neighbours = ["0101", "0102", "south"]

[[box]]
id = "south"
label = "Off the map to the south"

[[place]]
name = "Somewhere"
hex = "0303"
rank = 2
lon = 5.1
lat = 50.4

[[river]]
name = "Wet"
class = 2
sides = ["0202/0302",
  "0302/0303",
  "0303/0402"]

[[road]]
name = "N1"
class = "main"
path = ["0201", "0202", "0203"]

[[line]]
name = "start"
sides = ["0102/0101"]

[[pin]]
at = "0303/0302"
fact = "river"
rule = "XX-1.1"
"""


@pytest.fixture
def little() -> Board:
    return board(
        hexes={"0303": "rough town vp:5", "0304": "rough", "0305": "wood vp:2"},
        sides={"0303/0302": "river bridge", "0202/0302": "river", "0101/NW": "exit:4"},
        links={"0201/0202": "road main", "0202/0203": "road", "0203/0303": "trail", "0201/W": "road main"},
        more=MORE,
    )


def names(little: Board, mask: int) -> list[str]:
    return little.grid.names(mask)


def test_terrain_and_features_of_hexes(little):
    town = little.grid.index("0303")
    assert (little.game, little.title) == ("none", "Nowhere")
    assert names(little, little.terrain("rough")) == ["0303", "0304"]
    assert little.terrain_of(town) == "rough"
    assert little.features_of(town) == ("town", "vp:5")
    assert names(little, little.feature("vp")) == ["0303", "0305"]
    assert names(little, little.feature("vp:2")) == ["0305"]
    assert little.value(town, "vp") == "5"
    assert little.value(town, "town") is None
    assert little.terrain("sea") == little.feature("harbour") == 0
    assert set(little.terrains) == {"clear", "rough", "wood"}
    assert list(little) == list(little.grid)


def test_hexsides_are_seen_from_both_hexes(little):
    west = little.grid.directions.index("W")
    assert names(little, little.sides("bridge")[west]) == ["0303"]
    assert names(little, little.sides("bridge")[(west + 3) % 6]) == ["0302"]
    assert sum(mask.bit_count() for mask in little.sides("river")) == 4
    assert little.side_features("0303/0302") == little.side_features("0302/0303") == ("river", "bridge")
    assert little.side_features("0101/0102") == ()
    assert names(little, little.sides("exit:4")[2]) == names(little, little.sides("exit")[2]) == ["0101"]
    assert little.side_value("0101/NW", "exit") == "4"
    assert little.sides("cliff") == (0,) * 6
    assert little.hexsides["0302/0303"] == ("river", "bridge")


def test_links_lead_both_ways_and_may_leave_the_board(little):
    assert names(little, little.links("road main")[0]) == ["0201"]
    assert names(little, little.links("road")[0]) == ["0201", "0202"]
    assert names(little, little.links("road")[3]) == ["0202", "0203"]
    assert sum(mask.bit_count() for mask in little.links("trail")) == 2
    exit_west = (little.grid.index("0201"), 3)
    assert little.edge_links("road") == little.edge_links("road main") == (exit_west,)
    assert little.edge_links("trail") == ()
    assert little.link("0202/0201") == "road main"
    assert little.link("0101/0102") is None


def test_regions_boxes_and_what_is_drawn(little):
    assert names(little, little.regions["NE"]) == ["0105", "0106"]
    assert little.regions["nobody"] == 0
    assert "front" not in little.regions
    assert little.side_regions["front"] == ("0101/0102", "0102/0103")
    north = little.boxes["north"]
    assert (north.at, north.neighbours) == ((2.0, -1.5), ("0101", "0102", "south"))
    assert names(little, north.hexes) == ["0101", "0102"]
    assert little.boxes["south"].at is None
    assert [(p.name, little.grid.name(p.hex), p.rank, p.lon) for p in little.places] == [("Somewhere", "0303", 2, 5.1)]
    assert little.rivers[0].sides == ("0202/0302", "0302/0303", "0303/0402")
    assert [little.grid.name(i) for i in little.roads[0].path] == ["0201", "0202", "0203"]
    assert little.lines[0].sides == ("0101/0102",)
    assert little.pins[0].rule == "XX-1.1"


def test_a_hex_knows_where_on_earth_it_is(little):
    for i in little:
        assert little.hex_at_lonlat(*little.lonlat(i)) == i
    assert little.lonlat(little.grid.index("0103")) == pytest.approx((5.08, 50.5))
    assert little.hex_at_lonlat(0.0, 0.0) == -1


def test_a_board_cannot_be_changed(little):
    with pytest.raises(AttributeError):
        little.title = "Elsewhere"
    with pytest.raises(TypeError):
        little.regions["NE"] = 0


def test_a_board_is_read_from_a_file(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(board_text())
    assert Board.load(path).title == Board.load(str(path)).title == "Nowhere"
    with pytest.raises(BoardError, match=re.escape("missing.toml cannot be read: No such file")):
        Board.load(tmp_path / "missing.toml")


FAULTS = [
    ('0303 = "clear"', '0999 = "clear"', 'There is no hex "0999" on this board.'),
    ('0303 = "clear"', "", 'Hex "0303" has no entry in [hexes].'),
    ('0303 = "clear"', '0303 = ""', '"0303" needs a string of words in [hexes].'),
    ('0303 = "clear"', '0303 = "clear town town"', '"0303" has the same word twice in [hexes].'),
    ('0303 = "clear"', '0303 = "clear vp:"', '"vp:" of "0303" must be a name, or a name, a colon and a value.'),
    ('0303 = "clear"', '0302 = "clear"', "This is not valid TOML: cannot overwrite a value."),
    ('0303 = "clear"', "0303 = clear", "This is not valid TOML: invalid value."),
    ('"0303/0302" = "river"', '"0303/0305" = "river"', "0303 and 0305 are not neighbours."),
    (
        '"0303/0302" = "river"',
        '"0303/0302" = "ford"\n"0302/0303" = "ford"',
        'Hexside "0302/0303" is entered twice in [sides].',
    ),
    (
        '"0201/0202" = "road"',
        '"0201/0202" = "canal"',
        "\"canal\" is not a kind of link; \"road\", \"road main\", \"trail\" are.",
    ),
    ('NE = ["0105", "0106"]', 'NE = ["0105", "0105"]', '"0105" is listed twice in NE.'),
    ('NE = ["0105", "0106"]', "NE = 7", "NE must be a list of strings."),
    ('  "0302/0303",', '  "0302/0309",', 'There is no hex "0309" on this board.'),
    ('  "0302/0303",', '  "0504/0505",', 'The river Wet is broken: "0202/0302" and "0504/0505" do not meet.'),
    (
        'path = ["0201", "0202", "0203"]',
        'path = ["0201", "0203"]',
        "The road N1 is broken: 0201 and 0203 are not neighbours.",
    ),
    ('class = "main"', 'class = "mule"', "class is 'mule', but only main, secondary, trail are known."),
    ("rank = 2", "rank = 9", "rank is 9, but only 1, 2, 3 are known."),
    ("rank = 2", 'rank = "big"', "rank of a place table cannot be 'big'."),
    ("rank = 2", "rank = 2\ncolour = 3", 'The place table has no "colour"; it knows name, hex, rank, lon, lat.'),
    ('hex = "0303"\n', "", 'The place table lacks "hex".'),
    ('id = "north"', 'id = "0101"', '"0101" already names a place.'),
    ("at = [2.0, -1.5]", "at = [2.0]", "at must be two numbers, x and y."),
    ('at = "0303/0302"', 'at = "nowhere"', 'There is no hex "nowhere" on this board.'),
    ("schema = 1", "schema = 2", "This is schema 2, but schema 1 is expected."),
    ('shifted = "even"', 'shifted = "some"', 'shifted is "some", but only even or odd are known.'),
    (
        "km = 2.0",
        'km = 2.0\nabsent = [\n"0101",\n"0944"]',
        'Hex "0944" is listed as absent, but the frame has no such number.',
    ),
    ("lat = [50.5, 0.0, -0.03]", "lat = [50.5, 0.1]", "lat must be three numbers."),
    (
        "lat = [50.5, 0.0, -0.03]",
        "lat = [50.5, 0.01, 0.0]",
        "lon and lat change in the same direction, so no place can be found.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "sentence"), FAULTS, ids=[fault[2][:50] for fault in FAULTS])
def test_a_fault_is_told_in_one_sentence_with_its_line(good, bad, sentence):
    right = board_text(sides={"0303/0302": "river"}, links={"0201/0202": "road"}, more=MORE)
    assert right.count(good) >= 1
    Board.load(right)
    with pytest.raises(BoardError) as refusal:
        Board.load(right.replace(good, bad, 1))
    assert refusal.value.sentence == sentence
    assert str(refusal.value) == f"board.toml, line {refusal.value.line}: {sentence}"


@pytest.mark.parametrize(
    ("good", "bad", "offset"),
    [
        ('0303 = "clear"', '0999 = "clear"', 0),
        ('"0303/0302" = "river"', '"0303/0305" = "river"', 0),
        ('  "0302/0303",', '  "0302/0309",', 0),
        ('at = "0303/0302"', 'at = "nowhere"', 0),
        ("km = 2.0", 'km = 2.0\nabsent = [\n"0101",\n"0944"]', 3),
        ("rank = 2", "rank = 2\ncolour = 3", 1),
        ('hex = "0303"\n', "", -2),
    ],
)
def test_the_line_is_the_one_at_fault(good, bad, offset):
    right = board_text(sides={"0303/0302": "river"}, links={"0201/0202": "road"}, more=MORE)
    place = right[: right.index(good)].count("\n") + 1
    with pytest.raises(BoardError) as refusal:
        Board.load(right.replace(good, bad, 1))
    assert refusal.value.line == place + offset


def test_a_vocabulary_refuses_strange_words():
    words = {"terrain": frozenset({"clear", "rough"}), "feature": frozenset({"vp"}), "side": frozenset({"river"})}
    good = board_text({"0303": "rough vp:5"}, {"0303/0304": "river"})
    assert Board.load(good, words).terrain("rough")
    for bad, sentence in (
        (good.replace("rough", "swamp"), '"swamp" is not a known terrain; clear, rough are.'),
        (good.replace("vp", "xp"), '"xp:5" is not a known feature; vp are.'),
        (good.replace('"river"', '"moat"'), '"moat" is not a known side; river are.'),
    ):
        with pytest.raises(BoardError, match=re.escape(sentence)):
            Board.load(bad, words)
