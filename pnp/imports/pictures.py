"""Pictures out of a strange archive into `art/` of a draft: bounded, checked, as SVG or PNG under a plain name."""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Any

from pnp.errors import SourceError, counted
from pnp.imports.draft import GameDraft, Ids
from pnp.sources.pictures import MAX_PNG_BYTES, MAX_PNG_PIXELS, MAX_PNG_SIDE
from pnp.sources.svg_text import clean_svg

MAX_PICTURES, MAX_ALL_BYTES, MAX_ALL_PIXELS = 1_900, 150_000_000, 600_000_000
"""Of one draft: fewer than a game may name."""
FORMATS = ("PNG", "JPEG", "GIF", "BMP")

_ROOT = re.compile(rb"<svg\b[^>]*>")
_SIZE = re.compile(rb"\b(width|height)=[\"']([0-9]{1,6}(?:\.[0-9]{1,6})?)(px|mm|cm|in|pt)?[\"']")
_PX: Mapping[bytes | None, float] = {
    None: 1.0, b"px": 1.0, b"mm": 96 / 25.4, b"cm": 96 / 2.54, b"in": 96.0, b"pt": 96 / 72
}  # fmt: skip
_STEM = re.compile(r"[^a-z0-9]+")


class PictureBox:
    """The pictures that a draft takes, each once.

    read  the content of a picture by its name; raises KeyError or SourceError
    """

    def __init__(self, draft: GameDraft, read: Callable[[str], bytes]) -> None:
        self.draft, self.read = draft, read
        self.paths: dict[str, str] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        self.lost: dict[str, list[str]] = {}
        self.ids, self.pixels, self.bytes = Ids(), 0, 0

    def path(self, name: str) -> str:
        """The path in the draft of a picture, "" for one that can't be taken; why is noted."""
        if name and name not in self.paths:
            self.paths[name] = self._taken(name)
        return self.paths.get(name, "")

    def _taken(self, name: str) -> str:
        if len(self.draft.art) >= MAX_PICTURES or self.bytes > MAX_ALL_BYTES or self.pixels > MAX_ALL_PIXELS:
            self.draft.note(f"there are more pictures than a draft takes ({MAX_PICTURES}): the last are left out")
            return ""
        try:
            data = self.read(name)
            ending, content, size = self._checked(name, data)
        except KeyError:
            return self._lost(name, "not in the archive")
        except SourceError as error:
            return self._lost(name, error.problems[0].message)
        except (OSError, SyntaxError, ValueError) as error:
            return self._lost(name, str(error).partition(" file <_io.")[0])  # without an address in memory
        stem = self.ids.of(_STEM.sub("-", posixpath.basename(name).rpartition(".")[0].lower()), "picture")
        path = f"art/{stem}{ending}"
        self.draft.art[path], self.sizes[name] = content, size
        self.bytes += len(content)
        return path

    def _lost(self, name: str, reason: str) -> str:
        self.lost.setdefault(reason, []).append(name)
        return ""

    def tell(self) -> None:
        """Note the pictures that could not be taken, those of one reason together."""
        for reason, names in self.lost.items():
            self.draft.note(f"{counted(len(names), 'picture')} left out ({reason}): {', '.join(names)}")

    def _checked(self, name: str, data: bytes) -> tuple[str, bytes, tuple[int, int]]:
        """Ending, content and size in pixels. Raises SourceError, OSError or ValueError."""
        if name.lower().endswith(".svg") or data.lstrip()[:5] in (b"<?xml", b"<svg "):
            clean = clean_svg(data, name)
            return ".svg", data, svg_pixels(data, (clean.width, clean.height))
        picture = opened(data)
        self.pixels += picture.width * picture.height
        if picture.format == "PNG" and len(data) <= MAX_PNG_BYTES:
            picture.load()
            return ".png", data, picture.size
        buffer = io.BytesIO()
        size = picture.size
        plain = picture.convert("RGBA" if "transparency" in picture.info or picture.mode in ("RGBA", "LA") else "RGB")
        plain.save(buffer, "PNG")
        while buffer.tell() > MAX_PNG_BYTES:  # a large photograph has more bytes as PNG than a game may have
            plain = plain.reduce(2)
            self.draft.note(f"the picture {name!r} is reduced to {plain.width} × {plain.height} pixels")
            buffer = io.BytesIO()
            plain.save(buffer, "PNG")
        return ".png", buffer.getvalue(), size


def svg_pixels(data: bytes, other: tuple[float, float]) -> tuple[int, int]:
    """Width and height in pixels that the root of an SVG asks for; `other` (of its drawing) where it asks for none."""
    root = _ROOT.search(data[:20_000])
    told = {match[1]: float(match[2]) * _PX.get(match[3], 0.0) for match in _SIZE.finditer(root[0] if root else b"")}
    width, height = (told.get(name, 0.0) for name in (b"width", b"height"))
    chosen = (width, height) if 1 <= width < 1e5 and 1 <= height < 1e5 else other
    return round(chosen[0]), round(chosen[1])


def opened(data: bytes) -> Any:
    """A picture of pixels, not decoded yet. Raises OSError or ValueError for what is none, or too large."""
    from PIL import Image

    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise ValueError(str(error)) from None
    if max(picture.size) > MAX_PNG_SIDE or picture.width * picture.height > MAX_PNG_PIXELS:
        raise ValueError(f"{picture.width} × {picture.height} pixels are too many")
    return picture
