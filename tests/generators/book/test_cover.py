import io
import re
from collections import Counter as Counted
from dataclasses import replace
from itertools import combinations
from math import atan2, degrees, dist

import pikepdf
import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Path, Text, texts_in
from pnp.draw.separation import Press
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.cover import _facts, draw_cover, first_sentence, title_lines
from pnp.generators.book.cover_art import (
    COUNTER_MM,
    FILES,
    LEAST_PT,
    PITCH,
    TURN_DEG,
    StartStack,
    View,
    clear,
    drawn_up,
    front,
    meeting,
    name_layers,
    names,
    ranked,
    stacks,
    starts,
)
from pnp.generators.book.index import anchor_of
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.counters.laid import best_units
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.margin import evenly
from pnp.generators.sheets.title_ink import cover_ink
from pnp.maps.lines import centre
from pnp.model.pictures import FullPicture
from pnp.sources import load_game
from pnp.sources.pictures import svg_content
from pnp.translate import localised


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


def test_cover_measures_a_hex_in_the_words_of_its_language():
    game = localised(load_game("russian-portfolio"), "ru")

    assert "62 км" in dict(_facts(game))


def test_low_ink_cover_has_no_dark_ground(rivers, plan):
    pale = replace(rivers, style=rivers.style.replaced(ink="low"))

    drawn = draw_cover(pale, book_look(pale, "letter"), plan)

    page = next(node for node in nodes_of(drawn.nodes) if isinstance(node, Path))
    assert page.fill == "#ffffff"
    lines = {node.stroke.colour for node in nodes_of(drawn.nodes) if isinstance(node, Path) and node.stroke}
    assert pale.style.palette["river"] in lines, "the map by day"


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


def chits_of(nodes):
    """The names of the counters of a drawing."""
    return [node.alt for node in nodes_of(nodes) if isinstance(node, Group) and node.role == "Figure"]


def test_lines_of_battle_leave_what_is_fought_for_open(rivers, plan):
    """Both are as straight as a rule, three abreast, one pitch apart, the name between them or beside them."""
    found = stacks(rivers, plan, (0.0, 0.0))
    sides = [[stack for stack in found if stack.side == side] for side in ("crown", "league")]
    page, whole = (-3.0, -3.0, 216.0, 303.0), (17.0, 100.0, 176.0, 150.0)
    middle = meeting(plan, found)
    named = [(middle[0] + x, middle[1]) for x in range(-20, 21)]
    view, spots = drawn_up(plan, sides, middle, named, page, whole)
    west, east = ([at for stack, at in spots.items() if stack in side] for side in sides)

    assert clear(view, map(view.place, named), spots.values())
    assert all(whole[0] < x < 193.0 and whole[1] < y < 250.0 for x, y in map(view.place, named)), "in sight"
    assert len(east) == FILES[0] < len(west), "a second rank of those who attack"
    assert max(x for x, _ in west[-FILES[0] :]) < min(x for x, _ in east)
    assert min(dist(*two) for two in combinations(spots.values(), 2)) == pytest.approx(PITCH * COUNTER_MM)


def test_ranks_face_each_other_whatever_the_distance_in_the_order_of_the_map(rivers, plan):
    crown, league = (best_units(rivers, side)[:3] for side in ("crown", "league"))
    sides = [[StartStack((unit,), (x, y)) for unit, x in zip(units, (9.0, -9.0, 0.0), strict=True)]
             for units, y in ((crown, 0.0), (league, 1000.0))]  # fmt: skip
    field = View(1.0, (0.0, 0.0), (150.0, 150.0), 90.0 + TURN_DEG)  # ahead is down the page
    spots = ranked(sides, field, 60.0, 3)
    north, south = ([spots[stack] for stack in side] for side in sides)

    assert [field.back(at) for at in north] == [pytest.approx((-30.0, n * PITCH * COUNTER_MM)) for n in (-1, 1, 0)]
    assert [field.back(at) for at in south] == [pytest.approx((30.0, n * PITCH * COUNTER_MM)) for n in (-1, 1, 0)]
    assert all(west < middle < east for (east, _), (west, _), (middle, _) in (north, south))
    two = ranked(sides, field, 60.0, 2)
    assert len(two) == 5, "a second rank behind the first side only"
    assert ranked([[], sides[1]], field, 60.0, 3).keys() == {*sides[1]}


