"""A document as PDF: vector, fonts embedded as subsets, boxes, bookmarks, and the same bytes on every run."""

from __future__ import annotations

import io
import zlib
from functools import lru_cache

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.paths import number
from pnp.draw.pdf_kept import add_ready_form, form_object
from pnp.draw.pdf_path import FINE, finer, operators
from pnp.draw.pdf_text import Typesetter, path_data
from pnp.draw.pdf_written import Operators, Sheet, decoded, operators_of
from pnp.draw.pieces import Needs, Places, Spot, Spots, spots_of
from pnp.draw.scene import (
    IDENTITY,
    Document,
    Group,
    Held,
    Keep,
    Kept,
    Matrix,
    Node,
    Page,
    Path,
    Piece,
    Scatter,
    Scene,
    Show,
    Stamp,
    Text,
    TextOnPath,
)
from pnp.draw.text import register_reportlab
from pnp.errors import LayoutError
from pnp.units import PT_PER_MM, mm_to_pt

DUPLEX = {None: "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_REACH_MM = 5000
"""Half the side of a box that any drawing lies in."""

FORM_LEVEL = 5
"""How hard a form is packed: a map of 20 MB takes half the time of the usual level and a fourteenth more room."""


def render(document: Document, *, keep: Keep | None = None, places: Places | None = None) -> bytes:
    """`document` as PDF bytes.

    keep    where finished forms of `Kept` nodes lie
    places  takes down where pieces stand
    Raises LayoutError for a glyph that a font lacks and a form that isn't there, MissingToolError for a lost font file.
    """
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, document.title, document.language, duplex=document.duplex, keep=keep)
    canvas.setSubject(document.subject)
    canvas.setAuthor(document.author)
    painter = Painter(canvas, frozenset(document.forms), places)
    with painter.type.recorded() as texts:
        for name in sorted(document.forms):
            form = document.forms[name]
            canvas.beginForm(name, 0, 0, form.width_mm, form.height_mm)
            painter.nodes(form.children)
            painter.tell_places(pdfdoc.xObjectName(name))
            end_form(canvas)
        for index, page in enumerate(document.pages):
            _page(canvas, painter, page, index)
    if any(page.bookmark for page in document.pages):
        canvas.showOutline()
    canvas.save()
    if places is not None:
        places.rest, places.streams = tuple(texts), painter.streams()
    return buffer.getvalue()


def new_canvas(
    buffer: io.BytesIO, title: str, language: str, *, duplex: str | None = None, keep: Keep | None = None
) -> Canvas:
    """A canvas whose bytes depend on nothing but what is drawn, and which asks the viewer not to scale.

    keep  where finished forms of `Kept` nodes lie
    """
    font = register_reportlab()["sans-regular"]
    # 1.7 is the version that brought the Duplex preference.
    rl_config.useA85 = 0  # streams in ASCII are a quarter larger, and Python's encoder is slow
    canvas = Sheet(
        buffer, invariant=1, pageCompression=1, lang=language, initialFontName=font, pdfVersion=(1, 7)
    )
    canvas._doc.keep = keep
    canvas.setTitle(title)
    canvas.setCreator("pnp")
    canvas.setProducer("pnp")
    set_viewer(canvas, duplex)
    return canvas


def set_viewer(canvas: Canvas, duplex: str | None) -> None:
    """Ask the viewer for no scaling, the right flip, and the title in its window."""
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[duplex])
    canvas.setViewerPreference("DisplayDocTitle", "true")


def end_form(canvas: Canvas, *, transparency: bool = False) -> None:
    """End a form with complete resources; reportlab's own leaves out graphics states (transparency).

    transparency  the form is painted as a whole before it is shown, so that an opacity applies to it once
    """
    resources = pdfdoc.PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    states = canvas._extgstate.getState()
    if states:
        resources.ExtGState = states
    if canvas._formsinuse:
        resources.XObject = canvas._doc.xobjDict(canvas._formsinuse)
    name = pdfdoc.xObjectName(canvas._formData[0])
    code = "\n".join([canvas._preamble, *canvas._code])
    if code.isascii():  # reportlab's own encoding is slow on many megabytes
        canvas._code = []
    canvas.endForm(Resources=resources)
    form = canvas._doc.idToObject[name]
    entries: dict[str, object] = {"Group": pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency")})} if transparency else {}
    content = form.stream
    if code.isascii() and code:
        content = _packed(code)
        entries["Filter"] = pdfdoc.PDFName("FlateDecode")
    if entries:
        form.Contents = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), content)


@lru_cache(maxsize=2)  # the poster and the tiles of a map share their form
def _packed(code: str) -> bytes:
    return zlib.compress(code.encode("ascii"), FORM_LEVEL)


def draw_scene(canvas: Canvas, scene: Scene, x_pt: float, y_pt: float, scale: float = 1.0) -> None:
    """Paint `scene` on a reportlab canvas, its top left at (x_pt, y_pt) from the page's bottom left."""
    factor = PT_PER_MM * scale
    canvas.saveState()
    canvas.transform(factor, 0, 0, -factor, x_pt, y_pt)
    Painter(canvas, frozenset()).nodes(scene.children)
    canvas.restoreState()


