"""Modules as drafts: our own there and back, strangers' by PNP_MODULES, hostile ones refused."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from pnp.draw.scene import Bitmap
from pnp.errors import SourceError
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.counter_sheets.sheet import build_counter_sheets
from pnp.generators.maps.hex.ground import hex_ground_layers
from pnp.generators.maps.hex.names import hex_name_layers
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.sheet import draw_map, plan_sheet
from pnp.imports.draft import draft_files
from pnp.imports.module import module_draft
from pnp.maps.hex_grid import hex_field
from pnp.output import zip_bytes
from pnp.sources import load_game
from pnp.vassal.format.reader import read_module
from pnp.vassal.module.archive import build_module
from tests.imports.conftest import unpainted


def placed(game):
    """Place -> how many counters start there, of the first scenario."""
    scenario = next(iter(game.scenarios.values()))
    return {place: len(units) for place, units in (scenario.position.units or {}).items()}


def test_a_module_of_hexes_comes_back_with_its_pieces_hexes_and_set_up(ford_module, check):
    game, data = ford_module
    draft, errors = check(module_draft(read_module(data), "ford-again"))
    assert errors == []
    assert len(draft.all_counters()) == len(read_module(data).pieces) > 16   # and the windows of its tables
    grid = draft.map.hexes.grid
    assert (grid.top, grid.columns, grid.rows, grid.shifted) == ("flat", 12, 9, "even")
    assert {space.id: space.name for space in draft.map.spaces} == {
        space.id: space.name for space in game.map.spaces
    }
    start = placed(game)
    assert {place: count for place, count in placed(draft).items() if place in start} == {
        place: count for place, count in start.items() if not place.startswith(("north-", "south-"))
    }
    assert sum(count for place, count in placed(draft).items() if "units-of-turn" in place) == 6
    assert [side.name for side in draft.info.sides] == ["North", "South"]
    assert terrain_part(draft, 170.0).height_mm > 10   # of a single terrain


def test_a_module_of_areas_comes_back_with_its_places_and_set_up(rivers_module, check):
    game, data = rivers_module
    draft, errors = check(module_draft(read_module(data), "rivers-again"))
    assert errors == []
    assert len(draft.all_counters()) == len(read_module(data).pieces)
    names = {space.name for space in draft.map.spaces}
    assert {space.name for space in game.map.spaces} <= names
    towns = {"harfell": 2, "kronhald": 3, "lindmoor": 2, "veskar": 1, "brakken": 2, "tolbry": 3, "sandrey": 2,
             "osthaven": 1}  # fmt: skip
    assert {place: placed(draft).get(place, 0) for place in towns} == towns
    foot = next(group for group in draft.counters.groups if group.name == "Royal foot 1")
    assert foot.side == "crown"
    assert (foot.face.file, foot.back_face.file) == ("art/crown-foot-1.svg", "art/crown-foot-1-back.svg")
    assert foot.factors["combat"] == 4   # told by a marker of the piece


def test_a_draft_prints(rivers_module, check):
    draft, _ = check(module_draft(read_module(rivers_module[1]), "rivers-again"))
    assert len(draw_map(draft, plan_sheet(draft, draft=True)).children) > 3
    assert len(build_counter_sheets(draft, "a4", "fronts").pages) >= 1


def test_a_draft_of_markers_alone_becomes_a_module(check):
    """No unit moves in it."""
    alone = zip_bytes([("buildFile.xml", BUILD.format(piece="+/null/piece;;;;Skull/null;0;0;;0", x=1, y=1).replace(
        "Red guard", "Skull").encode())])  # fmt: skip
    draft, _ = check(module_draft(read_module(alone), "markers"))
    assert {counter.side for counter in draft.all_counters()} == {None}
    module = build_module(draft, {"en": draft}, plan_sheet(draft, draft=True), dpi=60, store=unpainted)
    assert "Skull" in {piece.name for piece in read_module(module).pieces}


def test_what_is_not_carried_over_is_listed(rivers_module, tmp_path):
    draft = module_draft(read_module(rivers_module[1]), "rivers-again")
    report = draft_files(draft, tmp_path)["IMPORT.md"].decode()
    for line in ("the picture 'board.png' of the board 'Board'", "dice buttons (2) are not carried over",
                 "the routes lead to the nearest neighbours"):  # fmt: skip
        assert line in report


def test_the_same_module_gives_the_same_draft(rivers_module, tmp_path):
    one, other = (draft_files(module_draft(read_module(rivers_module[1]), "a"), tmp_path) for _ in range(2))
    assert one == other


BUILD = """<?xml version="1.0"?>
<VASSAL.build.GameModule name="Strange {{{{ name }}}}" version="1">
 <VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry><entry>Solitaire</entry>
 </VASSAL.build.module.PlayerRoster>
 <VASSAL.build.module.Map mapName="Main Map"><VASSAL.build.module.map.BoardPicker>
 <VASSAL.build.module.map.boardPicker.Board name="B" width="600" height="400">
 <VASSAL.build.module.map.boardPicker.board.RegionGrid>
 <VASSAL.build.module.map.boardPicker.board.Region name="Here" originx="100" originy="100"/>
 <VASSAL.build.module.map.boardPicker.board.Region name="There" originx="400" originy="300"/>
 </VASSAL.build.module.map.boardPicker.board.RegionGrid></VASSAL.build.module.map.boardPicker.Board>
 </VASSAL.build.module.map.BoardPicker>
 <VASSAL.build.module.map.SetupStack name="s" x="{x}" y="{y}">
 <VASSAL.build.widget.PieceSlot entryName="Red guard" gpid="1">{piece}</VASSAL.build.widget.PieceSlot>
 </VASSAL.build.module.map.SetupStack></VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""


