"""Several games in a folder, and a game that has errors when the server starts."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tests_browser.axe import violations
from tests_browser.conftest import ROOT, serving
from tests_browser.test_preview import built, change


@pytest.fixture
def served(tmp_path, output):
    """A server of the first of two games, which can't be read."""
    for name in ("the_ford", "two_rivers", "common"):
        shutil.copytree(ROOT / "sources" / name, tmp_path / "games" / name)
    change(tmp_path / "games" / "the_ford" / "counters.yaml", "count: ", "cuont: ")
    with serving("", tmp_path / "games", output()) as served:
        served.folder = tmp_path / "games" / "the_ford"
        yield served


def test_a_game_with_errors_opens_with_the_card_and_is_shown_when_they_are_mended(served, visit):
    page = visit(served.links["author"], bypass_csp=True)
    card = page.get_by_role("alertdialog")
    expect(card).to_be_visible()
    expect(card).to_contain_text("counters.yaml")
    expect(card.locator(".wrong")).to_contain_text("cuont")
    expect(page.get_by_role("link", name="Play", exact=True)).to_have_count(0)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("6")
    expect(page.locator(".problems li.error").first).to_contain_text("cuont")
    change(served.folder / "counters.yaml", "cuont: ", "cuont:  ")
    expect(page.locator("#tab-problems .badge")).to_be_visible()
    change(served.folder / "counters.yaml", "cuont:  ", "count: ")
    built(page, "counters")
    expect(page.locator("#game")).to_contain_text("The Ford")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()


def test_another_game_is_chosen_in_the_head(served, visit):
    page = visit(served.links["author"])
    chooser = page.get_by_label("Game", exact=True)
    expect(chooser.locator("option")).to_have_count(2)
    chooser.select_option("two-rivers")
    built(page, "counters")
    expect(page.get_by_label("Game", exact=True)).to_have_value("two-rivers")
    expect(page.get_by_role("link", name="Test games")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("the-ford")
    expect(page.get_by_role("alertdialog")).to_be_visible()
