"""Read me first: the right files and counts, rulers of the right length, one page."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest

from pnp.draw.pdf import render
from pnp.draw.scene import Group, Node, Path, Text
from pnp.errors import LayoutError
from pnp.generators.counter_sheets.sheet import sheet_plans
from pnp.generators.read_me.page import (
    counter_sheets,
    file_rows,
    read_me_document,
    sheet_chits,
    sheet_colours,
)  # fmt: skip
from pnp.generators.sheets.diagrams import (
    HEIGHT_MM,
    WIDTH_MM,
    align,
    cut,
    flip_long,
    flip_short,
    fold_over,
    fronts_only,
    glue,
    one_page,
    tiles,
)
from pnp.press.makers.books import read_me
from pnp.sources import load_game
from pnp.translate import localised
from pnp.units import DOUBLE

PRODUCTS = {
    "charts-a4.pdf": 3,
    "charts-letter.pdf": 4,
    "counters-a4-fold.pdf": 1,
    "counters-a4-fronts.pdf": 1,
    "counters-a4-long.pdf": 4,
    "counters-a4-short.pdf": 4,
    "map-a4.pdf": 7,
    "map-letter.pdf": 8,
    "map-poster.pdf": 2,
    "rulebook-a4.pdf": 11,
    "rulebook-letter.pdf": 12,
}


@pytest.fixture(scope="module")
def games(putins_war):
    return {"en": putins_war, "it": localised(putins_war, "it")}


def flat(nodes: tuple[Node, ...], dx: float = 0.0, dy: float = 0.0):
    """All nodes that aren't groups, with how far their groups move them."""
    for node in nodes:
        if isinstance(node, Group):
            yield from flat(node.children, dx + node.transform[4], dy + node.transform[5])
        else:
            yield node, dx, dy


@pytest.mark.parametrize(("language", "side"), [("en", "left"), ("he", "right")])
def test_the_page_begins_where_its_language_does(putins_war, language, side):
    """In Hebrew it ran from the left: title, columns of the table, steps."""
    told = SimpleNamespace(
        game=localised(putins_war, language), settings={"enlarge": 1.0}, recipe=SimpleNamespace(paper="a4"),
        pages=PRODUCTS,
    )  # fmt: skip
    page = pypdfium2.PdfDocument(read_me(told)[0])[0]
    text = page.get_textpage()
    left, _, right, _ = text.get_charbox(text.search("charts").get_next()[0])

    assert (left + right < page.get_width()) == (side == "left")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_page_in_every_language(games, paper, language):
    data = render(read_me_document(games[language], paper, PRODUCTS))

    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 1
        assert str(pdf.Root.Lang) == language
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert f"rulebook-{paper}.pdf" in text
    assert f"counters-{paper}-fold.pdf" in text
    assert "putins-war.vmod" in text
    other = "letter" if paper == "a4" else "a4"
    assert f"-{other}" not in text


def test_sheets_are_counted_from_the_pages(games):
    """11 pages on both sides are 6 sheets; map and charts are printed on one side."""
    rows = {row.name: row.sheets for row in file_rows(games["en"], "a4", PRODUCTS)}

    assert rows == {
        "rulebook-a4.pdf": "6, both sides",
        "map-a4.pdf": "7, one side",
        "map-poster.pdf": "1, 420 × 297 mm",
        "charts-a4.pdf": "3, one side",
    }


def test_duplex_files_have_two_pages_to_a_sheet(games):
    assert counter_sheets(games["en"], "long", 4) == "Sheets: 2"
    assert counter_sheets(games["en"], "fold", 1) == "Sheets: 1"
    assert counter_sheets(games["en"], "short", None) == ""


def test_files_that_were_not_made_are_not_listed(games):
    assert [row.name for row in file_rows(games["en"], "a4", {"charts-a4.pdf": 3})] == ["charts-a4.pdf"]



def test_rulers_are_100_mm_and_4_in_long(games):
    """Both scales begin at one zero; the longest path of ticks ends at 100 mm above and 101.6 mm below."""
    scene = read_me_document(games["en"], "a4", PRODUCTS).pages[0].scene
    scales = []
    for node, _, _ in flat(scene.children):
        if isinstance(node, Path) and len(node.segments) > 250 and node.fill is None:
            starts = [s for s in node.segments if s[0] == "M"]
            ends = [s for s in node.segments if s[0] == "L"]
            up = [s[1] for s, e in zip(starts, ends, strict=True) if e[2] < s[2]]
            down = [s[1] for s, e in zip(starts, ends, strict=True) if e[2] > s[2]]
            scales.append((len(up), max(up) - min(up), len(down), max(down) - min(down)))
    ((millimetres, long_mm, eighths, long_in),) = scales  # none in the margin: one is enough
    assert (millimetres, eighths) == (101, 33)
    assert long_mm == pytest.approx(100.0, abs=1e-9)
    assert long_in == pytest.approx(101.6, abs=1e-9)


@pytest.mark.parametrize("draw", [align, cut, flip_long, flip_short, fold_over, fronts_only, glue, one_page, tiles])
def test_diagrams_stay_in_their_box(draw):
    points = 0
    for node, _, _ in flat(draw()):
        if isinstance(node, Path):
            for segment in node.segments:
                for x, y in zip(segment[1::2], segment[2::2], strict=True):
                    assert -0.01 <= x <= WIDTH_MM + 0.01 and -0.01 <= y <= HEIGHT_MM + 0.01
                    points += 1
    assert points > 20


