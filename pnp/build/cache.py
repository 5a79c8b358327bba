"""What the build remembers under `output/.cache`: nothing that can't be made again.

The folder may be deleted at any time. Records are JSON; geometry is a pickle that is read back through a list of
allowed classes, so a cache that came with somebody's archive runs no code.
"""

from __future__ import annotations

import copyreg
import functools
import hashlib
import io
import json
import os
import pickle
import re
import stat
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pnp.model.base import SourceModel
from pnp.output import content_hash, sha256, write_atomic
from pnp.sources.assets import PACKAGE, common_dir, data_dir

MAX_FILE_BYTES = 64_000_000
SEAL_BYTES, CHECK_BYTES = 16, 4
"""Before the data of all parts, and of a large one: a hash, and a checksum."""
MOST_TOGETHER = 1 << 17
"""Bytes of a part that lies with the others."""
MOST_UNUSED = 8
"""Builds that may change a file of parts without asking for one of them before it is forgotten."""

_READ = ("pnp.maps.", "pnp.model.", "pnp.draw.scene", "pnp.errors", "pnp.generators.typeset.", "pnp.generators.rulebook_")


@dataclass(frozen=True)
class Record:
    """A product as it was last written.

    key      hash of all it was made from
    pages    of a PDF, 0 for other files
    content  hash of all that it shows, where a recipe tells it
    mtime_ns when the file was written, as its folder tells it
    """

    key: str
    sha256: str
    bytes: int
    pages: int
    product: str
    language: str
    paper: str
    content: str = ""
    mtime_ns: int = 0


