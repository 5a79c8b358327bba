"""A document as PDF: vector, fonts embedded as subsets, boxes, bookmarks, and the same bytes on every run."""

from __future__ import annotations

import io
from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby

from pnp.draw.paths import number
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_colour import fill, pen
from pnp.draw.pdf_image import image_of
from pnp.draw.pdf_text import Typesetter, path_data
from pnp.draw.pdf_x import Profile, claim
from pnp.draw.recolour import recoloured
from pnp.draw.scene import (
    IDENTITY,
    Bitmap,
    CachedNodes,
    Document,
    Group,
    Matrix,
    Node,
    Page,
    Path,
    Scatter,
    Scene,
    Show,
    Store,
    Stroke,
    Text,
    TextOnPath,
)
from pnp.draw.separation import BLEED_MM, INSET_MM, Press
from pnp.draw.text import reportlab_name
from pnp.errors import LayoutError
from pnp.units import MM_PER_PT, PT_PER_MM, mm_to_pt

DUPLEX = {None: "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_REACH_MM = 5000
"""Half the side of a box that any drawing lies in."""
FINE = 100
"""Pictures that are strewn are written in hundredths of a mm: whole numbers are shorter."""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def render(document: Document, *, store: Store | None = None, profile: Profile | None = None) -> bytes:
    """`document` as PDF bytes.

    store    where the forms of `CachedNodes` are kept
    profile  of a press: the PDF claims to be PDF/X-4, for a document in inks (`separation.separated`)
    Raises LayoutError for a glyph that a font lacks and a form that isn't there, MissingToolError for a lost font file.
    """
    buffer = io.BytesIO()
    canvas = new_canvas(
        buffer, document.title, document.language, duplex=None if profile else document.duplex, store=store,
        version=(1, 6) if profile else (1, 7),
    )
    if profile:
        claim(canvas.document, document.title, profile)
    canvas.setSubject(document.subject)
    canvas.setAuthor(document.author)
    painter = PdfPainter(canvas, frozenset(document.forms))
    for name in sorted(document.forms):
        form = document.forms[name]
        canvas.beginForm(name, 0, 0, form.width_mm, form.height_mm)
        painter.nodes(form.children)
        canvas.end_form()
    for index, page in enumerate(document.pages):
        _page(canvas, painter, page, index)
    if any(page.bookmark for page in document.pages):
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def new_canvas(
    buffer: io.BytesIO, title: str, language: str, *, duplex: str | None = None, store: Store | None = None,
    version: tuple[int, int] = (1, 7),
) -> PdfCanvas:  # fmt: skip
    """A canvas whose bytes depend on nothing but what is drawn, and which asks the viewer not to scale.

    store    where the forms of `CachedNodes` are kept
    version  of PDF: 1.7 brought the Duplex preference, PDF/X-4 allows 1.6
    """
    font = reportlab_name("sans-regular")
    canvas = PdfCanvas(
        buffer, invariant=1, pageCompression=1, lang=language, initialFontName=font, pdfVersion=version, store=store
    )
    canvas.setTitle(title)
    canvas.setCreator("pnp")
    canvas.setProducer("pnp")
    set_viewer(canvas, duplex)
    return canvas


def press_canvas(buffer: io.BytesIO, title: str, language: str, press: Press, trim_mm: tuple[float, float],
                 store: Store | None = None) -> PdfCanvas:  # fmt: skip
    """A canvas whose colours are in the inks of `press`; around its pages, trimmed to `trim_mm`, lies BLEED_MM.

    The painter moves each page right and up by `bleed_pt`.
    """
    canvas = new_canvas(buffer, title, language, store=store, version=(1, 6) if press.profile else (1, 7))
    if press.profile:
        claim(canvas.document, title, press.profile)
    width, height = (mm_to_pt(side + 2 * BLEED_MM) for side in trim_mm)
    canvas.ink, canvas.inks, canvas.bleed_pt = press.ink, press.name, mm_to_pt(BLEED_MM)
    canvas.setBleedBox(_box((INSET_MM, INSET_MM, *(side + 2 * BLEED_MM - 2 * INSET_MM for side in trim_mm)), height))
    canvas.setTrimBox(_box((BLEED_MM, BLEED_MM, *trim_mm), height))
    canvas.setPageSize((width, height))
    return canvas


def set_viewer(canvas: PdfCanvas, duplex: str | None) -> None:
    """Ask the viewer for no scaling, the right flip, and the title in its window."""
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[duplex])
    canvas.setViewerPreference("DisplayDocTitle", "true")


