"""The Preview room in a browser: saves, errors, sources of things, keys, layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests_browser.axe import violations
from tests_browser.conftest import Served, serving

GAME = "the-ford"


@pytest.fixture
def served(serve: Callable[..., Served]) -> Iterator[Served]:
    """The server of a small game; what a test has changed is put back."""
    served = serve(GAME)
    texts = {path: path.read_text("utf-8") for path in served.folder.rglob("*.yaml")}
    yield served
    for path, text in texts.items():
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def built(page: Page, tab: str) -> None:
    """Go to a tab and wait for its sheets."""
    page.locator(f"#tab-{tab}").click()
    expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".state.good")).to_be_visible()
    expect(page.locator(".stage img.sheet").first).to_be_visible()


def regions(page: Page) -> list[dict[str, float | str]]:
    """The things on the sheets in sight, each with the middle of its place in the window."""
    return page.evaluate(
        """() => {
          const view = window.deskRoom.view, box = view.element.getBoundingClientRect(), k = view.scale;
          return view.sheets.flatMap((sheet) => sheet.regions.map(([what, name, x, y, w, h]) => ({
            what, name, x: box.left + view.x + (sheet.x + x + w / 2) * k, y: box.top + view.y + (y + h / 2) * k })));
        }"""
    )


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_saved_counter_changes_its_picture_alone(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    page.keyboard.press("+")
    page.keyboard.press("+")
    counter = next(row for row in regions(page) if row["name"] == "north-infantry-2")  # not on the last sheets
    page.evaluate("(row) => deskRoom.go(row.what, row.name)", counter)
    expect(page.locator(".panel h2")).to_be_visible()
    place = page.evaluate("() => [deskRoom.view.zoom, deskRoom.view.x, deskRoom.view.y]")
    before = page.evaluate("() => deskRoom.sheets.map((sheet) => sheet.url)")
    marked = page.evaluate("() => { window.notReloaded = true; return true; }")
    change(served.folder / "counters.yaml", "[Varn, Hald,", "[Varn, Hild,")
    expect(page.locator(".ring.changed").first).to_be_visible()
    changed = page.evaluate("() => [...document.querySelectorAll('.ring.changed')].map((ring) => ring.place.region[1])")
    assert set(changed) == {counter["name"]}
    expect(page.locator(".state.good")).to_be_visible()
    after = page.evaluate("() => deskRoom.sheets.map((sheet) => sheet.url)")
    assert after[0] != before[0] and after[2:] == before[2:]
    assert page.evaluate("() => [deskRoom.view.zoom, deskRoom.view.x, deskRoom.view.y]") == place
    assert page.evaluate("() => window.notReloaded") == marked
    expect(page.locator(".listing .changed")).to_have_count(1)
    expect(page.locator(".news")).to_contain_text("line 9 changed")
    expect(page.locator("#polite")).to_contain_text("1 of")


def test_an_error_lies_over_the_last_good_picture_until_it_is_mended(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    counters = served.folder / "counters.yaml"
    picture = page.locator(".stage img.sheet").get_attribute("src")
    change(counters, "count: ", "cuont: ")
    card = page.get_by_role("alertdialog")
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    line = next(n for n, text in enumerate(counters.read_text("utf-8").split("\n"), 1) if "cuont" in text)
    expect(card.locator(".error-place a").first).to_have_text(re.compile(rf"counters\.yaml:{line}:\d+$"))
    expect(card.locator(".wrong")).to_contain_text("cuont")
    expect(card.locator(".caret")).to_contain_text("^^^^^")
    expect(page.locator(".banner")).to_contain_text("Last good picture")
    assert page.locator(".stage img.sheet").get_attribute("src") == picture
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    change(counters, "cuont: ", "cuont:  ")
    page.wait_for_timeout(1500)
    expect(card).to_be_hidden()
    expect(page.locator(".state.bad")).to_contain_text("Not built")
    page.locator(".state.bad button").click()
    expect(card).to_be_visible()
    change(counters, "cuont:  ", "count: ")
    expect(card).to_be_hidden()
    expect(page.locator(".banner")).to_be_hidden()
    expect(page.locator(".state.good")).to_be_visible()


def test_no_card_flashes_while_somebody_types(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    counters = served.folder / "counters.yaml"
    good = counters.read_text("utf-8")
    page.evaluate(
        """() => { window.flashed = 0; new MutationObserver(() => { flashed += !deskRoom.card.element.hidden; })
          .observe(deskRoom.card.element, { attributes: true }); }"""
    )
    for letters in ("c", "co", "cou"):
        counters.write_text(good.replace("count: ", f"{letters}: ", 1), "utf-8")
        page.wait_for_timeout(150)
    counters.write_text(good, "utf-8")
    expect(page.locator(".state.good")).to_be_visible()
    page.wait_for_timeout(900)
    assert page.evaluate("() => window.flashed") == 0


@pytest.mark.parametrize(
    ("tab", "what"), [("counters", "counter"), ("map", "space"), ("charts", "table"), ("rulebook", "rule")]
)
def test_a_click_shows_the_line_of_the_file(served, visit, tab, what):
    page = visit(served.links["author"])
    built(page, tab)
    if tab == "rulebook":  # its first pages have no cases
        page.wait_for_function("() => deskRoom.sheets[2]")
        page.evaluate("() => deskRoom.toSheet(2)")
    rows = {row["name"]: row for row in regions(page) if row["what"] == what}
    assert len(rows) >= {"counter": 10, "space": 100, "table": 1, "rule": 1}[what]
    _click_and_compare(page, served, list(rows.values())[:: max(1, len(rows) // 20)][:20])
    files = {"counters": "counters.yaml", "map": "map.yaml", "charts": "charts.yaml", "rulebook": "rules/10-rules.yaml"}
    file = served.folder / files[tab]
    text = file.read_text("utf-8")
    file.write_text("# one line more\n# and another\n" + text, "utf-8")
    page.wait_for_function("() => deskRoom.savedText")
    expect(page.locator(".state.good")).to_be_visible()
    page.wait_for_timeout(800)
    _click_and_compare(page, served, [row for row in regions(page) if row["what"] == what][:2])


def _click_and_compare(page: Page, served: Served, rows: list[dict[str, float | str]]) -> None:
    """Click each; the line that the panel shows at the number it names is that of the file."""
    for row in rows:
        page.evaluate("() => deskRoom.unchoose()")
        page.mouse.click(row["x"], row["y"])
        link = page.locator(".panel-file > a")
        expect(link).to_be_visible()
        file, _, number = link.get_attribute("title").rpartition(":")
        line = Path(file).read_text("utf-8").split("\n")[int(number) - 1]
        shown = page.evaluate("(n) => deskRoom.panel.source.text.find((row) => row.n === n)?.text", int(number))
        assert shown == line, row
        if row["what"] != "space":
            name = page.evaluate("() => deskRoom.panel.source.name")
            assert re.sub(r"-\d+$", "", name) in line or name in line


def test_a_thing_is_found_by_its_name(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    page.keyboard.press("/")
    page.keyboard.type("0603")
    expect(page.locator("#found [aria-selected=true]")).to_contain_text("0603")
    page.keyboard.press("Enter")
    expect(page.locator("#tab-map")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".ring.chosen")).to_have_count(1)
    expect(page.locator(".panel-file > a")).to_contain_text("map.yaml")


def test_everything_is_done_with_the_keyboard(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    zoom = page.evaluate("() => deskRoom.view.zoom")
    page.keyboard.press("+")
    assert page.evaluate("() => deskRoom.view.zoom") > zoom
    page.keyboard.press("t")
    assert page.evaluate("() => deskRoom.view.zoom") == 1
    page.keyboard.press("0")
    assert page.evaluate("() => deskRoom.view.zoom") == pytest.approx(zoom)
    page.keyboard.press("b")
    expect(page.locator(".stage img.sheet")).to_have_count(2)
    page.keyboard.press("b")
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ring.hover")).to_have_count(1)
    first = page.evaluate("() => deskRoom.view.hovered.region[1]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => deskRoom.view.hovered.region[1]") != first
    page.keyboard.press("Enter")
    expect(page.locator(".panel-file")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel-empty")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator("#tab-charts")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("6")
    expect(page.locator(".problems")).to_be_visible()


EVIL = ("<img src=x onerror=alert(1)>", "]]></svg><script>alert(1)</script>", "\u202eabc\u2066", "N" * 300)


@pytest.mark.parametrize("text", EVIL, ids=["markup", "cdata", "right-to-left", "long"])
def test_names_from_sources_are_text(served, visit, text):
    """`visit` fails for whatever the policy has stopped."""
    page = visit(served.links["author"])
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    built(page, "counters")
    counter = next(row for row in regions(page) if row["what"] == "counter")
    page.evaluate("(row) => deskRoom.go(row.what, row.name)", counter)
    path = served.folder / "counters.yaml"
    name = re.search(r"name: (.+)", path.read_text("utf-8"))[1]
    change(path, f"name: {name}", f"name: '{text}'")
    page.wait_for_function("() => deskRoom.savedText && /good|bad/.test(deskRoom.state.className)")
    page.wait_for_timeout(1200)
    page.keyboard.press("6")
    page.keyboard.press("2")
    page.keyboard.press("/")
    page.keyboard.type(text[:20])
    page.wait_for_timeout(400)
    assert page.locator("#room script, #room img[onerror], #room img[src=x]").count() == 0
    wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wide


@pytest.mark.parametrize("size", ["wide", "tablet", "phone"])
def test_the_page_fits_the_window(served, visit, size):
    page = visit(served.links["author"], size)
    built(page, "counters")
    boxes = {name: page.locator(name).bounding_box() for name in (".head", ".tabrow", ".canvas", ".status")}
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    for name, box in boxes.items():
        assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1, name
        assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, name
    assert boxes[".canvas"]["height"] > height * 0.4
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size == "wide":
        assert [round(boxes[name]["height"]) for name in (".head", ".tabrow", ".status")] == [48, 42, 34]
        assert round(page.locator(".rail").bounding_box()["width"]) == 92
        assert round(page.locator(".panel").bounding_box()["width"]) == 436
    small = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((node) => node.offsetParent
          && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
          && parseFloat(getComputedStyle(node).fontSize) < 11).map((node) => node.className || node.tagName)"""
    )
    assert small == []


