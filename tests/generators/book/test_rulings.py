"""The rulings in the columns of the book: each below the case that it concerns."""

from pnp.generators.book.flow import Heading
from pnp.generators.book.galley import galley_of
from pnp.generators.book.look import book_look
from pnp.generators.book.rulings import ruling_parts
from pnp.generators.book.story import BookBuilder
from pnp.sources import load_game


def test_a_case_is_named_once_and_each_question_stays_with_its_answer():
    """They were a table of three widths of hairlines, with an empty cell below each case that had a second ruling."""
    game = load_game("putins-war")
    builder = BookBuilder(game, book_look(game, "a4"), {})
    said = [*ruling_parts(game, builder.look, builder.index, {}, builder.chapter_of, builder.record.note)]
    headings = [part for part in said if isinstance(part, Heading)]
    texts = [part for part in said if not isinstance(part, Heading)]
    questions, answers = texts[::2], texts[1::2]
    assert len(questions) == len(answers) > 25 and all(one.getKeepWithNext() for one in questions)
    assert {one.style.size_pt for one in texts} == {builder.look.body().size_pt}
    assert not {one.style.faces for one in questions} & {one.style.faces for one in answers}
    cases = [one for one in headings if one.level == 2]
    assert len({one.title for one in cases}) == len(cases) < len(questions)
    assert [one.label for one in headings[:3]] == ["1", "1.1", "2"]
    named = [one for one in questions if one.spans[0].bold]
    assert [one.spans[0].text.strip("\u2002.") for one in named] == [one.title for one in cases]
    pieces = galley_of(said).pieces
    assert all(piece.keeps for piece in pieces if piece.part in answers and not piece.begin)