def strange(image: str = "", data: bytes = b"", x: int = 390, y: int = 310) -> bytes:
    """A module of two regions and one piece that lies near `There`."""
    piece = f"+/null/piece;;;{image};Red guard/null;0;0;;0"
    entries = [("buildFile.xml", BUILD.format(piece=piece, x=x, y=y).encode())]
    return zip_bytes([*entries, *([(f"images/{image}", data)] if data else [])])


def test_a_module_without_set_ups_begins_with_its_stacks(check):
    draft, errors = check(module_draft(read_module(strange()), "strange"))
    assert errors == []
    assert placed(draft) == {"there": 1}
    assert draft.info.title == "Strange name"   # what could be taken for a value of a text is left out


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.png", b"no picture", "cannot identify image"),
        ("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>', "script"),
        ("a.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"/>', "document type"),
        ("missing.png", b"", "not in the archive"),
    ],
)
def test_a_picture_that_is_none_is_left_out_and_told(name, data, reason, tmp_path):
    draft = module_draft(read_module(strange(name, data)), "strange")
    files = draft_files(draft, tmp_path)
    assert [file for file in files if file.startswith("art/")] == []
    assert name in files["IMPORT.md"].decode()
    assert reason in files["IMPORT.md"].decode()


def test_a_huge_picture_is_left_out_before_it_is_decoded(tmp_path):
    import struct
    import zlib

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 40_000, 40_000, 8, 0, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    report = draft_files(module_draft(read_module(strange("a.png", data)), "s"), tmp_path)["IMPORT.md"].decode()
    assert "1 picture left out" in report
    assert "a.png" in report


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no archive", "not a ZIP archive"),
        (zip_bytes([("../buildFile.xml", b"<a/>")]), "leads out of the archive"),
        (zip_bytes([("readme", b"hello")]), "no buildFile.xml"),
        (zip_bytes([("buildFile.xml", b"<a>" * 200)]), "nested too deep"),
        (zip_bytes([("buildFile.xml", b"\0" * 9_000_000)]), "ZIP bomb"),
    ],
)
def test_a_hostile_module_is_refused_and_nothing_is_written(pnp, tmp_path, data, message):
    file = tmp_path / "evil.vmod"
    file.write_bytes(data)
    ran = pnp("import", "vmod", file, "--into", tmp_path / "into")
    assert ran.code == 1
    assert message in ran.err + "".join(p.hint for p in _problems(data))
    assert "evil.vmod" in ran.err
    assert not (tmp_path / "into").exists()


