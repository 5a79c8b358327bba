"""A cache that was damaged is mended in silence: the same bytes, exit code 0, no traceback."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from pnp.press import Order, build_game
from pnp.press.store import CHECK_BYTES, MAGIC

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.slow

HEAD = len(MAGIC) + CHECK_BYTES


def hashes(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Map and module of The Ford in English alone, with all that a build of them keeps; its sources lie beside."""
    folder = tmp_path_factory.mktemp("ford")
    shutil.copytree(ROOT / "sources" / "the_ford", folder / "the_ford")
    info = folder / "the_ford" / "game.yaml"
    text = info.read_text("utf-8")
    assert "languages: [en, it, de]" in text
    info.write_text(text.replace("languages: [en, it, de]", "languages: [en]"), "utf-8")
    report = build_game(
        folder / "the_ford", Order(folder / "out", papers=("a4",), only=("map", "vassal"), workers=1)
    )
    assert not report.failed
    assert [(p.language, p.path) for p in report.products if p.product == "vassal"] == [("", "the-ford/the-ford.vmod")]
    return folder / "out"


def test_a_damaged_byte_or_end_of_every_kept_file_changes_nothing(made, pnp):
    """A byte of the mark, the checksum, the beginning, the middle or the end, or the whole file, by turns; `test_store`
    flips every byte of one.
    """
    before, kept = hashes(made / "the-ford"), sorted(path for path in (made / ".cache").iterdir())
    assert {path.name.rsplit("-", 1)[0] for path in kept} >= {
        "plan",
        "records",
        "run",
        "vassal-board",
        "vassal-chart",
        "vassal-counters",
    }
    for number, path in enumerate(kept):
        whole = path.read_bytes()
        flipped = bytearray(whole)
        flipped[(0, len(MAGIC), HEAD, (HEAD + len(whole)) // 2, -1)[number % 5]] ^= 0xFF
        path.write_bytes((flipped, flipped, b"", whole[:-7], b"{}", b"\x80\x05K\x01.")[number % 6])

    ran = pnp("--sources", made.parent, "build", "--out", made, "--paper", "a4", "--only", "map,vassal")

    assert ran.code == 0 and "Traceback" not in ran.err
    assert len(before) == 5
    assert hashes(made / "the-ford") == before
    assert all(path.read_bytes()[:HEAD][: len(MAGIC)] == MAGIC for path in kept)
