"""Where counters and their backs lie: numbers worked by hand, and what must hold for every sheet."""

import pytest

from pnp.errors import LayoutError
from pnp.generators.counter_sheets.imposition import (
    block_rows,
    block_spans,
    cut_columns,
    cut_rows,
    mirrored,
    origin,
    plan_sheets,
)  # fmt: skip
from pnp.generators.counter_sheets.sheet import back_transform
from pnp.generators.sheets.sides import LAYOUTS
from pnp.model.counters import CounterGroup, CounterSheet, CountersSource
from pnp.sources import load_game
from pnp.units import PAPERS_MM
from tests.generators.counters.places import CounterPlace, back_place, front_place

A4, LETTER = PAPERS_MM["a4"], PAPERS_MM["letter"]
SIZES = (12.7, 15.875, 20.0)


def group(name, count, side="red", **options):
    return CounterGroup(id=name, name=name, side=side, count=count, **options)


def plans(*groups, columns, size=10.0, gutter=0.0, layout="long"):
    """Plans of a sheet that holds `groups`."""
    source = CountersSource(
        groups=groups, sheets=(CounterSheet(id="s", name="S", columns=columns, groups=tuple(g.id for g in groups)),)
    )
    return plan_sheets(source, source.sheets[0], size=size, gutter=gutter, bleed=1.5, layout=layout)


@pytest.fixture(scope="module")
def game():
    return load_game("putins-war")


@pytest.fixture(scope="module")
def game_plan(game):
    def of(size=15.875, gutter=0.0, layout="long"):
        return plan_sheets(
            game.counters, game.counters.sheets[0], size=size, gutter=gutter, bleed=1.5, layout=layout
        )

    return of


# By hand: three counters of 10 mm in two columns make a block of 20 × 20 mm. Centred below the title of A4 (210 × 297)
# it starts at (95, 32); the first counter lies there, the second at (105, 32), the third at (95, 42).


def test_fronts_are_centred_below_the_title():
    (plan,) = plans(group("tank", 3), columns=2)

    assert (plan.width, plan.height) == (20.0, 20.0)
    assert front_place(plan, 0.0, 0.0, A4, "long") == CounterPlace(95.0, 32.0)
    assert front_place(plan, 10.0, 0.0, A4, "long") == CounterPlace(105.0, 32.0)


def test_a_block_too_high_for_that_is_centred_on_the_page():
    """23 rows of 10 mm: (297 - 230) / 2 = 33.5, but (279.4 - 230) / 2 = 24.7 on Letter."""
    (plan,) = plans(group("tank", 46), columns=2)

    assert front_place(plan, 0.0, 0.0, A4, "long").y == 32.0
    assert front_place(plan, 0.0, 0.0, LETTER, "long").y == pytest.approx(24.7)


def test_long_edge_backs_mirror_left_and_right_about_the_page_centre():
    """x' = 210 - 95 - 10 = 105"""
    (plan,) = plans(group("tank", 3), columns=2)

    assert back_place(plan, 0.0, 0.0, A4, "long") == CounterPlace(105.0, 32.0)
    assert back_place(plan, 10.0, 0.0, A4, "long") == CounterPlace(95.0, 32.0)
    assert back_place(plan, 0.0, 10.0, A4, "long") == CounterPlace(105.0, 42.0)


def test_short_edge_backs_mirror_up_and_down_and_are_turned():
    """y' = 297 - 32 - 10 = 255"""
    (plan,) = plans(group("tank", 3), columns=2)

    assert back_place(plan, 0.0, 0.0, A4, "short") == CounterPlace(95.0, 255.0, turned=True)
    assert back_place(plan, 0.0, 10.0, A4, "short") == CounterPlace(95.0, 245.0, turned=True)


def test_fold_over_backs_mirror_about_the_fold_across_the_middle_of_the_page():
    """The fold lies at 148.5; half the gap of 6.4 above it ends the fronts: 148.5 - 3.2 - 20 = 125.3.

    y' = 2 · 148.5 - 125.3 - 10 = 161.7
    """
    (plan,) = plans(group("tank", 3), columns=2, layout="fold")

    assert front_place(plan, 0.0, 0.0, A4, "fold") == CounterPlace(95.0, pytest.approx(125.3))
    assert back_place(plan, 0.0, 0.0, A4, "fold") == CounterPlace(95.0, pytest.approx(161.7), turned=True)
    assert back_place(plan, 0.0, 10.0, A4, "fold") == CounterPlace(95.0, pytest.approx(151.7), turned=True)


