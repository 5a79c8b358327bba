"""Pages of blocks: the fewest, in the largest type, filled, with columns that end level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from pnp.draw.scene import Group, Node, Path, SourceMarks, Text, rect
from pnp.errors import LayoutError
from pnp.generators.charts.blocks import chart_blocks
from pnp.generators.charts.composer import COLUMNS, GAP_MM, GUTTER_MM, Block, Composed, compose, filling
from pnp.generators.charts.player_aid import page_room
from pnp.generators.charts.side_aid import aid_pages, aid_sides
from pnp.generators.sheets.bounds import marks
from pnp.generators.typeset.block import Drawing
from pnp.model.tables import FlowTable
from pnp.sources import load_game
from pnp.translate import localised

WIDTH_MM, ROOM_MM = 186.0, 240.0


def block(height: float, task: str = "combat", stretch: float = 0.0, **values) -> Block:
    """A box that keeps its area at each width: `height` is that across the page; it may grow by `stretch`."""

    def draw(width: float, looseness: float) -> Drawing:
        high = height * WIDTH_MM / width + stretch * looseness
        return Drawing((Path(rect(0.0, 0.0, width, high), fill="#000000"),), width, high)

    return Block(draw, task, **values)


def boxes(page: Composed) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each box of a page, in order."""
    return [tuple(round(value) for value in box) for _, _, box in marks(page.drawing.nodes)]


def test_boxes_that_fit_side_by_side_share_a_band():
    """Two that are at most half as wide as the page, one that is at least three quarters as wide."""
    half = (WIDTH_MM - GUTTER_MM) / 2
    blocks = [block(40.0, most_mm=half), block(40.0, most_mm=half), block(60.0, least_mm=140.0)]
    (page,) = compose(blocks, WIDTH_MM, 160.0)
    left, right, wide = boxes(page)

    assert left[1] == right[1] == 0 and left[3] == right[3] and wide[1] > left[3]
    assert (left[2] - left[0], right[0] - left[2], wide[2]) == (90, 6, 186)


def test_columns_end_level_where_rows_can_grow():
    """Beside 80 mm stands a box of 70 whose rows may be looser: both end on one line."""
    half = (WIDTH_MM - GUTTER_MM) / 2
    blocks = [block(40.0, least_mm=half, most_mm=half), block(35.0, stretch=10.0, least_mm=half, most_mm=half)]
    (page,) = compose(blocks, WIDTH_MM, 84.0)
    left, right = boxes(page)

    assert page.ragged_mm < 0.1 and left[3] == right[3]


def test_one_white_stands_between_all_blocks_and_both_columns_end_at_the_foot():
    """Two columns of two boxes, all of which may grow, one box across the page below them."""
    half = (WIDTH_MM - GUTTER_MM) / 2
    narrow = {"stretch": 12.0, "least_mm": half, "most_mm": half}
    blocks = [*(block(height, **narrow) for height in (20.0, 25.0, 22.0, 18.0)), block(60.0, least_mm=140.0)]
    (page,) = compose(blocks, WIDTH_MM, 200.0, scales=(1.0,))
    found = [box for _, _, box in marks(page.drawing.nodes)]
    parted = {
        round(min(b[1] for b in found if b[1] >= a[3] and b[0] < a[2] and b[2] > a[0]) - a[3], 2)
        for a in found if a[3] < 199.0
    }  # fmt: skip

    assert parted == {round(GAP_MM * page.scale, 2)}
    assert page.ragged_mm < 0.1 and page.fill == pytest.approx(1.0)


def test_blocks_of_one_page_stand_on_as_many_as_are_asked_for():
    blocks = [block(60.0, task, stretch=10.0) for task in ("combat", "terrain", "turn", "victory")]

    assert [len(compose(blocks, WIDTH_MM, ROOM_MM, count=count)) for count in (0, 2, 4)] == [1, 2, 4]


