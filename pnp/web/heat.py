"""The board with what happened on it: where units came to, and where there were fights, in many games."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from math import sqrt

from markupsafe import Markup
from svgwrite.container import SVG
from svgwrite.image import Image
from svgwrite.shapes import Circle

from pnp.draw.paths import number
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.referee.violation import _W
from pnp.web.board_view import DPI, as_jpeg, board_view

TITLE = _W("Moves and fights")

WIDTH_PX = 1400
"""Width of the board at most."""

LARGEST = 0.75
"""Radius of the largest disc, in widths of a counter."""

INKS = {"moves": "#1d4f73", "fights": "#b3261e"}


def heat_map(game: Game, plan: MapPlan, heat: Mapping[str, Mapping[str, int]]) -> Markup:
    """The board, paler than printed, with a disc in each space whose area is in proportion to what happened there.

    heat  "moves" and "fights": space -> how many; what lies in no space of the board is left out
    Raises MissingToolError without libcairo or Pillow.
    """
    title = game.words.text(TITLE)
    full = board_view(game, plan)
    dpi = DPI * min(1.0, WIDTH_PX / full.layout.size[0])
    view = full if dpi == DPI else board_view(game, plan, dpi=dpi)
    width, height = view.layout.size
    board = f"data:image/jpeg;base64,{base64.b64encode(as_jpeg(view.board, 78)).decode('ascii')}"
    radius = view.layout.px(view.layout.counter_mm) * LARGEST
    drawing = SVG(debug=False, class_="plot board", viewBox=f"0 0 {width} {height}", role="img", aria_label=title)
    drawing.elements.clear()  # of definitions, which it has not
    drawing.set_desc(title=title)
    drawing.add(Image(board, size=(width, height), factory=drawing, opacity="0.6"))
    for name in INKS:
        for disc in _discs(view.layout.spaces, name, heat.get(name, {}), radius):
            drawing.add(disc)
    return Markup(drawing.tostring())


def _discs(
    spaces: Mapping[str, object], name: str, counts: Mapping[str, int], radius: float
) -> Iterator[Circle]:
    """A disc for each space, the largest first; fights are smaller, so that they lie upon the moves."""
    most = max(counts.values(), default=1)
    for space, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if space in spaces:
            x, y = spaces[space].stack  # type: ignore[attr-defined]
            size = max(radius * sqrt(count / most) * (0.6 if name == "fights" else 1.0), 1.5)
            disc = Circle(
                (x, y), number(size, 1), debug=False, fill=INKS[name], fill_opacity="0.5", stroke="#ffffff",
                stroke_width="1",
            )  # fmt: skip
            disc.set_desc(title=f"{space}: {count}")
            yield disc
