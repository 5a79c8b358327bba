"""Files that lie in the output as they were written, and those that do not."""

import hashlib
import os

from pnp.press.records import time_of


def test_a_file_is_read_again_only_when_its_time_differs(tmp_path):
    path = tmp_path / "map.svg"
    path.write_bytes(b"as written")
    digest, time = hashlib.sha256(b"as written").hexdigest(), path.stat().st_mtime_ns
    assert time_of(path, "not looked at", 10, time) == time
    os.utime(path, ns=(time, time + 5_000_000_000))
    assert time_of(path, digest, 10, time) == time + 5_000_000_000
    assert time_of(path, "another", 10, time) is None


def test_a_file_of_another_size_or_content_is_not_what_was_written(tmp_path):
    path = tmp_path / "map.svg"
    path.write_bytes(b"as written")
    digest, time = hashlib.sha256(b"as written").hexdigest(), path.stat().st_mtime_ns
    assert time_of(path, digest, 11, time) is None
    path.write_bytes(b"as altered")
    os.utime(path, ns=(time, time + 1))
    assert time_of(path, digest, 10, time) is None
    assert time_of(tmp_path / "gone", digest, 10, time) is None
    assert time_of(tmp_path, digest, tmp_path.stat().st_size, tmp_path.stat().st_mtime_ns) is None
