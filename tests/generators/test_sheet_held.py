"""What of sheets is held: all that shows no counters, and it may not ask for them."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.draw import pdf
from pnp.draw.scene import Group, Held, Path, Scene, Text, moved, rect
from pnp.generators.charts import build_charts
from pnp.generators.map_tiling import tiling
from pnp.generators.sheet_held import ABSENT, Absent, Holder, without_counters
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


@pytest.mark.parametrize("name", ABSENT)
def test_a_held_part_asks_in_vain_for_what_it_may_not_know(game, name):
    quiet = without_counters(game)

    with pytest.raises(LookupError, match=name):
        list(getattr(quiet, name))
    with pytest.raises(LookupError, match=name):
        getattr(quiet, name).groups  # noqa: B018


def test_a_held_part_knows_titles_of_rules_but_not_their_texts(game):
    cases = [case for file in without_counters(game).rules for case in file.cases]

    assert len(cases) > 10
    assert [case.title for case in cases] == [case.title for file in game.rules for case in file.cases]
    assert {case.text for case in cases} == {""}


def test_without_a_key_nothing_is_held_and_the_whole_game_is_known(game):
    asked = []
    drawn = Holder(game, "").held("names", lambda known: asked.append(known) or (Group(()),))

    assert drawn == (Group(()),)
    assert asked[0].counters is game.counters


def test_a_part_is_drawn_when_somebody_asks_and_known_by_its_name_and_key(game):
    asked = []
    first, second = (Holder(game, "abc").held(name, lambda known: asked.append(known) or ())[0] for name in ("names", "panel 1"))

    assert isinstance(first, Held)
    assert asked == []
    assert first.key != second.key
    assert first.key == Holder(game, "abc").held("names", lambda known: ())[0].key != Holder(game, "abd").held("names", lambda known: ())[0].key
    assert first.make() == ()
    assert len(asked) == 1


def test_a_map_is_cut_alike_whether_its_panels_are_drawn_or_remembered():
    store, asked = {}, []
    panel = (Path(rect(2, 3, 10, 10), fill="#3366cc"), Group((Text(3, 8, "Oulu", "sans-regular", 9),), clip=Path(rect(0, 0, 30, 9))))

    def keep(kind, key, make):
        return store.setdefault((kind, key), None) or store.update({(kind, key): make()}) or store[kind, key]

    def make():
        asked.append("asked")
        return panel

    plain, held = (Scene(700, 500, (Group((node,), transform=moved(300, 200)), *panel)) for node in (Group(panel), Held("panel", make)))
    cuts = [tiling(plain, "a4"), tiling(held, "a4", keep=keep), tiling(held, "a4", keep=keep)]

    assert asked == ["asked", "asked"]  # for its marks, and for those inside of clips
    assert cuts[0] == cuts[1] == cuts[2] == tiling(held, "a4", keep=lambda *_: b"rubbish")
    assert len(cuts[0].texts) == 2


# Drawings ---------------------------------------------------------------------------------------------


def drawing(height):
    return Drawing((Path(rect(0, 0, 5, height), fill="#000000"),), 5.0, height)


def test_a_held_drawing_is_as_large_as_the_drawn_one_and_drawn_once_when_asked_for():
    store, asked = {}, []

    def keep(kind, key, make):
        return store[key] if key in store else store.setdefault(key, make())

    def draw(quiet):
        asked.append(quiet.counters)
        return [drawing(3.5), None, drawing(1 / 3)]

    for _ in range(2):
        holder = Holder(load_game("putins-war"), "abc", keep)
        made = holder.drawings("tables", draw)
        assert [(d.width_mm, d.height_mm) for d in made] == [(5.0, 3.5), (5.0, 1 / 3)]
    assert len(asked) == 1  # the second holder found the sizes
    assert isinstance(asked[0], Absent)
    assert [d.nodes[0].make() for d in made] == [drawing(3.5).nodes, drawing(1 / 3).nodes]
    assert len(asked) == 2


@pytest.mark.parametrize("data", [b"", b"3", b"[[1]]", b'[["a", 2]]', b"\xff", b"[" * 9999])
def test_sizes_that_make_no_sense_are_measured_again(game, data):
    made = Holder(game, "abc", lambda *_: data).drawings("tables", lambda quiet: [drawing(3.5)])

    assert [(d.width_mm, d.height_mm) for d in made] == [(5.0, 3.5)]


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war"])
def test_charts_are_the_same_whether_their_tables_are_held_or_not(name):
    """The second file is made from what the first has left."""
    game, store = load_game(name), {}

    def keep(kind, key, make):
        return store[kind, key] if (kind, key) in store else store.setdefault((kind, key), make())

    cold, warm = (pdf.render(build_charts(game, "a4", key="abc", keep=keep), keep=keep) for _ in range(2))
    drawn = pdf.render(build_charts(game, "a4"))

    assert cold == warm
    assert {kind for kind, _ in store} >= {"sizes", "pdf-nodes"}
    assert [page(data) for data in (cold, drawn)] == [page(drawn)] * 2


def page(data):
    """The first page of a PDF as its pixels and its text."""
    found = pypdfium2.PdfDocument(data)[0]
    return found.render(scale=0.7).to_numpy().tobytes(), found.get_textpage().get_text_range()