def draw_scene(canvas: PdfCanvas, scene: Scene, x_pt: float, y_pt: float, scale: float = 1.0) -> None:
    """Paint `scene` on a reportlab canvas, its top left at (x_pt, y_pt) from the page's bottom left."""
    factor = PT_PER_MM * scale
    canvas.saveState()
    if canvas.mirrored:
        canvas.transform(-factor, 0, 0, -factor, x_pt + scene.width_mm * factor, y_pt)
    else:
        canvas.transform(factor, 0, 0, -factor, x_pt, y_pt)
    children = recoloured(scene.children, canvas.ink, canvas.inks) if canvas.ink else scene.children
    PdfPainter(canvas, frozenset()).nodes(children)
    canvas.restoreState()


def _page(canvas: PdfCanvas, painter: PdfPainter, page: Page, index: int) -> None:
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
    canvas.showPage()


def _box(area: tuple[float, float, float, float], height_pt: float) -> tuple[float, float, float, float]:
    """An area in mm from the top left as (x0, y0, x1, y1) in pt from the bottom left."""
    x, y, width, height = (mm_to_pt(v) for v in area)
    return round(x, 3), round(height_pt - y - height, 3), round(x + width, 3), round(height_pt - y, 3)


class PdfPainter:
    """Paints nodes on a canvas whose coordinates are mm with y down."""

    def __init__(self, canvas: PdfCanvas, forms: frozenset[str]) -> None:
        self.canvas = canvas
        self.forms = forms
        self.type = Typesetter(canvas.document)

    def emit(self, operators: str) -> None:
        """Append `operators` to the page or form being painted."""
        self.canvas.emit(operators)

    def nodes(self, nodes: tuple[Node, ...]) -> None:
        """Paint `nodes` in order; texts one after the other are a paragraph to somebody to whom they are read."""
        if self.canvas.tags is None:
            self._nodes(nodes)
            return
        for is_text, run in groupby(nodes, lambda node: isinstance(node, Text | TextOnPath)):
            with self.canvas.tagged("P") if is_text else nullcontext():
                self._nodes(tuple(run))

    def _nodes(self, nodes: tuple[Node, ...]) -> None:
        for node in nodes:
            if isinstance(node, Path):
                self.path(node)
            elif isinstance(node, Text):
                self.alpha_free(self.type.operators(node), node.halo.opacity if node.halo else 1.0)
            elif isinstance(node, TextOnPath):
                self.alpha_free(self.type.curved(node), node.halo.opacity if node.halo else 1.0)
            elif isinstance(node, Group):
                self.group(node)
            elif isinstance(node, Show):
                self.show(node)
            elif isinstance(node, Scatter):
                self.scatter(node)
            elif isinstance(node, Bitmap):
                self.raster(node)
            elif isinstance(node, CachedNodes):
                self.cached(node)

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
        """Fill and stroke a path; a path with neither paints nothing."""
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

    def raster(self, node: Bitmap) -> None:
        """Pixels, embedded once per document; the unit square of a PDF's image stands on its foot."""
        self.emit(f"q {_placed((node.width, 0.0, 0.0, -node.height, node.x, node.y + node.height), None)}")
        self.canvas.show_image(image_of(node.png, inked=node.inked))
        self.emit("Q")

    def cached(self, node: CachedNodes) -> None:
        """Show the nodes as a form embedded once per document; its bytes come from the store, if there is one."""
        if not node.stored:
            self.nodes(node.make())
            return
        canvas, names = self.canvas, self.canvas.cached_forms
        if node.key not in names:
            names[node.key] = f"cached-{len(names) + 1}"
            data = canvas.store("pdf-form", node.key, lambda: _form_of(node)) if canvas.store else _form_of(node)
            canvas.add_form(names[node.key], data)
        canvas.doForm(names[node.key])

    def group(self, node: Group) -> None:
        """Paint the children within the group's transform and clip, faded as one where it has an opacity."""
        with self.canvas.tagged(node.role, node.alt) if node.role else nullcontext():
            self._group(node)

    def _group(self, node: Group) -> None:
        if node.opacity != 1.0:
            self.canvas.saveState()  # which holds the opacity, too
            self.emit(_placed(node.transform, node.clip))
            self.faded(node)
            self.canvas.restoreState()
            return
        self.emit(f"q {_placed(node.transform, node.clip)}")
        self.nodes(node.children)
        self.emit("Q")

    def faded(self, node: Group) -> None:
        """The children as one translucent picture: where they overlap, the lower doesn't shine through."""
        canvas = self.canvas
        # Counted on the canvas: several painters may paint on one, and groups may lie in one another.
        canvas.faded_groups += 1
        name = f"faded-{canvas.faded_groups}"
        with canvas.group_form(name, _REACH_MM):
            self.nodes(node.children)
        canvas.setFillAlpha(node.opacity)
        canvas.setStrokeAlpha(node.opacity)
        canvas.doForm(name)

    def show(self, node: Show) -> None:
        """Paint a form of the document through a transform and a clip.

        Raises LayoutError when the document has no such form.
        """
        if node.form not in self.forms:
            raise LayoutError(f"no form {node.form!r} in the document")
        self.emit(f"q {_placed(IDENTITY, node.clip)} {_placed(node.transform, None)}")
        self.canvas.doForm(node.form)
        self.emit("Q")


