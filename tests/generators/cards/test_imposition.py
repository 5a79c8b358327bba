"""Where cards lie: full sheets on both papers, backs behind their fronts."""

from __future__ import annotations

import pytest

from pnp.errors import LayoutError
from pnp.generators.cards.imposition import BLEED_MM, card_sheet
from pnp.generators.sheets.margin import EDGE_MM
from pnp.generators.sheets.sides import FOLD_GAP_MM
from pnp.units import PAPERS_MM


@pytest.mark.parametrize(
    ("size", "paper", "layout", "room", "lying"),
    [
        ("poker", "a4", "long", 9, False), ("poker", "letter", "long", 9, False), ("poker", "a4", "fold", 4, True),
        ("poker", "letter", "fold", 4, True), ("bridge", "a4", "short", 9, False),
        ("bridge", "letter", "long", 8, True), ("mini", "a4", "fronts", 16, False), ("tarot", "a4", "long", 4, False),
        ("tarot", "letter", "fold", 2, False),
    ],
)  # fmt: skip
def test_a_sheet_holds_as_many_as_fit(size, paper, layout, room, lying):
    sheet = card_sheet(size, paper, layout)
    assert (sheet.room, sheet.lying) == (room, lying)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["poker", "bridge", "mini", "tarot"])
@pytest.mark.parametrize("layout", ["long", "short", "fold", "fronts"])
def test_nothing_lies_nearer_to_the_edge_of_the_paper_than_printers_print(size, paper, layout):
    sheet, (width, height) = card_sheet(size, paper, layout), PAPERS_MM[paper]
    places = [*sheet.fronts()]
    places += [sheet.back_of(place) for place in places] if layout != "fronts" else []
    least = EDGE_MM + BLEED_MM - 1e-6
    assert len(places) >= 4
    for place in places:
        assert place.x >= least and place.y >= least
        assert place.x + sheet.width <= width - least and place.y + sheet.height <= height - least


def test_a_sheet_turned_on_its_long_edge_has_each_back_behind_its_front():
    """Seen through the paper, x runs the other way; a point of the card and its back's coincide."""
    sheet = card_sheet("poker", "a4", "long")
    for front in sheet.fronts():
        back = sheet.back_of(front)
        assert (210.0 - back.x - sheet.width, back.y, back.turn) == pytest.approx((front.x, front.y, 0))


def test_a_sheet_turned_on_its_short_edge_has_its_backs_upside_down():
    sheet = card_sheet("poker", "letter", "short")
    for front in sheet.fronts():
        back = sheet.back_of(front)
        assert (back.x, 279.4 - back.y - sheet.height, back.turn) == pytest.approx((front.x, front.y, 180))


def test_cards_that_lie_are_turned_to_meet_their_backs():
    """A card that lies with its head to the right has it on the left when the sheet is turned like a page."""
    long, fold = card_sheet("bridge", "letter", "long"), card_sheet("poker", "a4", "fold")
    front = next(long.fronts())
    assert (front.turn, long.back_of(front).turn) == (90, 270)
    front = next(fold.fronts())
    assert (fold.fold, front.turn, fold.back_of(front).turn) == ("level", 90, 90)


def test_fold_halves_are_mirrored_about_the_fold():
    sheet = card_sheet("poker", "a4", "fold")
    low = max(front.y + sheet.height for front in sheet.fronts())
    high = min(sheet.back_of(front).y for front in sheet.fronts())
    assert (low + high) / 2 == pytest.approx(148.5)
    assert high - low == pytest.approx(FOLD_GAP_MM)


def test_backs_follow_the_offset_of_the_printer():
    sheet = card_sheet("poker", "a4", "long")
    front = next(sheet.fronts())
    still, moved = sheet.back_of(front), sheet.back_of(front, (0.4, -1.2))
    assert (moved.x - still.x, moved.y - still.y) == pytest.approx((0.4, -1.2))


def test_unknown_papers_and_layouts_are_refused():
    with pytest.raises(LayoutError, match="a4 and letter"):
        card_sheet("poker", "a3", "long")
    with pytest.raises(LayoutError, match="unknown layout 'wide'"):
        card_sheet("poker", "a4", "wide")  # type: ignore[arg-type]
