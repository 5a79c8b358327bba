"""The rulebook for a browser, opened from its file: searched, linked, on a phone, at night, from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pnp.generators.book.look import book_look
from pnp.generators.book.story import BookBuilder
from pnp.generators.screen.rulebook import rulebook_page
from pnp.sources import load_game
from pnp.translate import localised
from tests_browser.axe import violations
from tests_browser.conftest import SIZES

WORDS = {"en": "retreat", "he": "נסיגה", "ja": "退却"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, english = tmp_path_factory.mktemp("rulebooks"), load_game("putins-war")
    paths = {}
    for language in WORDS:
        game = localised(english, language)
        paths[language] = folder / f"{language}.html"
        paths[language].write_bytes(rulebook_page(BookBuilder(game, book_look(game, "a4"), {}), {}))
    return paths


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("language", WORDS)
def test_the_page_serves_everybody(browser: Browser, files: dict[str, Path], language: str, size: str, scheme: str):
    """axe finds nothing, nothing reaches beyond the window, and the search leads to cases with the word."""
    width, height = SIZES[size]
    context = browser.new_context(
        bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": height}  # type: ignore[arg-type]
    )
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(files[language].as_uri())

    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.fill("#words", WORDS[language])
    first = page.locator("#hits a").first
    assert WORDS[language] in (first.text_content() or "").casefold()
    first.click()
    assert page.evaluate("document.querySelector(':target').dataset.case") == first.text_content()
    page.fill("#words", "xyzzy")
    assert page.locator("#hits a").count() == 0
    assert complaints == []
    context.close()
