import io
import re
from collections import Counter as Counted
from dataclasses import replace
from itertools import combinations
from math import dist

import pikepdf
import pytest

from pnp.draw.scene import Group, Path, Text, texts_in
from pnp.draw.separation import Press
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.book.cover import STRIP_MM, draw_cover, draw_strip, first_sentence, title_lines
from pnp.generators.book.cover_art import (
    COUNTER_MM,
    MOST_NAMES,
    NAME_PT,
    VEILS,
    StartStack,
    View,
    front,
    main_way,
    meeting,
    names,
    route_box,
    spread,
    stacks,
    starts,
    view_at,
)
from pnp.generators.book.index import anchor_of
from pnp.generators.book.look import book_look
from pnp.generators.book.rulebook import set_rulebook
from pnp.generators.counters.laid import best_units
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.margin import evenly
from pnp.generators.sheets.title_ink import title_ink
from pnp.maps.lines import centre
from pnp.maps.parts import RoadPlan
from pnp.model.pictures import FullPicture
from pnp.sources import load_game
from pnp.sources.pictures import svg_content


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
    assert len(contents) == book.page_count == 9
    assert [n for n, code in enumerate(contents) if re.search(rb"(?m)[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", code)] == []
    assert book.pages[anchor_of("1.0")] == 3


def chits_of(nodes):
    """The names of the counters of a drawing."""
    return [node.alt for node in nodes_of(nodes) if isinstance(node, Group) and node.role == "Figure"]


def test_counters_lie_where_they_start(rivers, plan):
    """Or as near to that as there is room; the Crown in the west, the League in the east; the turn of the map and of
    the counters is 12 degrees.
    """
    found, window = stacks(rivers, plan, (0.0, 0.0)), (6.0, 90.0, 198.0, 150.0)
    middle = meeting(plan, found)
    view = view_at(plan, middle, (-3.0, 80.0, 216.0, 170.0))
    spots = spread(found, middle, view, window)
    west, east = ([at for stack, at in spots.items() if stack.side == side] for side in ("crown", "league"))

    assert len(west) >= 3 and len(east) >= 3
    assert max(x for x, _ in west) < max(x for x, _ in east) and min(x for x, _ in west) < min(x for x, _ in east)
    assert all(dist(one, other) > COUNTER_MM for one, other in combinations(spots.values(), 2))
    assert all(18.0 < x < 192.0 and 100.0 < y < 222.0 for x, y in spots.values())
    alone = {stack: at for stack in found if (at := spread([stack], middle, view, window).get(stack))}
    inner = [(at, view.place(stack.at)) for stack, at in alone.items()
             if 24.0 < view.place(stack.at)[0] < 186.0 and 108.0 < view.place(stack.at)[1] < 222.0]  # fmt: skip
    assert inner and all(dist(at, start) < 0.01 for at, start in inner)


def test_where_few_stand_more_of_the_map_is_seen():
    """Around Kyiv three stacks would lie in the window at the usual size."""
    fall = load_game("fall-of-the-directory")
    page, window = (0.0, 0.0, 210.0, 297.0), (6.0, 110.0, 198.0, 140.0)
    piles: list[tuple[float, ...]] = []
    for node in front(fall, plan_sheet(fall, draft=True), title_ink(fall), page, window):
        if isinstance(node, Group) and chits_of([node]) and all(dist(node.transform[4:], at) > 10 for at in piles):
            piles.append(node.transform[4:])
    assert len(piles) >= 6


def test_stacks_far_from_each_other_close_on_each_other_and_none_steps_past_another(rivers, plan):
    """Two 90 mm apart keep a strip of the map between them, two that are near their places; three of one side in the
    place of one stay on their side.
    """
    crown, league = (best_units(rivers, side)[:3] for side in ("crown", "league"))
    view, window = View(1.0, (0.0, 0.0), (0.0, 0.0)), (-100.0, -100.0, 200.0, 200.0)

    def across(*found: StartStack) -> list[float]:
        return [x for x, _ in spread(found, (0.0, 0.0), view, window).values()]

    def stack(unit, x: float) -> StartStack:
        return StartStack((unit,), (x, 0.0))

    near, far = (
        across(stack(crown[0], -20.0), stack(league[0], 20.0)),
        across(stack(crown[0], -45.0), stack(league[0], 45.0)),
    )
    assert near == [-20.0, 20.0]
    assert far == pytest.approx([-25.8, 25.8])
    *three, other = across(*(stack(unit, -20.0) for unit in crown), stack(league[0], 25.0))
    assert max(three) < other - COUNTER_MM


def test_names_of_a_cover_lie_clear_of_counters_and_of_each_other(rivers, plan):
    window, taken = (0.0, 0.0, 400.0, 400.0), [(x, 120.0) for x in range(0, 400, 10)]
    view = View(1.0, (0.0, 0.0), (0.0, 0.0))
    counters = len(taken)
    shown = [*texts_in([names(rivers, plan, view, window, taken, 6.0)])]

    assert {"CORVANE", "MARRISH"} <= {text.text for text in shown} and len(shown) <= MOST_NAMES
    assert all(text.halo and text.size_pt >= NAME_PT for text in shown)
    assert all(abs(y - 120.0) > 2.0 for _, y in taken[counters:]) and len(taken) > counters


