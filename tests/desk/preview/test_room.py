"""The Preview room: what a page asks, what it is told after a save, and that nothing else is shown."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from pnp.desk.preview.catalogue import Wish, recipe_of, shown
from pnp.desk.preview.regions import SheetPicture
from pnp.desk.preview.room import PreviewRoom
from pnp.desk.preview.worker import Done, Failed, Job, Worker
from pnp.desk.seats import Seats
from pnp.errors import PnpError, Problem
from pnp.press.products import maker_of
from pnp.press.store import Store
from pnp.press.workshop import Task, Workshop
from pnp.sources import load_game
from pnp.sources.assets import data_dir
from pnp.sources.settings import Settings

COUNTERS = "the-ford/en/counters-a4-long.pdf"
AUTHOR = Seats([]).author


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of a small game, to be changed."""
    parent = tmp_path_factory.mktemp("desk")
    for name in ("the_ford", "common"):
        shutil.copytree(data_dir("sources") / name, parent / name)
    return parent / "the_ford"


@pytest.fixture(scope="module")
def worker():
    return Worker()


def job(folder, tmp_path, kind="sheets", **wish):
    return Job(kind, 1, folder, tmp_path / ".cache", Settings(), Wish(**{"path": COUNTERS, **wish}))


@pytest.fixture
def room(folder, tmp_path):
    """A room whose processes are never started, and what it has told."""
    told = []
    room = PreviewRoom(load_game(folder), tmp_path, lambda seat, message: told.append(message))
    room.told, room.asked = told, []
    room.foreman.ask = lambda jobs: room.asked.append(list(jobs))
    room.checker.ask = lambda jobs: None
    return room


def ask(room, kind, **fields):
    ((seat, answer),) = room.handle(AUTHOR, {"kind": kind, "id": "7", **fields})
    assert seat == AUTHOR and answer["re"] == "7"
    return answer


def test_the_sheet_looked_at_comes_first_with_its_regions(folder, tmp_path, worker):
    *sheets, end = worker.do(job(folder, tmp_path, first=1))
    assert isinstance(end, Done) and all(isinstance(sheet, SheetPicture) for sheet in sheets)
    assert [sheet.number for sheet in sheets] == [1, 0, *range(2, sheets[0].count)]
    ids = {region.id for region in sheets[1].regions if region.kind == "counter"}
    assert ids == {str(counter.id) for counter in load_game(folder).all_counters()}
    assert b"<script" not in sheets[0].picture and b"<text" not in sheets[0].picture


def test_the_file_is_that_of_a_build(folder, tmp_path, worker):
    (end,) = worker.do(job(folder, tmp_path, "file"))
    shop = Workshop.open(folder, (), Store(tmp_path / "other"))
    recipe = recipe_of(shop.english, COUNTERS)
    data, _ = maker_of(recipe)(Task(recipe, shop.view(recipe), shop.settings_of(recipe), {}, shop))
    assert end.data == data and data.startswith(b"%PDF")


def test_a_book_whose_text_alone_has_changed_is_that_of_a_build(folder, tmp_path, room):
    """Its drawings serve again; glossary and index, which are gathered from the texts, are made anew, in any sizes.
    Every case of it can be clicked.
    """
    rules, book, warm = folder / "rules" / "10-rules.yaml", "the-ford/en/rulebook-a4.pdf", Worker()
    good = rules.read_text("utf-8")
    *_, first = warm.do(job(folder, tmp_path, "file", path=book))
    *sheets, _ = warm.do(job(folder, tmp_path, path=book))
    drawings = dict(_share(warm).drawings)
    try:
        rules.write_text(good.replace(" may ", " may, over **new ground**, ", 1), "utf-8")
        *_, second = warm.do(job(folder, tmp_path, "file", path=book))
        again = {name for name, drawing in _share(warm).drawings.items() if drawings.get(name) is drawing}
        assert {name.split()[0] for name in drawings.keys() - again} == {"glossary", "index"}
        *_, cold = Worker().do(job(folder, tmp_path / "other", "file", path=book))
    finally:
        rules.write_text(good, "utf-8")
    assert first.data != second.data == cold.data
    cases = [region.id for sheet in sheets for region in sheet.regions if region.kind == "rule"]
    assert len(cases) > 30 and {*cases} <= {case.id for case in room.game.cases()}
    assert ask(room, "hit", what="rule", name="4.1")["file"].endswith("10-rules.yaml")


def _share(worker):
    """What the last book of a worker was drawn with."""
    return [value for name, value in worker.memo.items() if name[0] == "drawn"][-1]


def test_another_size_is_drawn_at_that_size(folder, tmp_path, worker):
    first = next(worker.do(job(folder, tmp_path, size_mm=20.0)))
    assert {round(region.width, 3) for region in first.regions if region.kind == "counter"} == {20.0}


