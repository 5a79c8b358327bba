"""The rulebook: complete, true to its contents, inside its margins, and the same bytes on every run."""

from __future__ import annotations

import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from pnp.errors import SourceError
from pnp.generators.book import rulebook
from pnp.generators.book.flow import Heading
from pnp.generators.book.index import RuleIndex, anchor_of
from pnp.generators.book.look import BOTTOM_MM, FULL_MM, HANG_MM, TOP_MM, WIDE_MM, book_look
from pnp.generators.book.makeup import arranged
from pnp.generators.book.pages import _BookPages, set_book
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.book.tabs import tabs_of
from pnp.generators.typeset.markup import Span, parse
from pnp.sources import load_game
from pnp.sources.text_values import rendered, rule_values
from pnp.translate import localised
from pnp.units import MM_PER_PT


@pytest.fixture(scope="module")
def games(putins_war):
    return {"en": putins_war, "it": localised(putins_war, "it")}


BOOKS = [("it", "letter")]
"""Language and paper of the books that are set; every language on A4 and Letter is set by
`python -m benchmarks.books`.
"""

EACH = pytest.mark.parametrize("key", BOOKS, ids="-".join)


@pytest.fixture(scope="module")
def columns():
    """What stands in each column of the books, from its head to its foot; filled while they are set."""
    return []


@pytest.fixture(scope="module")
def books(games, columns):
    """Language and paper -> the finished book."""
    paint = _BookPages._column

    def noted(pages, galley, column, *more):
        columns.append([part for part, _ in arranged(galley, column, column.height)])
        return paint(pages, galley, column, *more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_BookPages, "_column", noted)
        return {key: set_rulebook(games[key[0]], key[1]) for key in BOOKS}


@pytest.fixture(scope="module")
def texts(books):
    """Language and paper -> the text of each page."""
    return {key: pages_of(book.pdf) for key, book in books.items()}


def pages_of(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range() for page in document]


def bare(text: str) -> str:
    """`text` without white space and hyphens: lines may end anywhere."""
    return re.sub(r"[\s\-\u00ad\ufffe\x02]+", "", text)


def running_text(game, pages: list[str]) -> str:
    """The text of all pages after the first, without running heads and feet (they are painted last)."""
    foot = bare(game.words.text("{title}: rules of play", title=game.info.printed_title) + " · ")
    return "".join(bare(page).rpartition(foot)[0] for page in pages[1:])


def place_of(paragraph: str, printed: str, start: int) -> int:
    """Where a paragraph stands, whole or with one box between its first lines and the rest; -1 = nowhere."""
    for cut in range(len(paragraph), min(40, len(paragraph)) - 1, -1):
        found = printed.find(paragraph[:cut], start)
        if found >= 0:
            return found if printed.find(paragraph[cut:], found + cut) >= 0 else -1
    return -1


@EACH
def test_every_case_is_printed_whole(games, texts, key):
    """Title, then each paragraph from its first letter to its last, in order."""
    game = games[key[0]]
    printed = running_text(game, texts[key])
    index, values = RuleIndex(game), rule_values(game)
    place = words = 0
    for case in game.cases():
        place = printed.index(bare(case.title), place)
        for block in parse(rendered(case.text, values)):
            spans = getattr(block, "spans", ())
            shown = "".join(span.text for span in index.resolved(spans))
            words += len(shown.split())
            named = re.sub(r"^([^:]+): ", r"\1 ", shown)  # in a table of names the rule parts them
            place = max(place_of(bare(text), printed, place) for text in (shown, named))
            assert place >= 0, (case.id, shown)
    assert words > 2000


@EACH
def test_tables_are_printed_from_the_data(games, texts, key):
    game, last = games[key[0]], " ".join(texts[key][-4:])  # below rulings and index, on the last page
    combat, invasion = game.table("combat"), game.table("invasion")

    for row in combat.rows:
        assert re.search(rf"{row.die}\s+" + r"\s+".join(row.results), last), row.die
    for row in invasion.rows:
        for word in (row.name + " " + row.text + " " + row.after_text).split():
            assert word in last, (row.id, word)


