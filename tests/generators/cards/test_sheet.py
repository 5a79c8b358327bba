"""Sheets of cards as documents."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from pnp.draw.scene import texts_in
from pnp.errors import LayoutError
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.sheet import build_card_sheets
from pnp.generators.maps.sheet import plan_sheet
from pnp.press.build import build_game
from pnp.press.order import Order
from tests.card_games import WOODS, with_cards, woods


@pytest.fixture(scope="module")
def game():
    return with_cards(
        {"id": "storm", "title": "Storm", "count": 8, "text": "Nobody moves."},
        {"id": "calm", "title": "Calm", "count": 3, "text": "Everybody moves."},
        back={"art": {"symbol": "wave", "at": "0202"}},
    )


@pytest.fixture(scope="module")
def maps(game):
    return CardMap(game, lambda: plan_sheet(woods()))


@pytest.mark.parametrize(
    ("layout", "duplex", "bookmarks"),
    [
        ("long", "long", ["Events 1: Front", "Events 1: Back", "Events 2: Front", "Events 2: Back"]),
        ("fold", None, ["Events 1", "Events 2", "Events 3"]),
        ("fronts", None, ["Events 1: Front", "Events 2: Front"]),
    ],
)
def test_each_copy_is_printed_with_its_back(game, maps, layout, duplex, bookmarks):
    document = build_card_sheets(game, "a4", layout, maps)
    assert [page.bookmark for page in document.pages] == bookmarks
    assert document.duplex == duplex


def test_the_last_sheet_is_trimmed_to_the_cards_it_has(game, maps):
    """Two of eleven cards: backs stand behind them, on the other side of the page."""
    front, back = build_card_sheets(game, "a4", "long", maps).pages[2:]
    assert front.trim_mm == pytest.approx((10.5, 16.5, 126.0, 88.0))
    assert back.trim_mm == pytest.approx((73.5, 16.5, 126.0, 88.0))


def test_neighbours_are_not_bled_over(game, maps):
    page = build_card_sheets(game, "letter", "long", maps).pages[0]
    art = page.scene.children[0]
    first, second = (child.clip.segments for child in art.children[:2])
    left, top, _, _ = page.trim_mm
    assert first[0][1:] == pytest.approx((left - 1.5, top - 1.5))
    assert second[0][1:] == pytest.approx((left + 63.0, top - 1.5))


def test_a_build_makes_eight_files_and_reports_a_text_that_does_not_fit(tmp_path):
    """The small game of the checks; then with a text that is too long."""
    folder = tmp_path / "woods"
    shutil.copytree(WOODS, folder)
    order = Order(tmp_path / "out", papers=("a4",), only=("cards",), workers=1)
    report = build_game(folder, order)
    assert [product.path for product in report.products] == [
        f"declared-war/en/cards-a4-{layout}.pdf" for layout in ("long", "short", "fold", "fronts")
    ]
    assert not report.problems
    path = folder / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("Nobody moves in", "Nobody moves " + "and moves " * 90 + "in"))
    report = build_game(folder, order)
    assert {product.status for product in report.products} == {"failed"}
    (problem,) = report.problems
    assert (problem.code, problem.where.line) == ("card-text", 9)


def stated(game, words):
    """`game` with a statement of so many words."""
    statement = " ".join(f"thought{number}" for number in range(words))
    return replace(game, info=game.info.replaced(credits=game.info.credits.replaced(statement=statement)))


def test_a_long_statement_stands_whole_on_the_sheet(game, maps):
    """Its end was left out. Two lines have room on Letter, where they run down the side."""
    for paper in ("a4", "letter"):
        page = build_card_sheets(stated(game, 24), paper, "long", maps).pages[0]
        told = " ".join(node.text for node in texts_in(page.scene.children))
        assert "thought0 " in told and "thought23" in told


def test_a_statement_without_end_is_an_error(game, maps):
    with pytest.raises(LayoutError, match="takes 6 lines; 2 have room"):
        build_card_sheets(stated(game, 120), "a4", "long", maps)
