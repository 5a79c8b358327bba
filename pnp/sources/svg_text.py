"""An SVG from a stranger, checked and written again: what is drawn later is exactly what was checked here.

Read by the bounded XML reader. Only elements and properties that are listed here are kept; style sheets become
attributes. What would run, fetch, or grow without bound is refused; so is what no drawing of ours can show, because
leaving it out would change the picture in silence. Read `clean_svg` first.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.sources.xml_text import XmlLimits, read_tree

LIMITS = XmlLimits(1_000_000, 60, 20_000, "art-svg", "save it as plain SVG.")
MAX_DRAWN = 50_000
"""Elements with each `use` and each pattern counted as a copy of what it refers to."""
MAX_SIDE, MAX_ASPECT = 1_000_000.0, 100.0
NAMESPACE = "http://www.w3.org/2000/svg"

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
AS_PATHS = SHAPES | {"svg", "g", "defs", "use"}
"""Elements that become paths of a scene."""
AS_PIXELS = frozenset(("linearGradient", "radialGradient", "stop", "pattern", "clipPath", "symbol"))
"""Elements that only a painter of pixels can show."""
SILENT = frozenset(("title", "desc", "metadata", "view"))
"""Elements without a drawing."""
REFUSED = {
    "script": "it holds a script", "foreignObject": "it holds a foreign document", "image": "it holds another picture",
    "text": "it holds text, which needs a font", "tspan": "it holds text, which needs a font",
    "filter": "it uses a filter", "mask": "it uses a mask", "marker": "it uses markers on lines",
    "animate": "it is animated", "set": "it is animated", "animateTransform": "it is animated",
    "animateMotion": "it is animated",
}  # fmt: skip
HOW = {
    "text": "turn the text into paths (Inkscape: Path, Object to Path).",
    "tspan": "turn the text into paths (Inkscape: Path, Object to Path).",
    "image": "name the PNG itself in the source.",
}
"""What to do about a refused element, where it isn't just to take it out."""

GEOMETRY = frozenset(
    "id d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform viewBox offset gradientUnits "
    "gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits "
    "preserveAspectRatio".split()
)
PROPERTIES = frozenset(
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit "
    "stroke-dasharray stroke-dashoffset opacity display visibility clip-path clip-rule stop-color stop-opacity "
    "color".split()
)
"""Attributes that a style sheet may give, too."""
NEVER = frozenset(("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end", "mix-blend-mode",
                   "vector-effect", "transform-origin", "transform-box", "pathLength"))  # fmt: skip
"""Properties that no drawing of ours can show; `none` and `normal` are allowed."""

_LENGTH = re.compile(r"\s*([0-9]{0,9}(?:\.[0-9]{1,9})?)\s*(px|mm|cm|in|pt|pc)?\s*")
_PX = {"px": 1.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0}
_URL = re.compile(r"url\(\s*[\"']?([^)\"']*)[\"']?\s*\)")
PAINTS = ("fill", "stroke", "stop-color", "color")
_NUMBER, _UNIT = r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]{1,2})?", "(?:px|mm|cm|in|pt|pc)"
_LISTS = re.compile(r"[-+0-9.eE,\s]*")
_FORMS = {
    "d": re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*"),
    "points": _LISTS,
    "stroke-dasharray": re.compile(r"none|[0-9.,\s]*"),
    **dict.fromkeys(
        ("transform", "gradientTransform", "patternTransform"),
        re.compile(r"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+0-9.eE,\s]+\)[\s,]*)*"),
    ),
    "r": re.compile(rf"\s*{_NUMBER}\s*{_UNIT}?\s*"),
    "clip-path": re.compile(r"none|url\([^)]*\)"),
    "stroke-linecap": re.compile("butt|round|square"),
    "stroke-linejoin": re.compile("miter|miter-clip|arcs|round|bevel"),
    **dict.fromkeys(("fill-rule", "clip-rule"), re.compile("nonzero|evenodd")),
    **dict.fromkeys(
        "x y x1 y1 x2 y2 cx cy rx ry fx fy width height offset opacity fill-opacity stroke-opacity stop-opacity "
        "stroke-width stroke-dashoffset stroke-miterlimit".split(),
        re.compile(rf"\s*{_NUMBER}\s*(?:{_UNIT}|%)?\s*"),
    ),
    **dict.fromkeys(
        PAINTS,
        re.compile(r"#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\(\s*[-0-9.%]+(?:\s*,\s*[-0-9.%]+){2,3}\s*\)|[A-Za-z]{3,20}|url\(\s*[\"']?#[^)]*\)(?:\s.*)?"),
    ),
}
"""Attribute -> the form of its value: what svgelements can't read it would leave out in silence."""
_SIMPLE = re.compile(r"[A-Za-z]+|\.[A-Za-z_][\w-]*|#[A-Za-z_][\w-]*|\*")
KNOWN = GEOMETRY | PROPERTIES | NEVER | {"paint-order"}
"""All that is read of a style sheet."""
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")