@EACH
def test_contents_name_the_pages_on_which_the_cases_are(games, books, texts, key):
    """Against the text of the pages themselves, not against what the setter remembers."""
    game, pages = games[key[0]], texts[key]
    contents = bare(pages[0])
    checked = 0
    for entry in RuleIndex(game).entries:
        found = re.search(re.escape(bare(entry.label + entry.case.title)) + r"\.*([0-9]{1,2})", contents)
        if found is None:
            continue  # the contents leave cases to the index
        # The figure may run into the next line's label ("3" + "3.1"): the page printed begins it.
        page = books[key].pages[entry.anchor]
        assert found[1].startswith(str(page)), entry.label
        assert bare(entry.case.title) in bare(pages[page - 1]), entry.label
        checked += 1
    assert checked == sum(entry.level == 0 for entry in RuleIndex(game).entries) == 16


@pytest.mark.slow
@EACH
def test_every_link_leads_to_the_case_that_it_names(books, texts, key):
    """The number under a link's rectangle is the number that hangs at the place it leads to."""
    pdf, document = pikepdf.open(pikepdf_bytes(books[key].pdf)), pypdfium2.PdfDocument(books[key].pdf)
    numbers = {page.objgen: index for index, page in enumerate(pdf.pages)}
    words = [page.get_textpage() for page in document]
    followed = total = 0
    for index, page in enumerate(pdf.pages):
        for annotation in page.get("/Annots", ()):
            total += 1
            target = numbers[annotation.Dest[0].objgen]
            x0, y0, x1, y1 = (float(v) for v in annotation.Rect)
            under = words[index].get_text_bounded(x0, y0, x1, y1).strip()
            if not re.fullmatch(r"[0-9]\.[0-9]", under) or y1 - y0 > 12.0:
                continue  # raised references only, whose boxes are low
            left, top = float(annotation.Dest[2]), float(annotation.Dest[3])
            there = words[target].get_text_bounded(left - 2, top - 22, left + 29, top + 1)
            assert under.removesuffix(".0") in there.split()  # a counter may stand below it
            followed += 1
    assert followed > 60
    assert total > 150


def pikepdf_bytes(data: bytes):
    import io

    return io.BytesIO(data)


@EACH
def test_metadata_bookmarks_and_fonts(games, books, key):
    game = games[key[0]]
    with pikepdf.open(pikepdf_bytes(books[key].pdf)) as pdf:
        root = pdf.Root
        assert str(root.Lang) == key[0]
        assert root.ViewerPreferences.PrintScaling == "/None"
        assert root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(pdf.docinfo["/Title"]).startswith(game.info.printed_title)
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
            below = [child.title for item in outline.root for child in item.children]
        assert f"4 {next(c for c in game.cases() if c.id == '4.0').title}" in titles
        assert f"4.2 {next(c for c in game.cases() if c.id == '4.2').title}" in below
        fonts = {
            str(font.BaseFont): "/FontFile2" in font.FontDescriptor
            for page in pdf.pages
            for font in page.Resources.Font.values()
            if "/FontDescriptor" in font
        }
        assert any("PlexSerif" in name for name in fonts)
        assert all(fonts.values())
        assert pdf.check() == [] if hasattr(pdf, "check") else True


