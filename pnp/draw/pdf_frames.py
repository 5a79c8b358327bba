"""The frames that platypus fills: the only module that uses private members of reportlab's templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Held:
    """A flowable and its place: its lower left corner, its upper edge, the width that it leaves free, all in pt."""

    flowable: Flowable
    x: float
    y: float
    top: float
    free: float


class HeldFrame(Frame):  # type: ignore[misc]
    """A frame whose contents are painted by `paint`, when the page is full and their places can still be changed.

    held   what stands in it
    lent   how far below its foot it may reach, in pt
    leads  whether it begins the page
    """

    leads = True

    def _reset(self) -> None:
        super()._reset()
        self._geom()  # takes back what was lent
        self.held: list[Held] = []
        self.lent = 0.0

    def moved_to(self, foot_pt: float, top_pt: float) -> None:
        """Empty the column and let it reach from `foot_pt` to `top_pt`."""
        vars(self).update(_y1=foot_pt, _height=top_pt - foot_pt)
        self._geom()
        self._reset()

    def end_at(self, foot_pt: float) -> None:
        """Let the column end at `foot_pt`, with what stands in it."""
        vars(self).update(_y1=foot_pt, _height=self._y2 - foot_pt)
        self._geom()

    def hold(self, flowable: Flowable) -> None:
        """Let `flowable`, which takes no room, stand below what stands in the column."""
        self.held.append(Held(flowable, self._x, self._y, self._y, 0.0))

    def state(self) -> dict[str, object]:
        """What stands in it, and where; `vars(column).update` takes it back."""
        return {**vars(self), "held": list(self.held)}

    def lend(self, room_pt: float) -> None:
        """Let the column reach `room_pt` below its foot in all, to be drawn together by `paint`."""
        self._y1p -= room_pt - self.lent
        self.lent = room_pt

    def _add(self, flowable: Flowable, canvas: PdfCanvas, trySplit: int = 0) -> int:
        def hold(_: PdfCanvas, x: float, y: float, _sW: float = 0) -> None:
            height = getattr(flowable, "height", 0.0)
            self.held.append(Held(flowable, x, y, y + height, _sW))

        if hasattr(flowable, "frameAction"):
            return int(super()._add(flowable, canvas, trySplit))
        vars(flowable)["drawOn"] = hold
        try:
            return int(super()._add(flowable, canvas, trySplit))
        finally:
            del vars(flowable)["drawOn"]

    add = _add

    def paint(self, canvas: PdfCanvas, lower: Sequence[float]) -> None:
        """Paint each flowable, as many pt lower than it was placed as `lower` says; less than 0 = higher."""
        for item, down in zip(self.held, lower, strict=True):
            item.flowable._frame = self
            item.flowable.drawOn(canvas, item.x, item.y - down, _sW=item.free)
            del item.flowable._frame
        self.held = []


def foot_pt(frame: Frame) -> float:
    """The lower edge of `frame` on its page, without what was lent."""
    return float(frame._y1 + frame._bottomPadding)


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