@pytest.mark.parametrize("room", ["preview", "play", "tests"])
def test_twice_as_large_and_in_forced_colours(serve, visit, room):
    """200 % of a window of 1440 × 900: nothing is pushed out of it, and axe finds nothing but colours, which are then
    those of the person.
    """
    address = serve(GAME).links["author"]
    page = visit(f"{address}#{room}", bypass_csp=True, forced_colors="active", device_scale_factor=2)
    page.set_viewport_size({"width": 720, "height": 450})
    parts = {"preview": ".canvas", "play": ".lobby, .table", "tests": "form.order"}
    page.locator(parts[room]).first.wait_for()
    expect(page.locator("#game")).to_contain_text("The Ford")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert [found for found in violations(page) if found[0] != "color-contrast"] == []


@pytest.mark.parametrize("tab", ["map", "counters", "charts", "problems"])
def test_axe_finds_nothing(served, visit, tab):
    page = visit(served.links["author"], bypass_csp=True)  # axe is put into the page, which the policy forbids
    if tab == "problems":
        page.locator("#tab-problems").click()
        page.wait_for_timeout(1500)
    else:
        built(page, tab)
        row = next(iter(regions(page)))
        page.evaluate("(row) => deskRoom.go(row.what, row.name)", row)
        expect(page.locator(".panel-file")).to_be_visible()
    assert violations(page) == []


