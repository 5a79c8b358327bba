"""Counter sheets as PDF and SVG: margins, bleed, cuts, boxes, layers, the same bytes twice."""

import io
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest

from pnp.draw import pdf, svg
from pnp.draw.scene import Group, Path, Text, texts_in
from pnp.errors import LayoutError
from pnp.generators.counter_sheets.captions import side_captions
from pnp.generators.counter_sheets.imposition import mirrored, origin
from pnp.generators.counter_sheets.panels import placed_panels
from pnp.generators.counter_sheets.sheet import build_counter_sheets, counter_svg, sheet_plans
from pnp.generators.counter_sheets.sheet_marks import seams
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.sides import LAYOUTS
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game
from pnp.sources.find import game_folders
from pnp.translate import localised
from pnp.units import PAPERS_MM

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
EDGE_MM = 6.0
PT = 72 / 25.4


@pytest.fixture(scope="module")
def game():
    return load_game("putins-war")


def layer_boxes(page, layer):
    return [(node, box) for name, node, box in marks(page.scene.children) if name == layer]


# Pages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("paper", "size"), [("a4", 12.7), ("letter", 15.875), ("letter", 20.0)])
def test_edge_and_counters_are_clear_of_captions_and_marks(game, layout, paper, size):
    """Nothing is printed within 6 mm of the paper's edge."""
    width, height = PAPERS_MM[paper]
    document = build_counter_sheets(game, paper, layout, size_mm=size)
    assert len(document.pages) >= 1
    for page in document.pages:
        assert (page.scene.width_mm, page.scene.height_mm) == (width, height)
        boxes = list(marks(page.scene.children))
        assert len(boxes) > 10
        for _, node, (x0, y0, x1, y1) in boxes:
            what = node.text if isinstance(node, Text) else node.segments[:2]
            assert min(x0, y0, width - x1, height - y1) >= EDGE_MM - 0.01, what
        grounds = [box for _, box in layer_boxes(page, "bleed")]
        others = [b for layer in ("captions", "register", "fold", "margin") for _, b in layer_boxes(page, layer)]
        assert others or not grounds
        for x0, y0, x1, y1 in others:
            assert not [b for b in grounds if b[0] < x1 and x0 < b[2] and b[1] < y1 and y0 < b[3]]


@pytest.mark.parametrize(
    ("name", "paper", "layout"), [("russian-portfolio", "letter", "long"), ("makhnos-return", "a4", "fold")]
)
def test_what_is_clipped_at_a_counter_counts_as_far_as_it_is_seen(name, paper, layout):
    """The grain of a counter's ground runs far beyond it, and is cut off there."""
    width, height = PAPERS_MM[paper]
    pages = build_counter_sheets(load_game(name), paper, layout).pages
    boxes = [box for page in pages for _, _, box in marks(page.scene.children)]

    assert min(min(x0, y0, width - x1, height - y1) for x0, y0, x1, y1 in boxes) >= EDGE_MM


@pytest.mark.parametrize(("layout", "pages"), [("long", 2), ("short", 2), ("fold", 1), ("fronts", 1)])
def test_duplex_files_have_front_and_back_and_what_counters_leave_free_is_used(game, layout, pages):
    """How to read a counter and what there is, on the sheet itself."""
    document = build_counter_sheets(game, "a4", layout)
    said = [node.text for page in document.pages for node, _ in layer_boxes(page, "key") if isinstance(node, Text)]

    assert len(document.pages) == sum(page.trim_mm is not None for page in document.pages) == pages
    assert document.duplex == (layout if pages == 2 else None)
    titles = ("How to read a counter", "The counters", "How the counters are made")
    assert [said.count(title) for title in titles] == TITLED[layout]
    assert said.count("What the backs show") == said.count("How to read a counter")
    assert all(5 <= len(sizes_of(page.scene.children)) <= 8 for page in document.pages)


