"""One face of a counter: sizes, places, backs, and what is refused."""

from dataclasses import replace

import pytest

from pnp.draw import svg
from pnp.draw.colour import contrast, luminance
from pnp.draw.scene import Group, Path, Scene, Text
from pnp.errors import LayoutError
from pnp.generators.counters.colours import counter_colours, face_colours
from pnp.generators.counters.face import arranged, draw_counter
from pnp.generators.counters.layout import CODE_FONT, SIDE_FONT, face_layout
from pnp.generators.counters.shapes import size_of
from pnp.generators.sheets.bounds import marks
from pnp.model.counters import CounterGroup, counters_of
from pnp.sources import load_game

SIZES = (12.7, 15.875, 20.0)
SAFE_MM = 1.2
GAMES = ("fall-of-the-directory", "makhnos-return", "march-of-justice", "putins-war", "russian-portfolio", "the-ford",
         "two-rivers", "winter-war")  # fmt: skip


@pytest.fixture(scope="module")
def game():
    """Putin's War with a band for one side and no pattern for the other."""
    game = load_game("putins-war")
    plain = {"russia": ("plain", None, None), "ukraine": ("band", "#f4d35e", None)}
    sides = {
        name: game.style.sides[name].replaced(pattern=pattern, edge=edge, back_edge=edge, plate_line=line)
        for name, (pattern, edge, line) in plain.items()
    }
    return replace(game, style=game.style.replaced(sides=sides))


def counter_of(game, name):
    return next(counter for counter in game.all_counters() if counter.id == name)


def texts(group: Group) -> list[Text]:
    return [node for _, node, _ in marks([group]) if isinstance(node, Text)]


def as_bytes(group: Group) -> bytes:
    return svg.render(Scene(16, 16, (group,)))


def with_group(game, **values):
    """The game with its first group changed."""
    groups = (game.counters.groups[0].replaced(**values), *game.counters.groups[1:])
    changed = replace(game, counters=game.counters.replaced(groups=groups))
    return changed, next(counters_of(groups[0]))


def test_a_code_is_lighter_than_the_name_below_it():
    """Of three words in one weight nobody knew which was the place of the set-up."""
    ford = load_game("the-ford")
    counter = next(one for one in ford.all_counters() if one.code and one.designation)
    fonts = {text.text: text.font for text in texts(draw_counter(ford, counter, "front", 16.0))}
    assert fonts[counter.code] == CODE_FONT != fonts[counter.designation] == SIDE_FONT


@pytest.mark.parametrize(("size", "expected_pt"), [(12.7, 14.0), (15.875, 17.5), (20.0, 22.047)])
def test_a_single_factor_grows_with_the_counter(game, size, expected_pt):
    """LOOKS: 12.7 mm counters have factors of 11 pt or more; at 15.875 a single value is 18 pt."""
    drawn = texts(draw_counter(game, counter_of(game, "armored-division-1"), "front", size))
    (factor,) = [text for text in drawn if text.text == "4"]

    assert factor.size_pt == pytest.approx(expected_pt, abs=0.01)
    assert factor.font == "condensed-bold"
    assert factor.x == pytest.approx(size / 2)


def test_the_symbol_box_reaches_from_the_line_of_code_and_size_mark_to_the_factor(game):
    """A code of 6.6 pt is 0.698 × 6.6 × 0.3528 = 1.625 mm high and begins 1.27 mm from the cut; the box 0.55 below it
    ends 0.75 above a figure of 17.5 pt, which is 4.309 mm high and stands at 14.325. It is half as wide again as it is
    high and ends 1.2 mm from the cut.
    """
    drawn = draw_counter(game, counter_of(game, "armored-division-1"))
    boxes = [box for _, node, box in marks([drawn]) if isinstance(node, Path) and node.fill == "#641d16"]

    assert boxes == [pytest.approx((14.675 - 1.5 * 5.821, 3.445, 14.675, 9.266), abs=0.001)]