def test_names_of_a_cover_stand_where_the_map_has_them_clear_of_counters(rivers, plan):
    window, ink = (0.0, 0.0, 400.0, 400.0), cover_ink(rivers)

    def shown(*spots: tuple[float, float], scale: float = 1.0) -> set[Text]:
        view = View(scale, (0.0, 0.0), (0.0, 0.0))
        drawn = texts_in([names(rivers, plan, ink, view, window, spots)])
        return {replace(text, halo=None) for text in drawn if isinstance(text, Text)}

    whole = shown()
    name = next(text for text in whole if text.text == "CORVANE")
    printed = [text for text in texts_in(name_layers(rivers, plan)) if text.text == name.text]
    assert [(text.x, text.y) for text in printed] == [(name.x, name.y)]
    assert shown((name.x, name.y + COUNTER_MM / 2)) <= whole - {name}, "nothing moves; what would be cut is absent"
    assert shown(scale=(LEAST_PT - 0.1) / name.size_pt) <= whole - {name}, "nothing too small to read"


def test_a_name_whose_place_has_no_sign_or_a_counter_on_it_is_absent():
    """Summa of Winter War has no dot: below Viipuri it read as its second name."""
    game = load_game("winter-war")
    plan, ink = plan_sheet(game, draft=True), cover_ink(game)
    view, window = View(1.0, (0.0, 0.0), (0.0, 0.0)), (0.0, 0.0, *plan.size_mm)

    def shown(*spots: tuple[float, float]) -> set[str]:
        return {text.text for text in texts_in([names(game, plan, ink, view, window, spots)]) if isinstance(text, Text)}

    assert "VIIPURI" in shown() and "Summa" not in shown()
    (x, y) = plan.hexes.centres["2262"]
    assert "VIIPURI" not in shown((x - COUNTER_MM / 3, y))


def test_they_meet_where_strong_stacks_are_near_each_other(rivers, plan):
    """Not where one side has its most, nor where a weak outpost faces the other."""
    crown, league = (best_units(rivers, side)[0] for side in ("crown", "league"))
    far = plan.frame_mm[2]
    found = [StartStack((crown,) * 9, (0.0, 0.0)), StartStack((crown,) * 4, (far, 0.0)),
             StartStack((league,) * 3, (far + 2.0, 0.0)), StartStack((crown,) * 8, (3 * far, 0.0)),
             StartStack((league,), (3 * far, 2.0))]  # fmt: skip
    assert meeting(plan, found) == (far + 1.0, 0.0)
    assert meeting(plan, []) == centre(plan.frame_mm)


def test_a_side_that_stands_nowhere_at_the_start_stands_in_the_space_of_the_cover(rivers, plan):
    """Ukraine's units come out of a pool."""
    middle = centre(plan.spaces["corvane"].stack)
    found = stacks(replace(rivers, scenarios={}), plan, middle)

    assert Counted(stack.side for stack in found) == {"crown": FILES[1], "league": FILES[1]}
    assert {stack.at for stack in found} == {middle}


@pytest.mark.parametrize("degrees", [0.0, -12.0, 90.0])
def test_a_point_of_the_map_comes_back_from_the_page(degrees):
    view = View(2.0, (10.0, 20.0), (100.0, 50.0), degrees)

    assert view.place((10.0, 20.0)) == pytest.approx((100.0, 50.0))
    assert view.back(view.place((33.0, -7.0))) == pytest.approx((33.0, -7.0))
    assert View(2.0, (0.0, 0.0), (0.0, 0.0), 90.0).place((1.0, 0.0)) == pytest.approx((0.0, 2.0)), "clockwise"


