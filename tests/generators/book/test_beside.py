"""Counters beside the text that speaks of them."""

import pytest

from pnp.draw.scene import texts_in
from pnp.generators.book.beside import SIZE_MM, emblem, pictured, spoken_of
from pnp.generators.book.look import ASIDE_MM, book_look
from pnp.generators.typeset.markup import parse
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def shown(game, *texts: str) -> list[tuple[str, float]]:
    """The counters that a column of such paragraphs speaks of, each 20 pt high, and the heights at which it does."""
    style = book_look(game, "a4").body()
    parts = [JustifiedParagraph(parse(text)[0].spans, style) for text in texts]
    column = [(part, 700.0 - 20.0 * n) for n, part in enumerate(parts)]
    return [(one.drawing.alt, y) for one, y in spoken_of(column, pictured(game))]


@pytest.mark.parametrize(
    ("text", "finds"),
    [("Wolves howl. **Ski Patrols** don’t.", True), ("**Skiing patrols**.", False), ("Ski Patrols.", False)],
)
def test_a_text_explains_a_counter_where_its_name_is_in_bold(game, text, finds):
    found = shown(game, text)
    assert len(found) == finds and all("Ski" in name for name, _ in found)


def test_a_counter_stands_where_the_text_first_speaks_of_it(game):
    """It is as wide as the margin, with its name."""
    ((name, y),) = shown(game, "Wolves howl.", "A **Ski Patrol**.", "A **Ski Patrol**.")
    drawing = next(one.drawing for one in pictured(game) if one.drawing.alt == name)

    assert y == 680.0
    assert drawing.width_mm == ASIDE_MM and drawing.height_mm > SIZE_MM
    assert any("Ski" in text.text for text in texts_in(drawing.nodes))


def test_a_chapter_opens_with_the_counters_that_it_names(game):
    """Two and two in the margin, no more than four; none where it names none."""
    likenesses = pictured(game)
    every = ". ".join(one.drawing.alt for one in likenesses)
    few, many = (emblem(likenesses, text) for text in ("Ski Patrols and HQs.", every))

    assert "Ski" in few.alt and few.width_mm == many.width_mm == ASIDE_MM
    assert few.height_mm < many.height_mm == pytest.approx(ASIDE_MM) and len(many.nodes) == 4
    assert emblem(likenesses, "Wolves howl.") is None