@dataclass(slots=True)
class SvgElement:
    """An element: its tag without the prefix `svg:`, its attributes, what is in it."""

    tag: str
    attributes: dict[str, str]
    children: list[SvgElement] = field(default_factory=list)
    text: str = ""


@dataclass(frozen=True, slots=True)
class CleanSvg:
    """A checked SVG, written again: its coordinates begin at the root's `viewBox`, `width` × `height` user units.

    painted  what keeps it from being drawn as paths, "" = nothing does
    """

    data: bytes
    width: float
    height: float
    painted: str


def clean_svg(data: bytes, name: str) -> CleanSvg:
    """`data` checked and written again; messages call the file `name`.

    Raises SourceError: what the XML reader refuses; scripts, links that lead out, text, filters, animations; pictures
    that copy themselves without end; no size.
    """
    root = read_tree(data, name, LIMITS, _element, standard_type=True)
    if root.tag != "svg":
        raise _refused(name, f"its root is <{root.tag}>, not <svg>", "save it as plain SVG.")
    left, top, width, height = _view(root, name)
    sheet = _StyleSheet(name)
    sheet.gather(root)
    cleaner = _Cleaner(name, sheet)
    kept = cleaner.cleaned(root)
    kept.attributes = {key: value for key, value in kept.attributes.items() if key in PROPERTIES}
    drawn = _Copies(kept, name).drawn(kept)
    if drawn > MAX_DRAWN:
        raise _refused(name, f"its copies draw {drawn:,} elements; at most {MAX_DRAWN:,} are drawn", "make it simpler.")
    head = {"xmlns": NAMESPACE, "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
            "width": f"{width:g}", "height": f"{height:g}", "preserveAspectRatio": "none"}  # fmt: skip
    kept.attributes = {**head, **kept.attributes}
    return CleanSvg("".join(_written(kept)).encode("utf-8"), width, height, cleaner.painted)


def _element(tag: str, attributes: dict[str, str]) -> SvgElement:
    return SvgElement(tag.removeprefix("svg:"), attributes)


def _refused(name: str, message: str, hint: str) -> SourceError:
    return SourceError(Problem("art-svg", message, Location(name), hint))