def test_a_front_shows_counters_of_both_sides_turned_with_the_map():
    """By night the map has other colours than on paper."""
    ford = load_game("the-ford")
    ford_plan = plan_sheet(ford, draft=True)
    page, window = (0.0, 0.0, 210.0, 297.0), (6.0, 90.0, 198.0, 150.0)
    nodes, dark = (front(ford, ford_plan, cover_ink(ford, tone), page, window) for tone in ("paper", "night"))
    placed = {counter.name for stack in starts(ford, ford_plan).values() for counter in stack}
    middles = [node.transform[4:] for node in nodes if isinstance(node, Group) and chits_of([node])]
    colours, night = ({node.fill for node in nodes_of(drawn) if isinstance(node, Path)} for drawn in (nodes, dark))

    assert {counter.group.side for stack in starts(ford, ford_plan).values() for counter in stack} == {"north", "south"}
    assert len(middles) > FILES[1]
    assert set(chits_of(nodes)) <= placed
    assert all(15.0 < x < 195.0 and 99.0 < y < 231.0 for x, y in middles)
    turns = {round(degrees(atan2(*node.transform[1::-1]))) for node in nodes if chits_of([node])}
    assert turns <= {-14, -13, -12, -11, -10}, "all as the map is, but for a hand's carelessness"
    assert ford.style.palette["river"] in colours - night


def test_a_route_names_the_places_of_its_main_road_clear_of_the_title():
    """On a map of points: those who set out stand at its end, the title has a column of its own."""
    march = load_game("march-of-justice")
    plan = plan_sheet(march, draft=True)
    drawn = draw_cover(march, book_look(march, "letter"), plan)
    texts = {node.text: node for node in nodes_of(drawn.nodes) if isinstance(node, Text)}

    assert {"PRIGOZHIN’S", "MARCH OF", "JUSTICE", "Moscow", "Voronezh", "Rostov"} <= set(texts)
    column = max(node.x + width_mm(node.text, node.font, node.size_pt) for text, node in texts.items()
                 if text in ("PRIGOZHIN’S", "MARCH OF", "JUSTICE"))  # fmt: skip
    assert column < 108.0 < min(texts[name].x for name in ("Moscow", "Voronezh", "Rostov"))
    setting_out, waiting = (starts(march, plan)[end] for end in ("rostov", "moscow"))
    columns = [*setting_out[::-1], *waiting[::-1]]
    chits = chits_of(drawn.nodes)
    assert chits[: len(columns)] == [unit.name for unit in columns], "on the road"
    assert chits[len(columns) :] == ["Tank regiment", "Mechanized regiment", "Akhmat"], "across it"


def test_the_games_own_picture_takes_the_place_of_map_and_counters(rivers, plan):
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><path d='M0 0h4v4z' fill='#123456'/></svg>"
    picture = FullPicture(file="art/x.svg")
    picture.read_as(svg_content(svg, picture.file))
    drawn = draw_cover(replace(rivers, style=rivers.style.replaced(cover=picture)), book_look(rivers, "a4"), plan)

    assert "#123456" in {node.fill for node in nodes_of(drawn.nodes) if isinstance(node, Path)}
    assert chits_of(drawn.nodes) == []


def test_no_line_has_a_word_alone():
    assert evenly("The long march to Moscow, June 2023", "sans-regular", 10.0, 55.0) == [
        "The long march to", "Moscow, June 2023"]  # fmt: skip


def test_a_stacked_title_has_three_lines_at_most():
    """In Italian it had six, and no room for counters below it."""
    assert title_lines("ONE", "condensed-bold", 88.0) == ["ONE"]
    assert title_lines("MARSCH DER GERECHTIGKEIT", "condensed-bold", 88.0) == ["MARSCH DER", "GERECHTIGKEIT"]
    assert title_lines("LA MARCIA DELLA GIUSTIZIA DI PRIGOŽIN", "condensed-bold", 88.0) == [
        "LA MARCIA", "DELLA GIUSTIZIA", "DI PRIGOŽIN"]  # fmt: skip


def test_words_of_a_cover_stand_out_from_its_ground_in_every_tone(rivers):
    for tone in ("night", "day", "paper"):
        ink = cover_ink(rivers, tone)
        assert min(contrast(colour, ink.ground) for colour in (ink.words, ink.quiet)) >= 7.0
        assert ink.tone == tone
