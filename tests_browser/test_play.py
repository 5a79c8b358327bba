"""The Play room in a browser: whole games by mouse, keys and list, two seats, a server started anew, axe."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pnp.games import replay_log
from pnp.players.telling import line_as_text
from tests_browser.conftest import Served, serving

GAMES = (
    "the-ford", "two-rivers", "putins-war", "march-of-justice", "winter-war", "russian-portfolio",
    "fall-of-the-directory", "makhnos-return",
)  # fmt: skip
DRAWN = {"the-ford", "two-rivers", "putins-war", "march-of-justice", "russian-portfolio"}
"""Those whose map is waited for: a large one takes many seconds, and one of them is enough."""
MOST_DECISIONS = 900


def seated(page: Page, players: dict[str, str], scenario: str = "", seed: int = 3) -> Page:
    """Start a game in the Play room, leaving another one."""
    at_the_lobby(page)
    names = page.locator(".lobby fieldset label.field span").all_inner_texts()
    for name, player in players.items():
        page.locator(".lobby fieldset label.field").nth(names.index(name)).locator("select").select_option(player)
    if scenario:
        page.locator("select[name=scenario]").select_option(scenario)
    page.locator("input[type=number]").fill(str(seed))
    page.locator(".lobby .primary").click()
    settled(page, 120_000)
    return page


def at_the_lobby(page: Page) -> None:
    """Wait for the choices before a game, and leave the one that is played."""
    page.locator(".room-play .lobby, .room-play > .table").first.wait_for()
    if page.locator(".room-play > .table").count():
        page.get_by_role("button", name="Leave").click()
        page.locator("dialog .primary").click()
    page.locator(".lobby .primary").wait_for()


def settled(page: Page, timeout: float = 30_000) -> None:
    """Wait until the seat decides, or the game is over."""
    page.wait_for_function(
        "() => window.deskRoom?.game?.table && (deskRoom.game.table.mine || deskRoom.game.table.over)", timeout=timeout
    )


READY = """() => [document.querySelector('.offer.armed')?.dataset.do,
  document.querySelector('.fan:not([hidden]) h2')?.textContent].join()"""
"""The roll that is ready, and the stack that is open."""


def changed(page: Page, act: Callable[[], object]) -> None:
    """Do something, and wait for the table that comes of it; it may also just make a roll ready, or open a stack."""
    before = page.evaluate(f"() => [deskRoom.game.table.v, ({READY})()]")
    act()
    page.wait_for_function(
        f"([v, ready]) => deskRoom.game.table.v !== v || ready !== ({READY})()", arg=before
    )
    settled(page)


def over(page: Page) -> bool:
    return bool(page.evaluate("() => deskRoom.game.table.over"))


def by_list(page: Page, rng: random.Random) -> None:
    """A choice of the list; a roll is chosen twice."""
    if page.locator(".offer.armed").count():
        return changed(page, lambda: page.locator(".offer.armed").evaluate("(node) => node.click()"))
    pick = """(number) => { const all = [...document.querySelectorAll('.list button')];
      const done = all.find((button) => button.dataset.do === 'done');
      (done && number < 0.5 ? done : all[Math.floor(number * 997) % all.length]).click(); }"""
    return changed(page, lambda: page.evaluate(pick, rng.random()))


def by_keys(page: Page, rng: random.Random) -> None:
    """Numbers where there are few choices, else Enter, or J to a place and Enter."""
    count = page.evaluate("() => deskRoom.game.table.choices.length")
    if page.locator(".offer.armed").count():
        changed(page, lambda: page.keyboard.press("Enter"))
    elif count <= 9 and rng.random() < 0.7:
        changed(page, lambda: page.keyboard.press(str(rng.randint(1, count))))
    elif rng.random() < 0.5:
        page.keyboard.press("j")
        changed(page, lambda: page.keyboard.press("Enter"))
        if page.locator(".fan:not([hidden]) .unit-row.legal").count():  # its first unit has the focus
            page.locator(".fan .unit-row.legal").first.focus()
            changed(page, lambda: page.keyboard.press("Enter"))
    else:
        changed(page, lambda: page.keyboard.press("Enter"))


LIT = """() => [...document.querySelectorAll('.face.legal, .marks polygon.legal')].map((node) => {
  const box = node.getBoundingClientRect(), stage = document.querySelector('.table-stage').getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const inside = at[0] > stage.x + 5 && at[0] < stage.right - 5 && at[1] > stage.y + 5 && at[1] < stage.bottom - 60;
  return inside && document.elementFromPoint(...at)?.closest('.table-stage') ? at : null;
}).filter(Boolean)"""


def by_mouse(page: Page, rng: random.Random) -> None:
    """A click on a lit counter or place, on a unit of the stack that opens, or on a button."""
    lit = page.evaluate(LIT)
    offers = page.locator(".offer")
    if page.locator(".offer.armed").count():
        changed(page, page.locator(".offer.armed").click)
    elif lit and (rng.random() < 0.5 or not offers.count()):
        changed(page, lambda: page.mouse.click(*rng.choice(lit)))
        if page.locator(".fan:not([hidden]) .unit-row.legal").count():
            changed(page, page.locator(".fan .unit-row.legal").first.click)
    else:
        bare = page.locator(".offer").nth(rng.randrange(offers.count()))
        changed(page, bare.click)


@pytest.mark.parametrize("decide", [by_list, by_keys, by_mouse])
def test_a_whole_game(serve, visit, decide):
    """The log of the page is the referee's, sentence by sentence."""
    served = serve("the-ford")
    page = seated(visit(served.links["author"] + "#play"), {"North": "person", "South": "heuristic"}, seed=11)
    rng = random.Random(11)
    for _ in range(MOST_DECISIONS):
        if over(page):
            break
        decide(page, rng)
    assert over(page)
    replayed = replay_log(served.output / served.game / "play" / "current.jsonl")
    told = [line_as_text(replayed.rules, line, decisions=True) for line in replayed.state.log]
    shown = page.evaluate("() => deskRoom.game.table.log.map(({text, rule}) => rule ? `${text} [${rule}]` : text)")
    assert shown == [text for text in told if text]
    assert page.locator(".log-lines li:not(.turn-head)").count() == len(shown)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_opens_and_takes_ten_choices(sources, output, visit, game):
    with serving(game, sources, output()) as served:
        page = seated(visit(served.links["author"] + "#play"), {})
        rng = random.Random(1)
        for _ in range(10):
            if not over(page):
                by_list(page, rng)
        expect(page.locator(".stack").first).to_be_attached()
        if game in DRAWN:
            page.wait_for_function("() => document.querySelector('.board .map').naturalWidth > 100", timeout=600_000)
        page.close()  # it would complain of the server that has gone