def time_of(path: Path, digest: str, size: int, mtime_ns: int) -> int | None:
    """When the file at `path` was last changed if it is as it was written, else None.

    A file of the same size that nobody has touched since is not read again.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size != size:
            return None
        same = found.st_mtime_ns == mtime_ns or sha256(path.read_bytes()) == digest
    except OSError:
        return None
    return found.st_mtime_ns if same else None


class Cache:
    """A folder of records and computed geometry."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _json(self, name: str) -> Any:
        try:
            return json.loads((self.folder / name).read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def finished(self, game: str, stamp: str) -> list[dict[str, Any]] | None:
        """The products of the last complete run when it had the same `stamp`."""
        found = self._json(f"{game}.run.json")
        if isinstance(found, dict) and found.get("stamp") == stamp and isinstance(found.get("products"), list):
            return found["products"]
        return None

    def remember(self, game: str, stamp: str, products: list[dict[str, Any]]) -> None:
        """Keep the products of a complete run."""
        write_atomic(self.folder / f"{game}.run.json", json.dumps({"stamp": stamp, "products": products}, sort_keys=True))

    def records(self, game: str) -> dict[str, Record]:
        """Path -> record of every product ever written and not forgotten."""
        found = self._json(f"{game}.records.json") or {}
        try:
            return {path: Record(**row) for path, row in found.items()}
        except (TypeError, AttributeError):
            return {}

    def save_records(self, game: str, records: dict[str, Record]) -> None:
        """Keep `records`."""
        rows = {path: asdict(record) for path, record in sorted(records.items())}
        write_atomic(self.folder / f"{game}.records.json", json.dumps(rows, sort_keys=True, indent=1))

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes kept under `key`, made when they aren't there."""
        path = self.folder / f"{kind}-{key}.bin"
        try:
            if path.stat().st_size <= MAX_FILE_BYTES:
                return path.read_bytes()
        except OSError:
            pass
        data = make()
        write_atomic(path, data)
        return data

    def holds(self, kind: str, key: str) -> bool:
        """Whether there is a value under `key`."""
        return (self.folder / f"{kind}-{key}.pickle").is_file()

    def value_for(self, kind: str, key: str, make: Callable[[], Any]) -> Any:
        """A value computed from `key`'s input, kept as a pickle of the project's own frozen classes."""
        path = self.folder / f"{kind}-{key}.pickle"
        if (found := _unpickled(path)) is not None:
            return found
        value = make()
        write_atomic(path, pickle.dumps(value, protocol=5))
        return value

    def parts(self, name: str) -> Parts:
        """The kept parts under `name`, as this version of the program has left them."""
        return Parts(self.folder / f"{name}.parts")


class Parts:
    """Finished parts of some products, kept together in one file; what several builds did not ask for is forgotten.

    All of it belongs to one version of the program: another finds nothing. Large parts lie in files of their own, which
    are read when they are asked for, and not written again with the rest.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, tuple[int, bytes | None]] = {}
        self._used: set[str] = set()
        self._changed = False
        found = _unpickled_bytes(_unsealed(path))
        if isinstance(found, dict) and found.get("engine") == engine_hash():
            rows = found.get("rows")
            self._rows = rows if isinstance(rows, dict) else {}

    def bytes_for(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes kept under `key`, made when they aren't there."""
        name = f"{kind} {content_hash(key)}"
        self._used.add(name)
        if (found := self._found(name)) is None:
            found = make()
            apart = len(found) > MOST_TOGETHER
            if apart:
                write_atomic(self._apart(name), zlib.crc32(found).to_bytes(CHECK_BYTES, "big") + found)
            self._rows[name] = (0, None if apart else found)
            self._changed = True
        return found

    def _found(self, name: str) -> bytes | None:
        """The row called `name`; None when there is none, or when it lies apart and is damaged."""
        row = self._rows.get(name)
        return _checked(self._apart(name)) if row and row[1] is None else row[1] if row else None

    def _apart(self, name: str) -> Path:
        """Where a large row of this version lies."""
        return self.path.with_name(f"{self.path.stem}.{content_hash(engine_hash(), name)}.part")

    def value(self, name: str) -> Any:
        """The value that `keep_value` left; None when there is none."""
        self._used.add(name)
        found = self._found(name)
        return None if found is None else _unpickled_bytes(found)

    def keep_value(self, name: str, value: Any) -> None:
        """Keep a value of the project's own frozen classes."""
        self.keep(name, pickle.dumps(value, protocol=5))

    def keep(self, name: str, data: bytes) -> None:
        """Keep a pickled value."""
        self._used.add(name)
        if name not in self._rows or self._rows[name][1] != data:
            self._rows[name] = (0, data)
            self._changed = True

    def save(self) -> None:
        """Write what has changed; nothing when nothing has."""
        if not self._changed:
            return
        rows = {name: (0 if name in self._used else age + 1, data) for name, (age, data) in sorted(self._rows.items())}
        rows = {name: row for name, row in rows.items() if row[0] < MOST_UNUSED}
        data = pickle.dumps({"engine": engine_hash(), "rows": rows}, protocol=5)
        write_atomic(self.path, _seal(data) + data)
        apart = {self._apart(name).name for name, (_, found) in rows.items() if found is None}
        for path in self.path.parent.glob(f"{self.path.stem}.*.part"):
            if path.name not in apart:
                path.unlink(missing_ok=True)
        self._changed = False


class _Placeless(pickle.Pickler):
    """Leaves out where in their files source models stand, which is most of them."""

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, SourceModel):
            return NotImplemented
        return copyreg.__newobj__, (type(value),), {**value.__getstate__(), "__pydantic_private__": None}  # type: ignore[attr-defined]


def without_places(value: Any) -> bytes:
    """`value` pickled, its source models without their places."""
    stream = io.BytesIO()
    _Placeless(stream, protocol=5).dump(value)
    return stream.getvalue()


def _seal(data: bytes) -> bytes:
    """What stands before the data of a file of parts, so that a damaged one is noticed."""
    return hashlib.blake2b(data, digest_size=SEAL_BYTES).digest()


