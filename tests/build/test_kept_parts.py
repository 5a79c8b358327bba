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


LARGE = b"large" * 40_000


def _with_large(tmp_path):
    """A small part and a large one, and the file of the large one."""
    parts = Cache(tmp_path).parts("mine-en-books")
    parts.bytes_for("form", "small", lambda: b"small")
    assert parts.bytes_for("form", "large", lambda: LARGE) == LARGE
    parts.save()
    (path,) = tmp_path.glob("*.part")
    return path


def test_a_large_part_lies_apart(tmp_path):
    path = _with_large(tmp_path)
    assert path.stat().st_size == len(LARGE) + 4
    assert (tmp_path / "mine-en-books.parts").stat().st_size < 1000
    assert Cache(tmp_path).parts("mine-en-books").bytes_for("form", "large", lambda: b"made anew") == LARGE


def test_a_large_part_is_not_written_again(tmp_path):
    path = _with_large(tmp_path)
    before = path.stat().st_ino
    parts = Cache(tmp_path).parts("mine-en-books")
    parts.bytes_for("form", "large", lambda: b"made anew")
    parts.bytes_for("form", "new", lambda: b"new")
    parts.save()
    assert [found.stat().st_ino for found in tmp_path.glob("*.part")] == [before]


def test_a_damaged_or_lost_large_part_is_made_again(tmp_path):
    path = _with_large(tmp_path)
    for damage in (lambda: path.write_bytes(path.read_bytes()[:-1] + b"L"), lambda: path.write_bytes(b"abc"), path.unlink):
        damage()
        parts = Cache(tmp_path).parts("mine-en-books")
        assert parts.bytes_for("form", "large", lambda: LARGE[::-1]) == LARGE[::-1]
        assert parts.bytes_for("form", "small", lambda: b"made anew") == b"small"
        parts.save()
    assert Cache(tmp_path).parts("mine-en-books").bytes_for("form", "large", lambda: b"made anew") == LARGE[::-1]


def test_a_forgotten_large_part_leaves_no_file(tmp_path, monkeypatch):
    path, other = _with_large(tmp_path), tmp_path / "mine-en-books-too.1.part"
    other.write_bytes(b"of other parts")
    monkeypatch.setattr(cache_module, "engine_hash", lambda: "another")
    parts = Cache(tmp_path).parts("mine-en-books")
    assert parts.bytes_for("form", "large", lambda: b"of another version" * 10_000) == b"of another version" * 10_000
    assert path.exists()
    parts.save()
    assert not path.exists()
    assert len(list(tmp_path.glob("*.part"))) == 2


def test_a_damaged_or_foreign_file_is_as_good_as_none(tmp_path):
    path = tmp_path / "mine-en-books.parts"
    for data in (b"", b"\x80\x05garbage", pickle.dumps(print), pickle.dumps({"engine": cache_module.engine_hash(), "rows": 3})):
        path.write_bytes(cache_module._seal(data) + data)
        parts = Cache(tmp_path).parts("mine-en-books")
        assert parts.bytes_for("form", "a key", lambda: b"made") == b"made"
        assert parts.value("layouts") is None
