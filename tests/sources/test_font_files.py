"""Fonts of a game's folder: read when the game is, refused where they can't or mustn't be embedded."""

import io
import shutil
import struct
from pathlib import Path

import pytest

from pnp.draw import pdf, png, svg
from pnp.draw.scene import Document, Page, Scene, Text
from pnp.draw.text import FONTS, missing_glyphs, width_mm
from pnp.errors import LayoutError, SourceError
from pnp.sources import load_game

FIXTURE = Path(__file__).parents[1] / "checks" / "fixture_game"
GOOD = FONTS["poster-title"].path.read_bytes()


def tables() -> dict[bytes, int]:
    """Tag -> start of each table."""
    count = struct.unpack_from(">H", GOOD, 4)[0]
    entries = (struct.unpack_from(">4sLLL", GOOD, 12 + 16 * index) for index in range(count))
    return {tag: start for tag, _, start, _ in entries}


def changed(at: int, form: str, value: int) -> bytes:
    data = bytearray(GOOD)
    struct.pack_into(form, data, at, value)
    return bytes(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = Path(shutil.copytree(FIXTURE, tmp_path / "tiny"))
    (copy / "fonts").mkdir()
    (copy / "fonts" / "own.ttf").write_bytes(GOOD)
    style = copy / "style.yaml"
    style.write_text(
        style.read_text() + '\nfonts:\n  - {name: own, file: fonts/own.ttf, licence: "OFL-1.1, its makers"}\n'
        "faces: {title: own, factors: own}\n"
    )
    return copy


def problem_of(folder: Path):
    with pytest.raises(SourceError) as caught:
        load_game(folder)
    (problem,) = caught.value.problems
    return problem


def test_a_font_is_measured_and_drawn_in_every_backend(folder: Path):
    face = load_game(folder).style.faces.title
    assert face != "own" and width_mm("Ford", face, 10) == width_mm("Ford", "poster-title", 10)
    scene = Scene(40, 10, (Text(2, 8, "Ford", face, 12),))
    data = pdf.render(Document("t", "en", (Page(scene),)))
    assert data == pdf.render(Document("t", "en", (Page(scene),)))
    assert str(folder).encode() not in data and b"/FontFile2" in data
    assert b"'Russo One'" in svg.render(scene) and png.render(scene)[:4] == b"\x89PNG"
    assert missing_glyphs("Öก", face) == "ก"


def test_a_font_that_changes_later_is_not_drawn(folder: Path):
    face = load_game(folder).style.faces.title
    (folder / "fonts" / "own.ttf").write_bytes(GOOD + b"\0")
    with pytest.raises(LayoutError, match="has changed"):
        width_mm("Ford", face, 10)


CMAP = tables()[b"cmap"]
BAD = {
    "restricted": (changed(tables()[b"OS/2"] + 8, ">H", 0x0002), "doesn't permit"),
    "only whole": (changed(tables()[b"OS/2"] + 8, ">H", 0x0100), "doesn't permit"),
    "postscript": (b"OTTO" + GOOD[4:], "PostScript outlines"),
    "no font": (b"<svg/>" * 10, "no TrueType font"),
    "cut": (GOOD[:20_000], "its table 'glyf' leads beyond its end"),
    "short": (GOOD[:20], "damaged"),
    "characters": (changed(CMAP + 8, ">L", 0x7FFFFFFF), "leads beyond its end"),
    "units": (changed(tables()[b"head"] + 18, ">H", 0), "0 units"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_font_is_refused_where_it_is_named(folder: Path, name: str):
    data, said = BAD[name]
    (folder / "fonts" / "own.ttf").write_bytes(data)
    problem = problem_of(folder)
    assert problem.code == "font" and said in problem.message
    assert problem.where.path.endswith("style.yaml") and "fonts/own.ttf" in problem.source_line


def test_a_table_of_characters_that_claims_billions_is_refused(folder: Path):
    """A format 12 subtable with one group from 0 to 2³²-1, at the end of the file."""
    subtable = struct.pack(">HHLLLLLL", 12, 0, 28, 0, 1, 0, 0xFFFFFFFF, 1)
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable
    data = bytearray(GOOD + table)
    index = list(tables()).index(b"cmap")
    struct.pack_into(">LL", data, 12 + 16 * index + 8, len(GOOD), len(table))
    (folder / "fonts" / "own.ttf").write_bytes(bytes(data))
    assert "too many" in problem_of(folder).message


def test_a_licence_is_required_and_a_name_must_be_known(folder: Path):
    style = folder / "style.yaml"
    text = style.read_text()
    style.write_text(text.replace(', licence: "OFL-1.1, its makers"', ""))
    assert "'licence' is missing" in problem_of(folder).message
    style.write_text(text.replace("title: own", "title: owm"))
    problem = problem_of(folder)
    assert problem.message == "unknown face 'owm'" and "'own'" in problem.hint


def test_a_missing_font(folder: Path):
    (folder / "fonts" / "own.ttf").unlink()
    assert problem_of(folder).message == "fonts/own.ttf: there is no such file"


def test_reportlab_reads_what_passed():
    from pnp.sources.font_files import checked_family

    assert checked_family(io.BytesIO(GOOD).read()) == "Russo One"