def _view(root: SvgElement, name: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture in user units, from `viewBox`, else from its size."""
    try:
        view = root.attributes.get("viewBox")
        if view is not None:
            left, top, width, height = (float(number) for number in view.replace(",", " ").split())
        else:
            left = top = 0.0
            width, height = _length(root.attributes["width"]), _length(root.attributes["height"])
    except (KeyError, ValueError):
        hint = 'write viewBox="0 0 100 100" into its first element.'
        raise _refused(name, "it has no size: no viewBox of four numbers, no width and height", hint) from None
    if not all(map(math.isfinite, (left, top, width, height))) or not 0 < min(width, height) <= MAX_SIDE >= max(
        abs(left), abs(top), width, height
    ):
        raise _refused(name, f"a size of {width:g} by {height:g} can't be drawn", "give it a usual size.")
    if max(width / height, height / width) > MAX_ASPECT:
        raise _refused(name, f"it is more than {MAX_ASPECT:g} times as long as wide", "cut it.")
    return left, top, width, height


def _length(text: str) -> float:
    match = _LENGTH.fullmatch(text)
    if match is None or not match[1]:
        raise ValueError(text)
    return float(match[1]) * _PX[match[2] or "px"]


# Styles ---------------------------------------------------------------------------------------------------


def _declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    """Property, value, and whether it is important."""
    for part in text.split(";"):
        key, colon, value = part.partition(":")
        if colon:
            plain, mark, _ = value.partition("!")
            yield key.strip().lower(), plain.strip(), bool(mark)


def _uncommented(text: str) -> str:
    """A style sheet without what stands between `/*` and `*/`; the last comment needs no end."""
    first, *rest = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in rest)


class _StyleSheet:
    """The rules of the `<style>` elements: simple selectors only.

    rules  selector -> property -> its value, behind how important, exact and late that is
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.rules: dict[str, dict[str, tuple[bool, int, int, str]]] = {}

    def gather(self, root: SvgElement) -> None:
        """Take the rules of all style sheets below `root`."""
        stack = [root]
        while stack:
            element = stack.pop()
            stack += element.children
            if element.tag == "style":
                self.read(_uncommented(element.text))

    def read(self, text: str) -> None:
        if "@" in text or "\\" in text:
            raise _refused(self.name, "its style sheet has a rule with @ or \\", "save it as plain SVG.")
        for number, match in enumerate(_RULE.finditer(text)):
            values = [told for told in _declarations(match[2]) if told[0] in KNOWN]
            for selector in (part.strip() for part in match[1].split(",")):
                if not _SIMPLE.fullmatch(selector):
                    raise _refused(self.name, f"its style sheet has the selector {selector[:40]!r}",
                                   "only element, .class and #id are read; save it as plain SVG.")  # fmt: skip
                rank = {"#": 3, ".": 2, "*": 0}.get(selector[0], 1)
                rules = self.rules.setdefault(selector, {})
                for key, value, important in values:
                    rules[key] = max(rules.get(key, (False, 0, 0, "")), (important, rank, number, value))

    def of(self, element: SvgElement) -> dict[str, str]:
        """What the rules and the attribute `style` say about `element`: the important, the more exact, the last."""
        names = {"*", element.tag, f"#{element.attributes.get('id', '')}"}
        names |= {f".{name}" for name in element.attributes.get("class", "").split()}
        said: dict[str, tuple[bool, int, int, str]] = {}
        for name in names:
            for key, rule in self.rules.get(name, {}).items():
                said[key] = max(said.get(key, rule), rule)
        for number, (key, value, important) in enumerate(_declarations(element.attributes.get("style", ""))):
            rule = (important, 4, number, value)
            said[key] = max(said.get(key, rule), rule)
        return {key: rule[-1] for key, rule in said.items()}


# Elements -------------------------------------------------------------------------------------------------


class _Cleaner:
    """Copies what may stay.

    painted  the first thing met that paths can't show
    """

    def __init__(self, name: str, sheet: _StyleSheet) -> None:
        self.name = name
        self.sheet = sheet
        self.painted = ""

    def cleaned(self, element: SvgElement, depth: int = 0, colour: str = "#000000") -> SvgElement:
        """A copy of `element` with what is kept of it; `colour` is its current one, unless it says another."""
        attributes = self.attributes(element)
        own = attributes.pop("color", "currentcolor")
        colour = colour if own.lower() == "currentcolor" else own
        attributes |= {key: colour for key in PAINTS if attributes.get(key, "").strip().lower() == "currentcolor"}
        if element.tag in AS_PIXELS or (element.tag == "svg" and depth):
            self.paint(f"<{element.tag}>")
        if element.tag in ("g", "use", "svg") and attributes.get("opacity", "1") not in ("1", "1.0"):
            self.paint("the opacity of a group")
        for key in ("clip-path", "stroke-dashoffset"):
            if attributes.get(key, "none") not in ("none", "0"):
                self.paint(key)
        children = [self.cleaned(child, depth + 1, colour) for child in element.children if self.kept(child)]
        return SvgElement(element.tag, attributes, children)

    def paint(self, what: str) -> None:
        self.painted = self.painted or what

    def kept(self, element: SvgElement) -> bool:
        """Whether a copy has `element`. Raises SourceError for one that must not be there."""
        tag = element.tag
        if ":" in tag or tag in SILENT or tag == "style":
            return False  # what a drawing program notes for itself
        if tag in REFUSED:
            raise _refused(self.name, REFUSED[tag], HOW.get(tag, "take it out."))
        if tag not in AS_PATHS and tag not in AS_PIXELS:
            hint = did_you_mean(tag[:40], AS_PATHS) or "take it out."
            raise _refused(self.name, f"<{tag[:40]}> can't be drawn", hint)
        return True

    def attributes(self, element: SvgElement) -> dict[str, str]:
        """The attributes that are kept; style sheet and `style` have become attributes."""
        said = element.attributes | self.sheet.of(element)
        kept: dict[str, str] = {}
        for key, value in ((key, value.strip()) for key, value in said.items()):
            if key[:2].lower() == "on":
                raise _refused(self.name, f"it has the event {key[:40]!r}, which is a script", "take it out.")
            if key in ("href", "xlink:href"):
                kept["href"] = self.inner(value)
            elif key in NEVER and value not in ("none", "normal"):
                raise _refused(self.name, f"it uses {key}", "take it out, or turn it into paths.")
            elif key == "paint-order" and value.split()[:1] not in (["normal"], ["fill"]):
                raise _refused(self.name, "it paints lines below areas (paint-order)", "turn the lines into paths.")
            elif key in GEOMETRY or key in PROPERTIES:
                for target in _URL.findall(value):
                    self.inner(target)
                if "url(" in value and not _URL.search(value):
                    raise _refused(self.name, f"{key}={value[:40]!r} can't be read", "save it as plain SVG.")
                if key in ("fill", "stroke") and "url(" in value:
                    self.paint("a gradient or a pattern")
                form = _FORMS.get(key)
                if form and value != "inherit" and not (form.fullmatch(value) and _is_colour(key, value)):
                    raise _refused(self.name, f"{key}={value[:40]!r} can't be read", "save it as plain SVG.")
                if value != "inherit":  # what is left out is inherited
                    kept[key] = value
        return kept

    def inner(self, target: str) -> str:
        """`target` if it is a place in the picture itself. Raises SourceError for a link that leads out."""
        if not target.strip().startswith("#"):
            message = f"it has a link that leads out: {target[:60]!r}"
            raise _refused(self.name, message, "nothing is fetched; take it out.")
        return target.strip()


def _is_colour(key: str, value: str) -> bool:
    """Whether the word of a paint is the name of a colour."""
    from PIL.ImageColor import colormap

    word = value.strip().lower()
    named = word in colormap or word in ("none", "transparent", "currentcolor")
    return named or key not in PAINTS or not word.isalpha()


class _Copies:
    """Counts what is drawn when each reference is a copy."""

    def __init__(self, root: SvgElement, name: str) -> None:
        self.name = name
        self.by_id: dict[str, SvgElement] = {}
        self.counted: dict[int, int] = {}
        self.open: set[int] = set()
        stack = [root]
        while stack:
            element = stack.pop()
            stack += reversed(element.children)
            if "id" in element.attributes:
                self.by_id.setdefault(element.attributes["id"], element)

    def drawn(self, element: SvgElement, depth: int = 0) -> int:
        """How many elements are drawn for `element`. Raises SourceError when it contains itself."""
        if id(element) in self.open or depth > 200:
            raise _refused(self.name, "a part of it copies itself", "take the copy out.")
        if id(element) not in self.counted:
            self.open.add(id(element))
            inner = (*element.children, *self.targets(element))
            self.counted[id(element)] = 1 + sum(self.drawn(child, depth + 1) for child in inner)
            self.open.discard(id(element))
        return self.counted[id(element)]

    def targets(self, element: SvgElement) -> Iterator[SvgElement]:
        for key, value in element.attributes.items():
            for target in [value] if key == "href" else _URL.findall(value):
                name = target.strip().removeprefix("#")
                if name not in self.by_id:
                    raise _refused(self.name, f"it refers to #{name[:40]}, which isn't in it", "save it as plain SVG.")
                yield self.by_id[name]


def _written(element: SvgElement) -> Iterator[str]:
    def attributes(values: Mapping[str, str]) -> str:
        return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())

    if not element.children:
        yield f"<{element.tag}{attributes(element.attributes)}/>"
        return
    yield f"<{element.tag}{attributes(element.attributes)}>"
    for child in element.children:
        yield from _written(child)
    yield f"</{element.tag}>"
