"""A sheet of twenty counters, three in a row as its `columns` say: higher than it is wide."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from pnp.draw import pdf, svg
from pnp.draw.scene import Text
from pnp.errors import LayoutError
from pnp.generators.counter_sheets.captions import side_captions
from pnp.generators.counter_sheets.imposition import block_spans
from pnp.generators.counter_sheets.sheet import build_counter_sheets, counter_svg, sheet_plans
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.sides import LAYOUTS
from pnp.sources import load_game
from pnp.units import PAPERS_MM

SVG = "{http://www.w3.org/2000/svg}"
EDGE_MM = 6.0


@pytest.fixture(scope="module")
def game():
    march = load_game("march-of-justice")
    sheets = tuple(sheet.replaced(columns=3) for sheet in march.counters.sheets)
    return replace(march, counters=march.counters.replaced(sheets=sheets))


def boxes(page, layer):
    return [box for name, _, box in marks(page.scene.children) if name == layer]


def test_twenty_counters_stand_in_seven_rows_of_three_with_one_spare(game):
    (plan,) = sheet_plans(game)
    rows = [[f"{cell.counter.id}{'+' * cell.spare}" for cell in row.cells] for b in plan.blocks for row in b.rows]

    assert rows == [
        ["wagner", "rusich", "serb"],
        ["omon", "fsb", "sobr"],
        ["police-1", "police-2", "akhmat"],
        ["tank-regiment", "mechanized-regiment", "helicopter"],
        ["maneuver-combat-1", "maneuver-combat-2", "maneuver-combat-3"],
        ["roadblock-1", "roadblock-2", "the-people-are-silent"],
        ["momentum", "turn", "maneuver-combat-1+"],
    ]
    assert [block.side for block in plan.blocks] == ["wagner", "russia", "russia", None]


def test_the_block_is_three_counters_wide_and_seven_high_and_three_gaps(game):
    """3 × 15.875 = 47.625; 7 × 15.875 + 3 × 5.6 = 127.925."""
    (plan,) = sheet_plans(game)

    assert (plan.width, plan.height) == pytest.approx((47.625, 127.925))
    assert block_spans(plan)[1] == pytest.approx((21.475, 53.225))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("paper", "size"), [("a4", 12.7), ("letter", 20.0)])
def test_edge_and_counters_are_clear_of_captions_and_marks(game, paper, layout, size):
    width, height = PAPERS_MM[paper]
    document = build_counter_sheets(game, paper, layout, size_mm=size)
    single = layout == "fronts" or (layout == "fold" and size == 12.7)
    assert sum(page.trim_mm is not None for page in document.pages) == (1 if single else 2)
    for page in document.pages:
        for _, node, (x0, y0, x1, y1) in marks(page.scene.children):
            what = node.text if isinstance(node, Text) else node.segments[:2]
            assert min(x0, y0, width - x1, height - y1) >= EDGE_MM - 0.01, what
        grounds = boxes(page, "bleed")
        others = [box for layer in ("captions", "register", "fold", "margin", "cut") for box in boxes(page, layer)]
        for x0, y0, x1, y1 in others:
            assert not [b for b in grounds if b[0] < x1 and x0 < b[2] and b[1] < y1 and y0 < b[3]]


def test_a_sheet_too_high_for_half_a_page_takes_several_to_fold(game):
    """Two rows of each side on one, the markers on the next, all above a fold across the middle."""
    pages = build_counter_sheets(game, "letter", "fold").pages

    assert [len(boxes(page, "fold")) for page in pages] == [2, 2]
    for page in pages:
        middle = page.scene.height_mm / 2
        assert not [box for box in boxes(page, "bleed") if box[1] < middle < box[3]]


def test_the_outlines_are_one_contour_for_each_place(game):
    root = ET.fromstring(svg.render(counter_svg(game, "main", "outlines")))

    assert len(list(root.iter(f"{SVG}path"))) == 21


def test_the_same_bytes_twice(game):
    assert pdf.render(build_counter_sheets(game, "a4", "fold")) == pdf.render(build_counter_sheets(game, "a4", "fold"))


def test_a_name_wider_than_the_room_is_divided_and_one_that_never_fits_is_reported():
    """"Jalkaväkidivisioonat" at 6.6 pt is wider than the 13.1 mm that 22 mm leave."""
    finland = load_game("winter-war")
    sides = tuple(side.replaced(name="Jalkaväkidivisioonat") for side in finland.info.sides)
    finland = replace(finland, info=finland.info.replaced(sides=sides), language="fi")
    (plan,) = sheet_plans(finland)

    said = [node.text for node in side_captions(finland, plan, "front", 22.0)]
    assert said[0].endswith("-") and "".join(said).replace("-", "").startswith("JALKAVÄKIDIVISIOONAT")
    with pytest.raises(LayoutError, match=r"no room beside the row for 'JALKAVÄKI.* Shorten the names of the sides"):
        side_captions(finland, plan, "front", 11.0)
