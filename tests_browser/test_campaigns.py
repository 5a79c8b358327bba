"""The Test games room in a browser: an order, its report, a replay, on to the Play room."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests_browser.axe import violations
from tests_browser.conftest import Served, serving

GAME = "the-ford"
SMALL = {"games": 6, "seed": 1, "players": {"north": "random", "south": "random"}}


@pytest.fixture(scope="module")
def served(sources, output, browser) -> Iterator[Served]:
    """A server with one report."""
    with serving(GAME, sources, output()) as served:
        page = browser.new_page()
        enter(page, served.links["author"])
        page.evaluate("(order) => deskRoom.play(order)", SMALL)
        expect(page.locator("iframe")).to_be_visible(timeout=60_000)
        page.close()
        yield served


def enter(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("link", name="Test games").click()
    expect(page.locator("form.order")).to_be_visible()


def test_an_order_by_keyboard_shows_its_progress_and_then_its_report(served, visit):
    page = visit(served.links["author"])
    enter(page, served.links["author"])
    page.get_by_label("Games", exact=True).fill("8")
    page.get_by_label("Seed").fill("7")
    for side in ("North", "South"):
        page.get_by_label(side).select_option("random")
    page.get_by_label("Changed numbers").fill("scenario.turns")
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("write PATH=VALUE")
    page.get_by_label("Changed numbers").fill("")
    page.get_by_label("Values to compare").fill("scenario.turns=7,8")
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(page.locator(".progress")).to_contain_text("of 16 games")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".verdict")).to_contain_text("claimed", timeout=60_000)
    expect(frame.locator(".cards section")).not_to_have_count(0)
    expect(page.locator(".bar h2")).to_have_text("2 × 8 games")
    page.get_by_role("button", name="Play more").click()
    expect(page.get_by_label("Games", exact=True)).to_have_value("32")
    expect(page.get_by_label("Values to compare")).to_have_value("scenario.turns=7,8")


def test_a_report_leads_to_replays_and_to_the_play_room(served, visit):
    page = visit(served.links["author"])
    enter(page, served.links["author"])
    page.locator("a.campaign", has_text=re.compile(r"^6 games")).click()
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_have_text("The Ford: 6 test games")
    assert page.evaluate("() => document.querySelector('iframe').contentDocument") is None  # its origin is another
    page.get_by_role("navigation", name="Replays").get_by_role("link").first.click()
    expect(page.frame_locator("iframe").get_by_role("button", name="Player-turn on")).to_be_visible(timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Replays")).to_be_visible()
    page.get_by_role("navigation", name="Replays").get_by_role("link").first.click()
    page.get_by_role("button", name="Open in Play").click()
    expect(page.get_by_text("The game is over").first).to_be_visible(timeout=60_000)


def test_a_log_that_is_none_is_refused_in_words(served, visit):
    page = visit(served.links["author"])
    enter(page, served.links["author"])
    log = next((served.output / served.game / "playtest").glob("*/logs/*.jsonl"))
    kept = log.read_text("utf-8")
    page.locator("a.campaign", has_text=re.compile(r"^6 games")).click()
    page.get_by_role("navigation", name="Replays").locator(f"a[href$='{log.stem}.jsonl']").first.click()
    log.write_text('{"<img src=x onerror=alert(1)>":' * 2000, "utf-8")
    try:
        page.get_by_role("button", name="Open in Play").click()
        expect(page.get_by_role("status").filter(has_text="nested too deeply")).to_be_visible()
    finally:
        log.write_text(kept, "utf-8")


def test_a_campaign_is_stopped(served, visit):
    page = visit(served.links["author"])
    enter(page, served.links["author"])
    count = page.locator("a.campaign").count()
    page.get_by_label("Games", exact=True).fill("5000")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_contain_text("stopped")
    expect(page.locator(".progress")).to_be_hidden()
    assert page.locator("a.campaign").count() == count


def test_the_page_of_one_side_has_no_test_games(served, visit):
    page = visit(served.links["north"])
    expect(page.get_by_role("link", name="Play")).to_be_visible()
    assert page.get_by_role("link", name="Test games").count() == 0
    answer = page.evaluate("() => fetch('pictures/tests/x/1/report.html').then((answer) => answer.status)")
    assert answer == 403


@pytest.mark.parametrize("size", ["wide", "tablet", "phone"])
def test_it_fits_the_window_and_axe_finds_nothing(served, visit, size):
    page = visit(served.links["author"], size, bypass_csp=True)
    enter(page, served.links["author"])
    fits = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    assert violations(page) == []
    page.locator("a.campaign", has_text=re.compile(r"^6 games")).click()
    expect(page.locator("iframe")).to_be_visible()
    box = page.locator("iframe").bounding_box()
    assert box["height"] > page.viewport_size["height"] * 0.5 and box["width"] <= page.viewport_size["width"]
    assert page.evaluate(fits)
    assert violations(page) == []


def test_axe_finds_nothing_in_the_report_itself(served, visit):
    page = visit(served.links["author"], bypass_csp=True)
    enter(page, served.links["author"])
    page.locator("a.campaign", has_text=re.compile(r"^6 games")).click()
    source = page.locator("iframe").get_attribute("src")
    page.goto(page.url.partition("#")[0] + source)
    expect(page.locator(".cards")).to_be_visible()
    assert violations(page) == []
