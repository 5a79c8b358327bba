"""Counters of a game with three nationalities, blanks and hidden set-up: colours, backs, codes, sheets on small
counters.
"""

from dataclasses import replace

import pytest

from pnp.draw import svg
from pnp.draw.colour import contrast, deuteranopia, grey, protanopia
from pnp.draw.scene import Path, Scene, Text
from pnp.generators.counter_sheets.sheet import build_counter_sheets, sheet_plans
from pnp.generators.counters.colours import face_colours
from pnp.generators.counters.face import arranged, corner_code, draw_counter
from pnp.generators.counters.layout import face_layout
from pnp.generators.sheets.bounds import marks
from pnp.sources import load_game

VIEWS = {"as printed": str, "grey": grey, "deuteranopia": deuteranopia, "protanopia": protanopia}
SIZES = (12.7, 15.875)


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def counter_of(game, name):
    return next(counter for counter in game.all_counters() if counter.id == name)


def drawn_texts(game, name, face="front", size=None):
    return [
        node for _, node, _ in marks([draw_counter(game, counter_of(game, name), face, size)]) if isinstance(node, Text)
    ]


def as_bytes(game, name, face):
    return svg.render(Scene(13, 13, (draw_counter(game, counter_of(game, name), face),)))


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_factors_have_a_contrast_of_7_to_1_and_boxes_45_to_1(game, ink, face, view):
    """LOOKS: factors 7 : 1, also without red and without green cones."""
    see, style = VIEWS[view], game.style.replaced(ink=ink)
    checked = 0
    for group in game.counters.groups:
        colours = face_colours(style, group, face)
        assert contrast(see(colours.ink), see(colours.ground)) >= 7.0, group.id
        assert contrast(see(colours.box_ink), see(colours.box)) >= 4.5, group.id
        checked += 1
    assert checked == 21


def test_a_nationality_has_its_own_ground_but_the_back_of_its_side(game):
    group = game.counters.group
    fronts = {
        name: face_colours(game.style, group(name), "front").ground
        for name in ("volunteers", "allied-brigade", "cavalry")
    }

    assert len(set(fronts.values())) == 3
    assert as_bytes(game, "allied-brigade-1", "back") == as_bytes(game, "finnish-division-8", "back")


def test_every_finnish_back_is_the_same_and_tells_nothing(game):
    backs = {as_bytes(game, str(c.id), "back") for c in game.all_counters() if c.side == "finnish"}

    assert len(backs) == 1
    assert drawn_texts(game, "finnish-division-3", "back") == []


def test_the_front_of_a_dummy_has_no_word_but_a_dash_where_others_have_factors(game):
    """The fir of its back stands in the box, which would look unfinished if it were empty."""
    def front(emblem):
        sides = {**game.style.sides, "finnish": game.style.sides["finnish"].replaced(emblem=emblem)}
        shown = replace(game, style=game.style.replaced(sides=sides))
        return [*marks([draw_counter(shown, counter_of(shown, "dummy-1"), ground=False)])]

    assert [text.text for text in drawn_texts(game, "dummy-1")] == ["–"]
    assert len(front("fir")) > len(front(None)), "a fir in the box"


def test_the_code_is_the_turn_of_arrival_s_for_set_up_e_for_an_event(game):
    named = (
        "rifle-regiment-18",
        "rifle-regiment-19",
        "rifle-division-9",
        "paratroops",
        "finnish-division-1",
        "volunteers-6",
    )
    codes = [corner_code(game, counter_of(game, name)) for name in named]

    assert codes == ["S", "2", "10", "E", "S", "E"]


