"""What is kept under `output/.cache`: read back as it was written, or not at all."""

from __future__ import annotations

import os
import shutil

import pytest

from pnp.press import store as store_module
from pnp.press.store import CHECK_BYTES, MAGIC, Store

CONTENT = b"40 bytes of something that was hard to do"


@pytest.fixture
def store(tmp_path) -> Store:
    kept = Store(tmp_path / "cache")
    kept.write("plan", "winter", CONTENT)
    return kept


def test_what_was_written_is_read_and_not_made_again(store):
    assert store.read("plan", "winter") == CONTENT
    assert store.bytes_for("plan", "winter", lambda: b"made again") == CONTENT
    assert store.bytes_for("plan", "summer", lambda: b"made") == b"made"
    assert store.read("plan", "summer") == b"made"


def test_a_flipped_bit_anywhere_is_a_miss_and_mended(store):
    path = store.path("plan", "winter")
    good = path.read_bytes()
    assert len(good) == len(MAGIC) + CHECK_BYTES + len(CONTENT)
    for position in range(len(good)):
        data = bytearray(good)
        data[position] ^= 1 << position % 8
        path.write_bytes(data)

        assert store.read("plan", "winter") is None, position
        assert store.bytes_for("plan", "winter", lambda: CONTENT) == CONTENT
        assert store.read("plan", "winter") == CONTENT


@pytest.mark.parametrize("data", [b"", b"pnp", MAGIC, MAGIC + bytes(CHECK_BYTES), b"\x80\x05K\x01.", b"[]"])
def test_a_file_that_was_cut_short_or_is_none_of_ours_is_a_miss(store, data):
    store.path("plan", "winter").write_bytes(data)
    assert store.read("plan", "winter") is None


def test_a_whole_file_in_the_place_of_another_is_a_miss(store):
    store.write("plan", "summer", b"another")
    shutil.copyfile(store.path("plan", "summer"), store.path("plan", "winter"))
    assert store.read("plan", "winter") is None


def test_a_folder_or_nothing_where_a_file_is_expected_is_a_miss(store):
    store.path("plan", "folder").mkdir()
    assert store.read("plan", "folder") is None
    assert store.read("plan", "never written") is None
    assert store.read_json("run", "never written") is None


def test_plain_values_are_read_back(store):
    store.write_json("run", "winter", {"products": [1, 2.5, None, "ä"]})
    assert store.read_json("run", "winter") == {"products": [1, 2.5, None, "ä"]}


def test_what_has_gone_unused_longest_is_removed_first(store, monkeypatch):
    for age, name in ((300, "old"), (200, "used"), (100, "new")):
        store.write("plan", name, bytes(1000))
        os.utime(store.path("plan", name), (1_000_000 - age, 1_000_000 - age))
    store.bytes_for("plan", "used", lambda: b"")  # now the youngest but for the one of the fixture
    monkeypatch.setattr(store_module, "MAX_FOLDER_BYTES", 2500)
    store.tidy()
    assert {name for name in ("old", "used", "new", "winter") if store.read("plan", name) is not None} == {
        "used",
        "new",
        "winter",
    }