def test_they_meet_where_the_weaker_side_is_strongest(rivers, plan):
    """Not where one side has its most, nor where a weak outpost faces the other."""
    crown, league = (best_units(rivers, side)[0] for side in ("crown", "league"))
    far = plan.frame_mm[2]
    found = [StartStack((crown,) * 9, (0.0, 0.0)), StartStack((crown,) * 4, (far, 0.0)),
             StartStack((league,) * 3, (far + 2.0, 0.0)), StartStack((crown,) * 8, (3 * far, 0.0)),
             StartStack((league,), (3 * far, 0.0))]  # fmt: skip
    assert meeting(plan, found) == (far + 1.0, 0.0)
    assert meeting(plan, []) == centre(plan.frame_mm)


def test_a_side_that_stands_nowhere_at_the_start_stands_in_the_space_of_the_cover(rivers, plan):
    """Ukraine's units come out of a pool."""
    middle = centre(plan.spaces["corvane"].stack)
    found = stacks(replace(rivers, scenarios={}), plan, middle)

    assert Counted(stack.side for stack in found) == {"crown": 7, "league": 7}
    assert {stack.at for stack in found} == {middle}
    spots = spread(found, middle, view_at(plan, middle, (-3.0, 80.0, 216.0, 170.0)), (6.0, 90.0, 198.0, 150.0))
    assert len(spots) == 14, "side by side"


@pytest.mark.parametrize("degrees", [0.0, -12.0, 90.0])
def test_a_point_of_the_map_comes_back_from_the_page(degrees):
    view = View(2.0, (10.0, 20.0), (100.0, 50.0), degrees)

    assert view.place((10.0, 20.0)) == pytest.approx((100.0, 50.0))
    assert view.back(view.place((33.0, -7.0))) == pytest.approx((33.0, -7.0))
    assert View(2.0, (0.0, 0.0), (0.0, 0.0), 90.0).place((1.0, 0.0)) == pytest.approx((0.0, 2.0)), "clockwise"


def test_a_front_shows_counters_where_they_stand_at_the_start():
    """On a map of hexes: of both sides, each on the right side of the river; none on another, none off the picture."""
    ford = load_game("the-ford")
    ford_plan = plan_sheet(ford, draft=True)
    page, window = (0.0, 0.0, 210.0, 297.0), (6.0, 90.0, 198.0, 150.0)
    nodes = front(ford, ford_plan, title_ink(ford), page, window)
    placed = {counter.name for stack in starts(ford, ford_plan).values() for counter in stack}
    middles = [node.transform[4:] for node in nodes if isinstance(node, Group) and chits_of([node])]
    colours = {node.fill for node in nodes_of(nodes) if isinstance(node, Path)}

    assert {counter.group.side for stack in starts(ford, ford_plan).values() for counter in stack} == {"north", "south"}
    assert len(middles) > 6
    assert set(chits_of(nodes)) <= placed
    assert all(15.0 < x < 195.0 and 99.0 < y < 231.0 for x, y in middles)
    assert ford.style.palette["land"] not in colours, "the map is by night"


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
    assert chits_of(drawn.nodes) == [unit.name for unit in (*setting_out[::-1], *waiting[::-1])]


def test_without_a_main_road_the_route_is_the_longest_way(rivers, plan):
    """Of a, b, c, d, e in a row and f beside b: four roads, from a or from f to e."""
    course = ((0.0, 0.0), (1.0, 0.0))
    pairs = ("b", "f"), ("b", "a"), ("c", "b"), ("c", "d"), ("d", "e")
    roads = tuple(RoadPlan(pair, "road", False, course, course) for pair in pairs)

    assert {road.between for road in main_way(replace(plan, roads=roads))} - {pairs[0], pairs[1]} == set(pairs[2:])
    assert main_way(plan) == [] and route_box(plan)[2:] == (0.0, 0.0)


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


def test_a_low_strip_of_the_cover_shows_it_smaller_and_cuts_no_counter(rivers, plan):
    """Five of The Ford were cut at the head of a strip of 36 mm. Without words on it, no veil is needed."""
    drawn = draw_strip(rivers, plan, 180.0, STRIP_MM / 2)
    window = (0.0, 0.0, 360.0, STRIP_MM)
    assert (drawn.width_mm, drawn.height_mm) == pytest.approx((180.0, STRIP_MM / 2))
    assert drawn.nodes[0].transform[:4] == (0.5, 0.0, 0.0, 0.5) and STRIP_MM > COUNTER_MM * 2**0.5
    assert len(front(rivers, plan, title_ink(rivers), window, window)) < VEILS


def test_a_strip_of_the_march_shows_a_counter():
    """About Voronezh, where nobody starts, it showed an empty road."""
    march = load_game("march-of-justice")
    assert march.style.cover_at in starts(march, plan_sheet(march, draft=True))
