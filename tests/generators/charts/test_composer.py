"""Pages of blocks: the fewest, evenly full, all in the largest type, with columns that end level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest

from pnp.draw.scene import Group, Node, Path, SourceMarks, Text, rect
from pnp.errors import LayoutError
from pnp.generators.charts.blocks import chart_blocks
from pnp.generators.charts.composer import LOOSEST, Block, Composed, compose
from pnp.generators.charts.player_aid import page_room
from pnp.generators.charts.side_aid import aid_pages, aid_sides
from pnp.generators.sheets.bounds import marks
from pnp.generators.typeset.block import Drawing
from pnp.model.tables import FlowTable
from pnp.sources import load_game
from pnp.translate import localised

WIDTH_MM, ROOM_MM = 186.0, 240.0


def block(height: float, task: str = "combat", stretch: float = 0.0, narrow: bool = False, **values) -> Block:
    """A box that keeps its area at each width: `height` is that across the page; it may grow by `stretch`.

    narrow  it is as high at any width
    """

    def draw(width: float, looseness: float) -> Drawing:
        high = height * (1.0 if narrow else WIDTH_MM / width) + stretch * looseness
        return Drawing((Path(rect(0.0, 0.0, width, high), fill="#000000"),), width, high)

    return Block(draw, task, **values)


def boxes(page: Composed) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each box of a page, in order."""
    return [tuple(round(value) for value in box) for _, _, box in marks(page.drawing.nodes)]


WIDE = {"least_mm": 0.75 * WIDTH_MM}
TRUE = (1.0,)


def test_what_fits_into_half_of_the_page_stands_in_two_columns_the_rest_across():
    blocks = [block(80.0, narrow=True), block(80.0, narrow=True), block(60.0, **WIDE)]
    (page,) = compose(blocks, WIDTH_MM, 160.0, TRUE)
    left, right, wide = boxes(page)

    assert left[1] == right[1] == 0 and left[3] == right[3] and wide[1] > left[3]
    assert (left[2] - left[0], right[0] - left[2], wide[2]) == (90, 6, 186)


def test_columns_hold_what_makes_them_level():
    """Two of 50 and 40 mm beside one of 96: the second box of the first column comes after the other column."""
    blocks = [block(height, narrow=True) for height in (50.0, 96.0, 40.0)]
    (page,) = compose(blocks, WIDTH_MM, 96.5, TRUE)
    first, below, beside = boxes(page)

    assert (first[0], below[0], beside[0]) == (0, 0, 96) and beside[3] == below[3] == 96


def test_many_small_tables_are_composed_without_trying_all_columns():
    """22 on a page could be shared out in 2**21 ways."""
    pages = compose([block(6.0, narrow=True) for _ in range(44)], WIDTH_MM, ROOM_MM, TRUE)

    assert [len(boxes(page)) for page in pages] == [22, 22] and all(page.ragged_mm < 0.1 for page in pages)


def test_rows_grow_until_columns_end_level():
    """Beside 83 mm stands a box of 81 whose rows may be looser: both end on one line."""
    (page,) = compose([block(83.0, narrow=True), block(81.0, stretch=10.0, narrow=True)], WIDTH_MM, 84.0, TRUE)
    left, right = boxes(page)

    assert page.ragged_mm < 0.1 and left[3] == right[3]


def test_both_columns_and_the_page_end_at_its_foot():
    """Two columns of two boxes, all of which may grow, one box across the page below them."""
    blocks = [*(block(height, stretch=16.0) for height in (20.0, 25.0, 22.0, 18.0)), block(60.0, **WIDE)]
    (page,) = compose(blocks, WIDTH_MM, 200.0, TRUE)

    assert page.ragged_mm < 0.1 and page.fill == pytest.approx(1.0)


def test_white_that_rows_do_not_take_parts_the_blocks():
    """Three boxes of 40 mm that can't grow on a page of 140: 10 mm between them rather than 6."""
    (page,) = compose([block(40.0, **WIDE)] * 3, WIDTH_MM, 140.0, TRUE)
    assert [box[1] for box in boxes(page)] == [0, 50, 100]


def test_pages_are_as_few_as_can_be_and_evenly_full():
    """Five boxes of 60 mm, three of which fit on a page: two on the first or on the second, not three and then two."""
    pages = compose([block(60.0, **WIDE)] * 2 + [block(90.0, **WIDE)] * 2, WIDTH_MM, ROOM_MM, TRUE)
    assert [len(boxes(page)) for page in pages] == [2, 2]


