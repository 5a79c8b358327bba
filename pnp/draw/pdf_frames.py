"""The frames that platypus fills: the only module that uses private members of reportlab's templates."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus.doctemplate import BaseDocTemplate
from reportlab.platypus.flowables import Flowable
from reportlab.platypus.frames import Frame

from pnp.draw.pdf_canvas import PdfCanvas


class Template(BaseDocTemplate):  # type: ignore[misc]
    """A document that makes its own canvas."""

    def new_canvas(self) -> PdfCanvas:
        """The canvas for the document."""
        raise NotImplementedError

    def _makeCanvas(self, filename: object = None, canvasmaker: object = None) -> PdfCanvas:
        return self.new_canvas()

    def is_page_end(self, flowables: Sequence[Flowable]) -> bool:
        """Whether `handle_flowable` was given the end of a page or column, not the story."""
        return flowables is self._hanging


def wait_again(flowable: Flowable) -> None:
    """Allow `flowable` to move to the next column again, which platypus rejects twice in a row."""
    vars(flowable).pop("_postponed", None)


def frame_of(flowable: Flowable) -> Frame | None:
    """The frame in which `flowable` is being placed."""
    return getattr(flowable, "_frame", None)


def is_at_top(frame: Frame) -> bool:
    """Whether nothing stands in `frame` yet."""
    return bool(frame._atTop)


def top_pt(frame: Frame) -> float:
    """The upper edge of `frame` on its page."""
    return float(frame._y2)


def filled_pt(frame: Frame) -> float:
    """How much of the height of `frame` is filled."""
    return float(frame._y2 - frame._y)


def room_pt(frame: Frame) -> float:
    """How much of the height of `frame` is free."""
    return float(frame._y - frame._y1p)