def test_the_printers_offset_moves_backs_only():
    (plan,) = plans(group("tank", 3), columns=2)

    assert back_place(plan, 0.0, 0.0, A4, "long", (0.4, -1.2)) == CounterPlace(
        pytest.approx(105.4), pytest.approx(30.8)
    )
    assert back_place(plan, 0.0, 0.0, A4, "short", (0.4, -1.2)) == CounterPlace(
        pytest.approx(95.4), pytest.approx(253.8), turned=True
    )
    assert front_place(plan, 0.0, 0.0, A4, "long") == CounterPlace(95.0, 32.0)


@pytest.mark.parametrize("layout", ["long", "short", "fold"])
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_drawn_lies_where_the_formulas_put_it(game_plan, layout, paper, size):
    """Drawing moves the mirrored plan as a whole; the formulas of DESIGN §4 go counter by counter."""
    offset = (0.0, 0.0) if layout == "fold" else (0.7, -0.3)
    checked = 0
    for plan in game_plan(size, layout=layout):
        a, _, _, d, e, f = back_transform(plan, paper, layout, offset)
        drawn = {}
        for cell in mirrored(plan).cells():
            corners = [(a * x + e, d * y + f) for x in (cell.x, cell.x + size) for y in (cell.y, cell.y + size)]
            key = cell.counter.id if not cell.spare else (round(plan.width - cell.x - size, 3), cell.y)
            drawn[key] = CounterPlace(min(x for x, _ in corners), min(y for _, y in corners), a < 0)
        for cell in plan.cells():
            key = cell.counter.id if not cell.spare else (round(cell.x, 3), cell.y)
            expected = back_place(plan, cell.x, cell.y, paper, layout, offset)
            assert (drawn[key].x, drawn[key].y) == pytest.approx((expected.x, expected.y))
            assert drawn[key].turned == expected.turned
            checked += 1
    assert checked >= 40


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", SIZES)
def test_a4_and_letter_have_the_same_counters_in_the_same_places(game_plan, layout, size):
    """The plan knows no paper: from the middle of the page, and its top or the fold, it lies alike on both."""
    for plan in game_plan(size, layout=layout):
        on_a4, on_letter = origin(plan, A4, layout), origin(plan, LETTER, layout)
        assert on_a4[0] - A4[0] / 2 == pytest.approx(on_letter[0] - LETTER[0] / 2)
        if layout == "fold":
            assert on_a4[1] - A4[1] / 2 == pytest.approx(on_letter[1] - LETTER[1] / 2)
        else:
            assert on_a4[1] == on_letter[1] == 32.0


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", SIZES)
def test_every_counter_of_the_game_lies_on_the_sheets_once(game, game_plan, layout, size):
    placed = [cell.counter.id for plan in game_plan(size, layout=layout) for cell in plan.cells() if not cell.spare]

    assert len(placed) == 40
    assert sorted(placed) == sorted(counter.id for counter in game.all_counters())


@pytest.mark.parametrize(("count", "columns"), [(40, 10), (36, 10), (3, 10)])
def test_as_many_columns_as_the_paper_has_room_for(count, columns):
    """A4 is the narrower: 210 - 2 × (6 edge + 13.5 captions + 1.4 to the bleed + 1.5 bleed) = 165.2 mm, 10 counters of
    15.875 mm; the title above them is as wide.
    """
    (plan,) = plans(group("tank", count), columns=40, size=15.875)
    assert plan.columns == columns


def test_rows_are_sides_as_set_up_spares_at_their_ends(game_plan):
    """By type and number; copies of each group in turn, the commonest first, fill the last row of a side."""
    (plan,) = game_plan()
    rows = [[f"{cell.group.id}{'+' * cell.spare}" for cell in row.cells] for block in plan.blocks for row in block.rows]

    assert rows == [
        ["armored-division"] * 9 + ["air-force"],
        ["air-force"] * 3 + ["special-brigade"] * 3 + ["armored-division+"] * 2 + ["air-force+", "special-brigade+"],
        ["ukrainian-forces"] * 10,
        ["ukrainian-forces"] * 7 + ["ukrainian-air-force"] * 2 + ["ukrainian-forces+"],
        ["garrison"] * 4 + ["turn"] + ["garrison+"] * 3 + ["turn+"] * 2,
    ]
    numbers = [cell.counter.index for cell in plan.blocks[1].rows[0].cells + plan.blocks[1].rows[1].cells[:7]]
    assert numbers == list(range(17))
    assert [block.side for block in plan.blocks] == ["russia", "ukraine", None]


