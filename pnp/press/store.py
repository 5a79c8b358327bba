"""What a build keeps under `output/.cache`: bytes that can be made again, each in a file with a checksum.

The folder may be deleted at any time. A file that is damaged, cut short, from another version or somebody else's is a
miss: what it should hold is made again. Nothing that is read from it can run code.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.output import content_hash, write_atomic

MAGIC = b"pnp-cache 2\n"
CHECK_BYTES = 32
MAX_FILE_BYTES = 256_000_000
MAX_FOLDER_BYTES = 512_000_000
"""With more in it, the files that have gone unused longest are removed."""


class Store:
    """A folder of files, each of them found by its kind and key.

    read_only  whether what has to be made is not kept: for a command that was not told to write there
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder, self.read_only = folder, read_only

    def path(self, kind: str, key: str) -> Path:
        """Where the bytes of that kind and key lie."""
        return self.folder / f"{kind}-{content_hash(kind, key)}"

    def read(self, kind: str, key: str) -> bytes | None:
        """The bytes as they were written; None for a file that isn't there or isn't whole."""
        path = self.path(kind, key)
        try:
            if path.stat().st_size > MAX_FILE_BYTES:
                return None
            data = path.read_bytes()
        except OSError:
            return None
        head = len(MAGIC) + CHECK_BYTES
        content = data[head:]
        return content if data[:head] == MAGIC + _check(kind, key, content) else None

    def write(self, kind: str, key: str, content: bytes) -> None:
        """Keep `content`. Raises OSError."""
        write_atomic(self.path(kind, key), b"".join((MAGIC, _check(kind, key, content), content)))

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """The bytes of that kind and key, made and kept when they aren't there."""
        content = self.read(kind, key)
        if content is None:
            content = make()
            if not self.read_only:
                self.write(kind, key, content)
        elif not self.read_only:
            os.utime(self.path(kind, key))  # it is in use
        return content

    def read_json(self, kind: str, key: str) -> Any:
        """A value that `write_json` has kept; None when there is none."""
        content = self.read(kind, key)
        return None if content is None else json.loads(content)

    def write_json(self, kind: str, key: str, value: object) -> None:
        """Keep a plain value."""
        self.write(kind, key, json.dumps(value, sort_keys=True).encode("ascii"))

    def tidy(self) -> None:
        """Remove what has gone unused longest when there is too much of it."""
        files = [
            (entry.stat(), Path(entry.path))
            for entry in os.scandir(self.folder)
            if entry.is_file(follow_symlinks=False)
        ]
        total = sum(facts.st_size for facts, _ in files)
        for facts, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
            if total <= MAX_FOLDER_BYTES:
                return
            path.unlink(missing_ok=True)
            total -= facts.st_size


def _check(kind: str, key: str, content: bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=CHECK_BYTES)
    for part in (kind.encode(), key.encode(), content):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
