"""Spans of a paragraph into the boxes, glue and penalties that `linebreak` works on.

A word is measured whole, so its parts add up to its kerned width; a hyphen's penalty knows what the hyphen adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.draw.text import width_mm
from pnp.generators.typeset.hyphens import division_points
from pnp.generators.typeset.kinsoku import is_unspaced, may_part, phrases_part, tied, words_part
from pnp.generators.typeset.linebreak import INFINITE, BreakItem, Glue, Penalty, TextBox
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import TextStyle

HYPHEN_COST = 50.0
AFTER_HYPHEN_COST = 30.0
AFTER_DASH_COST = 10.0
TIE_COST = 9_000.0
"""Of a break at a space that should not break, which a line takes before it is overfull."""
IN_PHRASE_COST, IN_CELL_COST = 60.0, 1_500.0

NOUNS_WITH_CAPITALS = ("de",)
"""Languages in which a capital tells no name from another noun."""

RAISED_FONT = "condensed-semibold"
RAISED_SIZE, RAISED_BY = 0.69, 0.33
"""Size and lift of a raised reference, as shares of the size of the text."""
RAISED_LEAST_PT = 6.5
"""The least size of one, so that it can be read in small text, too."""

QUIET_FONT, QUIET_SIZE = "condensed-regular", 0.93
"""Face and size of an aside, which is grey as references are; the size as a share of that of the text."""

_HANGING = {"-": 0.5, "‐": 0.5, ".": 0.5, ",": 0.5, ";": 0.2, ":": 0.2, "”": 0.3, "’": 0.4, "“": 0.3, "‘": 0.4}
"""Share of a mark's width that may stand outside the column."""

LEAST_LAST_MM, ALONE, LEAST_ITEMS = 11.0, 1_500.0, 16
"""A last word shorter than this isn't left alone on its line, but for so much, in a text of more items than so many."""

_OPENING = "([“‘«„\"'"

_SPACES = re.compile(r"([ \t\n\u2009]+|\u00a0)")


class Look(NamedTuple):
    """Everything that sets one stretch of text apart: font, colour, where a click leads, how far it is raised."""

    font: str
    size_pt: float
    colour: str
    target: str = ""
    rise_pt: float = 0.0


class TextRun(NamedTuple):
    """What a box or glue prints."""

    text: str
    look: Look


def items_of(spans: Sequence[Span], style: TextStyle, *, room_mm: float) -> list[BreakItem]:
    """The items of a paragraph, its end included.

    spans    a link carries the text to show, and the name of the place in the document that it leads to
    room_mm  the narrowest line; a word wider than that is divided, and cut anywhere where that isn't enough
    """
    items: list[BreakItem] = []
    tied_mm = 0.0  # what stands before a word on its line
    for word in _words(spans, style):
        if isinstance(word, TextRun):
            _add_space(items, word)
            tied_mm = tied_mm + run_width(" ", word.look) if word.text == "\u00a0" else 0.0
        else:
            items += _word_items(tuple(word), style, room_mm, tied_mm)
            tied_mm += sum(run_width(piece.text, piece.look) for piece in word)
    while items and isinstance(items[-1], Glue):
        items.pop()
    for index in range(len(items) - 2, max(len(items) - 5, 0), -1):
        item = items[index]
        if isinstance(item, Penalty) and not item.flagged and item.cost in (0.0, IN_PHRASE_COST / 2, IN_PHRASE_COST):
            del items[index]  # a single letter of a script without spaces would look lost on the last line
    if style.hang and len(items) > LEAST_ITEMS:
        _keep_from_alone(items)
    items += [Penalty(INFINITE), Glue(0.0, 100_000.0, 0.0), Penalty(-INFINITE)]
    return items


def _keep_from_alone(items: list[BreakItem]) -> None:
    """Let a short last word of running text rather not stand alone on the last line."""
    at = max((index for index, item in enumerate(items) if isinstance(item, Glue)), default=0)
    if at and isinstance(items[at - 1], TextBox) and sum(i.width for i in items[at + 1 :]) < LEAST_LAST_MM:
        items.insert(at, Penalty(ALONE))


def _words(spans: Sequence[Span], style: TextStyle) -> Iterator[TextRun | list[TextRun]]:
    """Spaces as a piece, words as lists of pieces (a word can change its style inside)."""
    word: list[TextRun] = []
    for span in spans:
        look = _look(span, style)
        for part in _SPACES.split(tied(span.text)):
            if not part:
                continue
            if _SPACES.fullmatch(part):
                if word:
                    yield word
                    word = []
                yield TextRun("\u00a0" if part == "\u00a0" else " ", look)
            else:
                word.append(TextRun(part, look))
    if word:
        yield word


def _look(span: Span, style: TextStyle) -> Look:
    if span.raised:
        if not style.raised:
            return Look(RAISED_FONT, style.size_pt, style.reference_colour, span.link)
        size = max(RAISED_SIZE * style.size_pt, RAISED_LEAST_PT)
        return Look(RAISED_FONT, size, style.reference_colour, span.link, RAISED_BY * style.size_pt)
    if span.quiet:
        return Look(QUIET_FONT, QUIET_SIZE * style.size_pt, style.reference_colour, span.link)
    colour = style.link_colour if span.link else style.colour
    return Look(style.faces.of(span.bold, span.italic), style.size_pt, colour, span.link)


