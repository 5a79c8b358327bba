"""Pictures of the desk at three sizes: `python -m tests_browser.pictures FOLDER`, a part of `make pictures`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests_browser.conftest import NAMES, ROOT, SIZES, Served, serving

GAME = "the-ford"
WAIT_MS = 240_000
"""Much, for a machine that does other work, too."""


def take(browser: Browser, served: Served, out: Path) -> list[Path]:
    """The preview with a counter chosen, its map, an error over it, a game and the room of test games, at each size."""
    written = []
    counters = served.folder / "counters.yaml"
    good = counters.read_text("utf-8")
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(WAIT_MS)
        page.goto(served.links["author"])
        for tab in ("map", "counters"):
            page.locator(f"#tab-{tab}").click()
            page.locator(".state.good").wait_for()
            page.wait_for_timeout(1500)
            written.append(_shot(page, out / f"{tab}-{size}.png"))
        name = page.evaluate("() => deskRoom.sheets[0].regions.find((region) => region[0] === 'counter')[1]")
        page.evaluate("(name) => deskRoom.go('counter', name)", name)
        page.locator(".panel-file").wait_for()
        written.append(_shot(page, out / f"chosen-{size}.png"))
        counters.write_text(good.replace("count: ", "cuont: ", 1), "utf-8")
        page.get_by_role("alertdialog").wait_for()
        written.append(_shot(page, out / f"error-{size}.png"))
        counters.write_text(good, "utf-8")
        page.locator(".state.good").wait_for()
        page.goto(page.url.partition("#")[0] + "#play")
        page.locator(".lobby .primary, .room-play > .table").first.wait_for()
        if page.locator(".lobby .primary").count():
            page.locator(".lobby .primary").click()
        page.wait_for_function("() => document.querySelector('.board .map')?.naturalWidth > 100")
        page.wait_for_timeout(500)
        written.append(_shot(page, out / f"play-{size}.png"))
        page.goto(page.url.partition("#")[0] + "#tests")
        page.locator("form.order").wait_for()
        written.append(_shot(page, out / f"tests-{size}.png"))
        page.close()
    return written


def _shot(page: Page, path: Path) -> Path:
    page.screenshot(path=path)
    return path


def main(out: Path) -> None:
    """Serve a copy of a game and take the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch)
        shutil.copytree(ROOT / "sources", folder / "sources")
        path = next((found for name in NAMES if (found := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        (folder / "output").mkdir()
        with serving(GAME, folder / "sources", folder / "output") as served:
            print(f"{len(take(browser, served, out))} pictures in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
