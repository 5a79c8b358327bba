"""The positions of everything on a counter of a given size, and how text is fitted there.

Measures are those of a 15.875 mm (5/8 in) counter, scaled. On a rectangle they are those of a square as wide as it is
high, or as high as it is wide, whichever is smaller: what stands at an edge goes out with it, what stands in the middle
stays there. Two limits don't scale: nothing is nearer than
`SAFE_MM` to the cut, and no type is smaller than `SMALLEST_PT`. Fronts and backs share one layout, so that
nothing moves when a counter is flipped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.draw.text import ink_box_mm, width_mm
from pnp.errors import LayoutError, did_you_mean
from pnp.symbols import Symbol
from pnp.units import COUNTER_SCALE_PT, MM_PER_PT, scale_step_pt

REFERENCE_MM = 15.875
"""5/8 in: the counter size that the measures refer to."""

SizeMm = tuple[float, float]
"""Width and height of a counter."""

SAFE_MM = 1.2
"""Least distance to the cut of anything that must not be trimmed."""

EDGE_MM = 1.15
"""Height of a side's band along an edge, within the strip outside the safe distance."""

NAME_HEIGHT_EM, DESCENDER_EM = 0.985, 0.205
"""From the top of an ascender to the foot of a descender, and that below the baseline, of names on a line of their own.
"""
SMALLEST_PT, NARROWEST = 5.0, 0.88
"""The smallest size of type, and the least share of its width to which it is condensed."""
NARROW_NAME, TIGHTEST = 0.8, 0.65
"""The share of its width to which a name is condensed before it is set smaller, and the least that it keeps."""
OVER_PLATE_MM, IN_PLATE_MM, FOOT_GAP, ABOVE_GAP_MM = 8.3, 9.85, 0.75, 0.25
"""Down to where a symbol box reaches above a plate, and to where the edge of one does, and from a box to factors below
it, on a counter of the reference size; from it to a name above it.
"""
CLEAR_MM = 0.35
"""From the edge of a plate to the figures on it, at any size."""
BOX_HEIGHT, BROAD, BESIDE_MM = 6.2, 1.5, 0.7
"""Most height of a symbol box, on a counter of the reference size; its width, in heights; from it to words."""
FIGURE_HEIGHT_EM = 0.698
CAP_HEIGHT_EM = 0.698
"""IBM Plex Sans Condensed: figures and capitals are 698/1000 em high."""

FACTOR_FONT = "condensed-bold"
SIDE_FONT, CODE_FONT = "condensed-semibold", "condensed-regular"
"""Of what a unit is called, by which all words are measured; of the codes in its corners, which are narrower."""


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Places in mm from the trimmed counter's top left, sizes in pt.

    scale        shorter side / 15.875
    box          x, y, width, height of the symbol box
    line_pt      symbol line
    mark_bottom, mark_height   size mark above the box, on one line with codes and names
    baseline     of the factors
    single_pt, several_pt, least_pt   factors: one or two values; several; several at their smallest
    side_pt      designation, parent, code in the corner
    tab          width, height, cut of the activated tab
    marker       width, height and corner radius of a marker's rounded square
    label_pt     words on a marker
    factor_font  face of the factors
    figure_em    height of its figures
    """

    width: float
    height: float
    scale: float
    box: tuple[float, float, float, float]
    line_pt: float
    mark_bottom: float
    mark_height: float
    baseline: float
    single_pt: float
    several_pt: float
    least_pt: float
    side_pt: float
    tab: tuple[float, float, float]
    marker: tuple[float, float, float]
    label_pt: float
    factor_font: str = FACTOR_FONT
    figure_em: float = FIGURE_HEIGHT_EM

    def figured(self, font: str) -> FaceLayout:
        """The layout with factors in `font`, whose figures are as high as those of the usual one."""
        _, usual, _, _ = ink_box_mm("1", FACTOR_FONT, 10.0)
        _, top, _, _ = ink_box_mm("1", font, 10.0)
        sizes = {name: getattr(self, name) * usual / top for name in ("single_pt", "several_pt", "least_pt")}
        return replace(self, factor_font=font, figure_em=FIGURE_HEIGHT_EM * top / usual, **sizes)

    def boxed(self, *, factors: int, plate: bool, beside: bool, named: bool = False, high: bool = False) -> FaceLayout:
        """The layout with the symbol box as large as there is room for, down to the factors.

        factors  how many there are
        plate    a plate lies under them, and keeps one or two as large as several
        beside   texts stand left of the box
        named    names have a line of their own above it
        high     nothing stands above it
        """
        top, mark_bottom = self.box[1] - self.taller / 2, self.mark_bottom
        if high:
            top = SAFE_MM + self.line_pt * MM_PER_PT
        elif named:
            top = SAFE_MM + ABOVE_GAP_MM + (NAME_HEIGHT_EM * self.side_pt + self.line_pt / 2) * MM_PER_PT
            mark_bottom = SAFE_MM + (NAME_HEIGHT_EM - DESCENDER_EM) * self.side_pt * MM_PER_PT
        single_pt = self.several_pt if plate else self.single_pt
        figures_mm = self.figure_em * (single_pt if factors < 3 else self.several_pt) * MM_PER_PT
        foot = OVER_PLATE_MM * self.scale
        if not plate:
            foot = self.baseline - self.taller - figures_mm - FOOT_GAP * self.scale
        height = min(foot - top, BOX_HEIGHT * self.scale)
        width = BROAD * height
        top += (foot - top - height) / 2 if high else 0.0
        left = self.width - SAFE_MM - width if beside else (self.width - width) / 2
        box = left, top + self.taller / 2, width, height
        return replace(self, box=box, mark_bottom=mark_bottom, single_pt=single_pt)

    @property
    def box_centre(self) -> float:
        """The x of the symbol box's centre."""
        return self.box[0] + self.box[2] / 2

    @property
    def column(self) -> float:
        """Room left of the symbol box."""
        return self.box[0] - BESIDE_MM - SAFE_MM

    @property
    def column_middle(self) -> float:
        """The x of its middle."""
        return SAFE_MM + self.column / 2

    @property
    def middle(self) -> float:
        """The x of the counter's middle."""
        return self.width / 2

    @property
    def level(self) -> float:
        """The y of the counter's middle."""
        return self.height / 2

    @property
    def wider(self) -> float:
        """Width beyond that of a square of the shorter side."""
        return max(self.width - self.height, 0.0)

    @property
    def taller(self) -> float:
        """Height beyond that of a square of the shorter side."""
        return max(self.height - self.width, 0.0)

    @property
    def box_middle(self) -> float:
        """The y of the symbol box's centre."""
        return self.box[1] + self.box[3] / 2

    @property
    def room(self) -> float:
        """Width between the safe edges."""
        return self.width - 2 * SAFE_MM


