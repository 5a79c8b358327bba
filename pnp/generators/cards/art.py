"""The pictures on cards: a piece of the game's own map, by day or by night, with a counter or a symbol on it.

In: what `art` says, a box in mm. Out: nodes that stay inside it. The map is drawn once for all cards (`CardMap`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.draw.colour import INK, luminance, mix
from pnp.draw.picture import Tint, picture_nodes
from pnp.draw.recolour import recoloured
from pnp.draw.scene import Group, Node, Path, Stroke, rect
from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.generators.book.figures.hexes import HexBoard
from pnp.generators.counters.chit import chit
from pnp.generators.maps.hex.piece import Box, Pieces
from pnp.generators.maps.sheet import map_layers
from pnp.generators.sheets.night import night
from pnp.generators.sheets.title_ink import title_ink
from pnp.maps.parts import MapPlan
from pnp.model.cards import CardArt
from pnp.model.game import Game
from pnp.symbols import MARK_SYMBOLS, SymbolBox, unit_symbol, unit_symbol_misfit
from pnp.symbols.units import draw_unit_symbol

CORNER_MM = 1.0
"""Of a picture's frame."""
CHIT = 0.31
"""Edge of a counter, as a share of the picture's width; a symbol's height is a share of its own."""
SIGN = 0.52


@dataclass(frozen=True)
class CardMap:
    """The map of a game, drawn once, to cut pictures from; `plan` is made when the first picture asks for it."""

    game: Game
    plan_of: Callable[[], MapPlan]

    @cached_property
    def plan(self) -> MapPlan:
        """The plan of the map."""
        return self.plan_of()

    @cached_property
    def _cut(self) -> Callable[[Box, Sequence[Box]], Sequence[Node]]:
        if self.game.map.kind == "hexes":
            return HexBoard(self.game, self.plan).piece
        return Pieces(map_layers(self.game, self.plan)).piece

    def middle_of(self, space: str | None, where: Location | None) -> tuple[float, float]:
        """Where a space is; the middle of the map without one. Raises SourceError for an unknown space."""
        x, y, width, height = self.plan.frame_mm
        if space is None:
            return x + width / 2, y + height / 2
        if self.plan.hexes is not None and space in self.plan.hexes.centres:
            return self.plan.hexes.centres[space]
        if space in self.plan.spaces:
            left, top, across, high = self.plan.spaces[space].stack
            return left + across / 2, top + high / 2
        known = [*self.plan.spaces, *(self.plan.hexes.centres if self.plan.hexes else ())]
        hint = did_you_mean(space, known)
        raise SourceError(Problem("unknown-name", f"unknown space {space!r}", where, hint))

    def piece(self, at: tuple[float, float], across: float, box: Box, covered: Sequence[Box] = ()) -> Group:
        """The map around a point, `across` mm of it as wide as `box` on the card, which clips it.

        covered  boxes on the card that are drawn over: words that they would cut are left out
        """
        left, top, right, bottom = box
        fx, fy, fwide, fhigh = self.plan.frame_mm
        scale = max((right - left) / across, (right - left) / fwide, (bottom - top) / fhigh)
        half_x, half_y = (right - left) / 2 / scale, (bottom - top) / 2 / scale
        x = min(max(at[0], fx + half_x), fx + fwide - half_x)
        y = min(max(at[1], fy + half_y), fy + fhigh - half_y)
        centre = (left + right) / 2, (top + bottom) / 2
        hidden = [
            (x + (x0 - centre[0]) / scale, y + (y0 - centre[1]) / scale,
             x + (x1 - centre[0]) / scale, y + (y1 - centre[1]) / scale) for x0, y0, x1, y1 in covered
        ]  # fmt: skip
        nodes = self._cut((x - half_x, y - half_y, x + half_x, y + half_y), hidden)
        matrix = (scale, 0.0, 0.0, scale, (left + right) / 2 - scale * x, (top + bottom) / 2 - scale * y)
        return Group((Group(tuple(nodes), transform=matrix),), clip=Path(rect(left, top, right - left, bottom - top)))