def _page(canvas: Canvas, painter: Painter, page: Page, index: int) -> None:
    scene = page.scene
    width, height = mm_to_pt(scene.width_mm), mm_to_pt(scene.height_mm)
    canvas.setPageSize((width, height))
    # Set on each page: reportlab keeps a box for all that follow.
    canvas.setBleedBox(_box(page.bleed_mm, height) if page.bleed_mm else None)
    canvas.setTrimBox(_box(page.trim_mm, height) if page.trim_mm else None)
    canvas.bookmarkPage(f"page-{index}", fit="Fit")
    if page.bookmark:
        canvas.addOutlineEntry(page.bookmark, f"page-{index}", level=0)
    canvas.saveState()
    canvas.transform(PT_PER_MM, 0, 0, -PT_PER_MM, 0, height)
    painter.nodes(scene.children)
    canvas.restoreState()
    for area, target in page.links:
        canvas.linkRect("", f"page-{target}", _box(area, height), relative=0, Border="[0 0 0]")
    painter.tell_places(f"Page{index + 1}")
    canvas.showPage()


def _box(area: tuple[float, float, float, float], height_pt: float) -> tuple[float, float, float, float]:
    """An area in mm from the top left as (x0, y0, x1, y1) in pt from the bottom left."""
    x, y, width, height = (mm_to_pt(v) for v in area)
    return round(x, 3), round(height_pt - y - height, 3), round(x + width, 3), round(height_pt - y, 3)