def test_all_symbol_boxes_of_a_size_are_alike_and_on_a_plate_they_end_clear_of_it(game):
    layout = face_layout(14.2875)
    free, beside = (layout.boxed(factors=3, plate=False, beside=beside) for beside in (False, True))
    plate, alone, high = (layout.boxed(factors=factors, plate=True, beside=factors == 3, high=factors == 1)
                          for factors in (3, 2, 1))  # fmt: skip

    assert free.box[1:] == beside.box[1:] and free.box[2] == pytest.approx(1.5 * free.box[3])
    assert free.box_centre == pytest.approx(14.2875 / 2)
    assert beside.box[0] + beside.box[2] == pytest.approx(14.2875 - 1.2)
    line_mm, rule_top = 0.72 / 72 * 25.4, 0.9 * (9.1 - 0.2)
    assert plate.box[1] + plate.box[3] + line_mm / 2 <= rule_top - 0.4
    assert alone.single_pt == high.single_pt == layout.several_pt < layout.single_pt
    assert high.box[1] < alone.box[1] and alone.box[3] < high.box[3] == pytest.approx(0.9 * 6.2)  # nothing above it


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("face", ["front", "back"])
def test_everything_to_be_read_keeps_12_mm_from_the_cut(game, size, face):
    checked = 0
    for counter in game.all_counters():
        for _, node, (x0, y0, x1, y1) in marks([draw_counter(game, counter, face, size, ground=False)]):
            if isinstance(node, Text):
                checked += 1
                assert min(x0, y0, size - x1, size - y1) >= SAFE_MM - 0.01, (counter.id, node.text)
    assert checked > 20


@pytest.mark.parametrize("size", SIZES)
def test_no_type_is_smaller_than_5_pt(game, size):
    sizes = [
        text.size_pt for counter in game.all_counters() for text in texts(draw_counter(game, counter, "front", size))
    ]

    assert len(sizes) >= 40
    assert min(sizes) >= 5.0


def test_turning_a_russian_unit_over_moves_nothing(game):
    """LOOKS: fronts and backs share one layout."""
    units = [c for c in game.all_counters() if c.side == "russia" and c.group.type]
    assert len(units) == 16
    for counter in units:
        front, back = (
            [(t.text, t.x, t.y, t.size_pt, t.rotate_deg) for t in texts(draw_counter(game, counter, face))]
            for face in ("front", "back")
        )
        assert front == back


def test_an_activated_back_has_a_lighter_ground_and_a_ticked_corner(game):
    drawn = draw_counter(game, counter_of(game, "special-brigade-1"), "back")
    paths = [(node, box) for _, node, box in marks([drawn]) if isinstance(node, Path)]

    assert paths[0][0].fill == "#e3c6be"
    tab = next(box for node, box in paths[1:] if node.fill == "#8f3128")
    assert tab == pytest.approx((-1.5, -1.5, 3.4875, 3.05), abs=0.001)  # 3.49 × 3.05 in the corner, and the bleed
    ticks = [box for node, box in paths if node.stroke and node.stroke.cap == "round"]
    assert len(ticks) == 1
    assert ticks[0][0] >= SAFE_MM and ticks[0][1] >= SAFE_MM


def test_all_ukrainian_backs_are_the_same_bytes(game):
    """They are drawn at random, so nothing may tell one from another; their fronts all differ."""
    units = [c for c in game.all_counters() if c.side == "ukraine"]
    assert len(units) == 19
    assert len({as_bytes(draw_counter(game, c, "back")) for c in units}) == 1
    assert len({as_bytes(draw_counter(game, c, "front")) for c in units}) == 19
    assert texts(draw_counter(game, units[0], "back")) == []