def _unsealed(path: Path) -> bytes:
    """The data of a file of parts as it was written; none where it is damaged, too large or not there."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            return b""
        whole = memoryview(path.read_bytes())
    except OSError:
        return b""
    data = bytes(whole[SEAL_BYTES:])
    return data if whole[:SEAL_BYTES] == _seal(data) else b""


def _checked(path: Path) -> bytes | None:
    """What lies in a file of a large part; None where it is damaged, too large or not there."""
    try:
        whole = path.read_bytes() if path.stat().st_size <= MAX_FILE_BYTES else b""
    except OSError:
        return None
    data = whole[CHECK_BYTES:]
    return data if len(data) > MOST_TOGETHER and whole[:CHECK_BYTES] == zlib.crc32(data).to_bytes(CHECK_BYTES, "big") else None


def _unpickled(path: Path) -> Any:
    """What a file of the cache holds; None when it isn't there or can't be read."""
    try:
        return _unpickled_bytes(path.read_bytes()) if path.stat().st_size <= MAX_FILE_BYTES else None
    except OSError:
        return None


def _unpickled_bytes(data: bytes) -> Any:
    try:
        return _SafeUnpickler(io.BytesIO(data)).load()
    except (ValueError, EOFError, AttributeError, TypeError, IndexError, KeyError, ImportError, pickle.UnpicklingError):
        return None


class _SafeUnpickler(pickle.Unpickler):
    """Reads dataclasses of the packages in `_READ`, models of sources and plain values, nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in (("builtins", "set"), ("builtins", "frozenset")):
            return super().find_class(module, name)
        if module.startswith(_READ) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (hasattr(found, "__dataclass_fields__") or issubclass(found, SourceModel)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in the cache")


@functools.lru_cache(maxsize=1)
def engine_hash() -> str:
    """Hash of everything that turns sources into products: code, fonts, templates, common data."""
    parts: list[bytes | str] = []
    for folder in (PACKAGE, data_dir("templates"), data_dir("vassal"), common_dir()):
        for name in sorted(_engine_files(str(folder), skipped="_data" if folder == PACKAGE else "")):
            with open(f"{folder}/{name}", "rb", buffering=0) as stream:
                parts += [name, stream.read()]
    return content_hash(*parts)


def _engine_files(folder: str, *, skipped: str) -> Iterator[str]:
    """Names below `folder` of the files that count, but those in its own folder `skipped`. Plain strings: it is done at each build."""
    for root, folders, names in os.walk(folder):
        inside = root[len(folder) + 1 :]
        folders[:] = [name for name in folders if name != "__pycache__" and (inside or name != skipped)]
        yield from (f"{inside}/{name}".lstrip("/") for name in names if os.path.splitext(name)[1] in _ENGINE_SUFFIXES)


@functools.lru_cache(maxsize=4)
def geometry_hash(maker: str = "plan") -> str:
    """Hash of the code and fonts that lay a map out, so that other changes leave its geometry in the cache.

    maker  the module of `pnp.maps` that makes it: what it imports there counts too, and nothing else of the folder
    """
    draw = PACKAGE / "draw"
    files = [*modules_of(maker), PACKAGE / "units.py", draw / "text.py", *(draw / "fonts").glob("*.ttf")]
    return content_hash(*(part for path in sorted(files) for part in (path.name, path.read_bytes())))


def modules_of(maker: str) -> list[Path]:
    """The files of `pnp.maps` that module `maker` needs, itself too, by their import lines."""
    wanted, found = [maker], {}
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = PACKAGE / "maps" / f"{name}.py"
            wanted += _MAPS_IMPORT.findall(found[name].read_text("utf-8"))
    return [found[name] for name in sorted(found)]


_MAPS_IMPORT = re.compile(r"^\s*from pnp\.maps\.(\w+) import ", re.MULTILINE)


_ENGINE_SUFFIXES = {".py", ".ttf", ".html", ".css", ".j2", ".yaml", ".po", ".dic", ".svg", ".txt", ".json", ".xml"}


def sources_hash(folder: Path) -> str:
    """Hash of every source file of a game, without reading what isn't one."""
    parts: list[bytes | str] = []
    for path in sorted((*folder.glob("*.yaml"), *folder.glob("*/*.yaml"), *folder.glob("locale/*.po"))):
        if path.is_file() and path.stat().st_size <= MAX_FILE_BYTES:
            parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return content_hash(*parts)