def _problems(data: bytes):
    with pytest.raises(SourceError) as caught:
        read_module(data)
    return caught.value.problems


def test_a_folder_that_is_not_empty_is_refused(pnp, tmp_path):
    (tmp_path / "m.vmod").write_bytes(strange())
    (tmp_path / "into").mkdir()
    (tmp_path / "into" / "mine.yaml").write_text("mine", "utf-8")
    ran = pnp("import", "vmod", tmp_path / "m.vmod", "--into", tmp_path / "into")
    assert (ran.code, ran.out) == (1, "")
    assert "not empty; nothing was written" in ran.err
    assert [path.name for path in (tmp_path / "into").iterdir()] == ["mine.yaml"]


def test_a_draft_is_written_into_a_new_folder(pnp, tmp_path):
    (tmp_path / "m.vmod").write_bytes(strange())
    ran = pnp("import", "vmod", tmp_path / "m.vmod", "--into", tmp_path / "into")
    assert ran.code == 0, ran.err
    assert (tmp_path / "into" / "game.yaml").is_file()
    assert "note: a marker for the turn track is added" in ran.err


@pytest.mark.skipif(not os.environ.get("PNP_MODULES"), reason="PNP_MODULES=DIR names no folder of modules")
def test_modules_of_strangers_become_drafts_that_check_and_print(check, pnp, tmp_path):
    files = sorted(Path(os.environ["PNP_MODULES"]).glob("*.vmod"))
    assert files
    for number, file in enumerate(files):
        draft, errors = check(module_draft(read_module(file), f"strange-{number}"))
        assert (file.name, errors) == (file.name, [])
        assert draft.all_counters()
        ran = pnp("build", tmp_path / f"strange-{number}", "--paper", "a4", "--out", tmp_path / "out")
        assert (file.name, ran.code) == (file.name, 0), ran.err


# Boards -----------------------------------------------------------------------------------------------


def repainted(module: bytes, game, picture: bytes) -> bytes:
    """The module with `picture` as its board."""
    with zipfile.ZipFile(io.BytesIO(module)) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    return zip_bytes([(name, picture if name == "images/board.png" else data) for name, data in entries])


def plain_picture(size: tuple[int, int], kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size, "#88aa77").save(stream, kind)
    return stream.getvalue()


def pictured_ford(ford_module, tmp_path, kind: str = "PNG"):
    """The Ford's module with a board of one colour as a draft, and The Ford."""
    game, module = ford_module
    size = tuple(round(side * 60 / 25.4) for side in game.map.size_mm)
    draft = module_draft(read_module(repainted(module, game, plain_picture(size, kind))), "ford-pictured")
    files = draft_files(draft, tmp_path)
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return load_game(tmp_path), game, files


def test_the_board_of_a_module_is_the_map_of_its_draft(ford_module, tmp_path):
    """Its hexes lie where those of the picture do: both boards are the same, but for the scale."""
    draft, game, files = pictured_ford(ford_module, tmp_path)
    assert draft.map.picture.file == "art/board.png"
    assert "the map is the picture 'board.png'" in files["IMPORT.md"].decode()
    ours, theirs = (hex_field(g.map.hexes) for g in (draft, game))
    left, top, width, _ = (float(value) for value in draft.map.frame_mm)
    scale = width / float(game.map.size_mm[0])
    for name in ("0101", "1209", "0605"):
        x, y = ours.centre(ours.index[name])
        at = theirs.centre(theirs.index[name])
        assert ((x - left) / scale, (y - top) / scale) == pytest.approx(at, abs=0.4)   # a pixel of 60 dpi
    plan, ink = plan_sheet(draft, draft=True), map_ink(draft.map, draft.style)
    ((bitmap,),) = [layer.children for layer in (*hex_ground_layers(plan, ink), *hex_name_layers(draft, plan, ink))]
    assert isinstance(bitmap, Bitmap)   # and neither grid nor numbers
    assert (bitmap.x, bitmap.y, bitmap.width) == (left, top, width)