def test_blocks_are_dealt_anew_before_a_page_is_added():
    """120 and 110 mm fill one page and the others another; the largest first, these would stand apart."""
    pages = compose([block(high, **WIDE) for high in (20.0, 120.0, 110.0, 150.0, 50.0)], WIDTH_MM, ROOM_MM, TRUE)
    assert [len(boxes(page)) for page in pages] == [3, 2]


def test_pages_half_empty_in_ordinary_type_are_fewer_in_smaller_type():
    """The Portfolio in German on Letter: six pages, one of them a third blank; two of these fit only in small type."""
    low = [block(106.0, narrow=True, **WIDE) for _ in range(4)]

    assert len(compose(low, WIDTH_MM, 200.0)) == 2


def test_a_block_goes_to_the_page_that_has_room_for_it():
    """150 and 120 mm, then twice 40 mm: one of these on each page, though both follow the second."""
    pages = compose([block(150.0, **WIDE), block(120.0, **WIDE)] + [block(40.0, **WIDE)] * 2, WIDTH_MM, ROOM_MM, TRUE)
    assert [[box[3] - box[1] for box in boxes(page)] for page in pages] == [[150, 40], [120, 40]]


def test_what_a_player_does_with_them_keeps_blocks_together():
    """Pages are a little less even, but each serves one task."""
    tasks = [block(100.0, "combat", **WIDE), block(60.0, "turn", **WIDE), block(70.0, "combat", **WIDE),
             block(90.0, "turn", **WIDE)]  # fmt: skip
    assert [[*page.tasks] for page in compose(tasks, WIDTH_MM, ROOM_MM, TRUE)] == [["combat"], ["turn"]]


def test_more_pages_than_needed_share_what_there_is():
    """The sides of a folded sheet: two boxes on one page, or one on each of two."""
    two = [block(80.0, **WIDE)] * 2
    assert [len(compose(two, WIDTH_MM, ROOM_MM, TRUE, least_pages=least)) for least in (1, 2, 4)] == [1, 2, 2]


def test_a_page_with_room_is_larger_than_others_not_looser():
    """Its blocks stay as wide as they have to be: in larger type they would be too narrow."""
    blocks = [block(200.0, **WIDE), block(120.0, stretch=12.0, **WIDE)]
    assert [page.scale for page in compose(blocks, WIDTH_MM, ROOM_MM)] == [1.09, 1.23]


def test_all_pages_are_in_the_largest_type_in_which_they_are_as_few():
    def printed(height: float, count: int) -> list[float]:
        return [page.scale for page in compose([block(height, **WIDE)] * count, WIDTH_MM, ROOM_MM)]

    assert (printed(110.0, 2), printed(122.0, 2), printed(60.0, 1)) == ([1.01], [0.95], [1.23])
    assert (printed(130.0, 3), printed(275.0, 1)) == ([1.23] * 3, [0.92])  # no smaller type to save a page


def test_a_block_that_fits_into_a_column_does_not_stand_alone_for_evenness():
    """One of 45 mm across the first page leaves half of it white: it stands beside the other."""
    blocks = [block(150.0, **WIDE), block(140.0, **WIDE)] + [block(45.0, narrow=True)] * 2
    assert [len(boxes(page)) for page in compose(blocks, WIDTH_MM, ROOM_MM, TRUE)] == [1, 3]


def test_a_page_with_little_on_it_ends_early():
    """Four rows on a page of a form were each 60 mm high."""
    (page,) = compose([block(60.0, stretch=20.0, **WIDE)], WIDTH_MM, ROOM_MM, TRUE)
    assert page.fill == pytest.approx((60.0 + LOOSEST * 20.0) / ROOM_MM)


def test_a_block_alone_fills_its_page_though_it_grows_unevenly():
    (page,) = compose([Block(lambda width, loose: block(150.0 + 80.0 * loose**2).draw(width, 0.0), **WIDE)],
                      WIDTH_MM, ROOM_MM, TRUE)  # fmt: skip
    assert 0.96 < page.fill <= 1.0


def headed(height: float, title: str, **values) -> Block:
    """A box of that height below a heading of 8 mm with the number of a case."""
    shown = (Group(tuple(Text(0.0, 5.0, text, "sans-bold", 9.0, "#000000") for text in (title, "6.1"))),
             Path(rect(0.0, 8.0, WIDTH_MM, height), fill="#000000"))  # fmt: skip
    return Block(lambda width, _: Drawing(shown, width, 8.0 + height, title, "6.1", head_mm=8.0), **WIDE, **values)


