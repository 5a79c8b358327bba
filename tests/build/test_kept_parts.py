"""What one build leaves for the next: found again, bound to one version of the program, never trusted, forgotten in time."""

from __future__ import annotations

import pickle

from pnp.build import cache as cache_module
from pnp.build.cache import MOST_UNUSED, Cache
from pnp.generators.rulebook_kept import BookLayout
from pnp.generators.rulebook_pages import Record


def test_bytes_and_values_are_found_again(tmp_path):
    layout = BookLayout("marks", False, (7, 312.5), Record({"a": 3}, {3: ["Set-up"]}, {3}, 8, (7, 1.0, 2.0)))
    parts = Cache(tmp_path).parts("mine-en-books")
    assert parts.bytes_for("form", "a key", lambda: b"made") == b"made"
    parts.keep_value("layouts", {"a4": layout})
    parts.save()

    again = Cache(tmp_path).parts("mine-en-books")
    assert again.bytes_for("form", "a key", lambda: b"made anew") == b"made"
    assert again.value("layouts") == {"a4": layout}
    assert again.value("lines") is None


def test_another_version_of_the_program_finds_nothing(tmp_path, monkeypatch):
    parts = Cache(tmp_path).parts("mine-en-books")
    parts.bytes_for("form", "a key", lambda: b"made")
    parts.save()
    monkeypatch.setattr(cache_module, "engine_hash", lambda: "another")
    assert Cache(tmp_path).parts("mine-en-books").bytes_for("form", "a key", lambda: b"made anew") == b"made anew"


def test_what_nobody_asks_for_is_forgotten(tmp_path):
    parts = Cache(tmp_path).parts("mine-en-books")
    parts.bytes_for("form", "old", lambda: b"old")
    parts.save()
    for number in range(MOST_UNUSED):
        parts = Cache(tmp_path).parts("mine-en-books")
        parts.bytes_for("form", f"new {number}", lambda: b"new")
        parts.save()
    assert Cache(tmp_path).parts("mine-en-books").bytes_for("form", "old", lambda: b"made anew") == b"made anew"


def test_a_single_changed_bit_is_noticed(tmp_path):
    parts = Cache(tmp_path).parts("mine-en-books")
    parts.bytes_for("form", "a key", lambda: b"made")
    parts.save()
    path = tmp_path / "mine-en-books.parts"
    path.write_bytes(path.read_bytes().replace(b"made", b"mada"))
    assert Cache(tmp_path).parts("mine-en-books").bytes_for("form", "a key", lambda: b"made anew") == b"made anew"


def test_a_damaged_or_foreign_file_is_as_good_as_none(tmp_path):
    path = tmp_path / "mine-en-books.parts"
    for data in (b"", b"\x80\x05garbage", pickle.dumps(print), pickle.dumps({"engine": cache_module.engine_hash(), "rows": 3})):
        path.write_bytes(cache_module._seal(data) + data)
        parts = Cache(tmp_path).parts("mine-en-books")
        assert parts.bytes_for("form", "a key", lambda: b"made") == b"made"
        assert parts.value("layouts") is None
