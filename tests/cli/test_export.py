"""`pnp export`: what is written where, and what is refused."""

from __future__ import annotations

import hashlib
import json
import zipfile

import pytest

from pnp.press.order import BuildReport, Product


def test_images_of_counters_are_written_below_the_folder_of_the_game(pnp, tmp_path):
    ran = pnp("export", "images", "the-ford", "--out", tmp_path, "--only", "counters", "--dpi", 40, "--lang", "it")
    assert ran.code == 0, ran.err
    folder = tmp_path / "the-ford" / "images" / "it"
    assert ran.out.splitlines() == [path.as_posix() for path in (
        *(folder / "counters" / f"{name}-{face}.png" for name in _NAMES for face in ("front", "back")),
        folder / "contact-sheet.pdf",
    )]  # fmt: skip
    assert len(list((folder / "counters").iterdir())) == 32


_NAMES = (
    *(f"north-infantry-{n}" for n in (1, 2, 3, 4)), "north-guard", "north-cavalry-1", "north-cavalry-2",
    "north-artillery", *(f"south-infantry-{n}" for n in (1, 2, 3)), "south-guard", "south-cavalry-1",
    "south-cavalry-2", "south-artillery", "turn",
)  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("images", "the-ford", "--only", "conters"), "'conters' is unknown; did you mean 'counters'?"),
        (("images", "the-ford", "--lang", "uk"), "the-ford has no language 'uk'"),
        (("images", "the-ford", "--dpi", "5"), "20<=x<=1200"),
        (("tts", "the-ford", "--url-base", "file:///etc"), "begins with neither https:// nor http://"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(pnp, tmp_path, arguments, message):
    ran = pnp("export", *arguments, "--out", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_through_a_link_that_leads_out(pnp, tmp_path):
    (tmp_path / "away").mkdir()
    (tmp_path / "out" / "the-ford" / "images" / "en").mkdir(parents=True)
    (tmp_path / "out" / "the-ford" / "images" / "en" / "counters").symlink_to(tmp_path / "away")
    ran = pnp("export", "images", "the-ford", "--out", tmp_path / "out", "--only", "counters", "--dpi", 20)
    assert ran.code == 1
    assert "leads out of" in ran.err
    assert list((tmp_path / "away").iterdir()) == []


def test_a_save_names_its_pictures_by_the_address_or_the_folder(pnp, tmp_path, monkeypatch):
    from pnp.draw import png

    monkeypatch.setattr(png, "render", lambda scene, dpi: b"picture")
    assert pnp("export", "tts", "the-ford", "--out", tmp_path).code == 0
    folder = tmp_path / "the-ford" / "tts" / "en"
    text = (folder / "the-ford-standard.json").read_text("utf-8")
    assert (folder / "images" / "board.png").as_uri() in text
    ran = pnp("export", "tts", "the-ford", "--out", tmp_path, "--url-base", "https://example.org/f/")
    assert "upload the files of" in ran.err
    save = json.loads((folder / "the-ford-standard.json").read_text("utf-8"))
    assert save["ObjectStates"][0]["CustomImage"]["ImageURL"] == "https://example.org/f/board.png"


def test_a_release_is_packed_only_when_everything_was_made(pnp, tmp_path, monkeypatch):
    row = {"game": "the-ford", "product": "map", "language": "en", "paper": "a4", "bytes": 1, "sha256": ""}
    paths = ("the-ford/en/map-a4.pdf", "the-ford/en/map.svg")
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"made")
    products = [Product(path=path, status="cached", **row) for path in paths]
    monkeypatch.setattr("pnp.press.build_game", lambda folder, order: BuildReport(products))
    arguments = ("export", "release", "the-ford", "--out", tmp_path / "out", "--from", tmp_path)
    ran = pnp(*arguments)
    archive = tmp_path / "out" / "the-ford" / "the-ford-1.0.zip"
    assert (ran.code, ran.out) == (0, f"{archive.as_posix()}\n"), ran.err
    first = archive.read_bytes()
    assert b"the-ford-1.0/en/a4/map-a4.pdf" in first
    assert b"map.svg" not in first

    unmade = [*products, Product(path="the-ford/the-ford.vmod", status="skipped", reason="no libcairo", **row)]
    monkeypatch.setattr("pnp.press.build_game", lambda folder, order: BuildReport(unmade, lacking=True))
    ran = pnp(*arguments)
    assert (ran.code, ran.out) == (3, "")
    assert "left out: the-ford/the-ford.vmod: no libcairo\nnothing was packed" in ran.err
    assert archive.read_bytes() == first


def test_a_release_of_a_new_game_holds_all_that_a_player_needs(pnp, tmp_path, monkeypatch):
    """A real build on one paper; the second time nothing is made again, and the archive has the same bytes."""
    monkeypatch.chdir(tmp_path)
    assert pnp("new", "fresh", "--cards", "--map", "points:4x3").code == 0
    arguments = ("export", "release", "fresh", "--paper", "a4", "--out", "out", "--from", "made")
    assert pnp(*arguments).code == 0
    archive = tmp_path / "out" / "fresh" / "fresh-0.1.zip"
    first = archive.read_bytes()
    with zipfile.ZipFile(archive) as packed:
        names = {name.removeprefix("fresh-0.1/") for name in packed.namelist()}
        sums = packed.read("fresh-0.1/SHA256SUMS").decode().splitlines()
        for line in sums:
            digest, name = line.split("  ")
            assert hashlib.sha256(packed.read(f"fresh-0.1/{name}")).hexdigest() == digest
    assert len(sums) == len(names) - 1
    assert {"fresh.vmod", "LICENCE.txt", "pictures.png", "en/rulebook.html", "en/map-poster.pdf", "en/a4/map-a4.pdf",
            "en/a4/counters-a4-long.pdf", "en/a4/cards-a4-fold.pdf", "en/a4/rulebook-a4.pdf"} <= names  # fmt: skip
    assert pnp(*arguments).code == 0
    assert archive.read_bytes() == first