def test_cuts_go_straight_across_and_each_shared_line_is_cut_once():
    """Two rows of red, one of blue, 5.6 mm apart: 10 and 20 are shared by neighbours."""
    (plan,) = plans(group("tank", 4), group("gun", 2, side="blue"), columns=2)

    assert cut_columns(plan) == pytest.approx((0.0, 10.0, 20.0))
    assert cut_rows(plan) == pytest.approx((0.0, 10.0, 20.0, 25.6, 35.6))
    assert block_spans(plan) == (pytest.approx((0.0, 20.0)), pytest.approx((25.6, 35.6)))


def test_a_gutter_doubles_the_cuts():
    (plan,) = plans(group("tank", 4), columns=2, gutter=3.0)

    assert cut_columns(plan) == (0.0, 10.0, 13.0, 23.0)
    assert cut_rows(plan) == (0.0, 10.0, 13.0, 23.0)
    assert (plan.width, plan.height) == (23.0, 23.0)


@pytest.mark.parametrize("gutter", [0.0, 2.0, 3.175])
@pytest.mark.parametrize("size", SIZES)
def test_no_cut_runs_through_a_counter(game_plan, size, gutter):
    checked = 0
    for plan in game_plan(size, gutter):
        columns, rows = cut_columns(plan), cut_rows(plan)
        for cell in plan.cells():
            assert not [x for x in columns if cell.x + 0.01 < x < cell.x + size - 0.01]
            assert not [y for y in rows if cell.y + 0.01 < y < cell.y + size - 0.01]
            checked += 1
    assert checked >= 40


def test_a_block_that_would_be_torn_moves_to_the_next_page():
    """20 and 4 rows of 10 mm do not fit the 232 mm of a Letter page."""
    pages = plans(group("tank", 40), group("gun", 8, side="blue"), columns=2)

    assert [[(block.side, len(block.rows)) for block in plan.blocks] for plan in pages] == [
        [("red", 20)], [("blue", 4)],
    ]  # fmt: skip


def test_markers_of_half_a_row_have_a_row_of_their_own(game_plan):
    """Ten in a row: five markers and five spares, though 16 and 19 units leave five places free."""
    (plan,) = game_plan()

    assert [(block.side, len(block.rows)) for block in plan.blocks] == [("russia", 2), ("ukraine", 2), (None, 1)]
    assert len(plan.blocks[2].rows[0].cells) == 10


def test_markers_that_take_less_than_half_a_row_stand_in_the_last_one_of_a_side():
    (plan,) = plans(group("tank", 5), group("turn", 1, side=None, marker="clock"), columns=4)

    assert [(block.side, len(block.rows)) for block in plan.blocks] == [("red", 2)]
    assert [(str(cell.counter.id), cell.spare) for cell in plan.blocks[0].rows[1].cells] == [
        ("tank-5", False), ("tank-1", True), ("tank-2", True), ("turn-1", False),
    ]  # fmt: skip


def test_a_nation_begins_a_row_as_far_as_the_spares_go():
    """Five units of its side follow in rows of 4. There are no spares after 3 of the nation, and none are lacking
    after 4; one after 2 isn't enough for its row, and stands at the end.
    """

    def rows(count):
        (plan,) = plans(group("ally", count, nationality="finns"), group("tank", 3), group("gun", 2), columns=4)
        return ["".join(f"{cell.group.id[0]}{'+' * cell.spare}" for cell in row.cells) for row in plan.blocks[0].rows]

    assert rows(3) == ["aaat", "ttgg"]
    assert rows(2) == ["aatt", "tggt+"]
    assert rows(4) == ["aaaa", "tttg", "gt+t+g+"]


def test_markers_begin_a_row_of_a_solid_sheet_as_far_as_the_spares_go():
    """Two spares fill the row of six units, the third that of the markers."""
    groups = group("tank", 6), group("turn", 3, side=None, marker="clock")
    sheet = CounterSheet(id="s", name="S", columns=4, groups=tuple(g.id for g in groups), solid=True)
    ((_, rows),) = block_rows(CountersSource(groups=groups, sheets=(sheet,)), sheet, 4)

    assert ["".join(f"{c.group.id[1]}{'+' * spare}" for c, spare in row) for row in rows] == ["aaaa", "aaa+a+", "uuuu+"]


def test_units_whose_backs_are_alike_lie_together_by_colour_and_type():
    groups = (
        group("base", 1, back="same"), group("weak", 2, factors={"combat": 1}, ink=("blue", "red")),
        group("strong", 1, factors={"combat": 3}, ink="red"),
        group("gun", 1, factors={"combat": 2}, type="gun", ink="blue"),
    )
    (plan,) = plans(*(each.replaced(back="reduced") if each.id != "base" else each for each in groups), columns=6)

    assert [f"{cell.counter.id}{'+' * cell.spare}" for cell in plan.cells()] == [
        "weak-1", "gun-1", "weak-2", "strong-1", "base-1", "weak-1+",
    ]  # fmt: skip