def test_type_is_smaller_only_where_that_saves_a_page_and_larger_where_a_page_has_room():
    def printed(height: float, count: int) -> list[Composed]:
        return compose([block(height, least_mm=180.0) for _ in range(count)], WIDTH_MM, ROOM_MM)

    assert [page.scale for page in printed(110.0, 2)] == [1.0]
    assert [page.scale for page in printed(122.0, 2)] == [pytest.approx(0.97, abs=0.01)]
    assert [page.scale for page in printed(170.0, 2)] == [1.16, 1.16]
    assert printed(60.0, 1)[0].drawing.width_mm == pytest.approx(WIDTH_MM)


def test_a_page_is_filled_by_its_rows():
    (page,) = compose([block(100.0, stretch=20.0, least_mm=180.0), block(110.0, least_mm=180.0)], WIDTH_MM, ROOM_MM)
    assert page.fill == pytest.approx(1.0, abs=0.01)


def test_a_page_without_room_is_filled_with_nothing():
    """Text to the foot of its page was divided by what it left."""
    blocks = [block(10.0), block(20.0)]
    assert filling(blocks, 150.0, 40.0) != []
    assert filling(blocks, 150.0, 0.0) == []


def test_what_is_higher_than_a_page_is_an_error():
    with pytest.raises(LayoutError, match="doesn't fit on a page of 186 × 240 mm"):
        compose([block(400.0, least_mm=180.0)], WIDTH_MM, ROOM_MM)


@pytest.mark.parametrize(("height", "shown"), [(40.0, 3), (200.0, 2)])
def test_a_spare_block_takes_no_page_of_its_own(height, shown):
    blocks = [block(90.0), block(90.0), block(height, "records", spare=True)]
    pages = compose(blocks, WIDTH_MM, ROOM_MM)
    assert [len(boxes(page)) for page in pages] == [shown]


def test_the_columns_of_the_grid_are_as_wide_as_the_page():
    (page,) = compose([block(30.0, most_mm=60.0)] * 3, WIDTH_MM, 100.0)
    third = (WIDTH_MM + GUTTER_MM) * 4 / COLUMNS - GUTTER_MM
    assert [box[2] - box[0] for box in boxes(page)] == [round(third)] * 3


# The games ------------------------------------------------------------------------------------------------

LONGEST = {
    "winter-war": "fi", "russian-portfolio": "ru", "fall-of-the-directory": "uk", "makhnos-return": "uk",
    "march-of-justice": "de", "putins-war": "pl", "the-ford": "de", "two-rivers": "it",
}  # fmt: skip


MOST_SHEETS = {"march-of-justice": 4, "putins-war": 2, "the-ford": 2, "two-rivers": 2}


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
@pytest.mark.parametrize("name", [*LONGEST])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_page_of_a_game_is_half_empty_or_ragged(name, paper):
    """In English on A4, in the language of the longest words on Letter: level pages and columns, type of 6.8 pt; of
    6.4 on aids. A record alone may end higher.
    """
    game = load_game(name) if paper == "a4" else localised(load_game(name), LONGEST[name])
    pages = compose(chart_blocks(game), *page_room(paper))
    charts = len(pages)
    tables = {name for page in pages for name in marked(page.drawing.nodes)}
    in_flow_chart = {str(step.effects.get("table")) for table in game.charts.tables if isinstance(table, FlowTable)
                     for step in table.steps}  # fmt: skip
    assert {str(table.id) for table in game.charts.tables} - in_flow_chart <= tables
    if paper == "a4":
        aids = aid_pages(game, aid_sides(game)[0], *page_room(paper))
        assert len(aids) in (2, 4)
        pages += aids
    assert charts <= MOST_SHEETS.get(name, 5)
    for number, page in enumerate(pages):
        assert page.fill > (0.8 if [*page.tasks] == ["records"] else 0.985), [*page.tasks]
        assert page.ragged_mm < 1.0, [*page.tasks]
        assert page.drawing.height_mm <= page_room(paper)[1] + 0.1
        assert min(sizes_of(page.drawing.nodes)) >= (6.8 if number < charts else 6.4), [*page.tasks]