def test_the_ground_runs_past_the_cut_by_the_bleed(game):
    """LOOKS: the background bleeds 1.5 mm."""
    for name in ("armored-division-1", "ukrainian-forces-1"):
        first = next(marks([draw_counter(game, counter_of(game, name))]))
        assert first[2] == pytest.approx((-1.5, -1.5, 17.375, 17.375))


def test_a_marker_is_a_rounded_square_on_white(game):
    """12.98 wide, radius 1.3, with a fine line in its ink 0.6 within its edge."""
    paper, square, line, *_ = [node for _, node, _ in marks([draw_counter(game, counter_of(game, "garrison-1"))])]

    assert (paper.fill, square.fill) == ("#ffffff", "#b5453a")
    assert [s[0] for s in square.segments] == ["M", "L", "C", "L", "C", "L", "C", "L", "C", "Z"]
    assert square.segments[0][1:] == pytest.approx((1.4475 + 1.3, 1.4475))
    assert square.segments[3][1:] == pytest.approx((1.4475 + 12.98, 1.4475 + 12.98 - 1.3))
    assert (line.fill, line.stroke.colour) == (None, "#ffffff")
    assert line.segments[0][1:] == pytest.approx((1.4475 + 1.3, 1.4475 + 0.6))


def test_the_number_that_logs_use_stands_above_the_service_left_of_the_symbol_in_letters_of_one_size(game):
    drawn = {t.text: t for t in texts(draw_counter(game, counter_of(game, "ukrainian-forces-17")))}
    number, service = drawn["17"], drawn["ЗСУ"]

    assert number.x == service.x < 5.0 and number.y + 2.0 < service.y
    assert {(t.size_pt, t.rotate_deg, t.stretch) for t in (number, service)} == {(6.6, 0.0, 1.0)}


@pytest.mark.parametrize("name", GAMES)
def test_all_words_on_units_are_level_and_keep_half_a_millimetre_from_the_symbol_box(name):
    game, checked = load_game(name), 0
    for counter in game.all_counters():
        size = size_of(game, counter.group)
        if not counter.group.type or counter.group.marker:
            continue
        layout, words = arranged(game, counter, face_layout(size))
        for _, node, (_, _, right, foot) in marks([draw_counter(game, counter, ground=False)]):
            if isinstance(node, Text):
                assert node.rotate_deg == 0.0, counter.id
            if isinstance(node, Text) and node.text in words.beside and foot > layout.box[1] and right < size[0] / 2:
                checked += 1
                assert right <= layout.box[0] - 0.5, (counter.id, node.text)
    assert checked >= (3 if name == "march-of-justice" else 15 if name != "two-rivers" else 0)


def test_several_factors_are_joined_by_drawn_hyphens(game):
    changed, counter = with_group(game, factors={"attack": 2, "defence": 2, "move": 3}, count=1)
    drawn = [node for _, node, _ in marks([draw_counter(changed, counter, ground=False)])]
    factors = [node for node in drawn if isinstance(node, Text) and node.font == "condensed-bold"]

    assert [node.text for node in factors] == ["2", "2", "3"]
    assert {node.size_pt for node in factors} == {16.0}
    hyphens = [
        b
        for _, n, b in marks([draw_counter(changed, counter, ground=False)])
        if isinstance(n, Path) and n.fill == "#ffffff"
    ]
    assert [(round(x1 - x0, 3), round(y1 - y0, 3)) for x0, y0, x1, y1 in hyphens] == [(0.907, 0.491)] * 2


def test_wide_factors_are_condensed_and_shrink_after_that(game):
    """20-12-2 stays large; wider ones are smaller, never cut off."""
    changed, counter = with_group(game, factors={"a": 20, "b": 12, "c": 2}, count=1)
    drawn = [t for t in texts(draw_counter(changed, counter)) if t.font == "condensed-bold"]

    assert 13.0 < drawn[0].size_pt < 16.0 and drawn[0].stretch == pytest.approx(0.85)