def test_a_block_longer_than_a_page_is_continued():
    pages = plans(group("tank", 60), columns=2)

    assert [len(plan.blocks[0].rows) for plan in pages] == [23, 7]
    assert len({cell.counter.id for plan in pages for cell in plan.cells()}) == 60


def test_mirroring_twice_gives_the_plan_again(game_plan):
    (plan,) = game_plan()
    again = mirrored(mirrored(plan))

    assert mirrored(plan) != plan
    assert [(c.counter, c.y) for c in again.cells()] == [(c.counter, c.y) for c in plan.cells()]
    assert [c.x for c in again.cells()] == pytest.approx([c.x for c in plan.cells()])


def test_counters_wider_than_the_paper_are_refused():
    with pytest.raises(LayoutError, match="300 mm"):
        plans(group("tank", 1), columns=1, size=300.0)


def test_counters_that_change_sides_stand_apart_from_their_side():
    tank = group("tank", 2, back="switched", switches_to="blue")
    (plan,) = plans(group("guard", 2), tank, columns=2)

    assert [(block.side, len(block.rows)) for block in plan.blocks] == [("red", 1), ("red", 1)]
    assert block_spans(plan) == (pytest.approx((0.0, 10.0)), pytest.approx((15.6, 25.6)))


def test_a_solid_sheet_is_one_block_with_the_counters_of_a_side_together():
    groups = (group("a", 2), group("turn", 1, side=None, marker="clock"), group("b", 4, side="blue"), group("c", 1))
    source = CountersSource(
        groups=groups, sheets=(CounterSheet(id="s", name="S", columns=4, groups=("a", "turn", "b", "c"), solid=True),)
    )
    (plan,) = plan_sheets(source, source.sheets[0], size=10.0, gutter=0.0, bleed=1.5, layout="long")

    (block,) = plan.blocks
    ids = [str(cell.counter.id) for cell in plan.cells()]
    assert ids == ["a-1", "a-2", "c-1", "b-1", "b-2", "b-3", "b-4", "turn-1"]
    assert (block.side, plan.height) == ("", 20.0)


def test_spares_of_a_solid_sheet_fill_the_rows_of_sides_as_far_as_they_go():
    """7 + 6 + 6 units and a marker in rows of 4: the first side has one of four spares, so that the second begins a
    row; that and the third lack two each, and the marker has the last.
    """
    groups = (group("a", 7), group("b", 6, side="blue"), group("c", 5, side="green"), group("turn", 1, marker="clock"))
    sheet = CounterSheet(id="s", name="S", columns=4, groups=tuple(g.id for g in groups), solid=True)
    source = CountersSource(groups=groups, sheets=(sheet,))
    (plan,) = plan_sheets(source, sheet, size=10.0, gutter=0.0, bleed=1.5, layout="long")

    rows = ["".join(f"{cell.group.id}{'+' * cell.spare}" for cell in row.cells) for row in plan.blocks[0].rows]
    assert rows == ["aaaa", "aaaa+", "bbbb", "bbcc", "cccturn"]


def test_dummies_are_last():
    """2 units, 2 dummies in a row of 6: then two copies of units."""
    (plan,) = plans(group("rumour", 2), group("tank", 2, factors={"combat": 3}), columns=6)

    assert [(str(cell.counter.id), cell.spare) for cell in plan.cells()] == [
        ("tank-1", False), ("tank-2", False), ("rumour-1", False), ("rumour-2", False),
        ("tank-1", True), ("tank-2", True),
    ]  # fmt: skip


def test_a_small_set_is_printed_twice():
    """3 tanks and a marker in a row of five: the row again as spares, where all take 0.615 of a page at most."""
    source = CountersSource(
        groups=(group("tank", 3, factors={"combat": 3}), group("turn", 1, marker="clock")),
        sheets=(CounterSheet(id="s", name="S", columns=5, groups=("tank", "turn")),),
    )

    def placed(size):
        (plan,) = plan_sheets(source, source.sheets[0], size=size, gutter=0.0, bleed=1.5, layout="long", again=True)
        return [f"{cell.counter.id}{'+' * cell.spare}" for cell in plan.cells()]

    spares = ["tank-1+", "tank-2+", "tank-3+", "tank-1+", "turn-1+"]
    assert placed(29.0) == ["tank-1", "tank-2", "tank-3", "tank-1+", "turn-1", *spares]
    assert placed(50.0) == ["tank-1", "tank-2", "tank-3", "turn-1", "turn-1+", "turn-1+"]