def picture(
    game: Game, art: CardArt, place: tuple[float, float, float, float], maps: CardMap, *, framed: bool = True,
    side: str | None = None,
) -> list[Node]:  # fmt: skip
    """What `art` shows, in the box `place` (left, top, width, height).

    framed  with a thin line around it and round corners
    side    whose card it is, for a picture in the colours of its side
    Raises SourceError for a space, a counter or a symbol that the game hasn't.
    """
    left, top, width, height = place
    shape = Path(rect(left, top, width, height, CORNER_MM if framed else 0.0))
    nodes: list[Node] = []
    ground = game.style.palette.get("paper", "#ffffff")
    if art.picture is not None:
        style = game.style.sides.get(side or "")
        tint = Tint(style.ground if style is not None else INK, "#ffffff")
        nodes += [Path(shape.segments, fill="#ffffff")]
        nodes += picture_nodes(art.picture, place, style=game.style, side=tint, fit="cover")
    else:
        box = (left, top, left + width, top + height)
        covered = [one for one in (_counter_box(art, place), _symbol_box(art, place)) if one is not None]
        middle = maps.middle_of(art.at, art.where("at"))
        shown: Sequence[Node] = (maps.piece(middle, art.across_mm, box, covered),)
        low = game.style.ink == "low"
        if low:
            shown = recoloured(shown, _pale, "card in pale grey")
        elif art.night:
            ground = title_ink(game).ground
            shown = recoloured(shown, night(game), f"by night {ground}")
        nodes += [Path(shape.segments, fill="#ffffff" if low else ground), Group(tuple(shown), clip=shape)]
    if art.counter is not None:
        nodes += _counter(game, art, place)
    if art.symbol is not None:
        nodes += _symbol(game, art, place)
    drawn: list[Node] = [Group(tuple(nodes), clip=shape)]
    return [*drawn, Path(shape.segments, stroke=Stroke("#3a352f", 0.5))] if framed else drawn


def _counter_box(art: CardArt, place: tuple[float, float, float, float]) -> Box | None:
    """Where the counter of a picture lies; None for none."""
    left, top, width, height = place
    size = min(CHIT * width, 0.6 * height)
    x = left + (width - size) / 2 + (0.2 * width if art.symbol else 0.0)
    y = top + (height - size) / 2
    return (x, y, x + size, y + size) if art.counter is not None else None


def _symbol_box(art: CardArt, place: tuple[float, float, float, float]) -> Box | None:
    """Where the symbol of a picture lies; None for none."""
    left, top, width, height = place
    high = SIGN * height
    x = left + width / 2 - 0.75 * high - (0.18 * width if art.counter else 0.0)
    y = top + (height - high) / 2
    return (x, y, x + 1.5 * high, y + high) if art.symbol is not None else None


def _counter(game: Game, art: CardArt, place: tuple[float, float, float, float]) -> list[Node]:
    box = _counter_box(art, place)
    assert box is not None
    x, y, size = box[0], box[1], box[2] - box[0]
    counters = {str(counter.id): counter for counter in game.all_counters()}
    name = str(art.counter)
    if name not in counters:
        hint = did_you_mean(name, counters)
        raise SourceError(Problem("unknown-name", f"unknown counter {name!r}", art.where("counter"), hint))
    shadow = [
        Path(rect(x + 0.5 - more / 2, y + 0.9 - more / 2, size + more, size + more, 0.6), fill="#000000",
             fill_opacity=0.12)
        for more in ((1.2, 0.8, 0.4, 0.0) if game.style.ink != "low" else ())
    ]  # fmt: skip
    return [*shadow, *chit(game, counters[name], x, y, size)]


def _symbol(game: Game, art: CardArt, place: tuple[float, float, float, float]) -> list[Node]:
    left, top, right, bottom = _symbol_box(art, place) or (0.0, 0.0, 0.0, 0.0)
    name = str(art.symbol)
    misfit = None if name in MARK_SYMBOLS else unit_symbol_misfit(name)
    if misfit is not None:
        raise SourceError(Problem("missing-symbol", misfit[0], art.where("symbol"), misfit[1]))
    dark = art.night and game.style.ink != "low"
    ink = "#ffffff" if dark else INK
    ground = title_ink(game).ground if dark else "#ffffff"
    band = mix(ground, ink, 0.35)
    box = SymbolBox(left, top, right - left, bottom - top, ink, ground, band, 1.6)
    if name in MARK_SYMBOLS:
        return list(MARK_SYMBOLS[name](box))
    return [draw_unit_symbol(tuple(unit_symbol(name)(box)), box)]


def _pale(colour: str) -> str:
    """A colour in grey, paler than it is."""
    light = round(255 * min(1.0, luminance(colour) ** 0.45))
    return mix(f"#{light:02x}{light:02x}{light:02x}", "#ffffff", 0.45)
