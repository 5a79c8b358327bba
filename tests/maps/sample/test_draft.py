"""`pnp.maps.sample.draft`: a draft from a made-up island with a lake, a river and a railway.

The ground: km_per_degree 10, hexes of 10 km and 10 mm, so a degree is 10 mm. Land is the square of longitude 0.5 to 9.5
and latitude -7.5 to -0.5; the first hex's centre lies at 0, 0.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from pnp.errors import MissingToolError, SourceError
from pnp.maps.hex_grid import HexField
from pnp.maps.sample.draft import Draft, plan_files, sample_map
from pnp.maps.sample.geo import Feature, RubberSheet, read_layer
from pnp.maps.sample.lines import Corners, cheapest, river_sides, way_hexes
from pnp.maps.sample.terrain import hex_points, noise
from pnp.maps.sample.yaml_text import draft_yaml, put_into
from pnp.model.hexes import HexGrid
from pnp.model.sampling import SamplePlan

SQUARE = [[0.5, -0.5], [9.5, -0.5], [9.5, -7.5], [0.5, -7.5], [0.5, -0.5]]
LAKE = [[3.9, -1.9], [5.1, -1.9], [5.1, -3.3], [3.9, -3.3], [3.9, -1.9]]


def collection(*features: tuple[str, Any, dict[str, Any]]) -> bytes:
    """A GeoJSON file of (kind, coordinates, properties)."""
    listed = [{"type": "Feature", "properties": p, "geometry": {"type": k, "coordinates": c}} for k, c, p in features]
    return json.dumps({"type": "FeatureCollection", "features": listed}).encode()


def layers() -> dict[str, tuple[Feature, ...]]:
    west = [[0.5, -0.5], [5.0, -0.5], [5.0, -7.5], [0.5, -7.5], [0.5, -0.5]]
    east = [[5.0, -0.5], [9.5, -0.5], [9.5, -7.5], [5.0, -7.5], [5.0, -0.5]]
    files = {
        "land.geojson": collection(("Polygon", [SQUARE], {})),
        "lakes.geojson": collection(
            ("Polygon", [LAKE], {"name": "Mirror"}),
            ("Polygon", [[[7, -4], [8, -4], [8, -5], [7, -5], [7, -4]]], {"name": "Dam", "reservoir": True}),
        ),
        "rivers.geojson": collection(("LineString", [[6.3, -1], [6.2, -4], [6.3, -7]], {"name": "Long"})),
        "borders.geojson": collection(("LineString", [[5, -0.5], [5, -4], [5, -7.5]], {})),
        "lands.geojson": collection(("Polygon", [west], {"name": "West"}), ("Polygon", [east], {"name": "East"})),
    }
    return {name: read_layer(data, name) for name, data in files.items()}


def plan(**changes: Any) -> SamplePlan:
    source: dict[str, Any] = {
        "grid": {"flat_mm": 10, "columns": 10, "rows": 9, "origin_mm": [10, 10], "km": 10},
        "frame_mm": [0, 0, 115, 95],
        "projection": {"origin": [0, 0], "km_per_degree": [10, 10]},
        "layers": {
            "land": ["land.geojson"], "lakes": {"file": "lakes.geojson", "reservoirs": False, "smallest_mm2": 4},
            "rivers": "rivers.geojson", "borders": "borders.geojson",
            "regions": {"file": "lands.geojson", "codes": {"West": "W", "East": "E"}},
        },
        "places": [{"name": "Port", "at": [1.4, -2.6], "printed": "rank: 2"}, {"name": "Mill", "at": [8.6, -2.6]}],
        "ways": [{"kind": "rail", "via": ["Port", "Mill"]}],
        "rivers": [{"name": "Long", "via": [[6.3, -1], [6.3, -7]], "follow": ["Long"]}],
        "borders": [{"name": "Middle", "path": [{"start": [5, -1], "end": [5, -7]}]}],
    }  # fmt: skip
    source.update(changes)
    return SamplePlan.model_validate(source)


@pytest.fixture(scope="module")
def draft() -> Draft:
    return sample_map(plan(), layers())


def test_terrain_by_coverage(draft: Draft):
    """A hex is sea from 0.55 on (half of the last is sea), lake from 0.6 on; the lake of an unbuilt dam is left out."""
    assert draft.rows[0] == "~~~~~~~~~~"
    assert draft.rows[3] == "....o....."
    assert draft.rows[5][7] == "."


def test_regions_by_centre_and_none_at_sea(draft: Draft):
    assert draft.region_rows[0] == ".........."
    assert draft.region_rows[4] == ".WWWWWEEEE"


def test_river_runs_down_one_column_of_corners(draft: Draft):
    river = next(s for s in draft.sides if s[1] == "Long")
    assert river[2][0] == "0703/0702"
    assert len(river[2]) == len(set(river[2])) == 14
    assert river[3] == {"label": False, "widths_pt": (0.9, 1.6)}


def test_river_whose_hexsides_are_known_keeps_them():
    known = {"name": "Short", "sides": "0703/0702 0703/0803", "widths_pt": [1, 2]}
    river = next(s for s in sample_map(plan(rivers=[known]), layers()).sides if s[1] == "Short")
    assert river == ("river", "Short", ["0703/0702", "0703/0803"], {"label": False, "widths_pt": (1, 2)})


@pytest.mark.parametrize("listed", ["0703/0702 0703/0803", "0702/0703 0803/0703", "0703/0702 0702/0703 0703/0803"])
def test_a_hexside_is_named_one_way_however_the_plan_writes_it(listed: str):
    """Its two hexes change places or are listed again; the draft has it once, from the same hex."""
    river = {"name": "Short", "sides": listed}
    sides = {s[0]: s[2] for s in sample_map(plan(rivers=[river], sides={"wall": listed}), layers()).sides}
    assert sides["river"] == sides["wall"] == ["0703/0702", "0703/0803"]


def test_river_without_a_course_is_refused():
    with pytest.raises(SourceError, match="Short: two points that it passes, or its hexsides"):
        sample_map(plan(rivers=[{"name": "Short"}]), layers())


def test_railway_is_a_chain_of_neighbours_round_the_lake(draft: Draft):
    kind, name, hexes = draft.ways[0]
    assert (kind, name) == ("rail", "Port - Mill")
    assert hexes == ["0204", "0304", "0404", "0503", "0603", "0604", "0704", "0804", "0904"]


def test_border_follows_the_layer(draft: Draft):
    assert draft.borders == [("Middle", [(60.0, 20.0), (60.0, 80.0)])]


def test_shores_are_sea_with_its_island_and_the_lake(draft: Draft):
    assert [(s.kind, s.name) for s in draft.shores] == [("sea", ""), ("island", ""), ("lake", "Mirror")]
    assert draft.shores[2].points[0] == draft.shores[2].points[-1]
    assert set(draft.shores[2].points) == {(49.0, 29.0), (61.0, 29.0), (61.0, 43.0), (49.0, 43.0)}


def test_a_shore_drawn_by_hand_replaces_the_shorter_way_between_its_ends():
    """The lake gets a bay in the west, and loses its corner in the south-east."""
    bay, corner = {"line": "49,29 45,36 49,43"}, {"line": "60.9,29.2 55,36 49,42.8"}

    lake = sample_map(plan(shores=[bay]), layers()).shores[2]
    assert lake.points == ((49.0, 29.0), (45.0, 36.0), (49.0, 43.0), (61.0, 43.0), (61.0, 29.0), (49.0, 29.0))
    assert sample_map(plan(shores=[bay, {"line": "49,43 45,36 49,29"}]), layers()).shores[2].kind == "lake"

    lake = sample_map(plan(shores=[corner]), layers()).shores[2]
    assert set(lake.points) in (
        {(60.9, 29.2), (55.0, 36.0), (49.0, 42.8), (49.0, 29.0)},
        {(60.9, 29.2), (55.0, 36.0), (49.0, 42.8), (61.0, 43.0)},
    )


def test_full_hexside_of_sea_is_closed_and_may_be_opened():
    """An inlet of the sea lies over one hexside."""
    inlet = [
        [0.5, -0.5], [9.5, -0.5], [9.5, -7.5], [0.5, -7.5], [0.5, -3.8], [6.0, -3.8], [6.0, -3.1], [0.5, -3.1],
        [0.5, -0.5],
    ]
    wet = {**layers(), "land.geojson": read_layer(collection(("Polygon", [inlet], {})), "land.geojson")}
    where = {"codes": {"sea_from": 0.9}, "rivers": [], "ways": [], "layers": {"land": ["land.geojson"]}, "borders": []}
    shut = [s for s in sample_map(plan(**where), wet).sides if s[0] == "sea-side"]
    assert [s[2] for s in shut] == [["0205/0305", "0305/0405", "0405/0505", "0505/0605", "0605/0705"]]
    opened = sample_map(plan(**where, not_sides=" ".join(shut[0][2])), wet)
    assert [s for s in opened.sides if s[0] == "sea-side"] == []


def test_the_plan_has_the_last_word():
    sampled = sample_map(plan(terrain={"f": "0303-0404"}, regions={"X": "0303"}, sides={"wall": "0303/0403"}), layers())
    assert [row[2:4] for row in sampled.rows[2:4]] == ["ff", "ff"]
    assert sampled.region_rows[2][2] == "X"
    assert ("wall", "", ["0303/0403"], {}) in sampled.sides


def test_patch_takes_a_share_of_the_land():
    sampled = sample_map(plan(patches=[{"code": "f", "share": 0.5, "seed": "a"}]), layers())
    plain = sum(row.count(".") for row in sampled.rows)
    wood = sum(row.count("f") for row in sampled.rows)
    assert wood > 20
    assert abs(plain - wood) <= 1


def test_draft_reads_back_as_yaml(draft: Draft):
    import yaml

    read = yaml.safe_load(draft_yaml(draft))
    assert read["hexes"]["rows"][3] == "....o....."
    assert read["spaces"][0] == {"id": "0204", "name": "Port", "rank": 2}
    assert read["hexes"]["grid"]["km"] == 10


def test_put_into_keeps_what_it_does_not_draft(draft: Draft):
    hexes = 'hexes:\n  grid: {mine: 1}\n  rows:\n    - ".."\n  sets: []\n'
    before = f"id: main\nspaces:\n  - {{id: old, name: Old}}\n{hexes}tracks: []\n"
    after, lost = put_into(before, draft)
    assert lost == ()
    assert after.startswith("id: main\nspaces:\n  - {id: \"0204\", name: Port, rank: 2}\n")
    assert "grid: {mine: 1}\n" in after
    assert "  sets: []\n" in after
    assert after.rstrip().endswith("tracks: []")
    assert "Old" not in after
    assert put_into(after, draft) == (after, ())


def test_put_into_keeps_comments_of_rows_that_stay(draft: Draft):
    rows = draft_yaml(draft).partition("hexes:\n")[0]
    before = rows.replace("rank: 2}\n", "rank: 2}   # pnp: allow x\n").replace("spaces:\n", "spaces:\n  # the sea\n")
    before += '  # at the end\nhexes:\n  rows:\n    - ".."   # north\n'
    after, lost = put_into(before, draft)
    assert '  # the sea\n  - {id: "0204", name: Port, rank: 2}   # pnp: allow x\n' in after
    assert "  # at the end\nhexes:\n" in after
    assert "\"   # north\n" in after
    assert lost == ()


def test_put_into_names_comments_whose_row_is_gone(draft: Draft):
    before = 'spaces:\n  # an old town\n  - {id: "0101", name: Old}   # gone\nhexes:\n  rows: []\n'
    after, lost = put_into(before, draft)
    assert "gone" not in after
    assert lost == ("# an old town", "# gone")


def test_same_plan_same_text():
    assert draft_yaml(sample_map(plan(), layers())) == draft_yaml(sample_map(plan(), layers()))


def test_comment_stands_behind_the_row():
    text = draft_yaml(
        sample_map(plan(places=[{"name": "Port", "at": [1.4, -2.6], "comment": "seen"}], ways=[]), layers())
    )
    assert '  - {id: "0204", name: Port}   # seen\n' in text


def test_files_of_the_plan_each_once():
    assert plan_files(plan()) == ("land.geojson", "lakes.geojson", "rivers.geojson", "borders.geojson", "lands.geojson")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[]", "FeatureCollection"),
        (b"[" * 200_000, "nested too deeply"),
        (collection(("Circle", [], {})), "feature 1: expected a geometry"),
        (collection(("Point", [1, 2], {}), ("LineString", [[1, "x"]], {})), "feature 2: its coordinates"),
        (collection(("LineString", [[1e9, 0], [0, 0]], {})), "feature 1: its coordinates"),
        (collection(("Polygon", [], {})), "feature 1: no coordinates"),
        (b'{"features": [{"geometry": {"type": "Point", "coordinates": [NaN, 1]}}]}', "feature 1: its coordinates"),
    ],
)
def test_hostile_layers_are_told_with_file_and_feature(data: bytes, message: str):
    with pytest.raises(SourceError, match=message) as error:
        read_layer(data, "evil.geojson")
    assert error.value.problems[0].where is not None
    assert error.value.problems[0].where.path == "evil.geojson"


def test_a_feature_that_lies_nowhere_is_left_out():
    """GeoJSON allows a geometry of null."""
    data = json.loads(collection(("Point", [1, 2], {"name": "Here"})))
    data["features"].insert(0, {"type": "Feature", "properties": {"name": "Nowhere"}, "geometry": None})

    (feature,) = read_layer(json.dumps(data).encode(), "towns.geojson")

    assert (feature.text("name"), feature.number) == ("Here", 2)


def test_unknown_hexes_and_places_are_told():
    with pytest.raises(SourceError, match="no hex '9999'"):
        sample_map(plan(terrain={"f": "9999"}), layers())
    with pytest.raises(SourceError, match="'Far' lies outside"):
        sample_map(plan(places=[{"name": "Far", "at": [50, 50]}], ways=[]), layers())
    with pytest.raises(SourceError, match="no hex 'Nowhere'"):
        sample_map(plan(ways=[{"kind": "rail", "via": ["Port", "Nowhere"]}]), layers())


def test_fit_meets_its_pin_and_leaves_far_ground():
    fit = RubberSheet((((50.0, 50.0), (53.0, 50.0)),), 9)
    x, y = fit((50.0, 50.0))
    assert (round(x, 1), y) == (53.0, 50.0)
    assert fit((90.0, 50.0)) == (90.0, 50.0)


def test_proj_without_pyproj_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyproj", None)
    with pytest.raises(MissingToolError, match="pnp-wargames\\[geo\\]"):
        sample_map(plan(projection={"origin": [0, 0], "proj": "EPSG:3067"}), layers())


def test_cheapest_goes_round():
    """1-2-4 costs 3, 1-3-4 costs 2."""
    prices = {1: [(2, 1.0), (3, 1.0)], 2: [(4, 2.0)], 3: [(4, 1.0)], 4: []}
    assert cheapest(1, 4, lambda n: prices[n]) == [1, 3, 4]
    assert cheapest(4, 1, lambda n: prices[n]) == []


def small() -> HexField:
    grid = HexGrid(flat_mm=10, columns=4, rows=3, origin_mm=(10, 10))
    return HexField(grid, tuple((c, r) for r in range(3) for c in range(4)))


def test_way_avoids_closed_hexes_and_barred_sides():
    field = small()
    stops = [(field.index["0101"], (10.0, 10.0)), (field.index["0401"], (40.0, 10.0))]
    straight = way_hexes(field, stops, frozenset(), frozenset(), set())
    assert [field.ids[i] for i in straight] == ["0101", "0201", "0301", "0401"]
    round_about = way_hexes(field, stops, frozenset({field.index["0201"]}), frozenset(), set())
    assert [field.ids[i] for i in round_about] == ["0101", "0102", "0202", "0301", "0401"]
    barred = frozenset({(field.index["0101"], 1), (field.index["0201"], 4)})
    assert len(way_hexes(field, stops, frozenset(), barred, set())) == 5


def test_a_pipeline_bends_the_ground_as_it_says():
    """Degrees to metres at 100 km a degree, and twice as far east as north; hexes of 10 km and 10 mm."""
    from pnp.maps.sample.geo import projector
    from pnp.model.sampling import Projection

    grid = HexGrid(flat_mm=10, columns=3, rows=3, origin_mm=(10, 10), km=10)
    pipeline = "+proj=pipeline +step +proj=affine +s11=200000 +s22=100000"
    project = projector(Projection(origin=(20, 50), proj=pipeline), HexField(grid, ()))
    assert project(20, 50) == (10, 10)
    assert project(21, 49) == pytest.approx((210, 110))


def test_river_takes_the_sides_near_its_line():
    import shapely

    field = small()
    line = shapely.LineString([(15, 4), (15, 16)])
    sides = river_sides(Corners(field), line, ((15, 7.1), (15, 12.9)), frozenset())
    assert sides == [(field.index["0101"], 1)]


def test_points_fill_a_hex_evenly():
    """61 points asked for; each lies in the hex, the centre among them."""
    points = hex_points(small(), 61)
    assert 50 <= len(points) <= 72
    assert (0.0, 0.0) in points


def test_noise_is_the_same_for_the_same_seed():
    assert noise((3.0, 4.0), 10, "a") == noise((3.0, 4.0), 10, "a")
    assert noise((3.0, 4.0), 10, "a") != noise((3.0, 4.0), 10, "b")
    assert 0 <= noise((3.0, 4.0), 10, "a") <= 1


def test_proj_puts_the_origin_on_the_first_hex_and_north_up():
    """A degree of latitude is about 111.4 km: 111.4 mm at 1 mm to the km."""
    from pnp.maps.sample.geo import projector
    from pnp.model.sampling import Projection

    grid = HexGrid(flat_mm=10, columns=4, rows=3, origin_mm=(10, 10), km=10)
    project = projector(Projection(origin=(27, 65), proj="EPSG:3067"), HexField(grid, ()))
    assert project(27, 65) == (10, 10)
    x, y = project(27, 64)
    assert abs(x - 10) < 0.1
    assert abs(y - 121.4) < 0.2


def test_the_plan_in_the_documentation_is_one():
    from pathlib import Path

    import yaml

    page = (Path(__file__).resolve().parents[3] / "docs" / "changing-a-game.md").read_text("utf-8")
    text = page.partition("## A hex map of your own")[2].partition("```yaml\n")[2].partition("```")[0]
    example = SamplePlan.model_validate(yaml.safe_load(text))
    assert [p.name for p in example.places] == ["Viipuri", "Helsinki"]
    assert plan_files(example) == ("land.geojson", "lakes.geojson", "rivers.geojson", "countries.geojson")