def _placed(transform: Matrix, clip: Path | None) -> str:
    """Operators that move what follows, and clip it to what they moved."""
    move = f"{' '.join([number(value, 6) for value in transform])} cm" if transform != IDENTITY else ""
    if clip is None:
        return move
    return f"{move} {path_data(clip.segments)} {'W*' if clip.rule == 'evenodd' else 'W'} n"


def _form_of(node: CachedNodes) -> bytes:
    """The nodes of `node` as the bytes of a form that belongs to no document."""
    canvas = new_canvas(io.BytesIO(), "", "")
    PdfPainter(canvas, frozenset()).nodes(node.make())
    return canvas.as_form(node.box)


def finer(path: Path) -> Path:
    """`path` in units of 1/FINE mm."""
    segments = tuple((name, *(value * FINE for value in values)) for name, *values in path.segments)
    stroke = path.stroke and replace(
        path.stroke, width_pt=path.stroke.width_pt * FINE, dash_mm=tuple(v * FINE for v in path.stroke.dash_mm)
    )
    return replace(path, segments=segments, stroke=stroke)  # type: ignore[arg-type]


def operators(node: Path) -> str:
    """The operators that draw a path, its pen and colours set first."""
    parts = [fill(node.fill)] if node.fill else []
    if node.stroke is not None:
        parts.append(_pen(node.stroke))
    return " ".join([*parts, path_data(node.segments), _paint(node)])


def _pen(stroke: Stroke) -> str:
    parts = [pen(stroke.colour), f"{number(stroke.width_pt * MM_PER_PT)} w"]
    if stroke.dash_mm:
        parts.append(f"[{' '.join(number(v) for v in stroke.dash_mm)}] 0 d")
    if stroke.cap != "butt":
        parts.append(f"{_CAPS[stroke.cap]} J")
    if stroke.join != "miter":
        parts.append(f"{_JOINS[stroke.join]} j")
    return " ".join(parts)


def _paint(node: Path) -> str:
    star = "*" if node.rule == "evenodd" else ""
    if node.fill and node.stroke is not None:
        return f"B{star}"
    return f"f{star}" if node.fill else "S"
