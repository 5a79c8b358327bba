"""A cache that was damaged is mended in silence: the same bytes, exit code 0, no traceback."""

from __future__ import annotations

import hashlib
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


def test_a_damaged_byte_or_end_of_every_kept_file_changes_nothing(tmp_path, pnp):
    """A byte of the mark, the checksum, the beginning, the middle or the end, or the whole file, by turns; `test_store`
    flips every byte of one.
    """
    order = Order(tmp_path, languages=("en",), papers=("a4",), only=("map",), workers=1)
    assert not build_game(ROOT / "sources" / "the_ford", order).failed
    before, kept = hashes(tmp_path / "the-ford"), sorted((tmp_path / ".cache").iterdir())
    kinds = {path.name.rsplit("-", 1)[0] for path in kept}
    assert kinds == {"ground", "plan", "records", "run", "pdf-form", "svg-nodes"}
    for number, path in enumerate(kept):
        whole = path.read_bytes()
        flipped = bytearray(whole)
        flipped[(0, len(MAGIC), HEAD, (HEAD + len(whole)) // 2, -1)[number % 5]] ^= 0xFF
        path.write_bytes((flipped, flipped, b"", whole[:-7], b"{}", b"\x80\x05K\x01.")[number % 6])

    ran = pnp("build", "the-ford", "--out", tmp_path, "--lang", "en", "--paper", "a4", "--only", "map")

    assert ran.code == 0 and "Traceback" not in ran.err
    assert len(before) == 4
    assert hashes(tmp_path / "the-ford") == before
    assert all(path.read_bytes()[:HEAD][: len(MAGIC)] == MAGIC for path in kept)
