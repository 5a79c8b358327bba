"""The rulings of a book in its columns: beside the number of a case what is unclear there, then what this edition does.

In: a game, its cases, and the look of its book. Out: flowables of a column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter

from reportlab.platypus.flowables import Flowable

from pnp.draw.colour import mix
from pnp.generators.book.back import ruled, rulings, words_of
from pnp.generators.book.flow import Heading
from pnp.generators.book.index import RuleEntry, RuleIndex, anchor_of
from pnp.generators.book.look import FULL_MM, INK, QUIET, BookLook
from pnp.generators.book.tabs import number_of
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph, TextLine
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game

ASKED_PT, CASE_PT, CHAPTER = 1.5, 7.0, (10.4, 12.8, 9.0, 3.0)
"""White between a question and its answer, and above a case; size, leading, white above and below of the head of a
chapter.
"""
MOST_CITED = 2
"""So many of the other cases that a ruling concerns are named; the rulebook for the screen has all."""


def ruling_parts(
    game: Game, look: BookLook, index: RuleIndex, lines: dict[object, tuple[TextLine, ...]],
    chapter_of: Callable[[RuleEntry], RuleEntry], note: Callable[[str, str, int, int, bool], None],
) -> Iterator[Flowable]:  # fmt: skip
    """The rulings of each chapter below its name, in the order of cases.

    lines       of the paragraphs of the book; filled
    chapter_of  the head of the chapter of a case
    note        called with each heading, as `Heading` says
    """
    answer = look.body()
    asked = answer.with_(faces=SANS, colour=mix(QUIET, INK, 0.5), justify=False, space_after_pt=ASKED_PT)
    named = answer.with_(space_before_pt=CASE_PT, space_after_pt=0.0)
    names = ("size_pt", "leading_pt", "space_before_pt", "space_after_pt")
    large = answer.with_(faces=look.heads, **dict(zip(names, CHAPTER, strict=True)))

    def heading(case: RuleEntry, label: str, anchor: str, style: TextStyle, rule: str = "") -> Heading:
        return Heading(
            label, case.case.title, style, anchor=anchor_of(f"§{anchor}"), level=1 if rule else 2,
            number=look.number(style.size_pt, chapter=bool(rule)), width_mm=FULL_MM, rule=rule, run_in=not rule,
            on_page=note,
        )  # fmt: skip

    for chapter, several in groupby(rulings(game, index), key=lambda one: chapter_of(one[0])):
        yield heading(chapter, chapter.label, f"rulings {chapter.case.id}", large, look.chapter)
        for case, ones in groupby(several, key=itemgetter(0)):
            title: tuple[Span, ...] = ()
            if case is not chapter:
                yield heading(case, number_of(case), f"rulings {case.case.id}", named)
                title = (Span(f"{case.case.title}{game.words.stop}\u2002", bold=True),)
            for _, one in ones:
                question = JustifiedParagraph((*title, *words_of(one.printed)), asked, cache=lines)
                question.keepWithNext, title = 1, ()
                yield question
                spans = index.resolved(ruled(one, index, game.words, MOST_CITED))
                yield JustifiedParagraph(spans, answer, cache=lines)