def test_a_block_alone_at_the_top_gives_its_title_to_the_page():
    """Combat stood above Combat, Units above Forces; a strip of 20 mm goes to the foot instead. The number of its case
    goes with it: it hung below the page's head.
    """
    strip, table = headed(12.0, "Odds"), headed(100.0, "Results")
    (page,), (bare,) = (compose([strip, table], WIDTH_MM, 200.0, TRUE, leads=leads) for leads in (True, False))

    assert (page.lead, bare.lead) == (("Results", "6.1"), ("", ""))
    assert [node.text for _, node, _ in marks(page.drawing.nodes) if isinstance(node, Text)] == ["Odds", "6.1"]
    tops = [[box[1] for _, node, box in marks(p.drawing.nodes) if isinstance(node, Path)] for p in (page, bare)]
    assert tops == [[0.0, 120.0], [8.0, 128.0]]
    assert page.drawing.height_mm == bare.drawing.height_mm - 8.0


def test_a_block_that_grows_faster_and_faster_runs_into_no_other():
    """The odds of The Ford ran into its terrain on Letter."""
    def draw(width: float, looseness: float) -> Drawing:
        return block(60.0 + 6.0 * looseness**2).draw(width, 0.0)

    (page,) = compose([Block(draw, **WIDE), block(60.0, stretch=40.0, **WIDE)], WIDTH_MM, ROOM_MM, TRUE)
    first, second = boxes(page)
    assert 60 < first[3] < second[1] and second[3] <= ROOM_MM


def test_type_is_never_so_large_that_a_block_is_too_narrow():
    assert compose([block(60.0, least_mm=175.0)], WIDTH_MM, ROOM_MM)[0].scale == 1.05


def test_what_is_higher_than_a_page_is_an_error():
    with pytest.raises(LayoutError, match="doesn't fit on a page of 186 × 240 mm"):
        compose([block(400.0, **WIDE)], WIDTH_MM, ROOM_MM)


# The games ------------------------------------------------------------------------------------------------

LONGEST = {
    "winter-war": "fi", "russian-portfolio": "ru", "fall-of-the-directory": "uk", "makhnos-return": "uk",
    "march-of-justice": "de", "putins-war": "pl", "the-ford": "de", "two-rivers": "it",
}  # fmt: skip


MOST_SHEETS = {
    "winter-war": 4, "makhnos-return": 6, "march-of-justice": 4, "putins-war": 2, "the-ford": 2, "two-rivers": 2,
    "fall-of-the-directory": 5,
}  # fmt: skip


def marked(nodes: Sequence[Node]) -> Iterator[str]:
    """The tables whose line of the sources the desk shows when their place is clicked."""
    for node in nodes:
        if isinstance(node, SourceMarks):
            yield from (name for kind, name, *_ in node.places if kind == "table")
        elif isinstance(node, Group):
            yield from marked(node.children)


def sizes_of(nodes: Sequence[Node], scale: float = 1.0) -> Iterator[float]:
    """Sizes of type outside pictures of counters, to the tenth of a point."""
    for node in nodes:
        if isinstance(node, Text):
            yield round(node.size_pt * scale, 1)
        elif isinstance(node, Group) and node.clip is None:
            yield from sizes_of(node.children, scale * abs(node.transform[0]))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "paper"), list(zip(LONGEST, cycle(("a4", "letter")), strict=False)))
def test_every_page_of_a_game_is_full_and_even(name, paper):
    """In English on A4, in the language of the longest words on Letter: no type below 7.5 pt."""
    game = load_game(name) if paper == "a4" else localised(load_game(name), LONGEST[name])
    pages = compose(chart_blocks(game), *page_room(paper), leads=True)
    tables = {name for page in pages for name in marked(page.drawing.nodes)}
    in_flow_chart = {str(step.effects.get("table")) for table in game.charts.tables if isinstance(table, FlowTable)
                     for step in table.steps}  # fmt: skip
    assert {str(table.id) for table in game.charts.tables} - in_flow_chart <= tables
    assert len(pages) <= MOST_SHEETS.get(name, 6)
    aids = []
    if paper == "a4":
        aids = aid_pages(game, aid_sides(game)[0], *page_room(paper))
        assert len(aids) in (2, 3, 4)
    for scales in ({page.scale for page in pages}, {page.scale for page in aids} or {1.0}):
        assert max(scales) <= 1.25 * min(scales)
    for page in (*pages, *aids):
        assert page.fill > 0.65, [*page.tasks]
        assert page.ragged_mm < 22.0, [*page.tasks]
        assert page.drawing.height_mm <= page_room(paper)[1] + 0.1
        assert min(sizes_of(page.drawing.nodes)) >= 7.5, [*page.tasks]