def test_a_refused_drop_goes_back_and_says_why(serve, visit):
    page = seated(visit(serve("the-ford").links["author"] + "#play"), {"North": "person", "South": "heuristic"})
    page.keyboard.press("0")
    unit, far = page.evaluate("""() => {
      const game = deskRoom.game, lit = document.querySelector('.face.legal');
      const foe = [...document.querySelectorAll('.face')].find((face) => game.units.get(face.dataset.unit).side !== game.table.side);
      return [lit, foe].map((node) => node.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    }""")  # noqa: E501
    before = page.evaluate("() => deskRoom.game.table.units")
    page.mouse.move(*unit)
    page.mouse.down()
    page.mouse.move(*far, steps=8)
    page.mouse.up()
    expect(page.locator(".play-tag .cant")).to_contain_text("Can’t")
    expect(page.locator("#assertive")).to_contain_text("Can’t")
    page.wait_for_function("() => !deskRoom.game.table.decision.mover")
    assert page.evaluate("() => deskRoom.game.table.units") == before


def test_two_seats_and_what_is_hidden_from_one_of_them(serve, visit):
    served: Served = serve("winter-war")
    here = seated(visit(served.links["author"] + "#play"), {"Finland": "person", "Soviet Union": "another person"})
    there = visit("about:blank")
    heard: list[str] = []
    there.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    there.goto(served.links["soviet"])
    there.wait_for_function("() => window.deskRoom?.game?.table", timeout=60_000)
    rng = random.Random(2)
    for _ in range(12):
        by_list(here, rng)
    placed = here.evaluate("""() => deskRoom.game.table.units.filter(({side, at}) => (
      side === 'finnish' && !deskRoom.game.places.get(at)?.box)).map(({id}) => id)""")
    assert len(placed) > 3
    traffic = "".join(heard)
    assert traffic and not [unit for unit in placed if f'"{unit}"' in traffic]
    assert not {unit["id"] for unit in there.evaluate("() => deskRoom.game.table.units")} & {*placed}
    expect(there.locator(".ask")).to_contain_text("Finland")


def test_a_roll_whose_answer_was_lost_is_made_once(serve, visit):
    """The socket is cut right after the decision was sent: it is sent again, and neither doubled nor lost."""
    page = seated(visit(serve("the-ford").links["author"] + "#play"), {"North": "person", "South": "person"}, seed=5)
    for cut in range(6):
        before, choices = page.evaluate("() => [deskRoom.game.table.decisions, deskRoom.game.table.choices.length]")
        answer = page.evaluate(
            """(number) => { const { game } = deskRoom, sent = game.ask("do", { do: game.table.choices[number].do });
            setTimeout(() => game.socket.socket.close(), number % 3 * 4);
            return sent; }""",
            cut % choices,
        )
        assert answer["kind"] == "done"
        page.wait_for_function("(count) => deskRoom.game.table.decisions === count", arg=before + 1)


def test_a_server_started_anew_goes_on_with_the_game(sources, output, visit):
    folder, rng = output(), random.Random(4)
    with serving("the-ford", sources, folder) as served:
        page = seated(visit(served.links["author"] + "#play"), {"North": "person", "South": "heuristic"})
        for _ in range(6):
            by_list(page, rng)
        shown = page.evaluate("() => deskRoom.game.table.log")
        page.close()
    with serving("the-ford", sources, folder) as again:
        page = visit(again.links["author"] + "#play")
        settled(page)
        assert page.evaluate("() => deskRoom.game.table.log") == shown
        by_list(page, rng)
        page.close()


@pytest.mark.parametrize("size", ["wide", "tablet", "phone"])
def test_axe_finds_nothing_and_nothing_is_cut(serve, visit, size):
    page = visit(serve("the-ford").links["author"] + "#play", size)
    at_the_lobby(page)
    found = Axe().run(page).response["violations"]
    seated(page, {"North": "person", "South": "heuristic"})
    found += Axe().run(page).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]][:4]) for one in found] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    boxes = page.evaluate("""() => Object.fromEntries(['.strip', '.board-part', '.bar'].map((name) => {
      const box = document.querySelector(name).getBoundingClientRect(); return [name, [box.top, box.bottom]]; }))""")
    assert boxes[".strip"][1] <= boxes[".board-part"][0] + 1 <= boxes[".bar"][0] + 1
    assert boxes[".bar"][1] <= page.viewport_size["height"] + 1
    assert boxes[".board-part"][1] - boxes[".board-part"][0] > 150