def test_factors_that_cannot_fit_are_refused_by_name(game):
    changed, counter = with_group(game, factors={"a": 2000, "b": 1200, "c": 1200}, count=1)

    with pytest.raises(LayoutError, match=r"armored-division-1.*2000-1200-1200"):
        draw_counter(changed, counter)


def test_a_long_label_shrinks_and_a_far_too_long_one_is_refused(game):
    garrison = game.counters.group("garrison")
    longer = next(counters_of(garrison.replaced(label="Guarnigione")))
    (label,) = texts(draw_counter(game, longer))
    assert label.text == "GUARNIGIONE"
    assert 5.0 <= label.size_pt < 6.3

    (small,) = texts(draw_counter(game, longer, "front", 12.7))
    assert small.text == "Guarnigione"  # capitals of 5 pt would be 11.7 mm wide
    assert small.size_pt >= 5.0

    with pytest.raises(LayoutError, match=r"garrison-1.*shorten it"):
        draw_counter(game, next(counters_of(garrison.replaced(label="Gouvernementsgarnison"))))


def test_an_unknown_symbol_is_refused_with_the_nearest_name(game):
    group = CounterGroup(id="ships", name="Ships", marker="clok", count=1, label="")
    styled = replace(game, style=game.style.replaced(markers={"ships": game.style.markers["clock"]}))

    with pytest.raises(LayoutError, match=r"ships-1: unknown symbol 'clok'\. did you mean 'clock'"):
        draw_counter(styled, next(counters_of(group)))


def test_a_marker_without_colours_is_refused(game):
    group = CounterGroup(id="ships", name="Ships", marker="clock", count=1)
    bare = replace(game, style=game.style.replaced(markers={}))

    with pytest.raises(LayoutError, match="no marker 'clock'"):
        draw_counter(bare, next(counters_of(group)))


def test_counters_too_small_to_read_are_refused(game):
    with pytest.raises(LayoutError, match="8 mm"):
        draw_counter(game, counter_of(game, "turn"), "front", 8)


def test_low_ink_counters_are_white_with_black_figures_and_a_coloured_band(game):
    """LOOKS: a low-ink edition; black text is pure black."""
    low = replace(game, style=game.style.replaced(ink="low"))
    for name, band in (("armored-division-1", (-1.5, 1.15)), ("ukrainian-forces-1", (14.725, 17.375))):
        drawn = list(marks([draw_counter(low, counter_of(low, name))]))
        assert drawn[0][1].fill == "#ffffff"
        assert (drawn[1][2][1], drawn[1][2][3]) == pytest.approx(band)
        assert {node.colour for _, node, _ in drawn if isinstance(node, Text)} == {"#000000"}


def test_a_group_may_have_size_marks_and_inks_of_its_own(game):
    changed, _ = with_group(game, count=2, size=("X", "III"), ink=("text", "river"))
    one, two = counters_of(changed.counters.groups[0])

    assert (one.size, two.size) == ("X", "III")
    for counter in (one, two):
        strokes = {
            node.stroke.colour for _, node, _ in marks([draw_counter(changed, counter)])
            if isinstance(node, Path) and node.stroke
        }
        assert game.style.colour(counter.ink) in strokes
    assert as_bytes(draw_counter(changed, one)) != as_bytes(draw_counter(changed, two))