@EACH
def test_no_ink_of_text_outside_the_margins(games, books, key):
    """Marks hang half a millimetre out; running heads and feet keep to the same sides. The numbers of the tabs stand at
    the outer edge, where a printer at home still prints.
    """
    look = book_look(games[key[0]], key[1])
    width, height = look.page_mm
    keys = {tab.key for tab in tabs_of(RuleIndex(games[key[0]]).entries)}
    seen = on_tabs = 0
    for number, page in enumerate(pypdfium2.PdfDocument(books[key].pdf), 1):
        left = look.left_mm(number) - 0.8
        right = left + WIDE_MM + 1.8
        text = page.get_textpage()
        for index in range(text.count_rects()):
            x0, y0, x1, y1 = (value * MM_PER_PT for value in text.get_rect(index))
            if not (left <= x0 and x1 <= right) and text.get_text_bounded(*text.get_rect(index)).strip() in keys:
                outer = (width - x1, width - x0) if number % 2 else (x0, x1)
                assert outer[0] >= 6.0 and outer[1] <= 9.8
                on_tabs += 1
                continue
            assert left <= x0 and x1 <= right, (text.get_text_bounded(*text.get_rect(index)), x0, x1)
            assert y0 >= 6.0 and y1 <= height - 6.0
            seen += 1
    assert seen > 1_000 and on_tabs > 8


@pytest.fixture(scope="module")
def rivers():
    return load_game("two-rivers")


@pytest.fixture(scope="module")
def passes():
    """Whether each pass over the book of `small` only measured, first to last; filled while it is set."""
    return []


@pytest.fixture(scope="module")
def small(rivers, passes):
    def noted(*given, dry, **options):
        passes.append(dry)
        return set_book(*given, dry=dry, **options)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rulebook, "set_book", noted)
        return set_rulebook(rivers, "a4")


def test_a_book_is_painted_once_when_its_page_numbers_are_settled(small, passes):
    assert len(passes) >= 3 and [dry for dry in passes if not dry] == passes[-1:] == [False]


def test_full_columns_at_the_end_of_the_text_keep_off_the_foot(small):
    """Those of Two Rivers on A4 are drawn together; made level, they ran into the lines at the foot."""
    between = []
    for page in pypdfium2.PdfDocument(small.pdf):
        text = page.get_textpage()
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
        low = [box for box in boxes if BOTTOM_MM - 3.0 < box[1] * MM_PER_PT < BOTTOM_MM - 0.3]
        between += [text.get_text_bounded(*box) for box in low]
    assert between == []


@EACH
def test_a_heading_keeps_two_lines_below_it(games, books, key):
    """Case titles stand at least 24 pt above the foot of the column."""
    look = book_look(games[key[0]], key[1])
    document = pypdfium2.PdfDocument(books[key].pdf)
    checked = 0
    for entry in RuleIndex(games[key[0]]).entries:
        page = document[books[key].pages[entry.anchor] - 1]
        if page.get_size()[0] == 0 or not entry.label:
            continue
        text = page.get_textpage()
        search = text.search(entry.case.title, match_case=True)
        heights = []
        while (hit := search.get_next()) is not None:
            heights.append(text.get_charbox(hit[0])[1] * MM_PER_PT)
        if heights:
            assert max(heights) - BOTTOM_MM >= 24 * MM_PER_PT, entry.case.id
            checked += 1
    assert checked > 25
    assert look.page_mm[1] - TOP_MM - BOTTOM_MM > 200


@EACH
def test_lines_are_neither_too_tight_nor_too_loose(books, key):
    """Justified lines have gaps of 0.8 to 1.6 of the font's space; few words are divided, none short, no ladders."""
    lines = books[key].lines
    assert lines.tightest >= 0.79 and lines.loosest <= 1.61
    assert lines.lines > 600 and lines.divided_share <= 0.08
    assert lines.ladder <= 2 and (lines.shortest >= 6 or not lines.divided)


@EACH
def test_columns_end_level(books, key):
    """The white at the foot of columns, but for the last page of text: 9 mm a column before tables could wait, 3 while
    all gaps could grow to twice their size, 6 since few of them do. One column at least reaches the foot of its page,
    or both end short within a line of each other.
    """
    pages = [feet for _, feet in sorted(books[key].white.items())[:-1]]
    white = [foot for feet in pages for foot in feet]
    assert len(white) >= 12
    assert sum(white) / len(white) < 6.5
    assert [feet for feet in pages if min(feet) >= 6.5 and max(feet) >= min(22.5, min(feet) + 4.5)] == []


