import io
import re
from dataclasses import replace

import pikepdf
import pytest

from pnp.draw.colour import contrast, luminance, parse
from pnp.draw.scene import Group, Path, Text
from pnp.draw.separation import Press
from pnp.errors import LayoutError
from pnp.generators.book.cover import CHIT_MM, cover_ink, draw_cover, first_sentence, ranks_of, title_lines
from pnp.generators.book.index import anchor_of
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.counters.laid import astray
from pnp.generators.maps.sheet import plan_sheet
from pnp.sources import load_game


@pytest.fixture(scope="module")
def rivers():
    """A small game of areas, in English."""
    return load_game("two-rivers")


@pytest.fixture(scope="module")
def plan(rivers):
    """The plan of its map."""
    return plan_sheet(rivers)


def nodes_of(nodes):
    """All nodes, those in groups included."""
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from nodes_of(node.children)


@pytest.mark.parametrize(
    ("name", "ranks_of_sides"),
    [
        ("winter-war", [["finnish"] * 4, ["soviet"] * 5, ["soviet"] * 4]),
        ("two-rivers", [["crown"] * 4, ["league"] * 5, ["league"] * 3]),
        ("fall-of-the-directory", [["makhnovist"] * 4, ["directory"] * 4, ["bolshevik"] * 4, ["volunteer"] * 4]),
    ],
)
def test_sides_face_each_other_between_words_that_can_be_read(name, ranks_of_sides):
    """The side with the fewest types of unit is above; no counter lies on another, or leaves the page once turned."""
    game = load_game(name)
    ranks, ink = ranks_of(game, 210.0, 130.0), cover_ink(game)

    rows = sorted({y for _, _, y in ranks.places})
    assert [[c.group.side for c, _, y in ranks.places if y == row] for row in rows] == ranks_of_sides
    points = [(x, y) for _, x, y in ranks.places]
    turned = [(0.9744 * x + 0.225 * y, 0.9744 * y - 0.225 * x) for x, y in points]  # by 13 degrees to the left
    assert ranks.size_mm <= CHIT_MM
    assert all(abs(x) + 0.6 * ranks.size_mm < 105.0 and abs(y) + 0.6 * ranks.size_mm < 65.1 for x, y in turned)
    for n, (ax, ay) in enumerate(points):
        assert all(max(abs(ax - bx), abs(ay - by)) > ranks.size_mm for bx, by in points[:n])
    assert contrast(ink.words, ink.ground) > 12.0
    assert contrast(ink.quiet, ink.ground) > 7.0


def test_long_title_has_two_lines_of_nearly_one_length():
    assert title_lines("WINTER WAR", "condensed-bold", 176.0) == ["WINTER WAR"]
    assert title_lines("PRIGOZHIN’S MARCH OF JUSTICE", "condensed-bold", 176.0) == ["PRIGOZHIN’S", "MARCH OF JUSTICE"]


def test_the_line_below_the_title_is_a_sentence():
    assert first_sentence("Am 22. Juni griffen sie an. Dann kam der Winter.") == "Am 22. Juni griffen sie an."
    assert first_sentence("The mutiny of June 2023. It failed.") == "The mutiny of June 2023."


def test_cover_shows_the_title_and_the_facts(rivers, plan):
    drawn = draw_cover(rivers, book_look(rivers, "a4"), plan)

    texts = [node.text for node in nodes_of(drawn.nodes) if isinstance(node, Text)]
    assert (drawn.width_mm, drawn.height_mm) == (210.0, 297.0)
    assert "TWO RIVERS" in texts
    assert {"2 players", "60 minutes", "7 turns", "17 counters"} <= set(texts)
    assert {"Crown, League", "playing time", "April – October", "5 kinds of units"} <= set(texts)
    assert "Corvane" not in texts, "the name under the middle counter is left out"


def test_low_ink_cover_has_no_dark_ground(rivers, plan):
    pale = replace(rivers, style=rivers.style.replaced(ink="low"))

    drawn = draw_cover(pale, book_look(pale, "letter"), plan)

    page = next(node for node in nodes_of(drawn.nodes) if isinstance(node, Path))
    assert page.fill == "#ffffff"
    assert luminance(cover_ink(pale).night("#1d1b18")) > 0.05


def test_map_of_the_cover_is_dark_and_its_lines_are_bright(rivers):
    night = cover_ink(rivers).night

    assert luminance(night("#ffffff")) < 0.4 < luminance(night("#1d1b18"))
    sea, coast = rivers.style.palette["sea"], rivers.style.palette["coast"]
    assert luminance(night(sea)) < luminance(night("#faf8f1")) / 2 < luminance(night(coast)), "the shore can be seen"


def test_space_of_the_style_must_be_on_the_map(rivers, plan):
    lost = replace(rivers, style=rivers.style.replaced(cover_at="atlantis"))

    with pytest.raises(LayoutError, match=re.escape("`cover_at` has 'atlantis', which is no space of the map")):
        draw_cover(lost, book_look(lost, "a4"), plan)


def test_book_of_a_press_is_in_inks_with_the_cover_in_its_bleed(rivers, plan):
    """A4 with 3 mm around it; no links, which PDF/X-4 forbids; the headings keep their pages."""
    book = set_rulebook(rivers, "a4", board=plan, press=Press({}))

    with pikepdf.open(io.BytesIO(book.pdf)) as pdf:
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        boxes = {tuple(round(float(v) / 72 * 25.4) for v in page.TrimBox) for page in pdf.pages}
        assert all("/BleedBox" in page.obj and "/Annots" not in page.obj for page in pdf.pages)
    assert boxes == {(3, 3, 213, 300)}
    assert len(contents) == book.page_count == 8
    assert [n for n, code in enumerate(contents) if re.search(rb"(?m)[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", code)] == []
    assert book.pages[anchor_of("1.0")] == 3


def test_a_main_road_keeps_its_colour_by_night(rivers):
    """The amber of a motorway is far from grey; the tints of land are not."""
    red, _, blue = parse(cover_ink(rivers).night("#e2a32b"))

    assert red - blue > 0.5


def test_counters_of_the_cover_lie_as_if_placed_by_hand(rivers, plan):
    """Each is turned otherwise, none by more than 4.5 degrees; some lie on another, which is seen nowhere else."""
    turns = [astray(counter)[2] for counter in rivers.all_counters()]
    drawn = draw_cover(rivers, book_look(rivers, "a4"), plan)
    lying = [node for node in nodes_of(drawn.nodes) if isinstance(node, Group) and node.children
             and isinstance(node.children[0], Path) and node.children[0].fill_opacity == 0.13]  # fmt: skip

    assert len(set(turns)) == len(turns) == 17
    assert 3.0 < max(map(abs, turns)) <= 4.5
    assert len(lying) == 12 + 1, "one more than in the ranks"