def sides_mm(size_mm: float | SizeMm) -> SizeMm:
    """Width and height of a counter, of a square one given by its edge."""
    return size_mm if isinstance(size_mm, tuple) else (size_mm, size_mm)


def face_layout(size_mm: float | SizeMm) -> FaceLayout:
    """The layout of a counter of that edge or that width and height. Raises LayoutError below 10 mm, where type would
    be unreadable.
    """
    width, height = sides_mm(size_mm)
    shorter = min(width, height)
    if shorter < 10.0:
        raise LayoutError(f"counters of {shorter:g} mm are too small to read; the smallest is 10 mm")
    k = shorter / REFERENCE_MM
    side_pt = scale_step_pt(max(7.4 * k, 5.6))
    mark_bottom = max(1.27 * k, SAFE_MM + 0.05) + CAP_HEIGHT_EM * side_pt * MM_PER_PT
    box_width, box_height = 8.5 * k, 5.15 * k
    baseline = height - SAFE_MM - 0.35 * k
    plate_mm = baseline - (height - shorter) - IN_PLATE_MM * k - CLEAR_MM
    return FaceLayout(
        width=width,
        height=height,
        scale=k,
        box=((width - box_width) / 2, mark_bottom + 0.55 * k + (height - shorter) / 2, box_width, box_height),
        line_pt=max(0.8 * k, 0.66),
        mark_bottom=mark_bottom,
        mark_height=1.3 * k,
        baseline=baseline,
        single_pt=17.5 * k,
        several_pt=min(16.0 * k, plate_mm / (FIGURE_HEIGHT_EM * MM_PER_PT)),
        least_pt=max(13.0 * k, 11.0),
        side_pt=side_pt,
        tab=((shorter - box_width) / 2 - 0.2, SAFE_MM + 1.85 * k, 0.8 * k),
        marker=(width - shorter + 12.98 * k, height - shorter + 12.98 * k, 1.3 * k),
        label_pt=scale_step_pt(7.35 * k),
    )


@dataclass(frozen=True, slots=True)
class FittedText:
    """The size at which a text fits, and its width as a share of the normal one."""

    size_pt: float
    stretch: float


def fitted(
    text: str, font: str, size_pt: float, room_mm: float, *, least_pt: float = SMALLEST_PT, tracking_em: float = 0.0,
    narrowest: float = NARROWEST, what: str = "text",
) -> FittedText:  # fmt: skip
    """Fit `text` into `room_mm`: condensed, down to `narrowest`, then a step smaller, down to `least_pt`.

    Raises LayoutError naming `what` when `text` is still wider than `room_mm`.
    """
    least_pt = min(least_pt, size_pt)
    for size in (size_pt, *(step for step in reversed(COUNTER_SCALE_PT) if least_pt < step < size_pt), least_pt):
        width = width_mm(text, font, size, tracking_em)
        if width * narrowest <= room_mm:
            return FittedText(size, min(1.0, int(room_mm / width * 1000) / 1000))
    raise LayoutError(
        f"{what}: {text!r} is {width:.1f} mm wide at {least_pt:g} pt, there is room for {room_mm:.1f} mm; shorten it"
    )


def fitted_name(text: str, size_pt: float, room_mm: float, what: str) -> FittedText:
    """Fit a name as `fitted` does, condensed further where even the smallest size needs it."""
    narrow = NARROW_NAME if NARROW_NAME * width_mm(text, SIDE_FONT, SMALLEST_PT) <= room_mm else TIGHTEST
    return fitted(text, SIDE_FONT, size_pt, room_mm, narrowest=narrow, what=what)


def name_fits(text: str, room_mm: float) -> bool:
    """Whether `fitted_name` can fit `text`."""
    return TIGHTEST * width_mm(text, SIDE_FONT, SMALLEST_PT) <= room_mm


def ink_width_mm(text: str, font: str, size_pt: float) -> float:
    """Width of the ink of `text`."""
    x0, _, x1, _ = ink_box_mm(text, font, size_pt)
    return x1 - x0


def named_symbol(symbols: dict[str, Symbol], name: str, what: str) -> Symbol:
    """The symbol `name`. Raises LayoutError, which names `what` and the most similar symbol."""
    if name not in symbols:
        raise LayoutError(f"{what}: unknown symbol {name!r}. {did_you_mean(name, symbols)}".rstrip())
    return symbols[name]
