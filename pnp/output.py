"""Writing products: whole or not at all, and the same bytes for the same sources.

Everything is written to a temporary file beside its target and renamed, so a build that fails or is
interrupted leaves the last good product. Knows nothing of games.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The oldest date a ZIP can hold; every entry carries it, so archives don't differ by the clock."""


def write_atomic(path: Path, data: bytes | str) -> None:
    """Put `data` at `path`, replacing what was there in one step. Text is written as UTF-8.

    Raises OSError; the old file is then still there.
    """
    payload = data.encode("utf-8") if isinstance(data, str) else data
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def inside(folder: Path, *parts: str) -> Path:
    """`folder/parts…`, refused with ValueError when it would lie outside `folder`."""
    target = folder.joinpath(*parts)
    if not target.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{target} lies outside {folder}")
    return target


def to_json(document: object, *, indent: int | None = 2) -> str:
    """`document` as JSON with sorted keys, UTF-8 letters and a final newline."""
    return json.dumps(document, indent=indent, sort_keys=True, ensure_ascii=False) + "\n"


def sha256(data: bytes) -> str:
    """Hex SHA-256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def content_hash(*parts: bytes | str) -> str:
    """Hex BLAKE2b-160 of `parts`, each with its length, so that ("ab", "c") differs from ("a", "bc")."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        payload = part.encode("utf-8") if isinstance(part, str) else part
        digest.update(len(payload).to_bytes(8, "big"))
        digest.update(payload)
    return digest.hexdigest()


def deflated(data: bytes) -> bytes:
    """`data` packed as in a ZIP archive."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@dataclass(frozen=True, slots=True)
class Packed:
    """A file as it lies in a ZIP archive.

    size, crc  of the file itself
    data       packed, or where it is `stored` the file as it is
    """

    size: int
    crc: int
    data: bytes
    stored: bool = False


def packed(data: bytes) -> Packed:
    """`data` as it lies in an archive. A PNG is packed already and is stored."""
    stored = data.startswith(_PNG)
    return Packed(len(data), zlib.crc32(data), data if stored else deflated(data), stored)


def zip_bytes(entries: Iterable[tuple[str, bytes | Packed]]) -> bytes:
    """A ZIP archive of `entries` (name, content) in the given order, free of clock and machine."""
    files, index, offset, count = [], [], 0, 0
    for name, content in entries:
        file, path = packed(content) if isinstance(content, bytes) else content, name.encode("utf-8")
        flags, method = 0 if name.isascii() else _UTF8_NAME, 0 if file.stored else zipfile.ZIP_DEFLATED
        facts = (_VERSION, flags, method, 0, _FIRST_DAY, file.crc, len(file.data), file.size, len(path), 0)
        head = struct.pack("<4s5H3L2H", b"PK\3\4", *facts)
        files += [head, path, file.data]
        index.append(struct.pack("<4s2B5H3L5H2L", b"PK\1\2", _VERSION, 3, *facts, 0, 0, 0, 0o644 << 16, offset) + path)
        offset += len(head) + len(path) + len(file.data)
        count += 1
    listing = b"".join(index)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(listing), offset, 0)
    return b"".join((*files, listing, end))


_VERSION, _UTF8_NAME, _PNG = 20, 0x800, b"\x89PNG\r\n\x1a\n"
_FIRST_DAY = (ZIP_EPOCH[0] - 1980) << 9 | ZIP_EPOCH[1] << 5 | ZIP_EPOCH[2]