def test_a_cut_connection_is_told_and_mended(sources, output, visit):
    folder = output()
    with serving("two-rivers", sources, folder) as served:
        page = visit(served.links["author"])
        built(page, "counters")
        expect(page.locator("#link")).to_contain_text("connected")
        page.evaluate("() => deskRoom.desk.socket.socket.close()")
        expect(page.locator("#link")).to_contain_text("connection lost")
        expect(page.locator("#link")).to_contain_text("connected")
        expect(page.locator(".state.good")).to_be_visible()
        port = re.search(r":(\d+)/", served.links["author"])[1]
    expect(page.locator("#link")).to_contain_text("connection lost")
    with serving("two-rivers", sources, folder, "--port", port) as again:
        expect(page.locator("#link")).to_contain_text("the server was started anew")
        page.goto(again.links["author"])
        built(page, "counters")
        page.close()


def test_without_the_token_nothing_is_shown(served, browser):
    context = browser.new_context()
    address = served.links["author"].partition("?")[0]
    assert context.request.get(address).status == 403
    host = re.search(r"//([^/]+)/", address)[1]
    assert context.request.get(served.links["author"], headers={"host": f"{host}.evil.example"}).status == 403
    context.close()


def test_settings_are_kept_in_the_browser(served, visit):
    page = visit(served.links["author"])
    built(page, "counters")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Open in editor").select_option("zed")
    page.get_by_label("Size of the text").select_option("150")
    page.get_by_label("Keys of single letters").uncheck()
    page.get_by_role("button", name="Done").click()
    counter = next(row for row in regions(page) if row["what"] == "counter")
    page.evaluate("(row) => deskRoom.go(row.what, row.name)", counter)
    assert page.locator(".panel-file > a").get_attribute("href").startswith("zed://file/")
    page.keyboard.press("b")
    expect(page.locator(".stage img.sheet")).to_have_count(1)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-text", "150")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