@lru_cache(maxsize=20_000)
def run_width(text: str, look: Look) -> float:
    """Kerned advance of `text` in mm."""
    return width_mm(text, look.font, look.size_pt)


def _add_space(items: list[BreakItem], piece: TextRun) -> None:
    if not items or isinstance(items[-1], Glue):
        return
    if piece.text == "\u00a0":
        items.append(Penalty(TIE_COST))
    width = run_width(" ", piece.look)
    items.append(Glue(width, width * 0.4, width * 0.2, TextRun(" ", piece.look)))


@lru_cache(maxsize=8192)
def _word_items(word: tuple[TextRun, ...], style: TextStyle, room_mm: float, tied_mm: float) -> tuple[BreakItem, ...]:
    """Boxes for the parts of `word`, penalties where it may be divided; it is tied to words `tied_mm` wide."""
    items: list[BreakItem] = []
    text = "".join(piece.text for piece in word)
    places = _break_places(text, style)
    whole = sum(run_width(p.text, p.look) for p in word)
    if whole + tied_mm > room_mm:
        places = {i: (HYPHEN_COST, "-", True) for i in division_points(text, style.language)} | places
        if _widest_part(text, word[0].look, places) > room_mm:
            places = {i: places.get(i, (20 * HYPHEN_COST, "", True)) for i in range(1, len(text))}
    raised = [piece.look.rise_pt > 0 for piece in word for _ in piece.text]
    offset = 0
    for piece in word:
        _add_piece(items, piece, offset, places, style)
        offset += len(piece.text)
        if offset < len(text) and offset in places and not raised[offset]:
            _add_penalty(items, places[offset], piece, style)
    return tuple(items)


def _widest_part(text: str, look: Look, places: dict[int, tuple[float, str, bool]]) -> float:
    """Width in mm of the widest part of a word that is divided at all of `places`."""
    cuts = [0, *sorted(places), len(text)]
    return max(run_width(text[i:j] + (places[j][1] if j in places else ""), look) for i, j in pairwise(cuts))


def _add_piece(
    items: list[BreakItem], piece: TextRun, offset: int, places: dict[int, tuple[float, str, bool]], style: TextStyle
) -> None:
    """The boxes of one piece, `offset` letters into its word."""
    cuts = [i - offset for i in sorted(places) if 0 < i - offset < len(piece.text)]
    break_at, break_width = 0, 0.0
    for cut in [*cuts, len(piece.text)]:
        part = piece.text[break_at:cut]
        alone = is_unspaced(part)  # not kerned with its neighbours
        width = break_width + run_width(part, piece.look) if alone else run_width(piece.text[:cut], piece.look)
        items.append(_box(part, width - break_width, piece.look, style))
        if cut < len(piece.text):
            _add_penalty(items, places[cut + offset], piece, style)
        break_at, break_width = cut, width


def _box(text: str, width: float, look: Look, style: TextStyle) -> TextBox:
    left = right = 0.0
    if style.hang and text:
        right = _HANGING.get(text[-1], 0.0) * run_width(text[-1], look)
        left = _HANGING[text[0]] * run_width(text[0], look) if text[0] in "“‘" else 0.0
    return TextBox(width, left, right, TextRun(text, look))


def _add_penalty(items: list[BreakItem], place: tuple[float, str, bool], piece: TextRun, style: TextStyle) -> None:
    cost, mark, flagged = place
    width = run_width(mark, piece.look) if mark else 0.0
    items.append(Penalty(cost, width, flagged, width * _HANGING["-"] * style.hang, TextRun(mark, piece.look)))


def _is_name(word: str, style: TextStyle) -> bool:
    """Whether `word` may be a name, which stays whole: one with a capital, or one of `style.names` where nouns have
    capitals, too.
    """
    letters = word.lstrip(_OPENING)
    if style.language.split("-")[0] in NOUNS_WITH_CAPITALS:
        return any(name in word for name in style.names)
    return letters[:1].isupper()


def _break_places(text: str, style: TextStyle) -> dict[int, tuple[float, str, bool]]:
    """Index in a word -> (cost, what is printed there, whether it looks like a hyphen)."""
    places: dict[int, tuple[float, str, bool]] = {}
    if style.hyphenate and not _is_name(text, style):
        for index in division_points(text, style.language):
            places[index] = (HYPHEN_COST, "-", True)
    unspaced, within = is_unspaced(text), IN_PHRASE_COST if style.justify else IN_CELL_COST
    for index, char in enumerate(text[:-1], 1):
        if unspaced and is_unspaced(text[index - 1 : index + 1]):
            if may_part(char, text[index]):
                part = phrases_part(char, text[index]), words_part(char, text[index])
                places[index] = (0.0 if part[0] else within / (1 + part[1]), "", False)
            continue
        if not 1 < index < len(text) or char == text[index]:
            continue
        if char in "-‐" and text[index - 2].isalpha() and text[index].isalpha():
            places[index] = (AFTER_HYPHEN_COST, "", True)
        elif char in "–—/" and not (text[index - 2].isdigit() and text[index].isdigit()):
            places[index] = (AFTER_DASH_COST, "", False)
    return places