class Painter:
    """Paints nodes on a canvas whose coordinates are mm with y down."""

    def __init__(self, canvas: Canvas, forms: frozenset[str], places: Places | None = None) -> None:
        self.canvas = canvas
        self.forms = forms
        self.type = Typesetter(canvas)
        self.places = places
        self._spots: dict[str, Spots] = {}

    def emit(self, operators: str) -> None:
        self.canvas._code.append(operators)

    def nodes(self, nodes: tuple[Node, ...]) -> None:
        """Paint `nodes` in order."""
        for node in nodes:
            if isinstance(node, Path):
                self.path(node)
            elif isinstance(node, Text):
                self.alpha_free(self.type.operators(node), node.halo.opacity if node.halo else 1.0)
            elif isinstance(node, TextOnPath):
                self.alpha_free(self.type.curved(node), node.halo.opacity if node.halo else 1.0)
            elif isinstance(node, Stamp):
                self.stamp(node)
            elif isinstance(node, Piece):
                self.piece(node)
            elif isinstance(node, Group):
                self.group(node)
            elif isinstance(node, Show):
                self.show(node)
            elif isinstance(node, Scatter):
                self.scatter(node)
            elif isinstance(node, Kept):
                self.kept(node)
            elif isinstance(node, Held):
                self.held(node)

    def alpha_free(self, operators: str, stroke_opacity: float) -> None:
        """Operators whose strokes are translucent: only halos need it."""
        if not operators:
            return
        if stroke_opacity == 1.0:
            self.emit(operators)
            return
        self.canvas.saveState()
        self.canvas.setStrokeAlpha(stroke_opacity)
        self.emit(operators)
        self.canvas.restoreState()

    def path(self, node: Path) -> None:
        if not node.fill and node.stroke is None:
            return
        translucent = node.fill_opacity != 1.0 or (node.stroke is not None and node.stroke.opacity != 1.0)
        if translucent:
            self.canvas.saveState()
            self.canvas.setFillAlpha(node.fill_opacity)
            self.canvas.setStrokeAlpha(node.stroke.opacity if node.stroke else 1.0)
        self.emit(f"q {operators(node)} Q")
        if translucent:
            self.canvas.restoreState()

    def scatter(self, node: Scatter) -> None:
        """Each picture's operators are written again at each place: they pack to a few bytes."""
        pictures = [" ".join(operators(finer(path)) for path in picture) for picture in node.pictures]
        values = node.places
        parts = []
        for number_, x, y, scale in zip(values[::4], values[1::4], values[2::4], values[3::4], strict=True):
            parts.append(f"q {scale / FINE:g} 0 0 {scale / FINE:g} {x:g} {y:g} cm {pictures[int(number_)]} Q")
        if parts:
            self.emit("\n".join(parts))

    def kept(self, node: Kept) -> None:
        """A form of its own, once a document; its bytes come from the keeper of the document, if it has one."""
        document = self.canvas._doc
        known = getattr(document, "kept_forms", None)
        if known is None:
            known = document.kept_forms = {}
        if node.key not in known:
            known[node.key] = f"kept-{len(known) + 1}"
            keep: Keep | None = getattr(document, "keep", None)
            data = keep("pdf-form", node.key, lambda: _form_of(node)) if keep else _form_of(node)
            add_ready_form(self.canvas, known[node.key], data)
        self.canvas.doForm(known[node.key])

    def group(self, node: Group) -> None:
        if node.opacity != 1.0:
            self.canvas.saveState()  # which holds the opacity, too
            self.emit(_placed(node.transform, node.clip))
            self.faded(node)
            self.canvas.restoreState()
            return
        self.emit(f"q {_placed(node.transform, node.clip)}")
        self.nodes(node.children)
        self.emit("Q")

    def stamp(self, node: Stamp) -> None:
        """As a group; what was written for one document serves the others, unless it names something of its document."""
        found: Operators | None = node.written.get("pdf")
        if found is None:
            code, start = self.canvas._code, len(self.canvas._code)
            opaque = self.canvas._extgstate.is_plain
            with self.type.recorded() as texts:
                self.nodes(node.children) if node.is_plain else self.group(node)
            if opaque:
                node.written["pdf"] = operators_of(code[start:], texts)
        else:
            self.again(found)

    def piece(self, node: Piece) -> None:
        """The children in one stretch, unless they name something of their document."""
        if self.places is None:
            self.nodes(node.children)
            return
        code, start = self.canvas._code, len(self.canvas._code)
        opaque = self.canvas._extgstate.is_plain
        with self.type.recorded(apart=True) as texts:
            self.nodes(node.children)
        found = operators_of(code[start:], texts)
        if found and found.code and opaque:
            code[start:] = [Spot(found.code, node.name)]
            self.places.note(node.name, Needs(found.texts, found.states))
        else:
            self.places.note(node.name, None)

    def tell_places(self, name: str) -> None:
        """Take down where pieces stand in what was painted on the page or form `name`, which ends here."""
        if self.places is not None and any(isinstance(line, Spot) for line in self.canvas._code):
            self._spots[name] = spots_of(self.canvas._code, len(self.canvas._preamble) + 1)

    def streams(self) -> dict[int, tuple[int, Spots]]:
        """Object -> how hard it is packed, and its pieces; of the saved document."""
        document, found = self.canvas._doc, {}
        for name, spots in self._spots.items():
            page = name.startswith("Page")
            stream = document.Reference(document.idToObject[name].Contents).name if page else name
            number_, _ = document.idToObjectNumberAndVersion[stream]
            found[number_] = (-1 if page else FORM_LEVEL, spots)
        return found

    def again(self, found: Operators) -> None:
        """Paint what was written before."""
        self.emit(found.code)
        for font, characters in found.texts:
            self.type.note(font, characters)
        for key, value in found.states:
            self.canvas._extgstate.know(key, value)

    def held(self, node: Held) -> None:
        """The nodes, as the keeper of the document has them written, if it has one."""
        keep: Keep | None = getattr(self.canvas._doc, "keep", None)
        found = decoded(keep("pdf-nodes", node.key, lambda: self.apart(node.make()).encoded())) if keep else None
        self.again(found or self.apart(node.make()))

    def apart(self, nodes: tuple[Node, ...]) -> Operators:
        """What paints `nodes`, without painting them. Raises LayoutError for nodes that belong to one document."""
        code, start = self.canvas._code, len(self.canvas._code)
        opaque = self.canvas._extgstate.is_plain
        with self.type.recorded() as texts:
            self.nodes(nodes)
        found = operators_of(code[start:], texts)
        del code[start:]
        if found is None or not opaque:
            raise LayoutError("a held drawing holds a form, or is shown through an opacity")
        return found

    def faded(self, node: Group) -> None:
        """The children as one translucent picture: where they overlap, the lower doesn't shine through."""
        canvas, document = self.canvas, self.canvas._doc
        # Counted on the document: several painters may paint one, and groups may lie in one another.
        document.faded_groups = getattr(document, "faded_groups", 0) + 1
        name = f"faded-{document.faded_groups}"
        held, document.inObject = document.inObject, None
        canvas.beginForm(name, -_REACH_MM, -_REACH_MM, _REACH_MM, _REACH_MM)
        self.nodes(node.children)
        end_form(canvas, transparency=True)
        document.inObject = held
        canvas.setFillAlpha(node.opacity)
        canvas.setStrokeAlpha(node.opacity)
        canvas.doForm(name)

    def show(self, node: Show) -> None:
        if node.form not in self.forms:
            raise LayoutError(f"no form {node.form!r} in the document")
        self.emit(f"q {_placed(IDENTITY, node.clip)} {_placed(node.transform, None)}")
        self.canvas.doForm(node.form)
        self.emit("Q")


def piece_operators(nodes: tuple[Node, ...]) -> Operators | None:
    """What stands for a piece of `nodes` in any document; None when they can't stand in one stretch."""
    canvas = new_canvas(io.BytesIO(), "", "")
    try:
        found = Painter(canvas, frozenset()).apart(nodes)
    except LayoutError:
        return None
    return found if found.code else None


def _placed(transform: Matrix, clip: Path | None) -> str:
    """Operators that move what follows, and clip it to what they moved."""
    move = f"{' '.join([number(value, 6) for value in transform])} cm" if transform != IDENTITY else ""
    if clip is None:
        return move
    return f"{move} {path_data(clip.segments)} {'W*' if clip.rule == 'evenodd' else 'W'} n"


def _form_of(node: Kept) -> bytes:
    """What `node` stands for, painted apart from any document."""
    canvas = new_canvas(io.BytesIO(), "", "")
    Painter(canvas, frozenset()).nodes(node.make())
    return form_object(canvas, node.box)