def test_a_mistake_is_told_with_its_place(folder, tmp_path, worker, room):
    path = folder / "counters.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("count: ", "cuont: ", 1), "utf-8")
    try:
        room.watcher.take([path])
        (end,) = worker.do(replace(job(folder, tmp_path), version=room.version))
    finally:
        path.write_text(text, "utf-8")
    assert isinstance(end, Failed)
    ask(room, "look", path=COUNTERS)
    room._heard(room.asked[-1][0], end)
    failed = room.told[-1]
    assert failed["kind"] == "failed"
    problem = next(row for row in failed["problems"] if "cuont" in row["what"])
    assert problem["absolute"] == str(path) and problem["line"] in [row["n"] for row in problem["frame"]]
    assert "cuont" in next(row["text"] for row in problem["frame"] if row["n"] == problem["line"])


def test_only_counters_that_changed_are_told(folder, tmp_path, worker, room):
    path = folder / "counters.yaml"
    text = path.read_text("utf-8")
    group = room.game.counters.groups[0]
    ask(room, "look", path=COUNTERS)
    for event in worker.do(room.asked[-1][0]):
        room._heard(room.asked[-1][0], event)
    assert all(message["changed"] == [] for message in room.told if message["kind"] == "sheet")
    try:
        path.write_text(text.replace("attack: [4, 4,", "attack: [9, 4,", 1), "utf-8")
        room.watcher.take([path])
        room.told.clear()
        for event in worker.do(room.asked[-1][0]):
            room._heard(room.asked[-1][0], event)
        source = ask(room, "hit", what="counter", name=f"{group.id}-1")
    finally:
        path.write_text(text, "utf-8")
    front = next(message for message in room.told if message["kind"] == "sheet")
    assert front["changed"] == [["counter", f"{group.id}-1"]]
    assert front["v"] == 2
    assert [row["n"] for row in source["changed"]] == [8] and source["line"] <= 8 <= source["end"]


def test_lines_put_in_above_move_the_source(folder, room):
    path = folder / "counters.yaml"
    text = path.read_text("utf-8")
    name = str(room.game.all_counters()[0].id)
    before = ask(room, "hit", what="counter", name=name)
    try:
        path.write_text("# a note\n# and another\n" + text, "utf-8")
        room._reread()
        after = ask(room, "hit", what="counter", name=name)
    finally:
        path.write_text(text, "utf-8")
        room._reread()
    assert after["line"] == before["line"] + 2 and after["end"] == before["end"] + 2
    assert "id:" in next(row["text"] for row in after["text"] if row["n"] == after["line"])


def test_what_comes_of_an_older_version_is_dropped(room):
    ask(room, "look", path=COUNTERS)
    old = room.asked[-1][0]
    room.saved({"x.yaml": ("a", "b")})
    room.told.clear()
    room._heard(old, Failed((Problem("layout", "late"),)))
    assert room.told == []
    assert room.asked[-1][0].version == old.version + 1


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("look", {"path": "../../etc/passwd"}), ("look", {"path": 7}), ("look", {}),
        ("look", {"path": COUNTERS, "size": 1000}), ("look", {"path": COUNTERS, "size": "x"}),
        ("hit", {"what": "file", "name": "/etc/passwd"}), ("hit", {}),
    ],
)  # fmt: skip
def test_what_is_no_product_and_no_thing_is_refused(room, kind, fields):
    with pytest.raises(PnpError):
        ask(room, kind, **fields)
    assert room.asked == []


def test_pictures_are_found_by_name_alone(room):
    assert room.picture(AUTHOR, "../counters.yaml") is None
    assert room.picture(AUTHOR, "file~..~..~etc~passwd") is None


def test_only_the_newest_pictures_are_kept(room, monkeypatch):
    monkeypatch.setattr("pnp.desk.preview.room.KEPT_BYTES", 25)
    ask(room, "look", path=COUNTERS)
    for number in range(4):
        sheet = SheetPicture(0, 1, "", 1, 1, "image/svg+xml", b"%010d" % number)
        room._heard(room.asked[-1][0], sheet)
    names = [message["url"].rpartition("/")[2] for message in room.told]
    assert [room.picture(AUTHOR, name) is not None for name in names] == [False, False, True, True]


def test_tabs_hold_the_products_of_a_build(room):
    tabs = shown(room.game, "en", "a4")
    assert [row["name"] for row in tabs["map"]] == ["Poster", "Tiles"]
    assert tabs["cards"] == [] and len(tabs["counters"]) == 4
    assert tabs["rulebook"][0] == {"path": "the-ford/en/rulebook-a4.pdf", "name": "Rulebook"}
    for rows in tabs.values():
        for row in rows:
            assert recipe_of(room.game, row["path"]) is not None