def test_no_column_ends_with_a_heading(books, columns):
    """One ended a column of Winter War: a second break, between it and its table, found less room than the first."""
    ends = [shown[-1] for shown in columns if shown]
    assert len(ends) > 12 * len(books)
    assert [part.title for part in ends if isinstance(part, Heading)] == []


def test_columns_are_as_wide_as_the_design_says():
    """Ragged lines of about 50 characters."""
    assert 75 <= FULL_MM - HANG_MM <= 79


def test_pages_are_numbered_of_their_real_count(books, texts):
    ((key, pages),) = texts.items()
    numbers = [{int(word) for word in re.findall(r"(?m)^\d+|\d+\s*$", text)} for text in pages]
    assert all(number in found for number, found in enumerate(numbers, 1))
    assert len(pages) == books[key].page_count


def test_errata_and_credits_are_printed(games, texts):
    """DESIGN §11: every product names the original's designer and says that it is independent. Codes of rulings are for
    those who look them up on the screen.
    """
    ((key, pages),) = texts.items()
    game, printed = games[key[0]], bare(" ".join(pages))
    for erratum in game.errata.errata:
        assert (bare(erratum.ruling)[:30] in printed) or erratum.kind == "reconstruction"
        assert erratum.id.replace("-", "") not in printed
    assert bare(game.info.credits.statement[:40]) in printed
    assert bare(game.info.credits.map_sources) in printed
    assert bare(game.info.credits.licence) in printed


@pytest.mark.slow
def test_the_same_bytes_twice(rivers, small):
    assert set_rulebook(rivers, "a4").pdf == small.pdf


def test_addresses_are_shown_in_the_games_language(games):
    index = RuleIndex(games["it"])
    assert index.shown("4.2") == "4.2"
    assert index.shown("Clarifications.2") == "C2"
    assert index.shown("9.9.9") == "9.9.9"
    assert index.target("9.9.9") == ""
    assert index.resolved((Span("", link="4.2"),)) == (Span("4.2", link=anchor_of("4.2")),)


# Hostile sources ----------------------------------------------------------------------------------


def with_text(game, text: str):
    """`game` with `text` in place of its first case."""
    file, *others = game.rules
    case = file.cases[0].replaced(text=text)
    return replace(game, rules=(file.replaced(cases=(case, *file.cases[1:])), *others))


@pytest.mark.parametrize(
    "text",
    [
        "{{ ().__class__.__mro__ }}",
        "{{ parameter.__class__ }}",
        "{% for i in range(1000000000) %}x{% endfor %}",
        "{{ 'a' * 1000000000 }}",
        "{{ cycler }}",
        "@table nowhere",
        "@example nowhere",
    ],
)
def test_a_text_that_wants_more_than_values_is_refused_with_its_place(rivers, text):
    with pytest.raises(SourceError) as refused:
        set_rulebook(with_text(rivers, text), "a4")

    where = refused.value.problems[0].where
    assert where is not None
    assert where.path.endswith("rules/10-rules.yaml")
    assert where.line > 1


def test_a_letter_that_the_font_lacks_is_told_with_its_place(rivers):
    with pytest.raises(SourceError, match="U\\+0E01") as refused:
        set_rulebook(with_text(rivers, "The word ก is not in Plex."), "a4")

    assert refused.value.problems[0].where.path.endswith("rules/10-rules.yaml")


def test_markup_of_others_is_printed_not_obeyed(rivers):
    book = set_rulebook(with_text(rivers, '<img src="/etc/passwd"/> <a href="x">y</a> **open [[broken'), "a4")
    printed = bare(" ".join(pages_of(book.pdf)))

    assert bare('<img src="/etc/passwd"/> <a href="x">y</a> **open [[broken') in printed
