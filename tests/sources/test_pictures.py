"""Pictures of a game's folder: read when the game is, errors at the line that names them."""

import shutil
import struct
import zlib
from pathlib import Path

import pytest

from pnp.errors import SourceError
from pnp.sources import load_game
from pnp.sources.pictures import png_content

FIXTURE = Path(__file__).parents[1] / "checks" / "fixture_game"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def png(width: int, height: int, more: bytes = b"") -> bytes:
    head = chunk(b"IHDR", struct.pack(">LLBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = (b"\0" + b"\x80" * width) * height if width * height < 10_000 else b""
    return b"\x89PNG\r\n\x1a\n" + head + more + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURE, tmp_path / "tiny"))


def problem_of(folder: Path):
    with pytest.raises(SourceError) as caught:
        load_game(folder)
    (problem,) = caught.value.problems
    return problem


def test_a_picture_is_read_with_the_game(folder: Path):
    group = load_game(folder).counters.group("tank")
    assert group.silhouette.content.width == 60
    before = group.model_dump_json()
    (folder / "art/tank.svg").write_text('<svg viewBox="0 0 5 5"/>')
    assert load_game(folder).counters.group("tank").model_dump_json() != before  # products are made again


def test_a_missing_picture_is_an_error_where_it_is_named(folder: Path):
    (folder / "art/tank.svg").unlink()
    problem = problem_of(folder)
    assert problem.where.path.endswith("tiny/counters.yaml") and problem.where.line == 3
    assert "silhouette: art/tank.svg" in problem.source_line
    assert problem.message == "art/tank.svg: there is no such file" and "/art/" in problem.hint


def test_the_line_within_the_picture_is_told(folder: Path):
    (folder / "art/tank.svg").write_text('<svg viewBox="0 0 5 5">\n<g>')
    assert problem_of(folder).message.startswith("art/tank.svg:2: not well-formed XML")


def test_a_link_out_of_the_folder_is_refused(folder: Path, tmp_path: Path):
    (tmp_path / "secret.svg").write_text('<svg viewBox="0 0 5 5"/>')
    (folder / "art/tank.svg").unlink()
    (folder / "art/tank.svg").symlink_to(tmp_path / "secret.svg")
    assert problem_of(folder).code == "outside-folder"


@pytest.mark.parametrize("path", ["../x.svg", "art/../../x.svg", "/etc/x.svg", "art/x.jpg", "http://x/art/x.svg"])
def test_only_files_of_the_folder_art_have_names(folder: Path, path: str):
    counters = folder / "counters.yaml"
    counters.write_text(counters.read_text().replace("art/tank.svg", f'"{path}"'))
    assert problem_of(folder).code == "bad-value"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a" + b"0" * 60, "no PNG"),
        (png(100_000, 100_000), "pixels"),
        (png(13_000, 10), "pixels"),
        (png(5, 5)[:-20], "damaged"),
        (png(5, 5, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"0" * 9_000_000))), "damaged"),
        (png(5, 5, chunk(b"acTL", b"\0" * 8)), "animated"),
    ],
)
def test_a_bad_png_is_refused(data: bytes, said: str):
    with pytest.raises(SourceError) as caught:
        png_content(data, "art/x.png")
    assert said in caught.value.problems[0].message


def test_a_png_is_taken_as_it_is():
    content = png_content(png(5, 4), "art/x.png")
    assert (content.kind, content.width, content.height) == ("png", 5, 4)


def test_a_picture_in_one_line_says_all():
    """As a cell of a spreadsheet has it; the way back gives the same."""
    from pydantic import TypeAdapter

    from pnp.model.pictures import FullPicture, Picture

    text = "art/horse.svg fit=cover crop=0,0.25,1,0.5 tint=side"
    read = TypeAdapter(Picture).validate_python(text)
    assert read == FullPicture(file="art/horse.svg", fit="cover", crop=(0, 0.25, 1, 0.5), tint="side")
    assert read.as_text == text
    assert TypeAdapter(Picture).validate_python("art/horse.svg").as_text == "art/horse.svg"
    with pytest.raises(ValueError, match="Extra inputs"):
        TypeAdapter(Picture).validate_python("art/horse.svg size=2")
