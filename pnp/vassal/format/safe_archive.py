"""Untrusted archives and XML: checked before they are unpacked, with limits on size, depth and number.

No entry leads out of the archive, none grows without bound, and XML has no declarations of its own, hence no
entities and no outside files.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from pathlib import Path

from pnp.errors import Location, Problem, SourceError
from pnp.sources.xml_text import XmlLimits, read_tree
from pnp.vassal.format.buildfile import Element

MAX_ARCHIVE_BYTES = 300_000_000
MAX_ENTRIES = 20_000
MAX_DIRECTORY_BYTES = 10_000_000
MAX_ENTRY_BYTES = 100_000_000
MAX_TOTAL_BYTES = 800_000_000
MAX_RATIO = 1_000
"""An entry that grows more than this when unpacked is a bomb."""
MAX_XML_BYTES = 60_000_000
MAX_XML_DEPTH = 100
MAX_XML_ELEMENTS = 300_000


def archive_data(source: str | Path | bytes) -> tuple[bytes, str]:
    """The bytes of an archive, and the path to name in problems ("module" for bytes).

    Raises SourceError when the file can't be read or exceeds MAX_ARCHIVE_BYTES.
    """
    if isinstance(source, bytes):
        return source, "module"
    file = Path(source)
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):  # a pipe or /dev/zero never ends
            raise refused(file.as_posix(), "module-archive", "is not a plain file", "")
        if status.st_size > MAX_ARCHIVE_BYTES:
            raise refused(file.as_posix(), "module-size", f"larger than {MAX_ARCHIVE_BYTES} bytes", "")
        return file.read_bytes(), file.as_posix()
    except OSError as error:
        raise refused(file.as_posix(), "module-archive", f"can't be read: {error.strerror}", "") from None


def refused(path: str, code: str, message: str, hint: str) -> SourceError:
    """An error with one problem, whose location is the whole file at `path`."""
    return SourceError(Problem(code=code, message=message, where=Location(path), hint=hint))


# The archive --------------------------------------------------------------------------------------


def opened(data: bytes, path: str, *, code: str = "module-archive", what: str = "a ZIP archive") -> zipfile.ZipFile:
    """The archive in `data`. Raises SourceError when it isn't `what`, or lists too much to be read at all.

    The list of entries is bounded before it is read: as objects, a million of them take half a gigabyte.
    """
    listed = _directory_size(data)
    if listed > MAX_DIRECTORY_BYTES:
        raise refused(path, "module-size", f"its list of entries takes {listed} bytes", "is it a ZIP bomb?")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, struct.error) as error:
        raise refused(path, code, f"not {what}: {error}", "") from None


def _directory_size(data: bytes) -> int:
    """Bytes of the list of entries, as the record at the end of an archive gives them; 0 when there is none."""
    at = data.rfind(_END, max(0, len(data) - 65_557))
    if at < 0 or len(data) < at + 22:
        return 0
    size: int = struct.unpack_from("<L", data, at + 12)[0]
    large = data.rfind(_LARGE_END, max(0, at - 4_096), at)
    if large >= 0 and len(data) >= large + 48:
        size = max(size if size < 2**32 - 1 else 0, struct.unpack_from("<Q", data, large + 40)[0])
    return size


_END, _LARGE_END = b"PK\x05\x06", b"PK\x06\x06"
"""How the records at the end of an archive begin, and of one with more than 65,535 entries or 4 GB."""


def safe_entries(archive: zipfile.ZipFile, path: str) -> tuple[str, ...]:
    """Names of the files, after checking every entry's name and size. Raises SourceError."""
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        raise refused(path, "module-size", f"{len(infos)} entries, at most {MAX_ENTRIES} are read", "")
    names: dict[str, None] = {}
    total = 0
    for info in infos:
        name = info.filename
        if _leads_out(info.orig_filename) or _leads_out(name):
            raise refused(
                path,
                "module-path",
                f"entry {name!r} leads out of the archive",
                "entries are named with plain relative paths.",
            )
        if info.is_dir():
            continue
        if name in names:
            raise refused(path, "module-path", f"entry {name!r} occurs twice", "")
        if info.flag_bits & 1:
            raise refused(path, "module-archive", f"entry {name!r} is encrypted", "")
        total += info.file_size
        grows = info.file_size > 100_000 and info.file_size > MAX_RATIO * max(1, info.compress_size)
        if info.file_size > MAX_ENTRY_BYTES or total > MAX_TOTAL_BYTES or grows:
            raise refused(path, "module-size", f"entry {name!r} unpacks to {info.file_size} bytes", "is it a ZIP bomb?")
        names[name] = None
    return tuple(names)


def _leads_out(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return not name or name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\x00" in name


def unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str, *, limit: int = MAX_ENTRY_BYTES) -> bytes:
    """An entry's content, at most `limit` bytes whatever its header claims. Raises SourceError."""
    try:
        with archive.open(info) as stream:
            data = stream.read(limit + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise refused(path, "module-archive", f"entry {info.filename!r} can't be unpacked: {error}", "") from None
    except Exception as error:  # zlib.error and its like have no common base
        raise refused(path, "module-archive", f"entry {info.filename!r} can't be unpacked: {error}", "") from None
    if len(data) > limit:
        raise refused(path, "module-size", f"entry {info.filename!r} unpacks to more than {limit} bytes", "")
    return data


# XML ----------------------------------------------------------------------------------------------


LIMITS = XmlLimits(MAX_XML_BYTES, MAX_XML_DEPTH, MAX_XML_ELEMENTS, "module-xml", "modules don't need it.")


def read_xml(data: bytes, path: str, *, standard_type: bool = False) -> Element:
    """The root element of an XML text. Raises SourceError for a document type, other entities, or too deep a tree.

    standard_type  whether it may name a document type, as drawing programs do; what that refers to isn't fetched
    """
    return read_tree(data, path, LIMITS, Element, standard_type=standard_type)