def test_a_board_that_is_no_png_becomes_one(ford_module, tmp_path):
    _, _, files = pictured_ford(ford_module, tmp_path, "JPEG")
    assert files["art/board.png"][:4] == b"\x89PNG"


def test_a_place_beside_the_board_is_moved_to_its_edge(check):
    moved = zip_bytes([
        ("buildFile.xml", BUILD.format(piece="+/null/piece;;;;Red guard/null;0;0;;0", x=1, y=1).replace(
            'name="B" ', 'name="B" image="b.png" ').replace('originx="400"', 'originx="900"').encode()),
        ("images/b.png", plain_picture((600, 400))),
    ])  # fmt: skip
    draft = module_draft(read_module(moved), "strange")
    game, errors = check(draft)
    assert errors == []
    assert game.map.picture.file == "art/b.png"
    assert "the place 'There' lies beside the picture of the board: it is moved to its edge" in draft.notes


def board_with(grid: str) -> bytes:
    """A module whose only board, of 600 by 400 pixels, has this grid."""
    build = BUILD.format(piece="+/null/piece;;;;Red guard/null;0;0;;0", x=1, y=1)
    first, _, rest = build.partition("<VASSAL.build.module.map.boardPicker.board.RegionGrid>")
    return zip_bytes([("buildFile.xml", (first + grid + rest.partition("RegionGrid>")[2]).encode())])


def test_a_board_of_small_hexes_that_ends_within_hexes_checks(check):
    """Hexes of 20 pixels hold no counter of 10 mm at the scale of the pieces; the first reach over the edge."""
    grid = '<VASSAL.build.module.map.boardPicker.board.HexGrid dx="17.32" dy="20" x0="5" y0="5"/>'
    module = zip_bytes([
        ("buildFile.xml", zipfile.ZipFile(io.BytesIO(board_with(grid))).read("buildFile.xml").replace(
            b'name="B" ', b'name="B" image="b.png" ')), ("images/b.png", plain_picture((600, 400))),
    ])  # fmt: skip
    draft = module_draft(read_module(module), "small")
    game, errors = check(draft)
    assert errors == []
    assert game.map.hexes.grid.flat_mm >= 11
    assert game.map.hexes.partial.split()[:2] == ["0101", "0301"]
    assert any("so that its hexes hold counters" in note for note in draft.notes)


@pytest.mark.parametrize("attributes", ['dx="1e-7" dy="1e-7"', 'dx="-5" dy="-5"', 'dx="4" dy="4"'])
def test_a_grid_too_fine_to_be_printed_is_left_out(attributes, check):
    grid = f'<VASSAL.build.module.map.boardPicker.board.HexGrid {attributes} x0="0" y0="0"/>'
    draft = module_draft(read_module(board_with(grid)), "fine")
    game, errors = check(draft)
    assert errors == [] and game.map.hexes is None
    assert any("which makes no map; it is left out" in note for note in draft.notes)


def test_many_regions_are_read_in_bounded_time():
    element = "VASSAL.build.module.map.boardPicker.board.RegionGrid"
    region = element.removesuffix("Grid")
    regions = "".join(f'<{region} name="R{n}" originx="{n}" originy="0"/>' for n in range(9000))
    draft = module_draft(read_module(board_with(f"<{element}>{regions}</{element}>")), "many")
    assert "of 9000 regions the first 5000 are read" in draft.notes
    assert len(draft.notes) <= 2_001


def test_a_pipe_is_no_module(tmp_path):
    """To open it would wait for ever."""
    os.mkfifo(tmp_path / "pipe.vmod")
    with pytest.raises(SourceError, match="is not a plain file"):
        read_module(tmp_path / "pipe.vmod")
    with pytest.raises(SourceError, match="is not a plain file"):
        read_module(Path("/dev/zero"))
