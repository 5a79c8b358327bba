"""Cards for the sides to set up by, in columns of one width: a sheet is cut into these, then each into its cards.

In: a game, its scenarios with those that they are mostly like, the room of a page. Out: the nodes of pages. A side
that needs more room than a column has goes on in another; a scenario that is mostly like an earlier one has cards only
of what differs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.draw.scene import Node, Stroke, line
from pnp.generators.scenarios.blocks import arrivals_part
from pnp.generators.scenarios.lists import (
    SideList,
    StackGroup,
    arrival_sections,
    arrivals,
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

MOST_COLUMNS = 2
CHITS_MM = (15.0, 14.0, 13.0, 12.2, 11.4, 10.4, 9.4, 8.6, 8.0, 7.4)
PAD_MM, GAP_MM = 4.0, 2.4
DASH_MM = (1.6, 1.2)
TICK_MM = 4.0

Bases = Mapping[str, tuple[Scenario, int] | None]
Column = list[Drawing]
"""Cards below one another, with the white around them."""


def card_pages(game: Game, bases: Bases, room: Rect) -> list[list[Node]]:
    """Sheets of cards in so many columns that they need the fewest, then the fewest cards, with the largest counters.

    bases  id of a scenario -> the one that it is mostly like, if any
    room   of a page: left, top, width, height
    """
    best: tuple[tuple[float, ...], list[list[Column]]] | None = None
    told = list(_told(game, bases))
    for columns, chit_mm in product(range(1, MOST_COLUMNS + 1), CHITS_MM):
        cards = _cards(game, told, room[2] / columns - 2 * PAD_MM, room[3] - 2 * PAD_MM, chit_mm)
        if cards is None:
            continue
        sheets = _sheets(cards, columns, room[3])
        rank = (len(sheets), sum(map(len, cards)), -chit_mm)
        if best is None or rank < best[0]:
            best = rank, sheets
    return [_page(sheet, room) for sheet in best[1]] if best else []


def _sheets(scenarios: Sequence[Column], columns: int, height: float) -> list[list[Column]]:
    """The cards of all scenarios on sheets: each scenario on sheets of its own where that needs no more."""
    apart = [sheet for cards in scenarios for sheet in _filled(cards, columns, height)]
    joined = _filled([card for cards in scenarios for card in cards], columns, height)
    return min(apart, joined, key=len)


def _filled(cards: Column, columns: int, height: float) -> list[list[Column]]:
    """Sheets that are filled column by column; the columns of each end as high up as they can."""
    sheets: list[list[Column]] = []
    rest = cards
    while rest:
        number = next(n for n in range(len(rest), 0, -1) if len(_columns(rest[:n], height)) <= columns)
        ends = sorted({height, *(sum(c.height_mm for c in rest[i:j]) for j in range(number + 1) for i in range(j))})
        least = next(end for end in ends if len(_columns(rest[:number], end)) <= columns)
        sheets.append(_columns(rest[:number], least))
        rest = rest[number:]
    return sheets


def _columns(cards: Column, height: float) -> list[Column]:
    """Cards below one another in as many columns as they need."""
    columns: list[Column] = []
    y = math.inf
    for card in cards:
        if y + card.height_mm > height + 0.001:
            columns.append([])
            y = 0.0
        columns[-1].append(card)
        y += card.height_mm
    return columns


def _page(columns: Sequence[Column], room: Rect) -> list[Node]:
    """Columns of cards, all as high as the highest, and the lines along which they are cut."""
    left, top = room[:2]
    pen = Stroke(QUIET, 0.5, dash_mm=DASH_MM)
    wide = columns[0][0].width_mm
    high = max(sum(card.height_mm for card in column) for column in columns)
    nodes: list[Node] = []
    cuts: list[Node] = []
    for number, column in enumerate(columns):
        x, y = left + number * wide, top
        more = (high - sum(card.height_mm for card in column)) / len(column)
        for card in column:
            nodes.append(card.at(x + PAD_MM, y + PAD_MM))
            y += card.height_mm + more
            cuts.append(line(x - TICK_MM, y, x + wide + TICK_MM, y, pen))
    right = left + len(columns) * wide
    cuts.append(line(left - TICK_MM, top, right + TICK_MM, top, pen))
    ends = [left + number * wide for number in range(len(columns) + 1)]
    return [*nodes, *cuts, *(line(x, top - TICK_MM, x, top + high + TICK_MM, pen) for x in ends)]


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


def _cards(game: Game, told: Sequence[_Told], width: float, height: float, chit_mm: float) -> list[Column] | None:
    """The cards of each scenario, as high as they need to be; None where a section is higher than a column."""
    cards: dict[str, Column] = {}
    for one in told:
        rows: list[Drawing] = []
        if one.listed is not None:
            look = list_look(one.listed.sections, width, chit_mm)
            rows += [row for row, _ in draw_sections(game, one.listed.sections, width, look)]
        if one.turns:
            rows += [arrivals_part(game, one.scenario, width, only=str(one.side.id), chit_mm=chit_mm)]
        band = draw_band(game, str(one.side.id), one.side.name, one.title, width)
        if any(row.height_mm > height - band.height_mm for row in rows):
            return None
        own = cards.setdefault(str(one.scenario.id), [])
        own += [_card(band, parts) for parts in _divided(rows, height - band.height_mm)]
    return list(cards.values())


def _card(band: Drawing, parts: Sequence[tuple[Drawing, float]]) -> Drawing:
    """Parts at their heights below the band of their side, with white around."""
    nodes = (*band.nodes, *(part.at(0.0, band.height_mm + at) for part, at in parts))
    high = band.height_mm + max(at + part.height_mm for part, at in parts)
    return Drawing(nodes, band.width_mm + 2 * PAD_MM, high + 2 * PAD_MM)


def _divided(parts: Sequence[Drawing], height: float) -> list[list[tuple[Drawing, float]]]:
    """Parts below one another on as many cards as they need, each with the height at which it stands."""
    cards: list[list[tuple[Drawing, float]]] = []
    y = math.inf
    for part in parts:
        gap = GAP_MM if part.title else 0.0
        if y + gap + part.height_mm > height:
            cards.append([])
            y = gap = 0.0
        cards[-1].append((part, y + gap))
        y += gap + part.height_mm
    return cards


__all__ = ["card_pages"]
