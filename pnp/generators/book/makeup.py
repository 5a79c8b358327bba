"""The make-up of the pages: where the columns of a galley end, and on which of them its figures stand.

Columns are filled in the order of the text. A figure stands where the text leads to it, or at the head of a later
column; at the foot of an earlier one of the same page, too. What is as wide as the page stands at its head or its foot.
The `KEPT` best ways to fill the pages so far are gone on with, as a compositor tries a few.

In: a galley and the height of the columns. Out: `MadePage`s, and what stands in their columns.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product
from operator import itemgetter
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.errors import LayoutError
from pnp.generators.book.flow import Float
from pnp.generators.book.galley import GROWS, SHRINKS, Galley, GalleyPiece, is_item, joined
from pnp.generators.typeset.paragraph import MIN_LINES

KEPT = 48
"""How many ways to make up the pages so far are gone on with."""

FLOAT_PT, MORE_PT = 10.0, 8.0
"""White above and below a figure within a column, and how much more it may get before the column ends too high."""

ACROSS_PT = 16.0
"""White between the columns and a figure at the head or the foot of the page."""

LEAST_PT, BAND_PT, LEVEL_PT = 66.0, 20.0, 12.0
"""Least height of columns with a figure or the head of a chapter above or below them; white above such a head; columns
that end no farther apart than a line look level.
"""

EASY_PT, MOST_WHITE_PT = 10.0, 50.0
"""So much white at the foot of a column counts twice, more of it more; a column that ends farther from the foot of the
page is tried only at the end of a chapter, or for want of others.
"""

TURNED_PT, OVERLEAF_PT, OPENING_PT, PARTED_PT = 12.0, 30.0, 100.0, 250.0
STRAYS_PT, STUB_PT, NOTE_PT, SPREAD_PT = 12.5, 30.0, 80.0, 8.0
"""So much white is it worth that a figure needn't wait for the right page, nor for the next left one, that a chapter
opens across the page, that a figure parts no list and stands in the chapter of its text, that a column doesn't begin
with the last two lines of a paragraph or amid an item of a list, nor with a note on the rule before it, and that its
gaps aren't spread as far as they may be.
"""


class Column(NamedTuple):
    """The pieces `begin` to `end` in a column, and the figures `first` to `last`; its height, all its white, and how
    much it may grow, in pt; what its breaks cost.
    """

    begin: int
    end: int
    first: int
    last: int
    height: float
    white: float
    growth: float
    cost: float = 0.0


class Band(NamedTuple):
    """Two columns beside each other, below the head of a page or that of a chapter.

    height  at which both end
    opens   the piece at which a chapter opens above them, across both
    """

    columns: tuple[Column, Column]
    height: float
    opens: int | None


class MadePage(NamedTuple):
    """A page.

    bands  its columns from its head to its foot
    room   in which they and the heads of their chapters stand
    head   number of the figure at its head; `foot` of that at its foot
    """

    bands: tuple[Band, ...]
    room: float
    head: int | None
    foot: int | None

    @property
    def columns(self) -> list[Column]:
        """The columns of all bands, in reading order."""
        return [column for band in self.bands for column in band.columns]


class _State(NamedTuple):
    """The piece and the figures that come next, and what the pages before cost."""

    piece: int
    float: int
    across: int
    cost: float
    pages: tuple[MadePage, ...]


class _Ways(dict[tuple[int, int], tuple[float, tuple[Band, ...]]]):
    """The cheapest bands that end at a piece and a figure, and what they cost."""

    def add(self, end: tuple[int, int], cost: float, bands: tuple[Band, ...]) -> None:
        """Keep `bands` if no others that end there are cheaper."""
        if cost < self.get(end, (math.inf,))[0]:
            self[end] = cost, bands


@dataclass
class Makeup:
    """Makes up the pages of `galley`; those numbered with an even number and the next are seen together.

    height  of the columns in pt
    first   number of the first page
    """

    galley: Galley
    height: float
    first: int
    made: dict[tuple[int, int, float], list[Column]] = field(default_factory=dict)

    def pages(self) -> tuple[MadePage, ...]:
        """The pages. Raises LayoutError where something is higher than a page."""
        best = _State(*self._end, math.inf, ())
        states, number = [_State(0, 0, 0, 0.0, ())], self.first
        while states:
            following: dict[tuple[int, ...], _State] = {}
            for state in states:
                for end, cost, page in self._next(state, number):
                    if end > state[:3] and cost < following.get(end, best).cost:
                        following[end] = _State(*end, cost, (*state.pages, page))
            best = following.pop(self._end, best)
            states = sorted(following.values(), key=lambda state: state.cost)[:KEPT]
            states = [state for state in states if state.cost < best.cost]
            number += 1
        if not best.pages:
            raise LayoutError("a figure of the text is higher than a page")
        return best.pages

    def _next(self, state: _State, number: int) -> Iterator[tuple[tuple[int, int, int], float, MadePage]]:
        """The ways to fill the page `number` behind those of `state`: what comes next, all that it costs, the page."""
        (floats, wide), begun = (self.galley.floats, self.galley.across), state.across
        for head, foot in product((False, True), repeat=2):
            across = begun + head + foot
            shown = wide[begun:across]
            room = self.height - sum(figure.height + ACROSS_PT for _, figure in shown)
            waits = begun == across and any(at < state.piece for at, _ in wide[begun : begun + 1])
            if len(shown) < head + foot or waits or (room < LEAST_PT and len(shown) != 1):
                continue
            held = min((at for at, _ in wide[begun + head : begun + 3]), default=math.inf)
            for cost, bands in self._bands(state.piece, state.float, room, -1 if head else held, held, across):
                last = bands[-1].columns[1]
                if any(at > last.end for at, _ in shown):
                    continue  # a figure never stands on a page before that of its text
                page = MadePage(bands, room, begun if head else None, across - 1 if foot else None)
                waiting = sum(bisect_right(them, last.end, done, key=itemgetter(0)) - done
                              for them, done in ((floats, last.last), (wide, across)))  # fmt: skip
                cost += waiting * (OVERLEAF_PT if number % 2 else TURNED_PT)
                cost += PARTED_PT * cuts(self.galley, page)
                yield (last.end, last.last, across), state.cost + cost, page

    def _bands(
        self, piece: int, first: int, room: float, opened: float, held: float, across: int
    ) -> Iterable[tuple[float, tuple[Band, ...]]]:
        """The cheapest ways to fill so much `room` from that piece and figure on, one to each place where it can end.

        opened  a chapter opens across the page at `piece` where that is before this
        held    one opens below others on the page where it begins before this
        across  how many wide figures stand on the page and those before
        """
        floats, openings = self.galley.floats, self.galley.openings
        opens = piece < opened and not self._waits(piece, first)
        opening, begin = openings.get(piece, (None, piece)) if opens else (None, piece)
        within = room - (opening.height if opening else 0.0)
        if opening and within < LEAST_PT:
            return []
        best, above = _Ways(), _Ways()
        for left in self._columns(begin, first, within):
            for right in self._columns(left.end, left.last, within):
                if any(at > right.end for at, _ in floats[first : right.last][-1:]):
                    continue
                end = right.end, right.last
                goes_on = not opening and right.end in openings and right.end < held and not self._waits(*end)
                for ways, closes in ((best, (*end, across) == self._end), (above, True))[: 1 + goes_on]:
                    high, cost = self._level(left, right, within, closes=closes)
                    ways.add(end, cost, (Band((left, right), high, piece if opening else None),))
        for (at, last), (cost, (band,)) in above.items():
            left_over = within - band.height - BAND_PT
            if left_over >= openings[at][0].height + LEAST_PT and band.height >= LEAST_PT:
                for more, below in self._bands(at, last, left_over, held, held, across):
                    right = below[-1].columns[1]
                    best.add((right.end, right.last), cost + more, (band, *below))
        worth = OPENING_PT * bool(opening)
        return [(cost - worth * (bands[0].height >= LEAST_PT), bands) for cost, bands in best.values()]

    def _waits(self, piece: int, first: int) -> bool:
        """Whether the figure `first` of a column belongs before `piece`."""
        return any(at <= piece for at, _ in self.galley.floats[first : first + 1])

    def _level(self, left: Column, right: Column, room: float, *, closes: bool) -> tuple[float, float]:
        """The height at which both columns end, and what their white costs: none on a page that `closes` the text."""
        columns = [column for column in (left, right) if column.height]
        most = [column.height + column.growth * (not closes) for column in columns]
        least = max((column.height - SHRINKS * column.white for column in columns), default=0.0)
        high = min(room, max(most, default=0.0) if closes else max(least, min(most, default=0.0) + LEVEL_PT))
        cost = 0.0
        for column in (left, right):
            missing = high - column.height
            white = max(0.0, missing - column.growth)
            cost += column.cost + white + white * white / EASY_PT
            cost += SPREAD_PT * ((missing - white) / column.growth) ** 2 if column.growth else 0.0
        white = 0.0 if closes else room - high
        return high, cost + white + white * white / EASY_PT

    def _columns(self, begin: int, first: int, room: float) -> list[Column]:
        """The columns that begin so and are at most `room` high: those that are nearly full, or end so that the rest of
        the chapter can stand beside them; the fullest where there are none.
        """
        key = (begin, first, round(room, 2))
        if key not in self.made:
            feet, galley = self._feet[0], self.galley
            ends = [end for end in (*galley.openings, len(galley.pieces)) if end >= begin]
            rests = [
                feet[end] - feet[begin]
                + sum(figure.height + FLOAT_PT for at, figure in galley.floats[first:] if at <= end) for end in ends
            ]  # fmt: skip
            rests = [rest for rest in rests if rest <= 2 * room]
            lasts = range(first, min(len(galley.floats), first + 3) + 1)
            found = [column for last in lasts for column in self._of(begin, first, last, room)]
            if all(column.end == begin for column in found) and room > self.height - 0.1:
                found += [column for last in lasts for column in self._of(begin, first, last, room, parted=True)]
            good = [
                column for column in found
                if room - column.height - column.growth <= MOST_WHITE_PT
                or any(abs(rest - column.height * n) < n * MOST_WHITE_PT for rest in rests for n in (1, 2))
            ]  # fmt: skip
            led = [one for one in found if one.last == one.first or galley.floats[one.last - 1][0] <= one.end]
            fullest = sorted(led, key=lambda column: -column.height)[:4]
            self.made[key] = [*good, *(column for column in fullest if column not in good)]
        return self.made[key]

    def _of(self, begin: int, first: int, last: int, room: float, *, parted: bool = False) -> Iterator[Column]:
        """The columns with those figures, from none to as many pieces as there is room for; `parted` also amid those
        that should stay together.
        """
        (feet, whites), pieces = self._feet, self.galley.pieces
        figures = self.galley.floats[first:last]
        stub = STUB_PT * self._is_stub(begin) + NOTE_PT * any(piece.is_note for piece in pieces[begin : begin + 1])
        own = sum(figure.height for _, figure in figures)
        for end in range(begin, len(pieces) + 1):
            if begin < end < len(pieces) and not parted and (pieces[end].keeps or self._is_amid(begin, end)):
                continue
            height = white = growth = 0.0
            if end > begin:
                height = feet[end] - feet[begin] - pieces[begin].above
                white = whites[end] - whites[begin] - pieces[begin].above
            for number, (at, _) in enumerate(figures):
                at = max(at, begin)
                above = FLOAT_PT if number or (begin < at and begin < end) else 0.0
                growth += MORE_PT * bool(above)
                if at < end and (number + 1 == len(figures) or figures[number + 1][0] > at):
                    above += max(FLOAT_PT, pieces[at].above) - (pieces[at].above if at > begin else 0.0)
                    growth += MORE_PT
                height, white = height + above, white + above
            if height + own - SHRINKS * white > room + 0.01:
                return
            if (cost := self._broken(begin, end, figures)) < math.inf:
                yield Column(begin, end, first, last, height + own, white, GROWS * white + growth, cost + stub)

    def _broken(self, begin: int, end: int, figures: Sequence[tuple[int, Float]]) -> float:
        """What it costs that figures of a column stand at its head or its foot amid a list, endlessly much amid a
        sentence, and that some stand in another chapter than their text.
        """
        breaks = [math.inf if piece.begin else PARTED_PT * is_item(piece.part)
                  for piece in _behind(self.galley, begin, end, figures)]  # fmt: skip
        return sum(breaks) + sum(
            STRAYS_PT + PARTED_PT * opening.bars for at, _ in figures
            for chapter, (opening, _) in self.galley.openings.items() if min(at, end) <= chapter < max(at, begin)
        )  # fmt: skip

    def _is_amid(self, begin: int, end: int) -> bool:
        """Whether the text from `begin` to `end` is no more than a line or two amid a paragraph."""
        pieces = self.galley.pieces
        return end - begin < MIN_LINES and pieces[begin].begin > 0 and pieces[begin].part is pieces[end].part

    def _is_stub(self, begin: int) -> bool:
        """Whether a column that begins there begins with a rest of an item, or with a short one of a paragraph."""
        pieces = self.galley.pieces[begin : begin + 2]
        short = len({id(piece.part) for piece in pieces}) == len(pieces)  # the last piece has two lines
        return bool(pieces) and pieces[0].begin > 0 and (short or is_item(pieces[0].part))

    @cached_property
    def _end(self) -> tuple[int, int, int]:
        """How much there is of the text, and of each kind of figure."""
        return len(self.galley.pieces), len(self.galley.floats), len(self.galley.across)

    @cached_property
    def _feet(self) -> tuple[list[float], list[float]]:
        """How far down each piece begins in a column without end, and how much white is above all before it."""
        feet = accumulate((piece.height + piece.above for piece in self.galley.pieces), initial=0.0)
        return [*feet], [*accumulate((piece.above for piece in self.galley.pieces), initial=0.0)]


def placed(galley: Galley, page: MadePage) -> list[tuple[int, Float]]:
    """The figures of a page, each with the piece that it stands before at best."""
    across = [galley.across[number] for number in (page.head, page.foot) if number is not None]
    return [*galley.floats[page.columns[0].first : page.columns[-1].last], *across]


def _behind(galley: Galley, begin: int, end: int, figures: Sequence[tuple[int, Float]]) -> list[GalleyPiece]:
    """The pieces that go on behind the figures at the head and the foot of a column."""
    ends = [begin] * (figures[0][0] <= begin) + [end] * (figures[-1][0] >= end) if figures else []
    return [galley.pieces[at] for at in ends if at < len(galley.pieces)]


def cuts(galley: Galley, page: MadePage) -> int:
    """How many sentences figures part at the heads and the feet of a page and its columns."""
    around = page.columns[0].begin, page.columns[-1].end
    wide = [(at, galley.across[number][1]) for at, number in zip(around, (page.head, page.foot), strict=True)
            if number is not None]  # fmt: skip
    columns = [(one.begin, one.end, galley.floats[one.first : one.last]) for one in page.columns]
    return sum(piece.begin > 0 for one in (*columns, (*around, wide)) for piece in _behind(galley, *one))


def arranged(galley: Galley, column: Column, height: float) -> list[tuple[Flowable, float]]:
    """What stands in a column from its head to its foot, each with the white above it, which is none above the first;
    it is such that the column ends at `height`, or as near as it can.
    """
    items: list[tuple[Flowable, float]] = []
    begin, below = column.begin, 0.0
    missing = height - column.height
    share = max(0.0, min(1.0, missing / column.growth)) if column.growth else 0.0
    grown = 1.0 + (GROWS * share if missing > 0 or not column.white else max(-SHRINKS, missing / column.white))
    floats = galley.floats[column.first : column.last]
    figures = [(min(max(at, begin), column.end), figure.part) for at, figure in floats]
    for at, figure in (*figures, (column.end, None)):
        for part, above in joined(galley.pieces[begin:at]):
            more = MORE_PT * share * bool(below)
            items.append((part, max(above, below) * grown + more if items else 0.0))
            below = 0.0
        if figure is not None:
            items.append((figure, FLOAT_PT * grown + MORE_PT * share if items else 0.0))
            begin, below = at, FLOAT_PT
    return items
