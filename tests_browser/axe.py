"""What axe finds wrong with a page for people who can't see or use it as others do."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Rule -> the elements that break it. The page must have been opened with `bypass_csp`: axe is put into it."""
    found = Axe().run(page).response["violations"]
    return [(row["id"], [node["html"][:160] for node in row["nodes"]]) for row in found]
