"""Writing: whole or not at all, and the same bytes."""

import io
import zipfile

import pytest

from pnp.output import content_hash, inside, to_json, write_atomic, zip_bytes


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    target = tmp_path / "map.pdf"
    target.write_bytes(b"old")

    def refuse(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["map.pdf"]


def test_nothing_is_written_outside_the_folder(tmp_path):
    assert inside(tmp_path, "a/b.pdf") == tmp_path / "a/b.pdf"
    with pytest.raises(ValueError, match="outside"):
        inside(tmp_path, "../b.pdf")


def test_content_hash_keeps_parts_apart():
    assert content_hash("ab", "c") != content_hash("a", "bc")
    assert len(content_hash("x")) == 40


def test_an_archive_has_the_same_bytes_whenever_it_is_made():
    first, second = (zip_bytes([("b.txt", b"2"), ("a.txt", b"1")]) for _ in range(2))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == ["b.txt", "a.txt"]
        assert {i.date_time for i in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_json_has_sorted_keys_and_plain_letters():
    assert to_json({"b": 1, "a": "Kyïv"}) == '{\n  "a": "Kyïv",\n  "b": 1\n}\n'