def test_what_is_needed_is_listed(games):
    scene = read_me_document(games["en"], "letter", PRODUCTS).pages[0].scene
    told = " ".join(node.text for node, _, _ in flat(scene.children) if isinstance(node, Text))

    assert "one six-sided die" in told


def test_a_text_too_long_for_the_page_is_reported(games):
    game = games["en"]
    info = game.info.replaced(needed=("card " * 40,) * 12)
    import dataclasses

    with pytest.raises(LayoutError, match="too high for a4"):
        render(read_me_document(dataclasses.replace(game, info=info), "a4", PRODUCTS))


def test_the_same_bytes_twice(games):
    first, second = (render(read_me_document(games["it"], "a4", PRODUCTS)) for _ in range(2))
    assert first == second


# A game of one page, with reduced and switched backs -----------------------------------------------------

ONE_PAGE = {
    **{name: n for name, n in PRODUCTS.items() if "map" not in name},
    "map-a4.pdf": 1,
    "map-letter.pdf": 1,
    "map-poster.pdf": 1,
}


@pytest.fixture(scope="module")
def march():
    return load_game("march-of-justice")


def told(game, paper, products):
    scene = read_me_document(game, paper, products).pages[0].scene
    return " ".join(node.text for node, _, _ in flat(scene.children) if isinstance(node, Text))


def test_a_map_of_one_page_is_neither_joined_nor_offered_as_a_poster(march, games):
    one, many = told(march, "a4", ONE_PAGE), told(games["en"], "a4", PRODUCTS)

    assert "Print the map" in one and "Join the map" not in one and "map-poster" not in one
    assert "Join the map" in many and "Print the map" not in many and "map-poster" in many
    assert {row.name: (row.what, row.sheets) for row in file_rows(march, "a4", ONE_PAGE)}["map-a4.pdf"] == (
        "the map", "1, one side",
    )  # fmt: skip


def test_reduced_and_switched_backs_are_explained_where_there_are_any(march, games):
    """A counter of each side and kind with its back, as on the counter sheets."""
    words = told(march, "a4", ONE_PAGE)

    assert "Fronts and backs" in words
    assert "Back: reduced after a loss" in words and "on the other side (Wagner)" in " ".join(words.split())
    assert "Fronts and backs" not in told(games["en"], "a4", PRODUCTS)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["march-of-justice", "two-rivers"])
def test_it_is_one_page_in_every_language_that_there_is(name, paper):
    game = load_game(name)
    products = {**(ONE_PAGE if name == "march-of-justice" else PRODUCTS), f"scenarios-{paper}.pdf": 1,
                f"player-aid-{DOUBLE[paper]}.pdf": 2}  # fmt: skip
    for told_in in (game, *(localised(game, language) for language in game.info.languages[1:])):
        with pikepdf.open(io.BytesIO(render(read_me_document(told_in, paper, products)))) as pdf:
            assert len(pdf.pages) == 1


def test_the_sheet_to_be_cut_is_the_games_own(march, games):
    """20 counters with 20 spares, 40 with 10, in rows of ten. Grounds are those of sides and markers."""
    chits = sheet_chits(march, sheet_plans(march, "fronts")[0])
    sides = march.style.sides

    assert (len(chits), len(sheet_chits(games["en"], sheet_plans(games["en"], "fronts")[0]))) == (40, 50)
    assert [colour for *_, colour in chits[:11]] == [sides["wagner"].ground] * 10 + [sides["russia"].ground]
    assert sheet_colours(march) == (sides["wagner"].ground, sides["russia"].ground)


def test_a_tall_sheet_is_cut_lying_along_its_longer_side(march):
    """The rule lies level between two rows: 3 × 8 counters, turned, make 33 × 12.4 mm of the picture."""
    sheet = [(column, row, 1.0, 1.0, "#123456") for row in range(8) for column in range(3)]
    drawn = cut(sheet_colours(march), sheet)
    chits = [node for node in drawn if isinstance(node, Path) and node.fill in {colour for *_, colour in sheet}]
    xs = [segment[1] for node in chits for segment in node.segments if len(segment) > 1]
    ys = [segment[2] for node in chits for segment in node.segments if len(segment) > 1]

    assert max(xs) - min(xs) == pytest.approx(33.0 - 0.4, abs=0.01)
    assert max(ys) - min(ys) == pytest.approx(33.0 * 3 / 8 - 0.4, abs=0.01)


def test_a_sheet_of_one_row_is_cut_below_it(march):
    row = [(column, 0.0, 1.0, 1.0, "#123456") for column in range(3)]
    ys = [segment[2] for node in cut(sheet=row) if isinstance(node, Path) and node.fill == "#123456"
          for segment in node.segments if len(segment) > 1]  # fmt: skip
    rule = next(node for node in cut(sheet=row) if isinstance(node, Path) and node.fill == "#c9ccd0")

    assert rule.segments[2][2] == pytest.approx(max(ys) + 0.2, abs=0.01)


def test_backs_that_tell_nothing_more_need_no_pen(march):
    """The Ford's backs repeat the fronts; March of Justice has reduced ones."""
    ford = told(load_game("the-ford"), "a4", PRODUCTS)

    assert "the backs of this game tell nothing more" in " ".join(ford.split()) and "with a pen" not in ford
    assert "with a pen" in told(march, "a4", ONE_PAGE)
