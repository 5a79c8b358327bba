"""Who leads what, for players who share a side: each formation with its units.

In: a game with `formations`, a width in mm. Out: a `Drawing` with its heading; None for a game without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.draw.scene import Node, Path, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.scenarios.lists import draw_band
from pnp.generators.tables.parts import BODY, titled
from pnp.generators.typeset.block import Drawing, text_block
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Formation

CHIT_MM, PITCH_MM, PAD_MM, PART_MM = 9.6, 10.1, 0.5, 2.0
LABEL_MM, LABEL_SHARE = 46.0, 0.26
"""Room for what a formation is called, and its largest share of the width."""
BESIDE_MM, GUTTER_MM = 150.0, 6.0
"""From this width leaders stand in two columns; the white between these."""


def commands_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """Under a band for each leader a row for each formation: its name, its counters, or that it has all others.

    air_mm  what is added to the height of each row
    """
    if not game.info.formations:
        return None
    counters = {str(c.id): c for c in game.all_counters()}
    names = {seat.id: seat.name for seat in (*game.info.sides, *game.info.seats)}
    two = width >= BESIDE_MM
    room = (width - GUTTER_MM) / 2 if two else width
    led = [
        _led(game, names[seat], side, [(one, [counters[str(name)] for name in one.units]) for one in formations], room)
        for (seat, side), formations in groupby(game.info.formations, key=lambda one: (one.seat, one.side))
    ]
    ways = [(led[:n], led[n:]) for n in range(1, len(led))] if two and len(led) > 1 else [(led, [])]
    tall = [[sum(part.high_mm for part in column) for column in way] for way in ways]
    high, way = min(((max(highs), way) for highs, way in zip(tall, ways, strict=True)), key=lambda one: one[0])
    high += air_mm * max(sum(len(part.rows) for part in column) for column in way)
    nodes: list[Node] = []
    for number, column in enumerate(way):
        y, rows = 0.0, sum(len(part.rows) for part in column)
        more = (high - sum(part.high_mm for part in column)) / max(rows, 1)
        for part in column:
            drawn = part.drawn(game, more)
            nodes.append(drawn.at(number * (room + GUTTER_MM), y))
            y += drawn.height_mm
    return titled(game, game.words.text("Who leads what"), Drawing(tuple(nodes), width, high))


class _Led(NamedTuple):
    """A leader's band, and the rows below it: a label, and what it names."""

    band: Drawing
    rows: list[tuple[Drawing, Drawing]]

    @property
    def high_mm(self) -> float:
        """The height of all, without air."""
        return self.band.height_mm + sum(_high(row) for row in self.rows) + PART_MM

    def drawn(self, game: Game, air_mm: float) -> Drawing:
        """The band and the rows, each higher by so much, on a ground and white in turn."""
        nodes, y = [self.band.at(0.0, 0.0)], self.band.height_mm
        for number, (label, shown) in enumerate(self.rows):
            high = _high((label, shown)) + air_mm
            if number % 2:
                nodes.append(Path(rect(0.0, y, self.band.width_mm, high), fill=game.style.colour("zebra")))
            left = self.band.width_mm - shown.width_mm
            nodes += [part.at(x, y + (high - part.height_mm) / 2) for part, x in ((label, 1.0), (shown, left))]
            y += high
        return Drawing(tuple(nodes), self.band.width_mm, y + PART_MM)


def _high(row: tuple[Drawing, Drawing]) -> float:
    return max(part.height_mm for part in row) + 2 * PAD_MM


def _led(
    game: Game, name: str, side: str, formations: Sequence[tuple[Formation, list[Counter]]], width: float
) -> _Led:  # fmt: skip
    """What one leads: each formation with its counters, or that it has all others."""
    words = (width_mm(word, "sans-bold", BODY.size_pt) for one in game.info.formations for word in one.name.split())
    left = max(min(LABEL_MM, LABEL_SHARE * width), min(max(words) + 4.0, width / 2))
    across, rows = int((width - left + PITCH_MM - CHIT_MM) // PITCH_MM), list[tuple[Drawing, Drawing]]()
    for formation, units in formations:
        inner: list[Node] = []
        for index, counter in enumerate(units):
            inner += chit(game, counter, index % across * PITCH_MM, index // across * PITCH_MM, CHIT_MM, "front")
        shown = Drawing(tuple(inner), width - left, -(-len(units) // across) * PITCH_MM - (PITCH_MM - CHIT_MM))
        if not units:
            shown = text_block(game.words.text("All other units of the side."), BODY, width - left)
        rows.append((text_block(f"**{formation.name}**", BODY, left - 3.0), shown))
    return _Led(draw_band(game, side, name, (), width), rows)