def test_the_counter_that_is_explained_stands_on_a_plate_as_high_as_what_is_beside_it():
    game = load_game("winter-war")
    (page,) = build_counter_sheets(game, "a4", "fronts").pages
    panels, zebra = layer_boxes(page, "key"), game.style.colour("zebra")
    plates = [box for node, box in panels if isinstance(node, Path) and node.fill == zebra]
    _, top, right, foot = max(plates, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    beside = [box[3] for _, box in panels if box[0] > right and box[1] > top and box[1] < foot]
    assert beside and foot - 3.0 < max(beside) < foot + 1.0


def test_what_the_codes_mean_stands_on_the_plate_of_the_counter_that_is_explained():
    """Below it the note was adrift, where a key to the counters had no room."""
    game = load_game("winter-war")
    page = build_counter_sheets(game, "a4", "long").pages[0]
    panels, zebra = layer_boxes(page, "key"), game.style.colour("zebra")
    (plate,) = [box for node, box in panels if isinstance(node, Path) and node.fill == zebra]
    (note,) = [box for node, box in panels if isinstance(node, Text) and node.text.startswith("Corner:")]
    assert plate[0] + 2.9 < note[0] and plate[1] < note[1] < note[3] < plate[3] - 2.9


def test_where_four_steps_have_no_room_gluing_and_cutting_have():
    """Letter is the lower paper: under five rows there is no room for the alignment in Italian."""
    numbers = {}
    for name, language in (("march-of-justice", "de"), ("putins-war", "it")):
        page = build_counter_sheets(localised(load_game(name), language), "letter", "long").pages[0]
        assert any("15,9 mm" in text.text for text in texts_in(page.scene.children))
        keys = layer_boxes(page, "key")
        said = " ".join(node.text for node, _ in keys if isinstance(node, Text))
        numbers[name] = re.findall(r"(\d)\u2002", said)
        assert max(box[3] for _, box in keys) > page.scene.height_mm - 19.0 - 8.0

    assert numbers == {"march-of-justice": ["1", "2", "3", "4"], "putins-war": ["1", "2"]}


TITLED = {"long": [1, 1, 1], "short": [1, 1, 1], "fold": [0, 0, 0], "fronts": [1, 1, 0]}


def test_panels_that_all_have_room_go_before_those_of_which_one_lacks_it():
    """Of the first way 20 and 20 of 30 mm have no room, of the second 20 and 10 have less white."""
    def panel(name, high):
        return lambda width, height: Drawing((Text(0, 0, name, "sans-regular", 8.0),), width, high)

    ways = [[[panel("key", 20.0)], [panel("more", 20.0)]], [[panel("key", 20.0)], [panel("note", 6.0)]]]
    (shown,) = placed_panels(ways, [(0.0, 0.0, 100.0, 30.0)])
    (fallback,) = placed_panels(ways[:1], [(0.0, 0.0, 100.0, 30.0)])

    assert [text.text for text in texts_in([shown])] == ["key", "note"]
    assert [text.text for text in texts_in([fallback])] == ["key"]


def test_full_sheets_have_no_page_of_explanations_behind_them():
    """The Russian Portfolio: 198 counters leave nothing free. The rulebook and the page to read first tell it too."""
    printed = build_counter_sheets(load_game("russian-portfolio"), "a4", "long").pages

    assert [page.trim_mm is None for page in printed] == [False, False]
    said = [[node.text for node, _ in layer_boxes(page, "key") if isinstance(node, Text)] for page in printed]
    assert all(" ".join(words).startswith("Back with a broken symbol: dispersed.") and len(words) < 8 for words in said)


def grounds(page):
    """Grounds and bands of the counters of a page, without the hatching."""
    return [(node, box) for node, box in layer_boxes(page, "bleed") if node.fill]


RUSSIAN = "#8f3128", "#e3c6be"
"""Grounds of Russian fronts and backs."""


def test_the_ground_bleeds_15_mm_past_the_outer_cuts_on_both_sides(game):
    front, back = build_counter_sheets(game, "a4", "long").pages[:2]
    for page in (front, back):
        x, y, width, _ = page.trim_mm
        red = [box for node, box in grounds(page) if node.fill in RUSSIAN]
        union = [end(box[n] for box in red) for n, end in enumerate((min, min, max, max))]
        assert union == pytest.approx([x - 1.5, y - 1.5, x + width + 1.5, y + 2 * 15.875 + 1.5])


def test_grounds_beside_each_other_lie_a_little_over_one_another(game):
    """Abutting rectangles of one colour show hairlines. 20 and 20 counters, all but Ukrainian backs with a plate."""
    front, back = build_counter_sheets(game, "a4", "long").pages[:2]

    assert Counter(node.fill for node, _ in grounds(front)) == {
        "#8f3128": 20, "#541610": 20, "#d9a79f": 20, "#275488": 20, "#f4d35e": 20,
    }  # fmt: skip
    assert Counter(node.fill for node, _ in grounds(back)) == {
        "#e3c6be": 20, "#f1dfda": 20, "#d9a79f": 20, "#275488": 20,
    }  # fmt: skip
    for page in (front, back):
        boxes = [box for node, box in grounds(page) if node.fill in RUSSIAN]
        for row in (boxes[:10], boxes[10:]):
            assert all(before[2] - after[0] == pytest.approx(0.06) for before, after in pairwise(row))
        assert boxes[0][3] - boxes[10][1] == pytest.approx(0.06)


def test_the_captions_say_how_many_there_are():
    """The Ford: 8 counters of the North, and 12 spares; 7 of the South, at whose end is the marker."""
    page = build_counter_sheets(load_game("the-ford"), "a4", "long").pages[0]

    assert [node.text for node, _ in layer_boxes(page, "captions")] == [
        "NORTH", "8 counters", "12 spares", "SOUTH", "7 counters", "11 spares", "MARKERS", "1 counter", "1 spare",
    ]  # fmt: skip


def test_a_nation_with_a_name_of_its_own_is_named_beside_its_rows():
    """Sheet 2 of Makhno's Return: 166 counters of the Volunteers' side, of which 21 are the Entente's."""
    page = build_counter_sheets(localised(load_game("makhnos-return"), "uk"), "a4", "fronts").pages[0]
    said = [node.text for node, _ in layer_boxes(page, "captions")]

    assert said[:2] == ["ДОБРОВОЛЬЦІ", "145 фішок"] and said[said.index("АНТАНТА") + 1] == "21 фішка"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_panels_stand_clear_of_counters_title_and_foot(layout):
    """The Ford on the shorter paper: every panel is above or below the counters, within their width."""
    game = load_game("the-ford")
    for page in build_counter_sheets(game, "letter", layout).pages:
        title = max(box[3] for _, box in layer_boxes(page, "title"))
        keys = [box for _, box in layer_boxes(page, "key")]
        assert len(keys) > 5
        assert min(box[1] for box in keys) > title + 2.0
        assert max(box[3] for box in keys) < page.scene.height_mm - 19.0
        if page.trim_mm:
            _, y, _, height = page.trim_mm
            assert not [box for box in keys if box[3] > y - 6.0 and box[1] < y + height + 6.0]


@pytest.mark.parametrize(("layout", "face"), [("long", 1), ("short", 1), ("short", 0)])
def test_a_full_sheet_has_its_title_in_a_strip_with_the_heading(layout, face):
    """Title and heading in one line above the counters, upright on both sides, whichever edge is flipped."""
    game = load_game("russian-portfolio")
    page = build_counter_sheets(game, "a4", layout).pages[face]
    texts = {node.text: box for node, box in layer_boxes(page, "title") if isinstance(node, Text)}
    title = texts["The Russian Portfolio"]
    heading = next(box for text, box in texts.items() if text.startswith("BACKS" if face else "FRONTS"))

    assert not layer_boxes(page, "picture")
    assert title[1] + title[3] == pytest.approx(heading[1] + heading[3], abs=1.0) and title[2] < heading[0]
    assert max(title[3], heading[3]) < page.trim_mm[1] - 6.0


def test_words_run_from_the_right_in_hebrew_and_counters_lie_as_in_english(game):
    """The title stood at the left, and the steps of making counters ran from left to right."""
    english, hebrew = (build_counter_sheets(one, "a4", "long").pages[0] for one in (game, localised(game, "he")))
    title, heading = [box for node, box in layer_boxes(hebrew, "title") if isinstance(node, Text)]
    there, here = ([box for node, box in layer_boxes(page, "art") if isinstance(node, Path)]
                   for page in (english, hebrew))  # fmt: skip

    assert title[0] > heading[2]
    assert there == here


def test_cut_ticks_lie_outside_bleed_and_art(game):
    """11 cuts down with ticks above, below and in two gaps; 3 + 3 + 2 cuts across, ticks left and right."""
    for paper in ("a4", "letter"):
        page = build_counter_sheets(game, paper, "long").pages[0]
        ticks = [box for _, box in layer_boxes(page, "cut")]
        art = [box for _, box in [*layer_boxes(page, "bleed"), *layer_boxes(page, "art")]]
        assert len(ticks) == 11 * 4 + 8 * 2
        for x0, y0, x1, y1 in ticks:
            assert not [b for b in art if b[0] < x1 and x0 < b[2] and b[1] < y1 and y0 < b[3]]


def test_two_sides_in_a_row_are_parted_in_white():
    """Makhno's Return, sheet 3: beside the sixth of the soviets, below it and its neighbours, and about the marker."""
    parted, *hairlines = seams(sheet_plans(load_game("makhnos-return"))[1])
    upright = [(start, end) for start, end in zip(parted.segments[::2], parted.segments[1::2], strict=True)
               if start[1] == end[1]]  # fmt: skip

    assert parted.stroke.colour == "#ffffff" and parted.stroke.width_pt > max(one.stroke.width_pt for one in hairlines)
    assert sorted(start[1] for start, _ in upright) == pytest.approx([6 * 14.2875, 10 * 14.2875], abs=0.002)


def test_a_hairline_parts_two_counters_and_is_drawn_once(game):
    plan = sheet_plans(game)[0]
    white, dark = seams(plan)
    edges = list(zip(dark.segments[::2], dark.segments[1::2], strict=True))
    around = {(round(cell.x + at, 3), round(cell.y, 3)) for cell in plan.cells() for at in (0.0, plan.size[0])}

    assert white.stroke.width_pt > 2 * dark.stroke.width_pt
    assert set(white.segments) < set(dark.segments)  # where two sides meet
    assert len(edges) == len(set(edges)) < 4 * len(list(plan.cells()))
    assert {start[1:] for start, end in edges if start[1] == end[1]} == around
    assert all(math.dist(start[1:], end[1:]) == pytest.approx(plan.size[0], abs=0.002) for start, end in edges)


@pytest.mark.parametrize(("name", "language"), [("winter-war", "fi"), ("winter-war", "it"), ("march-of-justice", "uk")])
def test_sides_and_spares_are_named_and_counted_beside_their_rows(name, language):
    """Once for each side, the markers and the spares of a block, on both sides of the sheet; in few sizes of type."""
    game = localised(load_game(name), language)
    (plan,) = sheet_plans(game)
    front, back = build_counter_sheets(game, "letter", "short").pages[:2]
    for page in (front, back):
        captions = [node for node, _ in layer_boxes(page, "captions")]
        said = re.sub(r"[-\s\xad]", "", "".join(node.text for node in captions))
        for side in game.info.sides:
            assert re.sub(r"[-\s]", "", side.name.upper()) in said
        assert {node.rotate_deg for node in captions} == {0.0}
    named = [node for node, _ in layer_boxes(front, "captions") if node.font == "condensed-bold"]
    assert len(named) >= len(plan.blocks)
    assert 5 <= len(sizes_of(front.scene.children)) <= 8


def sizes_of(nodes, scale=1.0):
    """The sizes of type outside counters and pictures of them, each to a tenth of a point."""
    sizes = set()
    for node in nodes:
        if isinstance(node, Group) and node.layer in ("picture", "art"):
            continue
        if isinstance(node, Group):
            a, b, *_ = node.transform
            sizes |= sizes_of(node.children, scale * math.hypot(a, b))
        elif isinstance(node, Text) and node.text.strip():
            sizes.add(round(scale * node.size_pt, 1))
    return sizes


def test_register_marks_of_front_and_back_fall_on_each_other(game):
    for layout, flip in (("long", (True, False)), ("short", (False, True))):
        front, back = build_counter_sheets(game, "letter", layout).pages[:2]
        width, height = PAPERS_MM["letter"]
        seen = [
            (width - x1, y0, width - x0, y1) if flip[0] else (x0, height - y1, x1, height - y0)
            for node, (x0, y0, x1, y1) in layer_boxes(back, "register")
            if len(node.segments) != TICKS
        ]
        expected = [box for _, box in layer_boxes(front, "register")]
        assert len(expected) == 12
        assert sorted(map(rounded, seen)) == sorted(map(rounded, expected))


TICKS = 2 * 2 * 13
"""Ends of the ticks of a mark on a back: 13 across and 13 down."""


def rounded(box):
    return tuple(round(value, 3) + 0.0 for value in box)


def test_the_offset_moves_the_back_and_nothing_else(game):
    plain = build_counter_sheets(game, "a4", "long").pages
    moved = build_counter_sheets(game, "a4", "long", back_offset_mm=(0.5, -1.25)).pages

    for layer in ("bleed", "art", "register", "cut", "captions"):
        assert layer_boxes(moved[0], layer) == layer_boxes(plain[0], layer) != []
    assert moved[1].trim_mm == pytest.approx(
        (plain[1].trim_mm[0] + 0.5, plain[1].trim_mm[1] - 1.25, *plain[1].trim_mm[2:])
    )
    for layer in ("bleed", "art", "register"):
        before, after = layer_boxes(plain[1], layer), layer_boxes(moved[1], layer)
        assert len(before) == len(after) > 0
        for (_, old), (_, new) in zip(before, after, strict=True):
            assert new == pytest.approx((old[0] + 0.5, old[1] - 1.25, old[2] + 0.5, old[3] - 1.25))


@pytest.mark.parametrize("layout", ["long", "short"])
def test_the_marks_of_the_back_have_ticks_half_a_millimetre_apart(game, layout):
    """By them the back says where the crosses of the front show through."""
    front, back = build_counter_sheets(game, "a4", layout).pages[:2]
    crosses, scales = ([n for n, _ in layer_boxes(page, "register") if isinstance(n, Path)] for page in (front, back))
    ticked = [node for node in scales if len(node.segments) == TICKS]
    steps = sorted({round(segment[1], 3) for segment in ticked[0].segments[0::4]})

    assert not [node for node in crosses if len(node.segments) == TICKS] and len(ticked) == 4
    assert [round(b - a, 3) for a, b in pairwise(steps)] == [0.5] * 12


def test_the_setting_that_moves_the_backs_is_told(game):
    """Without the name that it has in a file of settings."""
    said = []
    for offset in ((0.0, 0.0), (2.0, 1.0)):
        pages = build_counter_sheets(game, "a4", "long", back_offset_mm=offset).pages
        nodes = [node for page in pages for _, node, _ in marks(page.scene.children)]
        said.append(" ".join(node.text for node in nodes if isinstance(node, Text)).replace("\xa0", " "))

    assert "image shift" in said[0] and "back_offset_mm" not in said[1]
    assert ["x = 2 mm and y = 1 mm" in text for text in said] == [False, True]


def test_unknown_layouts_papers_and_gutters_are_refused(game):
    with pytest.raises(LayoutError, match="unknown layout 'lang'; did you mean 'long'"):
        build_counter_sheets(game, "a4", "lang")
    with pytest.raises(LayoutError, match="'a5'"):
        build_counter_sheets(game, "a5", "long")
    with pytest.raises(LayoutError, match="-1 mm"):
        sheet_plans(game, gutter_mm=-1)


GARRISON = {"en": "garrison", "it": "guarnigione", "de": "garnison", "pl": "garnizon"}


@pytest.mark.parametrize("language", GARRISON)
@pytest.mark.parametrize("size", [12.7, 15.875, 20.0])
def test_the_texts_of_every_language_fit_every_size(game, language, size):
    """A text that does not fit raises LayoutError."""
    page = build_counter_sheets(localised(game, language), "a4", "long", size_mm=size).pages[0]
    words = {node.text.casefold() for _, node, _ in marks(page.scene.children) if isinstance(node, Text)}

    assert set(GARRISON) <= set(game.info.languages)
    assert GARRISON[language] in words


@pytest.mark.parametrize(("gutter", "columns"), [(0.0, 10), (4.0, 8), (8.0, 7)])
def test_any_gutter_is_drawn(game, gutter, columns):
    page = build_counter_sheets(game, "a4", "long", gutter_mm=gutter).pages[0]
    (plan,) = sheet_plans(game, gutter_mm=gutter)

    assert plan.columns == columns
    assert page.trim_mm[2] == pytest.approx(plan.columns * (15.875 + gutter) - gutter)


def test_low_ink_sheets_paint_no_dark_grounds(game):
    low = replace(game, style=game.style.replaced(ink="low"))
    front = build_counter_sheets(low, "a4", "long").pages[0]

    large = {node.fill for node, box in layer_boxes(front, "bleed") if box[3] - box[1] > 5}
    assert large == {"#ffffff"}


# PDF --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def printed(game):
    return {layout: pdf.render(build_counter_sheets(game, "a4", layout)) for layout in LAYOUTS}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_pdf_is_sound_and_its_trim_box_is_the_block(printed, layout):
    """The block is 158.75 × 90.575 mm: five rows of 15.875 and two gaps of 5.6; twice that and 6.4 between where it
    is folded.
    """
    height = 2 * 90.575 + 6.4 if layout == "fold" else 90.575
    with pikepdf.open(io.BytesIO(printed[layout])) as document:
        assert document.check_pdf_syntax() == []
        page = document.pages[0]
        trim, bleed = ([float(v) for v in page[key]] for key in ("/TrimBox", "/BleedBox"))
    assert trim[2] - trim[0] == pytest.approx(158.75 * PT, abs=0.01)
    assert trim[3] - trim[1] == pytest.approx(height * PT, abs=0.01)
    assert trim[0] == pytest.approx((210 - 158.75) / 2 * PT, abs=0.01)
    assert (trim[0] - bleed[0], bleed[3] - trim[3]) == pytest.approx((1.5 * PT, 1.5 * PT), abs=0.01)


def test_the_text_of_the_pdf_can_be_read(printed):
    document = pypdfium2.PdfDocument(printed["long"])
    text = document[0].get_textpage().get_text_range()

    assert "GARRISON" in text
    assert re.search(r"RUSSIA\s+16\s+counters|RUSSIA", text)
    assert text.count("2*") == 2


def test_the_same_sources_give_the_same_bytes(game, printed):
    assert pdf.render(build_counter_sheets(load_game("putins-war"), "a4", "long")) == printed["long"]
    assert printed["long"] != printed["short"]


def test_front_and_mirrored_back_cover_the_same_paper(printed):
    """Rendered and overlaid: where the front has a side's ground, the turned back has one too."""
    document = pypdfium2.PdfDocument(printed["long"])
    front, back = (document[i].render(scale=0.5).to_pil().convert("L") for i in (0, 1))
    back = back.transpose(0)  # FLIP_LEFT_RIGHT
    left, top = int((210 - 158.75) / 2 * PT / 2), int(32 * PT / 2)
    right, bottom = int(left + 158.75 * PT / 2), int(top + 2 * 15.875 * PT / 2)
    edges = [(left, top + 5), (right - 1, top + 5), (left + 40, top + 1), (left + 40, bottom - 2)]
    for point in edges:
        assert front.getpixel(point) < 160 and back.getpixel(point) < 235
    outside = [(left - 3, top + 12), (right + 4, top + 12)]
    for point in outside:
        assert back.getpixel(point) > 240


# SVG --------------------------------------------------------------------------------------------------


def drawing(game, face):
    return ET.fromstring(svg.render(counter_svg(game, "main", face)))


@pytest.mark.parametrize("face", ["front", "back"])
def test_the_drawing_is_in_mm_with_the_layers_of_the_contract(game, face):
    root = drawing(game, face)
    labels = [group.get(LABEL) for group in root.iter(f"{SVG}g") if group.get(LABEL)]

    assert labels == ["bleed", "art", "cut", "fold", "register"]
    assert root.get("width") == "176.75mm"  # 158.75 + 2 × 9
    assert root.get("viewBox").split()[2:] == ["176.75", "108.575"]


def test_cut_lines_are_unfilled_hairlines_right_across_each_once(game):
    """11 down and 8 across."""
    (cut,) = [g for g in drawing(game, "front").iter(f"{SVG}g") if g.get(LABEL) == "cut"]
    lines = list(cut.iter(f"{SVG}path"))

    assert len(lines) == 19
    assert len({line.get("d") for line in lines}) == 19
    for line in lines:
        assert line.get("fill") == "none"
        assert float(line.get("stroke-width")) < 0.1


def test_every_cut_spans_the_whole_sheet(game):
    cuts = [box for layer, _, box in marks(counter_svg(game, "main", "front").children) if layer == "cut"]
    down = [box for box in cuts if box[2] - box[0] < 1]
    across = [box for box in cuts if box[3] - box[1] < 1]

    assert (len(down), len(across)) == (11, 8)
    assert all(y0 < 9.0 - 1.5 and y1 > 9.0 + 90.575 + 1.5 for _, y0, _, y1 in down)
    assert all(x0 < 9.0 - 1.5 and x1 > 9.0 + 158.75 + 1.5 for x0, _, x1, _ in across)


def test_the_outlines_are_one_closed_contour_for_each_counter(game):
    root = drawing(game, "outlines")
    contours = [path.get("d") for path in root.iter(f"{SVG}path")]

    assert len(contours) == len(set(contours)) == 50
    assert all(d.rstrip().lower().endswith("z") for d in contours)
    assert {path.get("fill") for path in root.iter(f"{SVG}path")} == {"none"}
    first = next(marks(counter_svg(game, "main", "outlines").children))[2]
    assert first[2] - first[0] == pytest.approx(15.875, abs=0.1)


def test_front_and_back_drawings_fold_together(game):
    """The fold is 3.2 mm right of the front's block and 3.2 mm left of the back's."""

    def fold(face):
        ((box),) = [b for layer, _, b in marks(counter_svg(game, "main", face).children) if layer == "fold"]
        return (box[0] + box[2]) / 2

    assert fold("front") == pytest.approx(9.0 + 158.75 + 3.2)
    assert fold("back") == pytest.approx(9.0 - 3.2)


def test_an_unknown_sheet_or_face_is_refused(game):
    with pytest.raises(LayoutError, match="did you mean 'main'"):
        counter_svg(game, "mian", "front")
    with pytest.raises(LayoutError, match="did you mean 'front'"):
        counter_svg(game, "main", "frnt")


@pytest.mark.parametrize("name", ["russian-portfolio", "fall-of-the-directory"])
def test_captions_stand_level_with_their_rows(name):
    """Of sheets that fill the paper: within the 12.7 or 14.3 mm of the first row where a side has counters."""
    game = load_game(name)
    plan = sheet_plans(game)[0]
    page = build_counter_sheets(game, "letter", "fronts").pages[0]
    top = page.trim_mm[1]
    captions = [(node.text, box) for node, box in layer_boxes(page, "captions")]
    rows = [row for block in plan.blocks for row in block.rows]
    begun = set()

    assert len(rows) >= 16
    for row in rows:
        y0, y1 = top + row.y, top + row.y + plan.size[1]
        said = [text for text, box in captions if y0 <= box[1] and box[3] <= y1]
        sides = {cell.group.side for cell in row.cells if not cell.group.marker} - begun
        named = [side.name.upper() for side in game.info.sides if side.id in sides]
        assert [name for name in named if name not in " ".join(said)] == []
        begun |= sides
    spans = [(top + row.y, top + row.y + plan.size[1]) for row in rows]
    assert all(any(y0 <= box[1] and box[3] <= y1 for y0, y1 in spans) for _, box in captions)


def test_a_side_that_begins_within_a_row_is_named_at_that_end_of_it():
    """Makhno's Return: 6 soviets, then the Bolsheviks, whose last row the marker ends; on backs, seen from behind, the
    other way round.
    """
    plan = sheet_plans(load_game("makhnos-return"))[1]
    game, rows = load_game("makhnos-return"), {row.y for block in plan.blocks for row in block.rows}
    for face, seen, ends in (("front", plan, ("start", "end")), ("back", mirrored(plan), ("end", "start"))):
        named = {node.text: node for node in side_captions(game, seen, face, 26.4) if node.font == "condensed-bold"}
        for right, left in (("BOLSHEVIKS", "INSURGENT"), ("MARKERS", "SOVIETS")):
            assert (named[right].anchor, named[left].anchor) == ends
        assert {named[name].anchor for name in ("MAKHNOVISTS", "REPUBLICANS", "DIRECTORY")} == {"end"}
        assert named["BOLSHEVIKS"].y == named["INSURGENT"].y
        assert all(any(0 < node.y - y < plan.size[1] for y in rows) for node in named.values())


@pytest.mark.parametrize("name", sorted(game_folders()))
def test_captions_have_room_in_every_language_and_layout(name):
    """A4 is the narrower paper. No caption is smaller than 6.6 pt."""
    game = load_game(name)
    for language in game.info.languages:
        told = localised(game, language)
        for layout in LAYOUTS:
            for plan in sheet_plans(told, layout):
                beside_mm = origin(plan, PAPERS_MM["a4"], layout)[0]
                for face, seen in (("front", plan), ("back", mirrored(plan))):
                    captions = side_captions(told, seen, face, beside_mm)
                    assert min(node.size_pt for node in captions) >= 6.6


def test_a_side_without_room_for_its_name_is_reported():
    game = load_game("the-ford")
    sides = tuple(side.replaced(name=f"{side.name} of a very long name indeed" * 9) for side in game.info.sides)
    endless = replace(game, info=game.info.replaced(sides=sides))

    with pytest.raises(LayoutError, match=r"'main': no room beside the row for .NORTH .* in game.yaml"):
        build_counter_sheets(endless, "a4", "long")
