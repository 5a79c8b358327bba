"""Rules in languages that are read otherwise than English: Hebrew from right to left, Japanese without spaces."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.book.story import BookBuilder
from pnp.generators.screen.rulebook import rulebook_page
from pnp.model.rules import RuleCase, RulesFile
from pnp.sources import load_game
from pnp.translate import localised
from tests.draw.tagged import structure


@pytest.fixture(scope="module")
def games():
    english = load_game("putins-war")
    return {language: localised(english, language) for language in ("he", "ja")}


@pytest.fixture(scope="module")
def books(games, planned):
    """Without pictures of the map but on the cover, which has its English names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BookBuilder, "figure", lambda *_: None)
        patch.setattr(BookBuilder, "campaign", lambda *_: [])
        return {language: set_rulebook(game, "a4", board=planned).pdf for language, game in games.items()}


def words_of(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("he", "המגננה מופקדים החוקים. בכל מקום שבו יחידותיכם דורכות, קובייה מכריעה"),
        ("he", "סכמו את ערכי הקרב של כל צד וחלקו את סכום התוקף בסכום המגן."),
        ("ja", "それぞれの戦闘力を合計し、攻撃側の合計を防御側の合計で割る。"),
    ],
)
def test_what_is_printed_can_be_read_and_copied(books, language, sentence):
    assert squeezed(sentence) in squeezed(words_of(books[language]))


def test_a_page_of_hebrew_begins_at_the_right(books):
    """The number of a case hangs right of its title, which begins at the right edge of its column."""
    with pikepdf.open(io.BytesIO(books["he"])) as pdf:
        assert pdf.Root.ViewerPreferences.Direction == pikepdf.Name.R2L
        assert str(pdf.Root.Lang) == "he"
    beside = []
    for page in [*pypdfium2.PdfDocument(books["he"])][1:]:  # behind the contents
        text = page.get_textpage()
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        said = [(text.get_text_bounded(*box).strip(), box) for box in boxes]
        numbers = [box for words, box in said if words == "5" and box[3] - box[1] > 10]  # of the heading
        titles = [box for words, box in said if words == "קרב" and box[3] - box[1] > 10]
        beside += [(a, b) for a in numbers for b in titles if b[1] < a[3] and a[1] < b[3]]
    assert len(beside) == 1
    number, title = beside[0]
    assert 0 < number[0] - title[2] < 60


@pytest.mark.parametrize("language", ["he", "ja"])
def test_each_mark_of_such_a_book_has_its_element(books, language):
    told = structure(books[language])
    assert len(told.owned) > 400
    assert set(told.owned) == told.parents >= {place for place in told.marks if place[1] >= 0}
    assert told.unmarked == []


def test_links_lie_on_the_words_that_they_belong_to(books):
    """What stands under the link of a number is that number, which its description says, too."""
    with pikepdf.open(io.BytesIO(books["he"])) as pdf:
        found = []
        for page, read in zip(pypdfium2.PdfDocument(books["he"]), pdf.pages, strict=True):
            for link in read.get("/Annots", ()):
                left, bottom, right, top = map(float, link.Rect)
                under = page.get_textpage().get_text_bounded(left - 1, bottom - 1, right + 1, top + 1)
                if re.fullmatch(r"\d\.\d", said := str(link.Contents)):
                    found.append(said in under)
    assert len(found) > 100
    assert all(found)


def test_the_page_for_a_browser_is_read_from_right_to_left(games):
    case = RuleCase(id="99.1", title="זה 'קצר' +2", text="יחס של 3:1 או A1, 2 × 4 & עוד")
    game = replace(games["he"], examples=(), rules=(RulesFile(cases=(case,)),))
    page = rulebook_page(BookBuilder(game, book_look(game, "a4"), {}), {}).decode("utf-8")

    assert '<html lang="he" dir="rtl">' in page
    assert "\u20663:1\u2069 או A1, \u20662 × 4\u2069 &amp; עוד" in page
    assert "&#39;קצר&#39; \u2066+2\u2069" in page
    assert '"IBM Plex Sans Hebrew"' in page and page.count("@font-face") >= 4


def test_the_page_in_japanese_embeds_its_letters(games):
    game = replace(games["ja"], examples=(), rules=games["ja"].rules[:1])
    page = rulebook_page(BookBuilder(game, book_look(game, "a4"), {}), {}).decode("utf-8")
    assert '<html lang="ja">' in page
    assert '@font-face{font-family:"IBM Plex Sans JP";font-weight:700' in page
