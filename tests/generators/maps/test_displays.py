"""Displays on paper: one a page, in tiles, or reduced; what stands in their boxes is pictured."""

from __future__ import annotations

import pathlib
from dataclasses import replace

import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Path, Text
from pnp.errors import SourceError
from pnp.generators.maps.display import draw_display
from pnp.generators.maps.display_pages import displays_document
from pnp.generators.sheets.bounds import marks
from pnp.maps.boxes import BoxPlan
from pnp.maps.displays import display_plan
from pnp.model.starts import pictures_in
from tests.ford_displays import ford_with_displays


@pytest.fixture(scope="module")
def ford(tmp_path_factory):
    return ford_with_displays(tmp_path_factory.mktemp("ford"))


def texts(scene) -> list[str]:
    return [mark.text for _, mark, _ in marks(scene.children) if isinstance(mark, Text)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_display_has_a_page_of_its_own(ford, paper):
    document = displays_document(ford, paper)

    assert [page.bookmark for page in document.pages] == ["Veldria", "Elmara"]
    assert [page.trim_mm[2:] for page in document.pages] == [(180.0, 120.0)] * 2
    assert all(page.scene.width_mm > page.scene.height_mm for page in document.pages)


def test_a_box_without_a_name_has_that_of_its_hex_or_its_turn(ford):
    north = texts(draw_display(ford, ford.boards[0], display_plan(ford, ford.boards[0])))

    assert "0303" in north and "at the ford" in north
    assert "13 MAY" in north and "14 MAY" in north


def test_facts_name_values_as_rules_do(ford):
    """The supply range of The Ford is 6."""
    north = texts(draw_display(ford, ford.boards[0], display_plan(ford, ford.boards[0])))

    assert "within 6 hexes of the northern edge" in north


def test_facts_that_are_a_little_too_wide_are_condensed_rather_than_smaller(tmp_path):
    """At 9.5 pt this one has 0.954 of its width."""
    told = "within six hexes of the northern edge"
    game = ford_with_displays(tmp_path, "within {{ parameter.supply_range }} hexes of the northern edge", told)
    scene = draw_display(game, game.boards[0], display_plan(game, game.boards[0]))
    (fact,) = (mark for _, mark, _ in marks(scene.children) if isinstance(mark, Text) and mark.text == told)

    assert (fact.size_pt, fact.stretch) == (9.5, pytest.approx(0.954, abs=0.01))


def test_the_colour_of_the_side_ends_below_the_facts(ford):
    """Along the edge of the head it showed beside the dark field."""
    scene = draw_display(ford, ford.boards[0], display_plan(ford, ford.boards[0]))
    x, y, width, height = display_plan(ford, ford.boards[0]).head
    boxes = [box for _, mark, box in marks(scene.children) if isinstance(mark, Path) and box[1] < y + 1.0]
    band = next(box for box in boxes if box[3] == pytest.approx(y + height))

    assert x + width / 2 < band[2] < x + width - 10.0


def test_what_waits_in_a_box_and_what_starts_in_its_spaces_is_pictured(ford):
    pictured = {box.id: [unit.counter.id for unit in pictures_in(ford, box)] for box in ford.boxes}

    assert pictured["north-ford"] == ["north-infantry-1", "north-artillery"]
    assert pictured["north-turn-2"] == ["north-infantry-4", "north-cavalry-2"]
    assert pictured["north-turn-3"] == ["north-guard"]
    assert pictured["north-eliminated"] == []


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_head_bears_the_emblem_and_slots_are_fields_on_the_paper(ford, ink):
    """Where ink is saved, slots and paper are white; the emblem stands left of the title, on a field of its own."""
    game = replace(ford, style=ford.style.model_copy(update={"ink": ink, "sides": {
        name: side.model_copy(update={"emblem": "star"}) for name, side in ford.style.sides.items()
    }}))  # fmt: skip
    plain, scene = (draw_display(told, told.boards[0], display_plan(told, told.boards[0])) for told in (ford, game))
    x, y, *_ = display_plan(game, game.boards[0]).boxes["north-turn-2"].spots[0]
    slot = next(mark for layer, mark, box in marks(scene.children)
                if layer == "boxes" and isinstance(mark, Path) and mark.fill
                and box[:2] == pytest.approx((x + 0.25, y + 0.25), abs=0.1))  # fmt: skip
    starts = [
        next(box[0] for _, mark, box in marks(drawn.children) if isinstance(mark, Text) and mark.text == "VELDRIA")
        for drawn in (plain, scene)
    ]

    assert starts[1] > starts[0] + 15.0
    assert ("paper" in {layer for layer, _, _ in marks(scene.children)}) == (ink == "full")
    assert (slot.fill == "#ffffff") == (ink == "low")


def test_units_alike_share_a_slot_where_there_are_too_few(tmp_path):
    """4-4-4 and 3-3-4 infantry, cavalry, artillery, five units of the North, on three slots: none are alike; the
    two brigades of 4-4-4 are.
    """
    game = ford_with_displays(tmp_path, 'starts_at: ["0303"], slots: 2', 'starts_at: ["0303", "0403"], slots: 2')
    box = next(box for box in game.boxes if box.id == "north-ford")

    assert [[unit.id for unit in shown.units] for shown in pictures_in(game, box)] == [
        ["north-infantry-1", "north-infantry-2"],
        ["north-artillery"],
    ]
    drawn = draw_display(game, game.boards[0], display_plan(game, game.boards[0]))
    assert "×2" in texts(drawn)
    assert "Kesk" in texts(drawn) and "Varn" not in texts(drawn)  # several bear no name


def test_pictured_counters_are_in_one_quiet_ink_on_the_ground_of_slots(ford):
    """The Ford's North has white factors on blue."""
    scene = draw_display(ford, ford.boards[0], display_plan(ford, ford.boards[0]))
    factors = [mark for _, mark, _ in marks(scene.children) if isinstance(mark, Text) and mark.font == "condensed-bold"
               and mark.text == "4"]  # fmt: skip

    (quiet,) = {mark.colour for mark in factors}
    (slot,) = {mark.fill for layer, mark, (left, top, right, bottom) in marks(scene.children) if layer == "boxes"
               and isinstance(mark, Path) and mark.fill and mark.stroke and right - left == pytest.approx(bottom - top)}
    assert 4.5 < contrast(quiet, slot) < contrast("#000000", slot) / 1.3


def test_a_name_too_long_for_its_box_is_smaller(tmp_path, ford):
    """Those of all turns of a section have one size."""
    game = ford_with_displays(tmp_path, "{id: north-turn-3,", "{id: north-turn-3, name: Reserves of the royal guard,")
    named, plain = (
        {mark.text: mark.size_pt for _, mark, _ in marks(draw_display(shown, shown.boards[0], plan).children)
         if isinstance(mark, Text)}
        for shown in (game, ford) for plan in [display_plan(shown, shown.boards[0])]
    )  # fmt: skip

    assert 8.0 <= named["RESERVES OF THE ROYAL GUARD"] < plain["14 MAY"]
    assert named["RESERVES OF THE ROYAL GUARD"] == named["13 MAY"]


def test_the_names_of_a_choice_have_one_size(tmp_path):
    game = ford_with_displays(tmp_path, "name: shaken", "name: shaken and about to flee the field")
    scene = draw_display(game, game.boards[1], display_plan(game, game.boards[1]))
    names = ("broken", "shaken and about to flee the field", "firm")
    sizes = [mark.size_pt for _, mark, _ in marks(scene.children) if isinstance(mark, Text) and mark.text in names]

    assert len(sizes) == 3 and len({*sizes}) == 1 and sizes[0] < 12.5


def test_a_display_larger_than_the_paper_is_printed_in_tiles(tmp_path):
    game = ford_with_displays(tmp_path, "size_mm: [180, 120]\n    columns", "size_mm: [380, 180]\n    columns")
    titles = [page.bookmark for page in displays_document(game, "a4").pages]

    assert titles[0] == "Veldria, assembly plan"
    assert titles[1:3] == ["Veldria, tile A1", "Veldria, tile B1"]
    assert titles[-1] == "Elmara"


def test_a_display_is_reduced_only_where_it_says_so_and_its_sheet_tells(tmp_path):
    """285 mm lying on 570: 50 %."""
    game = ford_with_displays(
        tmp_path, "size_mm: [180, 120]\n    on_paper: scaled", "size_mm: [570, 120]\n    on_paper: scaled"
    )
    last = displays_document(game, "a4").pages[-1]

    assert last.bookmark == "Elmara"
    assert last.trim_mm[2] == pytest.approx(285.0)
    assert "The display is reduced to 50 %: use smaller counters." in texts(last.scene)


def test_a_display_that_is_too_full_is_not_printed(tmp_path):
    game = ford_with_displays(tmp_path, "size_mm: [180, 120]\n    columns", "size_mm: [180, 60]\n    columns")

    with pytest.raises(SourceError, match="mm too high"):
        displays_document(game, "a4")


def test_the_build_makes_them(tmp_path: pathlib.Path):
    from pnp.press import Order, build_game

    game = ford_with_displays(tmp_path)
    report = build_game(game.folder, Order(tmp_path / "out", languages=("it",), papers=("a4",), only=("displays",)))

    assert not report.problems
    assert [product.path for product in report.products] == ["the-ford/it/displays-a4.pdf"]


def test_all_that_stands_in_a_field_is_pictured_smaller_where_it_has_too_little_room(tmp_path):
    """Four kinds start in the two hexes; the field is made 24 mm wide, with room for one slot."""
    game = ford_with_displays(tmp_path, 'starts_at: ["0303"], slots: 2', 'starts_at: ["0303", "0403"]')
    display = game.boards[0]
    plan = display_plan(game, display)
    narrow = BoxPlan((3.0, 60.0, 24.0, 22.0), (3.0, 60.0, 24.0, 5.6), ((3.8, 65.6, 12.0, 12.0),))
    drawn = draw_display(game, display, replace(plan, boxes={**plan.boxes, "north-ford": narrow}))
    box = next(box for box in display.boxes if box.id == "north-ford")
    kinds = pictures_in(game, box)
    slots = [
        mark for layer, mark, (left, top, right, bottom) in marks(drawn.children)
        if layer == "boxes" and isinstance(mark, Path) and mark.fill and mark.stroke
        and left >= 3.0 and top > 65.0 and right <= 27.0 and bottom < 82.0
    ]  # fmt: skip

    assert plan.forms["north-ford"] == "field"
    assert len(kinds) > 1 and len(slots) >= len(kinds)


def test_type_is_of_few_sizes_and_none_is_too_small_to_read(ford):
    for display in ford.boards:
        scene = draw_display(ford, display, display_plan(ford, display))
        sizes = {mark.size_pt for _, mark, _ in marks(scene.children) if isinstance(mark, Text)}
        assert min(sizes) >= 5.6  # on counters that are pictured as large as they are
        assert len(sizes) <= 8
