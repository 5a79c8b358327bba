"""The board with what happened on it: where units came to, and where there were fights, in many games."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from math import sqrt

from markupsafe import Markup, escape

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
    discs = "".join(_discs(view.layout.spaces, name, heat.get(name, {}), radius) for name in INKS)
    return Markup(
        f'<svg class="plot board" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f'<title>{escape(title)}</title><image href="{board}" width="{width}" height="{height}" opacity="0.6"/>'
        f"{discs}</svg>"
    )


def _discs(spaces: Mapping[str, object], name: str, counts: Mapping[str, int], radius: float) -> str:
    """A disc for each space, the largest first; fights are smaller, so that they lie upon the moves."""
    most = max(counts.values(), default=1)
    drawn = []
    for space, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if space in spaces:
            x, y = spaces[space].stack  # type: ignore[attr-defined]
            size = max(radius * sqrt(count / most) * (0.6 if name == "fights" else 1.0), 1.5)
            drawn.append(
                f'<circle cx="{x}" cy="{y}" r="{number(size, 1)}" fill="{INKS[name]}" fill-opacity="0.5" '
                f'stroke="#ffffff" stroke-width="1"><title>{escape(space)}: {count}</title></circle>'
            )
    return "".join(drawn)
