"""Cards for the sides to set up by, all of one size, on a grid that is cut straight across.

In: a game, its scenarios with those that they are mostly like, the room of a page. Out: the nodes of pages. A side
that needs more room than a card has goes on on another; a scenario that is mostly like an earlier one has cards only of
what differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Node, Stroke, line
from pnp.generators.charts.scenario import arrivals
from pnp.generators.scenarios.blocks import arrivals_block
from pnp.generators.scenarios.lists import (
    SideList,
    StackGroup,
    arrival_sections,
    draw_band,
    draw_sections,
    list_look,
    side_lists,
)
from pnp.generators.tables.look import QUIET
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Rect
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.scenario import Scenario

GRIDS = ((1, 2), (2, 2), (1, 3), (2, 3))
"""Columns and rows of cards on a page that are tried."""
CHITS_MM = (11.4, 10.4, 9.4, 8.6, 8.0, 7.4)
PAD_MM, GAP_MM = 4.0, 2.4
DASH_MM = (1.6, 1.2)
TICK_MM = 4.0

Bases = Mapping[str, tuple[Scenario, int] | None]


def card_pages(game: Game, bases: Bases, room: Rect) -> list[list[Node]]:
    """Pages of cards: the grid that needs the fewest pages, then the fewest cards, with the largest counters.

    bases  id of a scenario -> the one that it is mostly like, if any
    room   of a page: left, top, width, height
    """
    best: tuple[tuple[float, ...], list[Drawing], tuple[int, int]] | None = None
    told = list(_told(game, bases))
    for columns, rows in GRIDS:
        wide, high = room[2] / columns - 2 * PAD_MM, room[3] / rows - 2 * PAD_MM
        for chit_mm in CHITS_MM:
            cards = _cards(game, told, wide, high, chit_mm)
            if cards is None:
                continue
            rank = (-(-len(cards) // (columns * rows)), len(cards), -chit_mm)
            if best is None or rank < best[0]:
                best = rank, cards, (columns, rows)
    if best is None:
        return []
    _, cards, (columns, rows) = best
    each = columns * rows
    return [_page(cards[n : n + each], (columns, rows), room) for n in range(0, len(cards), each)]


def _page(cards: Sequence[Drawing], grid: tuple[int, int], room: Rect) -> list[Node]:
    """Cards in their cells, and the lines along which they are cut."""
    left, top, width, height = room
    columns, rows = grid
    pen = Stroke(QUIET, 0.5, dash_mm=DASH_MM)
    used = -(-len(cards) // columns)
    wide, high = width / columns, height / rows
    nodes: list[Node] = [
        card.at(left + n % columns * wide + PAD_MM, top + n // columns * high + PAD_MM) for n, card in enumerate(cards)
    ]
    foot, right = top + used * high, left + width
    for y in (top + n * high for n in range(used + 1)):
        nodes.append(line(left - TICK_MM, y, right + TICK_MM, y, pen))
    return [*nodes, *(line(left + n * wide, top, left + n * wide, foot, pen) for n in range(columns + 1))]


@dataclass(frozen=True, slots=True)
class _Told:
    """What the cards of a side in a scenario tell, and the right end of their band."""

    scenario: Scenario
    side: Side
    title: str
    listed: SideList | None
    turns: tuple[StackGroup, ...]


def _told(game: Game, bases: Bases) -> Iterator[_Told]:
    """Side by side what each lays and brings in; arrivals that an earlier scenario has alike are left out."""
    earlier: list[object] = []
    for scenario in game.scenarios.values():
        base, arriving = bases.get(str(scenario.id)), arrivals(game, scenario)
        lists = {one.side: one for one in side_lists(game, scenario, base[0] if base else None)}
        note = game.words.text("as in scenario {n}, except", n=base[1]) if base else ""
        title = " · ".join(part for part in (scenario.name, note) if part)
        for side in game.info.sides:
            turns = () if arriving in earlier else arrival_sections(game, scenario, only=str(side.id))
            if turns or side.id in lists:
                yield _Told(scenario, side, title, lists.get(str(side.id)), turns)
        earlier.append(arriving)


def _cards(game: Game, told: Sequence[_Told], width: float, height: float, chit_mm: float) -> list[Drawing] | None:
    """All cards of this size; None where a section is higher than one."""
    cards: list[Drawing] = []
    for one in told:
        rows: list[Drawing] = []
        if one.listed is not None:
            look = list_look(one.listed.sections, width, chit_mm)
            rows += [row for row, _ in draw_sections(game, one.listed.sections, width, look)]
        if one.turns:
            rows.append(arrivals_block(game, one.scenario, one.turns, width, chit_mm))
        band = draw_band(game, str(one.side.id), one.side.name, one.title, width)
        divided = _divided(rows, height - band.height_mm)
        if divided is None:
            return None
        cards += [
            Drawing((*band.nodes, card.at(0.0, band.height_mm)), width, band.height_mm + card.height_mm)
            for card in divided
        ]
    return cards


def _divided(parts: Sequence[Drawing], height: float) -> list[Drawing] | None:
    """Parts below one another on as many cards as they need; None where one is too high."""
    cards: list[list[tuple[Drawing, float]]] = []
    y = height
    for part in parts:
        gap = GAP_MM if part.title else 0.0
        if part.height_mm > height:
            return None
        if y + gap + part.height_mm > height:
            cards.append([])
            y = gap = 0.0
        cards[-1].append((part, y + gap))
        y += gap + part.height_mm
    return [Drawing(tuple(part.at(0.0, at) for part, at in card), parts[0].width_mm, height) for card in cards]


__all__ = ["card_pages"]
