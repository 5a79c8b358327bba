"""Writing: whole or not at all, and the same bytes."""

import io
import zipfile

import pytest

from pnp.errors import OutsideError
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


def test_a_full_disk_names_the_file(tmp_path, monkeypatch):
    """The system's own message tells no file when a write fails for want of room."""
    import errno
    import os

    def full(handle, *_):
        os.close(handle)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fdopen", full)
    with pytest.raises(OSError, match=r"No space left on device.*map\.pdf"):
        write_atomic(tmp_path / "map.pdf", b"new")


def test_a_folder_that_may_not_be_written_names_the_file_not_the_temporary_one(tmp_path, monkeypatch):
    def refused(**_):
        raise PermissionError(13, "Permission denied", str(tmp_path / ".map.pdf.x1y2.tmp"))

    monkeypatch.setattr("tempfile.mkstemp", refused)
    with pytest.raises(PermissionError) as caught:
        write_atomic(tmp_path / "map.pdf", b"new")
    assert caught.value.filename == str(tmp_path / "map.pdf")


def test_nothing_is_written_outside_the_folder(tmp_path):
    assert inside(tmp_path, "a/b.pdf") == tmp_path / "a/b.pdf"
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OutsideError, match="remove the link"):
        inside(tmp_path, "loop")
    with pytest.raises(OutsideError, match="leads out of"):
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


def test_a_zip_is_read_by_others_and_stores_what_is_packed_already():
    png = b"\x89PNG\r\n\x1a\n" + bytes(500)
    entries = [("a.txt", b"word " * 100), ("images/b.png", png), ("pieni-ä.txt", b""), ("c.bin", bytes(range(256)))]
    with zipfile.ZipFile(io.BytesIO(zip_bytes(entries))) as archive:
        assert archive.testzip() is None
        assert [(info.filename, archive.read(info)) for info in archive.infolist()] == entries
        assert [info.compress_type == zipfile.ZIP_STORED for info in archive.infolist()] == [False, True, False, False]
        assert {(info.date_time, info.create_system, info.external_attr) for info in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 3, 0o644 << 16)
        }
