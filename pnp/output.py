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
from pathlib import Path

from pnp.errors import OutsideError

ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The oldest date a ZIP can hold; every entry carries it, so archives don't differ by the clock."""


def write_atomic(path: Path, data: bytes | str) -> None:
    """Put `data` at `path`, replacing what was there in one step. Text is written as UTF-8.

    Raises OSError; the old file is then still there.
    """
    payload = data.encode("utf-8") if isinstance(data, str) else data
    path.parent.mkdir(parents=True, exist_ok=True)
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException as error:
        if name:
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno:
            error.filename = str(path)  # not the temporary one
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def inside(folder: Path, *parts: str) -> Path:
    """The path `folder/parts…`. Raises OutsideError when it would lie outside `folder`, where a link or a ".." leads.
    """
    target = folder.joinpath(*parts)
    try:
        lies_inside = target.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that lead to each other
        lies_inside = False
    if not lies_inside:
        mend = "remove the link, or choose another folder"
        raise OutsideError(f"nothing is written to {target}: it leads out of {folder}; {mend}")
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
    """`data` deflated as in a ZIP archive, without a header."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def zip_bytes(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP archive of `entries` (name, content) in the given order, free of clock and machine.

    A PNG is packed already and is stored as it is.
    """
    files, index, offset, count = [], [], 0, 0
    for name, data in entries:
        stored = data.startswith(_PNG)
        packed, path = data if stored else deflated(data), name.encode("utf-8")
        flags, method = 0 if name.isascii() else _UTF8_NAME, 0 if stored else zipfile.ZIP_DEFLATED
        facts = (_VERSION, flags, method, 0, _FIRST_DAY, zlib.crc32(data), len(packed), len(data), len(path), 0)
        head = struct.pack("<4s5H3L2H", b"PK\3\4", *facts)
        files += [head, path, packed]
        index.append(struct.pack("<4s2B5H3L5H2L", b"PK\1\2", _VERSION, 3, *facts, 0, 0, 0, 0o644 << 16, offset) + path)
        offset += len(head) + len(path) + len(packed)
        count += 1
    listing = b"".join(index)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(listing), offset, 0)
    return b"".join((*files, listing, end))


_VERSION, _UTF8_NAME, _PNG = 20, 0x800, b"\x89PNG\r\n\x1a\n"
_FIRST_DAY = (ZIP_EPOCH[0] - 1980) << 9 | ZIP_EPOCH[1] << 5 | ZIP_EPOCH[2]
