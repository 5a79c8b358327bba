"""A game of a series plays on some columns and rows of the series' map."""

import itertools
import shutil
from pathlib import Path

import pytest

from pnp.checks import check_named
from pnp.errors import SourceError
from pnp.maps.hex_grid import hex_field, terrain_of
from pnp.maps.lines import parse_line
from pnp.sources import load_game

SOURCES = Path(__file__).parents[2] / "sources"

OWN = """# yaml-language-server: $schema=../../output/schema/map.schema.json
hexes:
  cut: {columns: [2, 9], rows: [3, 8], origin_mm: [30, 40]}
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The Ford in two folders, whose map stands in the series; the game plays on 8 by 6 hexes of it."""
    shutil.copytree(SOURCES / "common", tmp_path / "common")
    shutil.copytree(SOURCES / "the_ford", tmp_path / "the_ford")
    series = tmp_path / "aume"
    series.mkdir()
    shutil.move(tmp_path / "the_ford" / "map.yaml", series / "map.yaml")
    (series / "series.yaml").write_text("players: 2\n", "utf-8")
    game = tmp_path / "the_ford" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("id: the-ford\n", "id: the-ford\nextends: aume\n"), "utf-8")
    (tmp_path / "the_ford" / "map.yaml").write_text(OWN, "utf-8")
    return tmp_path


@pytest.fixture
def both(games):
    """The whole map and the cut one."""
    return load_game("the-ford", dirs=[SOURCES]).map, load_game("the-ford", dirs=[games]).map


def test_hexes_keep_their_numbers_and_terrain(both):
    whole, cut = (board.hexes for board in both)
    fields = hex_field(whole), hex_field(cut)

    assert fields[1].ids == tuple(f"{column:02}{row:02}" for row in range(3, 9) for column in range(2, 10))
    terrain = [dict(zip(f.ids, terrain_of(h, f), strict=True)) for f, h in zip(fields, (whole, cut), strict=True)]
    assert terrain[1].items() <= terrain[0].items()
    assert {space.id for space in both[1].spaces} == {space.id for space in both[0].spaces} & set(fields[1].ids)


def test_neighbours_and_shifts_are_those_of_the_whole_map(both):
    whole, cut = (hex_field(board.hexes) for board in both)
    for one, other in itertools.combinations(cut.ids, 2):
        indices = [(field.index[one], field.index[other]) for field in (whole, cut)]
        assert whole.distance(*indices[0]) == cut.distance(*indices[1])


def test_what_is_drawn_moves_with_the_first_hex(both):
    whole, cut = (hex_field(board.hexes) for board in both)
    # Column 2 is shifted down by half a hex of 23 mm.
    assert cut.centre(cut.index["0203"]) == pytest.approx((30, 40 + 11.5))
    dx, dy = (a - b for a, b in zip(cut.centre(0), whole.centre(whole.index["0203"]), strict=True))
    names = [board.hexes.water_names for board in both]
    for before, after in zip(*names, strict=True):
        moved = [(x + dx, y + dy) for x, y in parse_line(before.line)]
        assert [v for p in parse_line(after.line) for v in p] == pytest.approx([v for p in moved for v in p], abs=1e-3)


def test_ways_and_sides_end_at_the_cut(both):
    ways = {way.name: (way.hexes, way.leaves) for way in both[1].hexes.ways}

    assert ways["the road over the bridge"] == ("0903 0904 0905 0906 0806 0707 0607", "start")
    assert ways["the road along the north bank"] == ("0503 0603 0703", "both")
    assert ways["the road from the ford"] == ("0305 0306 0406 0507 0607 0608", "end")
    words = [word for feature in both[1].hexes.sides for word in feature.sides.split()]
    assert "0205/nw" in words and "0204/0305" in words
    assert all(part in hex_field(both[1].hexes).index or "/" not in part for word in words for part in [word[:4]])
    assert both[1].hexes.sets == ()


def test_a_mistake_is_told_at_its_line_in_the_series(games):
    path = games / "aume" / "map.yaml"
    path.write_text(path.read_text("utf-8").replace('"w...hh...w.."', '"w...qh...w.."'), "utf-8")

    (found,) = [p for p in check_named(["the-ford"], dirs=[games]).problems if p.code == "hex-rows"]

    assert found.where.path.endswith("aume/map.yaml")
    assert "qh" in found.source_line


@pytest.mark.parametrize("cut", ["{rows: [8, 3], origin_mm: [1, 1]}", "{rows: [3, 8]}", "7"])
def test_a_cut_that_makes_no_sense_is_refused(games, cut):
    (games / "the_ford" / "map.yaml").write_text(f"hexes: {{cut: {cut}}}\n", "utf-8")

    with pytest.raises(SourceError) as caught:
        load_game("the-ford", dirs=[games])

    assert {problem.where.path.rpartition("/")[2] for problem in caught.value.problems} == {"map.yaml"}
