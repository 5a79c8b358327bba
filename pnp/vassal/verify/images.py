"""Checks of a module's pictures: all that are referenced exist and can be shown."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator

from pnp.errors import Problem, Severity, SourceError, did_you_mean
from pnp.vassal.format.components import IMAGE_KINDS, component_attributes
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.format.reader import Module, expand
from pnp.vassal.format.safe_archive import read_xml
from pnp.vassal.format.traits import Trait
from pnp.vassal.verify.base import problem

MAX_PIXELS = 100_000_000
BUILT_IN = "/"
"""A picture's name that starts so lies in the engine itself."""
ENGINE_IMAGES = frozenset(
    "Edit16.gif Help16.gif Save16.gif SaveAs16.gif Splash.gif Splash.png StepForward16.gif Undo16.gif black.jpg "
    "camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif disconnect.gif getMessages.gif "
    "globe_selected.gif globe_unselected.gif inventory.gif keyCommand.gif lockedRoom.gif map.gif moved.gif notes.gif "
    "overview.gif playerAway.gif playerLooking.gif postMessage.gif recenter.gif status.gif thread.gif unmoved.gif "
    "zoom.png zoomIn.gif zoomIn.png zoomOut.gif zoomOut.png".split()
)
"""Pictures that the engine also finds in itself without the slash, as old modules name them."""

_SHORT_REFERENCE = re.compile(rb"""(?:url\(\s*['"]?#|href\s*=\s*["']#)([^'")\s]{1,2})['")\s]""")


def referenced_images(module: Module) -> set[str]:
    """Names of all pictures that components and traits show, without those of the engine itself."""
    table = component_attributes()
    names: set[str] = set()
    for element in module.root.walk():
        for name, kind in table.get(element.tag, {}).items():
            if kind in IMAGE_KINDS:
                names.add(element.attributes.get(name, ""))
    for piece in module.pieces:
        names |= _trait_images(piece.traits)
    for saved in module.setups.values():
        for item in saved.objects:
            if item.piece:
                names |= _trait_images(expand(item.piece.traits, module.prototypes))
    return {
        name
        for name in names
        if name and not name.startswith(BUILT_IN) and "$" not in name and not name.startswith("{")
    }


def _trait_images(traits: tuple[Trait, ...]) -> set[str]:
    names: set[str] = set()
    for item in traits:
        if item.id in ("piece", "obs", "markmoved") and item.spec:
            names.add(item.get("image"))
        if item.id == "emb2":
            names.update(split_fields(item.get("images"), ","))
    return names


def check_images(module: Module) -> Iterator[Problem]:
    """Every picture shown is there and can be decoded; unused pictures are noted."""
    present = set(module.images)
    referenced = referenced_images(module)
    found = {form for name in present for form in (name, unicodedata.normalize("NFC", name), name.removesuffix(".gif"))}
    for name in sorted(referenced - found - ENGINE_IMAGES):
        yield problem(module, "module-image", f"picture {name!r} is missing", did_you_mean(name, present))
    for name in sorted(present - referenced):
        yield problem(
            module, "module-image", f"picture {name!r} is shown nowhere", severity="note", entry=f"images/{name}"
        )
    for name in sorted(present):
        fault = image_fault(name, module.read(f"images/{name}"))
        if fault:  # what isn't shown does no harm: editors of old leave their own files here
            severity: Severity = "error" if name in referenced else "note"
            yield problem(
                module, "module-image", f"picture {name!r}: {fault}", entry=f"images/{name}", severity=severity
            )
    yield from _localised(module, present)


def _localised(module: Module, present: set[str]) -> Iterator[Problem]:
    """A picture in another language stands for one in English, can be decoded, and has its size."""
    boards = {board.attributes.get("image", "") for board in module.root.find_all("Board")}
    for entry in (name for name in module.entries if name.startswith("images_")):
        name = entry.partition("/")[2]
        fault = image_fault(name, module.read(entry))
        if name not in present:
            message = f"picture {entry!r}: there is no picture of this name in English"
            yield problem(module, "module-image", message, entry=entry, severity="warning")
        elif not fault and name in boards and _size(module.read(entry)) != _size(module.read(f"images/{name}")):
            fault = "the board has another size in this language"
        if fault:
            yield problem(module, "module-image", f"picture {entry!r}: {fault}", entry=entry)


def _size(data: bytes) -> tuple[int, int] | None:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF")) as picture:
            return picture.size
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


def image_fault(name: str, data: bytes) -> str:
    """Why the engine could not show a picture; "" when it can."""
    if name.lower().endswith(".svg"):
        return _svg_fault(name, data)
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF")) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                return f"{picture.width} × {picture.height} pixels are too many"
            picture.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        return f"can't be decoded ({error})"
    return ""


def _svg_fault(name: str, data: bytes) -> str:
    if not name.endswith(".svg"):
        return "the engine takes only the ending .svg in lower case for SVG"
    try:
        root = read_xml(data, name, standard_type=True)
    except SourceError as error:
        return error.problems[0].message
    if root.name != "svg":
        return f"its root is <{root.name}>, not <svg>"
    if not (root.attributes.get("width") or root.attributes.get("viewBox")):
        return "it has neither a size nor a viewBox, so it would be invisible"
    if _SHORT_REFERENCE.search(data):
        return "it refers to an id of one or two letters, which the engine can't resolve"
    if b"rgba(" in data:
        return "rgba() is not CSS 2: the engine drops the colour"
    return ""
