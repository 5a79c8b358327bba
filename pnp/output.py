"""Writing products: whole or not at all, and the same bytes for the same sources.

Everything is written to a temporary file beside its target and renamed, so a build that fails or is
interrupted leaves the last good product. Knows nothing of games.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Iterable
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


def zip_bytes(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP archive of `entries` (name, content) in the given order, free of clock and machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, ZIP_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()
