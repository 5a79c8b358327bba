"""Counters beside the text that speaks of them."""

import io

import pytest

from pnp.draw.pdf import new_canvas
from pnp.draw.pdf_frames import Held
from pnp.generators.book.beside import SIZE_MM, paint_beside, pictured
from pnp.generators.book.look import book_look
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.sources import load_game
from pnp.units import PT_PER_MM


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def column(game, *texts: str, high_mm: float, number: str = "") -> list[Held]:
    """Paragraphs so high one below the other, the last of them with a `number` at its left."""
    style, high = book_look(game, "a4").body(), high_mm * PT_PER_MM
    held = []
    for n, text in enumerate(texts):
        marker = (number, Look("condensed-bold", 8.0, "#000000"), 0.0) if number and n == len(texts) - 1 else None
        part = JustifiedParagraph((Span(text),), style, marker=marker)
        held.append(Held(part, 50.0, 700.0 - (n + 1) * high, 700.0 - n * high, 0.0))
    return held


def shown(game, held: list[Held]) -> list[str]:
    """The counters that are painted beside such a column."""
    every = pictured(game)
    left = paint_beside(new_canvas(io.BytesIO(), "test", "en"), held, [0.0] * len(held), every)
    return [one.drawing.alt for one in every if one not in left]


@pytest.mark.parametrize(("text", "finds"), [("Wolves howl. Ski Patrols don’t.", True), ("Skiing patrols.", False)])
def test_a_text_speaks_of_a_counter_by_its_name(game, text, finds):
    found = shown(game, column(game, text, high_mm=SIZE_MM + 6.0))
    assert len(found) == finds and all("Ski" in name for name in found)


def test_a_counter_has_room_beside_the_text_that_follows(game):
    """Two paragraphs of 8 mm are high enough for a counter above its name; not where the second one is numbered."""
    texts = "Ski Patrols don’t.", "They never did."
    assert shown(game, column(game, *texts, high_mm=8.0))
    assert not shown(game, column(game, *texts, high_mm=8.0, number="1"))
    assert not shown(game, column(game, texts[0], high_mm=8.0))


def test_a_counter_is_shown_once(game):
    assert len(shown(game, column(game, "A Ski Patrol.", "A Ski Patrol.", high_mm=SIZE_MM + 6.0))) == 1