@pytest.mark.parametrize("pattern", ["rise", "fall", "peak", "level", "wave", "grass", "step"])
def test_a_plate_lies_under_the_factors_and_clear_of_the_symbol(game, pattern):
    style = game.style
    russia = style.sides["russia"].replaced(pattern=pattern, edge="#fafafa", plate_ink="#101010", plate_line="#ff0000")
    changed = replace(game, style=style.replaced(sides={**style.sides, "russia": russia}))
    for size in (12.7, 14.2875):
        unit = counter_of(game, "armored-division-1")
        drawn = list(marks([draw_counter(changed, unit, "front", size, reach=(0.0, 0.0, 0.0, 0.0))]))
        (plate,) = [box for _, node, box in drawn if isinstance(node, Path) and node.fill == "#fafafa"]
        (rule,) = [box for _, node, box in drawn if isinstance(node, Path) and node.fill == "#ff0000"]
        symbol = max(box[3] for _, node, box in drawn if isinstance(node, Path) and node.fill == russia.box)
        (factor,) = [(box, node) for _, node, box in drawn if isinstance(node, Text) and node.text == "4"]

        assert factor[1].colour == "#101010"
        assert symbol < rule[1] < plate[3] and plate[1] < factor[0][1]
        assert plate[3] >= size


def test_the_tab_of_a_turned_unit_is_clear_of_its_symbol_box(game):
    """On counters of 12.7, 15.9 and 20 mm."""
    for size in (12.7, 15.875, 20.0):
        layout = face_layout(size)
        x, y, width, _ = layout.box

        assert size - layout.tab[0] - (x + width) >= 0.15 or y - layout.tab[1] >= 0.5


def test_the_dark_plate_of_a_rank_is_darker_and_none_on_backs_that_hide_the_unit(game):
    shades = []
    for bands in ("", "narrow", "wide"):
        changed, counter = with_group(game, bands=bands)
        shades.append(face_colours(changed.style, counter.group, "front").edge)
        hidden = counter_of(changed, "ukrainian-forces-1").group.replaced(bands=bands)
        assert face_colours(game.style, hidden, "back") == face_colours(game.style, hidden.replaced(bands=""), "back")
    assert luminance(shades[0]) > luminance(shades[1]) > luminance(shades[2]) > luminance("#000000")


def test_an_ink_of_its_own_tinges_the_box_of_a_counter_while_its_plate_tells_its_side(game):
    """In the low-ink edition only the symbol's lines have it."""
    style, counter = game.style, replace(counter_of(game, "ukrainian-forces-1"), ink="river")
    usual = face_colours(style, counter.group, "front")
    tinged = counter_colours(style, counter, "front")
    low = counter_colours(style.replaced(ink="low"), counter, "front")

    assert tinged.box_ink == style.colour("river") == low.box_ink
    assert tinged.edge == usual.edge and tinged.box not in (usual.box, tinged.box_ink)
    assert low.box == face_colours(style.replaced(ink="low"), counter.group, "front").box
    own = style.replaced(palette={**style.palette, "river": usual.ink})
    assert counter_colours(style, replace(counter, ink=""), "front") == usual == counter_colours(own, counter, "front")


@pytest.mark.parametrize("size", [12.7, 14.2875, 15.875])
def test_figures_lie_within_their_plate_clear_of_its_edge(size):
    """The lowest point of an edge with its rule is 9.1 + 0.55 + 0.2 of 15.875; the figures begin 0.35 mm below that."""
    layout = face_layout(size).boxed(factors=1, plate=True, beside=False)
    lowest, top = (9.1 + 0.55 + 0.2) * size / 15.875, layout.baseline - 0.698 * layout.single_pt * 25.4 / 72

    assert top - lowest >= 0.349 and size - layout.baseline >= 1.2
    assert layout.single_pt >= 11.0


def test_figures_of_a_unit_that_has_only_zeros_are_paler_and_still_legible():
    """Stockpiles of Makhno's Return beside a tank of the same side."""
    makhno = load_game("makhnos-return")
    inks = {}
    for name in ("volunteer-stockpiles-1919-1", "tank-battalions-1"):
        drawn = marks([draw_counter(makhno, counter_of(makhno, name))])
        inks[name] = {node.colour for _, node, _ in drawn if isinstance(node, Text) and node.font == "poster-bold"}

    (pale,), (white,) = inks.values()
    assert white == "#ffffff" != pale
    assert contrast("#2b3841", white) > contrast("#2b3841", pale) >= 8.0