@pytest.mark.parametrize("size", SIZES)
def test_the_marks_of_headquarters_keep_off_the_tab_of_their_back(game, size):
    """Four × reach far; they stand above the symbol, on the back clear of the tab."""
    def spans(face):
        drawn = list(marks([draw_counter(game, counter_of(game, "headquarters-1"), face, size, ground=False)]))
        crosses = [
            box
            for _, node, box in drawn
            if isinstance(node, Path) and node.stroke and box[3] < 0.22 * size and node.stroke.cap == "butt"
        ]
        assert len(crosses) == 8
        return min(b[0] for b in crosses), max(b[2] for b in crosses)

    scale = size / 15.875
    for face in ("front", "back"):
        left, right = spans(face)
        layout = arranged(game, counter_of(game, "headquarters-1"), face_layout(size))[0]
        assert (left + right) / 2 == pytest.approx(layout.box_centre, abs=0.02) and right <= size - 1.2
        assert left - face_layout(size).tab[0] > 0.5 * scale


def test_swed_stands_clear_of_its_size_mark_and_its_code(game):
    for size in SIZES:
        drawn = [*marks([draw_counter(game, counter_of(game, "swedish-volunteers"), size_mm=size, ground=False)])]
        boxes = {node.text: box for _, node, box in drawn if isinstance(node, Text)}
        strokes = [box for _, node, box in drawn if isinstance(node, Path) and node.stroke and box[3] < 0.22 * size]
        assert len(strokes) == 2
        assert boxes["SWED"][1] >= boxes["8"][3] + 0.4 and boxes["SWED"][2] <= size / 2
        assert min(box[0] for box in strokes) - boxes["8"][2] >= 0.4


@pytest.mark.parametrize("size", SIZES)
def test_factors_are_11_pt_and_more_and_all_keeps_12_mm_from_the_cut(game, size):
    """LOOKS: Winter War 12.7 mm with factors of 11 pt or more."""
    checked = 0
    for counter in game.all_counters():
        for face in ("front", "back"):
            for _, node, (x0, y0, x1, y1) in marks([draw_counter(game, counter, face, size, ground=False)]):
                if not isinstance(node, Text):
                    continue
                checked += 1
                assert min(x0, y0, size - x1, size - y1) >= 1.19, (counter.id, node.text)
                assert node.size_pt >= (11.0 if node.font == "condensed-bold" and node.text.isdigit() else 5.0)
    assert checked > 500


def test_the_sheet_holds_120_counters_and_spares_of_each_side(game):
    """13 in a row: 56 in five rows, 64 in five."""
    (plan,) = sheet_plans(game)
    cells = list(plan.cells())
    spare = [cell.group.side for cell in cells if cell.spare]

    assert (plan.columns, len(cells), spare) == (13, 130, ["finnish"] * 9 + ["soviet"])
    assert sorted(cell.counter.id for cell in cells if not cell.spare) == sorted(c.id for c in game.all_counters())


@pytest.mark.parametrize(
    ("layout", "size", "pages"), [("long", 12.7, 2), ("fold", 12.7, 2), ("fronts", 12.7, 1), ("short", 15.875, 2)]
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_fit_both_papers_in_every_layout(game, paper, layout, size, pages):
    drawn = build_counter_sheets(game, paper, layout, size_mm=size).pages
    assert sum(page.trim_mm is not None for page in drawn) == pages


@pytest.mark.parametrize(
    ("of_game", "unit", "side"), [("winter-war", "border-guards-1", "soviet"), ("the-ford", "north-guard", "north")]
)
def test_low_ink_keeps_white_lines_and_reversed_symbols_inside_a_frame(of_game, unit, side):
    """Border posts are white on a white counter, and so is the box of guards: both keep their edge."""
    full = load_game(of_game)
    low = replace(full, style=full.style.replaced(ink="low"))
    counter, size = counter_of(low, unit), 12.7
    frame = arranged(low, counter, face_layout(size))[0].box[2]
    frames = [
        node.stroke.colour
        for _, node, (x0, _, x1, _) in marks([draw_counter(low, counter, "front", size)])
        if isinstance(node, Path) and node.stroke and x1 - x0 == pytest.approx(frame + 0.23, abs=0.05)
    ]

    assert frames == [low.style.sides[side].ground]
